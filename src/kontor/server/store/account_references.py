"""What refers to accounts: which rows are deleted with an account, which stay, and which follow a guest's seats.

Every column of the database with the id of an account is in one of these lists; a test fails on one that is missing.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy.orm import InstrumentedAttribute

from kontor.server.store.models import (
    AccountInvitationRow,
    BlockRow,
    DailyAnswerRow,
    DeliveryRow,
    FriendshipRow,
    GroupMemberRow,
    MailboxRow,
    MailedRow,
    MessageRow,
    NoticeRow,
    NotificationSettingsRow,
    OnlineRow,
    OrdersRow,
    PlanRow,
    PushSubscriptionRow,
    QuickMatchRow,
    RatingChangeRow,
    RatingRow,
    RecoveryRow,
    ReportRow,
    ResultRow,
    SeatOfferRow,
    SeatRow,
    SessionRow,
    TableNotificationRow,
    TableRow,
    TokenRow,
    TournamentPlayerRow,
    TournamentRow,
    VacationRow,
    WatcherRow,
    WebhookRow,
)

Column = InstrumentedAttribute[Any]

REMOVED: Final[list[Column]] = [
    SessionRow.account_id,
    TokenRow.account_id,
    RecoveryRow.account_id,
    DeliveryRow.account_id,
    WebhookRow.account_id,
    MailboxRow.account_id,
    MailedRow.account_id,
    NoticeRow.account_id,
    PushSubscriptionRow.account_id,
    NotificationSettingsRow.account_id,
    TableNotificationRow.account_id,
    DailyAnswerRow.account_id,
    WatcherRow.account_id,
    OrdersRow.account_id,
    PlanRow.account_id,
    BlockRow.account_id,
    BlockRow.blocked_id,
    ReportRow.account_id,
    AccountInvitationRow.account_id,
    AccountInvitationRow.by,
    FriendshipRow.one,
    FriendshipRow.other,
    QuickMatchRow.account_id,
    OnlineRow.account_id,
    GroupMemberRow.account_id,
    VacationRow.account_id,
    SeatOfferRow.account_id,
    SeatOfferRow.to_id,
]
"""Rows with one of these columns are deleted with the account."""

KEPT: Final[list[Column]] = [
    TableRow.host,
    SeatRow.account_id,
    MessageRow.account_id,
    ReportRow.reporter_id,
    TournamentRow.organizer,
    TournamentPlayerRow.account_id,
    ResultRow.account_id,
    RatingRow.account_id,
    RatingChangeRow.account_id,
]
"""Rows with one of these columns stay, and show a former player when the account was deleted."""

MOVED: Final[list[Column]] = [
    TableRow.host,
    MessageRow.account_id,
    TournamentRow.organizer,
    ResultRow.account_id,
    NoticeRow.account_id,
    PushSubscriptionRow.account_id,
    OrdersRow.account_id,
    PlanRow.account_id,
]
"""Columns that are set to an account when a guest signs in to it and takes the seats along; no row may be doubled."""
