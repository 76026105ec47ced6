"""The posts in a position that is being read: on printed spaces, beside them and in green cities."""

from __future__ import annotations

from kontor.core.game import PositionBytes
from kontor.core.position_fields import entries, listed, number_of, refuse
from kontor.games.teutonica.formats.positions.pieces import PieceCount
from kontor.games.teutonica.formats.positions.terms import PLACED_IDS, Terms
from kontor.games.teutonica.rules import layout


class CityReader:
    """The posts of every city, and how many cities are complete."""

    def __init__(self, terms: Terms, position: PositionBytes, pieces: PieceCount) -> None:
        self.terms = terms
        self.position = position
        self.pieces = pieces
        self.annexes: list[tuple[int, int, int]] = []

    def read_posts(self, content: object) -> None:
        """Read the posts on printed spaces, without gaps from the left. [HT-INV-3]"""
        for key, value in entries(content, "posts").items():
            city = self.terms.city(key, "posts")
            row = listed(value, self.terms.facts["post_count"][city], f"posts.{key}")
            filled = [entry is not None for entry in row]
            if filled != sorted(filled, reverse=True):
                refuse("posts", f"leaves a gap left of a post in {key!r}", "HT-INV-3")
            first = layout.POSTS + self.terms.facts["post_first"][city]
            for n, entry in enumerate(row[: sum(filled)]):
                self.position[first + n] = self.terms.piece(entry, "posts")
                self.pieces.note_piece(self.position[first + n], "posts")

    def read_extra_posts(self, content: object) -> None:
        """Read the posts left of printed spaces. [HT-PST-8]"""
        field = "extra_posts"
        for key, value in entries(content, field).items():
            city = self.terms.city(key, field)
            if key in self.terms.greens:
                refuse(field, f"has posts in {key!r}, a green city, whose posts are 'green_posts'", "HT-EAS-4")
            for n, entry in enumerate(listed(value, layout.MOST_ANNEXES, field)):
                self.add_annex(city, n, self.terms.own_piece(entry, field), 0, field)

    def read_green_posts(self, content: object) -> None:
        """Read the posts of green cities with how each was placed. [HT-EAS-5, HT-PRM-7]"""
        field = "green_posts"
        for key, value in entries(content, field).items():
            number_of(key, self.terms.greens, field, "green city")
            for n, entry in enumerate(listed(value, layout.MOST_ANNEXES, field)):
                words = listed(entry, 3, field)
                how = number_of(words[2] if len(words) == 3 else None, PLACED_IDS, field, "way of placing")
                piece = self.terms.own_piece(words[:2], field)
                self.add_annex(self.terms.city(key, field), n, piece, how * layout.PERMANENT, field)

    def add_annex(self, city: int, place: int, piece: int, how: int, field: str) -> None:
        """Note a post beside printed spaces."""
        self.annexes.append((city, place, piece + how))
        self.pieces.note_piece(piece, field)

    def complete(self) -> None:
        """Write down what follows from the posts."""
        self.lay_annexes()
        self.count_completed()

    def lay_annexes(self) -> None:
        """Put the posts beside printed spaces into the list, by city and from left to right."""
        self.position[layout.ANNEXES] = len(self.annexes)
        for n, (city, _, value) in enumerate(sorted(self.annexes)):
            self.position[layout.ANNEX + 2 * n] = city + 1
            self.position[layout.ANNEX + 2 * n + 1] = value

    def count_completed(self) -> None:
        """Count full cities and green cities with a post. [HT-INV-6]"""
        facts = self.terms.facts
        last = [first + count - 1 for first, count in zip(facts["post_first"], facts["post_count"], strict=True)]
        full = [facts["post_count"][n] and self.position[layout.POSTS + post] for n, post in enumerate(last)]
        green = {city for city, _, _ in self.annexes if facts["is_green"][city]}
        self.position[layout.COMPLETED] = sum(map(bool, full)) + len(green)
