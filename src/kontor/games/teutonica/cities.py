"""Cities: who stands where, who controls them, networks and the East–West connection."""

from __future__ import annotations

from kontor.games.teutonica.facts import (
    CITY_COMPLETED,
    COIN_SCORED,
    CONNECTION_MADE,
    EXTRA_POST_ESTABLISHED,
    GREEN_POST_ESTABLISHED,
    POST_ESTABLISHED,
)
from kontor.games.teutonica.layout import ANNEX, ANNEXES, COMPLETED, CONNECTED, PERMANENT, POSTS
from kontor.games.teutonica.pieces import EMPTY, NOBODY, OWNERS, owner_of
from kontor.games.teutonica.table import Table


def annex_city(t: Table, n: int) -> int:
    """The city of the n-th post beside the printed spaces."""
    return t.cells[ANNEX + 2 * n] - 1


def annex_piece(t: Table, n: int) -> int:
    """The piece of the n-th post beside the printed spaces."""
    return t.cells[ANNEX + 2 * n + 1] & (PERMANENT - 1)


def is_permanent(t: Table, n: int) -> bool:
    """Whether the permanent marker put the n-th post there. [HT-EAS-7]"""
    return t.cells[ANNEX + 2 * n + 1] >= PERMANENT


def insert_annex(t: Table, at: int, city: int, value: int) -> None:
    """Insert a post into the list of those beside the printed spaces."""
    for n in range(t.cells[ANNEXES], at, -1):
        t.cells[ANNEX + 2 * n] = t.cells[ANNEX + 2 * n - 2]
        t.cells[ANNEX + 2 * n + 1] = t.cells[ANNEX + 2 * n - 1]
    t.cells[ANNEX + 2 * at] = city + 1
    t.cells[ANNEX + 2 * at + 1] = value
    t.cells[ANNEXES] += 1


def annexes_before(t: Table, city: int) -> int:
    """How many posts beside printed spaces stand in cities with a lower number."""
    count = 0
    while count < t.cells[ANNEXES] and annex_city(t, count) < city:
        count += 1
    return count


def annexes_in(t: Table, city: int) -> int:
    """How many posts stand beside the printed spaces of a city, or in a green city."""
    count = 0
    for n in range(t.cells[ANNEXES]):
        if annex_city(t, n) == city:
            count += 1
    return count


def next_post(t: Table, city: int) -> int:
    """The leftmost empty printed post space of a city, or -1. [HT-PST-2]"""
    first = t.board.post_first[city]
    for post in range(first, first + t.board.post_count[city]):
        if t.cells[POSTS + post] == EMPTY:
            return post
    return -1


def has_printed_post(t: Table, city: int) -> bool:
    """Whether a post stands on a printed space of the city. [HT-PST-8]"""
    return t.board.post_count[city] > 0 and t.cells[POSTS + t.board.post_first[city]] != EMPTY


def count_posts(t: Table, city: int) -> None:
    """Fill the tally with the posts of each owner in a city and where the rightmost stands. [HT-CTL-2]"""
    for owner in range(OWNERS):
        t.tally[owner] = 0
    place = 0
    for n in range(t.cells[ANNEXES]):
        if annex_city(t, n) == city:
            note_post(t, annex_piece(t, n), place)
            place += 1
    first = t.board.post_first[city]
    for post in range(first, first + t.board.post_count[city]):
        if t.cells[POSTS + post] == EMPTY:
            return
        note_post(t, t.cells[POSTS + post], place)
        place += 1


def note_post(t: Table, piece: int, place: int) -> None:
    """Count one post in the tally."""
    t.tally[owner_of(piece)] += 1
    t.last[owner_of(piece)] = place


def controller(t: Table, city: int) -> int:
    """Who controls a city: most posts, then the rightmost of the tied; NOBODY without posts. [HT-CTL-1]"""
    count_posts(t, city)
    best = NOBODY
    for owner in range(OWNERS):
        if t.tally[owner] and (
            best == NOBODY
            or t.tally[owner] > t.tally[best]
            or (t.tally[owner] == t.tally[best] and t.last[owner] > t.last[best])
        ):
            best = owner
    return best


def rightmost_owner(t: Table, city: int) -> int:
    """Who owns the rightmost post present in a city, or NOBODY. [HT-BRI-3]"""
    first = t.board.post_first[city]
    for post in range(first + t.board.post_count[city] - 1, first - 1, -1):
        if t.cells[POSTS + post] != EMPTY:
            return owner_of(t.cells[POSTS + post])
    for n in range(t.cells[ANNEXES] - 1, -1, -1):
        if annex_city(t, n) == city:
            return owner_of(annex_piece(t, n))
    return NOBODY


def presence(t: Table, owner: int) -> int:
    """The cities in which an owner has a post, as bits."""
    cities = 0
    for post in range(t.board.posts):
        piece = t.cells[POSTS + post]
        if piece != EMPTY and owner_of(piece) == owner:
            cities |= 1 << t.board.post_city[post]
    for n in range(t.cells[ANNEXES]):
        if owner_of(annex_piece(t, n)) == owner:
            cities |= 1 << annex_city(t, n)
    return cities


def posts_in(t: Table, owner: int, cities: int) -> int:
    """How many posts an owner has in the given cities. [HT-NET-1]"""
    count = 0
    for post in range(t.board.posts):
        piece = t.cells[POSTS + post]
        if piece != EMPTY and owner_of(piece) == owner and cities >> t.board.post_city[post] & 1:
            count += 1
    for n in range(t.cells[ANNEXES]):
        if owner_of(annex_piece(t, n)) == owner and cities >> annex_city(t, n) & 1:
            count += 1
    return count


def chain(t: Table, cities: int, start: int) -> int:
    """The cities among the given ones that a chain of printed routes joins to the start. [HT-EWC-1]"""
    found = 1 << start
    grown = found
    while grown:
        reached = 0
        for city in range(t.board.cities):
            if grown >> city & 1:
                reached |= t.board.near[city]
        grown = reached & cities & ~found
        found |= grown
    return found


def largest_network(t: Table, owner: int) -> int:
    """The number of posts in the network with most posts. [HT-NET-1]"""
    left = presence(t, owner)
    best = 0
    for city in range(t.board.cities):
        if left >> city & 1:
            network = chain(t, left, city)
            left &= ~network
            best = max(best, posts_in(t, owner, network))
    return best


def check_connection(t: Table, owner: int) -> None:
    """Give the prestige for an East–West connection just made, once per owner. [HT-EWC-1, HT-EWC-2]"""
    rank = 0
    while rank < OWNERS and t.cells[CONNECTED + rank]:
        if t.cells[CONNECTED + rank] == owner + 1:
            return
        rank += 1
    cities = presence(t, owner)
    east, west = t.board.east, t.board.west
    if cities >> east & 1 and cities >> west & 1 and chain(t, cities, east) >> west & 1:
        t.cells[CONNECTED + rank] = owner + 1
        points = t.board.connection_points[rank] if rank < 3 else 0
        t.score(owner, points)
        t.tell(CONNECTION_MADE, owner, rank + 1, points)


class Posts:
    """Establishing posts; a module may listen to every new one."""

    def announce(self, t: Table, city: int) -> None:
        """Hear of a post just established in a city."""

    def settle(self, t: Table, owner: int, city: int) -> None:
        """Do what follows every new post. [HT-PST-7]"""
        check_connection(t, owner)
        self.announce(t, city)

    def complete(self, t: Table, city: int) -> None:
        """Count a completed city. [HT-PST-6, HT-CMC-1]"""
        t.cells[COMPLETED] += 1
        t.tell(CITY_COMPLETED, city, t.cells[COMPLETED], 0)

    def fill(self, t: Table, piece: int, city: int) -> None:
        """Establish a post on the leftmost empty printed space. [HT-PST-2, HT-PST-5, HT-PST-6]"""
        post = next_post(t, city)
        t.cells[POSTS + post] = piece
        t.tell(POST_ESTABLISHED, piece, city, post - t.board.post_first[city])
        coin = t.board.post_coin[post]
        if coin:
            t.score(owner_of(piece), coin)
            t.tell(COIN_SCORED, owner_of(piece), city, coin)
        if next_post(t, city) < 0:
            self.complete(t, city)
        self.settle(t, owner_of(piece), city)

    def add_left(self, t: Table, piece: int, city: int) -> None:
        """Establish an extra post to the left of everything. [HT-PST-8, HT-EAS-4, HT-EAS-5]"""
        t.tell(EXTRA_POST_ESTABLISHED, piece, city, 0)
        self.add_beside(t, piece, city, annexes_before(t, city))

    def add_right(self, t: Table, piece: int, city: int) -> None:
        """Put a post into a green city to the right of all posts there. [HT-PRM-7]"""
        t.tell(GREEN_POST_ESTABLISHED, piece, city, 0)
        self.add_beside(t, piece + PERMANENT, city, annexes_before(t, city + 1))

    def add_beside(self, t: Table, value: int, city: int, at: int) -> None:
        """Establish a post beside printed spaces; the first one completes a green city. [HT-EAS-5]"""
        if t.board.is_green[city] and annexes_in(t, city) == 0:
            self.complete(t, city)
        insert_annex(t, at, city, value)
        self.settle(t, owner_of(value & (PERMANENT - 1)), city)
