"""Accounts, their sessions, their tokens, and links that recover a password."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, String, false, true
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import HASH, ID, WORD, Base


class AccountRow(Base):
    """An account with a name, and with a password if it is used on several devices.

    `lookalike` is the comparison form of the name (`server/display_names.py`), stored for accounts with a password.
    With `is_bot` a program plays, and all players of a table are shown this. Of a `private` account others see only
    the name; strangers do not watch the games of one that is not `watchable`. A deleted account keeps its id, to
    which logs and results refer, and nothing else. `role` is "operator" for those who administer the server.
    """

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    login: Mapped[str | None] = mapped_column(String(80), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))
    lookalike: Mapped[str | None] = mapped_column(String(200), index=True)
    is_bot: Mapped[bool] = mapped_column(server_default=false())
    private: Mapped[bool] = mapped_column(server_default=false())
    watchable: Mapped[bool] = mapped_column(server_default=true())
    role: Mapped[str | None] = mapped_column(WORD)
    suspended_until: Mapped[int | None] = mapped_column(BigInteger)
    suspended_reason: Mapped[str | None] = mapped_column(String(300))
    created_at: Mapped[int] = mapped_column(BigInteger)
    password_at: Mapped[int | None] = mapped_column(BigInteger)
    deleted_at: Mapped[int | None] = mapped_column(BigInteger, index=True)


class SessionRow(Base):
    """A session of a browser: its kind of browser and system, when it was opened, and the hour of its last use."""

    __tablename__ = "sessions"

    key: Mapped[str] = mapped_column(HASH, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    expires_at: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[int] = mapped_column(BigInteger, server_default="0")
    used_at: Mapped[int] = mapped_column(BigInteger, server_default="0")
    browser: Mapped[str | None] = mapped_column(WORD)
    system: Mapped[str | None] = mapped_column(WORD)


class TokenRow(Base):
    """A token with which a program authenticates as an account."""

    __tablename__ = "tokens"

    key: Mapped[str] = mapped_column(HASH, primary_key=True)
    id: Mapped[str] = mapped_column(ID, unique=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    label: Mapped[str] = mapped_column(String(80))
    scopes: Mapped[str] = mapped_column(String(40), server_default="read play manage")
    created_at: Mapped[int] = mapped_column(BigInteger)


class RecoveryRow(Base):
    """A link by which the owner of a verified e-mail address sets a new password, once and for an hour."""

    __tablename__ = "recoveries"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(HASH, unique=True)
    expires_at: Mapped[int] = mapped_column(BigInteger)
