"""A private PostgreSQL for tests, from the binaries of Debian, deleted after the test."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests.programs import POSTGRESQL

# Without fsync only a crash of the whole machine could lose what was committed.
CONFIGURATION = "listen_addresses='127.0.0.1' max_connections=60 shared_buffers=32MB fsync=off"


def ordinary_user() -> str | None:
    """Return the user to run as instead of root, which PostgreSQL rejects; None for any other user."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


class Postgres:
    """A PostgreSQL server in a folder, which can be started, stopped, and killed."""

    def __init__(self, folder: Path, configuration: str = CONFIGURATION) -> None:
        self.programs = POSTGRESQL.require()
        self.configuration = configuration
        self.user = ordinary_user()
        self.folder = folder / "data"
        self.port = free_port()
        self.url = f"postgresql://kontor@127.0.0.1:{self.port}/postgres"
        self._databases = count(1)
        if self.user is not None:
            shutil.chown(folder, self.user)

    def make(self) -> None:
        """Create the database, and start."""
        self.run("initdb", "-D", self.folder, "-U", "kontor", "-A", "trust", "--no-sync", "-E", "UTF8")
        self.start()

    def make_database(self) -> None:
        """Create an empty database, to which the URL leads from now on."""
        name = f"tests{next(self._databases)}"
        self.run("createdb", "-h", "127.0.0.1", "-p", self.port, "-U", "kontor", name)
        self.url = f"{self.url.rpartition('/')[0]}/{name}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = " ".join(f"-c {setting}" for setting in self.configuration.split())
        log = self.folder.parent / "log"
        where = f"-p {self.port} -k {self.folder.parent} {options}"
        self.run("pg_ctl", "-D", self.folder, "-o", where, "-l", log, "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop: `fast` gracefully, `immediate` as in a power failure."""
        self.run("pg_ctl", "-D", self.folder, "-m", mode, "-w", "stop")

    def runs(self) -> bool:
        """Return whether it was started, and not stopped since."""
        return (self.folder / "postmaster.pid").exists()

    @property
    def process(self) -> int:
        """The id of the process that was started last, the parent of all others."""
        return int((self.folder / "postmaster.pid").read_text().split()[0])

    def run(self, program: str, *arguments: object) -> None:
        """Run one of its programs."""
        words = [str(self.programs / program), *map(str, arguments)]
        subprocess.run(words, check=True, capture_output=True, user=self.user, cwd="/")


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def private_postgres(configuration: str = CONFIGURATION) -> Iterator[Postgres]:
    """Run a PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        made = Postgres(Path(folder), configuration)
        made.make()
        try:
            yield made
        finally:
            if made.runs():
                made.stop("immediate")
