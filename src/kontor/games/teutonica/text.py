"""What Hansa Teutonica contributes to study pages, maps and documentation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from importlib.resources import files
from typing import Any

from kontor.core.drawing.options import DrawingOptions
from kontor.core.presentation import Presentation, RecordedDecision, SeatConflict
from kontor.core.text_board import TextBoardOptions
from kontor.core.values import Setup
from kontor.games.teutonica.displacements import find_displacements
from kontor.games.teutonica.drawing.map import draw_map
from kontor.games.teutonica.drawing.spots import spots
from kontor.games.teutonica.seat_colours import SEAT_COLOURS
from kontor.games.teutonica.text_board import text_board

OWNER_NAMES: Mapping[str, str] = {
    "n": "the neutral player",
    **{str(seat): f"seat {seat}" for seat in range(len(SEAT_COLOURS))},
}


class TeutonicaPresentation(Presentation):
    """Clauses for events, the map, and the rule pages of Hansa Teutonica."""

    seat_colours = SEAT_COLOURS
    event_clauses: Mapping[str, str] = {
        "IncomeTaken": "takes income ({traders} traders, {merchants} merchants)",
        "Displaced": "displaces a piece on {space}",
        "RouteCreated": "creates the route {route}",
        "MarkerTaken": "takes the marker {marker}",
        "PostEstablished": "opens a post in {city}",
        "ExtraPostEstablished": "opens an extra post in {city}",
        "GreenPostEstablished": "opens a post in {city}",
        "CityCompleted": "completes {city}",
        "EastWestConnected": "connects east and west",
        "AbilityDeveloped": "develops {ability}",
        "SpecialTaken": "takes the prestige space of {special}",
        "MarkerUsed": "uses the marker {marker}",
        "PostsExchanged": "exchanges posts in {city}",
        "FavourBought": "buys the favour {tile}",
        "GameEnded": "ends the game",
    }
    log_clauses: Mapping[str, str] = {
        "Placed": "places a {kind} on {space}",
        "Displaced": "displaces a {kind} of {seat} on {space}",
        "Relocated": "puts a {kind} of {seat} on {space}",
        "Lifted": "lifts a {kind} of {seat} from {space}",
        "Put": "puts a {kind} of {seat} on {space}",
        "Removed": "removes a {kind} of {seat} from {space}",
        "ControlScored": "scores {points} for {seat} in {city}",
        "CoinScored": "scores {points} for the post in {city}",
        "MarkerPlaced": "places the marker {marker} on {route}",
        "MarkerRevealed": "reveals the marker {marker}",
        "MarkerAttached": "attaches {marker} to {route}",
        "MarkerSwapped": "swaps a marker with {other} for {marker}",
        "ActionsGained": "gains {count} actions",
        "FavourIncomeTaken": "takes a {kind} by its favour",
        "TributeTaken": "takes tribute ({traders} traders, {merchants} merchants)",
        "PawnMoved": "moves the pawn to {province}",
        "NeutralRouteCreated": "completes the neutral route {route}",
        "CardDealt": "deals the mission {card} to {seat}",
        "StartMarkerLaid": "lays the marker {marker} on {route}",
        "FavourShown": "shows the favour {tile}",
        "TurnEnded": "ends the turn",
    }
    value_names: Mapping[str, Mapping[str, str]] = {
        "kind": {"t": "trader", "m": "merchant"},
        "seat": OWNER_NAMES,
        "other": OWNER_NAMES,
    }
    preparatory_events = frozenset({"IncomeTaken", "MarkerUsed"})
    rule_ledger = files("kontor.games.teutonica") / "data" / "ledger"
    rule_id_pattern = r"HT-[A-Z0-9]{3}-(?:\d+|[A-H]\b)|(?:CC|ED|AMB)-\d+"
    edition_titles: Mapping[str, str] = {"first": "2009", "second": "2014", "big-box": "Big Box"}

    def draw_map(self, setup: Setup, position: Mapping[str, Any], options: DrawingOptions) -> str:
        """Return the map of a position."""
        return draw_map(setup, position, options)

    def map_places(self, setup: Setup) -> Set[str]:
        """Return the spaces, routes, cities, posts and provinces that a drawing can mark."""
        return spots(setup["board"]).keys()

    def place_points(self, setup: Setup) -> Mapping[str, tuple[float, float]]:
        """Return where they lie."""
        return {name: (spot.x, spot.y) for name, spot in spots(setup["board"]).items()}

    def text_board(self, setup: Setup, position: Mapping[str, Any], options: TextBoardOptions) -> str:
        """Return a position as text: the seats, routes, markers and cities."""
        return text_board(setup, position, options)

    def displacements(self, decisions: Iterable[RecordedDecision]) -> Sequence[SeatConflict]:
        """Return every displacement of a recorded game."""
        return find_displacements(decisions)

    def canonical_position(self, content: Mapping[str, Any]) -> object:
        """Return a position as data without the numbers of spaces and the order of markers."""
        fields = dict(content)
        spaces: dict[str, Any] = fields.pop("spaces", {})
        on_routes = Counter((route_of(space), *map(str, piece)) for space, piece in spaces.items())
        for name in ("unused_markers", "used_markers"):
            fields[name] = {seat: sorted(markers) for seat, markers in fields.get(name, {}).items()}
        return [sorted(map(list, on_routes.items())), fields]

    def canonical_move(self, text: str) -> str:
        """Return the text of a move without the numbers of spaces, because the spaces of a route are equivalent."""
        verb, *fields = text.split()
        return " ".join([verb, *(route_of(field) or field for field in fields)])


def route_of(space: str) -> str:
    """Return the route of a space, or an empty text."""
    return space.rpartition(".")[0]
