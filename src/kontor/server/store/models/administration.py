"""Blocks, reports, announcements, the audit log, and the nodes that are running."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, String, Text, column
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import ID, WORD, Base

IS_OPEN = column("resolved_at").is_(None)
"""The condition for reports that are open."""


class BlockRow(Base):
    """An account that does not want to meet another one."""

    __tablename__ = "blocks"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    blocked_id: Mapped[str] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    created_at: Mapped[int] = mapped_column(BigInteger)


class ReportRow(Base):
    """A report about a person, a message or a table; `context` is what the reporter saw, even if it changes later.

    `subject` names what is reported, so that nobody has two open reports about the same.
    """

    __tablename__ = "reports"
    __table_args__ = (
        Index("ix_reports_resolved_at_created_at", "resolved_at", "created_at"),
        Index(
            "uq_reports_open",
            "reporter_id",
            "subject",
            unique=True,
            sqlite_where=IS_OPEN,
            postgresql_where=IS_OPEN,
        ),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    reporter_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(8))
    subject: Mapped[str] = mapped_column(String(60))
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("tables.id", ondelete="SET NULL"))
    reason: Mapped[str] = mapped_column(WORD)
    text: Mapped[str] = mapped_column(Text)
    context: Mapped[str] = mapped_column(Text)
    created_at: Mapped[int] = mapped_column(BigInteger)
    resolved_at: Mapped[int | None] = mapped_column(BigInteger)
    resolution: Mapped[str | None] = mapped_column(String(300))


class AnnouncementRow(Base):
    """A text that is shown on every page until a moment, in one to three languages."""

    __tablename__ = "announcements"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    texts: Mapped[dict[str, Any]]
    created_at: Mapped[int] = mapped_column(BigInteger)
    until: Mapped[int] = mapped_column(BigInteger, index=True)


class AuditRow(Base):
    """An administrative action: who did what to whom or what, and why. Rows are only added."""

    __tablename__ = "audit_log"

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    at: Mapped[int] = mapped_column(BigInteger, index=True)
    actor: Mapped[str] = mapped_column(String(120))
    action: Mapped[str] = mapped_column(WORD)
    subject_kind: Mapped[str] = mapped_column(WORD)
    subject_id: Mapped[str | None] = mapped_column(ID, index=True)
    reason: Mapped[str] = mapped_column(String(300))
    facts: Mapped[dict[str, Any]]


class NodeRow(Base):
    """A running node, when it last wrote its figures, and these figures."""

    __tablename__ = "nodes"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    started_at: Mapped[int] = mapped_column(BigInteger)
    seen_at: Mapped[int] = mapped_column(BigInteger, index=True)
    figures: Mapped[dict[str, Any]]
