"""The search as it was on 2026-11-16, as an opponent that stays the same: it shows what later changes are worth.

    REFERENCE=benchmarks/search_reference.py:SearchReference
    kontor tournament teutonica --budget-ms 300 --agents search,search,$REFERENCE,$REFERENCE

It has the options of that day and the weights of its hand-written evaluation. It runs on the present kernel, which
makes the same simulations in a quarter of the time of that day.
"""

from __future__ import annotations

from typing import Any

from kontor.agents.search import Search, SearchOptions

OPTIONS = {
    "beam_at_root": 16,
    "plans_at_root": 24,
    "plans": 3,
    "fast_plans": 1,
    "rollout_turns": 2,
    "exploration": 5000,
    "prior_spread": 100,
}
BEAMS = {"teutonica": 1, "hansa": 2}
# In the order of `ai/weights.py` of Hansa Teutonica and `ai/evaluation.py` of Hansa.
TEUTONICA = """
24 130 9 4 3 60 8 28 4 12 4 8 25 13 50 45 180 40 35 180 30 60 42 35 50 160 10 51 14 30
120 100 220 140 190 60 60 40 40 40
"""
HANSA = "60 30 34 42 60 15 40 34 8 15 33 9 40"
WEIGHTS = {"teutonica": TEUTONICA, "hansa": HANSA}


class SearchReference(Search):
    """The reference player of both games."""

    def new_tree(self, game: Any, view: bytearray, generator: Any) -> Any:
        """Return a search tree without any simulation."""
        return reference_tree(game, view, generator.below(1 << 30))


def reference_tree(game: Any, view: bytearray, seed: int, **options: int) -> Any:
    """Return a search tree with the weights of the reference, and with its options except those given."""
    name = game.setup["game"]
    engine = game.engine.twin()
    weights = [int(weight) for weight in WEIGHTS[name].split()]
    engine.set_weights([weights] * game.players)
    settings = {"beam": BEAMS[name], **OPTIONS, **options}
    return engine.tree(view, seed, SearchOptions(**settings).row())
