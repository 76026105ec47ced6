"""The queue of password hashing: fair between addresses and bounded for each."""

import asyncio
import time
from functools import partial

import pytest

from kontor.server.errors import LimitExceeded
from kontor.server.service.passwords import MAX_WAITING, HashQueue, Passwords

pytestmark = pytest.mark.anyio


async def test_an_address_waits_for_no_other() -> None:
    queue, ended = HashQueue(), list[str]()

    def work(name: str) -> None:
        time.sleep(0.05)
        ended.append(name)

    attack = [asyncio.create_task(queue.run("attacker", partial(work, "attacker"))) for _ in range(MAX_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(LimitExceeded):
        await queue.run("attacker", partial(work, "attacker"))
    await queue.run("owner", partial(work, "owner"))
    assert ended.index("owner") <= 2
    await asyncio.gather(*attack)
    assert ended.count("attacker") == MAX_WAITING


async def test_a_cancelled_job_and_a_failed_one_do_not_delay_others() -> None:
    queue = HashQueue()
    first = asyncio.create_task(queue.run("one", partial(time.sleep, 0.1)))
    cancelled = asyncio.create_task(queue.run("one", partial(time.sleep, 60)))
    await asyncio.sleep(0.02)
    cancelled.cancel()
    with pytest.raises(ZeroDivisionError):
        await queue.run("one", lambda: 1 // 0)
    assert await queue.run("one", lambda: 7) == 7
    await first


async def test_many_failures_from_everywhere_delay_and_do_not_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kontor.server.service.passwords.DELAY_SECONDS", 0.3)
    passwords = Passwords(per_minute=1.0)
    known = await passwords.hashed("ada", "correct horse", "10.0.0.1")
    for _ in range(30):
        passwords._failures.spend("ada", 1)
    began = time.monotonic()
    assert await passwords.fits("ada", known, "correct horse", "10.0.0.2")
    assert time.monotonic() - began >= 0.3
