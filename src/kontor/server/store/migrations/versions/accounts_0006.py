"""Privacy and deletion of accounts, the device of a session, and links that recover a password."""

import sqlalchemy as sa
from alembic import op

from kontor.server.display_names import lookalike

revision = "0006"
down_revision = "0005"

YEAR = 365 * 86_400_000  # how long sessions lasted when their beginning was not stored
ACCOUNTS = sa.table(
    "accounts", sa.column("id"), sa.column("name"), sa.column("login"), sa.column("password"), sa.column("lookalike")
)


def upgrade() -> None:
    """Add columns and a table; names of accounts are compared in the form that sign-in uses from now on."""
    op.add_column("accounts", sa.Column("private", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("accounts", sa.Column("password_at", sa.BigInteger(), nullable=True))
    op.add_column("accounts", sa.Column("deleted_at", sa.BigInteger(), nullable=True))
    op.create_index("ix_accounts_deleted_at", "accounts", ["deleted_at"])
    for name in ("created_at", "used_at"):
        op.add_column("sessions", sa.Column(name, sa.BigInteger(), server_default="0", nullable=False))
    for name in ("browser", "system"):
        op.add_column("sessions", sa.Column(name, sa.String(40), nullable=True))
    op.execute(f"UPDATE sessions SET created_at = expires_at - {YEAR}, used_at = expires_at - {YEAR}")
    op.create_table(
        "recoveries",
        sa.Column("account_id", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_recoveries_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_recoveries")),
        sa.UniqueConstraint("key", name=op.f("uq_recoveries_key")),
    )
    compare_names(op.get_bind())


def compare_names(connection: sa.Connection) -> None:
    """Write the comparison form of every account name; of names that are alike, all but one keep their old login."""
    query = sa.select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.login).where(ACCOUNTS.c.password.is_not(None))
    rows = connection.execute(query.order_by(ACCOUNTS.c.id)).all()
    used = {row.login for row in rows}
    for account_id, name, login in rows:
        form = lookalike(name)
        row = sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account_id)
        wanted = login if form in used or len(form) > 80 else form
        connection.execute(row.values(lookalike=form, login=wanted))
        used.add(wanted)
