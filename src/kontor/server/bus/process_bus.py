"""The bus between the processes of one server with an embedded database."""

from __future__ import annotations

from kontor.server.bus.bus import ENTRIES, LocalBus, Notice, read_notice
from kontor.server.bus.process_link import ProcessLink


class ProcessBus(LocalBus):
    """Delivers every notice to this process at once and sends it to the others.

    A process that dies after a commit sends no notice; its supervisor then announces that some may be lost.
    """

    def __init__(self, link: ProcessLink, node: str) -> None:
        super().__init__()
        self._node = node
        self._link = link
        link.on_notice = self._receive

    async def publish(self, notice: Notice) -> None:
        """Deliver a notice to this process, and send it to the others."""
        self.dispatch(notice)
        is_own = notice.about == ENTRIES and not notice.node
        self._link.announce((notice._replace(node=self._node) if is_own else notice).text())

    def _receive(self, text: str) -> None:
        self.dispatch(read_notice(text) if text else None)
