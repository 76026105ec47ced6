"""Bot accounts, and the seats that bots play."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add both columns; existing accounts and seats are not those of bots."""
    for table in ("accounts", "seats"):
        op.add_column(table, sa.Column("is_bot", sa.Boolean(), server_default=sa.false(), nullable=False))
