"""Reading the field `pending` of a position, whose form `pending` describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kontor.core.game import PositionBytes
from kontor.core.position_fields import entries, listed, number_of, refuse, truth, whole
from kontor.games.teutonica.formats.positions.pending import ARGUMENTS, FILLED_SPACES, STUCK_IDS
from kontor.games.teutonica.formats.positions.terms import WHOSE_IDS, Terms
from kontor.games.teutonica.moves import KIND_IDS
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import INCOME_SHARE, NEUTRAL
from kontor.games.teutonica.rules.tasks import DISPLACED, OWNER, SEQUENCE, SEQUENCE_NAMES, TASK_NAMES, WHICH
from kontor.kernel.seats import CHANCE_CELL

FIELD: Final = "pending"
FIELDS: Final = ("tasks", "hand", "fresh", "drawn", "supply_failed", "marker_stuck")
CHANCE_TASKS: Final = ("look", "reveal", "start-marker", "favour-display", "mission-deal")
NEEDED: Final = ("route", "owner", "whose", "marker", "seat")
MOST_COUNTED: Final = 27
MOST_FRAMES: Final = layout.MOST_FRAMES - 2  # without the turn, and with room for one more

# Per task: what it may stand on.
UNDER: Final[dict[str, tuple[str, ...]]] = {
    "opening": ("turn",),
    "creation": ("turn",),
    "closing": ("turn",),
    "neutral-creation": ("turn", "creation", "pause", "relocation", "putting"),
    "placement": ("turn",),
    "reward": ("creation",),
    "relocation": ("turn",),
    "extra-put": ("relocation",),
    "lifting": ("turn", "creation", "pause"),
    "putting": ("turn", "creation", "pause"),
    "removal": ("turn", "pause"),
    "look": ("closing", "placement"),
    "marker-placing": ("closing", "placement"),
    "reveal": ("creation", "neutral-creation"),
    "pause": ("creation",),
    "green-post": ("creation",),
    "privilege-gift": ("creation",),
    "two-of-route": ("creation",),
    "two-abroad": ("creation",),
    "start-marker": ("opening",),
    "favour-display": ("opening",),
    "mission-deal": ("opening",),
    "income-reaction": ("turn",),
    "tribute-reaction": ("creation", "neutral-creation", "tribute-reaction"),
    "attachment": ("turn", "pause"),
    "swapping": ("turn", "pause"),
    "pawn-setup": ("opening",),
    "neutral-post": ("neutral-creation",),
}
MODULE_OF: Final = {
    "neutral-creation": "two-player-neutral",
    "neutral-post": "two-player-neutral",
    "favour-display": "emperors-favour",
    "income-reaction": "emperors-favour",
    "mission-deal": "mission-cards",
    "tribute-reaction": "promo-markers",
    "attachment": "promo-markers",
    "swapping": "promo-markers",
    "pawn-setup": "two-player-pawn",
}


def opening_tasks(terms: Terms) -> list[str]:
    """What the stages of the opening ask, in order. [HT-SET-3]"""
    asked = ["start-marker", "favour-display", "mission-deal", "pawn-setup"]
    return [task for task in asked if task not in MODULE_OF or MODULE_OF[task] in terms.modules]


def stages_of(terms: Terms, sequence: str) -> int:
    """How many stages a sequence has."""
    pauses = 3 if terms.configuration.setup["switches"].get("markers_mid_action") else 0
    counts = {"creation": 6 + pauses, "closing": 3, "neutral-creation": 4, "placement": 2}
    return counts.get(sequence, len(opening_tasks(terms)))


class PendingReader:
    """The decision under way, put into the cells of a position."""

    def __init__(self, terms: Terms, position: PositionBytes) -> None:
        self.terms = terms
        self.position = position
        self.names: list[str] = []
        self.names_drawn = False

    def read(self, content: object) -> None:
        """Read the whole field."""
        words = entries(content, FIELD)
        for key in words:
            number_of(key, FIELDS, FIELD, "part of a decision under way")
        for frame in listed(words.get("tasks", []), MOST_FRAMES, FIELD):
            self.read_frame(entries(frame, FIELD))
        self.read_hand(words.get("hand", []))
        if "fresh" in words:
            self.position[layout.FRESH] = self.terms.marker(words["fresh"], FIELD) + 1
        self.position[layout.SUPPLY_FAILED] = truth(words.get("supply_failed", False), FIELD)
        if "marker_stuck" in words:
            stuck = number_of(words["marker_stuck"], STUCK_IDS[1:], FIELD, "state of a stuck marker")
            self.position[layout.MARKER_STUCK] = stuck + 1
        self.names_drawn = "drawn" in words
        if self.names_drawn:
            self.position[layout.DRAWN] = truth(words["drawn"], FIELD)

    def read_hand(self, content: object) -> None:
        """Read the pieces in hand. [HT-MOV-1]"""
        regions = self.terms.regions
        for n, entry in enumerate(listed(content, layout.MOST_IN_HAND, FIELD)):
            words = listed(entry, 3 if regions else 2, FIELD)
            self.position[layout.HAND_PIECES + n] = self.terms.piece(words[:2], FIELD)
            if regions:
                region = words[2] if len(words) == 3 else None
                self.position[layout.HAND_COUNTRIES + n] = number_of(region, regions, FIELD, "region")
            self.position[layout.HAND] = n + 1

    def read_frame(self, words: Mapping[str, Any]) -> None:
        """Read one task and put it on the stack."""
        name = self.task_name(words.get("task"))
        self.check_place(name)
        arguments = {argument for argument, _, _ in ARGUMENTS[name]}
        for key in words:
            if key != "task" and key not in arguments:
                refuse(FIELD, f"gives the task {name!r} an argument it does not have")
        at = layout.STACK + (len(self.names) + 1) * layout.FRAME_SIZE
        self.fill_frame(at, name, words)
        self.names.append(name)
        self.position[layout.DEPTH] += 1

    def task_name(self, value: object) -> str:
        """The name of a task or sequence."""
        names = list(ARGUMENTS)
        name = names[number_of(value, names, FIELD, "task")]
        module = MODULE_OF.get(name)
        if module and module not in self.terms.modules:
            refuse(FIELD, f"has the task {name!r}, which needs the module {module!r}")
        return name

    def check_place(self, name: str) -> None:
        """Refuse a task on top of one that never asks for it. [HT-INV-7]"""
        below = self.names[-1] if self.names else "turn"
        if below not in UNDER[name]:
            refuse(FIELD, f"has the task {name!r} on top of {below!r}, where it never stands", "HT-INV-7")

    def fill_frame(self, at: int, name: str, words: Mapping[str, Any]) -> None:
        """Write task, arguments and decider into the cells of a frame."""
        p = self.position
        if name in SEQUENCE_NAMES:
            p[at], p[at + 2 + WHICH] = SEQUENCE, SEQUENCE_NAMES.index(name)
        else:
            p[at] = TASK_NAMES.index(name)
        p[at + 1] = p[layout.ACTIVE]
        for argument, number, sort in ARGUMENTS[name]:
            for n, value in enumerate(self.numbers(name, argument, sort, words)):
                p[at + 2 + number + n] = value
        p[at + 1] = self.decider(name, at)

    def decider(self, name: str, at: int) -> int:
        """Who decides a task. [HT-DSP-5, HT-P2N-3, HT-FAV-7, HT-P2P-3]"""
        p = self.position
        owner = p[at + 2 + OWNER]
        if name in CHANCE_TASKS:
            return CHANCE_CELL
        if name in ("relocation", "extra-put"):
            return owner if owner != NEUTRAL else 1 - p[layout.ACTIVE]
        if name == "income-reaction":
            return self.sharer()
        fixed = {"opening": 0, "pawn-setup": 1}
        return fixed.get(name, p[at + 1])

    def sharer(self) -> int:
        """The owner of the favour *income*, who reacts to the income of another. [HT-FAV-7]"""
        holder = self.position[layout.FAVOUR + INCOME_SHARE] - 2
        if holder < 0 or holder == self.position[layout.ACTIVE]:
            refuse(FIELD, "has an income reaction, but no other seat owns that favour", "HT-FAV-7")
        return holder

    def numbers(self, name: str, argument: str, sort: str, words: Mapping[str, Any]) -> list[int]:
        """The cells of an argument; one not named is 0, where that means anything."""
        if argument not in words:
            if sort in NEEDED:
                refuse(FIELD, f"must name {argument!r} with the task {name!r}")
            return [0]
        value = words[argument]
        if sort == "spaces":
            spaces = listed(value, FILLED_SPACES, FIELD)
            return [self.terms.space(space, FIELD) + 1 for space in spaces]
        if argument == "stage":
            return [whole(value, 0, stages_of(self.terms, name), FIELD)]
        return [self.number(sort, value)]

    def number(self, sort: str, value: object) -> int:
        """The cell of an argument of one word."""
        if sort == "count":
            return whole(value, 0, MOST_COUNTED, FIELD)
        if sort == "truth":
            return int(truth(value, FIELD))
        if sort == "kind":
            return 0 if value is None else number_of(value, KIND_IDS, FIELD, "kind of piece") + 1
        if sort == "whose":
            return number_of(value, WHOSE_IDS, FIELD, "choice of owners")
        reading = {"route": self.terms.route, "marker": self.terms.marker, "seat": self.terms.seat}
        return reading.get(sort, self.terms.owner)(value, FIELD)

    def displaced_pieces(self) -> list[tuple[int, int]]:
        """Owner and kind of a displaced piece that is in hand. [HT-DSP-5]"""
        found = []
        for n, name in enumerate(self.names):
            at = layout.STACK + (n + 1) * layout.FRAME_SIZE + 2
            if name == "relocation" and self.position[at + DISPLACED]:
                found.append((self.position[at + OWNER], self.position[at + DISPLACED] - 1))
        return found
