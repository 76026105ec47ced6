"""The kind of a browser and of its system, from the User-Agent header; no version and no model is kept."""

from __future__ import annotations

from typing import Final

from kontor.server.store.sessions import Device

BROWSERS: Final = (
    ("Edge", ("Edg/", "EdgA/", "EdgiOS/")),
    ("Opera", ("OPR/", "Opera")),
    ("Samsung Internet", ("SamsungBrowser/",)),
    ("Firefox", ("Firefox/", "FxiOS/")),
    ("Chrome", ("Chrome/", "CriOS/", "Chromium/")),
    ("Safari", ("Safari/",)),
)
"""Names of browsers, and what their headers contain; most also contain the words of those that follow."""
SYSTEMS: Final = (
    ("Android", ("Android",)),
    ("iPhone", ("iPhone", "iPod")),
    ("iPad", ("iPad",)),
    ("ChromeOS", ("CrOS",)),
    ("Windows", ("Windows",)),
    ("macOS", ("Mac OS X", "Macintosh")),
    ("Linux", ("Linux", "X11")),
)


def device_of(user_agent: str) -> Device:
    """Return the kind of browser and system that a header names."""
    return Device(first_named(BROWSERS, user_agent), first_named(SYSTEMS, user_agent))


def first_named(names: tuple[tuple[str, tuple[str, ...]], ...], user_agent: str) -> str | None:
    """Return the first name of a list of which the header contains a word."""
    return next((name for name, words in names if any(word in user_agent for word in words)), None)
