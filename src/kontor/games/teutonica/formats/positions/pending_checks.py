"""Checks that the pending tasks of a position can be continued. [HT-INV-7]"""

from __future__ import annotations

from kontor.core.position_fields import refuse
from kontor.core.values import PositionBytes
from kontor.games.teutonica.formats.positions.ids import PositionIds
from kontor.games.teutonica.formats.positions.pending_reader import FIELD, opening_tasks, stages_of
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import (
    ATTACHABLE,
    FACE_DOWN,
    FAVOURS,
    KINDS,
    MARKER_TYPES,
    NEUTRAL,
    SWAP_MARKER,
    TRADER,
    TRIBUTE,
    owner_of,
)
from kontor.games.teutonica.rules.tasks import (
    DISPLACED,
    EXTRAS,
    FILLED,
    LEFT,
    OWNER,
    PUTTING,
    ROUTE,
    STAGE,
    TRADERS_BACK,
)

MOST_LEFT = {"removal": 3, "two-of-route": 2, "two-abroad": 2}
MOST_RELOCATED = 3  # a displaced piece and two extras
LIFTERS = ("lifting", "putting", "extra-put")


class PendingChecks:
    """Checks of the pending tasks against the rest of the position."""

    def __init__(self, ids: PositionIds, position: PositionBytes, names: list[str]) -> None:
        self.ids = ids
        self.position = position
        self.names = names
        self.active = position[layout.ACTIVE]
        self.seat = layout.SEATS + self.active * layout.SEAT_SIZE

    def argument(self, name: str, number: int) -> int:
        """Return an argument of a pending task."""
        frame = self.names.index(name) + 1
        return self.position[layout.STACK + frame * layout.FRAME_SIZE + 2 + number]

    def need(self, holds: bool, claim: str, rule: str = "HT-INV-7") -> None:
        """Reject the position unless a condition holds."""
        if not holds:
            refuse(FIELD, claim, rule)

    def before_settling(self) -> None:
        """Reject tasks whose pieces, markers or counts do not fit the position."""
        self.check_pawn()
        self.check_fresh()
        self.check_opening()
        self.check_hand()
        self.check_counts()
        self.check_relocation()
        self.check_route_pieces()
        self.check_markers()
        self.check_promos()

    def after_settling(self) -> None:
        """Reject a position in which a decision is due that has no legal move. [HT-INV-7]"""
        moves = self.ids.configuration.engine.legal_moves(self.position)
        self.need(bool(moves or self.position[layout.ENDED]), "leaves a decision open that has no answer")

    def check_pawn(self) -> None:
        """Reject a position without a pawn unless the opening still has to place it. [HT-P2P-3]"""
        if "two-player-pawn" in self.ids.modules and not self.position[layout.PAWN]:
            is_due = "opening" in self.names and (
                "pawn-setup" in self.names or self.argument("opening", STAGE) < stages_of(self.ids, "opening")
            )
            self.need(is_due, "goes on without a pawn, and 'pawn' is not named", "HT-P2P-3")

    def check_fresh(self) -> None:
        """Reject a fresh marker that the active seat does not have. [HT-BMK-1]"""
        fresh = self.position[layout.FRESH]
        if fresh:
            held = self.position[self.seat + layout.UNUSED + fresh - 1]
            self.need(bool(held and "creation" in self.names), "has a fresh marker that no seat took", "HT-BMK-1")

    # the opening

    def check_opening(self) -> None:
        """Reject an opening that has dealt more or less than its earlier stages deal. [HT-SET-3]"""
        if "opening" not in self.names:
            return
        asked, stage = opening_tasks(self.ids), self.argument("opening", STAGE)
        for task in self.names[1:]:
            self.need(stage > 0 and asked[stage - 1] == task, f"asks {task!r} at another stage of the opening")
            if task != "pawn-setup":
                left = self.argument(task, LEFT)
                self.need(0 < left == self.left_to_deal(task), f"has a wrong 'left' in {task!r}")
        for task in asked[stage:]:
            self.need(
                self.left_to_deal(task) == self.dealt_in_all(task),
                f"has already dealt what {task!r} deals later",
            )
        if "start-marker" in [*self.names, *asked[stage:]]:
            self.check_start_markers()

    def dealt_in_all(self, task: str) -> int:
        """Return how many components a task of the opening deals."""
        return len(self.ids.tables["taverns"]) if task == "start-marker" else self.ids.players

    def left_to_deal(self, task: str) -> int:
        """Return how many components a task has still to deal, -1 if they were not dealt in order."""
        p, players = self.position, self.ids.players
        if task == "start-marker":
            dealt = [bool(p[layout.MARKERS + route]) for route in self.ids.tables["taverns"]]
        elif task == "mission-deal":
            cells = [layout.SEATS + seat * layout.SEAT_SIZE + layout.MISSION for seat in range(players)]
            dealt = [bool(p[cell]) for cell in cells]
        elif task == "favour-display":
            return players - sum(map(bool, p[layout.FAVOUR : layout.FAVOUR + FAVOURS]))
        else:
            return players
        return dealt.count(False) if dealt == sorted(dealt, reverse=True) else -1

    def check_start_markers(self) -> None:
        """Reject a bag without the start markers that are not yet placed. [HT-SET-3]"""
        placed = [self.position[layout.MARKERS + route] for route in self.ids.tables["taverns"]]
        for marker, count in enumerate(self.ids.configuration.start_markers):
            missing = count - placed.count(marker + 1)
            self.need(missing <= self.position[layout.BAG + marker], "lacks start markers in 'bag'", "HT-SET-3")
        left = placed.count(0)
        self.need(self.in_bag() - self.unseen_elsewhere() >= left, "lacks start markers in 'bag'", "HT-SET-3")

    def in_bag(self) -> int:
        """Return the number of unseen markers."""
        return sum(self.position[layout.BAG : layout.BAG + MARKER_TYPES])

    def unseen_elsewhere(self) -> int:
        """Return the number of unseen markers that cannot be drawn."""
        p = self.position
        plates = [layout.SEATS + seat * layout.SEAT_SIZE + layout.PLATE_UNSEEN for seat in range(self.ids.players)]
        routes = list(p[layout.MARKERS : layout.MARKERS + len(self.ids.board.routes)])
        return sum(p[cell] for cell in plates) + routes.count(FACE_DOWN) + p[layout.DISCARDED + MARKER_TYPES]

    # pieces

    def check_hand(self) -> None:
        """Reject pieces in hand without a task that lifted them, and such a task without pieces. [HT-MOV-1]"""
        hand = self.position[layout.HAND]
        lifter = next((name for name in self.names if name in LIFTERS), None)
        self.need(lifter is not None or not hand, "has pieces in hand without a task that lifted them", "HT-MOV-1")
        if lifter == "lifting":
            most = layout.MOST_IN_HAND - self.argument("lifting", LEFT)
            self.need(hand <= most, "lets more pieces be lifted than a hand can hold", "HT-MOV-1")
        elif lifter:
            self.need(hand > 0, "has no piece in hand to put down", "HT-MOV-1")
        if lifter == "extra-put":
            owner = self.argument("extra-put", OWNER)
            is_right = hand == 1 and owner_of(self.position[layout.HAND_PIECES]) == owner
            self.need(is_right, "must have one piece of the displaced player in hand", "HT-DSP-11")
        elif hand and lifter:
            self.check_spaces_for_hand(lifter)

    def check_spaces_for_hand(self, lifter: str) -> None:
        """Reject pieces in hand that cannot be put down. [HT-MOV-4]"""
        trial = self.position[:]
        frame = self.names.index(lifter) + 1
        at = layout.STACK + frame * layout.FRAME_SIZE
        trial[at], trial[layout.DEPTH] = PUTTING, frame + 1
        self.ids.configuration.engine.write_checksum(trial)
        moves = self.ids.configuration.engine.legal_moves(trial)
        self.need(bool(moves), "has pieces in hand that cannot be put down", "HT-MOV-4")

    def check_counts(self) -> None:
        """Reject more pieces to remove or place than a marker allows. [HT-BMK-15, HT-PRM-6, HT-PRM-8]"""
        for task, most in MOST_LEFT.items():
            if task in self.names:
                self.need(1 <= self.argument(task, LEFT) <= most, f"must have 1 to {most} 'left' in {task!r}")

    def check_relocation(self) -> None:
        """Reject a relocation of own pieces or of more than three pieces. [HT-DSP-5]"""
        if "relocation" not in self.names:
            return
        owner = self.argument("relocation", OWNER)
        self.need(owner != self.active, "displaces a piece of the active seat", "HT-DSP-1")
        filled = sum(self.argument("relocation", FILLED + n) > 0 for n in range(MOST_RELOCATED))
        displaced = self.argument("relocation", DISPLACED)
        count = filled + bool(displaced) + self.argument("relocation", EXTRAS) + ("extra-put" in self.names)
        self.need(count <= MOST_RELOCATED, "lets a displaced player put out more than three pieces", "HT-DSP-5")
        self.need(owner != NEUTRAL or displaced <= TRADER + 1, "displaces a neutral merchant", "HT-P2N-1")
        if "extra-put" in self.names:
            self.need(self.argument("extra-put", OWNER) == owner, "lifts an extra of another seat", "HT-DSP-11")

    def check_route_pieces(self) -> None:
        """Reject returned pieces of the created route that are not in the stock. [HT-PRM-6]"""
        holders = [name for name in ("creation", "two-of-route") if name in self.names]
        for name in holders:
            last = stages_of(self.ids, "creation") - 2
            if name == "creation" and self.argument(name, STAGE) > last:
                continue
            for kind in range(KINDS):
                back = self.argument(name, TRADERS_BACK + kind)
                stock = self.position[self.seat + layout.STOCK + kind]
                self.need(back <= stock, "has returned more pieces than are in the stock", "HT-PRM-6")

    # markers

    def check_markers(self) -> None:
        """Reject the revealing of markers that are not there. [HT-RPL-2, HT-RPL-5]"""
        if "look" in self.names:
            unseen = self.position[self.seat + layout.PLATE_UNSEEN]
            self.need(unseen > 0, "looks at a plate without unseen markers", "HT-RPL-2")
        if "reveal" in self.names:
            marker = self.position[layout.MARKERS + self.argument("reveal", ROUTE)]
            self.need(marker == FACE_DOWN, "reveals a marker on a route without a face-down marker", "HT-RPL-5")
            taker = self.argument("reveal", OWNER)
            self.need(taker in (self.active, NEUTRAL), "lets a seat take a marker out of turn", "HT-RTE-2")

    def check_promos(self) -> None:
        """Reject the use of promo markers that the seat does not have. [HT-PRO-2, HT-PRO-3, HT-PRO-4]"""
        unused = self.seat + layout.UNUSED
        if "attachment" in self.names:
            marker, traders = (
                self.argument("attachment", 0),
                self.position[self.seat + layout.SUPPLY + TRADER],
            )
            self.need(marker in ATTACHABLE, "attaches a marker of another kind", "HT-PRO-3")
            is_ready = self.position[unused + marker] and traders
            self.need(bool(is_ready), "attaches a marker without marker or trader", "HT-PRO-3")
        if "swapping" in self.names:
            self.need(self.position[unused + SWAP_MARKER] > 0, "swaps without a Swap Marker", "HT-PRO-2")
        for seat in range(self.ids.players):
            due, tributes = self.tributes_due(seat), self.tributes_of(seat)
            self.need(due <= tributes, f"asks seat {seat} for more Tributes than it has", "HT-PRO-3")
            stock = sum(self.position[self.stock_cells(seat)])
            self.need(not due or stock > 0, f"asks seat {seat} for a Tribute, but its stock is empty", "HT-PRO-3")

    def stock_cells(self, seat: int) -> slice:
        """Return the cells of the stock of a seat."""
        first = layout.SEATS + seat * layout.SEAT_SIZE + layout.STOCK
        return slice(first, first + KINDS)

    def tributes_due(self, seat: int) -> int:
        """Return how many Tribute reactions of a seat are pending."""
        frames = [layout.STACK + (n + 1) * layout.FRAME_SIZE for n in range(len(self.names))]
        asked = [at for at, name in zip(frames, self.names, strict=True) if name == "tribute-reaction"]
        return sum(self.position[at + 1] == seat for at in asked)

    def tributes_of(self, seat: int) -> int:
        """Return how many Tributes of a seat are on routes."""
        starts = range(layout.ATTACHED, layout.HAND, 3)
        attached = [self.position[at : at + 3] for at in starts if self.position[at]]
        return sum(marker == TRIBUTE and owner == seat for _, marker, owner in attached)
