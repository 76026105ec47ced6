"""Groups, their members, and their tournaments."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, String, false
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import HASH, ID, WORD, Base


class GroupRow(Base):
    """A group of accounts; `defaults` describes its new tables, `invitation` is the hash of its link."""

    __tablename__ = "groups"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    description: Mapped[str] = mapped_column(String(1000))
    defaults: Mapped[dict[str, Any] | None]
    invitation: Mapped[str | None] = mapped_column(HASH)
    created_at: Mapped[int] = mapped_column(BigInteger)


class GroupMemberRow(Base):
    """A member of a group: an owner, who may change the group, or a plain member."""

    __tablename__ = "group_members"

    group_id: Mapped[str] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[str] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    role: Mapped[str] = mapped_column(WORD)
    since: Mapped[int] = mapped_column(BigInteger)


class TournamentRow(Base):
    """A league or tournament of a group; `round` is the last round that was paired, 0 before the start.

    `plan` contains what its tables have in common: setup, clock, undo policy, and whether they are rated.
    """

    __tablename__ = "tournaments"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    group_id: Mapped[str] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str] = mapped_column(WORD)
    plan: Mapped[dict[str, Any]]
    rounds: Mapped[int]
    start_hours: Mapped[int]
    organizer: Mapped[str] = mapped_column(ForeignKey("accounts.id"))
    round: Mapped[int]
    created_at: Mapped[int] = mapped_column(BigInteger)
    started_at: Mapped[int | None] = mapped_column(BigInteger)
    ended_at: Mapped[int | None] = mapped_column(BigInteger, index=True)


class TournamentPlayerRow(Base):
    """A player of a tournament; `number` is the order of entry, `withdrawn_in` the round of a withdrawal."""

    __tablename__ = "tournament_players"
    __table_args__ = (Index("uq_tournament_players_number", "tournament_id", "number", unique=True),)

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    number: Mapped[int]
    withdrawn_in: Mapped[int | None]


class PairingRow(Base):
    """A table of a round, or a bye, which has no table and one player; `places` are known when the game is over.

    `players` are the accounts by seat, `places` their places from 1, 0 for a player who did not appear.
    """

    __tablename__ = "pairings"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table_id: Mapped[str | None] = mapped_column(ID, index=True, unique=True)
    players: Mapped[list[str]]
    places: Mapped[list[int] | None]
    absent: Mapped[list[str]]
    due_at: Mapped[int | None] = mapped_column(BigInteger)
    checked: Mapped[bool] = mapped_column(server_default=false())
