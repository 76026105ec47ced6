"""The export of an account: everything that the database holds about it, one function per subject.

A part that stores something about accounts adds its function to `EXPORTERS`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.models import (
    AccountRow,
    BlockRow,
    DailyAnswerRow,
    FriendshipRow,
    GroupMemberRow,
    GroupRow,
    MailboxRow,
    MessageRow,
    NoticeRow,
    NotificationSettingsRow,
    OrdersRow,
    PlanRow,
    PushSubscriptionRow,
    RatingRow,
    ReportRow,
    ResultRow,
    SessionRow,
    TableNotificationRow,
    TokenRow,
    TournamentPlayerRow,
    TournamentRow,
    VacationRow,
    WebhookRow,
)

Exporter = Callable[[AsyncSession, str], Awaitable[Any]]
"""Returns JSON data of one subject for the account with an id, without secrets and without other people's data."""


async def export_account(session: AsyncSession, account_id: str) -> Any:
    """Return the account itself."""
    row = await session.get_one(AccountRow, account_id)
    fields = ("id", "name", "is_bot", "private", "watchable", "created_at", "password_at")
    return {**fields_of(row, fields), "guest": row.password is None}


async def export_sessions(session: AsyncSession, account_id: str) -> Any:
    """Return the browsers that are signed in."""
    rows = await session.scalars(select(SessionRow).where(SessionRow.account_id == account_id))
    return [fields_of(row, ("browser", "system", "created_at", "used_at", "expires_at")) for row in rows]


async def export_tokens(session: AsyncSession, account_id: str) -> Any:
    """Return the tokens without their secrets."""
    rows = await session.scalars(select(TokenRow).where(TokenRow.account_id == account_id))
    return [fields_of(row, ("id", "label", "scopes", "created_at")) for row in rows]


async def export_mail(session: AsyncSession, account_id: str) -> Any:
    """Return the e-mail address."""
    row = await session.get(MailboxRow, account_id)
    return None if row is None else fields_of(row, ("address", "language", "verified_at"))


async def export_notifications(session: AsyncSession, account_id: str) -> Any:
    """Return how the account is notified, by which browsers, and the latest notices."""
    settings = await session.get(NotificationSettingsRow, account_id)
    tables = await session.scalars(select(TableNotificationRow).filter_by(account_id=account_id))
    browsers = await session.scalars(select(PushSubscriptionRow).filter_by(account_id=account_id))
    notices = select(NoticeRow).filter_by(account_id=account_id).order_by(NoticeRow.created_at)
    chosen = ("time_zone", "quiet_from", "quiet_until", "digest_hour", "choices")
    shown = ("event", "table_id", "data", "created_at", "read_at")
    return {
        "settings": fields_of(settings, chosen) if settings else None,
        "tables": [fields_of(row, ("table_id", "delivery")) for row in tables],
        "browsers": [fields_of(row, ("label", "language", "created_at", "delivered_at")) for row in browsers],
        "notices": [fields_of(row, shown) for row in await session.scalars(notices)],
    }


async def export_webhooks(session: AsyncSession, account_id: str) -> Any:
    """Return the webhooks without the secrets that sign their deliveries."""
    rows = await session.scalars(select(WebhookRow).where(WebhookRow.account_id == account_id))
    return [fields_of(row, ("id", "table_id", "url", "events", "created_at", "delivered")) for row in rows]


async def export_messages(session: AsyncSession, account_id: str) -> Any:
    """Return the messages that the account has written."""
    query = select(MessageRow).where(MessageRow.account_id == account_id).order_by(MessageRow.at)
    return [fields_of(row, ("table_id", "number", "name", "text", "at")) for row in await session.scalars(query)]


async def export_blocks(session: AsyncSession, account_id: str) -> Any:
    """Return the people the account has blocked."""
    rows = await session.scalars(select(BlockRow).where(BlockRow.account_id == account_id))
    return [fields_of(row, ("blocked_id", "created_at")) for row in rows]


async def export_reports(session: AsyncSession, account_id: str) -> Any:
    """Return the reports that the account has made."""
    rows = await session.scalars(select(ReportRow).where(ReportRow.reporter_id == account_id))
    return [fields_of(row, ("subject", "reason", "text", "created_at")) for row in rows]


async def export_results(session: AsyncSession, account_id: str) -> Any:
    """Return the results of the finished games of the account."""
    query = select(ResultRow).where(ResultRow.account_id == account_id).order_by(ResultRow.ended_at)
    fields = ("table_id", "seat", "agent", "place", "score", "lines", "game", "board", "players", "ended_at", "rated")
    return [fields_of(row, fields) for row in await session.scalars(query)]


async def export_ratings(session: AsyncSession, account_id: str) -> Any:
    """Return the ratings of the account."""
    rows = await session.scalars(select(RatingRow).where(RatingRow.account_id == account_id))
    return [fields_of(row, ("pool", "mu", "sigma", "games")) for row in rows]


async def export_daily_puzzles(session: AsyncSession, account_id: str) -> Any:
    """Return the puzzles of the day that the account has solved or given up."""
    query = select(DailyAnswerRow).where(DailyAnswerRow.account_id == account_id).order_by(DailyAnswerRow.day)
    return [fields_of(row, ("day", "puzzle_id", "solved", "answered_at")) for row in await session.scalars(query)]


async def export_orders(session: AsyncSession, account_id: str) -> Any:
    """Return the standing orders."""
    rows = await session.scalars(select(OrdersRow).where(OrdersRow.account_id == account_id))
    return [fields_of(row, ("table_id", "seat", "suspended", "content", "answered")) for row in rows]


async def export_plans(session: AsyncSession, account_id: str) -> Any:
    """Return the moves that were planned ahead."""
    rows = await session.scalars(select(PlanRow).where(PlanRow.account_id == account_id))
    return [fields_of(row, ("table_id", "seat", "moves")) for row in rows]


async def export_vacations(session: AsyncSession, account_id: str) -> Any:
    """Return the vacations of the account."""
    query = select(VacationRow).where(VacationRow.account_id == account_id).order_by(VacationRow.number)
    return [fields_of(row, ("begins_at", "ends_at")) for row in await session.scalars(query)]


async def export_friends(session: AsyncSession, account_id: str) -> Any:
    """Return friends and friend requests of the account."""
    own = (FriendshipRow.one == account_id) | (FriendshipRow.other == account_id)
    rows = await session.scalars(select(FriendshipRow).where(own))
    return [fields_of(row, ("one", "other", "asked_by", "asked_at", "accepted_at")) for row in rows]


async def export_groups(session: AsyncSession, account_id: str) -> Any:
    """Return the groups of the account with its role."""
    own = select(GroupRow, GroupMemberRow).join(GroupMemberRow, GroupMemberRow.group_id == GroupRow.id)
    rows = await session.execute(own.where(GroupMemberRow.account_id == account_id))
    return [{**fields_of(group, ("id", "name")), **fields_of(member, ("role", "since"))} for group, member in rows]


async def export_tournaments(session: AsyncSession, account_id: str) -> Any:
    """Return the tournaments in which the account plays or has played."""
    entered = select(TournamentPlayerRow.tournament_id).where(TournamentPlayerRow.account_id == account_id)
    rows = await session.scalars(select(TournamentRow).where(TournamentRow.id.in_(entered)))
    return [fields_of(row, ("id", "group_id", "name", "kind", "created_at", "ended_at")) for row in rows]


def fields_of(row: object, names: tuple[str, ...]) -> dict[str, Any]:
    """Return some columns of a row."""
    return {name: getattr(row, name) for name in names}


EXPORTERS: Final[dict[str, Exporter]] = {
    "account": export_account,
    "sessions": export_sessions,
    "tokens": export_tokens,
    "mail": export_mail,
    "notifications": export_notifications,
    "webhooks": export_webhooks,
    "messages": export_messages,
    "orders": export_orders,
    "plans": export_plans,
    "blocks": export_blocks,
    "reports": export_reports,
    "results": export_results,
    "ratings": export_ratings,
    "daily_puzzles": export_daily_puzzles,
    "vacations": export_vacations,
    "friends": export_friends,
    "groups": export_groups,
    "tournaments": export_tournaments,
}
"""The subjects of an export in their order; the games with their records follow them."""
