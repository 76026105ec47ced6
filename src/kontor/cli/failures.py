"""Failures: whatever goes wrong becomes one sentence and an exit code."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from kontor.core.game import IllegalMove, SetupError
from kontor.core.notation import UnknownMove
from kontor.core.record import BrokenRecord, RecordError
from kontor.kernel.runtime.errors import PositionError
from kontor.kernel.runtime.loading import KernelError

LONGEST = 400
TRACEBACK_VARIABLE = "KONTOR_TRACEBACK"


class NotSo(click.ClickException):
    """The thing asked about is not so."""

    exit_code = 1


class Wrong(click.ClickException):
    """The call or the input was wrong."""

    exit_code = 2


class Interrupted(click.ClickException):
    """Somebody pressed Ctrl-C."""

    exit_code = 130


@contextmanager
def failures() -> Iterator[None]:
    """Turn every exception into one that has a sentence and an exit code."""
    try:
        yield
    except (click.ClickException, click.exceptions.Exit):
        raise
    except IllegalMove as problem:
        raise NotSo(refused(problem)) from problem
    except BrokenRecord as problem:
        raise NotSo(str(problem)) from problem
    except (SetupError, PositionError, RecordError, UnknownMove, KernelError) as problem:
        raise Wrong(str(problem)) from problem
    except KeyboardInterrupt as problem:
        raise Interrupted("interrupted.") from problem
    except Exception as problem:
        if os.environ.get(TRACEBACK_VARIABLE) or getattr(problem, "errno", None) == errno.EPIPE:
            raise
        raise Wrong(unforeseen(problem)) from problem


def refused(problem: IllegalMove) -> str:
    """What is said of an illegal move: the rule, and the facts it rests on."""
    facts = "; ".join(f"{name}: {value}" for name, value in problem.refusal.facts.items())
    return f"{problem} ({facts})" if facts else str(problem)


def unforeseen(problem: Exception) -> str:
    """What is said of an exception that nobody thought of."""
    return (
        f"something went wrong that should not have ({type(problem).__name__}: {problem}); "
        f"please report it with what {TRACEBACK_VARIABLE}=1 shows."
    )


def one_sentence(message: str) -> str:
    """A message on one line, of a length that can be read, with a full stop."""
    line = " ".join(message.split())
    if len(line) > LONGEST:
        line = f"{line[:LONGEST]} …"
    return line if line.endswith((".", "?", "!")) else f"{line}."
