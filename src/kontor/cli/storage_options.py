"""Options of `serve`, `backup`, `restore`, `admin` and `ratings` that choose the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kontor.cli.errors import InvalidInput

if TYPE_CHECKING:
    from kontor.server.settings import Settings

Command = TypeVar("Command", bound=Callable[..., Any])


def storage_options(command: Command) -> Command:
    """Add the options that choose the database."""
    folder = click.Path(file_okay=False, path_type=Path)
    command = click.option("--database", metavar="URL", help="A shared database: postgresql://…")(command)
    return click.option("--data", type=folder, help="The folder of the embedded database.")(command)


def read_settings(data: Path | None, database: str | None, **options: Any) -> Settings:
    """Return the settings from options or environment; the default is a folder of the user."""
    try:
        from pydantic import ValidationError

        from kontor.server.settings import Settings
    except ModuleNotFoundError as problem:
        raise InvalidInput(
            f"the server needs {problem.name!r}; install Kontor with its extra: kontor-games[server]."
        ) from problem
    if data is not None and database is not None:
        raise InvalidInput("--data and --database exclude each other.")
    chosen = {"database": database} if data is None and database else {"data": data, "database": None} if data else {}
    try:
        settings = Settings(**chosen, **options)
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        name = f"KONTOR_SERVER_{'_'.join(map(str, first['loc'])).upper()}: " if first["loc"] else ""
        raise InvalidInput(f"a setting is wrong: {name}{first['msg'].removeprefix('Value error, ')}.") from problem
    if settings.database is None and "data" not in settings.model_fields_set:
        return settings.model_copy(update={"data": Path(click.get_app_dir("kontor"))})
    return settings


@contextmanager
def storage_errors() -> Iterator[None]:
    """Turn errors of backups and logs of ratings into invalid input."""
    from sqlalchemy.exc import SQLAlchemyError

    from kontor.server.errors import BackupError, DatabaseUnavailable, RatingLogError

    try:
        yield
    except (BackupError, RatingLogError) as problem:
        raise InvalidInput(str(problem)) from problem
    except (OSError, SQLAlchemyError, DatabaseUnavailable) as problem:
        raise InvalidInput(f"the file or the database cannot be used ({str(problem).splitlines()[0]}).") from problem
