"""Values derived from the posts, recomputed only when a post has changed: the search needs them at every node."""

from __future__ import annotations

from array import array

from kontor.games.teutonica.rules.cities import annex_city, annex_piece, controller, largest_network, next_post
from kontor.games.teutonica.rules.layout import ANNEX, ANNEXES, MOST_ANNEXES, MOST_POSTS, POSTS
from kontor.games.teutonica.rules.pieces import EMPTY, OWNERS, PRIVILEGE_VALUES, owner_of
from kontor.games.teutonica.rules.position import Position
from kontor.kernel.runtime.dialect import Cells, Ints, copy_cells, equal_cells


class Holdings:
    """Controller of every city; cities, posts and networks of every seat."""

    posts_seen: Cells
    annexes_seen: Cells
    annex_count: int
    version: int  # increased by every computation
    controllers: Ints  # by city
    controlled: Ints  # cities, by owner; the arrays below are by owner too
    presences: Ints
    posts: Ints
    networks: Ints
    open_cities: Ints  # privilege -> cities whose next post it allows [HT-PST-4]

    def __init__(self, cities: int) -> None:
        self.posts_seen = bytearray(MOST_POSTS)
        self.annexes_seen = bytearray(2 * MOST_ANNEXES)
        self.annex_count = -1
        self.version = 0
        self.controllers = array("i", [0] * cities)
        self.controlled = array("i", [0] * OWNERS)
        self.presences = array("i", [0] * OWNERS)
        self.posts = array("i", [0] * OWNERS)
        self.networks = array("i", [0] * OWNERS)
        self.open_cities = array("i", [0] * len(PRIVILEGE_VALUES))

    def refresh(self, p: Position) -> None:
        """Recompute if the posts have changed."""
        if not self.is_up_to_date(p):
            self.note_posts(p)
            self.count(p)
            self.version += 1

    def is_up_to_date(self, p: Position) -> bool:
        """Return whether the posts are unchanged since the last computation."""
        if p.cells[ANNEXES] != self.annex_count:
            return False
        return equal_cells(p.cells, POSTS, self.posts_seen, 0, MOST_POSTS) and equal_cells(
            p.cells, ANNEX, self.annexes_seen, 0, 2 * self.annex_count
        )

    def note_posts(self, p: Position) -> None:
        """Store the current posts."""
        self.annex_count = p.cells[ANNEXES]
        copy_cells(self.posts_seen, 0, p.cells, POSTS, MOST_POSTS)
        copy_cells(self.annexes_seen, 0, p.cells, ANNEX, 2 * self.annex_count)

    def count(self, p: Position) -> None:
        """Compute all values from the current posts."""
        for owner in range(OWNERS):
            self.controlled[owner], self.presences[owner], self.posts[owner] = 0, 0, 0
        for post in range(p.board.posts):
            if p.cells[POSTS + post] != EMPTY:
                self.add_post(p.cells[POSTS + post], p.board.post_city[post])
        for n in range(self.annex_count):
            self.add_post(annex_piece(p, n), annex_city(p, n))
        for owner in range(OWNERS):
            self.networks[owner] = largest_network(p, owner) if self.posts[owner] > 1 else self.posts[owner]
        self.count_open_cities(p)
        for city in range(p.board.cities):
            holder = controller(p, city)
            self.controllers[city] = holder
            if holder < OWNERS:
                self.controlled[holder] += 1

    def add_post(self, piece: int, city: int) -> None:
        """Count a post of the owner of a piece."""
        self.posts[owner_of(piece)] += 1
        self.presences[owner_of(piece)] |= 1 << city

    def count_open_cities(self, p: Position) -> None:
        """Count the cities whose next post each privilege allows. [HT-PST-4]"""
        for privilege in range(len(PRIVILEGE_VALUES)):
            self.open_cities[privilege] = 0
        for city in range(p.board.cities):
            post = next_post(p, city)
            if post >= 0:
                for privilege in range(p.board.post_privilege[post], len(PRIVILEGE_VALUES)):
                    self.open_cities[privilege] += 1
