"""Rules without a case in the specification hold: cities, scoring, boards and two players."""

from __future__ import annotations

from typing import Any

import pytest

from kontor.games.teutonica.board_file import load
from kontor.games.teutonica.setup import BOARDS
from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, NEUTRAL, RED, Scenario, fill, merge

PERMANENT = {
    "hanse-2-3": {},
    "hanse-4-5": {},
    "east-3-5": {
        "danzig--malmo": "place-2-from-route",
        "malmo--stralsund": "develop-privilege",
        "malmo--visby": "green-city-post",
        "stralsund--wismar": "move-2-any",
    },
    "britannia-2-3": {
        "calais--canterbury": "move-2-any",
        "calais--southampton": "place-2-wales-scotland",
        "carlisle--isle-of-man": "move-2-any",
    },
    "britannia-4-5": {"calais--canterbury": "move-2-any", "calais--southampton": "place-2-wales-scotland"},
}
CARDS = [
    "osnabruck/stendal/paderborn",
    "dortmund/minden/luneburg",
    "minden/perleberg/goslar",
    "arnheim/perleberg/hannover",
    "dortmund/stendal/kampen",
    "arnheim/osnabruck/hildesheim",
    "arnheim/perleberg/bremen",
    "minden/osnabruck/magdeburg",
    "dortmund/stendal/munster",
]


def neutral(board: str = "hanse-2-3", edition: str = "second", **fields: Any) -> Scenario:
    """Return a position of the neutral variant."""
    return Scenario(board, edition=edition, players=2, **fields)


# permanent markers


@case("HT-PRM-9")
@pytest.mark.parametrize("board", BOARDS)
def test_permanent_markers_belong_to_the_routes_of_the_board(board: str) -> None:
    printed = {route["id"]: route["permanent"] for route in load(board)["routes"] if route["permanent"]}
    assert printed == PERMANENT[board]


@case("HT-PRM-3", "HT-RPL-2")
@pytest.mark.parametrize("board", ["east-3-5", "britannia-2-3", "britannia-4-5"])
def test_no_ordinary_marker_is_placed_on_a_route_with_a_permanent_one(board: str) -> None:
    tavern = {"east-3-5": "brandenburg--tangermunde"}.get(board, "salisbury--southampton")
    s = Scenario(board, spaces=fill(tavern, RED, "tt"))
    s.play(f"create {tavern}", "reward nothing", "end-turn", "chance actions-3")
    offered = {words.split()[0] for words in s.offered("place-marker")}
    assert offered
    assert not offered & set(PERMANENT[board])


# cities


@case("HT-PST-9", "HT-EAS-4")
def test_a_green_city_takes_no_normal_post() -> None:
    s = Scenario("east-3-5", spaces=fill("waren--wismar", RED, "mtt"), abilities={RED: {"privilege": 3}})
    s.play("create waren--wismar")
    assert s.offered("reward", "post") == ["wismar"]
    assert s.offered("reward", "extra_post") == []


@case("HT-PST-7", "HT-PRM-7", "HT-EWC-1")
def test_a_post_by_a_permanent_marker_is_checked_for_the_connection() -> None:
    s = Scenario(
        "east-3-5",
        spaces=fill("malmo--visby", RED, "tmt"),
        posts={
            "lubeck": [[RED, "t"], None, None],
            "wismar": [[RED, "t"], None],
            "stettin": [[RED, "t"], None],
            "kulm": [[RED, "t"], None],
            "danzig": [[RED, "t"], None, None, None],
        },
        green_posts={"waren": [[RED, "t", "extra"]]},
    )
    s.play("create malmo--visby", "reward nothing", "permanent belgard t")
    assert (s.score(RED), s.json["east_west_done"]) == (7, [RED])


@case("HT-CTL-3", "HT-P2N-6")
def test_the_neutral_player_controls_like_a_human() -> None:
    s = neutral(
        spaces=fill("hamburg--lubeck", RED, "ttt"),
        posts={
            "hamburg": [[NEUTRAL, "t"], [RED, "t"], [NEUTRAL, "t"]],
            "lubeck": [[RED, "t"], [NEUTRAL, "t"]],
        },
    )
    s.play("create hamburg--lubeck", "reward nothing")
    assert (s.score(NEUTRAL), s.score(RED)) == (2, 0), "by number in Hamburg, by place in Lübeck"


# scoring


@case("HT-SCO-G", "HT-REG-2")
def test_wales_and_scotland_are_a_line_of_the_score() -> None:
    posts = {"cardiff": [[RED, "t"], None, None, None, None], "edinburgh": [[RED, "t"], [BLUE, "m"]]}
    s = Scenario("britannia-4-5", posts=posts)
    assert [s.line(seat, "regions") for seat in (RED, BLUE, GREEN)] == [7 + 4, 7, 0]
    assert s.sheet.scores[BLUE].total == 7 + 2 + 1, "regions, one city, a network of one"
    hanse = Scenario(posts={"minden": [[RED, "t"], None, None, None]})
    assert hanse.line(RED, "regions") == 0


@case("HT-SCO-H", "HT-MIS-2")
def test_the_mission_card_is_a_line_of_the_score() -> None:
    s = Scenario(
        modules=["mission-cards"],
        missions={RED: ["dortmund", "minden", "luneburg"], BLUE: ["minden", "perleberg", "goslar"]},
        posts={"minden": [[RED, "t"], [BLUE, "t"], None, None], "perleberg": [[BLUE, "t"], None, None]},
    )
    assert [s.line(seat, "mission") for seat in (RED, BLUE, GREEN)] == [1, 2, 0]
    assert s.sheet.scores[BLUE].total == 2 + 2 * 2 + 1, "mission, two cities, a network of one"


@case("HT-WIN-2", "HT-P2N-11")
def test_the_neutral_player_neither_wins_nor_is_ranked() -> None:
    s = neutral(
        score={NEUTRAL: 19, RED: 3, BLUE: 1},
        posts={"minden": [[NEUTRAL, "t"]] * 4},
        used_markers={NEUTRAL: ["actions-3", "actions-4"]},
    )
    assert (s.sheet.winners, s.ranking) == ([RED], [[RED], [BLUE]])
    assert len(s.sheet.scores) == 2


@case("HT-MIS-3", "HT-MIS-1")
def test_the_nine_cards_have_six_cities_thrice_and_nine_once() -> None:
    cards = load("mission-cards")["cards"]
    assert ["/".join(card["cities"]) for card in cards] == CARDS
    named = [city for card in cards for city in card["cities"]]
    assert sorted(named.count(city) for city in set(named)) == [1] * 9 + [3] * 6
    s = Scenario(modules=["mission-cards"], missions={RED: ["dortmund", "stendal", "munster"]})
    assert s.json["missions"] == {"0": ["dortmund", "stendal", "munster"]}


# neutral traders


@case("HT-P2N-4", "HT-BMK-15", "AMB-57")
def test_a_removed_neutral_trader_leaves_the_board() -> None:
    s = neutral(unused_markers={RED: ["remove-3"]})
    supplies = s.json["supply"], s.json["stock"]
    s.play("use remove-3", "remove hamburg--lubeck.1", "remove bremen--osnabruck.1", "stop")
    assert (s.space("hamburg--lubeck.1"), s.space("bremen--osnabruck.1")) == (None, None)
    assert (s.json["supply"], s.json["stock"]) == supplies
    assert sum(owner == NEUTRAL for owner, _ in s.json["spaces"].values()) == 7


@case("HT-P2N-4", "HT-BMK-16", "AMB-57")
def test_neutral_traders_are_moved_like_those_of_opponents() -> None:
    s = neutral(edition="big-box", unused_markers={RED: ["move-3"]})
    s.play("use move-3", "lift hamburg--lubeck.1", "stop", "put minden--munster.2")
    assert (s.space("hamburg--lubeck.1"), s.space("minden--munster.2")) == (None, [NEUTRAL, "t"])


@case("HT-P2N-4", "HT-P2N-5", "AMB-57")
def test_a_move_that_fills_a_route_with_neutral_traders_creates_it() -> None:
    s = neutral(
        edition="big-box",
        unused_markers={RED: ["move-3"]},
        spaces=merge(fill("kampen--osnabruck", NEUTRAL, "t"), fill("hamburg--lubeck", NEUTRAL, "t")),
    )
    s.play("use move-3", "lift hamburg--lubeck.1", "stop", "put kampen--osnabruck.2")
    assert s.moves == ["neutral-post kampen", "neutral-post osnabruck"]
    s.play("neutral-post osnabruck")
    assert s.posts("osnabruck") == [[NEUTRAL, "t"], None, None]


@case("HT-P2N-4", "HT-BMK-11", "AMB-57")
@pytest.mark.parametrize("edition", ["second", "big-box"])
def test_neutral_posts_are_exchanged(edition: str) -> None:
    s = neutral(
        edition=edition,
        posts={"minden": [[RED, "t"], [NEUTRAL, "t"], None, None]},
        unused_markers={RED: ["exchange-posts"]},
    )
    s.play("use exchange-posts minden 0")
    assert s.posts("minden") == [[NEUTRAL, "t"], [RED, "t"], None, None]


@case("HT-P2N-15", "HT-BRI-8")
@pytest.mark.parametrize(
    ("route", "countries"), [("cardiff--pembroke", {"wales", "england"}), ("cardiff--oxford", {"england"})]
)
def test_a_displaced_neutral_trader_needs_no_permission_but_keeps_to_its_country(
    route: str, countries: set[str]
) -> None:
    s = neutral(
        "britannia-2-3",
        spaces=fill(route, NEUTRAL, "t"),
        posts={"cardiff": [[RED, "t"], None, None, None]},
    )
    s.play(f"displace {route}.1 t 0")
    regions = {r["id"]: r["region"] for r in load("britannia-2-3")["routes"]}
    assert s.to_move == BLUE, "who has no permission"
    assert {regions[target] for target in s.routes("relocate")} == countries


# East


def eight_completed() -> dict[str, Any]:
    """Return posts that complete eight cities of East."""
    pairs = {"allenstein": "tt", "anklam": "tt", "brandenburg": "mt", "braunsberg": "tm"}
    posts = {city: [[BLUE, kind] for kind in kinds] for city, kinds in pairs.items()}
    single = {"berlin-colln": "t", "tangermunde": "t", "wittenberg": "t", "visby": "m"}
    return {**posts, **{city: [[GREEN, kind]] for city, kind in single.items()}}


@case("HT-EAS-1", "HT-END-1")
@pytest.mark.parametrize(("more", "ending"), [({}, None), ({"kulm": [[RED, "t"], [RED, "t"]]}, "completed-cities")])
def test_east_ends_with_ten_completed_cities(more: dict[str, Any], ending: str | None) -> None:
    s = Scenario(
        "east-3-5",
        spaces=fill("havelberg--perleberg", RED, "tt"),
        posts=eight_completed() | more,
        abilities={RED: {"privilege": 1}, BLUE: {"book": 1}},
    )
    s.play("create havelberg--perleberg", "reward post perleberg")
    assert (s.completed, s.ended_by) == (9 + bool(more), ending)


@case("HT-EAS-1", "HT-STP-3", "HT-EWC-1")
def test_east_has_the_base_setup_special_prestige_in_konigsberg_and_lubeck_to_danzig() -> None:
    s = Scenario("east-3-5", spaces=fill("danzig--konigsberg", RED, "mttt"))
    s.play("create danzig--konigsberg")
    assert s.offered("reward", "special") == ["7"]
    start = Scenario("east-3-5", players=5)
    assert [start.supply(seat) for seat in range(5)] == [(5 + seat, 1) for seat in range(5)]
    assert [start.stock(seat) for seat in range(5)] == [(6 - seat, 0) for seat in range(5)]
    assert sorted(load("east-3-5")["east_west"]["cities"]) == ["danzig", "lubeck"]


# Britannia


@case("HT-BRI-6", "HT-BRI-4")
def test_unused_permissions_lapse_at_the_end_of_the_turn() -> None:
    s = Scenario("britannia-4-5", posts={"cardiff": [[RED, "t"], None, None, None, None]})
    s.play("end-turn", "end-turn", "end-turn", "end-turn")
    s.play("place cardiff--pembroke.1 t")
    assert s.json["permissions_used"] == ["cardiff"]
    assert "cardiff--pembroke" not in s.routes("place"), "that of the last turn is gone"
    s.play("end-turn", "end-turn", "end-turn", "end-turn")
    assert s.json["permissions_used"] == []
    assert "cardiff--pembroke" in s.routes("place"), "every turn brings a new one"


@case("HT-BRI-13", "HT-STP-1")
@pytest.mark.parametrize(
    ("route", "kinds", "ability"),
    [
        ("cambridge--london", "ttt", "privilege"),
        ("london--oxford", "tttt", "privilege"),
        ("chester--conway", "ttt", "actions"),  # Wales
        ("chester--hereford", "tttt", "actions"),  # England
        ("carlisle--chester", "tmm", "actions"),
        ("durham--newcastle", "ttt", "bank"),
        ("dunbar--newcastle", "ttt", "bank"),  # Scotland
        ("cambridge--norwich", "ttt", "book"),
        ("durham--york", "ttt", "keys"),
    ],
)
def test_the_cities_of_britannia_develop_what_they_show(route: str, kinds: str, ability: str) -> None:
    s = Scenario("britannia-4-5", spaces=fill(route, RED, kinds), abilities={RED: {"book": 2}})
    s.play(f"create {route}")
    assert s.offered("reward", "ability") == [ability]
