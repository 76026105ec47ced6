"""Events of which accounts are notified, for the parts of the server above the store."""

from kontor.server.store.events import EventName, queue_event

__all__ = ["EventName", "queue_event"]
