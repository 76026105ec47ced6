"""Tables at which hints are given, and tables for practice."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add both to the tables there are, at which neither was wanted."""
    for column in ("hints", "practice"):
        op.add_column("tables", sa.Column(column, sa.Boolean(), server_default=sa.false(), nullable=False))
