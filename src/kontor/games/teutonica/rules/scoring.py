"""Final scoring, line by line, as if the game ended now. [HT-SCO-A … HT-SCO-H]"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.cities import controller, largest_network, posts_of, presence
from kontor.games.teutonica.rules.layout import ATTACHED, MISSION, MOST_ATTACHED, SCORE, SPECIAL, UNUSED, USED
from kontor.games.teutonica.rules.pieces import (
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
from kontor.games.teutonica.rules.position import Position

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


def score_line(p: Position, owner: int, line: int, neutral_ranks: bool, two_places: bool) -> int:
    """Return the points of one line."""
    if line == TRACK:
        return p.cells[p.seat(owner) + SCORE]
    if line == ABILITY_LINE:
        return score_abilities(p, owner)
    if line == MARKER_LINE:
        return score_markers(p, owner)
    if line == SPECIAL_LINE:
        return score_special(p, owner)
    if line == CITY_LINE:
        return score_cities(p, owner)
    if line == REGION_LINE:
        return score_regions(p, owner, neutral_ranks, two_places)
    if line == NETWORK_LINE:
        return score_network(p, owner)
    return score_mission(p, owner)


def score_abilities(p: Position, owner: int) -> int:
    """Return 4 points per complete ability except City Keys, 7 with the favour *scholar*. [HT-SCO-B, HT-FAV-9]"""
    each = 7 if p.holder(SCHOLAR) == owner else 4
    points = 0
    for ability in range(ABILITIES):
        if ability != KEYS and p.level(owner, ability) == highest_level(ability):
            points += each
    return points


def markers_owned(p: Position, owner: int) -> int:
    """Return the number of used, unused and attached markers, without the plate. [HT-SCO-C, HT-PRO-5, HT-RPL-7]"""
    count = 0
    for marker in range(MARKER_TYPES):
        count += p.cells[p.seat(owner) + UNUSED + marker] + p.cells[p.seat(owner) + USED + marker]
    for n in range(MOST_ATTACHED):
        if p.cells[ATTACHED + 3 * n] and p.cells[ATTACHED + 3 * n + 2] == owner:
            count += 1
    return count


def score_markers(p: Position, owner: int) -> int:
    """Return the points for the number of markers owned; more than ten count as ten. [HT-SCO-C]"""
    return p.board.marker_points[min(markers_owned(p, owner), 10)]


def score_special(p: Position, owner: int) -> int:
    """Return the points of the special spaces of an owner. [HT-SCO-D]"""
    points = 0
    for special in range(SPECIAL_SPACES):
        if p.cells[SPECIAL + special] == owner + 1:
            points += p.board.special_points[special]
    return points


def points_per_city(p: Position, owner: int) -> int:
    """Return the points per controlled city: 2, or 4 with the favour *governor*. [HT-SCO-E, HT-FAV-8]"""
    return 4 if p.holder(GOVERNOR) == owner else 2


def score_cities(p: Position, owner: int) -> int:
    """Return the points of all controlled cities. [HT-SCO-E]"""
    controlled = 0
    for city in range(p.board.cities):
        if controller(p, city) == owner:
            controlled += 1
    return controlled * points_per_city(p, owner)


def score_network(p: Position, owner: int) -> int:
    """Return the posts in the largest network times the City Keys value. [HT-SCO-F]"""
    return largest_network(p, owner) * keys_value(p.level(owner, KEYS))


def score_mission(p: Position, owner: int) -> int:
    """Return 1 point per city of the card with an own post, 5 more for control of all. [HT-MIS-2, HT-SCO-H]"""
    card = p.cells[p.seat(owner) + MISSION]
    if card in (0, UNKNOWN_CARD):
        return 0
    cities = presence(p, owner)
    points, controlled = 0, 0
    for n in range(3):
        city = p.board.card_cities[3 * (card - 1) + n]
        points += cities >> city & 1
        if controller(p, city) == owner:
            controlled += 1
    return points + 5 if controlled == 3 else points


def region_strength(p: Position, owner: int, region: int) -> int:
    """Return controlled cities and posts in a region as one number for ranking; 0 without posts. [HT-REG-1]"""
    controlled, posts = 0, 0
    for city in range(p.board.cities):
        if p.board.region_cities[region] >> city & 1:
            if controller(p, city) == owner:
                controlled += 1
            posts += posts_of(p, owner, city)
    return 1024 * controlled + posts


def score_regions(p: Position, owner: int, neutral_ranks: bool, two_places: bool) -> int:
    """Return the prestige for the ranks in Wales and Scotland. [HT-SCO-G, HT-REG-2]"""
    points = 0
    for region in range(p.board.regions):
        points += score_region(p, owner, region, neutral_ranks, two_places)
    return points


def score_region(p: Position, owner: int, region: int, neutral_ranks: bool, two_places: bool) -> int:
    """Return the points of one region; ties share the places they occupy, rounded down. [HT-REG-3, HT-P2N-15]"""
    mine = region_strength(p, owner, region)
    if mine == 0:
        return 0
    ahead, tied = 0, 0
    for other in range(OWNERS):
        if other < p.players or (other == NEUTRAL and neutral_ranks):
            theirs = region_strength(p, other, region)
            ahead += theirs > mine
            tied += theirs == mine
    points = 0
    for place in range(ahead, min(ahead + (min(tied, 2) if two_places else tied), 3)):
        points += p.board.region_points[place]
    return points // tied
