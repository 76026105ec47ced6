"""What correspondence clocks need besides the logs: vacations, outages of the server, and warnings that were sent."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import Base


class VacationRow(Base):
    """A vacation of an account; the numbers of an account's vacations are consecutive, so that none overlap."""

    __tablename__ = "vacations"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    begins_at: Mapped[int] = mapped_column(BigInteger)
    ends_at: Mapped[int] = mapped_column(BigInteger)


class OutageRow(Base):
    """A time in which no server ran or none reached the database, during which no correspondence clock runs."""

    __tablename__ = "outages"

    begins_at: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    ends_at: Mapped[int] = mapped_column(BigInteger)


class UptimeRow(Base):
    """The moment at which a server was last known to run, in a single row."""

    __tablename__ = "uptime"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seen_at: Mapped[int] = mapped_column(BigInteger)


class ClockWarningRow(Base):
    """The warning of a seat that its time for the turn that began at a length of the move line is nearly over."""

    __tablename__ = "clock_warnings"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    turn_start: Mapped[int] = mapped_column(primary_key=True)
