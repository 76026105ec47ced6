"""Playing: moves, undos, and looking back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kontor.core.game import Game, IllegalMove, Seat
from kontor.core.notation import UnknownMove
from kontor.server.instants import now, steady
from kontor.server.limits import Buckets
from kontor.server.live.bus import Bus, Notice
from kontor.server.metrics import Metrics
from kontor.server.service import undoing
from kontor.server.service.chance import draw_all
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.service.refusals import Illegal, NotYours, Stale, Wrong
from kontor.server.service.telling import Eyes, entries_json
from kontor.server.store.entries import CHANCE, MOVE, NATURE, PLAYER, UNDO, Entry, Overtaken, Page
from kontor.server.store.log import Log
from kontor.server.store.messages import Wishes
from kontor.server.store.tables import HUMAN

Move = str | Mapping[str, Any]


class Playing:
    """Appends to the logs of tables whatever their players may do."""

    def __init__(
        self, matches: Matches, log: Log, wishes: Wishes, bus: Bus, metrics: Metrics, undos: Buckets
    ) -> None:
        self.matches = matches
        self.log = log
        self.wishes = wishes
        self.bus = bus
        self.metrics = metrics
        self.undos = undos

    async def move(self, match: Match, eyes: Eyes, number: int, content: Move) -> None:
        """Make the move of a player."""
        if not eyes.held:
            raise NotYours("You hold no seat at this table; join one first, or watch.")
        async with match.lock:
            self._check_number(match, eyes, number)
            if match.to_move not in eyes.held and not match.over:
                raise NotYours(f"Seat {match.to_move} is to move, and it is not yours.", to_move=match.to_move)
            await self._append(match, page_of_move(match, read_move(match, content), PLAYER), eyes)

    async def make(self, match: Match, number: int, move: int, by: str) -> bool:
        """Make a move nobody clicked; False if the table has moved on."""
        async with match.lock:
            if match.number != number:
                return False
            try:
                await self._append(match, page_of_move(match, move, by), Eyes())
            except Stale:
                return False
        return True

    async def undo(self, match: Match, eyes: Eyes, number: int, length: int | None) -> None:
        """Take moves back, or say that one would agree to it."""
        if not eyes.held:
            raise NotYours("You hold no seat at this table; only players take moves back.")
        async with match.lock:
            self._check_number(match, eyes, number)
            back_to = len(match.course.line) - 1 if length is None else length
            seat = undoing.check(match, eyes.held, back_to)
            self.undos.take(eyes.account_id or "")
            if match.card.undo == undoing.AGREED and not await self._agreed(match, eyes, back_to):
                return
            await self._append(match, page_of_undo(match, seat, back_to), eyes)

    async def _agreed(self, match: Match, eyes: Eyes, length: int) -> bool:
        """Add a wish to go back, and whether now everybody has it."""
        table_id, number = match.card.id, match.number
        await self.wishes.add(table_id, number, eyes.held, length)
        match.wishes = await self.wishes.at(table_id, number)
        people = [chair.seat for chair in match.card.chairs if chair.kind == HUMAN]
        return all(match.wishes.get(seat) == length for seat in people)

    def _check_number(self, match: Match, eyes: Eyes, number: int) -> None:
        if number != match.number:
            raise stale(match, eyes, number)

    async def _append(self, match: Match, page: Page, eyes: Eyes) -> None:
        seen = match.number
        try:
            with self.metrics.appending.time():
                await self.log.append(page)
        except Overtaken:
            await self.matches.catch_up(match)
            raise stale(match, eyes, seen) from None
        except BaseException:
            match.news += 1  # the page is there or is not: whoever looks next reads the log
            raise
        match.follow(page.entries)
        for entry in page.entries:
            self.metrics.entries.labels(entry.by).inc()
        await self.bus.publish(Notice(page.table_id, page.number))


def stale(match: Match, eyes: Eyes, number: int) -> Stale:
    """What is answered to somebody who does not know the last number: what happened since, if it is in memory."""
    remembered = match.number - len(match.recent)
    return Stale(
        f"The table is at number {match.number}, not {number}; nothing was changed. Look at what happened and "
        "decide again.",
        number=match.number,
        entries=entries_json(match, eyes, max(number, remembered)),
    )


def read_move(match: Match, content: Move) -> int:
    """The move that words or an object name."""
    try:
        return match.game.parse_move(content) if isinstance(content, str) else match.game.parse_move_json(content)
    except UnknownMove as problem:
        raise Wrong(f"{problem}; the table lists the moves that are legal.") from problem


def page_of_move(match: Match, move: int, by: str) -> Page:
    """A move and the chances that follow from it, or why it is not legal."""
    game, position, seat = match.game, match.course.position[:], match.to_move
    moment = max(now(), match.last_at)
    try:
        game.advance(position, move)
    except IllegalMove as problem:
        refusal = game.refusal(game.view(match.course.position, seat if seat >= 0 else None), move)
        raise Illegal(problem.words, refusal.rule, refusal.facts) from problem
    made = Entry(match.number + 1, MOVE, seat, by, game.move_text(move), moment, spent=spent(match, seat))
    drawn = chances(game, match.number + 2, draw_all(game, position), moment)
    return Page(match.card.id, [made, *drawn], decider(game, position), game.ended_by(position))


def page_of_undo(match: Match, seat: Seat, length: int) -> Page:
    """An undo, and who is to move after it."""
    moment = max(now(), match.last_at)
    entry = Entry(match.number + 1, UNDO, seat, PLAYER, "", moment, length, spent(match, seat))
    return Page(match.card.id, [entry], match.course.line.back_to(length).decider, None)


def spent(match: Match, seat: Seat) -> int:
    """The time an entry takes from the clock of its seat, which pays only for its own decisions."""
    since = match.ticking_since
    return 0 if since is None or seat != match.to_move else max(0, steady() - since)


def chances(game: Game, first: int, moves: Sequence[int], moment: int) -> list[Entry]:
    """Chance moves as entries."""
    return [Entry(first + n, CHANCE, None, NATURE, game.move_text(move), moment) for n, move in enumerate(moves)]


def decider(game: Game, position: bytearray) -> Seat | None:
    """The seat that is to move, as the database keeps it."""
    seat = game.to_move(position)
    return seat if seat >= 0 else None
