"""Notices, Web Push, and settings of notifications."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

MAILBOXES = sa.table("mailboxes", sa.column("account_id"), sa.column("turns"), sa.column("endings"))
DELIVERIES = sa.table("deliveries", sa.column("webhook_id"), sa.column("event"))


def upgrade() -> None:
    """Create the tables; the events that mailboxes are notified of become settings of their accounts."""
    make_notices()
    make_subscriptions()
    settings = make_settings()
    move_choices(op.get_bind(), settings)
    change_deliveries()


def account_column() -> sa.Column[str]:
    """Return the column of the account that a row belongs to."""
    return sa.Column("account_id", sa.String(length=16), nullable=False)


def account_key(table: str) -> sa.ForeignKeyConstraint:
    """Return the foreign key of the account that a row belongs to."""
    name = op.f(f"fk_{table}_account_id")
    return sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=name, ondelete="CASCADE")


def table_key(table: str) -> sa.ForeignKeyConstraint:
    """Return the foreign key of the game table that a row belongs to."""
    name = op.f(f"fk_{table}_table_id")
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=name, ondelete="CASCADE")


def make_notices() -> None:
    """Create the notices of accounts."""
    op.create_table(
        "notices",
        sa.Column("id", sa.String(length=16), nullable=False),
        account_column(),
        sa.Column("event", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("read_at", sa.BigInteger(), nullable=True),
        account_key("notices"),
        table_key("notices"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    op.create_index("ix_notices_account_id_created_at", "notices", ["account_id", "created_at"])
    op.create_index(op.f("ix_notices_table_id"), "notices", ["table_id"])


def make_subscriptions() -> None:
    """Create the signing key and the subscriptions of Web Push."""
    op.create_table(
        "push_keys",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("private_key", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_keys")),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(length=16), nullable=False),
        account_column(),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("delivered", sa.Integer(), nullable=False),
        sa.Column("delivered_at", sa.BigInteger(), nullable=True),
        account_key("push_subscriptions"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscriptions")),
        sa.UniqueConstraint("key", name=op.f("uq_push_subscriptions_key")),
    )
    op.create_index(op.f("ix_push_subscriptions_account_id"), "push_subscriptions", ["account_id"])


def make_settings() -> sa.Table:
    """Create the settings of accounts, and those for single tables."""
    settings = op.create_table(
        "notification_settings",
        account_column(),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("digest_hour", sa.Integer(), nullable=False),
        sa.Column("choices", sa.JSON(), nullable=False),
        account_key("notification_settings"),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_notification_settings")),
    )
    op.create_table(
        "table_notifications",
        account_column(),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("delivery", sa.String(length=8), nullable=False),
        account_key("table_notifications"),
        table_key("table_notifications"),
        sa.PrimaryKeyConstraint("account_id", "table_id", name=op.f("pk_table_notifications")),
    )
    op.create_index(op.f("ix_table_notifications_table_id"), "table_notifications", ["table_id"])
    return settings


def move_choices(connection: sa.Connection, settings: sa.Table) -> None:
    """Write what each mailbox wanted as settings of its account, and drop the columns."""
    for account_id, turns, endings in connection.execute(sa.select(MAILBOXES)).all():
        wanted = {"turn.mail": turns, "displaced.mail": turns, "ended.mail": endings}
        choices = {name: "now" if is_wanted else "never" for name, is_wanted in wanted.items()}
        row = {"account_id": account_id, "time_zone": "UTC", "digest_hour": 8, "choices": choices}
        connection.execute(sa.insert(settings).values(**row))
    with op.batch_alter_table("mailboxes") as mailboxes:
        mailboxes.drop_column("turns")
        mailboxes.drop_column("endings")


def change_deliveries() -> None:
    """Add the subscription that a delivery goes to, and make room for longer names of events."""
    with op.batch_alter_table("deliveries") as deliveries:
        deliveries.add_column(sa.Column("push_id", sa.String(length=16), nullable=True))
        deliveries.alter_column(
            "event", existing_type=sa.String(length=8), type_=sa.String(length=16), existing_nullable=False
        )
        deliveries.create_foreign_key(
            op.f("fk_deliveries_push_id"), "push_subscriptions", ["push_id"], ["id"], ondelete="CASCADE"
        )
    op.create_index(op.f("ix_deliveries_push_id"), "deliveries", ["push_id"])
    by_mail = DELIVERIES.c.webhook_id.is_(None) & (DELIVERIES.c.event == "over")
    op.execute(sa.update(DELIVERIES).where(by_mail).values(event="ended"))
