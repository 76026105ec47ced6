"""The garbage collector of a server looks at new objects only, and finds no requests or connections among them."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from kontor.server.collector_tuning import THRESHOLDS, CollectorTuning
from kontor.server.http_protocols import HttpProtocol, WebSocketProtocol
from kontor.server.service.account_feed import AccountFeed
from kontor.server.service.live_feed import LiveFeed
from tests.server.live_server import LiveServer
from tests.server.test_moves import TEUTONICA


class Cycle:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def tuned() -> Iterator[None]:
    """Tune the collector for one test."""
    callbacks, thresholds = list(gc.callbacks), gc.get_threshold()
    CollectorTuning().start()
    yield
    gc.callbacks[:] = callbacks
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@pytest.mark.usefixtures("tuned")
def test_what_survives_a_collection_is_excluded_from_the_next() -> None:
    kept = [[n] for n in range(3 * THRESHOLDS[0])]
    assert gc.get_freeze_count() > len(kept) // 2
    assert len(gc.get_objects()) < 2 * THRESHOLDS[0]


@pytest.mark.usefixtures("tuned")
def test_a_cycle_that_was_in_use_is_found_when_everything_is_looked_at() -> None:
    cycle = Cycle()
    reference = weakref.ref(cycle)
    gc.collect(0)
    del cycle
    gc.collect(0)
    assert reference() is not None
    gc.collect()
    assert reference() is None


@contextmanager
def without_collector() -> Iterator[None]:
    """Collect once, and then not at all."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.anyio
async def test_an_answered_request_needs_no_collector(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = (await ada.open(TEUTONICA, seats=["human"] * 3))["id"]
    with without_collector():
        before = count_in_memory(RequestResponseCycle)
        for _ in range(10):
            await ada.play(table, "end-turn")
        assert count_in_memory(RequestResponseCycle) <= before + 1  # the last one of the connection


@pytest.mark.anyio
async def test_a_live_connection_that_has_ended_needs_no_collector(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = (await ada.open(TEUTONICA, seats=["human"] * 3))["id"]
    with without_collector():
        before = count_in_memory(*PARTS_OF_CONNECTIONS)
        for _ in range(5):
            async with ada.listen(table, since=0, state=True) as at_table, ada.follow() as at_home:
                await at_table.receive("entries")
                await at_home.receive("ready")
                assert count_in_memory(*PARTS_OF_CONNECTIONS) >= before + 4
        async with asyncio.timeout(5.0):
            while count_in_memory(*PARTS_OF_CONNECTIONS) > before:
                await asyncio.sleep(0.05)


PARTS_OF_CONNECTIONS = (HttpProtocol, WebSocketProtocol, LiveFeed, AccountFeed)


def count_in_memory(*types: type) -> int:
    """Return how many objects of some types exist, in use or not."""
    return sum(type(one) in types for one in gc.get_objects())
