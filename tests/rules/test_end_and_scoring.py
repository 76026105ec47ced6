"""The end of the game, final scoring and the winner follow the cases of section 12.7."""

from typing import Any

import pytest

from kontor.core.values import IllegalMove
from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, RED, YELLOW, Scenario, fill

Posts = dict[str, list[Any]]

NINE_COMPLETED: Posts = {
    "stade": [[BLUE, "m"]],
    "brunswiek": [[BLUE, "t"]],
    "bremen": [[GREEN, "m"], [GREEN, "t"]],
    "emden": [[YELLOW, "m"], [YELLOW, "t"]],
    "goslar": [[BLUE, "t"], [GREEN, "t"]],
    "halle": [[YELLOW, "t"], [BLUE, "t"]],
    "hannover": [[GREEN, "t"], [YELLOW, "t"]],
    "hildesheim": [[BLUE, "t"], [GREEN, "t"]],
    "lubeck": [[YELLOW, "t"], [BLUE, "t"]],
}
ALL_MARKERS = [
    *["additional-post"] * 4,
    *["exchange-posts"] * 3,
    *["actions-3"] * 2,
    *["actions-4"] * 2,
    *["develop-ability"] * 2,
    *["move-3"] * 2,
]
HIGHEST = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}


def alone(seat: int, *cities: str) -> Posts:
    """Return one trader of a seat on the first printed space of each city."""
    return {city: [[seat, "t"]] for city in cities}


def is_done(s: Scenario) -> bool:
    """Return whether the game is over and has no legal move."""
    return s.over and s.to_move is None and s.moves == []


@case("CC-190", "HT-END-1", "HT-END-3", "HT-END-4")
def test_twenty_points_of_another_player_end_the_game_after_the_action() -> None:
    s = Scenario(
        actions=3,
        score={BLUE: 19},
        posts={"stade": [[BLUE, "m"]]},
        spaces=fill("hamburg--stade", RED, "ttt"),
    )
    s.play("create hamburg--stade")
    assert (s.score(BLUE), s.over, s.to_move) == (20, False, RED)
    s.play("reward ability privilege")
    assert s.level(RED, "privilege") == 1
    assert s.ended_by == "twenty-points"
    assert is_done(s)


@case("CC-191", "HT-END-1", "HT-PST-6")
def test_the_tenth_completed_city_ends_the_game_after_the_action() -> None:
    s = Scenario(posts=NINE_COMPLETED, spaces=fill("arnheim--duisburg", RED, "ttt"))
    s.play("create arnheim--duisburg")
    assert not s.over
    s.play("reward post duisburg")
    assert s.happened("CityCompleted") == [{"city": "duisburg", "count": 10}]
    assert s.ended_by == "completed-cities"
    assert is_done(s)


@case("CC-192", "HT-END-4")
def test_three_triggers_in_one_action_end_the_game_once_after_it() -> None:
    s = Scenario(
        score={RED: 19},
        posts=NINE_COMPLETED | alone(RED, "arnheim"),
        spaces=fill("arnheim--duisburg", RED, "ttt"),
        markers_on_routes={"arnheim--duisburg": "exchange-posts"},
        bag={},
    )
    s.play("create arnheim--duisburg")
    assert (s.score(RED), s.over, s.to_move) == (20, False, RED)
    assert s.happened("MarkerSupplyExhausted") == [{"seat": RED}]
    s.play("reward post duisburg")
    assert s.happened("CityCompleted") == [{"city": "duisburg", "count": 10}]
    assert s.happened("GameEnded") == [{"ending": "twenty-points"}]
    assert s.unused(RED) == ["exchange-posts"]
    assert is_done(s)


@case("CC-193", "HT-END-3", "HT-EWC-2", "HT-EWC-3")
def test_points_of_the_whole_action_count_beyond_twenty() -> None:
    s = Scenario(
        score={RED: 19},
        posts=alone(RED, "stendal", "brunswiek", "minden") | {"munster": [[RED, "m"]]},
        spaces=fill("arnheim--munster", RED, "ttt"),
    )
    s.play("create arnheim--munster")
    assert (s.score(RED), s.over, s.to_move) == (20, False, RED)
    s.play("reward post arnheim")
    assert s.posts("arnheim") == [[RED, "t"], None, None, None]
    assert s.json["east_west_done"] == [RED]
    assert s.score(RED) == 27
    assert s.ended_by == "twenty-points"
    assert is_done(s)


@case("CC-194", "HT-END-3", "HT-PRM-1")
def test_the_permanent_marker_may_still_be_used_after_twenty_points_in_step_one() -> None:
    s = Scenario(
        "east-3-5",
        score={RED: 19},
        abilities={RED: {"book": 3, "privilege": 1}},
        posts={"malmo": [[RED, "m"]]},
        spaces=fill("malmo--stralsund", RED, "mmt"),
        supply={RED: [5, 1]},
    )
    traders, merchants = s.stock(RED)
    s.play("create malmo--stralsund")
    assert (s.score(RED), s.over, s.to_move) == (20, False, RED)
    s.play("reward post stralsund")
    assert s.posts("stralsund") == [[RED, "t"], None]
    assert s.stock(RED) == (traders, merchants + 2)
    assert (s.over, s.to_move, s.moves) == (False, RED, ["permanent privilege", "stop"])
    s.play("permanent privilege")
    assert (s.level(RED, "privilege"), s.supply(RED)) == (2, (6, 1))
    assert s.ended_by == "twenty-points"
    assert is_done(s)


@case("CC-195", "HT-WIN-1", "ED-15")
@pytest.mark.parametrize(
    ("edition", "winners", "ranking"),
    [
        ("big-box", [BLUE], [[BLUE], [RED], [GREEN, YELLOW]]),
        ("first", [RED, BLUE], [[RED, BLUE], [GREEN, YELLOW]]),
    ],
)
def test_the_lower_actions_level_breaks_a_tie_in_the_big_box_only(
    edition: str, winners: list[int], ranking: list[list[int]]
) -> None:
    s = Scenario(
        edition=edition,
        score={RED: 60, BLUE: 60},
        abilities={RED: {"actions": 2}, BLUE: {"actions": 1}},
    )
    assert [score.total for score in s.sheet.scores] == [60, 60, 0, 0]
    assert s.sheet.winners == winners
    assert s.ranking == ranking


@case("CC-196", "HT-WIN-1")
@pytest.mark.parametrize(
    ("keys", "track", "network", "winners"),
    [(4, 30, 24, [RED]), (3, 36, 18, [RED, BLUE])],
    ids=["24 against 18", "18 each"],
)
def test_the_larger_network_score_breaks_a_tie_of_equal_actions_levels(
    keys: int, track: int, network: int, winners: list[int]
) -> None:
    s = Scenario(
        score={RED: track, BLUE: 36},
        abilities={RED: {"keys": keys, "actions": 2}, BLUE: {"keys": 3, "actions": 2}},
        posts={
            "minden": [[RED, "t"]] * 4,
            "paderborn": [[RED, "t"], [RED, "m"]],
            "stendal": [[BLUE, "t"], [BLUE, "m"], [BLUE, "t"], [BLUE, "t"]],
            "perleberg": [[BLUE, "t"], [BLUE, "t"]],
        },
    )
    assert (s.line(RED, "network"), s.line(BLUE, "network")) == (network, 18)
    assert s.sheet.scores[RED].total == s.sheet.scores[BLUE].total == 58
    assert s.sheet.winners == winners


@case("CC-197", "HT-SCO-C")
@pytest.mark.parametrize(
    ("count", "points"),
    [*zip([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12], [0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21], strict=True)],
)
def test_markers_score_by_their_number_used_or_not(count: int, points: int) -> None:
    owned = ALL_MARKERS[:count]
    s = Scenario(
        markers_on_routes={},
        used_markers={RED: owned[: count // 2]},
        unused_markers={RED: owned[count // 2 :]},
    )
    assert s.line(RED, "markers") == points
    assert s.line(BLUE, "markers") == 0


@case("CC-198", "HT-SCO-B", "HT-FAV-9")
@pytest.mark.parametrize(
    ("favours", "points"), [({}, 16), ({RED: ["abilities-seven"]}, 28), ({BLUE: ["abilities-seven"]}, 16)]
)
def test_full_abilities_except_city_keys_score_four_or_seven_for_the_scholar(
    favours: dict[int, list[str]], points: int
) -> None:
    s = Scenario(modules=["emperors-favour"], abilities={RED: HIGHEST}, favours=favours)
    assert s.line(RED, "abilities") == points
    assert s.line(BLUE, "abilities") == 0


@case("CC-199", "HT-SCO-E", "HT-FAV-8")
@pytest.mark.parametrize(
    ("favours", "points"), [({}, 10), ({RED: ["cities-double"]}, 20), ({BLUE: ["cities-double"]}, 10)]
)
def test_controlled_cities_score_two_or_four_for_the_governor(favours: dict[int, list[str]], points: int) -> None:
    shared: Posts = {"minden": [[BLUE, "t"], [RED, "t"]], "hamburg": [[RED, "t"], [BLUE, "t"]]}
    posts = alone(RED, "hannover", "duisburg", "halle", "stendal") | shared
    s = Scenario(modules=["emperors-favour"], posts=posts, favours=favours)
    assert s.line(RED, "cities") == points
    assert s.line(BLUE, "cities") == (4 if BLUE in favours else 2)


@case("CC-200", "HT-SCO-A", "HT-SCO-B", "HT-SCO-C", "HT-SCO-D", "HT-SCO-E", "HT-SCO-F")
def test_the_total_is_the_sum_of_all_categories() -> None:
    s = Scenario(
        score={RED: 14},
        abilities={RED: {"book": 3, "bank": 3, "keys": 1}},
        used_markers={RED: ["actions-3", "actions-4"]},
        unused_markers={RED: ["develop-ability", "move-3", "exchange-posts"]},
        special={"8": RED},
        posts=alone(RED, "hannover", "paderborn", "hildesheim", "warburg", "halle")
        | {"minden": [[RED, "t"], [RED, "t"], [RED, "t"]], "stendal": [[RED, "t"], [BLUE, "m"]]},
    )
    assert s.sheet.scores[RED].lines == {
        "track": 14,
        "abilities": 8,
        "markers": 6,
        "special": 8,
        "cities": 12,
        "regions": 0,
        "network": 14,
        "mission": 0,
    }
    assert s.sheet.scores[RED].total == 62


@case("CC-201", "HT-NET-1")
def test_without_a_post_there_is_no_network() -> None:
    s = Scenario(
        abilities={RED: {"keys": 4}},
        posts=alone(BLUE, "minden"),
        spaces=fill("hannover--minden", RED, "ttt"),
        special={"7": RED},
    )
    assert (s.line(RED, "network"), s.line(BLUE, "network")) == (0, 1)


@case("CC-202", "HT-NET-1")
def test_a_network_counts_posts_not_cities_and_extra_posts_as_well() -> None:
    s = Scenario(
        abilities={RED: {"keys": 4}},
        posts={"kampen": [[RED, "m"]], "osnabruck": [[RED, "t"]]},
        extra_posts={"kampen": [[RED, "t"]]},
    )
    assert s.line(RED, "network") == 12


@case("CC-203", "HT-SCO-C", "HT-END-4")
def test_unused_markers_count_at_the_end_but_nothing_can_be_used_any_more() -> None:
    s = Scenario(
        score={BLUE: 19},
        posts={"stade": [[BLUE, "m"]]},
        spaces=fill("hamburg--stade", RED, "ttt"),
        unused_markers={RED: ["actions-3", "develop-ability"]},
        used_markers={BLUE: ["actions-3", "develop-ability"]},
    )
    assert s.legal("use actions-3")
    assert s.legal("use develop-ability book")
    s.play("create hamburg--stade", "reward nothing")
    assert is_done(s)
    for words in ("use actions-3", "use develop-ability book", "end-turn"):
        with pytest.raises(IllegalMove):
            s.play(words)
    assert s.unused(RED) == ["actions-3", "develop-ability"]
    assert (s.line(RED, "markers"), s.line(BLUE, "markers")) == (3, 3)


@case("CC-204", "HT-WIN-1")
@pytest.mark.parametrize(
    ("edition", "ranking"),
    [("big-box", [[RED], [GREEN], [BLUE], [YELLOW]]), ("first", [[RED], [BLUE, GREEN], [YELLOW]])],
)
def test_lower_places_are_ordered_like_the_first(edition: str, ranking: list[list[int]]) -> None:
    s = Scenario(
        edition=edition,
        score={RED: 70, BLUE: 60, GREEN: 60, YELLOW: 50},
        abilities={BLUE: {"actions": 2}, GREEN: {"actions": 1}},
    )
    assert [score.total for score in s.sheet.scores] == [70, 60, 60, 50]
    assert s.sheet.winners == [RED]
    assert s.ranking == ranking
