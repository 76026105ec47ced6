"""The field `pending` of a position: the tasks above the turn, and the values they need.

It is an object with these fields, all optional:

- `tasks`: the stack above the turn from the bottom, `[{"task": "creation", "stage": 3, "route": …}, …]`;
- `hand`: the pieces lifted and not yet put down, in the order of lifting, `[[0, "t"]]`; on boards with regions
  `[[0, "t", "wales"]]` with the region in which the piece was lifted;
- `fresh`: the marker taken in this action, which cannot be used yet;
- `drawn`: whether the active seat has drawn markers that are not yet revealed; by default, whether its plate has
  unseen markers;
- `supply_failed`: a replacement marker could not be drawn, so the game ends after this action;
- `marker_stuck`: a marker fits no route, which ends the game: `"this-turn"` until the turn is `"over"`.

Tasks are named as in `rules.tasks`, sequences `opening`, `creation`, `closing`, `neutral-creation` and `placement`.
ARGUMENTS lists the arguments of each. The seat that decides follows from the task and its arguments.
"""

from __future__ import annotations

from typing import Any, Final

from kontor.core.values import PositionBytes
from kontor.games.teutonica.formats.positions.ids import WHOSE_IDS, PositionIds
from kontor.games.teutonica.rules import layout, tasks
from kontor.games.teutonica.rules.pieces import KIND_IDS, MARKER_IDS
from kontor.games.teutonica.rules.tasks import SEQUENCE, SEQUENCE_NAMES, TASK_NAMES, WHICH

STUCK_IDS: Final = ("", "this-turn", "over")  # by the value of MARKER_STUCK
ROUTE: Final = ("route", tasks.ROUTE, "route")
LEFT: Final = ("left", tasks.LEFT, "count")
MUST: Final = ("must", tasks.MUST, "truth")
STAGE: Final = ("stage", tasks.STAGE, "count")
WHOSE: Final = ("whose", tasks.WHOSE, "whose")
OWNER: Final = ("owner", tasks.OWNER, "owner")
FROM_ROUTE: Final = ("from_route", tasks.FROM_ROUTE, "route")
DISPLACED: Final = ("displaced", tasks.DISPLACED, "kind")
BACK: Final = (
    ("traders_back", tasks.TRADERS_BACK, "count"),
    ("merchants_back", tasks.MERCHANTS_BACK, "count"),
)

# Per task: the name of each argument, its number in the frame, and its type.
ARGUMENTS: Final[dict[str, tuple[tuple[str, int, str], ...]]] = {
    "opening": (STAGE,),
    "creation": (STAGE, ROUTE, *BACK),
    "closing": (STAGE,),
    "neutral-creation": (STAGE, ROUTE),
    "placement": (STAGE,),
    "reward": (ROUTE,),
    "relocation": (
        OWNER,
        FROM_ROUTE,
        DISPLACED,
        ("extras", tasks.EXTRAS, "count"),
        ("filled", tasks.FILLED, "spaces"),
    ),
    "extra-put": (OWNER, FROM_ROUTE, DISPLACED),
    "lifting": (WHOSE, LEFT, MUST),
    "putting": (WHOSE,),
    "removal": (LEFT, MUST),
    "look": (),
    "marker-placing": (),
    "reveal": (OWNER, ROUTE),
    "pause": (),
    "green-post": (),
    "privilege-gift": (),
    "two-of-route": (LEFT, ROUTE, *BACK),
    "two-abroad": (LEFT,),
    "start-marker": (LEFT,),
    "favour-display": (LEFT,),
    "mission-deal": (LEFT,),
    "income-reaction": (),
    "tribute-reaction": (("seat", -1, "seat"),),
    "attachment": (("marker", 0, "marker"),),
    "swapping": (),
    "pawn-setup": (),
    "neutral-post": (ROUTE,),
}
FILLED_SPACES: Final = 3


def draws_by_default(position: bytes | PositionBytes) -> bool:
    """Return whether the plate of the active seat has unseen markers."""
    seat = layout.SEATS + position[layout.ACTIVE] * layout.SEAT_SIZE
    return position[seat + layout.PLATE_UNSEEN] > 0


class PendingWriter:
    """Writer of the field `pending`."""

    def __init__(self, ids: PositionIds, position: bytes) -> None:
        self.ids = ids
        self.position = position

    def json(self) -> dict[str, Any]:
        """Return the content of the field, empty between actions."""
        p = self.position
        fields: dict[str, Any] = {"tasks": self.frames()} if p[layout.DEPTH] > 1 else {}
        if p[layout.HAND]:
            fields["hand"] = self.hand()
        if p[layout.FRESH]:
            fields["fresh"] = MARKER_IDS[p[layout.FRESH] - 1]
        if bool(p[layout.DRAWN]) != draws_by_default(p):
            fields["drawn"] = bool(p[layout.DRAWN])
        if p[layout.SUPPLY_FAILED]:
            fields["supply_failed"] = True
        if p[layout.MARKER_STUCK]:
            fields["marker_stuck"] = STUCK_IDS[p[layout.MARKER_STUCK]]
        return fields

    def hand(self) -> list[list[Any]]:
        """Return the pieces in hand, with the region in which each was lifted. [HT-MOV-1, HT-BRI-9]"""
        found = []
        for n in range(self.position[layout.HAND]):
            entry: list[Any] = self.ids.piece_ids(self.position[layout.HAND_PIECES + n])
            if self.ids.regions:
                entry.append(self.ids.regions[self.position[layout.HAND_COUNTRIES + n]])
            found.append(entry)
        return found

    def frames(self) -> list[dict[str, Any]]:
        """Return the tasks above the turn."""
        starts = [layout.STACK + n * layout.FRAME_SIZE for n in range(1, self.position[layout.DEPTH])]
        return [self.frame(self.position[at : at + layout.FRAME_SIZE]) for at in starts]

    def frame(self, cells: bytes) -> dict[str, Any]:
        """Return one task with its arguments."""
        is_sequence = cells[0] == SEQUENCE
        name = SEQUENCE_NAMES[cells[2 + WHICH]] if is_sequence else TASK_NAMES[cells[0]]
        arguments = {
            argument: self.value(value_type, cells[2 + at :]) for argument, at, value_type in ARGUMENTS[name]
        }
        return {"task": name, **arguments}

    def value(self, value_type: str, cells: bytes) -> Any:
        """Return an argument as data; `spaces` uses three cells."""
        value = cells[0]
        if value_type == "count":
            return value
        if value_type == "truth":
            return bool(value)
        if value_type == "spaces":
            return [self.ids.board.spaces[cell - 1] for cell in cells[:FILLED_SPACES] if cell]
        return self.id_of(value_type, value)

    def id_of(self, value_type: str, value: int) -> Any:
        """Return an argument that is an id or a seat."""
        if value_type == "route":
            return self.ids.board.routes[value]
        if value_type == "kind":
            return KIND_IDS[value - 1] if value else None
        if value_type == "whose":
            return WHOSE_IDS[value]
        return MARKER_IDS[value] if value_type == "marker" else self.ids.owner_id(value)
