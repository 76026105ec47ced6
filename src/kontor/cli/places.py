"""Where the games are kept: what `serve`, `backup` and `restore` are told about it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kontor.cli.failures import Wrong

if TYPE_CHECKING:
    from kontor.server.settings import Settings

Command = TypeVar("Command", bound=Callable[..., Any])


def place_options(command: Command) -> Command:
    """The options that say where the games are."""
    folder = click.Path(file_okay=False, path_type=Path)
    command = click.option("--database", metavar="URL", help="postgresql://… that several nodes share.")(command)
    return click.option("--data", type=folder, help="The folder of the embedded database.")(command)


def take_settings(data: Path | None, database: str | None) -> Settings:
    """The settings by options, else by the environment; without either the games are in a folder of the user."""
    try:
        from pydantic import ValidationError

        from kontor.server.settings import Settings, unknown_variable
    except ModuleNotFoundError as problem:
        raise Wrong(f"the server needs {problem.name!r}; install Kontor with its extra: kontor[server].") from problem
    misspelt = unknown_variable(os.environ)
    if misspelt is not None:
        raise Wrong(misspelt)
    if data is not None and database is not None:
        raise Wrong("--data and --database exclude each other: the games are in one place.")
    chosen = {"database": database} if data is None and database else {"data": data, "database": None} if data else {}
    try:
        settings = Settings(**chosen)
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        name = f"KONTOR_SERVER_{'_'.join(map(str, first['loc'])).upper()}: " if first["loc"] else ""
        raise Wrong(f"a setting is wrong: {name}{first['msg'].removeprefix('Value error, ')}.") from problem
    if settings.database is None and "data" not in settings.model_fields_set:
        return settings.model_copy(update={"data": Path(click.get_app_dir("kontor"))})
    return settings


@contextmanager
def reaching() -> Iterator[None]:
    """Say in a sentence why a backup cannot be made or restored."""
    from sqlalchemy.exc import SQLAlchemyError

    from kontor.server.errors import BackupError, DatabaseUnavailable

    try:
        yield
    except BackupError as problem:
        raise Wrong(str(problem)) from problem
    except (OSError, SQLAlchemyError, DatabaseUnavailable) as problem:
        raise Wrong(f"the file or the database cannot be used ({str(problem).splitlines()[0]}).") from problem
