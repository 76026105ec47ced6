"""What a game contributes to study pages, maps and documentation, with defaults for a game that adds nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from importlib.resources.abc import Traversable
from typing import Any, Protocol

from kontor.core.drawing.options import DrawingOptions
from kontor.core.text_board import TextBoardOptions, generic_board
from kontor.core.values import Event, Seat, Setup


class RecordedDecision(Protocol):
    """A decision of a recorded game, with its number, seat, turn and events."""

    @property
    def number(self) -> int:
        """The number of the move in the record, from 1."""
        ...

    @property
    def seat(self) -> Seat:
        """The seat that decided."""
        ...

    @property
    def turn(self) -> int:
        """The number of the turn."""
        ...

    @property
    def events(self) -> Sequence[Event]:
        """The events of the move."""
        ...


class SeatConflict(Protocol):
    """An action of one seat against another, shown by the analysis of a game as a displacement."""

    @property
    def by(self) -> RecordedDecision:
        """The decision to act."""
        ...

    @property
    def victim(self) -> Seat | str:
        """The other seat, or the neutral player."""
        ...

    @property
    def last(self) -> RecordedDecision:
        """The last decision that belongs to it."""
        ...

    def facts(self) -> dict[str, Any]:
        """Return `space`, `kind`, `fee` by kind of piece, `extras` for the other seat, and `led_to_route`."""
        ...


class Presentation:
    """Texts, colours, maps and rule pages of one game; a game overrides what it has."""

    seat_colours: tuple[str, ...] = ("red", "blue", "yellow", "green", "purple")
    """The colour of every seat, by the names of the palettes of `kontor.core.drawing`."""

    event_clauses: Mapping[str, str] = {}
    """For each event worth mentioning, a clause such as `takes the marker {marker}`, filled with its facts."""

    log_clauses: Mapping[str, str] = {}
    """Clauses for the log of a game: for further events, and for events about which it says more."""

    value_names: Mapping[str, Mapping[str, str]] = {}
    """For facts whose values are abbreviations, such as `kind`, the word for each value."""

    preparatory_events: frozenset[str] = frozenset()
    """The events that only prepare others, so that turns which differ only in them achieve the same."""

    rule_ledger: Traversable | None = None
    """The folder of its rules, en.toml, and their translations, such as de.toml; or None if it has no rule pages."""

    rule_id_pattern: str = ""
    """A regular expression for the ids of its rules, cases, differences and open questions."""

    edition_titles: Mapping[str, str] = {}
    """The name of every edition on rule pages."""

    def seat_colour(self, seat: object) -> str:
        """Return the colour of a seat, or `neutral` for anything that is not a seat number."""
        return self.seat_colours[seat % len(self.seat_colours)] if isinstance(seat, int) else "neutral"

    def draw_map(self, setup: Setup, position: Mapping[str, Any], options: DrawingOptions) -> str:
        """Return the map of a position as SVG, or an empty text; reject options that name no place of the map."""
        return ""

    def map_places(self, setup: Setup) -> Set[str]:
        """Return the places that a drawing can mark, named as in moves."""
        return frozenset()

    def place_points(self, setup: Setup) -> Mapping[str, tuple[float, float]]:
        """Return where the places that a drawing can mark lie on the map."""
        return {}

    def text_board(self, setup: Setup, position: Mapping[str, Any], options: TextBoardOptions) -> str:
        """Return a position as text for terminals; by default the fields of the position."""
        return generic_board(setup, position, options)

    def displacements(self, decisions: Iterable[RecordedDecision]) -> Sequence[SeatConflict]:
        """Return every displacement of a recorded game."""
        return ()

    def canonical_position(self, content: Mapping[str, Any]) -> object:
        """Return a position as data that is equal for positions whose difference does not matter."""
        return content

    def canonical_move(self, text: str) -> str:
        """Return the text of a move that is equal for moves whose difference does not matter."""
        return text
