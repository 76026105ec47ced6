"""All errors of the server; an ApiError becomes the HTTP response its class describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kontor.core.values import IllegalMove, Refusal

HEADERS_TOO_LARGE = "The headers of the request are too large; send fewer and shorter headers."
DATABASE_SILENT = "The database does not answer; look at the table again in a moment."


class ApiError(Exception):
    """A request that is rejected: with a status, a code for programs and a sentence that says why and what to do."""

    status = 400
    code = "rejected"

    def __init__(self, sentence: str, **facts: Any) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.facts: Mapping[str, Any] = facts

    @property
    def retry_after(self) -> float | None:
        """The seconds after which the request may succeed, None if waiting does not help."""
        return None

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the response beside `error` and `sentence`."""
        return {"facts": self.facts}


class Unauthenticated(ApiError):
    """The request needs a session or a valid token."""

    status = 401
    code = "unauthenticated"


class Forbidden(ApiError):
    """The account may not do this."""

    status = 403
    code = "forbidden"


class Suspended(ApiError):
    """The account is suspended; the facts say until when, None without an end, and why."""

    status = 403
    code = "suspended"


class CrossOrigin(ApiError):
    """The request comes from a page of another origin."""

    status = 403
    code = "cross-origin"


class NotFound(ApiError):
    """The resource does not exist, or the account may not know of it."""

    status = 404
    code = "not-found"


class RequestTimeout(ApiError):
    """The body did not arrive in time."""

    status = 408
    code = "request-timeout"


class Conflict(ApiError):
    """The request does not fit the present state of the resource."""

    status = 409
    code = "conflict"


class Stale(ApiError):
    """The table has changed since the client read it; the response contains what happened since."""

    status = 409
    code = "stale"

    @property
    def fields(self) -> dict[str, Any]:
        """Return the number of the table and its new entries as fields of their own."""
        return {"facts": {}, **self.facts}


class BodyTooLarge(ApiError):
    """The body is larger than allowed."""

    status = 413
    code = "too-large"


class WrongHost(ApiError):
    """The Host header does not name this server."""

    status = 421
    code = "wrong-host"


class Invalid(ApiError):
    """The request is well formed but cannot be carried out."""

    status = 422
    code = "invalid"


class InvalidJson(ApiError):
    """The body is not acceptable JSON."""

    status = 422
    code = "invalid-json"


class RuleViolation(ApiError):
    """A move that the rules of the game forbid."""

    status = 422
    code = "illegal-move"

    def __init__(self, move: str, refusal: Refusal) -> None:
        super().__init__(str(IllegalMove(move, refusal)))
        self.rule = refusal.rule
        self.rule_facts = dict(refusal.facts)

    @property
    def fields(self) -> dict[str, Any]:
        """Return the rule that forbids the move, and its facts."""
        return {"rule": self.rule, "facts": self.rule_facts}


class LimitExceeded(ApiError):
    """A rate limit or a quota is exhausted."""

    status = 429
    code = "limit-exceeded"

    def __init__(self, sentence: str, wait: float = 1.0) -> None:
        super().__init__(sentence)
        self.wait = wait

    @property
    def retry_after(self) -> float:
        """The seconds after which the limit allows the request."""
        return self.wait


class HeadersTooLarge(ApiError):
    """The headers are larger than allowed."""

    status = 431
    code = "too-large"


class Unhealthy(ApiError):
    """The node cannot use its database, as the health check reports it."""

    status = 503
    code = "unavailable"

    @property
    def retry_after(self) -> float:
        """A second."""
        return 1.0


class DatabaseUnavailable(Exception):
    """The database does not answer; it is not known whether the write that was under way succeeded."""


class DatabaseReplaced(DatabaseUnavailable):
    """A backup was restored while the node was running; the node has to restart."""


class DatabaseUnusable(Exception):
    """The database cannot be opened; the text is a sentence with the remedy."""


class BackupError(Exception):
    """A backup that cannot be made or restored; the text is one sentence that says why and what to do."""


class RatingLogError(Exception):
    """Raised for a file that is no log of rated games; the text is one sentence."""


class OrdersChanged(Exception):
    """The standing orders that made moves are not those of the database any more; nothing was written."""


class LogConflict(Exception):
    """Another writer has used the entry numbers of a batch."""


class TableChanged(Exception):
    """The seats or settings of a table are not those that a batch was made for; nothing was written."""


class LoginTaken(Exception):
    """Another account has a password under the same name."""


class PasswordChanged(Exception):
    """The password of an account was changed by another request."""


class InvalidName(ValueError):
    """A name that may not be used; the text is one sentence."""


class DeliveryFailed(Exception):
    """A delivery that the receiver did not accept; if `final`, no further attempt is made."""

    def __init__(self, problem: str, final: bool = False) -> None:
        super().__init__(problem)
        self.final = final


class DeliveryPostponed(Exception):
    """A delivery that has to wait some seconds longer."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"in {seconds} seconds")
        self.seconds = seconds
