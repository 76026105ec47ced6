"""Protects that numeric observations hold all that a seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kontor.core.values import PositionBytes
from kontor.envs.observed_game import action_count, observed_game
from kontor.games.teutonica.rules import layout
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER
from tests.envs.setups import SETUPS

TURNS = 60


def positions(game: Any, seed: int) -> Iterator[PositionBytes]:
    """Yield the positions of a game between light players, without those in which chance moves."""
    position, generator = game.start(), Generator(seed)
    while game.to_move(position) != GAME_OVER and game.turn(position) < TURNS:
        if game.to_move(position) != CHANCE:
            yield position[:]
        game.advance(position, game.suggest(position, generator.below(1 << 30), "light"))


def known(game: Any, view: PositionBytes) -> PositionBytes:
    """Return a view without the order of extra posts, which observations omit."""
    if game.setup["game"] == "hansa":
        return view
    first = layout.ANNEX
    pairs = [bytes(view[first + 2 * n : first + 2 * n + 2]) for n in range(layout.MOST_ANNEXES)]
    plain = [bytes([city, piece & (layout.PERMANENT - 1)]) for city, piece in pairs]
    return view[:first] + b"".join(sorted(plain))


@pytest.mark.parametrize("name", SETUPS)
def test_a_seat_sees_what_its_view_holds_and_no_more(name: str) -> None:
    game: Any = observed_game(SETUPS[name])
    for position in positions(game, 1):
        for seat in range(game.players):
            assert game.observe(position, seat) == game.observe(game.view(position, seat), seat)


@pytest.mark.parametrize("name", SETUPS)
def test_a_seat_sees_all_that_its_view_holds(name: str) -> None:
    game: Any = observed_game(SETUPS[name])
    views: dict[bytes, PositionBytes] = {}
    for seed in (1, 2, 3):
        for position in positions(game, seed):
            for seat in range(game.players):
                view = known(game, game.view(position, seat))
                seen = bytes(game.observe(position, seat))
                assert views.setdefault(seen, view) == view


def test_the_cards_of_others_change_nothing() -> None:
    game: Any = observed_game(SETUPS["neutral-missions"])
    one = next(positions(game, 1))
    other = one[:]
    cell = layout.SEATS + layout.SEAT_SIZE + layout.MISSION
    other[cell] = one[cell] % 10 + 1
    game.engine.write_checksum(other)
    assert other != one
    assert game.observe(one, 0) == game.observe(other, 0)
    assert game.observe(one, 1) != game.observe(other, 1)


@pytest.mark.parametrize("name", SETUPS)
def test_every_number_has_a_name_and_keeps_its_bound(name: str) -> None:
    game: Any = observed_game(SETUPS[name])
    observation_spec = game.observation_spec
    assert len(set(observation_spec.names)) == len(observation_spec.names) == len(observation_spec.highs)
    for position in positions(game, 4):
        seen = game.observe(position, 0)
        assert all(number <= high for number, high in zip(seen, observation_spec.highs, strict=True))


def test_features_describe_pieces_relative_to_the_seat() -> None:
    game: Any = observed_game({"game": "teutonica", "players": 3})
    position = game.read_position({"spaces": {"bremen--osnabruck.1": [1, "m"]}, "posts": {"dortmund": [[2, "t"]]}})
    for seat, features in enumerate([("next-1 m", "next-2 t"), ("own m", "next-1 t"), ("next-2 m", "own t")]):
        seen = game.observe(position, seat)
        lit = {name for name, number in zip(game.observation_spec.names, seen, strict=True) if number}
        assert {f"bremen--osnabruck.1 {features[0]}", f"dortmund.1 {features[1]}", f"seat {seat}"} <= lit


@pytest.mark.parametrize("name", SETUPS)
def test_every_move_of_a_seat_is_an_action(name: str) -> None:
    game: Any = observed_game(SETUPS[name])
    count = action_count(game)
    assert all(game.move_text(move).startswith("chance ") == (move >= count) for move in range(game.move_count))


def test_a_seat_that_does_not_exist_sees_nothing() -> None:
    game: Any = observed_game(SETUPS["hansa-2"])
    with pytest.raises(ValueError, match="seat is 2"):
        game.observe(game.start(), 2)
