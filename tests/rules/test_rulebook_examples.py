"""Examples of the rulebooks hold: setup, actions and markers (section 12.1, CC-001 to CC-014)."""

from __future__ import annotations

from kontor.games.teutonica.board_file import load
from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, PURPLE, RED, YELLOW, Pieces, Scenario, fill, merge

RED_T, RED_M = [RED, "t"], [RED, "m"]
BLUE_T, BLUE_M = [BLUE, "t"], [BLUE, "m"]
GREEN_T = [GREEN, "t"]

# Red stands on all of Dortmund–Paderborn, holds Dortmund and shares Paderborn with Blue. [CC-003]
DORTMUND_PADERBORN: Pieces = fill("dortmund--paderborn", RED, "ttt")
SHARED_PADERBORN: Pieces = {"dortmund": [RED_M], "paderborn": [RED_T, BLUE_M]}

# Red is one post short of the connection, with a full route to get it. [CC-007]
ALMOST_CONNECTED: Pieces = {
    "stendal": [RED_T],
    "brunswiek": [RED_T],
    "minden": [RED_T],
    "munster": [RED_M],
}


# set-up


@case("CC-001", "HT-SET-5", "HT-SET-6", "HT-SET-7")
def test_five_players_are_set_up_by_seat() -> None:
    s = Scenario(players=5)
    s.position = s.game.start()
    s.play("chance additional-post", "chance exchange-posts", "chance move-3")
    for seat in (RED, BLUE, GREEN, YELLOW, PURPLE):
        assert s.supply(seat) == (5 + seat, 1)
        assert s.stock(seat) == (6 - seat, 0)
        assert set(s.json["abilities"][str(seat)].values()) == {0}
        off_the_desk = tuple(map(sum, zip(s.supply(seat), s.stock(seat), strict=True)))
        assert off_the_desk == (27 - 15 - 1, 4 - 3)  # desk (15,3), one trader on the track
        assert s.score(seat) == 0
    assert sum(s.json["bag"].values()) == 12
    assert s.json["plate"] == {}
    assert (s.to_move, s.actions) == (RED, 2)
    assert s.offered("income") == ["1 0", "2 0", "3 0"]


@case("CC-001", "HT-ABL-1")
def test_undeveloped_abilities_have_their_lowest_values() -> None:
    s = Scenario(
        players=5,
        posts={"minden": [RED_T]},
        spaces=fill("minden--munster", RED, "mtt"),
    )
    assert s.line(RED, "network") == 1  # Keys 1
    assert s.actions == 2
    s.play("create minden--munster")
    assert s.offered("reward") == ["post munster", "nothing"]  # white: Minden's next space is orange
    moving = Scenario(players=5, spaces=fill("brunswiek--minden", RED, "ttt"))
    moving.play("lift brunswiek--minden.1", "lift brunswiek--minden.2")
    assert moving.offered("lift") == []  # Book 2


# displace and create


def blue_in_the_way(edition: str = "big-box") -> Scenario:
    """Return a Blue trader on Dortmund–Paderborn; Blue has developed one ability so that the pieces add up."""
    return Scenario(
        edition=edition,
        spaces=fill("dortmund--paderborn", BLUE, "t"),
        abilities={BLUE: {"bank": 1}},
        supply={RED: [5, 1], BLUE: [6, 1]},
        stock={RED: [6, 0], BLUE: [5, 0]},
    )


@case("CC-002", "HT-DSP-2", "HT-DSP-3", "HT-DSP-4", "HT-DSP-5", "HT-DSP-6", "HT-DSP-7", "HT-DSP-8")
def test_displaced_trader_and_one_extra_go_to_the_first_ring() -> None:
    ring = {
        *("dortmund--duisburg.1", "dortmund--duisburg.2"),
        *(f"{route}--paderborn.{n}" for route in ("minden", "hildesheim") for n in (1, 2, 3)),
        *(f"paderborn--warburg.{n}" for n in (1, 2, 3)),
    }
    s = blue_in_the_way()
    assert s.offered("displace") == [f"dortmund--paderborn.1 {rest}" for rest in ("t 0", "t 1", "m 0")]
    s.play("displace dortmund--paderborn.1 t 0")
    assert s.to_move == BLUE
    assert s.space("dortmund--paderborn.1") == RED_T
    assert (s.supply(RED), s.stock(RED)) == ((3, 1), (7, 0))
    assert set(s.moves) == {f"relocate {space} t" for space in ring}
    s.play("relocate dortmund--duisburg.1 t")
    left = ring - {"dortmund--duisburg.1"}
    assert set(s.moves) == {"stop", *(f"relocate {space} t" for space in left)}
    s.play("relocate minden--paderborn.1 t")
    assert s.space("dortmund--duisburg.1") == s.space("minden--paderborn.1") == BLUE_T
    assert (s.supply(BLUE), s.stock(BLUE)) == ((6, 1), (4, 0))
    assert (s.supply(RED), s.stock(RED)) == ((3, 1), (7, 0))
    assert (s.to_move, s.actions) == (RED, 1)


@case("CC-003", "HT-RTE-2", "HT-CTL-1")
def test_created_route_gives_a_point_to_the_controller_of_each_end() -> None:
    s = Scenario(spaces=DORTMUND_PADERBORN, posts=SHARED_PADERBORN)
    s.play("create dortmund--paderborn")
    assert s.happened("ControlScored") == [
        {"seat": RED, "city": "dortmund", "points": 1},
        {"seat": BLUE, "city": "paderborn", "points": 1},
    ]
    assert [s.score(seat) for seat in (RED, BLUE, GREEN, YELLOW)] == [1, 1, 0, 0]


@case("CC-004", "HT-BMK-1", "HT-BMK-14", "HT-RPL-1", "HT-RPL-4")
def test_taken_marker_works_after_its_action_and_its_replacement_is_placed_last() -> None:
    others = {"goslar--hildesheim": "exchange-posts", "luneburg--perleberg": "move-3"}
    s = Scenario(
        spaces=DORTMUND_PADERBORN,
        posts=SHARED_PADERBORN,
        markers_on_routes={"dortmund--paderborn": "actions-3", **others},
        bag_size=12,
    )
    s.play("create dortmund--paderborn")
    assert s.unused(RED) == ["actions-3"]
    assert s.json["plate"] == {"0": 1}
    assert sum(s.json["bag"].values()) == 11 + 1  # the unseen plate marker is in the bag (HT-RNG-2)
    assert s.json["markers_on_routes"] == others
    assert not s.legal("use")
    s.play("reward nothing")
    assert s.actions == 1
    s.play("use actions-3")
    assert (s.actions, s.used(RED)) == (4, ["actions-3"])
    for left in (3, 2, 1, 0):
        assert not s.legal("place-marker")
        s.play("income 1 0")
        assert (s.to_move, s.actions) == (RED, left)
    assert s.moves == ["end-turn"]
    s.play("end-turn")
    assert (s.to_move, s.offered("place-marker")) == ("chance", [])
    s.play("chance actions-4")
    assert (s.to_move, {move.split()[0] for move in s.moves}) == (RED, {"place-marker"})
    s.play("place-marker dortmund--paderborn actions-4")
    assert s.json["markers_on_routes"] == {"dortmund--paderborn": "actions-4", **others}
    assert (s.json["plate"], s.to_move) == ({}, BLUE)
    assert sum(s.json["bag"].values()) == 11


@case("CC-005", "HT-PST-1", "HT-PST-2", "HT-PST-3", "HT-PST-4")
def test_post_goes_on_the_leftmost_empty_space_though_the_privilege_reaches_further() -> None:
    s = Scenario(
        spaces=DORTMUND_PADERBORN,
        posts=SHARED_PADERBORN,
        abilities={RED: {"privilege": 2}},
        supply={RED: [5, 0]},
    )
    assert s.stock(RED) == (4, 0)
    s.play("create dortmund--paderborn")
    assert s.offered("reward") == ["post dortmund", "nothing"]
    s.play("reward post dortmund")
    assert s.posts("dortmund") == [RED_M, RED_T, None]
    assert (s.supply(RED), s.stock(RED)) == ((5, 0), (6, 0))
    assert s.happened("CityCompleted") == []


@case("CC-006", "HT-STP-3", "HT-PST-4", "HT-PST-5")
def test_route_to_coellen_offers_special_prestige_within_the_privilege() -> None:
    def created() -> Scenario:
        full = fill("coellen--warburg", RED, "mttt")
        return Scenario(spaces=full, abilities={RED: {"privilege": 1}}).play("create coellen--warburg")

    s = created()
    assert set(s.offered("reward")) == {"special 7", "special 8", "post warburg", "post coellen", "nothing"}
    traders, merchants = s.stock(RED)
    s.play("reward special 8")
    assert s.json["special"] == {"8": RED}
    assert s.stock(RED) == (traders + 3, merchants)
    assert s.score(RED) == 0
    assert s.line(RED, "special") == 8
    at_coellen = created().play("reward post coellen")
    assert at_coellen.posts("coellen") == [RED_T, None]
    assert at_coellen.score(RED) == 1
    at_warburg = created().play("reward post warburg")
    assert at_warburg.posts("warburg") == [RED_T, None]
    assert at_warburg.score(RED) == 0


@case("CC-007", "HT-EWC-1", "HT-EWC-2")
def test_first_east_west_connection_gives_seven_points() -> None:
    s = Scenario(spaces=fill("arnheim--munster", RED, "ttt"), posts=ALMOST_CONNECTED)
    s.play("create arnheim--munster")
    assert s.score(RED) == 1
    s.play("reward post arnheim")
    assert [fact["points"] for fact in s.happened("EastWestConnected")] == [7]
    assert s.score(RED) == 8
    assert s.json["east_west_done"] == [RED]


@case("CC-007", "HT-EWC-1")
def test_no_chain_from_stendal_to_arnheim_is_shorter_than_five_cities() -> None:
    ends = [set(route["ends"]) for route in load("hanse-4-5")["routes"]]
    chain, cities = {"stendal"}, 1
    while "arnheim" not in chain:
        chain = chain.union(*(pair for pair in ends if pair & chain))
        cities += 1
    assert cities == len([*ALMOST_CONNECTED, "arnheim"]) == 5


@case("CC-008", "HT-EWC-1", "HT-EWC-2")
def test_second_east_west_connection_gives_four_points() -> None:
    # Adapted: the round spaces and the route would need five merchants, so Blue holds Bremen with a trader.
    held = {
        **{city: [BLUE_T] for city in ("perleberg", "hannover", "bremen", "osnabruck")},
        **{city: [BLUE_M] for city in ("luneburg", "kampen")},
    }
    s = Scenario(
        spaces=merge(fill("arnheim--munster", RED, "ttt"), fill("arnheim--kampen", BLUE, "ttm")),
        posts={**ALMOST_CONNECTED, "stendal": [RED_T, BLUE_M], **held},
        abilities={BLUE: {"book": 3}},
    )
    s.play("create arnheim--munster", "reward post arnheim", "end-turn")
    assert (s.to_move, s.score(RED), s.score(BLUE)) == (BLUE, 8, 0)
    s.play("create arnheim--kampen")
    assert (s.score(RED), s.score(BLUE)) == (9, 1)
    s.play("reward post arnheim")
    assert s.posts("arnheim") == [RED_T, BLUE_M, None, None]
    assert [fact["points"] for fact in s.happened("EastWestConnected")] == [7, 4]
    assert (s.score(RED), s.score(BLUE)) == (9, 5)
    assert s.json["east_west_done"] == [RED, BLUE]


@case("CC-009", "HT-NET-1", "HT-SCO-F")
def test_largest_network_counts_its_posts_times_the_keys() -> None:
    network: Pieces = {
        "dortmund": [RED_M, RED_T],
        "minden": [RED_T, RED_T],
        "bremen": [RED_M],
        **{city: [RED_T] for city in ("paderborn", "hannover", "hildesheim", "warburg")},
    }
    abilities = {RED: {"keys": 3, "book": 2}}
    s = Scenario(posts={**network, "kampen": [RED_M]}, abilities=abilities)
    assert (len(network), sum(map(len, network.values()))) == (7, 9)
    assert s.line(RED, "network") == 27
    assert Scenario(posts=network, abilities=abilities).line(RED, "network") == 27


# markers


@case("CC-010", "HT-BMK-11", "HT-BMK-12", "HT-CTL-1")
def test_exchange_ignores_privilege_and_shape_and_turns_control() -> None:
    s = Scenario(
        posts={"perleberg": [GREEN_T, RED_T, BLUE_M]},
        abilities={RED: {"privilege": 1}},
        unused_markers={RED: ["exchange-posts"]},
    )
    assert [s.line(seat, "cities") for seat in (RED, BLUE, GREEN)] == [0, 2, 0]
    assert s.offered("use exchange-posts") == ["perleberg 0", "perleberg 1"]
    s.play("use exchange-posts perleberg 1")
    assert s.posts("perleberg") == [GREEN_T, BLUE_M, RED_T]
    assert [s.line(seat, "cities") for seat in (RED, BLUE, GREEN)] == [2, 0, 0]
    assert (s.to_move, s.actions) == (RED, 2)
    assert (s.unused(RED), s.used(RED)) == ([], ["exchange-posts"])


@case("CC-011", "HT-PST-8", "HT-CTL-2", "HT-CMC-1")
def test_extra_post_joins_a_completed_city_on_the_left() -> None:
    s = Scenario(
        spaces=merge(fill("bremen--hannover", RED, "ttt"), fill("dortmund--duisburg", RED, "tt")),
        posts={"hannover": [BLUE_T, GREEN_T]},
        unused_markers={RED: ["additional-post"]},
    )
    traders, merchants = s.stock(RED)
    s.play("create bremen--hannover")
    assert [s.score(seat) for seat in (RED, BLUE, GREEN)] == [0, 0, 1]
    s.play("reward extra_post hannover t")
    assert s.json["extra_posts"] == {"hannover": [RED_T]}
    assert s.posts("hannover") == [BLUE_T, GREEN_T]
    assert s.stock(RED) == (traders + 2, merchants)
    assert s.used(RED) == ["additional-post"]
    assert [s.line(seat, "cities") for seat in (RED, BLUE, GREEN)] == [0, 0, 2]
    s.play("create dortmund--duisburg", "reward post duisburg")
    assert s.happened("CityCompleted") == [{"city": "duisburg", "count": 2}]


@case("CC-012", "HT-BMK-13", "HT-ABL-2", "HT-ABL-3")
def test_developed_book_frees_a_merchant_and_lifts_three_at_once() -> None:
    s = Scenario(
        spaces=fill("brunswiek--minden", RED, "tttt"),
        supply={RED: [5, 1]},
        unused_markers={RED: ["develop-ability"]},
    )
    s.play("use develop-ability book")
    assert (s.supply(RED), s.level(RED, "book"), s.actions) == ((5, 2), 1, 2)
    s.play("lift brunswiek--minden.1", "lift brunswiek--minden.2")
    assert set(s.offered("lift")) == {"brunswiek--minden.3", "brunswiek--minden.4"}
    s.play("lift brunswiek--minden.3")
    assert s.offered("lift") == []
    assert s.legal("put")


@case("CC-013", "HT-MOV-1")
def test_two_own_pieces_change_places_in_one_move() -> None:
    s = Scenario(spaces={"hamburg--lubeck.1": RED_T, "hamburg--stade.1": RED_M})
    s.play("lift hamburg--lubeck.1", "lift hamburg--stade.1")
    assert s.offered("lift") == []
    s.play("put hamburg--stade.1", "put hamburg--lubeck.1")
    assert s.json["spaces"] == {"hamburg--lubeck.1": RED_M, "hamburg--stade.1": RED_T}
    assert (s.to_move, s.actions) == (RED, 1)


@case("CC-014", "HT-BMK-16")
def test_move_three_puts_a_trader_on_the_freed_space_of_a_merchant() -> None:
    s = Scenario(
        spaces={"dortmund--paderborn.1": BLUE_M, "hamburg--stade.1": GREEN_T},
        unused_markers={RED: ["move-3"]},
    )
    before = [(s.supply(seat), s.stock(seat)) for seat in (RED, BLUE, GREEN)]
    s.play("use move-3", "lift dortmund--paderborn.1", "lift hamburg--stade.1")
    s.play("put emden--stade.1", "put dortmund--paderborn.1")
    assert s.json["spaces"] == {"emden--stade.1": BLUE_M, "dortmund--paderborn.1": GREEN_T}
    assert s.happened("Displaced") == []
    assert [(s.supply(seat), s.stock(seat)) for seat in (RED, BLUE, GREEN)] == before
    assert (s.to_move, s.actions, s.used(RED)) == (RED, 2, ["move-3"])
