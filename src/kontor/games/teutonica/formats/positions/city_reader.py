"""Reading of the posts of a position: on printed spaces, beside them and in green cities."""

from __future__ import annotations

from kontor.core.position_fields import entries, listed, number_of, refuse
from kontor.core.values import PositionBytes
from kontor.games.teutonica.formats.positions.ids import PLACED_IDS, PositionIds
from kontor.games.teutonica.formats.positions.piece_counter import PieceCounter
from kontor.games.teutonica.rules import layout


class CityReader:
    """Reader of the posts; it also counts completed cities."""

    def __init__(self, ids: PositionIds, position: PositionBytes, pieces: PieceCounter) -> None:
        self.ids = ids
        self.position = position
        self.pieces = pieces
        self.annexes: list[tuple[int, int, int]] = []

    def read_posts(self, content: object) -> None:
        """Read the posts on printed spaces, without gaps from the left. [HT-INV-3]"""
        for key, value in entries(content, "posts").items():
            city = self.ids.city(key, "posts")
            row = listed(value, self.ids.tables["post_count"][city], f"posts.{key}")
            filled = [entry is not None for entry in row]
            if filled != sorted(filled, reverse=True):
                refuse("posts", f"leaves a gap left of a post in {key!r}", "HT-INV-3")
            first = layout.POSTS + self.ids.tables["post_first"][city]
            for n, entry in enumerate(row[: sum(filled)]):
                self.position[first + n] = self.ids.piece(entry, "posts")
                self.pieces.note_piece(self.position[first + n], "posts")

    def read_extra_posts(self, content: object) -> None:
        """Read the posts left of printed spaces. [HT-PST-8]"""
        field = "extra_posts"
        for key, value in entries(content, field).items():
            city = self.ids.city(key, field)
            if key in self.ids.greens:
                refuse(field, f"has posts in {key!r}, a green city, whose posts are 'green_posts'", "HT-EAS-4")
            for n, entry in enumerate(listed(value, layout.MOST_ANNEXES, field)):
                self.add_annex(city, n, self.ids.own_piece(entry, field), 0, field)

    def read_green_posts(self, content: object) -> None:
        """Read the posts of green cities with how each was placed. [HT-EAS-5, HT-PRM-7]"""
        field = "green_posts"
        for key, value in entries(content, field).items():
            number_of(key, self.ids.greens, field, "green city")
            for n, entry in enumerate(listed(value, layout.MOST_ANNEXES, field)):
                parts = listed(entry, 3, field)
                how = number_of(parts[2] if len(parts) == 3 else None, PLACED_IDS, field, "way of placing")
                piece = self.ids.own_piece(parts[:2], field)
                if how == 0 and n > 0 and self.annexes[-1][2] >= layout.PERMANENT:
                    refuse(field, f"has a permanent post left of an extra post in {key!r}", "HT-EAS-4")
                self.add_annex(self.ids.city(key, field), n, piece, how * layout.PERMANENT, field)

    def add_annex(self, city: int, place: int, piece: int, how: int, field: str) -> None:
        """Store a post beside printed spaces."""
        self.annexes.append((city, place, piece + how))
        self.pieces.note_piece(piece, field)

    def complete(self) -> None:
        """Write the posts beside printed spaces and the number of completed cities."""
        self.check_extra_posts()
        self.write_annexes()
        self.count_completed()

    def check_extra_posts(self) -> None:
        """Reject extra posts in a city without a post on a printed space. [HT-PST-8]"""
        tables = self.ids.tables
        for city, _, _ in self.annexes:
            printed = tables["post_count"][city] and self.position[layout.POSTS + tables["post_first"][city]]
            if not printed and not tables["is_green"][city]:
                name = self.ids.board.cities[city]
                refuse("extra_posts", f"has a post in {name!r}, where no printed space has one", "HT-PST-8")

    def write_annexes(self) -> None:
        """Write the posts beside printed spaces, by city and from left to right."""
        self.position[layout.ANNEXES] = len(self.annexes)
        for n, (city, _, value) in enumerate(sorted(self.annexes)):
            self.position[layout.ANNEX + 2 * n] = city + 1
            self.position[layout.ANNEX + 2 * n + 1] = value

    def count_completed(self) -> None:
        """Count full cities and green cities with a post. [HT-INV-6]"""
        tables = self.ids.tables
        last = [first + count - 1 for first, count in zip(tables["post_first"], tables["post_count"], strict=True)]
        full = [tables["post_count"][n] and self.position[layout.POSTS + post] for n, post in enumerate(last)]
        green = {city for city, _, _ in self.annexes if tables["is_green"][city]}
        self.position[layout.COMPLETED] = sum(map(bool, full)) + len(green)
