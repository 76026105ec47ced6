"""Environment variables: a variable that looks like a setting of Kontor must be one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches

from kontor.cli.errors import TRACEBACK_VARIABLE, InvalidInput
from kontor.core.added_boards import BOARDS_VARIABLE
from kontor.kernel.runtime.loading import KERNEL_VARIABLE

PREFIX = "KONTOR_"
SERVER_PREFIX = "KONTOR_SERVER_"
VARIABLES = (BOARDS_VARIABLE, KERNEL_VARIABLE, TRACEBACK_VARIABLE)
SERVICE_LINK = re.compile(r"KONTOR(_\w+)?_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_\w+)?)")


def check_environment(environment: Mapping[str, str]) -> None:
    """Reject a variable that looks like a setting and is none.

    Variables that Kubernetes sets for a service named kontor are ignored, and those of the server if its libraries
    are not installed.
    """
    others = [name for name in environment if name.upper().startswith(PREFIX) and name.upper() not in VARIABLES]
    if not others:
        return  # without importing the libraries of the server
    settings = server_variables()
    for name in sorted(others):
        if name.upper() not in settings and not is_ignored(name, environment, has_server=bool(settings)):
            near = get_close_matches(name.upper(), [*settings, *VARIABLES], 1, 0.0)[0]
            raise InvalidInput(f"{name} is not a setting; the nearest one is {near}.")


def server_variables() -> list[str]:
    """Return the variables of the server, or none if its libraries are not installed."""
    try:
        from kontor.server.settings import Settings
    except ModuleNotFoundError:
        return []
    return [f"{SERVER_PREFIX}{name}".upper() for name in Settings.model_fields]


def is_ignored(name: str, environment: Mapping[str, str], has_server: bool) -> bool:
    """Return whether a variable may have any name."""
    if not has_server and name.upper().startswith(SERVER_PREFIX):
        return True
    return "KUBERNETES_SERVICE_HOST" in environment and SERVICE_LINK.fullmatch(name) is not None
