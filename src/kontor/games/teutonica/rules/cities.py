"""Cities: posts, control, networks and the East–West connection."""

from __future__ import annotations

from kontor.games.teutonica.rules.layout import ANNEX, ANNEXES, COMPLETED, CONNECTED, PERMANENT, POSTS
from kontor.games.teutonica.rules.pieces import EMPTY, OWNERS, owner_of
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import (
    CITY_COMPLETED,
    COIN_SCORED,
    CONNECTION_MADE,
    EXTRA_POST_ESTABLISHED,
    GREEN_POST_ESTABLISHED,
    POST_ESTABLISHED,
)
from kontor.kernel.runtime.dialect import lowest_bit
from kontor.kernel.seats import NO_OWNER


def annex_city(p: Position, n: int) -> int:
    """Return the city of the n-th post beside the printed spaces."""
    return p.cells[ANNEX + 2 * n] - 1


def annex_piece(p: Position, n: int) -> int:
    """Return the piece of the n-th post beside the printed spaces."""
    return p.cells[ANNEX + 2 * n + 1] & (PERMANENT - 1)


def is_permanent(p: Position, n: int) -> bool:
    """Return whether the n-th post was established by the permanent marker. [HT-EAS-7]"""
    return p.cells[ANNEX + 2 * n + 1] >= PERMANENT


def insert_annex(p: Position, at: int, city: int, value: int) -> None:
    """Insert a post into the list of those beside the printed spaces."""
    for n in range(p.cells[ANNEXES], at, -1):
        p.cells[ANNEX + 2 * n] = p.cells[ANNEX + 2 * n - 2]
        p.cells[ANNEX + 2 * n + 1] = p.cells[ANNEX + 2 * n - 1]
    p.cells[ANNEX + 2 * at] = city + 1
    p.cells[ANNEX + 2 * at + 1] = value
    p.cells[ANNEXES] += 1


def annexes_before(p: Position, city: int) -> int:
    """Return the number of posts beside printed spaces in lower-numbered cities."""
    count = 0
    while count < p.cells[ANNEXES] and annex_city(p, count) < city:
        count += 1
    return count


def annexes_in(p: Position, city: int) -> int:
    """Return the number of posts beside the printed spaces of a city, or in a green city."""
    count = 0
    for n in range(p.cells[ANNEXES]):
        if annex_city(p, n) == city:
            count += 1
    return count


def next_post(p: Position, city: int) -> int:
    """Return the leftmost empty printed post space of a city, or -1. [HT-PST-2]"""
    first = p.board.post_first[city]
    for post in range(first, first + p.board.post_count[city]):
        if p.cells[POSTS + post] == EMPTY:
            return post
    return -1


def has_printed_post(p: Position, city: int) -> bool:
    """Return whether a printed space of the city has a post. [HT-PST-8]"""
    return p.board.post_count[city] > 0 and p.cells[POSTS + p.board.post_first[city]] != EMPTY


def count_posts(p: Position, city: int) -> None:
    """Count the posts of each owner in a city and store the place of each owner's rightmost post. [HT-CTL-2]"""
    for owner in range(OWNERS):
        p.tally[owner] = 0
    place = 0
    for n in range(p.cells[ANNEXES]):
        if annex_city(p, n) == city:
            count_post(p, annex_piece(p, n), place)
            place += 1
    first = p.board.post_first[city]
    for post in range(first, first + p.board.post_count[city]):
        if p.cells[POSTS + post] == EMPTY:
            return
        count_post(p, p.cells[POSTS + post], place)
        place += 1


def count_post(p: Position, piece: int, place: int) -> None:
    """Add one post to the counts."""
    p.tally[owner_of(piece)] += 1
    p.last[owner_of(piece)] = place


def controller(p: Position, city: int) -> int:
    """Return the owner of most posts in a city, ties to the rightmost post; NO_OWNER without posts. [HT-CTL-1]"""
    count_posts(p, city)
    best = NO_OWNER
    for owner in range(OWNERS):
        if p.tally[owner] and (
            best == NO_OWNER
            or p.tally[owner] > p.tally[best]
            or (p.tally[owner] == p.tally[best] and p.last[owner] > p.last[best])
        ):
            best = owner
    return best


def rightmost_owner(p: Position, city: int) -> int:
    """Return the owner of the rightmost post of a city, or NO_OWNER. [HT-BRI-3]"""
    first = p.board.post_first[city]
    for post in range(first + p.board.post_count[city] - 1, first - 1, -1):
        if p.cells[POSTS + post] != EMPTY:
            return owner_of(p.cells[POSTS + post])
    for n in range(p.cells[ANNEXES] - 1, -1, -1):
        if annex_city(p, n) == city:
            return owner_of(annex_piece(p, n))
    return NO_OWNER


def presence(p: Position, owner: int) -> int:
    """Return the cities in which an owner has a post, as a bit set."""
    cities = 0
    for post in range(p.board.posts):
        piece = p.cells[POSTS + post]
        if piece != EMPTY and owner_of(piece) == owner:
            cities |= 1 << p.board.post_city[post]
    for n in range(p.cells[ANNEXES]):
        if owner_of(annex_piece(p, n)) == owner:
            cities |= 1 << annex_city(p, n)
    return cities


def posts_of(p: Position, owner: int, city: int) -> int:
    """Return the number of posts of an owner in one city."""
    count_posts(p, city)
    return p.tally[owner]


def posts_in(p: Position, owner: int, cities: int) -> int:
    """Return the number of posts of an owner in the given cities. [HT-NET-1]"""
    count = 0
    for post in range(p.board.posts):
        piece = p.cells[POSTS + post]
        if piece != EMPTY and owner_of(piece) == owner and cities >> p.board.post_city[post] & 1:
            count += 1
    for n in range(p.cells[ANNEXES]):
        if owner_of(annex_piece(p, n)) == owner and cities >> annex_city(p, n) & 1:
            count += 1
    return count


def chain(p: Position, cities: int, start: int) -> int:
    """Return those of the given cities that printed routes connect to the start city. [HT-EWC-1]"""
    found = 1 << start
    grown = found
    while grown:
        reached = 0
        while grown:
            reached |= p.board.near[lowest_bit(grown)]
            grown &= grown - 1
        grown = reached & cities & ~found
        found |= grown
    return found


def largest_network(p: Position, owner: int) -> int:
    """Return the number of posts in the network with most posts. [HT-NET-1]"""
    left = presence(p, owner)
    best = 0
    while left:
        network = chain(p, left, lowest_bit(left))
        left &= ~network
        best = max(best, posts_in(p, owner, network))
    return best


def check_connection(p: Position, owner: int) -> None:
    """Score an East–West connection just made, once per owner. [HT-EWC-1, HT-EWC-2]"""
    rank = 0
    while rank < OWNERS and p.cells[CONNECTED + rank]:
        if p.cells[CONNECTED + rank] == owner + 1:
            return
        rank += 1
    east, west = p.board.east, p.board.west
    if posts_of(p, owner, east) == 0 or posts_of(p, owner, west) == 0:
        return
    if chain(p, presence(p, owner), east) >> west & 1:
        p.cells[CONNECTED + rank] = owner + 1
        points = p.board.connection_points[rank] if rank < 3 else 0
        p.score(owner, points)
        p.emit(CONNECTION_MADE, owner, rank + 1, points)


class Posts:
    """Establishing of posts; a module may replace it to react to every new post."""

    def post_established(self, p: Position, city: int) -> None:
        """React to a post just established in a city."""

    def finish_post(self, p: Position, owner: int, city: int) -> None:
        """Check the connection and call `post_established` after every new post. [HT-PST-7]"""
        check_connection(p, owner)
        self.post_established(p, city)

    def complete(self, p: Position, city: int) -> None:
        """Count a completed city. [HT-PST-6, HT-CMC-1]"""
        p.cells[COMPLETED] += 1
        p.emit(CITY_COMPLETED, city, p.cells[COMPLETED], 0)

    def fill(self, p: Position, piece: int, city: int) -> None:
        """Establish a post on the leftmost empty printed space. [HT-PST-2, HT-PST-5, HT-PST-6]"""
        post = next_post(p, city)
        p.put_post(post, piece)
        p.emit(POST_ESTABLISHED, piece, city, post - p.board.post_first[city])
        coin = p.board.post_coin[post]
        if coin:
            p.score(owner_of(piece), coin)
            p.emit(COIN_SCORED, owner_of(piece), city, coin)
        if next_post(p, city) < 0:
            self.complete(p, city)
        self.finish_post(p, owner_of(piece), city)

    def add_left(self, p: Position, piece: int, city: int) -> None:
        """Establish an extra post to the left of all other posts. [HT-PST-8, HT-EAS-4, HT-EAS-5]"""
        p.emit(EXTRA_POST_ESTABLISHED, piece, city, 0)
        self.add_beside(p, piece, city, annexes_before(p, city))

    def add_right(self, p: Position, piece: int, city: int) -> None:
        """Establish a post in a green city to the right of all posts there. [HT-PRM-7]"""
        p.emit(GREEN_POST_ESTABLISHED, piece, city, 0)
        self.add_beside(p, piece + PERMANENT, city, annexes_before(p, city + 1))

    def add_beside(self, p: Position, value: int, city: int, at: int) -> None:
        """Establish a post beside printed spaces; the first one completes a green city. [HT-EAS-5]"""
        if p.board.is_green[city] and annexes_in(p, city) == 0:
            self.complete(p, city)
        insert_annex(p, at, city, value)
        self.finish_post(p, owner_of(value & (PERMANENT - 1)), city)
