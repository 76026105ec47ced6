"""Invitations of accounts to seats, friendships, and the queue of quick matches."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, false
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import ID, WORD, Base


class AccountInvitationRow(Base):
    """An invitation of an account to a seat of a table; a `reserved` seat cannot be taken by another account."""

    __tablename__ = "account_invitations"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[str] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    by: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(WORD)
    reserved: Mapped[bool] = mapped_column(server_default=false())
    at: Mapped[int] = mapped_column(BigInteger)


class FriendshipRow(Base):
    """A friendship of two accounts, the smaller id first, or a request for one while `accepted_at` is missing."""

    __tablename__ = "friendships"
    __table_args__ = (CheckConstraint("one < other", name="ordered"),)

    one: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    other: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True)
    asked_by: Mapped[str] = mapped_column(ID)
    asked_at: Mapped[int] = mapped_column(BigInteger)
    accepted_at: Mapped[int | None] = mapped_column(BigInteger)


class QuickMatchRow(Base):
    """An account that waits for opponents; `table_id` is the table at which it was seated."""

    __tablename__ = "quick_matches"
    __table_args__ = (Index("ix_quick_matches_waiting", "table_id", "game", "players", "clock", "queued_at"),)

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    ticket: Mapped[str] = mapped_column(ID)
    game: Mapped[str] = mapped_column(WORD)
    players: Mapped[int]
    clock: Mapped[str] = mapped_column(WORD)
    rating: Mapped[int | None]
    width: Mapped[int | None]
    queued_at: Mapped[int] = mapped_column(BigInteger)
    seen_at: Mapped[int] = mapped_column(BigInteger)
    table_id: Mapped[str | None] = mapped_column(ID)


class OnlineRow(Base):
    """An account that is connected to one of several nodes, and until when that is certain."""

    __tablename__ = "online_accounts"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    node: Mapped[str] = mapped_column(ID, primary_key=True)
    until: Mapped[int] = mapped_column(BigInteger)
