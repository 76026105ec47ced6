"""Layout of a position: one buffer of bytes, at most 1 KiB.

A position is a `bytearray` of SIZE cells and the bytes of its checksum (`kontor.kernel.checksum`).
Two positions of one game are equal if and only if their bytes are equal.
Owners are seats 0 to 4 and NEUTRAL; a cell that names an owner, route, city or card holds its number plus one,
and 0 means none.
"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.pieces import FAVOURS, KINDS, MARKER_TYPES, OWNERS, SPECIAL_SPACES

MOST_SPACES: Final = 121
MOST_POSTS: Final = 72
MOST_ROUTES: Final = 40
MOST_ANNEXES: Final = 150
MOST_IN_HAND: Final = 5
MOST_FRAMES: Final = 10
FRAME_SIZE: Final = 10
MOST_ATTACHED: Final = 4

DEPTH: Final = 0  # frames on the task stack
TURN_LOW: Final = 1  # turn number, low byte
TURN_HIGH: Final = 2
ACTIVE: Final = 3  # the seat whose turn it is
ACTIONS_LEFT: Final = 4
ACTED: Final = 5  # an action was taken this turn
BEGUN: Final = 6  # something was done this turn, also other than an action
GIVEN_UP: Final = 7  # the turn was given up for a favour
PERMISSIONS: Final = 8  # bit per gateway used this turn
PAWN: Final = 9  # province of the pawn, plus one
PAWN_MOVED: Final = 10  # see PAWN_BEFORE and PAWN_AFTER
COMPLETED: Final = 11  # counter of completed cities
ENDED: Final = 12  # 0 before the end, then the number of the ending (see endings.py)
SUPPLY_FAILED: Final = 13  # a replacement marker could not be drawn
MARKER_STUCK: Final = 14  # a marker fits no route, which ends the game: 1 until the turn ends, then TURN_OVER
FRESH: Final = 15  # type plus one of the marker taken in this action
DRAWN: Final = 16  # a replacement marker was drawn and not yet revealed
CONNECTED: Final = 17  # owners plus one in the order in which they connected East and West
SPECIAL: Final = CONNECTED + OWNERS  # owner plus one of each special prestige space
FAVOUR: Final = SPECIAL + SPECIAL_SPACES  # per tile: 0 not in play, 1 on display, 2 + owner
BAG: Final = FAVOUR + FAVOURS  # unseen markers, per type
DISCARDED: Final = BAG + MARKER_TYPES  # markers out of the game, per type, then the unseen ones
ATTACHED: Final = DISCARDED + MARKER_TYPES + 1  # promo markers on routes: route plus one, type, owner
HAND: Final = ATTACHED + 3 * MOST_ATTACHED  # number of pieces in hand
HAND_PIECES: Final = HAND + 1
HAND_COUNTRIES: Final = HAND_PIECES + MOST_IN_HAND  # country in which each was lifted
STACK: Final = HAND_COUNTRIES + MOST_IN_HAND  # frames: task, decider, eight arguments
SEATS: Final = STACK + MOST_FRAMES * FRAME_SIZE

SCORE: Final = 0  # offsets in the cells of a seat
LEVELS: Final = 1
SUPPLY: Final = 6
STOCK: Final = 8
UNUSED: Final = 10
USED: Final = UNUSED + MARKER_TYPES
PLATE_UNSEEN: Final = USED + MARKER_TYPES
PLATE: Final = PLATE_UNSEEN + 1
MISSION: Final = PLATE + MARKER_TYPES
SEAT_SIZE: Final = MISSION + 1

SPACES: Final = SEATS + OWNERS * SEAT_SIZE  # piece on each route space
POSTS: Final = SPACES + MOST_SPACES  # piece on each printed post space
MARKERS: Final = POSTS + MOST_POSTS  # type plus one of the marker on each route, or FACE_DOWN
ANNEXES: Final = MARKERS + MOST_ROUTES  # number of posts beside the printed spaces
ANNEX: Final = ANNEXES + 1  # those posts by city, each from left to right: city plus one, piece (+ PERMANENT)
SIZE: Final = ANNEX + 2 * MOST_ANNEXES

# The cells of the counts, which are derived from a position and not part of it.
FREE_COUNT: Final = 0  # empty spaces
FREE_SPACES: Final = 1  # the empty spaces in ascending order, then zeros
HOUSES_FREE: Final = FREE_SPACES + MOST_SPACES  # route -> empty house spaces
SHIPS_FREE: Final = HOUSES_FREE + MOST_ROUTES
PIECES_ON_ROUTES: Final = SHIPS_FREE + MOST_ROUTES  # (piece - 1) * MOST_ROUTES + route -> number of such pieces
COUNTS: Final = PIECES_ON_ROUTES + OWNERS * KINDS * MOST_ROUTES

# The bit sets, which are also derived. A set has room for 64 numbers, so the spaces take two.
SPACES_IN_SET: Final = 64
SPACE_SETS: Final = 2
OCCUPIED: Final = 0  # spaces with a piece
OWN_SPACES: Final = OCCUPIED + SPACE_SETS  # owner * SPACE_SETS + n -> spaces with own pieces
HELD_ROUTES: Final = OWN_SPACES + OWNERS * SPACE_SETS  # owner -> routes with own pieces
FULL_ROUTES: Final = HELD_ROUTES + OWNERS  # owner -> routes on which every space has an own piece
OPEN_ROUTES: Final = FULL_ROUTES + OWNERS  # kind -> routes with an empty space that accepts the kind
POST_PAIRS: Final = OPEN_ROUTES + KINDS  # printed spaces with a post whose right neighbour has one; two sets
SETS: Final = POST_PAIRS + SPACE_SETS

PERMANENT: Final = 64  # added to the piece of a green-city post placed by the permanent marker
TURN_OVER: Final = 2  # value of MARKER_STUCK
PAWN_BEFORE: Final = 1
PAWN_AFTER: Final = 2
