"""What Hansa contributes to study pages, maps and documentation."""

from __future__ import annotations

from collections.abc import Mapping, Set
from importlib.resources import files
from typing import Any

from kontor.core.drawing.options import DrawingOptions
from kontor.core.presentation import Presentation
from kontor.core.text_board import TextBoardOptions
from kontor.core.values import Setup
from kontor.games.hansa.drawing.map import draw_map
from kontor.games.hansa.drawing.spots import spots
from kontor.games.hansa.seat_colours import SEAT_COLOURS
from kontor.games.hansa.text_board import text_board


class HansaPresentation(Presentation):
    """Clauses for events, the map, and the rule pages of Hansa."""

    seat_colours = SEAT_COLOURS
    event_clauses: Mapping[str, str] = {
        "GameEnded": "ends the game",
        "Restocked": "restocks",
        "Sailed": "sails to {to}",
        "Bought": "buys goods",
        "Built": "builds {count} posts",
        "Sold": "sells goods",
    }
    log_clauses: Mapping[str, str] = {
        "ColourLeftOut": "leaves out the colour {colour}",
        "StartPlayerChosen": "lets seat {seat} start",
        "TileRevealed": "reveals {tile} in {port}",
        "PostsPlaced": "places {count} posts in {port}",
        "EndTriggered": "opens the last pile",
        "Bought": "buys {tile} for {price}",
        "PaidTo": "pays a thaler to seat {payee}",
        "Built": "builds {count} posts with {tile}",
        "ChosenForSale": "offers {tile} for sale",
        "Sold": "sells {count} x {tile}",
        "PostReturned": "takes back a post from {port}",
        "TileLost": "loses {tile}",
        "TaxPaid": "pays {thalers} thalers tax",
        "TileGivenUp": "gives up {tile}",
        "TurnEnded": "ends the turn",
    }
    preparatory_events = frozenset({"Restocked", "Sailed"})
    rule_ledger = files("kontor.games.hansa") / "data" / "ledger"
    rule_id_pattern = r"H-[A-Z]+-\d+|A-\d+|T-E?X?\d+[ab]?"

    def draw_map(self, setup: Setup, position: Mapping[str, Any], options: DrawingOptions) -> str:
        """Return the map of a position."""
        return draw_map(setup, position, options)

    def map_places(self, setup: Setup) -> Set[str]:
        """Return the ports, warehouses and lanes that a drawing can mark."""
        return spots().keys()

    def place_points(self, setup: Setup) -> Mapping[str, tuple[float, float]]:
        """Return where they lie."""
        return {name: (spot.x, spot.y) for name, spot in spots().items()}

    def text_board(self, setup: Setup, position: Mapping[str, Any], options: TextBoardOptions) -> str:
        """Return a position as text: the seats, the ports and the goods."""
        return text_board(setup, position, options)
