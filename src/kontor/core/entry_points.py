"""What installed packages declare for Kontor: games, boards and agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def entry_points(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group."""
    # This import would make `import kontor` slower, and many programs need no entry point.
    from importlib import metadata

    return tuple(metadata.entry_points(group=group))
