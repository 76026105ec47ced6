"""The errors of the client library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kontor.core.values import IllegalMove, Refusal


class ClientError(Exception):
    """The base class of the errors of the client library; the text is one sentence."""


class ConnectionFailed(ClientError):
    """Raised if a server cannot be reached or does not answer in time."""


class ApiError(ClientError):
    """Raised for a request that a server rejects: its status, its code for programs, its sentence and its facts."""

    def __init__(self, status: int, code: str, sentence: str, facts: Mapping[str, Any]) -> None:
        Exception.__init__(self, sentence)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.facts = facts

    def __reduce__(self) -> tuple[type[ApiError], tuple[Any, ...]]:
        return type(self), (self.status, self.code, self.sentence, self.facts)


class TableChanged(ApiError):
    """Raised for a move or an undo that was decided for an earlier state; nothing was changed."""


class RefusedMove(ApiError, IllegalMove):
    """Raised for a move that the rules forbid; `refusal` names the rule and the facts."""

    def __init__(self, status: int, code: str, sentence: str, facts: Mapping[str, Any]) -> None:
        super().__init__(status, code, sentence, facts)
        self.move = str(facts["move"])
        self.refusal = Refusal(str(facts["rule"]), facts["facts"])

    @property
    def rule(self) -> str:
        """The id of the rule that forbids the move."""
        return self.refusal.rule


def error_of(status: int, content: object, body: Mapping[str, Any]) -> ApiError:
    """Return the error of a response to a request with a body; a proxy may answer something that is not JSON."""
    if not isinstance(content, Mapping) or not isinstance(content.get("sentence"), str):
        return ApiError(status, "http", f"The server answered with the status {status}; check its address.", {})
    code, sentence, facts = str(content.get("error")), content["sentence"], content.get("facts") or {}
    if code == "illegal-move" and "rule" in content:
        refused = {"move": body.get("move"), "rule": content["rule"], "facts": facts}
        return RefusedMove(status, code, sentence, refused)
    return (TableChanged if code == "stale" else ApiError)(status, code, sentence, facts)
