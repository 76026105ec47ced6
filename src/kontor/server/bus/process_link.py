"""The link between the processes of one server: each has a datagram socket in a folder that they share."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from array import array
from collections import defaultdict, deque
from collections.abc import Callable
from pathlib import Path
from typing import Final
from zlib import crc32

NOTICE: Final = b"N"  # the first byte of a datagram says what it is
CONNECTION: Final = b"C"
MOST_BYTES: Final = 262_144
RETRY_SECONDS: Final = 0.001  # after which a datagram is sent again that a process had no room for

Datagram = tuple[bytes, int | None]
"""What is sent, and the descriptor of a connection that goes with it."""


class ProcessLink:
    """Sends notices and open connections to the other processes of a server, in order.

    A process that has just died misses what is sent to it, which is right: a new one has nothing in memory, and
    clients connect again. `on_notice` is called with the text of a notice; an empty one says that some may be lost.
    """

    def __init__(self, folder: Path, number: int, count: int) -> None:
        self.folder = folder
        self.number = number
        self.count = count
        self.on_notice: Callable[[str], None] = lambda _: None
        self.on_connection: Callable[[bytes, int], None] = lambda _, descriptor: os.close(descriptor)
        self._socket: socket.socket | None = None
        self._waiting: defaultdict[int, deque[Datagram]] = defaultdict(deque)

    def owner(self, table_id: str) -> int:
        """Return the process at which the connections to a table meet."""
        return crc32(table_id.encode()) % self.count

    def start(self) -> None:
        """Begin to receive."""
        address_of(self.folder, self.number).unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(str(address_of(self.folder, self.number)))
        asyncio.get_running_loop().add_reader(self._socket.fileno(), self._receive)

    def stop(self) -> None:
        """End; what could not be sent yet is lost."""
        if self._socket is None:
            return
        asyncio.get_running_loop().remove_reader(self._socket.fileno())
        self._socket.close()
        self._socket = None
        for process in list(self._waiting):
            self._forget(process)

    def announce(self, notice: str) -> None:
        """Send a notice to all other processes."""
        for process in range(self.count):
            if process != self.number:
                self._send(process, (NOTICE + notice.encode(), None))

    def give(self, process: int, data: bytes, connection: int) -> None:
        """Give a connection to another process, with what was read from it; the caller closes its own descriptor."""
        self._send(process, (CONNECTION + data, os.dup(connection)))

    def _send(self, process: int, datagram: Datagram) -> None:
        waiting = self._waiting[process]
        waiting.append(datagram)
        if len(waiting) == 1:
            self._send_waiting(process)

    def _send_waiting(self, process: int) -> None:
        waiting = self._waiting[process]
        while waiting and self._socket is not None:
            try:
                send(self._socket, address_of(self.folder, process), *waiting[0])
            except BlockingIOError:
                asyncio.get_running_loop().call_later(RETRY_SECONDS, self._send_waiting, process)
                return
            except OSError:
                self._forget(process)
                return
            close(waiting.popleft())

    def _forget(self, process: int) -> None:
        """Drop what waits for a process that has died."""
        for datagram in self._waiting.pop(process, ()):
            close(datagram)

    def _receive(self) -> None:
        while self._socket is not None:
            try:
                data, descriptors, _, _ = socket.recv_fds(self._socket, MOST_BYTES, 1)
            except (BlockingIOError, InterruptedError):
                return
            if data[:1] == NOTICE:
                self.on_notice(data[1:].decode())
            elif descriptors:
                self.on_connection(data[1:], descriptors[0])


def address_of(folder: Path, process: int) -> Path:
    """Return the address of a process."""
    return folder / str(process)


def send(sender: socket.socket, address: Path, data: bytes, descriptor: int | None) -> None:
    """Send a datagram."""
    rights = [] if descriptor is None else [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [descriptor]))]
    sender.sendmsg([data], rights, 0, str(address))


def close(datagram: Datagram) -> None:
    """Close the descriptor of a datagram that was sent or dropped."""
    if datagram[1] is not None:
        os.close(datagram[1])


def announce_loss(folder: Path, count: int) -> None:
    """Tell all processes that notices may have been lost, because one of them has died."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        for process in range(count):
            with contextlib.suppress(OSError):
                send(sender, address_of(folder, process), NOTICE, None)
