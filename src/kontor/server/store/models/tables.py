"""Tables, their seats, logs and messages."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, SmallInteger, String, Text, false, text
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import HASH, ID, WORD, Base


class TableRow(Base):
    """A table: its game and options, and a summary of its log that is updated with every batch of entries.

    The members of a group may watch its tables and take their open seats. A table has at most one rematch.
    `game`, `edition`, `board`, `modules` and `pace` repeat what the setup and the clock say, for filters. `listing`
    says in which list others find the table (`store/table_listing.py`). `summary` is what lists show of the game
    (`service/table_summary.py`), None where it was not computed yet; it holds nothing that is secret.
    """

    __tablename__ = "tables"
    __table_args__ = (
        Index("ix_tables_public_moved_at", "public", "moved_at"),
        Index("ix_tables_host_ended_at", "host", "practice", "ended_at"),
        Index(
            "ix_tables_listing",
            "listing",
            "moved_at",
            "id",
            sqlite_where=text("listing > 0"),
            postgresql_where=text("listing > 0"),
        ),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    host: Mapped[str] = mapped_column(ForeignKey("accounts.id"))
    title: Mapped[str] = mapped_column(String(120))
    setup: Mapped[dict[str, Any]]
    start: Mapped[dict[str, Any] | None]
    revision: Mapped[int]
    public: Mapped[bool]
    undo: Mapped[str] = mapped_column(WORD)
    hints: Mapped[bool] = mapped_column(server_default=false())
    practice: Mapped[bool] = mapped_column(server_default=false())
    chat_closed: Mapped[bool] = mapped_column(server_default=false())
    rated: Mapped[bool] = mapped_column(server_default=false())
    rating_min: Mapped[int | None]
    rating_max: Mapped[int | None]
    clock: Mapped[dict[str, Any] | None]
    created_at: Mapped[int] = mapped_column(BigInteger)
    begun_at: Mapped[int | None] = mapped_column(BigInteger)
    version: Mapped[int] = mapped_column(default=0)
    number: Mapped[int] = mapped_column(default=0)
    to_move: Mapped[int | None]
    ended_by: Mapped[str | None] = mapped_column(WORD, index=True)
    moved_at: Mapped[int] = mapped_column(BigInteger)
    group_id: Mapped[str | None] = mapped_column(ID, index=True)
    rematch_of: Mapped[str | None] = mapped_column(ID, index=True, unique=True)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)
    game: Mapped[str] = mapped_column(WORD, server_default="")
    edition: Mapped[str | None] = mapped_column(WORD)
    board: Mapped[str | None] = mapped_column(WORD)
    modules: Mapped[str] = mapped_column(String(400), server_default="")
    pace: Mapped[str] = mapped_column(WORD, server_default="none")
    listing: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    summary: Mapped[dict[str, Any] | None]


class SeatRow(Base):
    """A seat of a table: played by a person or an agent, or open.

    `former_id` is the account that held the seat last while the game was being played, and may return to it.
    `is_bot` says whether the account that holds the seat is a bot. `ended_at` repeats when the game ended, so that an
    account finds its running and its finished games; it is 0 for practice, which is in no list.
    """

    __tablename__ = "seats"
    __table_args__ = (Index("ix_seats_account_id_ended_at", "account_id", "ended_at", "table_id"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(WORD)
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"))
    name: Mapped[str | None] = mapped_column(String(80))
    agent: Mapped[str | None] = mapped_column(WORD)
    former_id: Mapped[str | None] = mapped_column(ID)
    is_bot: Mapped[bool] = mapped_column(server_default=false())
    ended_at: Mapped[int | None] = mapped_column(BigInteger)


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
