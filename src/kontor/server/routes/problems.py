"""Problems: every refusal and every failure as one sort of answer."""

from __future__ import annotations

from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from kontor.core.game import SetupError
from kontor.server.logs import describe
from kontor.server.routes.answers import Answer
from kontor.server.schemas.problems import MoveProblem, Problem, StaleProblem
from kontor.server.service.refusals import (
    Clash,
    Illegal,
    Nameless,
    NotYours,
    Refused,
    Stale,
    TooMuch,
    Unknown,
    Wrong,
)
from kontor.server.store.database import Unavailable


class TooLarge(Refused):
    """More is sent than is read."""

    word = "too-large"


class LargeHead(TooLarge):
    """More headers are sent than are read."""


class TooSlow(Refused):
    """What was announced does not come."""

    word = "too-slow"


class Unreadable(Refused):
    """What is sent is no JSON, or none that anybody should read."""

    word = "invalid-json"


class Foreign(Refused):
    """The page of somebody else wants something."""

    word = "foreign-origin"


class Misdirected(Refused):
    """The request names a host that is not this server."""

    word = "wrong-host"


class Unhealthy(Refused):
    """The node cannot do its work."""

    word = "unavailable"


STATUS: dict[type[Refused], int] = {
    Foreign: 403,
    Misdirected: 421,
    Unhealthy: 503,
    TooLarge: 413,
    LargeHead: 431,
    TooSlow: 408,
    Unreadable: 422,
    Unknown: 404,
    Nameless: 401,
    NotYours: 403,
    Stale: 409,
    Clash: 409,
    Wrong: 422,
    Illegal: 422,
    TooMuch: 429,
}
RESPONSES: dict[int | str, dict[str, Any]] = {
    401: {"model": Problem, "description": "The caller has to say who they are first."},
    403: {"model": Problem, "description": "The caller may not do this."},
    404: {"model": Problem, "description": "There is no such thing."},
    409: {"model": StaleProblem, "description": "It does not fit what is there; nothing was changed."},
    413: {"model": Problem, "description": "The body is too large."},
    422: {"model": MoveProblem, "description": "It cannot be, or the move is not legal."},
    429: {"model": Problem, "description": "Too often or too much; wait."},
    503: {"model": Problem, "description": "The database does not answer; try again."},
}
LONGEST = 300
SILENCE = "The database does not answer; look at the table again in a moment."

log = structlog.get_logger(__name__)


def add_problems(app: FastAPI) -> None:
    """Let an app answer problems in one form."""
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(SetupError, unplayable)
    app.add_exception_handler(HTTPException, plain)
    app.add_exception_handler(Unavailable, refused)
    app.add_exception_handler(Exception, unforeseen)


def answer(status: int, error: str, sentence: str, **more: Any) -> Answer:
    """A problem as an answer."""
    return Answer({"error": error, "sentence": sentence, "facts": {}, **more}, status)


async def refused(_: Request, problem: Exception) -> Answer:
    """A refusal of the service, or of its database."""
    assert isinstance(problem, Refused | Unavailable)
    return answer_to(problem)


def answer_to(problem: Refused | Unavailable) -> Answer:
    """What is answered instead of what was asked for."""
    if isinstance(problem, Unavailable):
        return silence(problem)
    made = answer(STATUS[type(problem)], problem.word, problem.sentence, **fields(problem))
    if isinstance(problem, TooMuch):
        made.headers["Retry-After"] = str(max(1, round(problem.wait)))
    if isinstance(problem, Unhealthy):
        made.headers["Retry-After"] = "1"
    return made


def silence(problem: Unavailable) -> Answer:
    """The database failed; whether something was written will be seen in the table."""
    log.error("database.failed", problem=describe(problem))
    made = answer(503, "unavailable", SILENCE)
    made.headers["Retry-After"] = "1"
    return made


def fields(problem: Refused) -> dict[str, Any]:
    """What a refusal says beside its sentence."""
    if isinstance(problem, Stale):
        return {"facts": {}, **problem.facts}
    if isinstance(problem, Illegal):
        return {"rule": problem.rule, "facts": problem.rule_facts}
    return {"facts": problem.facts}


async def invalid(_: Request, problem: Exception) -> Answer:
    """A request that is not of the form the API describes."""
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    sentence = f"The request is not as it should be: {place}: {first['msg']}"
    return answer(422, "invalid-request", f"{sentence[:LONGEST]}.", facts={"field": place[:LONGEST]})


async def unplayable(_: Request, problem: Exception) -> Answer:
    """A table whose game is not installed here any more."""
    return answer(409, "unplayable", str(problem))


async def plain(_: Request, problem: Exception) -> Answer:
    """What the framework answers by itself, such as an unknown path."""
    assert isinstance(problem, HTTPException)
    made = answer(problem.status_code, "http", f"{problem.detail}; /api/openapi.json lists what there is.")
    made.headers.update(problem.headers or {})
    return made


async def unforeseen(_: Request, problem: Exception) -> Answer:
    """Something nobody thought of."""
    log.error("unforeseen", problem=type(problem).__name__, exc_info=problem)
    return answer(500, "unforeseen", "Something went wrong here that should not have; please report it.")
