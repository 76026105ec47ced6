"""Webhooks, e-mail, deliveries, and the generation of the database."""

import sqlalchemy as sa
from alembic import op

from kontor.server.ids import new_id

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables, and set the first generation."""
    make_addresses()
    make_deliveries()
    begin_life()


def make_addresses() -> None:
    """Create webhooks and mailboxes."""
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("account_id", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=True),
        sa.Column("url", sa.String(length=500), nullable=False),
        sa.Column("secret", sa.String(length=80), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("delivered", sa.Integer(), nullable=False),
        sa.Column("delivered_at", sa.BigInteger(), nullable=True),
        sa.Column("problem", sa.String(length=200), nullable=True),
        sa.Column("died_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_webhooks_account_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_webhooks_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
    )
    op.create_index(op.f("ix_webhooks_account_id"), "webhooks", ["account_id"])
    op.create_index(op.f("ix_webhooks_table_id"), "webhooks", ["table_id"])

    op.create_table(
        "mailboxes",
        sa.Column("account_id", sa.String(length=16), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("turns", sa.Boolean(), nullable=False),
        sa.Column("endings", sa.Boolean(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=True),
        sa.Column("key_until", sa.BigInteger(), nullable=False),
        sa.Column("verified_at", sa.BigInteger(), nullable=True),
        sa.Column("stop", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_mailboxes_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_mailboxes")),
        sa.UniqueConstraint("key", name=op.f("uq_mailboxes_key")),
        sa.UniqueConstraint("stop", name=op.f("uq_mailboxes_stop")),
    )


def make_deliveries() -> None:
    """Create deliveries and the cursors of notifications."""
    op.create_table(
        "deliveries",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("account_id", sa.String(length=16), nullable=False),
        sa.Column("webhook_id", sa.String(length=16), nullable=True),
        sa.Column("table_id", sa.String(length=16), nullable=True),
        sa.Column("event", sa.String(length=8), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("problem", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_deliveries_account_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["webhooks.id"], name=op.f("fk_deliveries_webhook_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_deliveries_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
    )
    for column in ("account_id", "webhook_id", "table_id", "due_at"):
        op.create_index(op.f(f"ix_deliveries_{column}"), "deliveries", [column])

    op.create_table(
        "told",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("message", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_told_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_told")),
    )
    op.create_table(
        "mailed",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("account_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_mailed_account_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_mailed_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "account_id", name=op.f("pk_mailed")),
    )


def begin_life() -> None:
    """Create the generation of the database."""
    lives = op.create_table(
        "lives",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("life", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lives")),
    )
    op.bulk_insert(lives, [{"id": 1, "life": new_id()}])
