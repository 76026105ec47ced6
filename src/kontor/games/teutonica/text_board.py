"""The board of Hansa Teutonica as text.

A piece is its owner and its kind: `0t` is a trader of seat 0, `nm` a merchant of the neutral player. A free space of
a route is `..`, or `.m` if only merchants may stand there. A free post is the privilege and the kind it needs: `wt`
is for a trader and needs white; `+1` after it is the prestige for the piece that takes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kontor.core.styled_text import StyledText, aligned, columns, joined, styled, wrapped
from kontor.core.text_board import MIN_WIDTH, TextBoardOptions, rendered, setup_lines
from kontor.core.values import Setup
from kontor.games.teutonica.board_file import load, provinces
from kontor.games.teutonica.components import ability_values
from kontor.games.teutonica.seat_colours import SEAT_COLOURS
from kontor.kernel.seats import GAME_OVER

KIND_OF_SHAPE = {"square": "t", "circle": "m"}
LEGEND = (
    "Pieces: 0t = trader of seat 0, 0m = merchant. Free: .. any kind, .m merchants only. Posts: wt = free for a "
    "trader, needs privilege w(hite), o(range), p(ink) or b(lack); +1 = prestige; extra posts left of |. * = marker."
)


def text_board(setup: Setup, position: Mapping[str, Any], options: TextBoardOptions) -> str:
    """Return a position as text."""
    return rendered(TextBoard(setup, position, options).lines(), options)


class TextBoard:
    """One position, section by section."""

    def __init__(self, setup: Setup, position: Mapping[str, Any], options: TextBoardOptions) -> None:
        self.setup = setup
        self.position = position
        self.options = options
        self.width = max(options.width, MIN_WIDTH)
        self.board = load(setup["board"])

    def lines(self) -> Iterator[StyledText]:
        """Yield all lines, those that change most often first; in a short board, last, where a prompt follows."""
        yield from setup_lines("Hansa Teutonica", self.setup, self.width)
        yield from self.short_lines() if self.options.short else self.all_lines()

    def all_lines(self) -> Iterator[StyledText]:
        """Yield every section and the legend."""
        yield from self.table()
        yield from self.routes()
        yield from self.markers()
        yield from wrapped("Bag: ", self.bag(), self.width)
        yield from self.cities()
        yield from self.prestige()
        yield from self.connections()
        yield from self.counts()
        yield from self.modules()
        yield from wrapped("", [styled(word, "dim") for word in LEGEND.split(" ")], self.width, " ")

    def short_lines(self) -> Iterator[StyledText]:
        """Yield the sections without what is empty, the seats last."""
        yield from self.cities()
        yield from self.prestige() if self.field("special") else ()
        yield from self.connections() if self.position.get("east_west_done") else ()
        yield from self.modules()
        yield from self.counts()
        yield from self.routes()
        yield from self.markers()
        yield from self.table()

    def table(self) -> Iterator[StyledText]:
        """Yield the turn, the seats and what they hold."""
        yield self.turn()
        yield from self.seats()
        yield from self.holdings()

    def field(self, name: str) -> dict[str, Any]:
        """Return a field of the position, empty if it is missing."""
        found: dict[str, Any] = self.position.get(name) or {}
        return found

    def turn(self) -> StyledText:
        """Return the turn, the seat to move, its actions and the decision under way."""
        active, actions = self.position.get("active"), self.position.get("actions")
        text = f"Turn {self.position.get('turn')}: {self.options.mover(active)}"
        if actions is not None and self.options.to_move != GAME_OVER:
            text += f", {actions} action{'' if actions == 1 else 's'} left"
        tasks = self.field("pending").get("tasks", [])
        text += f" ({tasks[-1]['task']})" if tasks else ""
        hand = [self.piece(each) for each in self.field("pending").get("hand", [])]
        return styled(text + ".", "bold") + (styled(" In hand: ") + joined(hand) if hand else styled(""))

    def piece(self, piece: Sequence[Any]) -> StyledText:
        """Return a piece: its owner and its kind in the colour of the owner."""
        return self.owned(f"{piece[0]}{piece[1]}", piece[0])

    def owned(self, text: str, owner: object) -> StyledText:
        """Return a text in the colour of an owner."""
        return styled(text, SEAT_COLOURS[owner] if isinstance(owner, int) else "neutral")

    # seats

    def seats(self) -> Iterator[StyledText]:
        """Yield a table with the points, pieces and abilities of every seat."""
        heads = ("  seat", "points", "supply", "stock", *self.abilities())
        rows = [[styled(head, "dim") for head in heads]]
        rows += [self.seat_row(str(seat)) for seat in range(self.setup["players"])]
        yield from aligned(rows)

    def abilities(self) -> list[str]:
        """Return the abilities in the order of the columns."""
        return list(ability_values())

    def seat_row(self, seat: str) -> list[StyledText]:
        """Return the row of one seat; an arrow marks the one to move."""
        mover = self.position.get("active") if self.options.to_move is None else self.options.to_move
        label = f"{'>' if str(mover) == seat else ' '} {self.options.seat_label(int(seat))}"
        cells = [self.owned(label, int(seat)), styled(str(self.field("score").get(seat, 0)).rjust(6))]
        cells += [self.stock(self.field(name).get(seat)) for name in ("supply", "stock")]
        return cells + [self.ability(seat, name) for name in self.abilities()]

    def stock(self, counts: Sequence[int] | None) -> StyledText:
        """Return numbers of traders and merchants."""
        return styled("" if counts is None else f"{counts[0]:>2}t {counts[1]}m")

    def ability(self, seat: str, name: str) -> StyledText:
        """Return the printed value of an ability of a seat."""
        level = self.field("abilities").get(seat, {}).get(name, 0)
        return styled(str(ability_values()[name][level]))

    def holdings(self) -> Iterator[StyledText]:
        """Yield what single seats hold: markers, favours, missions."""
        for seat in (*range(self.setup["players"]), "n"):
            held = [text for text in self.held_by(str(seat)) if text]
            label = styled("  ") + self.owned(str(seat), seat)
            for number, line in enumerate(wrapped("", [styled(text) for text in held], self.width - 5, "; ")):
                yield (label if number == 0 else styled("   ")) + "  " + line

    def held_by(self, seat: str) -> Iterator[str]:
        """Yield the markers, plate, favours and mission of a seat as clauses."""
        for name, label in (("unused_markers", "markers"), ("used_markers", "used"), ("favours", "favours")):
            items = self.field(name).get(seat)
            yield f"{label} {', '.join(items)}" if items else ""
        plate = self.field("plate").get(seat)
        yield f"to place {plate if isinstance(plate, int) else ', '.join(plate)}" if plate else ""
        mission = self.field("missions").get(seat)
        yield f"mission {' '.join(mission) if isinstance(mission, list) else mission}" if mission else ""

    # routes

    def routes(self) -> Iterator[StyledText]:
        """Yield the routes with their spaces, in groups by region."""
        wide = max(len(route["id"]) for route in self.board["routes"]) + 1
        for region in dict.fromkeys(route["region"] for route in self.board["routes"]):
            found = [route for route in self.board["routes"] if route["region"] == region]
            shown = [route for route in found if self.is_shown(route)]
            hidden = len(found) - len(shown)
            title = f"Routes of {region}" if region else "Routes"
            yield styled(title, "heading") + styled(f" ({hidden} empty ones not shown)" if hidden else "", "dim")
            yield from columns([self.route(route, wide) for route in shown], self.width)

    def is_shown(self, route: Mapping[str, Any]) -> bool:
        """Return whether a route belongs to the board; the short one leaves out empty routes."""
        return not self.options.short or self.is_marked(route) or any(map(self.on_space, self.spaces(route)))

    def spaces(self, route: Mapping[str, Any]) -> list[str]:
        """Return the ids of the spaces of a route."""
        return [f"{route['id']}.{n}" for n in range(1, len(route["spaces"]) + 1)]

    def on_space(self, space: str) -> Sequence[Any] | None:
        """Return the piece on a space."""
        return self.field("spaces").get(space)

    def is_marked(self, route: Mapping[str, Any]) -> bool:
        """Return whether a marker lies on a route or is attached to it."""
        return bool(self.field("markers_on_routes").get(route["id"]) or self.field("attached").get(route["id"]))

    def route(self, route: Mapping[str, Any], wide: int) -> StyledText:
        """Return a route: its id, a star for a marker, and its spaces in order."""
        name = route["id"] + ("*" if self.is_marked(route) else "")
        cells = [self.space(space, kind) for space, kind in zip(self.spaces(route), route["spaces"], strict=True)]
        style = "marked" if route["id"] in self.options.marked else ""
        return styled(name, style).pad(wide) + " " + joined(cells)

    def space(self, space: str, kind: str) -> StyledText:
        """Return a space: the piece on it, or the kind that it admits."""
        piece = self.on_space(space)
        text = self.piece(piece) if piece else styled(".m" if kind == "merchant" else "..", "dim")
        return styled(text.parts[0][0], "marked") if space in self.options.marked else text

    def markers(self) -> Iterator[StyledText]:
        """Yield the markers on routes, those attached to routes and the permanent ones."""
        on_routes = [styled(f"{route} {marker}") for route, marker in self.field("markers_on_routes").items()]
        yield from wrapped("Markers: ", on_routes, self.width)
        attached = [
            self.owned(f"{route} {marker} of {owner}", owner)
            for route, each in self.field("attached").items()
            for owner, marker in each
        ]
        yield from wrapped("Attached: ", attached, self.width)
        permanent = [styled(f"{r['id']} {r['permanent']}") for r in self.board["routes"] if r["permanent"]]
        yield from wrapped("Permanent: ", permanent, self.width)

    def bag(self) -> list[StyledText]:
        """Return how many markers of which types are in the bag."""
        kinds = [styled(f"{count} {marker}") for marker, count in self.field("bag").items()]
        return kinds or [styled(f"{self.bag_size()} markers")]

    def bag_size(self) -> int:
        """Return how many markers are in the bag."""
        size: int = self.position.get("bag_size", sum(self.field("bag").values()))
        return size

    # cities

    def cities(self) -> Iterator[StyledText]:
        """Yield the cities with their posts; the number in front is the controlling seat."""
        shown = [city for city in self.board["cities"] if not self.options.short or self.posts(city)]
        hidden = len(self.board["cities"]) - len(shown)
        note = f" ({hidden} without posts not shown)" if hidden else ""
        yield styled("Cities", "heading") + styled(f", with the seat in control{note}", "dim")
        wide = max(len(city["id"]) for city in self.board["cities"])
        yield from columns([self.city(city, wide) for city in shown], self.width)

    def posts(self, city: Mapping[str, Any]) -> list[Sequence[Any]]:
        """Return the pieces in a city."""
        name = city["id"]
        posts = [post for post in self.field("posts").get(name, []) if post]
        return [*self.field("extra_posts").get(name, []), *self.field("green_posts").get(name, []), *posts]

    def city(self, city: Mapping[str, Any], wide: int) -> StyledText:
        """Return a city: the seat in control, its id, its posts from left to right, its abilities and region."""
        name, control = city["id"], self.options.derived.get("control", {}).get(city["id"])
        label = styled(name, "marked") if name in self.options.marked else self.owned_or_plain(name, control)
        cells = [self.owned_or_plain(" " if control is None else str(control), control), label.pad(wide)]
        extra = [self.piece(piece) for piece in self.field("extra_posts").get(name, [])]
        cells += [*extra, styled("|", "dim")] if extra else []
        cells += [self.piece(piece) for piece in self.field("green_posts").get(name, [])]
        cells += self.printed_posts(city)
        return joined([*cells, *(styled(note, "dim") for note in self.city_notes(city))])

    def owned_or_plain(self, text: str, owner: object) -> StyledText:
        """Return a text in the colour of its owner, or plain without one."""
        return styled(text) if owner is None else self.owned(text, owner)

    def printed_posts(self, city: Mapping[str, Any]) -> Iterator[StyledText]:
        """Yield the printed posts of a city: the piece on each, or what it needs."""
        held = self.field("posts").get(city["id"]) or [None] * len(city["posts"])
        for post, holder in zip(city["posts"], held, strict=True):
            coin = f"+{post['coin']}" if post["coin"] else ""
            free = f"{post['privilege'][0]}{KIND_OF_SHAPE[post['shape']]}{coin}"
            yield self.piece(holder) if holder else styled(free, "dim")

    def city_notes(self, city: Mapping[str, Any]) -> Iterator[str]:
        """Yield what a city offers and where it counts."""
        yield from ["green"] if city["green"] else []
        yield from city["abilities"]
        yield from [region for region in city["regions"] if region not in self.open_regions()]

    def open_regions(self) -> list[str]:
        """Return the regions that need no permission."""
        return [region["id"] for region in self.board["regions"] if region["open"]]

    # prestige and modules

    def prestige(self) -> Iterator[StyledText]:
        """Yield the special prestige spaces."""
        special = self.board["special_prestige"]
        spaces = [self.special(space) for space in special["spaces"]]
        yield from wrapped(f"Prestige in {special['city']}: ", spaces, self.width)

    def connections(self) -> Iterator[StyledText]:
        """Yield the seats that connected east and west, and the points that are left."""
        ends, done = self.board["east_west"]["cities"], self.position.get("east_west_done") or []
        points = self.board["east_west"]["prestige"]
        seats = [self.owned(f"{point} to {seat}", seat) for seat, point in zip(done, points, strict=False)]
        left = [styled(f"{point} free", "dim") for point in points[len(done) :]]
        yield from wrapped(f"{ends[0]} to {ends[1]}: ", [*seats, *left], self.width)

    def counts(self) -> Iterator[StyledText]:
        """Yield the completed cities, the markers in the bag and the largest network of every seat."""
        completed = f"{len(self.options.derived.get('completed', ()))} of {self.board['completed_cities_limit']}"
        networks = joined([styled("networks"), *self.networks()]) if self.networks() else styled("")
        parts = [styled(completed), styled(f"markers in the bag: {self.bag_size()}"), networks]
        yield from wrapped("Completed cities: ", [part for part in parts if len(part)], self.width, "; ")

    def special(self, space: Mapping[str, Any]) -> StyledText:
        """Return a special prestige space: its points and its owner, or the privilege it needs."""
        owner = self.field("special").get(str(space["points"]))
        if owner is None:
            return styled(f"{space['points']} {space['privilege']}", "dim")
        return self.owned(f"{space['points']} to {owner}", owner)

    def networks(self) -> list[StyledText]:
        """Return the size of the largest network of every seat."""
        found = self.options.derived.get("networks", {})
        return [self.owned(f"{seat}:{size}", int(seat)) for seat, size in found.items()]

    def modules(self) -> Iterator[StyledText]:
        """Yield the favours on display, the permissions used and the pawn."""
        display = self.position.get("favour_display") or []
        yield from wrapped("Favours on display: ", [styled(tile) for tile in display], self.width)
        used = self.position.get("permissions_used") or []
        yield from wrapped("Permissions used: ", [styled(city) for city in used], self.width)
        pawn = self.position.get("pawn")
        if pawn:
            rim = self.setup.get("switches", {}).get("pawn_rim", "split")
            routes = sorted(provinces(self.board, rim)[pawn]["routes"])
            yield from wrapped(f"Pawn in {pawn}: ", [styled(route) for route in routes], self.width)
