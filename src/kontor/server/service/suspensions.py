"""Suspended accounts: until when and why an account cannot be used."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from kontor.server.clock import now
from kontor.server.errors import Suspended
from kontor.server.store.accounts import Account

FOREVER: Final = 253_370_764_800_000
"""The moment until which an account without a planned end is suspended: the beginning of the year 9999."""


def check_not_suspended(account: Account) -> None:
    """Reject an account that is suspended now, with the reason and the end of the suspension."""
    until = account.suspended_until
    if until is None or until <= now():
        return
    reason = account.suspended_reason or ""
    end = "" if until >= FOREVER else f" until {datetime.fromtimestamp(until / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    because = f": {reason}" if reason else ""
    raise Suspended(
        f"This account is suspended{end}{because}{'' if because.endswith(('.', '!', '?')) else '.'}",
        until=None if until >= FOREVER else until,
        reason=reason,
    )
