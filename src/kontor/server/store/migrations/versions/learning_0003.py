"""Options of tables: hints and practice."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add both columns; they are off for existing tables."""
    for column in ("hints", "practice"):
        op.add_column("tables", sa.Column(column, sa.Boolean(), server_default=sa.false(), nullable=False))
