"""Quiet hours and the hour of the digest, around midnight and when clocks are set."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from kontor.server.local_time import next_hour, quiet_end

BERLIN = "Europe/Berlin"
NIGHT = (22 * 60, 7 * 60)
NOON = (12 * 60, 14 * 60)


def at(text: str, zone: str = BERLIN, fold: int = 0) -> int:
    """Return the moment of a local time."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp() * 1000)


@pytest.mark.parametrize(
    ("moment", "hours", "end"),
    [
        ("2026-11-16 21:59:59", NIGHT, None),
        ("2026-11-16 22:00", NIGHT, "2026-11-17 07:00"),
        ("2026-11-16 23:59:59", NIGHT, "2026-11-17 07:00"),
        ("2026-11-17 00:00", NIGHT, "2026-11-17 07:00"),
        ("2026-11-17 06:59:59", NIGHT, "2026-11-17 07:00"),
        ("2026-11-17 07:00", NIGHT, None),
        ("2026-12-31 23:00", NIGHT, "2027-01-01 07:00"),
        ("2026-11-16 11:59", NOON, None),
        ("2026-11-16 12:00", NOON, "2026-11-16 14:00"),
        ("2026-11-16 14:00", NOON, None),
        ("2026-11-16 13:00", (600, 600), None),
        ("2026-03-28 23:00", NIGHT, "2026-03-29 07:00"),  # eight hours later: the clock is set forward at two
        ("2026-10-24 23:00", NIGHT, "2026-10-25 07:00"),  # nine hours later: it is set back at three
    ],
)
def test_quiet_hours_end(moment: str, hours: tuple[int, int], end: str | None) -> None:
    assert quiet_end(BERLIN, *hours, at(moment)) == (None if end is None else at(end))


def test_quiet_hours_last_longer_or_shorter_when_the_clock_is_set() -> None:
    spring = quiet_end(BERLIN, *NIGHT, at("2026-03-28 22:00"))
    autumn = quiet_end(BERLIN, *NIGHT, at("2026-10-24 22:00"))
    assert spring is not None
    assert autumn is not None
    assert (spring - at("2026-03-28 22:00"), autumn - at("2026-10-24 22:00")) == (8 * 3_600_000, 10 * 3_600_000)


def test_an_end_that_comes_twice_is_not_before_the_moment() -> None:
    hours = (22 * 60, 150)  # until half past two, which comes twice in October
    for fold in (0, 1):
        moment = at("2026-10-25 02:10", fold=fold)
        end = quiet_end(BERLIN, *hours, moment)
        assert end is not None
        assert 0 < end - moment <= 3_600_000 + 20 * 60_000


def test_an_end_that_the_clock_skips_comes_when_it_is_set() -> None:
    moment = at("2026-03-29 01:50")
    end = quiet_end(BERLIN, 22 * 60, 150, moment)
    assert end is not None
    assert 0 < end - moment <= 3_600_000


@pytest.mark.parametrize("zone", ["UTC", BERLIN, "America/New_York", "Asia/Kathmandu", "Pacific/Kiritimati"])
def test_a_digest_comes_once_a_day(zone: str) -> None:
    """For two years of digests, each is within 25 hours of the last, at the same hour of the clock."""
    moment = at("2026-01-01 12:00", zone)
    for _ in range(730):
        following = next_hour(zone, 8, moment)
        assert 0 < following - moment <= 25 * 3_600_000
        assert datetime.fromtimestamp(following / 1000, ZoneInfo(zone)).hour == 8
        moment = following


def test_an_hour_that_the_clock_skips_is_not_lost() -> None:
    moment = at("2026-03-29 00:00")
    assert next_hour(BERLIN, 2, moment) - moment <= 3 * 3_600_000
    assert next_hour(BERLIN, 2, next_hour(BERLIN, 2, moment)) > next_hour(BERLIN, 2, moment)
