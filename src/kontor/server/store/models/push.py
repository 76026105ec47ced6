"""Notices of events, subscriptions to Web Push, and how accounts want to be notified."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import HASH, ID, Base

EVENT = String(16)


class NoticeRow(Base):
    """An event of which an account is notified; the newest of an account are kept."""

    __tablename__ = "notices"
    __table_args__ = (Index("ix_notices_account_id_created_at", "account_id", "created_at"),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    event: Mapped[str] = mapped_column(EVENT)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    data: Mapped[dict[str, Any]]
    created_at: Mapped[int] = mapped_column(BigInteger)
    read_at: Mapped[int | None] = mapped_column(BigInteger)


class PushKeyRow(Base):
    """The key pair with which all nodes sign push messages, in a single row."""

    __tablename__ = "push_keys"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    private_key: Mapped[str] = mapped_column(Text)
    created_at: Mapped[int] = mapped_column(BigInteger)


class PushSubscriptionRow(Base):
    """A browser that receives push messages for an account; `key` is the hash of its endpoint."""

    __tablename__ = "push_subscriptions"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    key: Mapped[str] = mapped_column(HASH, unique=True)
    endpoint: Mapped[str] = mapped_column(String(1000))
    p256dh: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(40))
    language: Mapped[str] = mapped_column(String(2))
    label: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[int] = mapped_column(BigInteger)
    delivered: Mapped[int] = mapped_column(default=0)
    delivered_at: Mapped[int | None] = mapped_column(BigInteger)


class NotificationSettingsRow(Base):
    """How an account is notified: what by which channel and when; accounts without a row have the defaults.

    `choices` has for an event and a channel, such as "turn.mail", one of now, digest and never. Quiet hours are
    minutes after midnight in the time zone.
    """

    __tablename__ = "notification_settings"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    time_zone: Mapped[str] = mapped_column(String(64))
    quiet_from: Mapped[int | None]
    quiet_until: Mapped[int | None]
    digest_hour: Mapped[int]
    choices: Mapped[dict[str, Any]]


class TableNotificationRow(Base):
    """How an account is notified of one table, instead of its choices for all tables: digest or never."""

    __tablename__ = "table_notifications"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True)
    delivery: Mapped[str] = mapped_column(String(8))
