"""Invitations of accounts, friendships, quick matches, groups and tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

ID = sa.String(16)
WORD = sa.String(40)


def upgrade() -> None:
    """Create the tables; existing tables belong to no group and are no rematch."""
    op.add_column("tables", sa.Column("group_id", ID, nullable=True))
    op.add_column("tables", sa.Column("rematch_of", ID, nullable=True))
    op.create_index("ix_tables_group_id", "tables", ["group_id"])
    op.create_index("ix_tables_rematch_of", "tables", ["rematch_of"], unique=True)
    create_opponents()
    create_groups()
    create_tournaments()


def key_of(table: str, column: str, target: str, cascade: bool = True) -> sa.ForeignKeyConstraint:
    """Return a foreign key to the id of a table."""
    name = op.f(f"fk_{table}_{column}")
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=name, ondelete="CASCADE" if cascade else None)


def create_opponents() -> None:
    """Create what connects two accounts, or an account and a seat."""
    op.create_table(
        "account_invitations",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("by", ID, nullable=False),
        sa.Column("kind", WORD, nullable=False),
        sa.Column("reserved", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        key_of("account_invitations", "table_id", "tables"),
        key_of("account_invitations", "account_id", "accounts"),
        key_of("account_invitations", "by", "accounts"),
        sa.PrimaryKeyConstraint("table_id", "account_id", "seat", name=op.f("pk_account_invitations")),
    )
    op.create_index("ix_account_invitations_account_id", "account_invitations", ["account_id"])
    op.create_table(
        "friendships",
        sa.Column("one", ID, nullable=False),
        sa.Column("other", ID, nullable=False),
        sa.Column("asked_by", ID, nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("accepted_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("one < other", name="ordered"),
        key_of("friendships", "one", "accounts"),
        key_of("friendships", "other", "accounts"),
        sa.PrimaryKeyConstraint("one", "other", name=op.f("pk_friendships")),
    )
    op.create_index("ix_friendships_other", "friendships", ["other"])
    op.create_table(
        "quick_matches",
        sa.Column("account_id", ID, nullable=False),
        sa.Column("ticket", ID, nullable=False),
        sa.Column("game", WORD, nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("clock", WORD, nullable=False),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("queued_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("table_id", ID, nullable=True),
        key_of("quick_matches", "account_id", "accounts"),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_quick_matches")),
    )
    waiting = ["table_id", "game", "players", "clock", "queued_at"]
    op.create_index("ix_quick_matches_waiting", "quick_matches", waiting)
    op.create_table(
        "online_accounts",
        sa.Column("account_id", ID, nullable=False),
        sa.Column("node", ID, nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        key_of("online_accounts", "account_id", "accounts"),
        sa.PrimaryKeyConstraint("account_id", "node", name=op.f("pk_online_accounts")),
    )


def create_groups() -> None:
    """Create groups and their members."""
    op.create_table(
        "groups",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("description", sa.String(1000), nullable=False),
        sa.Column("defaults", sa.JSON(), nullable=True),
        sa.Column("invitation", sa.String(64), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_groups")),
    )
    op.create_table(
        "group_members",
        sa.Column("group_id", ID, nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("role", WORD, nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        key_of("group_members", "group_id", "groups"),
        key_of("group_members", "account_id", "accounts"),
        sa.PrimaryKeyConstraint("group_id", "account_id", name=op.f("pk_group_members")),
    )
    op.create_index("ix_group_members_account_id", "group_members", ["account_id"])


def create_tournaments() -> None:
    """Create tournaments, their players and their pairings."""
    op.create_table(
        "tournaments",
        sa.Column("id", ID, nullable=False),
        sa.Column("group_id", ID, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", WORD, nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("start_hours", sa.Integer(), nullable=False),
        sa.Column("organizer", ID, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        key_of("tournaments", "group_id", "groups"),
        key_of("tournaments", "organizer", "accounts", cascade=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index("ix_tournaments_group_id", "tournaments", ["group_id"])
    op.create_index("ix_tournaments_ended_at", "tournaments", ["ended_at"])
    op.create_table(
        "tournament_players",
        sa.Column("tournament_id", ID, nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("withdrawn_in", sa.Integer(), nullable=True),
        key_of("tournament_players", "tournament_id", "tournaments"),
        key_of("tournament_players", "account_id", "accounts", cascade=False),
        sa.PrimaryKeyConstraint("tournament_id", "account_id", name=op.f("pk_tournament_players")),
    )
    op.create_index("ix_tournament_players_account_id", "tournament_players", ["account_id"])
    op.create_index("uq_tournament_players_number", "tournament_players", ["tournament_id", "number"], unique=True)
    op.create_table(
        "pairings",
        sa.Column("tournament_id", ID, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_id", ID, nullable=True),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=True),
        sa.Column("absent", sa.JSON(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("checked", sa.Boolean(), server_default=sa.false(), nullable=False),
        key_of("pairings", "tournament_id", "tournaments"),
        sa.PrimaryKeyConstraint("tournament_id", "round", "number", name=op.f("pk_pairings")),
    )
    op.create_index("ix_pairings_table_id", "pairings", ["table_id"], unique=True)
