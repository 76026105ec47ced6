"""Network addresses of webhooks and push services: which the server may connect to on behalf of its users."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import httpx

from kontor.server.errors import Invalid

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

HOST = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")
GLOBAL_UNICAST = ip_network("2000::/3")
"""The public IPv6 addresses; others are internal or embed an IPv4 address."""


def check_url(url: str, allowed: Iterable[Network], what: str = "webhook") -> None:
    """Reject a URL that may not be called; a host name is resolved only when it is called."""
    try:
        parts = httpx.URL(url)
    except httpx.InvalidURL:
        raise Invalid(f"This is not a URL; a {what} is called at http://… or https://….") from None
    if parts.scheme not in ("http", "https") or not HOST.fullmatch(parts.raw_host.decode()):
        raise Invalid(f"A {what} is called at http://… or https://… and the name of a host.")
    if parts.userinfo or parts.fragment:
        raise Invalid(f"The URL of a {what} has no user, password or fragment; deliveries are signed instead.")
    literal = literal_address(parts.host)
    if literal is not None and not is_allowed(literal, allowed):
        raise Invalid("This address is inside the network of the server, which does not call it.")


def is_allowed_literal(url: str, allowed: Iterable[Network]) -> bool:
    """Return whether the host of a URL is written as an address in one of some networks."""
    literal = literal_address(httpx.URL(url).host)
    return literal is not None and any(literal in network for network in allowed)


def literal_address(host: str) -> Address | None:
    """Return the address that a host is written as, None for a name that has to be resolved."""
    try:
        return ip_address("127.0.0.1" if host == "localhost" else host)
    except ValueError:
        return None


def is_allowed(address: Address, allowed: Iterable[Network]) -> bool:
    """Return whether an address is public, or in a network that the settings allow."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if any(address in network for network in allowed):
        return True
    if isinstance(address, IPv6Address) and (address not in GLOBAL_UNICAST or address.sixtofour is not None):
        return False
    return address.is_global and not address.is_multicast


async def resolve(host: str, port: int, allowed: Iterable[Network]) -> list[Address]:
    """Return the allowed addresses of a name, in the order in which the system prefers them."""
    networks = tuple(allowed)
    try:
        answers = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    addresses = [ip_address(str(answer[4][0]).partition("%")[0]) for answer in answers]
    return [address for address in dict.fromkeys(addresses) if is_allowed(address, networks)]
