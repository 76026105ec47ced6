"""Vacations, outages and warnings of clocks, votes about absent players, and offers of seats."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the tables; existing games have none of this."""
    op.create_table(
        "vacations",
        sa.Column("account_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("begins_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        foreign_key("vacations", "account_id", "accounts"),
        sa.PrimaryKeyConstraint("account_id", "number", name="pk_vacations"),
    )
    op.create_table(
        "outages",
        sa.Column("begins_at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("begins_at", name="pk_outages"),
    )
    op.create_table(
        "uptime",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_uptime"),
    )
    create_seat_table("clock_warnings", "seat", "turn_start")
    create_seat_table("absence_votes", "number", "seat")
    op.create_table(
        "seat_offers",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.String(16), nullable=False),
        sa.Column("to_id", sa.String(16), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        foreign_key("seat_offers", "table_id", "tables"),
        foreign_key("seat_offers", "account_id", "accounts"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seat_offers"),
    )
    op.create_index("ix_seat_offers_account_id", "seat_offers", ["account_id"])


def create_seat_table(name: str, *numbers: str) -> None:
    """Create a table whose key is a table of the game and two numbers, and which has no other columns."""
    op.create_table(
        name,
        sa.Column("table_id", sa.String(16), nullable=False),
        *(sa.Column(number, sa.Integer(), nullable=False) for number in numbers),
        foreign_key(name, "table_id", "tables"),
        sa.PrimaryKeyConstraint("table_id", *numbers, name=f"pk_{name}"),
    )


def foreign_key(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    """Return a foreign key to the id of another table, whose rows take these with them."""
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=f"fk_{table}_{column}", ondelete="CASCADE")
