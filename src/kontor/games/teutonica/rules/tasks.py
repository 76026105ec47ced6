"""Tasks: the pending decisions, stored as frames of the stack in a position.

A frame holds the task, the seat that decides and up to eight arguments, whose numbers are listed by task below.
"""

from __future__ import annotations

from typing import Final

SEQUENCE: Final = 0  # no decision: runs its stages one after the other
TURN: Final = 1  # the active seat's turn
REWARD: Final = 2
RELOCATION: Final = 3  # sub-turn of a displaced player
EXTRA_PUT: Final = 4  # an own piece lifted as an extra piece has to be put down
LIFTING: Final = 5
PUTTING: Final = 6
REMOVAL: Final = 7
LOOK: Final = 8  # chance: a drawn marker is revealed
MARKER_PLACING: Final = 9
REVEAL: Final = 10  # chance: a face-down marker is taken
PAUSE: Final = 11  # a marker may be used inside Create
GREEN_POST: Final = 12
PRIVILEGE_GIFT: Final = 13
TWO_OF_ROUTE: Final = 14
TWO_ABROAD: Final = 15
START_MARKER: Final = 16  # chance
FAVOUR_DISPLAY: Final = 17  # chance
MISSION_DEAL: Final = 18  # chance
INCOME_REACTION: Final = 19
TRIBUTE_REACTION: Final = 20
ATTACHMENT: Final = 21
SWAPPING: Final = 22
PAWN_SETUP: Final = 23
NEUTRAL_POST: Final = 24
TASKS: Final = 25

OPENING: Final = 0  # sequences
CREATION: Final = 1
CLOSING: Final = 2
NEUTRAL_CREATION: Final = 3
PLACEMENT: Final = 4

# arguments of a sequence
WHICH: Final = 0
STAGE: Final = 1
ROUTE: Final = 2
TRADERS_BACK: Final = 3  # pieces of the created route that went to the stock
MERCHANTS_BACK: Final = 4

# arguments of RELOCATION
OWNER: Final = 0  # owner of the pieces
FROM_ROUTE: Final = 1
DISPLACED: Final = 2  # kind plus one of the displaced piece until it is relocated
EXTRAS: Final = 3  # extra pieces still allowed
FILLED: Final = 4  # the spaces, plus one, that were filled in this sub-turn; three arguments

# arguments of LIFTING and PUTTING
WHOSE: Final = 0
LEFT: Final = 1  # lifts, removals or pieces still allowed
MUST: Final = 2  # 1 while at least one piece has to be taken
OWN: Final = 0  # values of WHOSE
OTHERS: Final = 1
ANY: Final = 2

TASK_NAMES: Final = (
    "sequence",
    "turn",
    "reward",
    "relocation",
    "extra-put",
    "lifting",
    "putting",
    "removal",
    "look",
    "marker-placing",
    "reveal",
    "pause",
    "green-post",
    "privilege-gift",
    "two-of-route",
    "two-abroad",
    "start-marker",
    "favour-display",
    "mission-deal",
    "income-reaction",
    "tribute-reaction",
    "attachment",
    "swapping",
    "pawn-setup",
    "neutral-post",
)
SEQUENCE_NAMES: Final = ("opening", "creation", "closing", "neutral-creation", "placement")
