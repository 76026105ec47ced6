"""Scopes of tokens, the former holder of a seat, and the comparison form of account names."""

import sqlalchemy as sa
from alembic import op

from kontor.server.display_names import lookalike

revision = "0004"
down_revision = "0003"

ALL_SCOPES = "read play manage"
ACCOUNTS = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("password"), sa.column("lookalike"))


def upgrade() -> None:
    """Add the columns; existing tokens keep all scopes, because they were created without any choice."""
    op.add_column("tokens", sa.Column("scopes", sa.String(40), server_default=ALL_SCOPES, nullable=False))
    op.add_column("seats", sa.Column("former_id", sa.String(16), nullable=True))
    op.add_column("accounts", sa.Column("lookalike", sa.String(200), nullable=True))
    op.create_index("ix_accounts_lookalike", "accounts", ["lookalike"])
    fill_lookalikes(op.get_bind())


def fill_lookalikes(connection: sa.Connection) -> None:
    """Write the comparison form of the name of every account that has a password."""
    query = sa.select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.password.is_not(None))
    for account_id, name in connection.execute(query).all():
        row = sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account_id)
        connection.execute(row.values(lookalike=lookalike(name)))
