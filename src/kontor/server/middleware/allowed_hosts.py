"""The Host headers that the server answers, against DNS rebinding."""

from __future__ import annotations

import contextlib
import socket
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from kontor.server.settings import Settings

LOCAL = "localhost"
HOSTS_KEPT = 256


class AllowedHosts:
    """The host names of a server; numeric addresses are always allowed.

    In a DNS rebinding attack the header contains a name of the attacker, never a numeric address.
    """

    def __init__(self, settings: Settings) -> None:
        machine = socket.gethostname()
        named = urlsplit(settings.public_url).hostname if settings.public_url else None
        names = (LOCAL, machine, f"{machine.partition('.')[0]}.local", named, *settings.hosts)
        self._names = {normalized(name) for name in names if name}

    def __contains__(self, header: object) -> bool:
        """Return whether a Host header names this server."""
        host = normalized(without_port(str(header)))
        return is_address(host) or host in self._names or host.endswith(f".{LOCAL}")


def without_port(header: str) -> str:
    """Return the host of a Host header, an IPv6 address without its brackets."""
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.rpartition(":")[0] if header.count(":") == 1 else header


def normalized(name: str) -> str:
    """Return a name in lower case and without the dot of the DNS root."""
    return name.strip().lower().removesuffix(".")


@lru_cache(maxsize=HOSTS_KEPT)
def is_address(host: str) -> bool:
    """Return whether a host is a numeric address."""
    with contextlib.suppress(ValueError):
        ip_address(host)
        return True
    return False
