"""Light policy: a fast player inside the kernel.

It creates a route if it can, takes income if its supply is small, and otherwise prefers routes on which it already
has pieces. Sometimes it plays a random move. Games of uniformly random players hardly ever end.
"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.fees import FEES
from kontor.games.teutonica.rules.layout import ACTIONS_LEFT, PAWN
from kontor.games.teutonica.rules.pieces import ABILITIES, DEVELOP_ABILITY, KINDS
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.reach import Reach
from kontor.games.teutonica.rules.rule_set import RuleSet
from kontor.games.teutonica.rules.tasks import LIFTING, PUTTING, RELOCATION, REWARD, TURN
from kontor.kernel.base_position import offers_below
from kontor.kernel.bit_sets import bit
from kontor.kernel.engine import random_move, random_move_between
from kontor.kernel.generator import Generator
from kontor.kernel.runtime.dialect import UInt64, lowest_bit

RANDOM_MOVE_EVERY: Final = 24  # one decision in so many is random
POOR: Final = 3  # takes income with fewer pieces than this in the supply
TRIES: Final = 4  # random moves that are compared
NO_ROUTE: Final = -1000
NO_PIECES: Final = 0  # the highest worth of a route without own pieces


class LightPolicy:
    """Light policy; it stores the number of the first move of each block."""

    reach: Reach
    place: int
    place_end: int
    displace: int
    relocate: int
    lift: int
    put: int
    create: int
    create_end: int
    reward_post: int
    reward_ability: int
    develop: int
    more_actions: int
    more_actions_end: int
    pawn: int
    pawn_end: int
    stop: int
    end_turn: int

    def __init__(self, rules: RuleSet) -> None:
        first = rules.first
        self.reach = rules.reach
        self.place = first["place"]
        self.place_end = first["place-blocked"]
        self.displace = first["displace"]
        self.relocate = first["relocate"]
        self.lift = first["lift"]
        self.put = first["put"]
        self.create = first["create"]
        self.create_end = first["reward-post"]
        self.reward_post = first["reward-post"]
        self.reward_ability = first["reward-ability"]
        self.develop = first["use-develop-ability"]
        self.more_actions = first["use-actions-3"]
        self.more_actions_end = first["use-remove-3"]
        self.pawn = first["pawn-free"]
        self.pawn_end = first["neutral-post"]
        self.stop = first["stop"]
        self.end_turn = first["end-turn"]

    def choose(self, p: Position, generator: Generator) -> int:
        """Return the move of the policy; the legal moves must be listed."""
        if p.offered == 1:
            return p.offers[0]
        if generator.below(RANDOM_MOVE_EVERY) == 0:
            return random_move(p, generator)
        task = p.task()
        if task == TURN:
            return self.turn_move(p, generator)
        if task == REWARD:
            return self.reward(p, generator)
        if task == RELOCATION:
            return self.space_to_fill(p, generator, self.relocate, KINDS)
        if task == PUTTING:
            return self.space_to_fill(p, generator, self.put, 1)
        if task == LIFTING:
            return self.lift_more(p, generator)
        return random_move(p, generator)

    def turn_move(self, p: Position, generator: Generator) -> int:
        """Return a move that creates, develops, takes income with a small supply, or places where it helps most."""
        move = -1
        if p.full_routes(p.active()):
            move = random_move_between(p, generator, self.create, self.create_end)
        if move < 0 and p.cells[PAWN]:
            move = self.move_pawn(p, generator)
        if move < 0 and p.unused(p.active(), DEVELOP_ABILITY):
            move = random_move_between(p, generator, self.develop, self.develop + ABILITIES)
        if move < 0 and p.cells[ACTIONS_LEFT] == 0:
            move = random_move_between(p, generator, self.more_actions, self.more_actions_end)
            return move if move >= 0 else self.end_turn
        if move < 0 and p.supply_size(p.active()) < POOR and p.offers[0] < self.place:
            move = p.offers[offers_below(p, self.place) - 1]
        if move < 0:
            move = self.place_or_displace(p, generator)
        if move < 0:
            move = self.piece_to_lift(p, generator)
        return move if move >= 0 else random_move(p, generator)

    def place_or_displace(self, p: Position, generator: Generator) -> int:
        """Return a move that places or displaces on the route nearest to completion, or -1."""
        best = self.best_route(p, generator.below(p.board.routes))
        first = p.board.route_first[best]
        end = first + p.board.route_size[best]
        move = random_move_between(p, generator, self.place + first * KINDS, self.place + end * KINDS)
        if move < 0:
            move = random_move_between(
                p,
                generator,
                self.displace + first * KINDS * FEES,
                self.displace + end * KINDS * FEES,
            )
        if move < 0:
            move = random_move_between(p, generator, self.place, self.place_end)
        return move

    def best_route(self, p: Position, start: int) -> int:
        """Return the best route within reach; of equal ones the first that follows `start`, cyclically."""
        routes = self.reach.routes(p)
        held = routes & p.held_routes(p.active())
        if held:
            best = self.best_of(p, held, start)
            if self.worth(p, best) > NO_PIECES:
                return best
        return self.best_of(p, routes, start)

    def best_of(self, p: Position, routes: UInt64, start: int) -> int:
        """Return the best of some routes, or `start` if there is none."""
        best, best_worth = start, NO_ROUTE
        below = bit(start) - 1
        for part in (routes & ~below, routes & below):
            left: UInt64 = part
            while left:
                route = lowest_bit(left)
                left &= left - 1
                worth = self.worth(p, route)
                if worth > best_worth:
                    best, best_worth = route, worth
        return best

    def worth(self, p: Position, route: int) -> int:
        """Return how close the active seat is to filling a route: own pieces and a marker add, rivals subtract."""
        own, free = p.pieces_on_route(p.active(), route), p.free_on(route)
        if free == 0 and own == 0:
            return NO_ROUTE
        others = p.board.route_size[route] - free - own
        return 4 * own - 3 * others - free + (1 if p.marker_on(route) else 0)

    def move_pawn(self, p: Position, generator: Generator) -> int:
        """Return a free or paid move of the pawn to a province with better routes, or -1. [HT-P2P-4, HT-P2P-5]"""
        first = offers_below(p, self.pawn)
        count = offers_below(p, self.pawn_end) - first
        if count == 0:
            return -1
        best, best_value = -1, self.province_value(p, p.cells[PAWN] - 1)
        for _ in range(TRIES):
            move = p.offers[first + generator.below(count)]
            value = self.province_value(p, (move - self.pawn) % p.board.provinces)
            if value > best_value:
                best, best_value = move, value
        return best

    def province_value(self, p: Position, province: int) -> int:
        """Return the value of the best route that borders a province."""
        best = NO_ROUTE
        routes: UInt64 = p.board.routes_beside[province]
        while routes:
            best = max(best, self.route_value(p, lowest_bit(routes)))
            routes &= routes - 1
        return best

    def reward(self, p: Position, generator: Generator) -> int:
        """Return a post in most cases if one is possible, otherwise a random reward."""
        post = random_move_between(p, generator, self.reward_post, self.reward_ability)
        if post >= 0 and generator.below(4):
            return post
        return p.offers[generator.below(p.offered - 1)]

    def space_to_fill(self, p: Position, generator: Generator, first: int, kinds: int) -> int:
        """Return the best of some random moves by the value of their route; never `stop`."""
        count = p.offered - 1 if p.offers[p.offered - 1] == self.stop else p.offered
        best, best_value = p.offers[generator.below(count)], NO_ROUTE
        for _ in range(TRIES):
            move = p.offers[generator.below(count)]
            space = (move - first) // kinds
            if 0 <= space < p.board.spaces:
                value = self.route_value(p, p.board.route_of[space])
                if value > best_value:
                    best, best_value = move, value
        return best

    def route_value(self, p: Position, route: int) -> int:
        """Return the value of placing another piece of the deciding seat on a route."""
        seat = p.decider()
        return 4 * p.pieces_on_route(seat, route) - 3 * p.rivals_on(seat, route) - p.board.route_size[route]

    def piece_to_lift(self, p: Position, generator: Generator) -> int:
        """Return a move that lifts a piece from a route with few own pieces, or -1."""
        best, best_own = -1, 5
        for _ in range(TRIES):
            move = random_move_between(p, generator, self.lift, self.put)
            if move >= 0:
                own = p.pieces_on_route(p.active(), p.board.route_of[move - self.lift])
                if own < best_own:
                    best, best_own = move, own
        return best

    def lift_more(self, p: Position, generator: Generator) -> int:
        """Return a move that lifts another single piece, or `stop` if that is allowed."""
        move = self.piece_to_lift(p, generator)
        may_stop = p.offers[p.offered - 1] == self.stop
        if move < 0 or (may_stop and p.pieces_on_route(p.active(), p.board.route_of[move - self.lift]) != 1):
            return self.stop
        return move
