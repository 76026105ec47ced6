"""Tournaments of groups: entering, starting, withdrawing, and what is shown of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.clock import now
from kontor.server.errors import Conflict, Forbidden, LimitExceeded, NotFound
from kontor.server.ids import new_id
from kontor.server.service.groups import OpenGroup, opened
from kontor.server.service.pairings.history import PlayedTable
from kontor.server.service.pairings.rounds import rounds_of
from kontor.server.service.pairings.standings import Standing, standings
from kontor.server.service.people import people_by_id
from kontor.server.service.tournament_plans import (
    MAX_PLAYERS,
    MAX_ROUNDS,
    MIN_PLAYERS,
    TournamentPlan,
    allowed_sizes,
)
from kontor.server.service.tournament_rounds import TournamentRounds
from kontor.server.store.accounts import Account
from kontor.server.store.database import Database
from kontor.server.store.events import queue_event
from kontor.server.store.groups import OWNER
from kontor.server.store.models import PairingRow, TournamentPlayerRow, TournamentRow
from kontor.server.store.tournament_players import next_number, players_of, withdraw
from kontor.server.store.tournaments import pairings_of, tournaments_of

MAX_RUNNING: Final = 10  # tournaments of a group that have not ended
MAX_LISTED: Final = 50
NO_TOURNAMENT: Final = "There is no such tournament, or you are not a member of its group."


class TournamentService:
    """Creates tournaments, and lets the members of a group enter and leave them."""

    def __init__(self, database: Database, rounds: TournamentRounds) -> None:
        self.database = database
        self.rounds = rounds

    async def create(self, account: Account, group_id: str, plan: TournamentPlan) -> str:
        """Create a tournament, which its owner starts later, and return its id."""
        content, tournament_id = plan.json(), new_id()
        async with self.database.writing() as session:
            group = await opened(session, account, group_id, lock=True)
            group.check_owner()
            running = [row for row in await tournaments_of(session, group_id, MAX_LISTED) if row.ended_at is None]
            if len(running) >= MAX_RUNNING:
                raise LimitExceeded(f"{MAX_RUNNING} tournaments of the group run already; end one first.", 60)
            session.add(
                TournamentRow(
                    id=tournament_id,
                    group_id=group_id,
                    name=plan.name,
                    kind=plan.kind,
                    plan=content,
                    rounds=0,
                    start_hours=plan.start_hours,
                    organizer=account.id,
                    round=0,
                    created_at=now(),
                )
            )
            others = {each.account_id for each in group.members} - {account.id}
            data = {"name": account.name, "title": plan.name, "kind": "created", "link": link_to(tournament_id)}
            await queue_event(session, others, "tournament", data=data)
        return tournament_id

    async def of_group(self, account: Account, group_id: str) -> list[dict[str, Any]]:
        """Return the tournaments of a group, the newest first, for one of its members."""
        async with self.database.reading() as session:
            await opened(session, account, group_id)
            return [summary_json(row) for row in await tournaments_of(session, group_id, MAX_LISTED)]

    async def enter(self, account: Account, tournament_id: str) -> None:
        """Enter a tournament that has not started; entering again changes nothing."""
        try:
            async with self.database.writing() as session:
                row, _ = await self._open(session, account, tournament_id, lock=True)
                if row.started_at is not None:
                    raise Conflict("The tournament has started already.")
                players = await players_of(session, tournament_id)
                if any(player.account_id == account.id for player in players):
                    return
                if len(players) >= MAX_PLAYERS:
                    raise LimitExceeded(f"The tournament has {MAX_PLAYERS} players, which is the limit.", 60)
                number = await next_number(session, tournament_id)
                session.add(TournamentPlayerRow(tournament_id=tournament_id, account_id=account.id, number=number))
        except IntegrityError:
            raise Conflict("Another player has entered at the same moment; try again.") from None

    async def leave(self, account: Account, tournament_id: str, account_id: str) -> None:
        """Withdraw from a tournament; an owner of the group may withdraw others."""
        async with self.database.writing() as session:
            row, group = await self._open(session, account, tournament_id, lock=True)
            if account_id != account.id:
                group.check_owner()
            if not await withdraw(session, row, account_id):
                raise NotFound("This person does not play in the tournament.")
        self.rounds.wake()

    async def start(self, account: Account, tournament_id: str) -> None:
        """Pair the first round; an owner of the group may do so."""
        async with self.database.writing() as session:
            row, group = await self._open(session, account, tournament_id, lock=True)
            group.check_owner()
            if row.started_at is not None:
                raise Conflict("The tournament has started already.")
            count = len(await players_of(session, tournament_id))
            setup = row.plan["setup"]
            sizes = allowed_sizes(setup)
            if count < max(MIN_PLAYERS, min(sizes)):
                raise Conflict(f"At least {max(MIN_PLAYERS, min(sizes))} players have to enter first.")
            wanted = rounds_of(row.kind, count, setup["players"], sizes, row.plan["rounds"])
            row.rounds = min(wanted, MAX_ROUNDS)
        if not await self.rounds.pair(tournament_id, 0):
            raise Conflict("The tournament has started already.")

    async def cancel(self, account: Account, tournament_id: str) -> None:
        """Delete a tournament; an owner of the group may do so, and its tables stay."""
        async with self.database.writing() as session:
            row, group = await self._open(session, account, tournament_id, lock=True)
            group.check_owner()
            await session.delete(row)

    async def view(self, account: Account, tournament_id: str) -> dict[str, Any]:
        """Return a tournament with its players, pairings and standings, for a member of its group."""
        async with self.database.reading() as session:
            row, group = await self._open(session, account, tournament_id)
            players = await players_of(session, tournament_id)
            pairings = await pairings_of(session, tournament_id)
            people = await people_by_id(session, [row.organizer, *(player.account_id for player in players)])
        ranks = standings(row.kind, [player.account_id for player in players], played_tables(pairings))
        return {
            **summary_json(row),
            "group_name": group.row.name,
            "owner": group.role == OWNER,
            "entered": any(player.account_id == account.id for player in players),
            "people": [person.model_dump() for person in people.values()],
            "players": [
                {
                    "account_id": player.account_id,
                    "number": player.number,
                    "withdrawn": player.withdrawn_in is not None,
                }
                for player in players
            ],
            "pairings": [pairing_json(pairing) for pairing in pairings if pairing.players],
            "standings": [standing_json(standing) for standing in ranks] if row.started_at is not None else [],
        }

    async def _open(
        self, session: AsyncSession, account: Account, tournament_id: str, lock: bool = False
    ) -> tuple[TournamentRow, OpenGroup]:
        row = await session.get(TournamentRow, tournament_id, with_for_update=lock)
        if row is None:
            raise NotFound(NO_TOURNAMENT)
        try:
            return row, await opened(session, account, row.group_id)
        except NotFound:
            raise Forbidden(NO_TOURNAMENT) from None


def link_to(tournament_id: str) -> str:
    """Return the link to a tournament within the client."""
    return f"#/tournament/{tournament_id}"


def played_tables(pairings: Sequence[PairingRow]) -> list[PlayedTable]:
    """Return pairings as the tables that standings are computed from."""
    return [
        PlayedTable(each.round, tuple(each.players), None if each.places is None else tuple(each.places))
        for each in pairings
    ]


def summary_json(row: TournamentRow) -> dict[str, Any]:
    """Return a tournament for a list."""
    names = ("id", "group_id", "name", "kind", "rounds", "round", "start_hours", "organizer")
    times = ("created_at", "started_at", "ended_at")
    return {**{name: getattr(row, name) for name in (*names, *times)}, "plan": row.plan}


def pairing_json(pairing: PairingRow) -> dict[str, Any]:
    """Return a table of a round, or a bye."""
    names = ("round", "number", "table_id", "players", "places", "absent", "due_at")
    return {name: getattr(pairing, name) for name in names}


def standing_json(standing: Standing) -> dict[str, Any]:
    """Return a standing as JSON data."""
    return {
        "account_id": standing.player,
        "rank": standing.rank,
        "points": round(float(standing.points), 2),
        "opponents": round(float(standing.opponents), 2),
        "wins": standing.wins,
        "games": standing.games,
    }
