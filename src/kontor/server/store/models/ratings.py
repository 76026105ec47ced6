"""Results of finished games, and the ratings that follow from them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, String, false
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import WORD, Base


class ResultRow(Base):
    """The result of one seat of a finished game.

    With an account and an agent, the agent finished the game for the person. `shared` marks the seats of an account
    that held several of them, so that it is unknown who won. `rated` says whether the seat counted in the ratings;
    `sequence` numbers the rated games in the order in which they were rated.
    """

    __tablename__ = "results"
    __table_args__ = (
        Index("ix_results_account_id_ended_at", "account_id", "ended_at"),
        Index("ix_results_game_ended_at", "game", "ended_at"),
        Index("ix_results_sequence", "sequence"),
    )

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"))
    agent: Mapped[str | None] = mapped_column(WORD)
    shared: Mapped[bool] = mapped_column(server_default=false())
    place: Mapped[int]
    score: Mapped[int]
    lines: Mapped[dict[str, Any]]
    moves: Mapped[int]
    late_moves: Mapped[int]
    game: Mapped[str] = mapped_column(WORD)
    edition: Mapped[str | None] = mapped_column(WORD)
    board: Mapped[str | None] = mapped_column(WORD)
    players: Mapped[int]
    modules: Mapped[list[str]]
    ended_at: Mapped[int] = mapped_column(BigInteger)
    ended_by: Mapped[str] = mapped_column(WORD)
    rated: Mapped[bool] = mapped_column(server_default=false())
    sequence: Mapped[int | None] = mapped_column(BigInteger)


class RatingRow(Base):
    """The rating of an account in a pool: a game, or a game with a number of players."""

    __tablename__ = "ratings"
    __table_args__ = (Index("ix_ratings_pool_mu", "pool", "mu"),)

    pool: Mapped[str] = mapped_column(WORD, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    games: Mapped[int]


class RatingChangeRow(Base):
    """What a rated game changed in the rating of an account in a pool."""

    __tablename__ = "rating_changes"
    __table_args__ = (Index("ix_rating_changes_account_id_pool_sequence", "account_id", "pool", "sequence"),)

    sequence: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    pool: Mapped[str] = mapped_column(WORD, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    mu_before: Mapped[float]
    sigma_before: Mapped[float]
    mu: Mapped[float]
    sigma: Mapped[float]


class RatingLogRow(Base):
    """The single row that a transaction locks before it rates a game, with the number of the last rated game.

    `backfilled` is the last table whose result was added later because its game had ended before there were results;
    it is null when all have been added.
    """

    __tablename__ = "rating_log"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    sequence: Mapped[int] = mapped_column(BigInteger)
    backfilled: Mapped[str | None] = mapped_column(String(16))
