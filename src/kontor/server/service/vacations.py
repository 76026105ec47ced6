"""Vacations of players, during which their correspondence clocks do not run."""

from __future__ import annotations

from typing import Final

from kontor.server.clock import now
from kontor.server.errors import Conflict, Invalid, NotFound
from kontor.server.service.pauses import DAY, Interval
from kontor.server.store.accounts import Account
from kontor.server.store.vacations import Vacations

LONGEST_DAYS: Final = 60


class VacationService:
    """Begins and ends vacations; how much of one stops a clock depends on the vacation days of its table."""

    def __init__(self, vacations: Vacations) -> None:
        self.vacations = vacations

    async def begin(self, account: Account, until: int) -> Interval:
        """Begin a vacation now; it ends at a moment, or when the person ends it."""
        moment = now()
        if not moment < until <= moment + LONGEST_DAYS * DAY:
            raise Invalid(f"A vacation ends in the future, at most {LONGEST_DAYS} days from now.", field="until")
        if not await self.vacations.begin(account.id, moment, until):
            raise Conflict("You are on vacation already; end this vacation before you begin another.")
        return moment, until

    async def end(self, account: Account) -> None:
        """End the present vacation."""
        if not await self.vacations.end(account.id, now()):
            raise NotFound("You are not on vacation.")

    async def current(self, account: Account) -> Interval | None:
        """Return the present vacation."""
        return await self.vacations.current(account.id, now())
