"""The scopes of tokens, and which of them a request needs."""

from __future__ import annotations

import re
from typing import Final

from kontor.server.service.refusals import NotYours
from kontor.server.store.accounts import MANAGE, PLAY, READ, Account

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
PLAYED: Final = re.compile(
    r"/api/(tables/[^/]+/(moves|undo|hint|analysis|messages|watchers|seats/[^/]+)|puzzles/[^/]+/answer)/?"
)
MANAGED: Final = re.compile(r"/api/(session/mail|webhooks)(/.*)?")


def needed_scope(method: str, path: str) -> str:
    """Return the scope a request needs; what is not known to need less needs `manage`."""
    if MANAGED.fullmatch(path):
        return MANAGE
    if method in SAFE:
        return READ
    return PLAY if method == "POST" and PLAYED.fullmatch(path) else MANAGE


def check_scope(account: Account | None, method: str, path: str) -> None:
    """Refuse a request by a token that lacks the scope for it; sessions of browsers have every scope."""
    if account is None or account.scopes is None:
        return
    scope = needed_scope(method, path)
    if scope not in account.scopes:
        raise NotYours(f"This needs a token with the scope '{scope}'; make one that has it.", scope=scope)


def check_session(account: Account) -> None:
    """Refuse a token where only a signed-in browser may ask."""
    if account.scopes is not None:
        raise NotYours("A token cannot do this; sign in with a browser.")
