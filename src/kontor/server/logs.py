"""Logging: one JSON object per line, or readable lines on a terminal.

No line contains a client's address, a table, a person, a move or a secret. Messages of exceptions and arguments of
other libraries may contain any of these, so only types of exceptions, lines of code and fixed texts are written.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import logging
import os
import sqlite3
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, MutableMapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import orjson
import structlog

FRAMES = 12  # of a traceback, the innermost ones
WAITING_SECONDS: Final = 0.1  # after which lines that report no problem are written

ERRORS: Counter[str] = Counter()
"""How many errors this process has logged, by the event of the line."""


def describe(problem: BaseException) -> str:
    """Return the names of an exception and its causes, with messages only of the system and of SQLite."""
    return " from ".join(dict.fromkeys(name_of(cause) for cause in causes(problem)))


def name_of(problem: BaseException) -> str:
    """Return the name of one exception."""
    name = type(problem).__name__
    if isinstance(problem, sqlite3.Error) and not isinstance(problem, sqlite3.IntegrityError):
        return f"{name}: {problem}"
    return f"{name}: {os.strerror(problem.errno)}" if isinstance(problem, OSError) and problem.errno else name


def causes(problem: BaseException) -> Iterator[BaseException]:
    """Yield an exception and its causes, each once."""
    seen: list[BaseException | None] = [None]
    found: BaseException | None = problem
    while found is not None and found not in seen:
        yield found
        seen.append(found)
        found = found.__cause__ or found.__context__


def short_traceback(exc_info: Any) -> str:
    """Return a traceback as the types of its exceptions and the lines of code it went through."""
    problem: BaseException = exc_info[1]
    steps = traceback.extract_tb(problem.__traceback__)[-FRAMES:]
    return " < ".join(
        [describe(problem), *(f"{Path(step.filename).name}:{step.lineno} {step.name}" for step in reversed(steps))]
    )


def keep_template(_logger: object, _name: str, event: dict[str, Any]) -> dict[str, Any]:
    """Replace the text of a line of another library by its template, which contains no arguments."""
    record: logging.LogRecord = event["_record"]
    event["event"] = (str(record.msg).splitlines() or [""])[0]
    event.pop("positional_args", None)
    return event


def count_error(_logger: object, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Count a line of this program that reports an error."""
    if event.get("level") == "error":
        ERRORS[str(event["event"])] += 1
    return event


without_messages = structlog.processors.ExceptionRenderer(short_traceback)

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure_logging(level: str = "INFO") -> None:
    """Send the logs of this program, and warnings of its libraries, to standard error in one form."""
    structlog.configure(
        processors=line_processors(),
        logger_factory=LineWriter,
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        cache_logger_on_first_use=True,
    )
    out = logging.StreamHandler(sys.stderr)
    foreign = [*SHARED, keep_template]
    rendered = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, without_messages, renderer()]
    out.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=foreign, processors=rendered))
    logging.basicConfig(handlers=[out], level=logging.WARNING, force=True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def line_processors() -> list[Any]:
    """Return what makes a line of this program: for people at a terminal, else as JSON."""
    if sys.stderr.isatty():
        return [*SHARED, count_error, without_messages, renderer()]
    return [json_line]


def json_line(logger: LineWriter, level: str, event: MutableMapping[str, Any]) -> str:
    """Return a line of this program as JSON, in one step, since most requests have one."""
    event["level"], event["logger"] = level, logger.name
    event["timestamp"] = datetime.now(UTC)
    if level == "error":
        ERRORS[str(event["event"])] += 1
    if event.get("exc_info"):
        event = without_messages(logger, level, event)
    return orjson.dumps(event, default=repr, option=orjson.OPT_UTC_Z).decode()


def renderer() -> Any:
    """Return the renderer of a line: for people at a terminal, else as JSON."""
    if sys.stderr.isatty():
        return structlog.dev.ConsoleRenderer()
    return structlog.processors.JSONRenderer(json_text)


def json_text(event: Any, **options: Any) -> str:
    """Return a line as JSON."""
    return orjson.dumps(event, default=options["default"]).decode()


class WaitingLines:
    """Lines that are written together a moment later, since a system call for every request takes too long."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        atexit.register(self.write)

    def add(self, line: str) -> None:
        """Keep a line for a moment, or write it at once where no event loop runs."""
        self._lines.append(line)
        if len(self._lines) == 1:
            try:
                asyncio.get_running_loop().call_later(WAITING_SECONDS, self.write)
            except RuntimeError:
                self.write()

    def write(self) -> None:
        """Write all lines; a log that nobody reads any more stops no request."""
        lines, self._lines = self._lines, []
        if lines:
            with contextlib.suppress(OSError, ValueError):
                sys.stderr.write("\n".join([*lines, ""]))
                sys.stderr.flush()


WAITING: Final = WaitingLines()


class LineWriter:
    """Writes lines of this program to standard error; loggers of the standard library would take twice as long."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def info(self, line: str) -> None:
        """Write a line soon."""
        WAITING.add(line)

    def error(self, line: str) -> None:
        """Write a line, and those that wait, at once."""
        WAITING.add(line)
        WAITING.write()

    debug = info
    warning = critical = error
