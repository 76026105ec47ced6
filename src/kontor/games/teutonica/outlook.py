"""What a seat sees of a position of Hansa Teutonica, feature by feature, without the others' mission cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kontor.core.outlook import VALUES, Glossary, Meaning, Outlook, Pile, Sight, Stack, counted
from kontor.core.table import CHANCE
from kontor.games.teutonica import layout, pieces
from kontor.games.teutonica.boardfile import ABILITY_IDS
from kontor.games.teutonica.moves import FAVOUR_IDS, KIND_IDS, MARKER_IDS, SPECIAL_IDS
from kontor.games.teutonica.tasks import TASK_NAMES

if TYPE_CHECKING:
    from kontor.games.teutonica.game import Teutonica

MOST_POINTS = 60
ARGUMENTS = layout.FRAME_SIZE - 2


def outlook(game: Teutonica) -> Outlook:
    """The outlook of a configuration: of modules that are not in play it shows nothing."""
    return Outlooking(game).outlook()


class Outlooking:
    """Puts the outlook of one configuration together."""

    def __init__(self, game: Teutonica) -> None:
        self.game = game
        self.board = game.board
        self.modules: Sequence[str] = game.setup["modules"]
        self.glossary = Glossary(game.players)
        self.neutral = "two-player-neutral" in self.modules
        self.markers = {n: name for n, name in enumerate(MARKER_IDS) if game.marker_mix[n] or game.start_markers[n]}

    def outlook(self) -> Outlook:
        """Everything a seat sees."""
        sights = [*self.turn(), *self.track(), *self.hand(), *self.seats(), *self.map(), *self.extras()]
        stack = Stack(layout.DEPTH, layout.STACK, layout.FRAME_SIZE)
        return Outlook(self.game.players, sights, self.frames(), stack, self.posts_beside())

    def turn(self) -> list[Sight]:
        """Whose turn it is and how far it went."""
        g = self.glossary
        return [
            g.seat("active", layout.ACTIVE, 0),
            g.amount("turn", layout.TURN_LOW, VALUES - 1),
            g.amount("turn / 256", layout.TURN_HIGH, VALUES - 1),
            g.amount("tasks", layout.DEPTH, layout.MOST_FRAMES),
            g.amount("actions left", layout.ACTIONS_LEFT, 20),
            g.amount("acted", layout.ACTED, 1),
            g.amount("begun", layout.BEGUN, 1),
            g.amount("turn given up", layout.GIVEN_UP, 1),
            g.choice("marker just taken", layout.FRESH, *self.marker_meaning(1)),
            g.amount("marker drawn", layout.DRAWN, 3),
        ]

    def track(self) -> list[Sight]:
        """What everybody shares: the endings, the special prestige spaces, the markers nobody holds."""
        g = self.glossary
        neutral = {1 + pieces.NEUTRAL: "neutral"} if self.neutral else None
        owners = range(self.game.players + self.neutral)
        return [
            g.amount("completed cities", layout.COMPLETED, 20),
            g.amount("ended", layout.ENDED, 4),
            g.amount("supply of markers failed", layout.SUPPLY_FAILED, 1),
            g.amount("marker stuck", layout.MARKER_STUCK, 2),
            *[g.seat(f"connected {n + 1}", layout.CONNECTED + n, 1, neutral) for n in owners],
            *[g.seat(f"special {p}", layout.SPECIAL + n, 1, neutral) for n, p in enumerate(SPECIAL_IDS)],
            *[g.amount(f"bag {name}", layout.BAG + n, 5) for n, name in self.markers.items()],
            *[g.amount(f"discarded {name}", layout.DISCARDED + n, 5) for n, name in self.markers.items()],
            g.amount("discarded unseen", layout.DISCARDED + pieces.MARKER_TYPES, 16),
        ]

    def hand(self) -> list[Sight]:
        """The pieces lifted and not yet put down."""
        lands = len(self.board.countries)
        countries = [layout.HAND_COUNTRIES + n for n in range(layout.MOST_IN_HAND)] if lands > 1 else []
        return [
            self.glossary.amount("in hand", layout.HAND, layout.MOST_IN_HAND),
            *[self.piece(f"hand {n + 1}", layout.HAND_PIECES + n) for n in range(layout.MOST_IN_HAND)],
            *[self.glossary.amount(f"hand {n + 1} country", cell, lands) for n, cell in enumerate(countries)],
        ]

    def seats(self) -> list[Sight]:
        """What lies in front of every seat, and of the neutral player."""
        found = [*self.amounts("points", layout.SCORE, MOST_POINTS), *self.levels(), *self.missions()]
        for kind, most in enumerate((pieces.TRADERS_PER_COLOUR, pieces.MERCHANTS_PER_COLOUR)):
            found += self.amounts(f"supply {KIND_IDS[kind]}", layout.SUPPLY + kind, most)
            found += self.amounts(f"stock {KIND_IDS[kind]}", layout.STOCK + kind, most)
        for n, name in self.markers.items():
            found += self.amounts(f"unused {name}", layout.UNUSED + n, 5)
            found += self.amounts(f"used {name}", layout.USED + n, 5)
            found += self.amounts(f"plate {name}", layout.PLATE + n, 5)
        return [*found, *self.amounts("plate unseen", layout.PLATE_UNSEEN, 5), *self.neutral_player()]

    def amounts(self, name: str, cell: int, most: int) -> list[Sight]:
        """An amount of every seat."""
        return self.glossary.amounts(name, layout.SEATS + cell, layout.SEAT_SIZE, most)

    def levels(self) -> list[Sight]:
        """How far every seat developed its abilities."""
        found = []
        for ability, name in enumerate(ABILITY_IDS):
            cell = layout.SEATS + layout.LEVELS + ability
            features, meaning = counted([str(n + 1) for n in range(pieces.highest_level(ability))])
            for turned, other in enumerate(self.glossary.others):
                cells = self.glossary.around(cell, layout.SEAT_SIZE, turned)
                found.append(Sight(f"{other} {name}", cells, features, [meaning] * self.game.players))
        return found

    def missions(self) -> list[Sight]:
        """The own mission card, and whether others hold one. [HT-INF-1]"""
        if "mission-cards" not in self.modules:
            return []
        own = counted([card["id"] for card in self.board.cards])
        hidden: tuple[Sequence[str], Meaning] = ["held"], dict.fromkeys(range(1, VALUES), 1)
        found = []
        for turned, other in enumerate(self.glossary.others):
            features, meaning = hidden if turned else own
            cells = self.glossary.around(layout.SEATS + layout.MISSION, layout.SEAT_SIZE, turned)
            found.append(Sight(f"{other} mission", cells, features, [meaning] * self.game.players))
        return found

    def neutral_player(self) -> list[Sight]:
        """The points and markers of the neutral player. [HT-P2N-10]"""
        if not self.neutral:
            return []
        first = layout.SEATS + pieces.NEUTRAL * layout.SEAT_SIZE
        used = [(name, first + layout.USED + n) for n, name in self.markers.items()]
        return [
            self.glossary.amount("neutral points", first + layout.SCORE, MOST_POINTS),
            *[self.glossary.amount(f"neutral used {name}", cell, 5) for name, cell in used],
        ]

    def map(self) -> list[Sight]:
        """The pieces and markers on the map."""
        posts = [f"{city['id']}.{n + 1}" for city in self.board.json["cities"] for n in range(len(city["posts"]))]
        features, meaning = self.marker_meaning(1)
        marker = [*features, "face-down"], {**meaning, pieces.FACE_DOWN: len(features) + 1}
        return [
            *[self.piece(name, layout.SPACES + n) for n, name in enumerate(self.board.spaces)],
            *[self.piece(name, layout.POSTS + n) for n, name in enumerate(posts)],
            *[self.glossary.choice(name, layout.MARKERS + n, *marker) for n, name in enumerate(self.board.routes)],
        ]

    def extras(self) -> list[Sight]:
        """What boards and modules add: permissions, favours, promo markers on routes, the pawn."""
        g, found = self.glossary, list[Sight]()
        gates = [f"gateway {n + 1}" for n in range(len(self.board.json["gateways"]))]
        found += g.bits("permission used", layout.PERMISSIONS, gates)
        if "emperors-favour" in self.modules:
            found += [g.seat(f"favour {id}", layout.FAVOUR + n, 2, {1: "display"}) for n, id in enumerate(FAVOUR_IDS)]
        if "promo-markers" in self.modules:
            found += [sight for n in range(layout.MOST_ATTACHED) for sight in self.attached(n)]
        if "two-player-pawn" in self.modules:
            found.append(g.choice("pawn", layout.PAWN, *counted(list(self.board.provinces))))
            found.append(g.amount("pawn moved", layout.PAWN_MOVED, 2))
        return found

    def attached(self, n: int) -> list[Sight]:
        """A promo marker on a route: where, which, and whose."""
        cell, name = layout.ATTACHED + 3 * n, f"attached {n + 1}"
        route = self.glossary.choice(name, cell, *counted(self.board.routes))
        return [
            route,
            self.glossary.choice(name, cell + 1, *self.marker_meaning(0)),
            self.glossary.seat(name, cell + 2, 0),
        ]

    def frames(self) -> list[Sight]:
        """The decisions under way, the one that is due first: what is asked, of whom, and what it remembers."""
        others = {pieces.NEUTRAL: "neutral", CHANCE: "chance"}
        found = []
        for n in range(layout.MOST_FRAMES):
            cell, name = layout.STACK - (n + 1) * layout.FRAME_SIZE, f"task {n + 1}"
            found.append(self.glossary.choice(name, cell, *counted(TASK_NAMES, 0)))
            found.append(self.glossary.seat(name, cell + 1, 0, others))
            for which in range(ARGUMENTS):
                found.append(self.glossary.amount(f"{name} memory {which + 1}", cell + 2 + which, VALUES - 1))
        return found

    def posts_beside(self) -> Pile:
        """The posts beside the printed spaces of every city."""
        features, meanings = self.piece_features(), []
        for meaning in self.piece_meanings():
            meanings.append({**meaning, **{value + layout.PERMANENT: n for value, n in meaning.items()}})
        return Pile("beside", layout.ANNEXES, layout.ANNEX, self.board.cities, features, meanings)

    def marker_meaning(self, offset: int) -> tuple[Sequence[str], Meaning]:
        """The markers in play, by their type plus an offset."""
        meaning = {marker + offset: n + 1 for n, marker in enumerate(self.markers)}
        return list(self.markers.values()), meaning

    def piece(self, name: str, cell: int) -> Sight:
        """A cell that may hold a piece."""
        return Sight(name, [cell] * self.game.players, self.piece_features(), self.piece_meanings())

    def piece_features(self) -> list[str]:
        """Every piece as a seat sees it."""
        owners = [*self.glossary.others, *(["neutral"] if self.neutral else [])]
        return [f"{owner} {kind}" for owner in owners for kind in KIND_IDS]

    def piece_meanings(self) -> list[Mapping[int, int]]:
        """What a piece is to every seat that looks."""
        return [self.pieces_seen(seat) for seat in range(self.game.players)]

    def pieces_seen(self, seat: int) -> Mapping[int, int]:
        """What a piece is to a seat."""
        players = self.game.players
        places = {owner: (owner - seat) % players for owner in range(players)}
        places |= {pieces.NEUTRAL: players} if self.neutral else {}
        kinds = range(pieces.KINDS)
        return {pieces.piece_of(o, kind): 1 + pieces.KINDS * n + kind for o, n in places.items() for kind in kinds}
