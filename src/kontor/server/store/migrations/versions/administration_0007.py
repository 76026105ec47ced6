"""Blocks, reports, announcements, suspended accounts, operators, closed chats, the audit log and running nodes."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

ID = sa.String(length=16)
WORD = sa.String(length=40)


def upgrade() -> None:
    """Add the columns and create the tables; nobody is suspended or an operator, and every chat is open."""
    op.add_column("accounts", sa.Column("role", WORD, nullable=True))
    op.add_column("accounts", sa.Column("suspended_until", sa.BigInteger(), nullable=True))
    op.add_column("accounts", sa.Column("suspended_reason", sa.String(length=300), nullable=True))
    op.add_column("tables", sa.Column("chat_closed", sa.Boolean(), server_default=sa.false(), nullable=False))
    create_blocks()
    create_reports()
    create_announcements()
    create_audit_log()
    create_nodes()


def account_column(name: str, nullable: bool) -> sa.Column[str]:
    """Return a column that refers to an account and is deleted with it."""
    return sa.Column(name, ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=nullable)


def create_blocks() -> None:
    """Create the table of blocks."""
    op.create_table(
        "blocks",
        account_column("account_id", nullable=False),
        account_column("blocked_id", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "blocked_id", name="pk_blocks"),
    )
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])


def create_reports() -> None:
    """Create the table of reports."""
    op.create_table(
        "reports",
        sa.Column("id", ID, nullable=False),
        account_column("reporter_id", nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("subject", sa.String(length=60), nullable=False),
        account_column("account_id", nullable=True),
        sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="SET NULL"), nullable=True),
        sa.Column("reason", WORD, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("resolved_at", sa.BigInteger(), nullable=True),
        sa.Column("resolution", sa.String(length=300), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_reporter_id", "reports", ["reporter_id"])
    op.create_index("ix_reports_account_id", "reports", ["account_id"])
    op.create_index("ix_reports_resolved_at_created_at", "reports", ["resolved_at", "created_at"])
    is_open = sa.column("resolved_at").is_(None)
    op.create_index(
        "uq_reports_open",
        "reports",
        ["reporter_id", "subject"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )


def create_announcements() -> None:
    """Create the table of announcements."""
    op.create_table(
        "announcements",
        sa.Column("id", ID, nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
    )
    op.create_index("ix_announcements_until", "announcements", ["until"])


def create_audit_log() -> None:
    """Create the table of administrative actions."""
    op.create_table(
        "audit_log",
        sa.Column("number", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=120), nullable=False),
        sa.Column("action", WORD, nullable=False),
        sa.Column("subject_kind", WORD, nullable=False),
        sa.Column("subject_id", ID, nullable=True),
        sa.Column("reason", sa.String(length=300), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_audit_log"),
    )
    op.create_index("ix_audit_log_at", "audit_log", ["at"])
    op.create_index("ix_audit_log_subject_id", "audit_log", ["subject_id"])


def create_nodes() -> None:
    """Create the table of running nodes."""
    op.create_table(
        "nodes",
        sa.Column("id", ID, nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("figures", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nodes"),
    )
    op.create_index("ix_nodes_seen_at", "nodes", ["seen_at"])
