"""Webhooks, e-mail addresses, and what was and has to be delivered."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import HASH, ID, Base


class WebhookRow(Base):
    """A webhook of an account: for one table, or for all tables of the account."""

    __tablename__ = "webhooks"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    url: Mapped[str] = mapped_column(String(500))
    secret: Mapped[str] = mapped_column(String(80))
    events: Mapped[list[str]]
    created_at: Mapped[int] = mapped_column(BigInteger)
    delivered: Mapped[int] = mapped_column(default=0)
    delivered_at: Mapped[int | None] = mapped_column(BigInteger)
    problem: Mapped[str | None] = mapped_column(String(200))
    died_at: Mapped[int | None] = mapped_column(BigInteger)


class MailboxRow(Base):
    """The e-mail address of an account, and whether the address was verified."""

    __tablename__ = "mailboxes"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    address: Mapped[str] = mapped_column(String(254))
    language: Mapped[str] = mapped_column(String(2))
    key: Mapped[str | None] = mapped_column(HASH, unique=True)
    key_until: Mapped[int] = mapped_column(BigInteger)
    verified_at: Mapped[int | None] = mapped_column(BigInteger)
    stop: Mapped[str] = mapped_column(String(64), unique=True)


class DeliveryRow(Base):
    """A notification to deliver by webhook, push message or, without either, by e-mail.

    One without `due_at` has failed for good.
    """

    __tablename__ = "deliveries"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    webhook_id: Mapped[str | None] = mapped_column(ForeignKey("webhooks.id", ondelete="CASCADE"), index=True)
    push_id: Mapped[str | None] = mapped_column(ForeignKey("push_subscriptions.id", ondelete="CASCADE"), index=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    event: Mapped[str] = mapped_column(String(16))
    number: Mapped[int]
    body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[int] = mapped_column(BigInteger)
    due_at: Mapped[int | None] = mapped_column(BigInteger, index=True)
    tries: Mapped[int] = mapped_column(default=0)
    problem: Mapped[str | None] = mapped_column(String(200))


class NotificationCursorRow(Base):
    """The last entry and the last message of a table for which notifications were queued."""

    __tablename__ = "told"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int]
    message: Mapped[int]


class MailedRow(Base):
    """The entry number of the last e-mail to an account about a turn at a table."""

    __tablename__ = "mailed"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int]
