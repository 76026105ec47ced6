"""Accounts, their sessions and their tokens."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, String, false
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import HASH, ID, Base


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
