"""Friends: requests, which the other person accepts or declines, and who of them is online."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.clock import now
from kontor.server.errors import Forbidden, Invalid, LimitExceeded, NotFound
from kontor.server.schemas.people import PersonView
from kontor.server.service.blocks import is_blocked
from kontor.server.service.online import OnlineAccounts
from kontor.server.service.people import people_by_id
from kontor.server.store.accounts import Account
from kontor.server.store.database import Database
from kontor.server.store.events import queue_event
from kontor.server.store.friendships import count_friendships, friendships_of, pair_of, partner
from kontor.server.store.models import AccountRow, FriendshipRow

MAX_FRIENDS: Final = 500  # friendships and requests of one account
LINK: Final = "#/groups"


class FriendService:
    """Lets people become friends and end that."""

    def __init__(self, database: Database, online: OnlineAccounts) -> None:
        self.database = database
        self.online = online

    async def all(self, account: Account) -> dict[str, Any]:
        """Return the friends of an account, and the requests it has received and sent."""
        async with self.database.reading() as session:
            rows = await friendships_of(session, account.id)
            people = await people_by_id(session, [partner(row, account.id) for row in rows])
            friends = [partner(row, account.id) for row in rows if row.accepted_at is not None]
            online = await self.online.among(session, friends)
        shown = [(row, people[partner(row, account.id)]) for row in rows]
        return {
            "friends": [
                {"person": person.model_dump(), "online": person.id in online, "since": row.accepted_at}
                for row, person in shown
                if row.accepted_at is not None
            ],
            "received": [request_json(row, person) for row, person in shown if is_request_of(row, person.id)],
            "sent": [request_json(row, person) for row, person in shown if is_request_of(row, account.id)],
        }

    async def ask(self, account: Account, account_id: str | None, name: str | None) -> dict[str, Any]:
        """Ask a person to be a friend, or accept the request of that person."""
        async with self.database.reading() as session:
            person = await self._find(session, account_id, name)
        if person.id == account.id:
            raise Invalid("You cannot be your own friend.")
        try:
            accepted = await self._ask(account, person)
        except IntegrityError:  # both have asked at the same moment
            accepted = await self._ask(account, person)
        return {"person": person.model_dump(), "accepted": accepted}

    async def _find(self, session: AsyncSession, account_id: str | None, name: str | None) -> PersonView:
        """Return a person by id, or an account with a password by its exact name; guests share their names."""
        if (account_id is None) == (name is None):
            raise Invalid("Name a person by either 'account_id' or 'name'.")
        if account_id is None:
            query = select(AccountRow.id).where(AccountRow.name == name, AccountRow.password.is_not(None))
            account_id = await session.scalar(query.where(AccountRow.deleted_at.is_(None))) or ""
        found = (await people_by_id(session, [account_id])).get(account_id)
        if found is None or found.former:
            raise NotFound("There is no account with this name; check how it is written. Guests have no account.")
        return found

    async def _ask(self, account: Account, person: PersonView) -> bool:
        """Write a request, or accept that of the other; return whether the two are friends now."""
        async with self.database.writing() as session:
            row = await session.get(FriendshipRow, pair_of(account.id, person.id), with_for_update=True)
            if row is not None:
                return await self._answer(session, row, account)
            if await is_blocked(session, account.id, person.id):
                raise Forbidden("You cannot send a request to this person.")
            for each in (account.id, person.id):
                if await count_friendships(session, each) >= MAX_FRIENDS:
                    raise LimitExceeded(f"One of you has {MAX_FRIENDS} friends and requests, which is the limit.", 60)
            one, other = pair_of(account.id, person.id)
            session.add(FriendshipRow(one=one, other=other, asked_by=account.id, asked_at=now()))
            await session.flush()
            await self._notify(session, person.id, account, "request")
            return False

    async def _answer(self, session: AsyncSession, row: FriendshipRow, account: Account) -> bool:
        """Accept the request of the other; one's own request stays as it is."""
        if row.accepted_at is None and row.asked_by != account.id:
            row.accepted_at = now()
            await self._notify(session, row.asked_by, account, "accepted")
        return row.accepted_at is not None

    async def _notify(self, session: AsyncSession, account_id: str, by: Account, kind: str) -> None:
        await queue_event(session, [account_id], "friend", data={"name": by.name, "kind": kind, "link": LINK})

    async def accept(self, account: Account, account_id: str) -> None:
        """Accept the request of a person; accepting again changes nothing."""
        async with self.database.writing() as session:
            row = await session.get(FriendshipRow, pair_of(account.id, account_id), with_for_update=True)
            if row is None or (row.accepted_at is None and row.asked_by == account.id):
                raise NotFound("This person has not sent you a request, or has withdrawn it.")
            await self._answer(session, row, account)

    async def remove(self, account: Account, account_id: str) -> None:
        """End a friendship, decline a request or withdraw one's own; the other is not notified."""
        async with self.database.writing() as session:
            row = await session.get(FriendshipRow, pair_of(account.id, account_id))
            if row is None:
                raise NotFound("This person is not your friend, and there is no request.")
            await session.delete(row)


def is_request_of(row: FriendshipRow, account_id: str) -> bool:
    """Return whether a row is a request that an account has sent."""
    return row.accepted_at is None and row.asked_by == account_id


def request_json(row: FriendshipRow, person: PersonView) -> dict[str, Any]:
    """Return a request as JSON data."""
    return {"person": person.model_dump(), "at": row.asked_at}
