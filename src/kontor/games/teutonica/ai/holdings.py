"""Values derived from the posts, recomputed only when a post has changed: the search needs them at every node."""

from __future__ import annotations

from array import array

from kontor.games.teutonica.rules.cities import controller, largest_network, posts_in, presence
from kontor.games.teutonica.rules.layout import ANNEX, ANNEXES, MOST_ANNEXES, MOST_POSTS, POSTS
from kontor.games.teutonica.rules.pieces import OWNERS
from kontor.games.teutonica.rules.position import Position
from kontor.kernel.runtime.dialect import Cells, Ints


class Holdings:
    """Controller of every city; cities, posts and networks of every seat."""

    posts_seen: Cells
    annexes_seen: Cells
    annex_count: int
    controllers: Ints  # by city
    controlled: Ints  # cities, by owner; the arrays below are by owner too
    presences: Ints
    posts: Ints
    networks: Ints

    def __init__(self, cities: int) -> None:
        self.posts_seen = bytearray(MOST_POSTS)
        self.annexes_seen = bytearray(2 * MOST_ANNEXES)
        self.annex_count = -1
        self.controllers = array("i", [0] * cities)
        self.controlled = array("i", [0] * OWNERS)
        self.presences = array("i", [0] * OWNERS)
        self.posts = array("i", [0] * OWNERS)
        self.networks = array("i", [0] * OWNERS)

    def refresh(self, p: Position) -> None:
        """Recompute if the posts have changed."""
        if not self.is_up_to_date(p):
            self.note_posts(p)
            self.count(p)

    def is_up_to_date(self, p: Position) -> bool:
        """Return whether the posts are unchanged since the last computation."""
        if p.cells[ANNEXES] != self.annex_count:
            return False
        for n in range(p.board.posts):
            if p.cells[POSTS + n] != self.posts_seen[n]:
                return False
        for n in range(2 * self.annex_count):
            if p.cells[ANNEX + n] != self.annexes_seen[n]:
                return False
        return True

    def note_posts(self, p: Position) -> None:
        """Store the current posts."""
        self.annex_count = p.cells[ANNEXES]
        for n in range(p.board.posts):
            self.posts_seen[n] = p.cells[POSTS + n]
        for n in range(2 * self.annex_count):
            self.annexes_seen[n] = p.cells[ANNEX + n]

    def count(self, p: Position) -> None:
        """Compute all values from the current posts."""
        for owner in range(OWNERS):
            self.controlled[owner] = 0
            self.presences[owner] = presence(p, owner)
            self.posts[owner] = posts_in(p, owner, self.presences[owner])
            self.networks[owner] = largest_network(p, owner)
        for city in range(p.board.cities):
            holder = controller(p, city)
            self.controllers[city] = holder
            if holder < OWNERS:
                self.controlled[holder] += 1
