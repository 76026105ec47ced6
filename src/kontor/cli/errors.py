"""Errors of the command line: every exception becomes one sentence and an exit code."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from kontor.core.notation import UnknownMove
from kontor.core.record import BrokenRecord, RecordError
from kontor.core.values import IllegalMove, SetupError
from kontor.kernel.runtime.errors import PositionError
from kontor.kernel.runtime.loading import KernelError

MAX_LENGTH = 400
TRACEBACK_VARIABLE = "KONTOR_TRACEBACK"


class CheckFailed(click.ClickException):
    """What was checked is not true, for example a move is illegal."""

    exit_code = 1


class InvalidInput(click.ClickException):
    """The call or the input is invalid."""

    exit_code = 2


class Interrupted(click.ClickException):
    """The user pressed Ctrl-C."""

    exit_code = 130


@contextmanager
def error_handling() -> Iterator[None]:
    """Turn every exception into one with a sentence and an exit code."""
    try:
        yield
    except (click.ClickException, click.exceptions.Exit):
        raise
    except (IllegalMove, BrokenRecord) as problem:
        raise CheckFailed(str(problem)) from problem
    except (SetupError, PositionError, RecordError, UnknownMove, KernelError) as problem:
        raise InvalidInput(str(problem)) from problem
    except KeyboardInterrupt as problem:
        raise Interrupted("interrupted.") from problem
    except Exception as problem:
        if os.environ.get(TRACEBACK_VARIABLE) or getattr(problem, "errno", None) == errno.EPIPE:
            raise
        raise InvalidInput(unexpected_text(problem)) from problem


def unexpected_text(problem: Exception) -> str:
    """Return the sentence for an unexpected exception."""
    return (
        f"an unexpected error occurred ({type(problem).__name__}: {problem}); "
        f"please report it with the output of {TRACEBACK_VARIABLE}=1."
    )


def one_sentence(message: str) -> str:
    """Return a message as one line of limited length that ends with a full stop."""
    line = " ".join(message.split())
    if len(line) > MAX_LENGTH:
        line = f"{line[:MAX_LENGTH]} …"
    return line if line.endswith((".", "?", "!")) else f"{line}."
