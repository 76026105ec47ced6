"""The two-player game with neutral traders follows its rules. [12.11, CC-260 to CC-273]"""

from typing import Any

import pytest

from tests.marks import case
from tests.rules.scenario import BLUE, NEUTRAL, RED, Pieces, Scenario, fill, merge

NINE = {
    "emden--groningen",
    "hamburg--stade",
    "hamburg--lubeck",
    "gottingen--quedlinburg",
    "halle--quedlinburg",
    "coellen--warburg",
    "bremen--osnabruck",
    "luneburg--perleberg",
    "goslar--hildesheim",
}
TWELVE_IN_THE_EAST = {
    "breslau--frankfurt",
    "breslau--krakau",
    "dresden--halle",
    "dresden--krakau",
    "halle--magdeburg",
    "havelberg--waren",
    "stettin--waren",
    "waren--wismar",
    "danzig--konigsberg",
    "allenstein--braunsberg",
    "brandenburg--tangermunde",
    "kulm--stettin",
}
ALL_DEVELOPED = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
N = [NEUTRAL, "t"]


def duel(board: str = "hanse-2-3", edition: str = "second", **fields: Any) -> Scenario:
    return Scenario(board, edition=edition, players=2, modules=["two-player-neutral"], **fields)


def at_the_start(board: str = "hanse-2-3", edition: str = "second") -> Scenario:
    """Return the first position, before any start marker is dealt."""
    s = duel(board, edition)
    s.position = s.game.start()
    return s


def pushed(origin: str, target: str, **fields: Any) -> Scenario:
    """Return a position in which Red has displaced a neutral trader and Blue has relocated it."""
    spaces = merge({origin: N}, fields.pop("spaces", {}))
    return duel(spaces=spaces, **fields).play(f"displace {origin} t 0", f"relocate {target} t")


def on_route(s: Scenario, route: str) -> Pieces:
    """Return the pieces on a route by space."""
    return {space: piece for space, piece in s.json["spaces"].items() if space.rsplit(".", 1)[0] == route}


@case("CC-260", "HT-P2N-1", "HT-P2N-2")
def test_nine_routes_of_the_hanse_begin_with_a_neutral_trader() -> None:
    s = at_the_start()
    assert s.json["spaces"] == {f"{route}.1": N for route in NINE}
    assert [s.supply(seat) for seat in (RED, BLUE)] == [(5, 1), (6, 1)]
    assert s.score(NEUTRAL) == 0


@case("CC-261", "HT-P2N-3", "HT-DSP-8")
def test_the_other_player_puts_a_displaced_neutral_trader_back_and_may_add_one() -> None:
    ring = {
        "emden--osnabruck",
        "kampen--osnabruck",
        "bremen--hamburg",
        "bremen--minden",
        "bremen--hannover",
    }
    s = duel()
    s.play("displace bremen--osnabruck.1 t 0")
    assert (s.supply(RED), s.stock(RED)) == ((3, 1), (7, 0))
    assert s.space("bremen--osnabruck.1") == [RED, "t"]
    assert s.to_move == BLUE
    assert s.routes("relocate") == ring
    assert {target.split()[1] for target in s.offered("relocate")} == {"t"}
    assert not s.legal("stop")

    s.play("relocate kampen--osnabruck.1 t")
    assert s.to_move == BLUE
    assert s.routes("relocate") == ring
    assert s.legal("stop")

    s.play("relocate bremen--minden.3 t")
    assert on_route(s, "kampen--osnabruck") == {"kampen--osnabruck.1": N}
    assert on_route(s, "bremen--minden") == {"bremen--minden.3": N}
    assert (s.supply(BLUE), s.stock(BLUE)) == ((6, 1), (5, 0))
    assert s.to_move == RED
    assert s.actions == 1


@case("CC-261", "HT-P2N-3", "AMB-36")
def test_the_additional_neutral_trader_may_be_declined() -> None:
    s = duel().play("displace bremen--osnabruck.1 t 0", "relocate bremen--hannover.1 t", "stop")
    assert len(s.json["spaces"]) == 10  # eight of the start, the displaced one, and Red's
    assert s.to_move == RED


@case("CC-262", "HT-P2N-5", "HT-P2N-6", "HT-P2N-7", "HT-P2N-8", "AMB-37")
def test_a_route_full_of_neutral_traders_is_created_at_once_in_the_sub_turn() -> None:
    s = pushed("bremen--osnabruck.1", "kampen--osnabruck.2", spaces=fill("kampen--osnabruck", NEUTRAL, "t"))
    assert s.happened("NeutralRouteCreated") == [{"route": "kampen--osnabruck"}]
    assert s.happened("ControlScored") == []
    assert s.to_move == RED
    assert set(s.moves) == {"neutral-post kampen", "neutral-post osnabruck"}

    s.play("neutral-post osnabruck")
    assert s.posts("osnabruck")[0] == N
    assert s.posts("kampen") == []
    assert on_route(s, "kampen--osnabruck") == {}
    assert [s.score(owner) for owner in (RED, BLUE, NEUTRAL)] == [0, 0, 0]

    assert s.to_move == BLUE
    assert s.legal("stop")
    assert {"kampen--osnabruck.1 t", "kampen--osnabruck.2 t"} <= set(s.offered("relocate"))
    s.play("relocate kampen--osnabruck.1 t")
    assert on_route(s, "kampen--osnabruck") == {"kampen--osnabruck.1": N}
    assert s.to_move == RED
    assert s.actions == 1


@case("CC-263", "HT-P2N-7", "HT-P2N-8", "HT-PST-5")
def test_the_neutral_player_scores_a_coin_and_leaves_one_trader_beside_an_ability() -> None:
    s = pushed("emden--osnabruck.1", "emden--groningen.3", spaces=fill("emden--groningen", NEUTRAL, "tt"))
    assert set(s.moves) == {"neutral-post emden", "neutral-post groningen"}
    s.play("neutral-post groningen")
    assert s.happened("CoinScored") == [{"seat": NEUTRAL, "city": "groningen", "points": 1}]
    assert s.score(NEUTRAL) == 1
    assert s.posts("groningen")[0] == N
    assert on_route(s, "emden--groningen") == {"emden--groningen.1": N}


@case("CC-264", "HT-P2N-9", "HT-P2N-12", "HT-RPL-1")
def test_the_neutral_player_keeps_the_marker_and_red_places_the_next_with_a_neutral_trader() -> None:
    s = pushed("emden--osnabruck.1", "bremen--osnabruck.3", spaces=fill("bremen--osnabruck", NEUTRAL, "tt"))
    marker = "additional-post"
    assert s.happened("MarkerTaken") == [{"seat": NEUTRAL, "marker": marker, "route": "bremen--osnabruck"}]
    assert s.happened("MarkerDrawn") == [{"seat": RED}]
    s.play("neutral-post osnabruck", "stop")
    assert s.used(NEUTRAL) == [marker]
    assert (s.unused(RED), s.unused(BLUE)) == ([], [])
    assert s.json["plate"][str(RED)] == 1
    assert not s.legal("use")

    s.play("end-turn", "chance actions-3")
    assert s.to_move == RED
    s.play("place-marker dortmund--paderborn actions-3")
    assert s.json["markers_on_routes"]["dortmund--paderborn"] == "actions-3"
    assert on_route(s, "dortmund--paderborn") == {"dortmund--paderborn.1": N}
    assert s.to_move == BLUE


def crowded(**fields: Any) -> Scenario:
    """Return a position in which Red places a marker while human traders are on most routes.

    Neutral traders: alone on Hamburg–Stade, on the marked Bremen–Osnabrück and between the full cities of
    Dortmund–Duisburg; two on Emden–Groningen; one beside Red on Hamburg–Lübeck.
    """
    special = merge(
        fill("hamburg--stade", NEUTRAL, "t", first=2),
        fill("emden--groningen", NEUTRAL, "tt"),
        fill("hamburg--lubeck", NEUTRAL, "t"),
        fill("hamburg--lubeck", RED, "t", first=2),
        fill("bremen--osnabruck", NEUTRAL, "t"),
        fill("dortmund--duisburg", NEUTRAL, "t"),
    )
    empty = fields.pop("empty", ())
    taken = {space.rsplit(".", 1)[0] for space in special}
    others = [route for route in duel().game.board.routes if route not in taken and route not in empty]
    humans = {f"{route}.1": [RED if n % 2 else BLUE, "t"] for n, route in enumerate(others)}
    s = duel(
        spaces=merge(special, humans),
        posts={"dortmund": [[RED, "m"], [BLUE, "t"]], "duisburg": [[BLUE, "t"]], "hamburg": [[RED, "t"]]},
        abilities={RED: ALL_DEVELOPED, BLUE: ALL_DEVELOPED},
        plate={RED: 1},
    )
    return s.play("end-turn", "chance actions-3")


@case("CC-265", "HT-P2N-13", "HT-RPL-2")
def test_a_route_with_a_lone_neutral_trader_gets_a_marker_if_no_other_can() -> None:
    s = crowded()
    assert s.offered("place-marker") == ["hamburg--stade actions-3"]
    s.play("place-marker hamburg--stade actions-3")
    assert on_route(s, "hamburg--stade") == {"hamburg--stade.2": N}
    assert s.json["markers_on_routes"]["hamburg--stade"] == "actions-3"
    assert s.to_move == BLUE


@case("CC-265", "HT-P2N-13")
def test_a_route_with_a_lone_neutral_trader_gets_no_marker_while_another_can() -> None:
    assert crowded(empty=["kampen--osnabruck"]).offered("place-marker") == ["kampen--osnabruck actions-3"]


@case("CC-266", "HT-P2N-10", "HT-END-1", "HT-END-3", "HT-END-4")
def test_twenty_points_of_the_neutral_player_end_the_game_after_the_action() -> None:
    s = duel(spaces=fill("hamburg--lubeck", RED, "ttt"), posts={"hamburg": [N]}, score={NEUTRAL: 19})
    s.play("create hamburg--lubeck")
    assert s.score(NEUTRAL) == 20
    assert not s.over
    s.play("reward post lubeck")
    assert s.score(RED) == 1
    assert s.ended_by == "twenty-points"
    assert s.to_move is None


@case("CC-267", "HT-P2N-7")
def test_a_neutral_trader_may_take_a_round_post_space() -> None:
    s = pushed("arnheim--munster.1", "minden--munster.3", spaces=fill("minden--munster", NEUTRAL, "tt"))
    assert set(s.moves) == {"neutral-post minden", "neutral-post munster"}
    s.play("neutral-post munster")
    assert s.posts("munster")[0] == N
    assert on_route(s, "minden--munster") == {}


@case("CC-268", "HT-P2N-10", "HT-EWC-2")
def test_the_neutral_player_takes_a_rank_in_the_east_west_order() -> None:
    s = pushed(
        "arnheim--duisburg.1",
        "arnheim--munster.3",
        spaces=merge(fill("arnheim--munster", NEUTRAL, "tt"), fill("arnheim--kampen", RED, "ttm")),
        posts={
            "stendal": [[RED, "t"], N],
            "brunswiek": [N],
            "minden": [[RED, "t"], N],
            "munster": [N, [RED, "t"]],
            "perleberg": [[RED, "t"]],
            "luneburg": [[RED, "m"]],
            "hannover": [[RED, "t"]],
        },
        abilities={RED: {"book": 1}},
    )
    assert s.score(RED) == 1  # Münster
    s.play("neutral-post arnheim")
    assert s.score(NEUTRAL) == 7
    assert s.json["east_west_done"] == [NEUTRAL]

    s.play("stop", "create arnheim--kampen", "reward post arnheim")
    assert s.happened("EastWestConnected") == [
        {"seat": NEUTRAL, "rank": 1, "points": 7},
        {"seat": RED, "rank": 2, "points": 4},
    ]
    assert s.json["east_west_done"] == [NEUTRAL, RED]
    assert s.score(RED) == 1 + 4
    assert s.score(NEUTRAL) == 7 + 1  # Arnheim


@case("CC-269", "HT-P2N-11", "HT-CTL-3")
def test_a_city_of_the_neutral_player_scores_for_no_human() -> None:
    s = duel(posts={"hamburg": [[RED, "t"], N]})
    assert [s.line(seat, "cities") for seat in (RED, BLUE)] == [0, 0]
    assert len(s.sheet.scores) == 2
    other = duel(posts={"hamburg": [N, [RED, "t"]]})
    assert [other.line(seat, "cities") for seat in (RED, BLUE)] == [2, 0]


@case("CC-270", "HT-P2N-14")
def test_no_neutral_trader_returns_to_a_route_a_human_created() -> None:
    s = duel(spaces=merge(fill("hamburg--lubeck", RED, "ttt"), fill("hamburg--stade", NEUTRAL, "t")))
    s.play("create hamburg--lubeck", "reward ability bank", "end-turn")
    assert s.to_move == BLUE
    assert s.json["spaces"] == {"hamburg--stade.1": N}


FULL_ENDS: dict[str, dict[str, Any]] = {
    "dortmund--duisburg": {"dortmund": [[RED, "m"], N], "duisburg": [[RED, "t"]]},
    "hamburg--stade": {"hamburg": [[BLUE, "t"], [BLUE, "t"], N], "stade": [N]},
    "coellen--warburg": {"coellen": [N, N], "warburg": [N, [RED, "t"]]},
}


@case("CC-271", "HT-P2N-6", "HT-P2N-7", "HT-P2N-8", "AMB-38", "AMB-39")
@pytest.mark.parametrize(
    ("origin", "route", "size", "points", "stays"),
    [
        ("dortmund--paderborn.1", "dortmund--duisburg", 2, (1, 0, 1), False),
        ("hamburg--lubeck.1", "hamburg--stade", 3, (0, 1, 1), True),
        ("paderborn--warburg.1", "coellen--warburg", 4, (1, 0, 1), True),
    ],
)
def test_between_full_cities_a_neutral_route_brings_points_but_no_post(
    origin: str, route: str, size: int, points: tuple[int, int, int], stays: bool
) -> None:
    s = pushed(origin, f"{route}.{size}", spaces=fill(route, NEUTRAL, "t" * (size - 1)), posts=FULL_ENDS[route])
    assert s.happened("NeutralRouteCreated") == [{"route": route}]
    assert tuple(s.score(owner) for owner in (RED, BLUE, NEUTRAL)) == points
    assert s.to_move == BLUE
    assert not s.legal("neutral-post")
    assert s.happened("PostEstablished") == []
    assert on_route(s, route) == ({f"{route}.1": N} if stays else {})


@case("CC-272", "HT-P2N-10", "HT-END-1", "HT-END-5", "HT-RPL-1")
def test_an_empty_marker_supply_ends_the_game_after_the_displacement() -> None:
    fields: dict[str, Any] = {"spaces": fill("bremen--osnabruck", NEUTRAL, "tt"), "bag_size": 0, "actions": 3}
    s = pushed("emden--osnabruck.1", "bremen--osnabruck.3", **fields)
    assert s.used(NEUTRAL) == ["additional-post"]
    assert s.happened("MarkerSupplyExhausted") == [{"seat": RED}]
    assert not s.over
    s.play("neutral-post osnabruck")
    assert s.posts("osnabruck")[0] == N
    assert not s.over
    assert s.to_move == BLUE
    s.play("relocate kampen--osnabruck.1 t")
    assert s.space("kampen--osnabruck.1") == N
    assert s.ended_by == "marker-supply"
    assert s.to_move is None


@case("CC-273", "HT-P2N-1", "HT-P2N-2", "AMB-44", "AMB-56")
@pytest.mark.parametrize("edition", ["second", "big-box"])
def test_twelve_routes_of_the_east_begin_with_a_neutral_trader_and_no_ship_space_does(edition: str) -> None:
    s = at_the_start("east-3-5", edition)
    assert s.json["spaces"] == {f"{route}.1": N for route in TWELVE_IN_THE_EAST}
    kinds = {route["id"]: route["spaces"] for route in s.game.board.json["routes"]}
    assert {kinds[route][0] for route in TWELVE_IN_THE_EAST} == {"any"}
    assert [s.supply(seat) for seat in (RED, BLUE)] == [(5, 1), (6, 1)]
