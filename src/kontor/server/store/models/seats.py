"""Votes to replace an absent player, and offers to hand over a seat."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import ID, Base


class AbsenceVoteRow(Base):
    """The vote of a seat at an entry of the log to let the computer play for the seat to move."""

    __tablename__ = "absence_votes"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)


class SeatOfferRow(Base):
    """The offer of a player to hand over a seat: to an account, or, without one, to who has the invitation to it."""

    __tablename__ = "seat_offers"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    to_id: Mapped[str | None] = mapped_column(ID)
    made_at: Mapped[int] = mapped_column(BigInteger)
