"""Reading of the field `pending` of a position; the module `pending` describes its format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kontor.core.position_fields import entries, listed, number_of, refuse, truth, whole
from kontor.core.suggestions import did_you_mean
from kontor.core.values import PositionBytes
from kontor.games.teutonica.formats.positions.ids import WHOSE_IDS, PositionIds
from kontor.games.teutonica.formats.positions.pending import ARGUMENTS, FILLED_SPACES, STUCK_IDS
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import INCOME_SHARE, KIND_IDS, NEUTRAL
from kontor.games.teutonica.rules.tasks import DISPLACED, OWNER, SEQUENCE, SEQUENCE_NAMES, TASK_NAMES, WHICH
from kontor.kernel.runtime.errors import shown
from kontor.kernel.seats import CHANCE_CELL

FIELD: Final = "pending"
FIELDS: Final = ("tasks", "hand", "fresh", "drawn", "supply_failed", "marker_stuck")
CHANCE_TASKS: Final = ("look", "reveal", "start-marker", "favour-display", "mission-deal")
NEEDED: Final = ("route", "owner", "whose", "marker", "seat")
MOST_COUNTED: Final = 27
MOST_FRAMES: Final = layout.MOST_FRAMES - 2  # without the turn, and with one frame to spare

# Per task: the tasks that can open it.
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


def opening_tasks(ids: PositionIds) -> list[str]:
    """Return the tasks of the opening, in order. [HT-SET-3]"""
    asked = ["start-marker", "favour-display", "mission-deal", "pawn-setup"]
    return [task for task in asked if task not in MODULE_OF or MODULE_OF[task] in ids.modules]


def stages_of(ids: PositionIds, sequence: str) -> int:
    """Return the number of stages of a sequence."""
    pauses = 3 if ids.configuration.setup["switches"].get("markers_mid_action") else 0
    counts = {"creation": 6 + pauses, "closing": 3, "neutral-creation": 4, "placement": 2}
    return counts.get(sequence, len(opening_tasks(ids)))


class PendingReader:
    """Reader of the field `pending`."""

    def __init__(self, ids: PositionIds, position: PositionBytes) -> None:
        self.ids = ids
        self.position = position
        self.names: list[str] = []
        self.names_drawn = False

    def read(self, content: object) -> None:
        """Read the whole field."""
        fields = entries(content, FIELD)
        for key in fields:
            number_of(key, FIELDS, FIELD, "part of a decision under way")
        for frame in listed(fields.get("tasks", []), MOST_FRAMES, FIELD):
            self.read_frame(entries(frame, FIELD))
        self.read_hand(fields.get("hand", []))
        if "fresh" in fields:
            self.position[layout.FRESH] = self.ids.marker(fields["fresh"], FIELD) + 1
        self.position[layout.SUPPLY_FAILED] = truth(fields.get("supply_failed", False), FIELD)
        if "marker_stuck" in fields:
            stuck = number_of(fields["marker_stuck"], STUCK_IDS[1:], FIELD, "state of a stuck marker")
            self.position[layout.MARKER_STUCK] = stuck + 1
        self.names_drawn = "drawn" in fields
        if self.names_drawn:
            self.position[layout.DRAWN] = truth(fields["drawn"], FIELD)

    def read_hand(self, content: object) -> None:
        """Read the pieces in hand. [HT-MOV-1]"""
        regions = self.ids.regions
        for n, entry in enumerate(listed(content, layout.MOST_IN_HAND, FIELD)):
            parts = listed(entry, 3 if regions else 2, FIELD)
            self.position[layout.HAND_PIECES + n] = self.ids.piece(parts[:2], FIELD)
            if regions:
                region = parts[2] if len(parts) == 3 else None
                self.position[layout.HAND_COUNTRIES + n] = number_of(region, regions, FIELD, "region")
            self.position[layout.HAND] = n + 1

    def read_frame(self, fields: Mapping[str, Any]) -> None:
        """Read one task and put it on the stack."""
        name = self.task_name(fields.get("task"))
        self.check_place(name)
        arguments = [argument for argument, _, _ in ARGUMENTS[name]]
        for key in fields:
            if key != "task" and key not in arguments:
                claim = f"gives the task {name!r} an argument {shown(key)}, which it does not have"
                refuse(FIELD, claim, hint=did_you_mean(key, arguments))
        at = layout.STACK + (len(self.names) + 1) * layout.FRAME_SIZE
        self.fill_frame(at, name, fields)
        self.names.append(name)
        self.position[layout.DEPTH] += 1

    def task_name(self, value: object) -> str:
        """Return the name of a task or sequence."""
        names = list(ARGUMENTS)
        name = names[number_of(value, names, FIELD, "task")]
        module = MODULE_OF.get(name)
        if module and module not in self.ids.modules:
            refuse(FIELD, f"has the task {name!r}, which needs the module {module!r}")
        return name

    def check_place(self, name: str) -> None:
        """Reject a task above one that never opens it. [HT-INV-7]"""
        below = self.names[-1] if self.names else "turn"
        if below not in UNDER[name]:
            refuse(FIELD, f"has the task {name!r} on top of {below!r}, which never opens it", "HT-INV-7")

    def fill_frame(self, at: int, name: str, fields: Mapping[str, Any]) -> None:
        """Write the task, arguments and decider into the cells of a frame."""
        p = self.position
        if name in SEQUENCE_NAMES:
            p[at], p[at + 2 + WHICH] = SEQUENCE, SEQUENCE_NAMES.index(name)
        else:
            p[at] = TASK_NAMES.index(name)
        p[at + 1] = p[layout.ACTIVE]
        for argument, number, value_type in ARGUMENTS[name]:
            for n, value in enumerate(self.numbers(name, argument, value_type, fields)):
                p[at + 2 + number + n] = value
        p[at + 1] = self.decider(name, at)

    def decider(self, name: str, at: int) -> int:
        """Return the seat that decides a task. [HT-DSP-5, HT-P2N-3, HT-FAV-7, HT-P2P-3]"""
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
        """Return the owner of the favour *income*, who reacts to the income of another seat. [HT-FAV-7]"""
        holder = self.position[layout.FAVOUR + INCOME_SHARE] - 2
        if holder < 0 or holder == self.position[layout.ACTIVE]:
            refuse(FIELD, "has an income reaction, but no other seat owns that favour", "HT-FAV-7")
        return holder

    def numbers(self, name: str, argument: str, value_type: str, fields: Mapping[str, Any]) -> list[int]:
        """Return the cell values of an argument; 0 for an optional argument that is left out."""
        if argument not in fields:
            if value_type in NEEDED:
                refuse(FIELD, f"must name {argument!r} with the task {name!r}")
            return [0]
        value = fields[argument]
        if value_type == "spaces":
            spaces = listed(value, FILLED_SPACES, FIELD)
            return [self.ids.space(space, FIELD) + 1 for space in spaces]
        if argument == "stage":
            return [whole(value, 0, stages_of(self.ids, name), FIELD)]
        return [self.number(value_type, value)]

    def number(self, value_type: str, value: object) -> int:
        """Return the cell value of an argument that is a single value."""
        if value_type == "count":
            return whole(value, 0, MOST_COUNTED, FIELD)
        if value_type == "truth":
            return int(truth(value, FIELD))
        if value_type == "kind":
            return 0 if value is None else number_of(value, KIND_IDS, FIELD, "kind of piece") + 1
        if value_type == "whose":
            return number_of(value, WHOSE_IDS, FIELD, "choice of owners")
        reading = {"route": self.ids.route, "marker": self.ids.marker, "seat": self.ids.seat}
        return reading.get(value_type, self.ids.owner)(value, FIELD)

    def displaced_pieces(self) -> list[tuple[int, int]]:
        """Return the owner and kind of each displaced piece that is not yet relocated. [HT-DSP-5]"""
        found = []
        for n, name in enumerate(self.names):
            at = layout.STACK + (n + 1) * layout.FRAME_SIZE + 2
            if name == "relocation" and self.position[at + DISPLACED]:
                found.append((self.position[at + OWNER], self.position[at + DISPLACED] - 1))
        return found
