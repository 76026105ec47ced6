"""Fixtures of all server tests."""

import logging
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import structlog

from kontor.server.logs import without_messages
from tests.server.live_server import LiveServer, live_server
from tests.server.postgres import Postgres, private_postgres

MEMORY = Path("/dev/shm")  # where there is one, the disk's slowness is not what these tests are about


@pytest.fixture(autouse=True)
def quiet() -> None:
    """Log only errors, in the format of a server."""
    wrapper = structlog.make_filtering_bound_logger(logging.ERROR)
    structlog.configure(wrapper_class=wrapper, processors=[without_messages, structlog.processors.JSONRenderer()])


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """Return the event loop that the server runs on."""
    return "asyncio"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Create a folder for an embedded database."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as made:
        yield Path(made)


@pytest.fixture(scope="module")
async def server(anyio_backend: str) -> AsyncIterator[LiveServer]:
    """Run a server on a folder of its own, shared by the tests of a module, each of which creates its own tables."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as made:
        async with live_server(Path(made), requests_at_once=2000) as server:
            yield server


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    """Run a PostgreSQL for all tests."""
    with private_postgres() as made:
        yield made


@pytest.fixture(scope="module")
def postgres(cluster: Postgres) -> Postgres:
    """Return a running PostgreSQL with an empty database for the tests of a module."""
    if not cluster.runs():
        cluster.start()
    cluster.make_database()
    return cluster


@pytest.fixture(scope="module")
async def nodes(anyio_backend: str, postgres: Postgres) -> AsyncIterator[list[LiveServer]]:
    """Run two nodes that share a database."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(live_server(Path(), database=postgres.url, requests_at_once=2000))
            for _ in range(2)
        ]
