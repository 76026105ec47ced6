"""Whether strangers may watch the games of an account."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column; strangers could watch all public tables so far."""
    op.add_column("accounts", sa.Column("watchable", sa.Boolean(), server_default=sa.true(), nullable=False))
