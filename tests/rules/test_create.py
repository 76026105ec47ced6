"""The action Create, posts and abilities follow the cases of section 12.5."""

from typing import Any

import pytest

from tests.marks import case
from tests.rules.scenario import BLUE, GREEN, RED, YELLOW, Scenario, fill, merge

EXTRA_POST = "additional-post"


def creating(route: str, kinds: str, **fields: Any) -> Scenario:
    """Return a position in which Red creates a route and has to choose the reward."""
    return Scenario(spaces=fill(route, RED, kinds), **fields).play(f"create {route}")


def rewards(s: Scenario) -> set[str]:
    """Return the legal rewards."""
    return set(s.offered("reward"))


def scores(s: Scenario) -> list[int]:
    """Return the points of all seats on the track."""
    return [s.score(seat) for seat in range(s.game.players)]


def cities_line(s: Scenario) -> list[int]:
    """Return the points of all seats for controlled cities."""
    return [s.line(seat, "cities") for seat in range(s.game.players)]


@case("CC-140", "HT-RTE-1")
def test_a_route_is_not_created_by_filling_it() -> None:
    s = Scenario(spaces=fill("hamburg--lubeck", RED, "tt"), posts={"lubeck": [[RED, "t"]]}, actions=2)
    assert s.offered("create") == []
    s.play("place hamburg--lubeck.3 t")
    assert (s.to_move, s.actions, s.score(RED)) == (RED, 1, 0)
    assert s.happened("RouteCreated") == []
    assert s.empty_on("hamburg--lubeck") == set()
    assert s.offered("create") == ["hamburg--lubeck"]
    s.play("create hamburg--lubeck", "reward nothing")
    assert (s.actions, s.score(RED)) == (0, 1)
    assert s.happened("RouteCreated") == [{"seat": RED, "route": "hamburg--lubeck"}]


@case("CC-141", "HT-RTE-2", "HT-RTE-3")
def test_a_route_between_empty_cities_may_bring_nothing() -> None:
    s = Scenario(spaces=fill("hamburg--lubeck", RED, "ttt"))
    (traders, merchants), supply = s.stock(RED), s.supply(RED)
    s.play("create hamburg--lubeck")
    assert "nothing" in rewards(s)
    s.play("reward nothing")
    assert scores(s) == [0, 0, 0, 0]
    assert (s.stock(RED), s.supply(RED)) == ((traders + 3, merchants), supply)
    assert s.json["spaces"] == s.json["posts"] == {}


@case("CC-142", "HT-RTE-2")
def test_one_player_may_score_both_ends_of_anothers_route() -> None:
    s = creating("hamburg--lubeck", "ttt", posts={"hamburg": [[BLUE, "t"]], "lubeck": [[BLUE, "t"]]})
    assert scores(s) == [0, 2, 0, 0]
    assert s.happened("ControlScored") == [
        {"seat": BLUE, "city": "hamburg", "points": 1},
        {"seat": BLUE, "city": "lubeck", "points": 1},
    ]


@case("CC-143", "HT-CTL-1")
def test_an_extra_post_counts_for_control() -> None:
    s = creating(
        "bremen--minden",
        "ttt",
        posts={"minden": [[RED, "t"], [BLUE, "t"]]},
        extra_posts={"minden": [[RED, "t"]]},
    )
    assert cities_line(s) == [2, 0, 0, 0]
    assert s.happened("ControlScored") == [{"seat": RED, "city": "minden", "points": 1}]


@case("CC-144", "HT-CTL-1", "HT-CTL-2")
def test_a_tie_goes_to_the_rightmost_post_among_the_tied() -> None:
    s = creating(
        "bremen--hannover",
        "ttt",
        posts={"hannover": [[GREEN, "t"], None]},
        extra_posts={"hannover": [[RED, "t"], [BLUE, "t"], [BLUE, "t"], [RED, "t"]]},
    )
    assert cities_line(s) == [2, 0, 0, 0]
    assert s.happened("ControlScored") == [{"seat": RED, "city": "hannover", "points": 1}]


@case("CC-145", "HT-PST-4")
def test_a_post_space_beyond_the_privilege_is_closed() -> None:
    assert rewards(creating("paderborn--warburg", "ttt")) == {"post paderborn", "nothing"}
    orange = creating("paderborn--warburg", "ttt", abilities={RED: {"privilege": 1}})
    assert rewards(orange) == {"post paderborn", "post warburg", "nothing"}


@case("CC-146", "HT-PST-3", "HT-STP-1")
def test_traders_take_no_round_post_space_but_develop_the_ability_there() -> None:
    assert rewards(creating("hamburg--stade", "ttt")) == {"post hamburg", "ability privilege", "nothing"}


@case("CC-147", "HT-PST-3")
def test_merchants_take_no_square_post_space() -> None:
    s = creating("hamburg--stade", "mmm", abilities={RED: {"book": 2}})
    assert rewards(s) == {"post stade", "ability privilege", "nothing"}


@case("CC-148", "HT-ABL-2")
def test_a_fully_developed_ability_is_not_offered() -> None:
    s = creating("hamburg--lubeck", "ttt", abilities={RED: {"bank": 3}})
    assert rewards(s) == {"post hamburg", "post lubeck", "nothing"}
    below = creating("hamburg--lubeck", "ttt", abilities={RED: {"bank": 2}})
    assert rewards(below) == {"post hamburg", "post lubeck", "ability bank", "nothing"}


@case("CC-149", "HT-PST-6", "HT-CMC-1")
def test_a_city_is_completed_once_by_its_last_printed_space() -> None:
    s = Scenario(
        spaces=merge(fill("arnheim--duisburg", RED, "ttt"), fill("dortmund--duisburg", BLUE, "tt")),
        unused_markers={BLUE: [EXTRA_POST]},
    )
    assert s.completed == 0
    s.play("create arnheim--duisburg", "reward post duisburg")
    assert s.completed == 1
    assert s.happened("CityCompleted") == [{"city": "duisburg", "count": 1}]
    s.play("end-turn", "create dortmund--duisburg", "reward extra_post duisburg t")
    assert (s.posts("duisburg"), s.json["extra_posts"]) == ([[RED, "t"]], {"duisburg": [[BLUE, "t"]]})
    assert s.completed == 1
    assert len(s.happened("CityCompleted")) == 1


@pytest.mark.parametrize(
    ("route", "kinds", "posts", "abilities"),
    [
        ("dortmund--duisburg", "tt", {"dortmund": "mtt", "duisburg": "t"}, set()),
        ("hamburg--stade", "ttt", {"hamburg": "ttt", "stade": "m"}, {"ability privilege"}),
    ],
)
@case("CC-150", "HT-CMC-2", "HT-PST-8")
def test_completed_cities_admit_only_extra_posts(
    route: str, kinds: str, posts: dict[str, str], abilities: set[str]
) -> None:
    full = {city: [[BLUE, kind] for kind in row] for city, row in posts.items()}
    s = creating(route, kinds, posts=full)
    assert s.completed == 2
    assert rewards(s) == {"nothing"} | abilities
    marked = creating(route, kinds, posts=full, unused_markers={RED: [EXTRA_POST]})
    assert rewards(marked) == {"nothing"} | abilities | {f"extra_post {city} t" for city in posts}
    city = next(iter(posts))
    marked.play(f"reward extra_post {city} t")
    assert (marked.json["extra_posts"], marked.completed) == ({city: [[RED, "t"]]}, 2)


def beside_minden(**fields: Any) -> Scenario:
    """Return a position in which Red (orange, Extra Post unused) creates Minden–Paderborn with M|T|T."""
    return creating(
        "minden--paderborn",
        "mtt",
        abilities={RED: {"privilege": 1}},
        unused_markers={RED: [EXTRA_POST]},
        **fields,
    )


@pytest.mark.parametrize(
    ("reward", "printed", "extras", "used"),
    [
        ("post minden", [[BLUE, "t"], [RED, "t"], None, None], {}, []),
        ("extra_post minden t", [[BLUE, "t"], None, None, None], {"minden": [[RED, "t"]]}, [EXTRA_POST]),
        ("extra_post minden m", [[BLUE, "t"], None, None, None], {"minden": [[RED, "m"]]}, [EXTRA_POST]),
    ],
)
@case("CC-151", "HT-PST-2", "HT-PST-8")
def test_an_extra_post_is_an_alternative_to_the_next_printed_space(
    reward: str, printed: list[Any], extras: dict[str, Any], used: list[str]
) -> None:
    s = beside_minden(posts={"minden": [[BLUE, "t"]]})
    extra_posts = {"extra_post minden t", "extra_post minden m"}
    assert rewards(s) == {"post minden", "post paderborn", "nothing"} | extra_posts
    s.play(f"reward {reward}")
    assert (s.posts("minden"), s.json["extra_posts"], s.used(RED)) == (printed, extras, used)


@case("CC-152", "HT-PST-8")
def test_an_extra_post_needs_a_post_on_a_printed_space() -> None:
    assert rewards(beside_minden()) == {"post minden", "post paderborn", "nothing"}


@case("CC-153", "HT-BMK-1", "HT-PST-8")
def test_an_extra_post_is_not_used_in_the_action_in_which_it_was_taken() -> None:
    s = Scenario(
        spaces=merge(fill("bremen--osnabruck", RED, "ttt"), fill("kampen--osnabruck", RED, "tt")),
        posts={"osnabruck": [[BLUE, "t"]]},
        markers_on_routes={"bremen--osnabruck": EXTRA_POST},
        actions=2,
    )
    s.play("create bremen--osnabruck")
    assert s.unused(RED) == [EXTRA_POST]
    assert rewards(s) == {"nothing"}
    s.play("reward nothing", "create kampen--osnabruck")
    assert rewards(s) == {"extra_post osnabruck t", "nothing"}
    s.play("reward extra_post osnabruck t")
    assert (s.unused(RED), s.used(RED)) == ([], [EXTRA_POST])
    assert s.json["extra_posts"] == {"osnabruck": [[RED, "t"]]}


@case("CC-154", "HT-PST-5", "HT-PST-8")
def test_a_coin_scores_for_the_owner_of_the_post_on_it() -> None:
    s = creating("emden--groningen", "ttt", unused_markers={RED: [EXTRA_POST]})
    assert rewards(s) == {"post groningen", "ability book", "nothing"}
    assert scores(s) == [0, 0, 0, 0]
    s.play("reward post groningen")
    assert scores(s) == [1, 0, 0, 0]
    assert s.happened("CoinScored") == [{"seat": RED, "city": "groningen", "points": 1}]
    assert s.unused(RED) == [EXTRA_POST]


@case("CC-155", "HT-RTE-2", "HT-EWC-2", "HT-PST-8")
def test_an_extra_post_may_complete_the_east_west_connection() -> None:
    own = {city: [[RED, "t"]] for city in ("stendal", "brunswiek", "minden", "arnheim")}
    s = creating(
        "minden--munster",
        "ttt",
        posts=own | {"munster": [[BLUE, "m"], [GREEN, "t"]]},
        unused_markers={RED: [EXTRA_POST]},
    )
    assert scores(s) == [1, 0, 1, 0]
    assert s.happened("ControlScored") == [
        {"seat": RED, "city": "minden", "points": 1},
        {"seat": GREEN, "city": "munster", "points": 1},
    ]
    s.play("reward extra_post munster t")
    assert scores(s) == [8, 0, 1, 0]
    assert s.happened("EastWestConnected") == [{"seat": RED, "rank": 1, "points": 7}]
    assert s.json["east_west_done"] == [RED]


CHAIN = ("stendal", "brunswiek", "minden", "munster", "arnheim")


@case("CC-156", "HT-EWC-2")
def test_a_fourth_connection_scores_nothing_and_no_owner_connects_twice() -> None:
    s = Scenario(
        spaces=merge(fill("arnheim--munster", RED, "mtt"), fill("hannover--minden", BLUE, "ttt")),
        posts={
            "stendal": [[RED, "t"], [BLUE, "m"]],
            "brunswiek": [[RED, "t"]],
            "perleberg": [[BLUE, "t"]],
            "luneburg": [[BLUE, "m"]],
            "hannover": [[BLUE, "t"]],
            "minden": [[RED, "t"], [BLUE, "t"]],
            "munster": [[RED, "m"], [BLUE, "t"]],
            "arnheim": [[BLUE, "t"]],
        },
        abilities={RED: {"book": 1}, BLUE: {"book": 1, "privilege": 2}},
        extra_posts={city: [[GREEN, "t"], [YELLOW, "t"]] for city in CHAIN},
        east_west_done=[BLUE, GREEN, YELLOW],
    )
    s.play("create arnheim--munster")
    assert scores(s) == [0, 2, 0, 0]
    s.play("reward post arnheim")
    assert scores(s) == [0, 2, 0, 0]
    assert s.happened("EastWestConnected") == [{"seat": RED, "rank": 4, "points": 0}]
    s.play("end-turn", "create hannover--minden")
    assert scores(s) == [0, 4, 0, 0]
    s.play("reward post minden")
    assert s.posts("minden") == [[RED, "t"], [BLUE, "t"], [BLUE, "t"], None]
    assert scores(s) == [0, 4, 0, 0]
    assert s.json["east_west_done"] == [BLUE, GREEN, YELLOW, RED]
    assert len(s.happened("EastWestConnected")) == 1


@case("CC-157", "HT-STP-1", "HT-ABL-2")
def test_developing_the_book_brings_a_merchant_into_the_supply() -> None:
    s = Scenario(spaces=fill("emden--groningen", RED, "ttt"), supply={RED: (5, 1)})
    assert s.stock(RED) == (3, 0)
    s.play("create emden--groningen", "reward ability book")
    assert s.level(RED, "book") == 1
    assert (s.supply(RED), s.stock(RED)) == ((5, 2), (6, 0))
    assert s.json["spaces"] == s.json["posts"] == {}


@case("CC-158", "HT-ABL-1", "HT-ABL-2")
def test_the_first_two_levels_of_the_keys_have_the_same_value() -> None:
    s = Scenario(
        spaces=fill("halle--quedlinburg", RED, "tttt"),
        posts={"minden": [[RED, "t"]]},
        unused_markers={RED: ["develop-ability"]},
        supply={RED: (5, 1)},
    )
    assert (s.level(RED, "keys"), s.line(RED, "network")) == (0, 1)
    s.play("create halle--quedlinburg", "reward ability keys")
    assert (s.level(RED, "keys"), s.line(RED, "network"), s.supply(RED)) == (1, 2, (6, 1))
    s.play("use develop-ability keys")
    assert (s.level(RED, "keys"), s.line(RED, "network"), s.supply(RED)) == (2, 2, (7, 1))


@pytest.mark.parametrize(("kinds", "offered"), [("mttt", {"special 8", "special 11"}), ("tttt", set())])
@case("CC-159", "HT-STP-3")
def test_special_prestige_needs_a_merchant_of_the_route_and_an_empty_space(kinds: str, offered: set[str]) -> None:
    s = creating("coellen--warburg", kinds, abilities={RED: {"privilege": 3}}, special={"7": BLUE, "9": GREEN})
    assert {reward for reward in rewards(s) if reward.startswith("special")} == offered
    assert rewards(s) - offered == {"post coellen", "post warburg", "nothing"}


@case("CC-160", "HT-END-2")
def test_special_prestige_does_not_reach_the_track() -> None:
    s = creating("coellen--warburg", "mttt", abilities={RED: {"privilege": 3}}, score={RED: 18}, actions=2)
    s.play("reward special 11")
    assert (s.score(RED), s.line(RED, "special")) == (18, 11)
    assert (s.over, s.to_move, s.actions) == (False, RED, 1)


@case("CC-161", "HT-STP-3", "HT-SCO-D")
def test_a_player_may_hold_several_special_spaces() -> None:
    s = creating("coellen--warburg", "mttt", abilities={RED: {"book": 1}}, special={"8": RED})
    assert s.line(RED, "special") == 8
    assert s.offered("reward", "special") == ["7"]
    s.play("reward special 7")
    assert s.json["special"] == {"7": RED, "8": RED}
    assert s.line(RED, "special") == 15


@case("CC-162", "HT-PST-2", "HT-PST-3")
def test_a_round_next_space_is_not_skipped_for_a_trader() -> None:
    posts = {"arnheim": [[BLUE, "t"]]}
    orange = {RED: {"privilege": 1, "book": 1}}
    assert rewards(creating("arnheim--duisburg", "ttt", posts=posts)) == {"post duisburg", "nothing"}
    skilled = creating("arnheim--duisburg", "ttt", posts=posts, abilities=orange)
    assert rewards(skilled) == {"post duisburg", "nothing"}
    with_merchant = creating("arnheim--duisburg", "mtt", posts=posts)
    assert rewards(with_merchant) == {"post arnheim", "post duisburg", "nothing"}


@case("CC-163", "HT-PST-1", "HT-RTE-2")
def test_the_pieces_not_used_for_the_post_go_to_the_stock() -> None:
    s = Scenario(spaces=fill("hamburg--stade", RED, "mtt"), supply={RED: (5, 0)})
    assert s.stock(RED) == (4, 0)
    s.play("create hamburg--stade", "reward post hamburg")
    assert s.posts("hamburg") == [[RED, "t"], None, None]
    assert (s.supply(RED), s.stock(RED)) == ((5, 0), (5, 1))
    assert s.json["spaces"] == {}
