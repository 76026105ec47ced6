"""Standing orders and plans of players, which only the account that made them may see."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import Base


class OrdersRow(Base):
    """The standing orders of a seat, made by the account that holds it; for another account they do not exist.

    `number` is the entry after which `suspended` or the order for all other pieces was changed last. `answered`
    counts the decisions that orders made.
    """

    __tablename__ = "orders"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    version: Mapped[int]
    suspended: Mapped[bool]
    number: Mapped[int]
    content: Mapped[dict[str, Any]]
    answered: Mapped[int]


class PlanRow(Base):
    """The moves that an account plans for the next turn of its seat."""

    __tablename__ = "plans"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    version: Mapped[int]
    moves: Mapped[list[str]]
