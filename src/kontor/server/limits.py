"""Rate limits per account and per network address, in which expensive requests count as several."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from kontor.server.errors import LimitExceeded
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account

MAX_KEYS = 20_000
RESPONSE_BYTES = 50_000  # so many bytes of a response count as one more request
BODY_BYTES = 5_000  # so many bytes of a body, which is parsed, count as one more request
MOVES = 100  # so many moves that are replayed count as one more request

CALLER: ContextVar[tuple[Account | None, str] | None] = ContextVar("CALLER", default=None)
"""The account, if any, and the address of the present request."""
SUBSCRIBER_BITS: Final = 64  # an IPv6 subscriber has at least a /64 and can use any address of it
MINUTE, HOUR = 60.0, 3600.0
TOO_OFTEN: Final = "Too many requests; wait a moment and go on more slowly."
ADDRESS_TOO_OFTEN: Final = "Too many requests from your network address; wait a moment."


@dataclass(frozen=True, slots=True)
class Operation:
    """A kind of request: as how many requests it counts, and against which limit of its own."""

    pattern: re.Pattern[str]
    cost: int
    limit: str | None = None


PLAIN: Final = Operation(re.compile(""), 1)
TABLE: Final = "/api/tables/[^/]+"
OPERATIONS: Final = tuple(
    Operation(re.compile(pattern), cost, limit)
    for pattern, cost, limit in (
        (r"POST /api/tables/?", 5, "tables"),
        (rf"POST {TABLE}/(hint|analysis)", 5, "hints"),
        (r"POST /api/puzzles/[^/]+/answer", 5, "hints"),
        (rf"POST {TABLE}/previews", 2, None),
        (rf"POST {TABLE}/messages", 1, "messages"),
        (rf"POST {TABLE}/invited", 2, "invitations"),
        (r"POST /api/reports/?", 2, "reports"),
        (r"GET /api/operator/(status|people)", 3, None),
        (r"POST /api/qr/?", 2, None),
        (r"POST /api/friends/?", 2, "invitations"),
        (r"POST /api/groups/?", 5, "groups"),
        (r"POST /api/groups/[^/]+/tournaments", 5, "groups"),
        (r"POST /api/tournaments/[^/]+/start", 20, "groups"),
        (r"POST /api/quick-match/?", 5, "tables"),
        (r"POST /api/groups/[^/]+/invitation", 2, "invitations"),
        (r"GET /api/groups/[^/]+/leaderboard", 10, None),
        (rf"POST {TABLE}/rematch", 5, "tables"),
        (rf"GET {TABLE}/record", 3, None),
        (rf"GET {TABLE}/at/[0-9]+/picture.svg", 5, None),
        (rf"WS {TABLE}/live", 3, None),
        (rf"GET {TABLE}/events", 3, None),
        (r"WS /api/live", 3, None),
        (r"GET /api/home", 2, None),
        (r"GET /api/session/export", 20, "exports"),
        (r"POST /api/webhooks/?", 2, "webhooks"),
        (r"POST /api/webhooks/[^/]+/ping", 2, "pings"),
        (r"POST /api/push/subscriptions/?", 2, "browsers"),
    )
)
"""Requests that count as several or have a limit of their own, by method and path."""


@lru_cache(maxsize=4096)
def operation_of(method: str, path: str) -> Operation:
    """Return the kind of a request."""
    request = f"{method} {path}"
    return next((operation for operation in OPERATIONS if operation.pattern.fullmatch(request)), PLAIN)


@lru_cache(maxsize=4096)
def address_group(address: str) -> str:
    """Return the key under which an address is counted: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    host_bits = 128 - SUBSCRIBER_BITS
    return str(IPv6Network((int(parsed) >> host_bits << host_bits, SUBSCRIBER_BITS)))


class TokenBuckets:
    """Token buckets by key, each of which fills up at a constant rate and rejects requests while it is empty."""

    def __init__(self, rate: float, size: float, sentence: str = TOO_OFTEN) -> None:
        self.rate = rate
        self.size = size
        self.sentence = sentence
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, tokens: float = 1) -> None:
        """Take tokens, or raise LimitExceeded with the time until there are enough."""
        self.check(key, tokens)
        self.spend(key, tokens)

    def check(self, key: str, tokens: float = 1) -> None:
        """Raise LimitExceeded unless there are enough tokens, without taking any."""
        wanted, level = min(tokens, self.size), self._level(key)
        if level < wanted:
            raise LimitExceeded(self.sentence, (wanted - level) / self.rate)

    def spend(self, key: str, tokens: float) -> None:
        """Take tokens for work that is done already, even if none are left."""
        self._keep(key, max(self._level(key) - tokens, -self.size))

    def check_debt(self, key: str) -> None:
        """Raise LimitExceeded while the level is negative because of earlier work."""
        level = self._level(key)
        if level < 0:
            raise LimitExceeded("Too much work at once; wait a moment and go on more slowly.", -level / self.rate)

    def is_empty(self, key: str) -> bool:
        """Return whether there is no token left."""
        return self._level(key) < 1

    def _level(self, key: str) -> float:
        level, since = self._levels.get(key, (self.size, 0.0))
        return min(self.size, level + (time.monotonic() - since) * self.rate)

    def _keep(self, key: str, level: float) -> None:
        self._levels[key] = (level, time.monotonic())
        self._levels.move_to_end(key)
        if len(self._levels) > MAX_KEYS:
            self._levels.popitem(last=False)


Charge = tuple[TokenBuckets, str, float]
"""Buckets, the key of one of them, and the tokens to take from it."""


def take_all(charges: Sequence[Charge]) -> None:
    """Take tokens from several buckets, or from none if one of them has too few."""
    for buckets, key, tokens in charges:
        buckets.check(key, tokens)
    for buckets, key, tokens in charges:
        buckets.spend(key, tokens)


class Limit:
    """A limit per account and a higher one per address."""

    def __init__(self, rate: float, size: float, factor: float, what: str, per_account: bool = True) -> None:
        self.accounts = TokenBuckets(rate, size, f"{what}; wait a while.") if per_account else None
        self.addresses = TokenBuckets(
            factor * rate, factor * size, f"{what} from your network address; wait a while."
        )

    def charges(self, account_id: str | None, address: str) -> list[Charge]:
        """Return the tokens that one operation takes from both limits."""
        own = [] if self.accounts is None or account_id is None else [(self.accounts, account_id, 1.0)]
        return [*own, (self.addresses, address, 1.0)]


class Limits:
    """The rate limits of a node; an address is given as `address_group` returns it."""

    def __init__(self, settings: Settings) -> None:
        factor = settings.address_factor
        self.undos = TokenBuckets(settings.undos_per_minute / MINUTE, max(10.0, 2 * settings.undos_per_minute))
        self.hints = TokenBuckets(settings.hints_per_minute / MINUTE, max(3.0, settings.hints_per_minute))
        self.computer_tables = TokenBuckets(
            settings.computer_tables_per_hour / HOUR, settings.computer_tables_per_hour
        )
        self.guests = TokenBuckets(
            settings.guests_per_hour / HOUR,
            settings.guests_per_hour,
            "Too many guests from your network address; wait a while.",
        )
        self._accounts = TokenBuckets(settings.requests_per_second, settings.requests_at_once)
        self._anonymous = TokenBuckets(settings.anonymous_requests_per_second, settings.anonymous_requests_at_once)
        self._addresses = TokenBuckets(
            factor * settings.requests_per_second, factor * settings.requests_at_once, ADDRESS_TOO_OFTEN
        )
        self._operations = operation_limits(settings)

    def check_address(self, address: str) -> None:
        """Reject an address over its limit, before anything is looked up for it."""
        self._addresses.check(address)

    def take(self, account: Account | None, address: str, operation: Operation = PLAIN) -> None:
        """Count a request with or without an account, or reject it."""
        account_id, cost = account.id if account else None, operation.cost
        charges = [self._requests(account, address, cost), (self._addresses, address, cost)]
        if operation.limit is not None:
            charges += self._operations[operation.limit].charges(account_id, address)
        take_all(charges)

    def charge_response(self, account: Account | None, address: str, size: int) -> None:
        """Count a long response as several requests."""
        if size < RESPONSE_BYTES:
            return
        self._spend(account, address, size // RESPONSE_BYTES)

    def charge_body(self, account: Account | None, address: str, size: int) -> None:
        """Count a long body that is about to be parsed as several requests, or reject it."""
        self._pay(account, address, size // BODY_BYTES)

    def charge_moves(self, count: int) -> None:
        """Count moves that are about to be replayed for the present request as several requests, or reject it."""
        caller = CALLER.get()
        if caller is not None:
            self._pay(*caller, count // MOVES)

    def add_debt(self, count: int) -> None:
        """Count moves that were replayed for the present request as several requests."""
        caller = CALLER.get()
        if caller is not None:
            self._spend(*caller, count // MOVES)

    def _pay(self, account: Account | None, address: str, tokens: int) -> None:
        """Take tokens of an account and of its address, or reject the request while either level is negative."""
        if tokens:
            buckets, key, _ = self._requests(account, address, tokens)
            buckets.check_debt(key)
            self._addresses.check_debt(address)
            self._spend(account, address, tokens)

    def _spend(self, account: Account | None, address: str, tokens: int) -> None:
        buckets, key, _ = self._requests(account, address, tokens)
        buckets.spend(key, tokens)
        self._addresses.spend(address, tokens)

    def _requests(self, account: Account | None, address: str, tokens: float) -> Charge:
        return (self._anonymous, address, tokens) if account is None else (self._accounts, account.id, tokens)


def operation_limits(settings: Settings) -> dict[str, Limit]:
    """Return the limits of expensive operations by name."""
    factor = settings.address_factor
    tables, webhooks = settings.tables_per_hour, settings.webhooks_per_hour
    hints = max(3.0, settings.hints_per_minute)
    invitations, groups = settings.invitations_per_hour, settings.groups_per_hour
    messages, pings = settings.messages_per_minute, settings.pings_per_minute
    reports = settings.reports_per_hour
    browsers = settings.push_subscriptions_per_hour
    return {
        # the services count the hints of an account themselves, after they have checked that it is allowed
        "hints": Limit(hints / MINUTE, hints, factor, "Too many hints", per_account=False),
        "tables": Limit(tables / HOUR, tables, factor, "Too many new tables"),
        "groups": Limit(groups / HOUR, groups, factor, "Too many new groups and tournaments"),
        "invitations": Limit(invitations / HOUR, invitations, factor, "Too many invitations"),
        "messages": Limit(messages / MINUTE, messages, factor, "Too many messages"),
        "reports": Limit(reports / HOUR, reports, factor, "Too many reports"),
        "webhooks": Limit(webhooks / HOUR, webhooks, factor, "Too many new webhooks"),
        "browsers": Limit(browsers / HOUR, browsers, factor, "Too many new browsers"),
        "exports": Limit(settings.exports_per_hour / HOUR, settings.exports_per_hour, factor, "Too many exports"),
        "pings": Limit(pings / MINUTE, pings, factor, "Too many pings"),
    }
