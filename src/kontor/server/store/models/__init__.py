"""The tables of the database; times are milliseconds since 1970, secrets are stored only as hashes.

Two secrets are needed again and are stored as they are: that which signs webhooks, and that which stops e-mail.
"""

from kontor.server.store.models.accounts import AccountRow, RecoveryRow, SessionRow, TokenRow
from kontor.server.store.models.administration import (
    AnnouncementRow,
    AuditRow,
    BlockRow,
    NodeRow,
    ReportRow,
)
from kontor.server.store.models.base import Base
from kontor.server.store.models.generation import GenerationRow
from kontor.server.store.models.notifications import (
    DeliveryRow,
    MailboxRow,
    MailedRow,
    NotificationCursorRow,
    WebhookRow,
)
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
    "AccountRow",
    "AnnouncementRow",
    "AuditRow",
    "Base",
    "BlockRow",
    "DeliveryRow",
    "EntryRow",
    "GenerationRow",
    "InvitationRow",
    "LeaseRow",
    "MailboxRow",
    "MailedRow",
    "MessageRow",
    "NodeRow",
    "NotificationCursorRow",
    "RecoveryRow",
    "ReportRow",
    "SeatRow",
    "SessionRow",
    "TableRow",
    "TokenRow",
    "UndoVoteRow",
    "WatcherRow",
    "WebhookRow",
]
