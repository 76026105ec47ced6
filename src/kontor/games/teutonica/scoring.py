"""Final scoring, line by line, as if the game ended now. [HT-SCO-A … HT-SCO-H]"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.cities import controller, count_posts, largest_network, presence
from kontor.games.teutonica.layout import ATTACHED, MISSION, MOST_ATTACHED, SCORE, SPECIAL, UNUSED, USED
from kontor.games.teutonica.pieces import (
    ABILITIES,
    GOVERNOR,
    KEYS,
    MARKER_TYPES,
    NEUTRAL,
    OWNERS,
    SCHOLAR,
    SPECIAL_SPACES,
    UNKNOWN_CARD,
    highest_level,
    keys_value,
)
from kontor.games.teutonica.table import Table

TRACK: Final = 0
ABILITY_LINE: Final = 1
MARKER_LINE: Final = 2
SPECIAL_LINE: Final = 3
CITY_LINE: Final = 4
REGION_LINE: Final = 5
NETWORK_LINE: Final = 6
MISSION_LINE: Final = 7
LINES: Final = 8
LINE_NAMES: Final = ("track", "abilities", "markers", "special", "cities", "regions", "network", "mission")


def score_line(t: Table, owner: int, line: int, neutral_ranks: bool, two_places: bool) -> int:
    """The points of one line."""
    if line == TRACK:
        return t.cells[t.seat(owner) + SCORE]
    if line == ABILITY_LINE:
        return score_abilities(t, owner)
    if line == MARKER_LINE:
        return score_markers(t, owner)
    if line == SPECIAL_LINE:
        return score_special(t, owner)
    if line == CITY_LINE:
        return score_cities(t, owner)
    if line == REGION_LINE:
        return score_regions(t, owner, neutral_ranks, two_places)
    if line == NETWORK_LINE:
        return score_network(t, owner)
    return score_mission(t, owner)


def score_abilities(t: Table, owner: int) -> int:
    """4 per fully developed ability except City Keys, 7 with the favour *scholar*. [HT-SCO-B, HT-FAV-9]"""
    each = 7 if t.holder(SCHOLAR) == owner else 4
    points = 0
    for ability in range(ABILITIES):
        if ability != KEYS and t.level(owner, ability) == highest_level(ability):
            points += each
    return points


def markers_owned(t: Table, owner: int) -> int:
    """Markers used, unused and attached; plate markers do not count. [HT-SCO-C, HT-PRO-5, HT-RPL-7]"""
    count = 0
    for marker in range(MARKER_TYPES):
        count += t.cells[t.seat(owner) + UNUSED + marker] + t.cells[t.seat(owner) + USED + marker]
    for n in range(MOST_ATTACHED):
        if t.cells[ATTACHED + 3 * n] and t.cells[ATTACHED + 3 * n + 2] == owner:
            count += 1
    return count


def score_markers(t: Table, owner: int) -> int:
    """Points by the number of markers owned; more than ten count as ten. [HT-SCO-C]"""
    return t.board.marker_points[min(markers_owned(t, owner), 10)]


def score_special(t: Table, owner: int) -> int:
    """The sum of the special spaces held. [HT-SCO-D]"""
    points = 0
    for special in range(SPECIAL_SPACES):
        if t.cells[SPECIAL + special] == owner + 1:
            points += t.board.special_points[special]
    return points


def points_per_city(t: Table, owner: int) -> int:
    """2, or 4 with the favour *governor*. [HT-SCO-E, HT-FAV-8]"""
    return 4 if t.holder(GOVERNOR) == owner else 2


def score_cities(t: Table, owner: int) -> int:
    """The points of all controlled cities. [HT-SCO-E]"""
    controlled = 0
    for city in range(t.board.cities):
        if controller(t, city) == owner:
            controlled += 1
    return controlled * points_per_city(t, owner)


def score_network(t: Table, owner: int) -> int:
    """Posts in the largest network times the City Keys value. [HT-SCO-F]"""
    return largest_network(t, owner) * keys_value(t.level(owner, KEYS))


def score_mission(t: Table, owner: int) -> int:
    """1 per listed city with an own post, 5 more for control of all three. [HT-MIS-2, HT-SCO-H]"""
    card = t.cells[t.seat(owner) + MISSION]
    if card in (0, UNKNOWN_CARD):
        return 0
    cities = presence(t, owner)
    points, controlled = 0, 0
    for n in range(3):
        city = t.board.card_cities[3 * (card - 1) + n]
        points += cities >> city & 1
        if controller(t, city) == owner:
            controlled += 1
    return points + 5 if controlled == 3 else points


def standing(t: Table, owner: int, region: int) -> int:
    """Cities controlled and posts in a region as one number, higher is better; 0 without posts. [HT-REG-1]"""
    controlled, posts = 0, 0
    for city in range(t.board.cities):
        if t.board.region_cities[region] >> city & 1:
            if controller(t, city) == owner:
                controlled += 1
            posts += posts_of(t, owner, city)
    return 1024 * controlled + posts


def posts_of(t: Table, owner: int, city: int) -> int:
    """Posts of an owner in one city."""
    count_posts(t, city)
    return t.tally[owner]


def score_regions(t: Table, owner: int, neutral_ranks: bool, two_places: bool) -> int:
    """Prestige for the ranks in Wales and Scotland. [HT-SCO-G, HT-REG-2]"""
    points = 0
    for region in range(t.board.regions):
        points += score_region(t, owner, region, neutral_ranks, two_places)
    return points


def score_region(t: Table, owner: int, region: int, neutral_ranks: bool, two_places: bool) -> int:
    """The points of one region; ties share the places they occupy, rounded down. [HT-REG-3, HT-P2N-15]"""
    mine = standing(t, owner, region)
    if mine == 0:
        return 0
    ahead, tied = 0, 0
    for other in range(OWNERS):
        if other < t.players or (other == NEUTRAL and neutral_ranks):
            theirs = standing(t, other, region)
            ahead += theirs > mine
            tied += theirs == mine
    points = 0
    for place in range(ahead, min(ahead + (min(tied, 2) if two_places else tied), 3)):
        points += t.board.region_points[place]
    return points // tied
