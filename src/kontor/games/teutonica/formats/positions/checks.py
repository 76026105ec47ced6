"""Checking that the decision under way in a position that was read can go on. [HT-INV-7]"""

from __future__ import annotations

from kontor.core.game import PositionBytes
from kontor.core.position_fields import refuse
from kontor.games.teutonica.formats.positions.pending_reader import FIELD, opening_tasks, stages_of
from kontor.games.teutonica.formats.positions.terms import Terms
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import (
    BLOCK,
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
    """What the tasks on the stack need to go on."""

    def __init__(self, terms: Terms, position: PositionBytes, names: list[str]) -> None:
        self.terms = terms
        self.position = position
        self.names = names
        self.active = position[layout.ACTIVE]
        self.seat = layout.SEATS + self.active * layout.SEAT_SIZE

    def argument(self, name: str, number: int) -> int:
        """An argument of the task of that name."""
        frame = self.names.index(name) + 1
        return self.position[layout.STACK + frame * layout.FRAME_SIZE + 2 + number]

    def need(self, holds: bool, claim: str, rule: str = "HT-INV-7") -> None:
        """Refuse the decision under way unless something holds."""
        if not holds:
            refuse(FIELD, claim, rule)

    def before_settling(self) -> None:
        """Refuse tasks that lack what they work with."""
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
        """Refuse a position in which somebody has to decide and nothing can be decided. [HT-INV-7]"""
        moves = self.terms.configuration.engine.legal_moves(self.position)
        self.need(bool(moves or self.position[layout.ENDED]), "leaves a decision open that has no answer")

    def check_pawn(self) -> None:
        """A pawn that stands nowhere has still to be placed in the opening. [HT-P2P-3]"""
        if "two-player-pawn" in self.terms.modules and not self.position[layout.PAWN]:
            is_due = "opening" in self.names and (
                "pawn-setup" in self.names or self.argument("opening", STAGE) < stages_of(self.terms, "opening")
            )
            self.need(is_due, "goes on without a pawn, and 'pawn' is not named", "HT-P2P-3")

    def check_fresh(self) -> None:
        """The marker taken in this action lies with the active seat. [HT-BMK-1]"""
        fresh = self.position[layout.FRESH]
        if fresh:
            held = self.position[self.seat + layout.UNUSED + fresh - 1]
            self.need(bool(held and "creation" in self.names), "has a fresh marker nobody took", "HT-BMK-1")

    # the opening

    def check_opening(self) -> None:
        """The opening has dealt what its stages before dealt, and no more. [HT-SET-3]"""
        if "opening" not in self.names:
            return
        asked, stage = opening_tasks(self.terms), self.argument("opening", STAGE)
        for task in self.names[1:]:
            self.need(stage > 0 and asked[stage - 1] == task, f"asks {task!r} at another stage of the opening")
            if task != "pawn-setup":
                left = self.argument(task, LEFT)
                self.need(0 < left == self.left_to_deal(task), f"has a wrong 'left' in {task!r}")
        for task in asked[stage:]:
            self.need(
                self.left_to_deal(task) == self.dealt_in_all(task),
                f"has dealt before its time what {task!r} deals",
            )
        if "start-marker" in [*self.names, *asked[stage:]]:
            self.check_start_markers()

    def dealt_in_all(self, task: str) -> int:
        """How many things a task of the opening deals."""
        return len(self.terms.facts["taverns"]) if task == "start-marker" else self.terms.players

    def left_to_deal(self, task: str) -> int:
        """How many things a task of the opening has not dealt, -1 when they were not dealt in order."""
        p, players = self.position, self.terms.players
        if task == "start-marker":
            dealt = [bool(p[layout.MARKERS + route]) for route in self.terms.facts["taverns"]]
        elif task == "mission-deal":
            cells = [layout.SEATS + seat * layout.SEAT_SIZE + layout.MISSION for seat in range(players)]
            dealt = [bool(p[cell]) for cell in cells]
        elif task == "favour-display":
            return players - sum(map(bool, p[layout.FAVOUR : layout.FAVOUR + FAVOURS]))
        else:
            return players
        return dealt.count(False) if dealt == sorted(dealt, reverse=True) else -1

    def check_start_markers(self) -> None:
        """The start markers not laid yet are in the bag. [HT-SET-3]"""
        laid = [self.position[layout.MARKERS + route] for route in self.terms.facts["taverns"]]
        for marker, count in enumerate(self.terms.configuration.start_markers):
            missing = count - laid.count(marker + 1)
            self.need(missing <= self.position[layout.BAG + marker], "lacks start markers in 'bag'", "HT-SET-3")
        left = laid.count(0)
        self.need(self.in_bag() - self.unseen_elsewhere() >= left, "lacks start markers in 'bag'", "HT-SET-3")

    def in_bag(self) -> int:
        """The markers nobody has seen."""
        return sum(self.position[layout.BAG : layout.BAG + MARKER_TYPES])

    def unseen_elsewhere(self) -> int:
        """The unseen markers that cannot be drawn."""
        p = self.position
        plates = [layout.SEATS + seat * layout.SEAT_SIZE + layout.PLATE_UNSEEN for seat in range(self.terms.players)]
        routes = list(p[layout.MARKERS : layout.MARKERS + len(self.terms.board.routes)])
        return sum(p[cell] for cell in plates) + routes.count(FACE_DOWN) + p[layout.DISCARDED + MARKER_TYPES]

    # pieces

    def check_hand(self) -> None:
        """Pieces are in hand exactly while they are being lifted and put down. [HT-MOV-1]"""
        hand = self.position[layout.HAND]
        lifter = next((name for name in self.names if name in LIFTERS), None)
        self.need(lifter is not None or not hand, "has pieces in hand that nobody lifted", "HT-MOV-1")
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
            self.check_room(lifter)

    def check_room(self, lifter: str) -> None:
        """What is in hand can be put down. [HT-MOV-4]"""
        trial = self.position[:]
        frame = self.names.index(lifter) + 1
        at = layout.STACK + frame * layout.FRAME_SIZE
        trial[at], trial[layout.DEPTH] = PUTTING, frame + 1
        self.terms.configuration.engine.write_checksum(trial)
        moves = self.terms.configuration.engine.legal_moves(trial)
        self.need(bool(moves), "has pieces in hand for which there is no room", "HT-MOV-4")

    def check_counts(self) -> None:
        """Pieces to be removed or put out are no more than a marker gives. [HT-BMK-15, HT-PRM-6, HT-PRM-8]"""
        for task, most in MOST_LEFT.items():
            if task in self.names:
                self.need(1 <= self.argument(task, LEFT) <= most, f"must have 1 to {most} 'left' in {task!r}")

    def check_relocation(self) -> None:
        """A sub-turn belongs to another player and puts out three pieces at most. [HT-DSP-5]"""
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
        """The pieces of the created route that may be put out again are in the stock. [HT-PRM-6]"""
        holders = [name for name in ("creation", "two-of-route") if name in self.names]
        for name in holders:
            last = stages_of(self.terms, "creation") - 2
            if name == "creation" and self.argument(name, STAGE) > last:
                continue
            for kind in range(KINDS):
                back = self.argument(name, TRADERS_BACK + kind)
                stock = self.position[self.seat + layout.STOCK + kind]
                self.need(back <= stock, "has returned more pieces than are in the stock", "HT-PRM-6")

    # markers

    def check_markers(self) -> None:
        """Markers to be looked at are there. [HT-RPL-2, HT-RPL-5]"""
        if "look" in self.names:
            unseen = self.position[self.seat + layout.PLATE_UNSEEN]
            self.need(unseen > 0, "looks at a plate without unseen markers", "HT-RPL-2")
        if "reveal" in self.names:
            marker = self.position[layout.MARKERS + self.argument("reveal", ROUTE)]
            self.need(marker == FACE_DOWN, "reveals a marker where none lies face down", "HT-RPL-5")
            taker = self.argument("reveal", OWNER)
            self.need(taker in (self.active, NEUTRAL), "lets a seat take a marker out of turn", "HT-RTE-2")

    def check_promos(self) -> None:
        """Promo markers in use are there. [HT-PRO-2, HT-PRO-3, HT-PRO-4]"""
        unused = self.seat + layout.UNUSED
        if "attachment" in self.names:
            marker, traders = (
                self.argument("attachment", 0),
                self.position[self.seat + layout.SUPPLY + TRADER],
            )
            self.need(marker in (TRIBUTE, BLOCK), "attaches a marker of another kind", "HT-PRO-3")
            is_ready = self.position[unused + marker] and traders
            self.need(bool(is_ready), "attaches a marker without marker or trader", "HT-PRO-3")
        if "swapping" in self.names:
            self.need(self.position[unused + SWAP_MARKER] > 0, "swaps without a Swap Marker", "HT-PRO-2")
        for seat in range(self.terms.players):
            due, tributes = self.tributes_due(seat), self.tributes_of(seat)
            self.need(due <= tributes, f"asks seat {seat} for more Tributes than it has", "HT-PRO-3")

    def tributes_due(self, seat: int) -> int:
        """How many reactions a seat owes."""
        frames = [layout.STACK + (n + 1) * layout.FRAME_SIZE for n in range(len(self.names))]
        asked = [at for at, name in zip(frames, self.names, strict=True) if name == "tribute-reaction"]
        return sum(self.position[at + 1] == seat for at in asked)

    def tributes_of(self, seat: int) -> int:
        """How many Tributes of a seat lie on routes."""
        starts = range(layout.ATTACHED, layout.HAND, 3)
        attached = [self.position[at : at + 3] for at in starts if self.position[at]]
        return sum(marker == TRIBUTE and owner == seat for _, marker, owner in attached)
