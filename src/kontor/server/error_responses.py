"""Error responses: every rejected or failed request is answered with the same JSON object."""

from __future__ import annotations

from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from kontor.core.values import SetupError
from kontor.server.errors import DATABASE_SILENT, ApiError, DatabaseUnavailable
from kontor.server.logs import describe
from kontor.server.responses import JsonResponse
from kontor.server.schemas.errors import MoveProblem, Problem, StaleProblem

RESPONSES: dict[int | str, dict[str, Any]] = {
    401: {"model": Problem, "description": "The request needs a session or a valid token."},
    403: {"model": Problem, "description": "The account may not do this."},
    404: {"model": Problem, "description": "The resource does not exist."},
    409: {"model": StaleProblem, "description": "The request does not fit the present state; nothing was changed."},
    413: {"model": Problem, "description": "The body is too large."},
    422: {"model": MoveProblem, "description": "The request is invalid, or the move is not legal."},
    429: {"model": Problem, "description": "A limit is exceeded; wait before the next request."},
    503: {"model": Problem, "description": "The database does not answer; try again."},
}
"""The error responses that the description of the API lists for every operation."""
MAX_LENGTH = 300

log = structlog.get_logger(__name__)


def add_error_handlers(app: FastAPI) -> None:
    """Let an app answer every error with the same JSON object."""
    app.add_exception_handler(ApiError, answer_api_error)
    app.add_exception_handler(DatabaseUnavailable, answer_api_error)
    app.add_exception_handler(RequestValidationError, answer_validation_error)
    app.add_exception_handler(SetupError, answer_setup_error)
    app.add_exception_handler(HTTPException, answer_http_exception)
    app.add_exception_handler(Exception, answer_unexpected_error)


def error_json(status: int, error: str, sentence: str, **more: Any) -> JsonResponse:
    """Return an error response."""
    return JsonResponse({"error": error, "sentence": sentence, "facts": {}, **more}, status)


def error_response(problem: ApiError | DatabaseUnavailable) -> JsonResponse:
    """Return the response to a rejected request, or to one for which the database did not answer."""
    if isinstance(problem, DatabaseUnavailable):
        log.error("database.failed", problem=describe(problem))
        response = error_json(503, "unavailable", DATABASE_SILENT)
    else:
        response = error_json(problem.status, problem.code, problem.sentence, **problem.fields)
    retry_after = 1.0 if isinstance(problem, DatabaseUnavailable) else problem.retry_after
    if retry_after is not None:
        response.headers["Retry-After"] = str(max(1, round(retry_after)))
    return response


async def answer_api_error(_: Request, problem: Exception) -> JsonResponse:
    """Answer a request that was rejected, or for which the database did not answer."""
    assert isinstance(problem, ApiError | DatabaseUnavailable)
    return error_response(problem)


async def answer_validation_error(_: Request, problem: Exception) -> JsonResponse:
    """Answer a request that does not match the schema."""
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    sentence = f"The request does not match the schema: {place}: {first['msg']}"
    return error_json(422, "invalid-request", f"{sentence[:MAX_LENGTH]}.", facts={"field": place[:MAX_LENGTH]})


async def answer_setup_error(_: Request, problem: Exception) -> JsonResponse:
    """Answer a request for a table whose game is not installed any more."""
    return error_json(409, "unplayable", str(problem))


async def answer_http_exception(_: Request, problem: Exception) -> JsonResponse:
    """Answer what the framework rejects by itself, such as an unknown path."""
    assert isinstance(problem, HTTPException)
    response = error_json(problem.status_code, "http", f"{problem.detail}; /api/openapi.json lists all operations.")
    response.headers.update(problem.headers or {})
    return response


async def answer_unexpected_error(_: Request, problem: Exception) -> JsonResponse:
    """Answer a request that failed because of a defect of the server."""
    return unexpected_error(problem)


def unexpected_error(problem: Exception) -> JsonResponse:
    """Log a defect of the server, and return the response to the request that found it."""
    log.error("request.failed", problem=type(problem).__name__, exc_info=problem)
    return error_json(500, "internal-error", "The server failed because of an internal error; please report it.")
