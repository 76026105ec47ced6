"""Results of finished games, ratings, and rated tables."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

TABLES = sa.table("tables", sa.column("ended_by"))


def upgrade() -> None:
    """Create the tables; results of games that have ended already are added by the server (`result_backfill.py`)."""
    op.add_column("tables", sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("tables", sa.Column("rating_min", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("rating_max", sa.Integer(), nullable=True))
    create_results()
    create_ratings()
    log = op.create_table(
        "rating_log",
        sa.Column("id", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("backfilled", sa.String(16), nullable=True),
    )
    ended = op.get_bind().scalar(sa.select(sa.func.count()).where(TABLES.c.ended_by.is_not(None)))
    op.bulk_insert(log, [{"id": 1, "sequence": 0, "backfilled": "" if ended else None}])


def create_results() -> None:
    """Create the table of results, with an index for the finished games of an account."""
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("account_id", sa.String(16), sa.ForeignKey("accounts.id"), nullable=True),
        sa.Column("agent", sa.String(40), nullable=True),
        sa.Column("shared", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("late_moves", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("edition", sa.String(40), nullable=True),
        sa.Column("board", sa.String(40), nullable=True),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("modules", sa.JSON(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_by", sa.String(40), nullable=False),
        sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=True),
    )
    op.create_index("ix_results_account_id_ended_at", "results", ["account_id", "ended_at"])
    op.create_index("ix_results_game_ended_at", "results", ["game", "ended_at"])
    op.create_index("ix_results_sequence", "results", ["sequence"])


def create_ratings() -> None:
    """Create the tables of ratings and of their changes."""
    op.create_table(
        "ratings",
        sa.Column("pool", sa.String(40), primary_key=True),
        sa.Column("account_id", sa.String(16), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
    )
    op.create_index("ix_ratings_account_id", "ratings", ["account_id"])
    op.create_index("ix_ratings_pool_mu", "ratings", ["pool", "mu"])
    op.create_table(
        "rating_changes",
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, primary_key=True),
        sa.Column("pool", sa.String(40), primary_key=True),
        sa.Column("account_id", sa.String(16), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("mu_before", sa.Double(), nullable=False),
        sa.Column("sigma_before", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
    )
    columns = ["account_id", "pool", "sequence"]
    op.create_index("ix_rating_changes_account_id_pool_sequence", "rating_changes", columns)
