"""The tables of the database; times are milliseconds since 1970, secrets are stored only as hashes.

Two secrets are needed again and are stored as they are: that which signs webhooks, and that which stops e-mail.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, MetaData, String, Text, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
ID = String(16)
HASH = String(64)
WORD = String(40)


class Base(DeclarativeBase):
    """The base class of all models."""

    metadata = MetaData(naming_convention=CONVENTION)
    type_annotation_map = {dict[str, Any]: JSON(none_as_null=True), list[str]: JSON()}  # noqa: RUF012 - SQLAlchemy reads it from the class


class AccountRow(Base):
    """An account with a name, and with a password if it is used on several devices.

    `lookalike` is the comparison form of the name (`server/display_names.py`), stored for accounts with a password.
    With `is_bot` a program plays, and all players of a table are shown this.
    """

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    login: Mapped[str | None] = mapped_column(String(80), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))
    lookalike: Mapped[str | None] = mapped_column(String(200), index=True)
    is_bot: Mapped[bool] = mapped_column(server_default=false())
    created_at: Mapped[int] = mapped_column(BigInteger)


class SessionRow(Base):
    """A session of a browser."""

    __tablename__ = "sessions"

    key: Mapped[str] = mapped_column(HASH, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    expires_at: Mapped[int] = mapped_column(BigInteger)


class TokenRow(Base):
    """A token with which a program authenticates as an account."""

    __tablename__ = "tokens"

    key: Mapped[str] = mapped_column(HASH, primary_key=True)
    id: Mapped[str] = mapped_column(ID, unique=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    label: Mapped[str] = mapped_column(String(80))
    scopes: Mapped[str] = mapped_column(String(40), server_default="read play manage")
    created_at: Mapped[int] = mapped_column(BigInteger)


class TableRow(Base):
    """A table: its game and options, and a summary of its log that is updated with every batch of entries."""

    __tablename__ = "tables"
    __table_args__ = (Index("ix_tables_public_moved_at", "public", "moved_at"),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    host: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    title: Mapped[str] = mapped_column(String(120))
    setup: Mapped[dict[str, Any]]
    start: Mapped[dict[str, Any] | None]
    revision: Mapped[int]
    public: Mapped[bool]
    undo: Mapped[str] = mapped_column(WORD)
    hints: Mapped[bool] = mapped_column(server_default=false())
    practice: Mapped[bool] = mapped_column(server_default=false())
    clock: Mapped[dict[str, Any] | None]
    created_at: Mapped[int] = mapped_column(BigInteger)
    begun_at: Mapped[int | None] = mapped_column(BigInteger)
    version: Mapped[int] = mapped_column(default=0)
    number: Mapped[int] = mapped_column(default=0)
    to_move: Mapped[int | None]
    ended_by: Mapped[str | None] = mapped_column(WORD, index=True)
    moved_at: Mapped[int] = mapped_column(BigInteger)


class SeatRow(Base):
    """A seat of a table: played by a person or an agent, or open.

    `former_id` is the account that held the seat last while the game was being played, and may return to it.
    `is_bot` says whether the account that holds the seat is a bot.
    """

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(WORD)
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"), index=True)
    name: Mapped[str | None] = mapped_column(String(80))
    agent: Mapped[str | None] = mapped_column(WORD)
    former_id: Mapped[str | None] = mapped_column(ID)
    is_bot: Mapped[bool] = mapped_column(server_default=false())


class InvitationRow(Base):
    """An invitation to a seat of a table, or to watch it."""

    __tablename__ = "invitations"

    key: Mapped[str] = mapped_column(HASH, primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int | None]


class WatcherRow(Base):
    """An account that may watch a private table."""

    __tablename__ = "watchers"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)


class EntryRow(Base):
    """An entry of a table's log, never changed and never removed: a move, a chance move, an undo or a seat change."""

    __tablename__ = "entries"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int | None]
    by: Mapped[str] = mapped_column(String(8))
    words: Mapped[str] = mapped_column(Text)
    length: Mapped[int | None]
    spent: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[int] = mapped_column(BigInteger)


class UndoVoteRow(Base):
    """The vote of a seat for an undo from an entry of the log to a length of the move line."""

    __tablename__ = "wishes"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    length: Mapped[int]


class MessageRow(Base):
    """A chat message of a table."""

    __tablename__ = "messages"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"))
    name: Mapped[str] = mapped_column(String(80))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[int] = mapped_column(BigInteger)


class LeaseRow(Base):
    """The node that makes the moves of the computer seats of a table, and until when."""

    __tablename__ = "leases"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    node: Mapped[str] = mapped_column(ID)
    until: Mapped[int] = mapped_column(BigInteger)


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
    """The e-mail address of an account, its notifications, and whether the address was verified."""

    __tablename__ = "mailboxes"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    address: Mapped[str] = mapped_column(String(254))
    language: Mapped[str] = mapped_column(String(2))
    turns: Mapped[bool]
    endings: Mapped[bool]
    key: Mapped[str | None] = mapped_column(HASH, unique=True)
    key_until: Mapped[int] = mapped_column(BigInteger)
    verified_at: Mapped[int | None] = mapped_column(BigInteger)
    stop: Mapped[str] = mapped_column(String(64), unique=True)


class DeliveryRow(Base):
    """A notification to deliver by webhook, or by e-mail without one; without `due_at` it has failed for good."""

    __tablename__ = "deliveries"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    webhook_id: Mapped[str | None] = mapped_column(ForeignKey("webhooks.id", ondelete="CASCADE"), index=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    event: Mapped[str] = mapped_column(String(8))
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


class GenerationRow(Base):
    """The generation of the database, in a single row; restoring a backup changes it."""

    __tablename__ = "lives"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    generation: Mapped[str] = mapped_column("life", ID)
