"""The lists of `kontor admin`: accounts, tables, reports, announcements and the audit log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kontor.cli.admin_database import administer, find_account
from kontor.cli.admin_options import columns, date_text, limit_option
from kontor.cli.input_files import example, json_option
from kontor.cli.output import print_json
from kontor.cli.storage_options import storage_options

if TYPE_CHECKING:
    from kontor.server.service.administration import Administration

MAX_TEXT = 60


@click.command("accounts", epilog=example("kontor admin accounts --data games --name diet"))
@click.option("--name", help="Only accounts whose name contains this, looks like it, or whose id this is.")
@click.option("--suspended", is_flag=True, help="Only suspended accounts.")
@click.option("--operators", is_flag=True, help="Only operators.")
@click.option("--guests/--no-guests", default=None, help="Only guests, or only accounts with a password.")
@limit_option
@json_option
@storage_options
def accounts(as_json: bool, data: Path | None, database: str | None, **filters: Any) -> None:
    """List accounts, the newest first."""

    async def read(administration: Administration) -> list[dict[str, Any]]:
        from kontor.server.service.operator_views import list_accounts

        async with administration.database.reading() as session:
            return [person.model_dump() for person in await list_accounts(session, **filters)]

    found = administer(data, database, read)
    if as_json:
        print_json({"accounts": found})
        return
    rows = [
        (each["id"], each["name"], kind_of(each), date_text(each["created_at"]), state_of(each), each["open_reports"])
        for each in found
    ]
    click.echo(columns(("id", "name", "kind", "created", "state", "reports"), rows))


def kind_of(account: dict[str, Any]) -> str:
    """Return what an account is: an operator, a bot, a guest, or a plain account."""
    kinds = (account["role"], account["is_bot"] and "bot", account["guest"] and "guest")
    return next((kind for kind in kinds if kind), "account")


def state_of(account: dict[str, Any]) -> str:
    """Return whether an account is suspended, and until when."""
    from kontor.server.service.suspensions import FOREVER

    until = account["suspended_until"]
    if until is None:
        return ""
    return "suspended" if until >= FOREVER else f"suspended until {date_text(until)}"


@click.command("tables", epilog=example("kontor admin tables --data games --running"))
@click.option("--running/--over", default=None, help="Only games that are running, or only those that are over.")
@click.option("--account", help="Only tables at which this account plays or which it opened.")
@limit_option
@json_option
@storage_options
def tables(
    running: bool | None, account: str | None, limit: int, as_json: bool, data: Path | None, database: str | None
) -> None:
    """List tables, the last moved first."""

    async def read(administration: Administration) -> list[dict[str, Any]]:
        from kontor.server.service.operator_views import list_tables

        async with administration.database.reading() as session:
            account_id = None if account is None else (await find_account(session, account)).id
            return await list_tables(session, limit, running=running, account_id=account_id)

    found = administer(data, database, read)
    if as_json:
        print_json({"tables": found})
        return
    rows = [
        (
            each["id"],
            each["game"],
            shortened(each["title"]),
            ", ".join(each["seats"]),
            each["number"],
            date_text(each["moved_at"]),
            each["ended_by"] or "running",
        )
        for each in found
    ]
    click.echo(columns(("id", "game", "title", "seats", "entries", "moved", "state"), rows))


@click.command("reports", epilog=example("kontor admin reports --data games"))
@click.option("--resolved", is_flag=True, help="Resolved reports instead of open ones.")
@click.option("--account", help="Only reports about this account.")
@limit_option
@json_option
@storage_options
def reports(
    resolved: bool, account: str | None, limit: int, as_json: bool, data: Path | None, database: str | None
) -> None:
    """List reports, the newest first."""

    async def read(administration: Administration) -> list[dict[str, Any]]:
        from kontor.server.service.operator_views import reports_json
        from kontor.server.service.reports import list_reports

        async with administration.database.reading() as session:
            account_id = None if account is None else (await find_account(session, account)).id
            rows = await list_reports(session, resolved, limit, account_id=account_id)
            return [report.model_dump() for report in await reports_json(session, rows)]

    found = administer(data, database, read)
    if as_json:
        print_json({"reports": found})
        return
    rows = [
        (
            each["id"],
            date_text(each["created_at"]),
            each["kind"],
            each["reason"],
            each["person"]["name"] if each["person"] else "",
            each["reporter"]["name"],
            shortened(each["context"]),
            shortened(each["resolution"] if resolved else each["text"]),
        )
        for each in found
    ]
    head = ("id", "made", "kind", "reason", "about", "by", "seen", "resolution" if resolved else "text")
    click.echo(columns(head, rows))


@click.command("announcements", epilog=example("kontor admin announcements --data games"))
@json_option
@storage_options
def announcements(as_json: bool, data: Path | None, database: str | None) -> None:
    """List the announcements that are shown now."""

    async def read(administration: Administration) -> list[dict[str, Any]]:
        from kontor.server.service.announcements import current_announcements

        async with administration.database.reading() as session:
            shown = await current_announcements(session)
            return [{"id": row.id, "texts": row.texts, "until": row.until} for row in shown]

    found = administer(data, database, read)
    if as_json:
        print_json({"announcements": found})
        return
    rows = [
        (each["id"], date_text(each["until"]), " | ".join(map(shortened, each["texts"].values()))) for each in found
    ]
    click.echo(columns(("id", "until", "texts"), rows))


@click.command(
    "log",
    short_help="List administrative actions.",
    epilog=example("kontor admin log --data games --account Dietrich"),
)
@click.option("--account", help="Only actions on this account.")
@limit_option
@json_option
@storage_options
def log(account: str | None, limit: int, as_json: bool, data: Path | None, database: str | None) -> None:
    """List administrative actions, the newest first: who did what, when and why."""

    async def read(administration: Administration) -> list[dict[str, Any]]:
        from kontor.server.schemas.operator import AuditEntry
        from kontor.server.store.audit import read_audit_log

        async with administration.database.reading() as session:
            subject = None if account is None else (await find_account(session, account)).id
            rows = await read_audit_log(session, limit, subject_id=subject)
        return [{name: getattr(row, name) for name in AuditEntry.model_fields} for row in rows]

    found = administer(data, database, read)
    if as_json:
        print_json({"log": found})
        return
    rows = [
        (
            each["number"],
            date_text(each["at"]),
            each["actor"],
            each["action"],
            each["subject_id"] or "",
            shortened(each["reason"]),
        )
        for each in found
    ]
    click.echo(columns(("number", "at", "who", "action", "subject", "reason"), rows))


def shortened(text: str | None) -> str:
    """Return the beginning of a text."""
    line = " ".join((text or "").split())
    return line if len(line) <= MAX_TEXT else f"{line[:MAX_TEXT]}…"
