"""Refusals: why a move is not legal in a position, as rule id and facts, never a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kontor.core.game import CHANCE, Refusal
from kontor.games.teutonica import tasks
from kontor.games.teutonica.refusals.actions import (
    no_creating,
    no_displacing,
    no_income,
    no_lifting,
    no_placing,
    no_putting,
    no_removing,
)
from kontor.games.teutonica.refusals.markers import no_marker_placing, no_use
from kontor.games.teutonica.refusals.modules import (
    no_chance,
    no_favour,
    no_pawn_move,
    no_reaction,
    no_swap,
    not_in_play,
)
from kontor.games.teutonica.refusals.question import Question, Reason, another_task
from kontor.games.teutonica.refusals.rewards import no_gift, no_neutral_post, no_reward
from kontor.games.teutonica.refusals.sub_turns import no_relocating, no_stopping

if TYPE_CHECKING:
    from kontor.games.teutonica.game import Teutonica

TURN_ONLY = (tasks.TURN,)
CHANCE_TASKS = (tasks.START_MARKER, tasks.FAVOUR_DISPLAY, tasks.MISSION_DEAL, tasks.LOOK, tasks.REVEAL)
STOPPABLE = (
    tasks.LIFTING,
    tasks.REMOVAL,
    tasks.RELOCATION,
    tasks.PAUSE,
    tasks.GREEN_POST,
    tasks.PRIVILEGE_GIFT,
    tasks.TWO_OF_ROUTE,
    tasks.TWO_ABROAD,
)


def nothing_wrong(q: Question) -> Reason:
    """No reason: the move is legal whenever its task is due."""
    return None


VERBS: dict[str, tuple[tuple[int, ...], Callable[[Question], Reason]]] = {
    "income": (TURN_ONLY, no_income),
    "place": (TURN_ONLY, no_placing),
    "displace": (TURN_ONLY, no_displacing),
    "relocate": ((tasks.RELOCATION, tasks.TWO_OF_ROUTE, tasks.TWO_ABROAD), no_relocating),
    "lift": ((tasks.TURN, tasks.LIFTING, tasks.RELOCATION), no_lifting),
    "put": ((tasks.PUTTING, tasks.EXTRA_PUT), no_putting),
    "remove": ((tasks.REMOVAL,), no_removing),
    "stop": (STOPPABLE, no_stopping),
    "create": (TURN_ONLY, no_creating),
    "reward": ((tasks.REWARD,), no_reward),
    "use": ((tasks.TURN, tasks.PAUSE), no_use),
    "permanent": ((tasks.GREEN_POST, tasks.PRIVILEGE_GIFT), no_gift),
    "place-marker": ((tasks.MARKER_PLACING,), no_marker_placing),
    "buy-favour": (TURN_ONLY, no_favour),
    "react": ((tasks.INCOME_REACTION, tasks.TRIBUTE_REACTION), no_reaction),
    "attach": ((tasks.ATTACHMENT,), nothing_wrong),
    "swap": ((tasks.SWAPPING,), no_swap),
    "pawn": ((tasks.TURN, tasks.PAWN_SETUP), no_pawn_move),
    "neutral-post": ((tasks.NEUTRAL_POST,), no_neutral_post),
    "end-turn": (TURN_ONLY, nothing_wrong),
    "chance": (CHANCE_TASKS, no_chance),
}


def refusal(game: Teutonica, position: bytearray, move: int) -> Refusal:
    """Why a move is not legal: the rule and the facts; ValueError for a legal one. [HT-INV-7]"""
    if not 0 <= move < game.move_count:
        return Refusal("HT-INV-7", {"move": move, "moves": game.move_count})
    if game.ended_by(position):
        return Refusal("HT-END-4", {"ended_by": game.ended_by(position)})
    if move in game.legal_moves(position):
        raise ValueError("legal")
    q = Question(game, position, move)
    return wrong_side(q, game.to_move(position)) or not_in_play(q) or reason(q)


def wrong_side(q: Question, to_move: int) -> Reason:
    """Chance is to move and not a seat, or the other way round. [HT-RNG-1]"""
    if (q.verb == "chance") == (to_move == CHANCE):
        return None
    due = another_task(q)
    return Refusal("HT-RNG-1", due.facts)


def reason(q: Question) -> Refusal:
    """What the verb's own rules say, or that another decision is due. [HT-TRN-3, HT-INV-7]"""
    due, why = VERBS[q.verb]
    found = why(q) if q.task in due else another_task(q)
    return found or Refusal("HT-INV-7", dict(another_task(q).facts))
