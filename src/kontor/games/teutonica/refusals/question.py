"""The question why a move is not legal, and the reasons that several verbs share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from kontor.core.game import Refusal
from kontor.core.table import CHANCE
from kontor.games.teutonica.board import Board
from kontor.games.teutonica.composing import fold_modules
from kontor.games.teutonica.events import seat_id
from kontor.games.teutonica.layout import ACTIONS_LEFT, FRESH, GIVEN_UP, PAWN, UNUSED
from kontor.games.teutonica.moves import KIND_IDS, MARKER_IDS
from kontor.games.teutonica.pieces import EMPTY, TRADER, owner_of
from kontor.games.teutonica.rules import Rules
from kontor.games.teutonica.setup import engine_switches
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import TASK_NAMES

if TYPE_CHECKING:
    from kontor.games.teutonica.game import Teutonica

Reason = Refusal | None


@dataclass(frozen=True)
class Bench:
    """The interpreted kernel of a game, as a library to ask."""

    table: Table
    rules: Rules
    switches: dict[str, Any]


_benches: WeakKeyDictionary[Teutonica, Bench] = WeakKeyDictionary()


def bench_of(game: Teutonica) -> Bench:
    """The bench of a game, made once."""
    bench = _benches.get(game)
    if bench is None:
        board = Board(game.board.facts())
        switches = engine_switches(game.setup["switches"])
        rules = Rules(game.moves.first, switches, game.start_markers, board.gateways > 0)
        bench = Bench(Table(board, game.players), fold_modules(rules, game.setup["modules"]), switches)
        _benches[game] = bench
    return bench


class Question:
    """A move and the position it is asked about."""

    def __init__(self, game: Teutonica, position: bytearray, move: int) -> None:
        bench = bench_of(game)
        bench.table.lay(position)
        self.game = game
        self.t = bench.table
        self.rules = bench.rules
        self.switches = bench.switches
        self.fields = game.move_json(move)
        self.verb: str = self.fields["do"]

    @property
    def task(self) -> int:
        """The task that is due."""
        return self.t.task()

    @property
    def space(self) -> int:
        """The space the move names."""
        return self.game.board.spaces.index(self.fields["space"])

    @property
    def route(self) -> int:
        """The route the move names, or the one of its space."""
        if "route" in self.fields:
            return self.game.board.routes.index(self.fields["route"])
        return self.t.board.route_of[self.space]

    @property
    def kind(self) -> int:
        """The kind the move names."""
        return KIND_IDS.index(self.fields["kind"])

    def city(self, field: str) -> int:
        """The city a field of the move names."""
        return self.game.board.cities.index(self.fields[field])

    def country_id(self, route: int) -> str:
        """The country of a route."""
        return self.game.board.countries[self.t.board.country[route]]

    def route_id(self, route: int) -> str:
        """A route as the board file names it."""
        return self.game.board.routes[route]

    def owner_id(self, space: int) -> int | str | None:
        """Who stands on a space, None for nobody."""
        piece = self.t.piece_at(space)
        return None if piece == EMPTY else seat_id(owner_of(piece))

    def pawn_id(self) -> str | None:
        """The province of the pawn."""
        return list(self.game.board.provinces)[self.t.cells[PAWN] - 1] if self.t.cells[PAWN] else None


def another_task(q: Question) -> Refusal:
    """Another decision has to be made first. [HT-TRN-3]"""
    decider = q.t.decider()
    return Refusal("HT-TRN-3", {"due": TASK_NAMES[q.task], "seat": "chance" if decider == CHANCE else decider})


def no_action(q: Question) -> Reason:
    """No action is left, the turn was given up or the pawn closed it. [HT-TRN-3, HT-FAV-2, HT-P2P-4]"""
    if q.t.may_act():
        return None
    if q.t.cells[GIVEN_UP]:
        return Refusal("HT-FAV-2", {"actions": 0, "given_up": True})
    if q.t.cells[ACTIONS_LEFT] == 0:
        return Refusal("HT-TRN-3", {"actions": 0})
    return Refusal("HT-P2P-4", {"pawn_moved": "after"})


def occupied(q: Question, rule: str) -> Reason:
    """The space holds a piece already."""
    if q.t.is_free(q.space):
        return None
    return Refusal(rule, {"space": q.fields["space"], "owner": q.owner_id(q.space)})


def ship_only(q: Question, kind: int) -> Reason:
    """A ship takes merchants only. [HT-PLC-2]"""
    if kind == TRADER and q.t.board.is_ship[q.space]:
        return Refusal("HT-PLC-2", {"space": q.fields["space"], "kind": KIND_IDS[kind]})
    return None


def no_entry(q: Question) -> Reason:
    """A permission is missing, or the pawn stands elsewhere. [HT-BRI-5, HT-P2P-6]"""
    if q.rules.reach.may_enter(q.t, q.route):
        return None
    if q.t.board.is_closed(q.route):
        return Refusal("HT-BRI-5", {"country": q.country_id(q.route)})
    return far_from_pawn(q)


def far_from_pawn(q: Question) -> Refusal:
    """The pawn's province does not border the route. [HT-P2P-6]"""
    return Refusal("HT-P2P-6", {"province": q.pawn_id(), "route": q.route_id(q.route)})


def not_in_supply(q: Question, kind: int, rule: str, needed: int = 1) -> Reason:
    """The active seat has too few pieces of a kind in its supply."""
    supply = q.t.in_supply(q.t.active(), kind)
    if supply >= needed:
        return None
    return Refusal(rule, {"kind": KIND_IDS[kind], "supply": supply} | ({"needed": needed} if needed > 1 else {}))


def no_marker(q: Question, marker: int) -> Reason:
    """The active seat has no such unused marker, or took it in this very action. [HT-BMK-1]"""
    seat = q.t.active()
    if q.t.unused(seat, marker) > 0:
        return None
    taken_now = q.t.cells[q.t.seat(seat) + UNUSED + marker] > 0 and q.t.cells[FRESH] == marker + 1
    facts = {"marker": MARKER_IDS[marker], "unused": int(taken_now)}
    return Refusal("HT-BMK-1", facts | ({"taken_now": True} if taken_now else {}))
