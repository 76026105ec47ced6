"""What lists of tables show and filter by, when games ended, and the puzzles of the day that were answered."""

import sqlalchemy as sa
from alembic import op

from kontor.server.store.table_listing import RUNNING, SEATS_OPEN, UNLISTED, filter_values

revision = "0011"
down_revision = "0010"

WORD = sa.String(40)
ROWS_AT_ONCE = 500
TABLES = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("setup", sa.JSON),
    sa.column("clock", sa.JSON),
    sa.column("public", sa.Boolean),
    sa.column("practice", sa.Boolean),
    sa.column("ended_by", sa.String),
    sa.column("ended_at", sa.BigInteger),
    sa.column("moved_at", sa.BigInteger),
    sa.column("listing", sa.SmallInteger),
    *(sa.column(name, sa.String) for name in ("game", "edition", "board", "modules", "pace")),
)
SEATS = sa.table(
    "seats", sa.column("table_id", sa.String), sa.column("kind", sa.String), sa.column("ended_at", sa.BigInteger)
)


def upgrade() -> None:
    """Add the columns and fill them; what is shown of a game is computed when a list needs it."""
    for column in (
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("game", WORD, server_default="", nullable=False),
        sa.Column("edition", WORD, nullable=True),
        sa.Column("board", WORD, nullable=True),
        sa.Column("modules", sa.String(400), server_default="", nullable=False),
        sa.Column("pace", WORD, server_default="none", nullable=False),
        sa.Column("listing", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("summary", sa.JSON(), nullable=True),
    ):
        op.add_column("tables", column)
    op.add_column("seats", sa.Column("ended_at", sa.BigInteger(), nullable=True))
    fill(op.get_bind())
    change_indices()
    create_daily_answers()


def fill(connection: sa.Connection) -> None:
    """Fill the columns that repeat the setup, the clock, the seats and the end of a table."""
    rows = connection.execute(sa.select(TABLES.c.id, TABLES.c.setup, TABLES.c.clock)).all()
    statement = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("table"))
    for start in range(0, len(rows), ROWS_AT_ONCE):
        part = rows[start : start + ROWS_AT_ONCE]
        connection.execute(statement, [{"table": row.id, **filter_values(row.setup, row.clock)} for row in part])
    over = TABLES.c.ended_by.is_not(None)
    connection.execute(sa.update(TABLES).where(over).values(ended_at=TABLES.c.moved_at))
    open_seat = sa.exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == "open")
    hidden = sa.or_(TABLES.c.public.is_(sa.false()), TABLES.c.practice.is_(sa.true()), over)
    listing = sa.case((hidden, UNLISTED), (open_seat, SEATS_OPEN), else_=RUNNING)
    connection.execute(sa.update(TABLES).values(listing=listing))
    ended = sa.select(sa.case((TABLES.c.practice.is_(sa.true()), 0), else_=TABLES.c.ended_at))
    connection.execute(
        sa.update(SEATS).values(ended_at=ended.where(TABLES.c.id == SEATS.c.table_id).scalar_subquery())
    )


def change_indices() -> None:
    """Replace the indices of hosts and players by those that also find running and finished games."""
    op.drop_index("ix_tables_host", "tables")
    op.create_index("ix_tables_host_ended_at", "tables", ["host", "practice", "ended_at"])
    listed = sa.text("listing > 0")
    op.create_index(
        "ix_tables_listing", "tables", ["listing", "moved_at", "id"], sqlite_where=listed, postgresql_where=listed
    )
    op.drop_index("ix_seats_account_id", "seats")
    op.create_index("ix_seats_account_id_ended_at", "seats", ["account_id", "ended_at", "table_id"])


def create_daily_answers() -> None:
    """Create the table of puzzles of the day."""
    op.create_table(
        "daily_answers",
        sa.Column("account_id", sa.String(16), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("puzzle_id", sa.String(80), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("answered_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
            name=op.f("fk_daily_answers_account_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("account_id", "day", name=op.f("pk_daily_answers")),
    )
