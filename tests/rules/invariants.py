"""Invariants of positions: each function returns None, or what is wrong with the bytes. [HT-INV-1 … HT-INV-7]"""

from __future__ import annotations

from collections.abc import Iterator

from kontor.core.contract import Invariant
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.games.teutonica.board_file import load
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.rules import layout as at
from kontor.games.teutonica.rules import pieces
from kontor.games.teutonica.rules.pieces import MARKER_IDS
from kontor.games.teutonica.rules.tasks import DISPLACED, OWNER, RELOCATION, TURN
from kontor.kernel.seats import CHANCE, GAME_OVER

KIND_NAMES = ("traders", "merchants")
PIECES_OF_A_COLOUR = (27, 4)
COVERED = {"keys": (4, 0), "actions": (5, 0), "privilege": (3, 0), "book": (0, 3), "bank": (3, 0)}
MARKERS_ON_THE_BOARD = 3
POINTS_THAT_END = 20
FILLED = bytes(range(1, 256))


def teutonica(game: Game) -> Teutonica:
    """Return the game, which must be Hansa Teutonica."""
    assert isinstance(game, Teutonica)
    return game


def seat_cell(owner: int, offset: int) -> int:
    """Return the index of a cell of an owner."""
    return at.SEATS + owner * at.SEAT_SIZE + offset


PILES = [seat_cell(owner, pile) for owner in range(pieces.OWNERS) for pile in (at.UNUSED, at.USED, at.PLATE)]


def frames(position: PositionBytes) -> Iterator[PositionBytes]:
    """Yield the frames of the task stack from the bottom: task, decider, eight arguments."""
    for n in range(position[at.DEPTH]):
        first = at.STACK + n * at.FRAME_SIZE
        yield position[first : first + at.FRAME_SIZE]


def is_between_actions(position: PositionBytes) -> bool:
    """Return whether the active seat has to decide what to do in its turn."""
    return [frame[0] for frame in frames(position)][-1] == TURN


def annexes(position: PositionBytes) -> list[tuple[int, int]]:
    """Return the city number and piece of every post beside printed spaces."""
    cells = position[at.ANNEX : at.ANNEX + 2 * position[at.ANNEXES]]
    return [(city - 1, piece % at.PERMANENT) for city, piece in zip(cells[::2], cells[1::2], strict=True)]


def in_hand(position: PositionBytes) -> list[int]:
    """Return the pieces in hand: lifted ones and a displaced one."""
    lifted = list(position[at.HAND_PIECES : at.HAND_PIECES + position[at.HAND]])
    sub_turns = [frame[2:] for frame in frames(position) if frame[0] == RELOCATION]
    displaced = [pieces.piece_of(frame[OWNER], frame[DISPLACED] - 1) for frame in sub_turns if frame[DISPLACED]]
    return lifted + displaced


def pieces_in_play(position: PositionBytes) -> PositionBytes:
    """Return all pieces on routes, in cities and in hand."""
    board = position[at.SPACES : at.MARKERS]
    return board + bytes(piece for _, piece in annexes(position)) + bytes(in_hand(position))


def attached_traders(position: PositionBytes, owner: int) -> int:
    """Return the number of traders on attached markers of an owner."""
    return sum(bool(position[n]) and position[n + 2] == owner for n in range(at.ATTACHED, at.HAND, 3))


def other_pieces(position: PositionBytes, owner: int, kind: int) -> int:
    """Return the pieces of a seat on desk, track, special spaces and markers, in supply and stock."""
    levels = position[seat_cell(owner, at.LEVELS) : seat_cell(owner, at.LEVELS) + pieces.ABILITIES]
    covered = [cover[kind] for cover in COVERED.values()]
    desk = sum(count - min(level, count) for count, level in zip(covered, levels, strict=True) if count)
    own = position[seat_cell(owner, at.SUPPLY) + kind] + position[seat_cell(owner, at.STOCK) + kind]
    if kind == pieces.TRADER:
        elsewhere = 1 + attached_traders(position, owner)  # one marks the score
    else:
        elsewhere = position[at.SPECIAL : at.FAVOUR].count(owner + 1)
    return desk + own + elsewhere


def pieces_are_conserved(game: Game, position: PositionBytes) -> str | None:
    """Check that every colour in play has 27 traders and 4 merchants, and every other none. [HT-INV-1, HT-SET-9]"""
    in_play = pieces_in_play(position)
    for seat in range(pieces.NEUTRAL):
        for kind, whole in enumerate(PIECES_OF_A_COLOUR):
            found = in_play.count(pieces.piece_of(seat, kind))
            if seat >= game.players and found:
                return f"HT-SET-9: seat {seat} does not play but has {KIND_NAMES[kind]} on the board"
            if seat < game.players and found + other_pieces(position, seat, kind) != whole:
                return f"HT-INV-1: seat {seat} has not {whole} {KIND_NAMES[kind]} in all"
    if pieces.piece_of(pieces.NEUTRAL, pieces.MERCHANT) in in_play:
        return "HT-P2N-2: the neutral player has a merchant"
    return None


def markers_of(game: Teutonica, position: PositionBytes, marker: int) -> int:
    """Return the number of markers of one type, wherever they are; unseen ones are in the bag."""
    routes = position[at.MARKERS : at.MARKERS + len(game.board.routes)].count(marker + 1)
    attached = sum(bool(position[n]) and position[n + 1] == marker for n in range(at.ATTACHED, at.HAND, 3))
    piles = sum(position[pile + marker] for pile in PILES)
    return routes + attached + piles + position[at.BAG + marker] + position[at.DISCARDED + marker]


def unseen_outside_supply(game: Teutonica, position: PositionBytes) -> int:
    """Return the number of unseen markers on plates, face down on routes, or discarded."""
    plates = sum(position[seat_cell(seat, at.PLATE_UNSEEN)] for seat in range(game.players))
    face_down = position[at.MARKERS : at.MARKERS + len(game.board.routes)].count(pieces.FACE_DOWN)
    return plates + face_down + position[at.DISCARDED + pieces.MARKER_TYPES]


def supply_of_markers(game: Teutonica, position: PositionBytes) -> int:
    """Return the number of markers left to draw. [HT-RNG-2]"""
    bag = sum(position[at.BAG : at.BAG + pieces.MARKER_TYPES])
    return bag - unseen_outside_supply(game, position)


def markers_are_conserved(game: Game, position: PositionBytes) -> str | None:
    """Check that the markers of every type are those of the mix. [HT-INV-2, HT-CMP-2]"""
    game = teutonica(game)
    for marker, whole in enumerate(game.configuration.marker_mix):
        if (found := markers_of(game, position, marker)) != whole:
            return f"HT-INV-2: {found} markers {MARKER_IDS[marker]}, not {whole}"
    return "HT-INV-2: the supply is below nothing" if supply_of_markers(game, position) < 0 else None


def printed_posts(game: Teutonica, position: PositionBytes) -> Iterator[tuple[str, PositionBytes]]:
    """Yield the printed spaces of every city from left to right."""
    first = at.POSTS
    for city in game.board.json["cities"]:
        yield city["id"], position[first : first + len(city["posts"])]
        first += len(city["posts"])


def posts_have_no_gaps(game: Game, position: PositionBytes) -> str | None:
    """Check that printed spaces are filled from the left. [HT-INV-3]"""
    for city, posts in printed_posts(teutonica(game), position):
        if any(posts.lstrip(FILLED)):
            return f"HT-INV-3: {city} has a gap: {list(posts)}"
    return None


def ships_carry_merchants(game: Game, position: PositionBytes) -> str | None:
    """Check that no trader is on a ship space. [HT-INV-4]"""
    kinds = [kind for route in teutonica(game).board.json["routes"] for kind in route["spaces"]]
    for kind, piece in zip(kinds, position[at.SPACES :], strict=False):
        if kind == "merchant" and piece and pieces.kind_of(piece) == pieces.TRADER:
            return "HT-INV-4: a trader stands on a ship space"
    return None


def turns_start_with_three_markers(game: Game, position: PositionBytes) -> str | None:
    """Check that a turn starts with three markers on routes, less those stuck or discarded. [HT-INV-5]"""
    game = teutonica(game)
    if position[at.ENDED] or position[at.BEGUN] or not is_between_actions(position):
        return None
    on_routes = sum(map(bool, position[at.MARKERS : at.MARKERS + len(game.board.routes)]))
    plate = range(at.PLATE_UNSEEN, at.PLATE + pieces.MARKER_TYPES)
    stuck = sum(position[seat_cell(seat, cell)] for seat in range(game.players) for cell in plate)
    discarded = sum(position[at.DISCARDED : at.DISCARDED + pieces.MARKER_TYPES + 1])
    if on_routes + stuck + discarded != MARKERS_ON_THE_BOARD:
        return f"HT-INV-5: {on_routes} markers on routes, {stuck} stuck, {discarded} discarded"
    return None


def completed_cities(game: Teutonica, position: PositionBytes) -> int:
    """Return the number of full cities and of green cities with a post."""
    full = sum(bool(posts) and 0 not in posts for _, posts in printed_posts(game, position))
    settled = {city for city, _ in annexes(position)}
    return full + sum(bool(game.board.json["cities"][city]["green"]) for city in settled)


def completed_cities_are_counted(game: Game, position: PositionBytes) -> str | None:
    """Check that the counter equals the number of completed cities. [HT-INV-6]"""
    counter, found = position[at.COMPLETED], completed_cities(teutonica(game), position)
    return None if counter == found else f"HT-INV-6: the counter says {counter} of {found} cities"


def one_seat_decides(game: Game, position: PositionBytes) -> str | None:
    """Check that one seat or chance has legal moves, until the game is over. [HT-INV-7]"""
    decider, moves = game.to_move(position), game.legal_moves(position)
    is_over = game.ended_by(position) is not None
    if is_over != (decider == GAME_OVER) or is_over == bool(moves):
        return f"HT-INV-7: over {is_over}, {decider} decides among {len(moves)} moves"
    if not is_over and decider != CHANCE and decider not in range(game.players):
        return f"HT-INV-7: {decider} is no seat"
    known = all(0 <= move < game.move_count for move in moves)
    return None if known and len(set(moves)) == len(moves) else "HT-INV-7: the moves are no set"


def due_endings(game: Teutonica, position: PositionBytes) -> set[str]:
    """Return the endings whose conditions are met. [HT-END-1]"""
    found = set()
    if max(position[seat_cell(owner, at.SCORE)] for owner in range(pieces.OWNERS)) >= POINTS_THAT_END:
        found.add("twenty-points")
    if completed_cities(game, position) >= load(game.board.name)["completed_cities_limit"]:
        found.add("completed-cities")
    if position[at.SUPPLY_FAILED] and supply_of_markers(game, position) == 0:
        found.add("marker-supply")
    if position[at.MARKER_STUCK] and game.setup["switches"]["marker_stuck"] == "end-game":
        found.add("marker-stuck")
    return found


def game_ends_when_due(game: Game, position: PositionBytes) -> str | None:
    """Check that the game is over once an ending is met and the action or turn is finished. [HT-END-4]"""
    ending, due = game.ended_by(position), due_endings(teutonica(game), position)
    if ending is not None:
        return None if ending in due else f"HT-END-1: ended by {ending}, due are {sorted(due)}"
    if due and is_between_actions(position) and not (due == {"marker-stuck"} and position[at.BEGUN]):
        return f"HT-END-4: the game goes on although {sorted(due)} are due"
    return None


INVARIANTS: tuple[Invariant, ...] = (
    pieces_are_conserved,
    markers_are_conserved,
    posts_have_no_gaps,
    ships_carry_merchants,
    turns_start_with_three_markers,
    completed_cities_are_counted,
    one_seat_decides,
    game_ends_when_due,
)
