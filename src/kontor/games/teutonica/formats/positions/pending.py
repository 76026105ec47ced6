"""The field `pending` of a position: the decision under way and what it remembers.

It is an object with these fields, all optional:

- `tasks`: the stack above the turn from the bottom, `[{"task": "creation", "stage": 3, "route": …}, …]`;
- `hand`: pieces lifted and not yet put down, the first lifted first, `[[0, "t"]]`, on boards with regions
  `[[0, "t", "wales"]]` with the one it was lifted in;
- `fresh`: the marker taken in this very action, which cannot be used yet;
- `drawn`: whether the active seat has drawn markers it has not come to look at; where this is not named, it
  has if unseen markers lie on its plate;
- `supply_failed`: a replacement marker could not be drawn, so the game ends with this action;
- `marker_stuck`: a marker fitted no route, and that ends the game: `"this-turn"` until the turn is `"over"`.

A task bears its name from the module `tasks`, a sequence its own (`opening`, `creation`, `closing`,
`neutral-creation`, `placement`); ARGUMENTS lists what each carries. Who decides follows from both.
"""

from __future__ import annotations

from typing import Any, Final

from kontor.core.game import PositionBytes
from kontor.games.teutonica.formats.positions.terms import WHOSE_IDS, Terms
from kontor.games.teutonica.moves import KIND_IDS, MARKER_IDS
from kontor.games.teutonica.rules import layout, tasks
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

# Per task: the name of each argument, its number in the frame, and the sort of word it is.
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


def draws_by_default(position: PositionBytes) -> bool:
    """Whether unseen markers lie on the plate of the active seat."""
    seat = layout.SEATS + position[layout.ACTIVE] * layout.SEAT_SIZE
    return position[seat + layout.PLATE_UNSEEN] > 0


class PendingWriter:
    """The decision under way in words."""

    def __init__(self, terms: Terms, position: PositionBytes) -> None:
        self.terms = terms
        self.position = position

    def json(self) -> dict[str, Any]:
        """What has to be remembered; empty between actions."""
        p = self.position
        words: dict[str, Any] = {"tasks": self.frames()} if p[layout.DEPTH] > 1 else {}
        if p[layout.HAND]:
            words["hand"] = self.hand()
        if p[layout.FRESH]:
            words["fresh"] = MARKER_IDS[p[layout.FRESH] - 1]
        if bool(p[layout.DRAWN]) != draws_by_default(p):
            words["drawn"] = bool(p[layout.DRAWN])
        if p[layout.SUPPLY_FAILED]:
            words["supply_failed"] = True
        if p[layout.MARKER_STUCK]:
            words["marker_stuck"] = STUCK_IDS[p[layout.MARKER_STUCK]]
        return words

    def hand(self) -> list[list[Any]]:
        """The pieces in hand, with the region where each was lifted. [HT-MOV-1, HT-BRI-9]"""
        found = []
        for n in range(self.position[layout.HAND]):
            words: list[Any] = self.terms.piece_ids(self.position[layout.HAND_PIECES + n])
            if self.terms.regions:
                words.append(self.terms.regions[self.position[layout.HAND_COUNTRIES + n]])
            found.append(words)
        return found

    def frames(self) -> list[dict[str, Any]]:
        """The tasks above the turn."""
        starts = [layout.STACK + n * layout.FRAME_SIZE for n in range(1, self.position[layout.DEPTH])]
        return [self.frame(self.position[at : at + layout.FRAME_SIZE]) for at in starts]

    def frame(self, cells: bytearray) -> dict[str, Any]:
        """One task with its arguments."""
        is_sequence = cells[0] == SEQUENCE
        name = SEQUENCE_NAMES[cells[2 + WHICH]] if is_sequence else TASK_NAMES[cells[0]]
        words = {word: self.word(sort, cells[2 + at :]) for word, at, sort in ARGUMENTS[name]}
        return {"task": name, **words}

    def word(self, sort: str, cells: bytearray) -> Any:
        """An argument in words; `spaces` takes three cells."""
        value = cells[0]
        if sort == "count":
            return value
        if sort == "truth":
            return bool(value)
        if sort == "spaces":
            return [self.terms.board.spaces[cell - 1] for cell in cells[:FILLED_SPACES] if cell]
        return self.id_of(sort, value)

    def id_of(self, sort: str, value: int) -> Any:
        """An argument that is an id or a seat."""
        if sort == "route":
            return self.terms.board.routes[value]
        if sort == "kind":
            return KIND_IDS[value - 1] if value else None
        if sort == "whose":
            return WHOSE_IDS[value]
        return MARKER_IDS[value] if sort == "marker" else self.terms.owner_id(value)
