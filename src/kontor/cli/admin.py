"""`kontor admin`: administer a server: its accounts, tables, reports and announcements."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.cli.admin_database import actor, administer, find_account
from kontor.cli.admin_lists import accounts, announcements, log, reports, tables
from kontor.cli.admin_options import (
    DAY,
    checked_reason,
    confirm,
    date_text,
    milliseconds,
    reason_option,
    until_option,
    yes_option,
)
from kontor.cli.errors import InvalidInput
from kontor.cli.groups import HelpfulGroup
from kontor.cli.input_files import example
from kontor.cli.storage_options import storage_options

if TYPE_CHECKING:
    from kontor.server.service.administration import Administration
    from kontor.server.store.models import AccountRow

MAX_ANNOUNCEMENT_LENGTH = 300

account_argument = click.argument("account")


@click.group(
    "admin",
    cls=HelpfulGroup,
    no_args_is_help=False,
    short_help="Administer the accounts, tables and reports of a server.",
    epilog=example('kontor admin suspend --data games Dietrich --days 7 --reason "Insults in the chat"'),
)
def command() -> None:
    """Administer the accounts, tables, reports and announcements of a server, while it runs or not.

    ACCOUNT is the id of an account, or its name if no other account has it. Every change is written into the audit
    log with the user of this system; running servers notice it within a second.
    """


for listing in (accounts, tables, reports, announcements, log):
    command.add_command(listing)


def named(data: Path | None, database: str | None, text: str) -> AccountRow:
    """Return the account that an argument names."""

    async def find(administration: Administration) -> AccountRow:
        async with administration.database.reading() as session:
            return await find_account(session, text)

    return administer(data, database, find)


@command.command(
    "suspend",
    short_help="Suspend an account until a date.",
    epilog=example("kontor admin suspend Dietrich --until 2026-12-31 --reason Insults"),
)
@account_argument
@until_option
@click.option("--days", type=click.IntRange(1, 3650), help="Days until the end, instead of a date.")
@click.option("--forever", is_flag=True, help="Suspend without an end.")
@reason_option
@yes_option
@storage_options
def suspend(
    account: str,
    until: datetime | None,
    days: int | None,
    forever: bool,
    reason: str,
    yes: bool,
    data: Path | None,
    database: str | None,
) -> None:
    """Suspend an account: its sessions end, and signing in says until when and why.

    Its games go on; the clocks of its seats run.
    """
    if sum((until is not None, days is not None, forever)) != 1:
        raise InvalidInput("give one of --until, --days and --forever.")
    row, end = named(data, database, account), suspension_end(until, days)
    shown = "without an end" if forever else f"until {date_text(end)} UTC"
    confirm(f"Suspend {row.name} ({row.id}) {shown}?", yes)
    administer(data, database, lambda administration: administration.suspend(actor(), row.id, end, reason))
    click.echo(f"{row.name} is suspended {shown}.")


def suspension_end(until: datetime | None, days: int | None) -> int:
    """Return the end of a suspension in milliseconds."""
    from kontor.server.clock import now
    from kontor.server.service.suspensions import FOREVER

    if until is not None:
        return milliseconds(until)
    return FOREVER if days is None else now() + days * DAY


@command.command("unsuspend", epilog=example("kontor admin unsuspend Dietrich"))
@account_argument
@storage_options
def unsuspend(account: str, data: Path | None, database: str | None) -> None:
    """End the suspension of an account."""
    row = named(data, database, account)
    administer(data, database, lambda administration: administration.unsuspend(actor(), row.id))
    click.echo(f"{row.name} is not suspended any more.")


@command.command(
    "rename",
    short_help="Rename an account whose name offends.",
    epilog=example('kontor admin rename "Rude Name" "Player 17" --reason "The name offends"'),
)
@account_argument
@click.argument("name")
@reason_option
@yes_option
@storage_options
def rename(account: str, name: str, reason: str, yes: bool, data: Path | None, database: str | None) -> None:
    """Rename an account, at all its tables too; it signs in with the new name."""
    row = named(data, database, account)
    confirm(f"Rename {row.name} ({row.id}) to {name}?", yes)
    administer(data, database, lambda administration: administration.rename(actor(), row.id, name, reason))
    click.echo(f"{row.name} is now {name}.")


@command.command(
    "delete",
    short_help="Delete an account.",
    epilog=example('kontor admin delete Dietrich --reason "Asked for it by letter"'),
)
@account_argument
@reason_option
@yes_option
@storage_options
def delete(account: str, reason: str, yes: bool, data: Path | None, database: str | None) -> None:
    """Delete an account as its owner could: its name disappears, and the computer plays its seats."""
    row = named(data, database, account)
    confirm(f"Delete {row.name} ({row.id})? This cannot be undone.", yes)
    administer(data, database, lambda administration: administration.delete(actor(), row.id, reason))
    click.echo(f"{row.name} is deleted.")


@command.command(
    "close",
    short_help="End the game of a table without a result.",
    epilog=example('kontor admin close 3k9xq2 --reason "The title offends"'),
)
@click.argument("table")
@reason_option
@yes_option
@storage_options
def close(table: str, reason: str, yes: bool, data: Path | None, database: str | None) -> None:
    """End the game of a table without a result or a rating; `kontor admin tables` lists tables."""
    confirm(f"Close the table {table}? Its game ends without a result.", yes)
    administer(data, database, lambda administration: administration.close_table(actor(), table, reason))
    click.echo(f"The table {table} is closed.")


@command.command("grant", short_help="Make an account an operator.", epilog=example("kontor admin grant Anneke"))
@account_argument
@yes_option
@storage_options
def grant(account: str, yes: bool, data: Path | None, database: str | None) -> None:
    """Make an account with a password an operator, who sees the page #/operator."""
    from kontor.server.service.administration import OPERATOR

    row = named(data, database, account)
    confirm(f"Make {row.name} ({row.id}) an operator, who sees reports and suspends accounts?", yes)
    administer(data, database, lambda administration: administration.set_role(actor(), row.id, OPERATOR))
    click.echo(f"{row.name} is an operator.")


@command.command("revoke", epilog=example("kontor admin revoke Anneke"))
@account_argument
@storage_options
def revoke(account: str, data: Path | None, database: str | None) -> None:
    """Revoke the role of an operator."""
    row = named(data, database, account)
    administer(data, database, lambda administration: administration.set_role(actor(), row.id, None))
    click.echo(f"{row.name} is not an operator any more.")


@command.command(
    "announce",
    short_help="Show a text at the top of every page.",
    epilog=example('kontor admin announce --en "Maintenance at 8" --hours 12'),
)
@click.option("--en", help="The text in English.")
@click.option("--de", help="The text in German.")
@click.option("--fr", help="The text in French.")
@until_option
@click.option("--hours", type=click.IntRange(1, 8760), help="Hours until the end, instead of a date.")
@storage_options
def announce(
    en: str | None,
    de: str | None,
    fr: str | None,
    until: datetime | None,
    hours: int | None,
    data: Path | None,
    database: str | None,
) -> None:
    """Show a text at the top of every page until a moment; who reads another language gets the first text."""
    from kontor.server.clock import now

    texts = {language: checked_text(text) for language, text in (("en", en), ("de", de), ("fr", fr)) if text}
    if not texts or (until is None) == (hours is None):
        raise InvalidInput("give a text with --en, --de or --fr, and its end with --until or --hours.")
    end = milliseconds(until) if until is not None else now() + (hours or 0) * DAY // 24
    made = administer(data, database, lambda administration: administration.announce(actor(), texts, end))
    click.echo(f"The announcement {made} is shown until {date_text(end)} UTC.")


def checked_text(text: str) -> str:
    """Return the text of an announcement without control characters."""
    from kontor.server.display_names import clean_text

    plain = clean_text(text)
    if not plain or len(plain) > MAX_ANNOUNCEMENT_LENGTH:
        raise InvalidInput(f"an announcement has 1 to {MAX_ANNOUNCEMENT_LENGTH} characters.")
    return plain


@command.command("withdraw", short_help="Withdraw an announcement.", epilog=example("kontor admin withdraw 3k9x"))
@click.argument("announcement")
@storage_options
def withdraw(announcement: str, data: Path | None, database: str | None) -> None:
    """Show an announcement no longer; `kontor admin announcements` lists them."""
    administer(data, database, lambda administration: administration.withdraw(actor(), announcement))
    click.echo("The announcement is withdrawn.")


@command.command(
    "resolve",
    short_help="Resolve a report.",
    epilog=example('kontor admin resolve 3k9x --resolution "Talked to both"'),
)
@click.argument("report")
@click.option("--resolution", required=True, callback=checked_reason, help="What was done; the audit log keeps it.")
@storage_options
def resolve(report: str, resolution: str, data: Path | None, database: str | None) -> None:
    """Resolve a report; `kontor admin reports` lists them."""
    administer(data, database, lambda administration: administration.resolve(actor(), report, resolution))
    click.echo("The report is resolved.")
