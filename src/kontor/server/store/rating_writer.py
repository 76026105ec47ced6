"""Ratings in the database: a game is rated in the transaction that ends it, one game after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from kontor.server.store.models import RatingChangeRow, RatingLogRow, RatingRow
from kontor.server.store.rating_model import RatedGame, RatedSeat, Rating, RatingChange, Ratings, changes_of

INSERT_RATINGS = insert(RatingRow.__table__)  # type: ignore[arg-type]
INSERT_CHANGES = insert(RatingChangeRow.__table__)  # type: ignore[arg-type]
UPDATE_RATINGS = (
    update(RatingRow.__table__)  # type: ignore[arg-type]
    .where(RatingRow.pool == bindparam("of_pool"), RatingRow.account_id == bindparam("of_account"))
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"), games=bindparam("new_games"))
)


def next_sequence(connection: Connection) -> int:
    """Lock the rating log until the end of the transaction, and return the number of the next rated game."""
    connection.execute(update(RatingLogRow).values(sequence=RatingLogRow.sequence + 1))
    return connection.execute(select(RatingLogRow.sequence)).scalar_one()


def rate_game(connection: Connection, sequence: int, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write the ratings after a game, given the results of the seats that count."""
    game = rated_game(sequence, rows)
    known = read_ratings(connection, game)
    changes = changes_of(game, known)
    new = [change for change in changes if (change.pool, change.account_id) not in known]
    old = [change for change in changes if (change.pool, change.account_id) in known]
    if new:
        connection.execute(INSERT_RATINGS, [rating_values(change) for change in new])
    if old:
        connection.execute(UPDATE_RATINGS, [new_values(change) for change in old])
    connection.execute(INSERT_CHANGES, [change_values(change) for change in changes])


def rated_game(sequence: int, rows: Sequence[Mapping[str, Any]]) -> RatedGame:
    """Return a game from the results of its seats that count, in their order."""
    ordered = sorted(rows, key=lambda row: int(row["seat"]))
    seats = [RatedSeat(row["account_id"], row["agent"], row["place"]) for row in ordered]
    return RatedGame(sequence, ordered[0]["game"], ordered[0]["players"], seats)


def read_ratings(connection: Connection, game: RatedGame) -> Ratings:
    """Return the present ratings of the players of a game in its pools."""
    columns = (RatingRow.pool, RatingRow.account_id, RatingRow.mu, RatingRow.sigma, RatingRow.games)
    mine = (RatingRow.pool.in_(game.pools), RatingRow.account_id.in_(game.accounts))
    return {
        (row[0], row[1]): Rating(row[2], row[3], row[4]) for row in connection.execute(select(*columns).where(*mine))
    }


def rating_values(change: RatingChange) -> dict[str, Any]:
    """Return the values of the row of a new rating."""
    return {"pool": change.pool, "account_id": change.account_id, **change.after._asdict()}


def new_values(change: RatingChange) -> dict[str, Any]:
    """Return the values that update the row of a rating."""
    mu, sigma, games = change.after
    return {
        "of_pool": change.pool,
        "of_account": change.account_id,
        "new_mu": mu,
        "new_sigma": sigma,
        "new_games": games,
    }


def change_values(change: RatingChange) -> dict[str, Any]:
    """Return the values of the row of a change."""
    return {
        "sequence": change.sequence,
        "pool": change.pool,
        "account_id": change.account_id,
        "mu_before": change.before.mu,
        "sigma_before": change.before.sigma,
        "mu": change.after.mu,
        "sigma": change.after.sigma,
    }
