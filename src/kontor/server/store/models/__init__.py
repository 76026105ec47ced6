"""The tables of the database; times are milliseconds since 1970, secrets are stored only as hashes.

Three secrets are needed again and are stored as they are: those which sign webhooks and push messages, and that which
stops e-mail.
"""

from kontor.server.store.models.accounts import AccountRow, RecoveryRow, SessionRow, TokenRow
from kontor.server.store.models.administration import AnnouncementRow, AuditRow, BlockRow, NodeRow, ReportRow
from kontor.server.store.models.base import Base
from kontor.server.store.models.clocks import ClockWarningRow, OutageRow, UptimeRow, VacationRow
from kontor.server.store.models.generation import GenerationRow
from kontor.server.store.models.groups import GroupMemberRow, GroupRow, PairingRow, TournamentPlayerRow, TournamentRow
from kontor.server.store.models.invitations import AccountInvitationRow, FriendshipRow, OnlineRow, QuickMatchRow
from kontor.server.store.models.notifications import (
    DeliveryRow,
    MailboxRow,
    MailedRow,
    NotificationCursorRow,
    WebhookRow,
)
from kontor.server.store.models.orders import OrdersRow, PlanRow
from kontor.server.store.models.push import (
    NoticeRow,
    NotificationSettingsRow,
    PushKeyRow,
    PushSubscriptionRow,
    TableNotificationRow,
)
from kontor.server.store.models.puzzles import DailyAnswerRow
from kontor.server.store.models.ratings import RatingChangeRow, RatingLogRow, RatingRow, ResultRow
from kontor.server.store.models.seats import AbsenceVoteRow, SeatOfferRow
from kontor.server.store.models.tables import (
    EntryRow,
    InvitationRow,
    LeaseRow,
    MessageRow,
    SeatRow,
    TableRow,
    UndoVoteRow,
    WatcherRow,
)

__all__ = [
    "AbsenceVoteRow",
    "AccountInvitationRow",
    "AccountRow",
    "AnnouncementRow",
    "AuditRow",
    "Base",
    "BlockRow",
    "ClockWarningRow",
    "DailyAnswerRow",
    "DeliveryRow",
    "EntryRow",
    "FriendshipRow",
    "GenerationRow",
    "GroupMemberRow",
    "GroupRow",
    "InvitationRow",
    "LeaseRow",
    "MailboxRow",
    "MailedRow",
    "MessageRow",
    "NodeRow",
    "NoticeRow",
    "NotificationCursorRow",
    "NotificationSettingsRow",
    "OnlineRow",
    "OrdersRow",
    "OutageRow",
    "PairingRow",
    "PlanRow",
    "PushKeyRow",
    "PushSubscriptionRow",
    "QuickMatchRow",
    "RatingChangeRow",
    "RatingLogRow",
    "RatingRow",
    "RecoveryRow",
    "ReportRow",
    "ResultRow",
    "SeatOfferRow",
    "SeatRow",
    "SessionRow",
    "TableNotificationRow",
    "TableRow",
    "TokenRow",
    "TournamentPlayerRow",
    "TournamentRow",
    "UndoVoteRow",
    "UptimeRow",
    "VacationRow",
    "WatcherRow",
    "WebhookRow",
]
