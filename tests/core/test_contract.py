"""The contract holds for a toy game, and finds out games that break it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from kontor.core.contract import ContractBroken, check_game, check_playout
from kontor.core.game import Event, Game, PositionBytes, ScoreSheet, Seat
from tests.core.nim import LUCKY, MOVES, PILE, TAKEN, TURN, Nim


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(20))
def test_a_toy_game_keeps_the_contract(players: int, seed: int) -> None:
    game = Nim({"players": players})
    record = check_game(game, seed)
    assert record.result is not None
    assert record.result["ended_by"] == "nothing-left"
    assert check_playout(game, seed, ["uniform"] * players, 100).result is not None


def test_a_cap_stops_the_checks_in_the_middle() -> None:
    record = check_game(Nim({}), cap=4)
    assert (len(record.moves), record.result) == (4, None)


def test_invariants_of_a_game_are_asked_at_every_position() -> None:
    def few_sticks(game: Game, position: PositionBytes) -> str | None:
        return "too many sticks" if sum(position[PILE:LUCKY]) > 2 else None

    with pytest.raises(ContractBroken, match=r"after . moves of .*nim.*: too many sticks"):
        check_game(Nim({}), invariants=[few_sticks])


class Descending(Nim):
    def legal_moves(self, position: PositionBytes) -> list[int]:
        return super().legal_moves(position)[::-1]


class Short(Nim):
    """Offers fewer moves than it accepts."""

    def legal_moves(self, position: PositionBytes) -> list[int]:
        return super().legal_moves(position)[:1]

    def advance(self, position: PositionBytes, move: int) -> None:
        if move in Nim({"players": self.players}).legal_moves(position):
            Nim({"players": self.players}).advance(position, move)
        else:
            super().advance(position, move)

    def chance_weights(self, position: PositionBytes) -> dict[int, int]:
        return dict.fromkeys(self.legal_moves(position), 1) if super().chance_weights(position) else {}


class Stuck(Nim):
    def legal_moves(self, position: PositionBytes) -> list[int]:
        return [] if position[TURN] > 1 else super().legal_moves(position)


class Smudging(Nim):
    def refusal(self, position: PositionBytes, move: int) -> Any:
        position[TAKEN] += 1
        return super().refusal(position, move)


class Loaded(Nim):
    def chance_weights(self, position: PositionBytes) -> dict[int, int]:
        return {move: weight - 1 for move, weight in super().chance_weights(position).items()}


class Deaf(Nim):
    def parse_move(self, text: str) -> int:
        return 0


class Confused(Nim):
    def parse_move_json(self, content: Mapping[str, Any]) -> int:
        return MOVES.size - 1


class Blind(Nim):
    def view(self, position: PositionBytes, seat: Seat | None) -> PositionBytes:
        seen = super().view(position, seat)
        seen[PILE] = min(seen[PILE], 1)
        return seen


class Restless(Nim):
    def events(self, before: PositionBytes, move: int) -> list[Event]:
        self.advance(before, move)
        return []


class Winnerless(Nim):
    def scores(self, position: PositionBytes) -> ScoreSheet:
        return ScoreSheet(super().scores(position).scores, [])


class Forgetful(Nim):
    def read_position(self, content: Mapping[str, Any]) -> PositionBytes:
        return self.start()


BROKEN = {
    Descending: "ascending",
    Short: "is made though it is not in the list",
    Stuck: "empty before the end",
    Smudging: "refusing .* changes the position",
    Loaded: "no weight",
    Deaf: "read as another move",
    Confused: "read as another move",
    Blind: "does not see its moves",
    Restless: "telling the events of a move changes the position",
    Winnerless: "the winners are",
    Forgetful: "the position is not that of",
}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_a_broken_game_is_found_out(broken: type[Nim]) -> None:
    with pytest.raises(ContractBroken, match=BROKEN[broken]):
        check_seeds(broken({}), range(20))


def check_seeds(game: Nim, seeds: range) -> None:
    for seed in seeds:
        check_game(game, seed)


class Random(Nim):
    """A playout whose moves are not those it made."""

    def play_out(self, *args: Any, **options: Any) -> Any:
        played = super().play_out(*args, **options)
        args[0][TAKEN] += 1
        return played


def test_a_playout_that_does_not_replay_is_found_out() -> None:
    with pytest.raises((ContractBroken, ValueError), match=r"playout|record"):
        check_playout(Random({}), 1, ["uniform"] * 2, 100)
