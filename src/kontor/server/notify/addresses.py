"""Addresses: which of them a server calls on behalf of strangers, and which it keeps to itself."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import httpx

from kontor.server.service.refusals import Wrong

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

HOST = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")
ORDINARY = ip_network("2000::/3")
"""The only IPv6 addresses that are ordinary ones; others lead inside or embed an IPv4 address."""


def check_url(url: str, allowed: Iterable[Network]) -> None:
    """Refuse an address that cannot be called; a name is looked up only when it is called."""
    try:
        parts = httpx.URL(url)
    except httpx.InvalidURL:
        raise Wrong("This is no address; a webhook is called at http://… or https://….") from None
    if parts.scheme not in ("http", "https") or not HOST.fullmatch(parts.raw_host.decode()):
        raise Wrong("A webhook is called at http://… or https://… and the name of a host.")
    if parts.userinfo or parts.fragment:
        raise Wrong("The address of a webhook has no user, password or fragment; the signature says who calls.")
    literal = literal_address(parts.host)
    if literal is not None and not may_be_called(literal, allowed):
        raise Wrong("This address lies inside the network of the server, which does not call there.")


def literal_address(host: str) -> Address | None:
    """The address a host is written as, None for a name that has to be looked up."""
    try:
        return ip_address("127.0.0.1" if host == "localhost" else host)
    except ValueError:
        return None


def may_be_called(address: Address, allowed: Iterable[Network]) -> bool:
    """Whether an address lies outside, or in a network that the host of the server allows."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if any(address in network for network in allowed):
        return True
    if isinstance(address, IPv6Address) and (address not in ORDINARY or address.sixtofour is not None):
        return False
    return address.is_global and not address.is_multicast


async def found(host: str, port: int, allowed: Iterable[Network]) -> list[Address]:
    """The addresses of a name that may be called, in the order in which the system prefers them."""
    networks = tuple(allowed)
    try:
        answers = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    addresses = [ip_address(str(answer[4][0]).partition("%")[0]) for answer in answers]
    return [address for address in dict.fromkeys(addresses) if may_be_called(address, networks)]
