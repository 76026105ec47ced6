"""Displacement and relocation follow the cases of section 12.3."""

from typing import Any

import pytest

from tests.marks import case
from tests.rules.scenario import BLUE, FULL, GREEN, RED, Pieces, Scenario, crowd, fill, merge

TARGET = "dortmund--paderborn.1"
RING_1 = ("dortmund--duisburg", "minden--paderborn", "paderborn--warburg", "hildesheim--paderborn")


def facing(kind: str, supply: tuple[int, int], board: str = "hanse-4-5", target: str = TARGET) -> Scenario:
    """Return a position in which Red, with this supply, can displace one piece of Blue."""
    return Scenario(board, spaces={target: [BLUE, kind]}, supply={RED: supply})


def displaced(kind: str, **fields: Any) -> Scenario:
    """Return a position in which Red has displaced a piece of Blue and Blue has to decide."""
    spaces = merge({TARGET: [BLUE, kind]}, fields.pop("spaces", {}))
    s = Scenario(spaces=spaces, **fields).play(f"displace {TARGET} t 0")
    assert s.to_move == BLUE
    return s


def from_emden(*others: Pieces, **fields: Any) -> Scenario:
    """Return a position in which Red has displaced Blue's trader from the otherwise empty Emden–Groningen."""
    spaces = merge(fill("emden--groningen", BLUE, "t"), *others)
    s = Scenario("hanse-2-3", spaces=spaces, **fields).play("displace emden--groningen.1 t 0")
    assert s.to_move == BLUE
    return s


def parked(traders: int) -> dict[str, list[Any]]:
    """Return posts of Blue that hold that many traders, which leaves few for supply and stock."""
    rows = {city: [[BLUE, "t"]] * room for city, room in {"minden": 4, "osnabruck": 3, "hamburg": 3}.items()}
    for city in reversed(rows):
        spare = min(len(rows[city]), sum(map(len, rows.values())) - traders)
        rows[city] = rows[city][spare:]
    return rows


def targets(s: Scenario, kind: str) -> set[str]:
    """Return the spaces to which a piece of the kind may be relocated."""
    return {move.split()[0] for move in s.offered("relocate") if move.endswith(f" {kind}")}


@case("CC-110", "HT-DSP-2")
def test_displacing_a_trader_needs_two_tradesmen() -> None:
    assert facing("t", (1, 0)).offered("displace") == []
    s = facing("t", (2, 0))
    assert s.stock(RED) == (9, 1)
    assert s.offered("displace") == [f"{TARGET} t 0"]
    s.play(f"displace {TARGET} t 0")
    assert s.space(TARGET) == [RED, "t"]
    assert (s.supply(RED), s.stock(RED)) == ((0, 0), (10, 1))


@case("CC-111", "HT-DSP-2")
def test_displacing_a_merchant_needs_three_tradesmen() -> None:
    assert facing("m", (2, 0)).offered("displace") == []
    s = facing("m", (3, 0))
    assert s.stock(RED) == (8, 1)
    assert s.offered("displace") == [f"{TARGET} t 0"]
    s.play(f"displace {TARGET} t 0")
    assert s.space(TARGET) == [RED, "t"]
    assert (s.supply(RED), s.stock(RED)) == ((0, 0), (10, 1))


@case("CC-112", "HT-DSP-3")
def test_the_fee_comes_from_what_is_left_after_putting_down() -> None:
    s = facing("m", (2, 1))
    assert sorted(s.offered("displace")) == [f"{TARGET} m 0", f"{TARGET} t 1"]
    s.play(f"displace {TARGET} t 1")
    assert s.happened("FeePaid") == [{"seat": RED, "traders": 1, "merchants": 1}]
    assert (s.supply(RED), s.stock(RED)) == ((0, 0), (10, 1))
    s = facing("m", (2, 1)).play(f"displace {TARGET} m 0")
    assert s.happened("FeePaid") == [{"seat": RED, "traders": 2, "merchants": 0}]
    assert s.space(TARGET) == [RED, "m"]
    assert (s.supply(RED), s.stock(RED)) == ((0, 0), (11, 0))


@case("CC-113", "HT-DSP-2")
def test_a_ship_space_is_taken_only_by_a_merchant() -> None:
    ship = "malmo--visby.2"
    assert facing("m", (5, 0), "east-3-5", ship).offered("displace") == []
    s = facing("m", (2, 1), "east-3-5", ship)
    assert s.offered("displace") == [f"{ship} m 0"]
    s.play(f"displace {ship} m 0")
    assert s.space(ship) == [RED, "m"]
    assert s.happened("FeePaid") == [{"seat": RED, "traders": 2, "merchants": 0}]
    assert (s.supply(RED), s.stock(RED)) == ((0, 0), (11, 0))


@case("CC-114", "HT-DSP-1")
def test_own_pieces_are_not_displaced() -> None:
    s = Scenario(spaces=merge({TARGET: [RED, "t"]}, {"dortmund--paderborn.2": [BLUE, "t"]}))
    assert {move.split()[0] for move in s.offered("displace")} == {"dortmund--paderborn.2"}


@case("CC-115", "HT-DSP-8", "HT-DSP-9")
def test_a_full_first_ring_sends_the_piece_to_the_second_never_to_its_own_route() -> None:
    s = from_emden(fill("emden--osnabruck", GREEN, "tttt"))
    assert targets(s, "t") == {
        *("kampen--osnabruck.1", "kampen--osnabruck.2"),
        *("bremen--osnabruck.1", "bremen--osnabruck.2", "bremen--osnabruck.3"),
    }
    assert "emden--groningen" not in s.routes("relocate")


@case("CC-116", "HT-DSP-8")
def test_full_first_and_second_rings_send_the_piece_to_the_third() -> None:
    near = merge(fill("emden--osnabruck", GREEN, "tttt"), fill("kampen--osnabruck", GREEN, "tt"))
    s = from_emden(near, fill("bremen--osnabruck", GREEN, "ttt"))
    third = ("bremen--hamburg", "bremen--minden", "bremen--hannover", "arnheim--kampen")
    assert s.routes("relocate") == set(third)
    assert targets(s, "t") == s.empty_on(*third)


RING_2_OF_EMDEN = ("kampen--osnabruck", "bremen--osnabruck")


@case("CC-117", "HT-DSP-10")
def test_after_the_displaced_piece_took_the_last_near_space_the_extra_goes_one_ring_further() -> None:
    s = from_emden(fill("emden--osnabruck", GREEN, "ttt"), stock={BLUE: (5, 0)})
    assert s.moves == ["relocate emden--osnabruck.4 t"]
    s.play("relocate emden--osnabruck.4 t")
    assert targets(s, "t") == s.empty_on(*RING_2_OF_EMDEN)
    assert len(targets(s, "t")) == 5
    s.play("relocate kampen--osnabruck.1 t")
    assert (s.stock(BLUE), s.to_move) == ((4, 0), RED)


@case("CC-117", "HT-DSP-10")
def test_an_extra_may_take_the_last_near_space_before_the_displaced_piece() -> None:
    # A merchant in the stock, so that the extra differs from the displaced trader.
    s = from_emden(fill("emden--osnabruck", GREEN, "ttt"), stock={BLUE: (4, 1)})
    assert sorted(s.moves) == ["relocate emden--osnabruck.4 m", "relocate emden--osnabruck.4 t"]
    s.play("relocate emden--osnabruck.4 m")
    assert s.stock(BLUE) == (4, 0)
    assert set(s.moves) == {f"relocate {space} t" for space in s.empty_on(*RING_2_OF_EMDEN)}
    s.play("relocate bremen--osnabruck.3 t")
    assert (s.stock(BLUE), s.to_move) == ((4, 0), RED)


@case("CC-118", "HT-DSP-6")
def test_the_supply_gives_an_extra_only_when_the_stock_is_empty() -> None:
    s = displaced("m", abilities={BLUE: {"book": 1}}, posts=parked(8), stock={BLUE: (0, 1)})
    assert s.supply(BLUE) == (3, 0)
    assert (targets(s, "m"), targets(s, "t")) == (s.empty_on(*RING_1), set())
    s.play("relocate dortmund--duisburg.1 m")
    assert (targets(s, "m"), targets(s, "t")) == (s.empty_on(*RING_1), set())
    s.play("relocate dortmund--duisburg.2 m")
    assert (s.stock(BLUE), s.supply(BLUE)) == ((0, 0), (3, 0))
    assert (targets(s, "m"), targets(s, "t")) == (set(), s.empty_on(*RING_1))
    s.play("relocate minden--paderborn.1 t")
    assert (s.stock(BLUE), s.supply(BLUE), s.to_move) == ((0, 0), (2, 0), RED)


@pytest.mark.parametrize("order", ["tm", "mt"])
@case("CC-119", "HT-DSP-6")
def test_extras_come_from_the_stock_in_either_order(order: str) -> None:
    s = displaced("m", abilities={BLUE: {"book": 1}}, posts=parked(6), stock={BLUE: (1, 1)})
    assert s.supply(BLUE) == (4, 0)
    s.play("relocate dortmund--duisburg.1 m")
    assert targets(s, "t") == targets(s, "m") == s.empty_on(*RING_1)
    s.play(f"relocate minden--paderborn.1 {order[0]}")
    assert (targets(s, order[0]), targets(s, order[1])) == (set(), s.empty_on(*RING_1))
    s.play(f"relocate minden--paderborn.2 {order[1]}")
    assert (s.stock(BLUE), s.supply(BLUE), s.to_move) == ((0, 0), (4, 0), RED)


@case("CC-120", "HT-DSP-6", "HT-DSP-11")
def test_without_stock_and_supply_an_own_piece_on_a_route_is_the_extra() -> None:
    posts = parked(9) | {"stade": [[BLUE, "m"]]}
    s = displaced("t", spaces={"hamburg--lubeck.1": [BLUE, "t"]}, posts=posts)
    assert (s.stock(BLUE), s.supply(BLUE)) == ((0, 0), (0, 0))
    assert targets(s, "t") == s.empty_on(*RING_1)
    assert s.offered("lift") == ["hamburg--lubeck.1"]
    assert not s.legal("stop")
    s.play("relocate dortmund--duisburg.1 t")
    assert sorted(s.moves) == ["lift hamburg--lubeck.1", "stop"]
    s.play("lift hamburg--lubeck.1")
    assert set(s.moves) == {f"put {space}" for space in s.empty_on(*RING_1)}
    s.play("put paderborn--warburg.2")
    assert s.to_move == RED
    assert s.json["spaces"] == {
        TARGET: [RED, "t"],
        "dortmund--duisburg.1": [BLUE, "t"],
        "paderborn--warburg.2": [BLUE, "t"],
    }


@case("CC-120", "HT-DSP-6", "HT-DSP-11")
def test_a_displaced_player_may_stop_without_lifting_an_own_piece() -> None:
    posts = parked(9) | {"stade": [[BLUE, "m"]]}
    s = displaced("t", spaces={"hamburg--lubeck.1": [BLUE, "t"]}, posts=posts)
    s.play("relocate dortmund--duisburg.1 t", "stop")
    assert (s.to_move, s.space("hamburg--lubeck.1")) == (RED, [BLUE, "t"])


@case("CC-121", "HT-DSP-5", "HT-DSP-7")
def test_declined_extras_stay_where_they_are() -> None:
    s = displaced("t", stock={BLUE: (5, 0)})
    assert s.supply(BLUE) == (5, 1)
    s.play("relocate dortmund--duisburg.1 t", "stop")
    assert (s.stock(BLUE), s.supply(BLUE), s.to_move) == ((5, 0), (5, 1), RED)


@case("CC-122", "HT-DSP-5", "HT-DSP-7")
def test_the_displaced_piece_must_go_back_on_a_route() -> None:
    s = displaced("t", stock={BLUE: (4, 1)})
    stock, supply = s.stock(BLUE), s.supply(BLUE)
    assert {move.split()[0] for move in s.moves} == {"relocate"}
    s.play("relocate dortmund--duisburg.1 m")
    assert set(s.moves) == {f"relocate {space} t" for space in s.empty_on(*RING_1)}
    s.play("relocate dortmund--duisburg.2 t")
    assert s.space("dortmund--duisburg.2") == [BLUE, "t"]
    assert (s.stock(BLUE), s.supply(BLUE)) == ((stock[0], stock[1] - 1), supply)
    assert not displaced("t", stock={BLUE: (5, 0)}).legal("stop")


@case("CC-123", "HT-DSP-9", "HT-DSP-12")
def test_a_piece_that_could_go_nowhere_is_not_displaced() -> None:
    crowded = crowd("hanse-4-5", range(5), "dortmund--paderborn.3")
    own = merge(crowded, {TARGET: [BLUE, "t"], "dortmund--paderborn.2": [GREEN, "t"]})
    s = Scenario(players=5, spaces=own, abilities=dict.fromkeys(range(5), FULL))
    assert s.empty_spaces == {"dortmund--paderborn.3"}
    assert sum(s.supply(RED)) >= 2
    assert not s.legal(f"displace {TARGET}")
    assert s.routes("displace") == set(s.game.board.routes) - {"dortmund--paderborn"}


@case("CC-124", "HT-DSP-8", "HT-EAS-3")
def test_each_kind_has_its_own_nearest_ring() -> None:
    target, houses = (
        "malmo--visby.1",
        merge(fill("danzig--malmo", GREEN, "ttt"), {"malmo--stralsund.3": [GREEN, "t"]}),
    )
    s = Scenario("east-3-5", spaces=merge({target: [BLUE, "t"]}, houses), stock={BLUE: (0, 1)})
    s.play(f"displace {target} t 0")
    inland = s.empty_on("braunsberg--danzig", "danzig--konigsberg", "belgard--danzig")
    assert len(inland) == 12
    assert targets(s, "t") == inland | {"stralsund--wismar.3"}
    assert targets(s, "m") == {"danzig--malmo.4", "malmo--stralsund.1", "malmo--stralsund.2"}
    s.play("relocate stralsund--wismar.3 t")
    assert targets(s, "m") == {"danzig--malmo.4", "malmo--stralsund.1", "malmo--stralsund.2"}
    assert targets(s, "t") == set()
    s.play("relocate danzig--malmo.4 m")
    assert (s.stock(BLUE), s.to_move) == ((0, 0), RED)


@case("CC-125", "HT-DSP-4")
def test_the_sub_turn_ends_before_the_next_action() -> None:
    s = displaced("t", actions=2)
    assert {move.split()[0] for move in s.moves} == {"relocate"}
    s.play("relocate dortmund--duisburg.1 t")
    assert s.to_move == BLUE
    s.play("stop")
    assert (s.to_move, s.actions) == (RED, 1)
    assert not s.legal("place dortmund--duisburg.1")
    s.play("place dortmund--duisburg.2 t")
    assert s.actions == 0


@case("CC-126", "HT-DSP-13", "HT-RTE-1")
def test_a_route_filled_in_a_sub_turn_is_created_only_by_an_own_action() -> None:
    spaces = merge({"arnheim--kampen.1": [BLUE, "t"]}, fill("kampen--osnabruck", BLUE, "t"))
    s = Scenario(spaces=spaces, posts={"osnabruck": [[BLUE, "t"]]})
    s.play("displace arnheim--kampen.1 t 0", "relocate kampen--osnabruck.2 t")
    assert {move.split()[0] for move in s.moves} == {"relocate", "stop"}
    s.play("stop")
    assert s.happened("RouteCreated") == []
    assert s.empty_on("kampen--osnabruck") == set()
    assert [s.score(seat) for seat in range(4)] == [0, 0, 0, 0]
    assert s.offered("create") == []
    s.play("end-turn")
    assert s.to_move == BLUE
    assert s.offered("create") == ["kampen--osnabruck"]
    s.play("create kampen--osnabruck")
    assert s.score(BLUE) == 1


@case("CC-127", "HT-FAV-6")
def test_compensation_gives_two_extras_for_a_trader_at_the_same_fee() -> None:
    s = Scenario(
        modules=["emperors-favour"],
        favours={BLUE: ["displaced-trader-two"]},
        spaces={TARGET: [BLUE, "t"]},
        supply={RED: (2, 0)},
        stock={BLUE: (3, 0)},
    )
    s.play(f"displace {TARGET} t 0")
    assert s.happened("FeePaid") == [{"seat": RED, "traders": 1, "merchants": 0}]
    s.play("relocate dortmund--duisburg.1 t", "relocate dortmund--duisburg.2 t")
    assert (s.to_move, s.stock(BLUE)) == (BLUE, (2, 0))
    assert targets(s, "t") == s.empty_on(*RING_1)
    s.play("relocate minden--paderborn.1 t")
    assert (s.to_move, s.stock(BLUE)) == (RED, (1, 0))


@case("CC-128", "HT-FAV-4", "HT-DSP-14")
def test_anywhere_opens_the_whole_board_and_the_route_of_the_displacement() -> None:
    s = displaced("t", modules=["emperors-favour"], favours={BLUE: ["displaced-anywhere"]}, stock={BLUE: (2, 0)})
    assert targets(s, "t") == s.empty_spaces == set(s.game.board.spaces) - {TARGET}
    s.play("relocate dortmund--paderborn.2 t")
    assert targets(s, "t") == s.empty_spaces
    s.play("relocate halle--quedlinburg.4 t")
    assert (s.stock(BLUE), s.to_move) == ((1, 0), RED)


@pytest.mark.parametrize(
    ("empty", "extra_first"),
    [(["emden--groningen.1"], False), (["emden--groningen.1", "emden--groningen.2"], True)],
)
@case("CC-129", "HT-DSP-10")
def test_an_extra_leaves_the_last_space_to_the_displaced_piece(empty: list[str], extra_first: bool) -> None:
    spaces = merge(crowd("hanse-4-5", range(5), *empty), {TARGET: [BLUE, "t"]})
    s = Scenario(players=5, spaces=spaces, abilities=dict.fromkeys(range(5), FULL), stock={BLUE: (0, 1)})
    s.play(f"displace {TARGET} t 0")
    assert s.to_move == BLUE
    assert targets(s, "t") == set(empty)
    assert targets(s, "m") == (set(empty) if extra_first else set())
    s.play("relocate emden--groningen.1 t")
    assert s.to_move == (BLUE if extra_first else RED)
    assert s.stock(BLUE) == (0, 1)
