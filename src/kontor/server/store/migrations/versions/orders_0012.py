"""Standing orders and plans of players."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create both tables."""
    create(
        "orders",
        sa.Column("suspended", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
    )
    create("plans", sa.Column("moves", sa.JSON(), nullable=False))


def create(name: str, *columns: sa.Column[object]) -> None:
    """Create a table with one row per seat, which belongs to an account."""
    op.create_table(
        name,
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f(f"fk_{name}_table_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f(f"fk_{name}_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f(f"pk_{name}")),
    )
    op.create_index(op.f(f"ix_{name}_account_id"), name, ["account_id"])
