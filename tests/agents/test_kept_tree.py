"""Protects the tree that a search keeps for the rest of a turn: used only where it belongs, and always the same."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from kontor.agents.search import KeptTree, Search, SearchOptions, best_move
from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.values import PositionBytes, Setup
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE
from tests.agents.games import in_turn

MISSIONS: Setup = {"game": "teutonica", "modules": ["mission-cards"]}
SETUPS: list[Setup] = [{"game": "teutonica"}, MISSIONS, {"game": "hansa", "players": 3}]
BUDGET = Budget(playouts=60)


def view_in_turn(game: Game, turn: int) -> PositionBytes:
    """Return what the decider sees at the beginning of a turn."""
    position = in_turn(game, turn)
    return game.view(position, game.to_move(position))


def searched(game: Game, view: PositionBytes, simulations: int = 60) -> Any:
    """Return a tree after some simulations."""
    tree = game.tree(view, "balanced", 7, SearchOptions(**game.search_options).row())
    tree.run_simulations(simulations)
    return tree


def after(game: Game, view: PositionBytes, move: int) -> PositionBytes:
    """Return the position after a move."""
    position = view[:]
    game.advance(position, move)
    return position


def first_with_two_decisions(game: Game, tree: Any, view: PositionBytes) -> PositionBytes:
    """Return the position after the most visited turn's first move, after which the same seat decides."""
    for move, _, _ in sorted(tree.choices(), key=lambda choice: -choice[1]):
        position = after(game, view, move)
        if game.to_move(position) == game.to_move(view):
            return position
    raise AssertionError("every first move ends the turn")


@pytest.mark.parametrize("setup", SETUPS, ids=lambda s: "-".join(map(str, s.values())))
def test_the_new_root_keeps_the_visits_of_turns_that_end_in_the_same_position(setup: Setup) -> None:
    game = registry.game(setup)
    view = view_in_turn(game, 13)
    tree = searched(game, view)
    position = first_with_two_decisions(game, tree, view)
    kept = tree.advance_root(position)
    assert 0 < kept <= 60
    assert sum(visits for _, visits, _ in tree.choices()) == kept
    assert [move for move, _, _ in tree.choices()] == [move for move, _, _ in searched(game, position, 0).choices()]
    tree.run_simulations(10)
    assert sum(visits for _, visits, _ in tree.choices()) == kept + 10
    assert sum(tree.chances()) > 9900


def test_both_kernels_keep_the_same() -> None:
    trees = []
    for kernel in ("compiled", "interpreted"):
        game = registry.game({"game": "hansa", "players": 3}, kernel)
        view = view_in_turn(game, 13)
        tree = searched(game, view, 12)
        tree.advance_root(first_with_two_decisions(game, tree, view))
        tree.run_simulations(4)
        trees.append((tree.choices(), tree.chances(), tree.size()))
    assert trees[0] == trees[1]


def test_a_tree_of_another_position_is_not_used() -> None:
    game, other = registry.game({"game": "teutonica"}), registry.game({"game": "teutonica", "players": 3})
    view = view_in_turn(game, 13)
    tree, kept = searched(game, view), KeptTree()
    move = best_move(tree)
    position = after(game, view, move)
    kept.keep(game, view, move, tree)
    assert kept.take(game, view) is None
    assert kept.take(game, position) is None, "a tree that was not taken at the next decision is dropped"
    kept.keep(game, view, move, tree)
    assert kept.take(other, position) is None
    kept.keep(game, view, move, tree)
    assert kept.take(game, position) is tree
    assert kept.take(game, position) is None


def test_no_tree_is_kept_beyond_a_chance_move_or_for_another_seat() -> None:
    game = registry.game({"game": "hansa", "players": 3})
    view = view_in_turn(game, 13)
    tree, kept = searched(game, view), KeptTree()
    outcomes = {move: game.to_move(after(game, view, move)) for move in game.legal_moves(view)}
    for move, decider in outcomes.items():
        kept.keep(game, view, move, tree)
        is_kept = kept.take(game, after(game, view, move)) is not None
        assert is_kept == (decider == game.to_move(view))
    assert CHANCE in outcomes.values() or len(set(outcomes.values())) > 1


def test_a_copy_of_an_agent_has_no_tree() -> None:
    game = registry.game({"game": "teutonica"})
    view = view_in_turn(game, 13)
    player = Search()
    position = after(game, view, player.choose(game, view, BUDGET, Generator(1)))
    copied = pickle.loads(pickle.dumps(player))
    answers = [each.choose(game, position, BUDGET, Generator(2)) for each in (copied, Search())]
    assert answers[0] == answers[1]


def test_a_turn_is_the_same_for_the_same_seed_and_simulations() -> None:
    game = registry.game({"game": "teutonica"})
    turns = []
    for _ in range(2):
        position, player, moves = view_in_turn(game, 13), Search(), list[int]()
        generator = Generator(4)
        seat = game.to_move(position)
        while game.to_move(position) == seat and len(moves) < 12:
            moves.append(player.choose(game, position, BUDGET, generator))
            game.advance(position, moves[-1])
        turns.append(moves)
    assert turns[0] == turns[1]
