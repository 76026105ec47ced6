"""Local time: when quiet hours end, and when it is a certain hour again, in any time zone."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

MINUTES_PER_DAY = 24 * 60


@cache
def time_zones() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


def quiet_end(zone: str, start: int, end: int, moment: int) -> int | None:
    """Return when the quiet hours end in which a moment lies, None outside them.

    The hours are minutes after midnight on the clock of the time zone; if the end is before the start, they last
    until the next day. Equal hours are the whole day, which ends nothing, and count as none.
    """
    local = at_zone(zone, moment)
    minute = local.hour * 60 + local.minute
    if start < end:
        if not start <= minute < end:
            return None
    elif start == end or end <= minute < start:
        return None
    days = 1 if start > end and minute >= start else 0
    ended = moment_at(local, days, end)
    if ended <= moment:  # the clock was set back over the end: it comes again
        ended = moment_at(local, days, end, fold=1)
    return ended if ended > moment else None


def next_hour(zone: str, hour: int, moment: int) -> int:
    """Return the next moment after another at which the clock of a time zone shows an hour."""
    local = at_zone(zone, moment)
    today = moment_at(local, 0, 60 * hour)
    return today if today > moment else moment_at(local, 1, 60 * hour)


def at_zone(zone: str, moment: int) -> datetime:
    """Return a moment on the clock of a time zone."""
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone(ZoneInfo(zone))


def moment_at(local: datetime, days: int, minute: int, fold: int = 0) -> int:
    """Return when the clock of a time zone shows a minute, some days after a local time.

    A time that the clock skips counts as if it had not been set forward.
    """
    date = local.date() + timedelta(days=days)
    wanted = datetime.combine(date, time(minute // 60, minute % 60), local.tzinfo).replace(fold=fold)
    return int(wanted.timestamp() * 1000)
