"""The light policy, which plays inside the kernel.

It completes a route if it can, takes income when poor, and otherwise prefers spaces on routes where it
already stands; now and then it plays anything at all. Uniformly random play hardly ever ends the game.
"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.fees import FEES
from kontor.games.teutonica.rules.layout import ACTIONS_LEFT, PAWN
from kontor.games.teutonica.rules.pieces import ABILITIES, KINDS
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.reach import Reach
from kontor.games.teutonica.rules.rule_set import Rules
from kontor.games.teutonica.rules.tasks import LIFTING, PUTTING, RELOCATION, REWARD, TURN
from kontor.kernel.base_position import offers_below
from kontor.kernel.engine import random_move, random_move_between
from kontor.kernel.generator import Generator

WHIM: Final = 24  # light plays any move once in so many decisions
POOR: Final = 3  # light takes income with fewer pieces than this in the supply
TRIES: Final = 4  # moves light compares when it does not look at all of them
NO_ROUTE: Final = -1000


class Light:
    """The light policy; it knows with which number each sort of move begins."""

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

    def __init__(self, rules: Rules) -> None:
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
        self.develop = first["use-develop"]
        self.more_actions = first["use-actions-3"]
        self.more_actions_end = first["use-remove-3"]
        self.pawn = first["pawn-free"]
        self.pawn_end = first["neutral-post"]
        self.stop = first["stop"]
        self.end_turn = first["end-turn"]

    def choose(self, p: Position, generator: Generator) -> int:
        """The move the policy makes; the moves have been listed."""
        if p.offered == 1:
            return p.offers[0]
        if generator.below(WHIM) == 0:
            return random_move(p, generator)
        task = p.task()
        if task == TURN:
            return self.in_turn(p, generator)
        if task == REWARD:
            return self.reward(p, generator)
        if task == RELOCATION:
            return self.gather(p, generator, self.relocate, KINDS)
        if task == PUTTING:
            return self.gather(p, generator, self.put, 1)
        if task == LIFTING:
            return self.lift_more(p, generator)
        return random_move(p, generator)

    def in_turn(self, p: Position, generator: Generator) -> int:
        """Create, develop, take income when poor, or place where it helps most."""
        move = random_move_between(p, generator, self.create, self.create_end)
        if move < 0 and p.cells[PAWN]:
            move = self.stroll(p, generator)
        if move < 0:
            move = random_move_between(p, generator, self.develop, self.develop + ABILITIES)
        if move < 0 and p.cells[ACTIONS_LEFT] == 0:
            move = random_move_between(p, generator, self.more_actions, self.more_actions_end)
            return move if move >= 0 else self.end_turn
        if move < 0 and p.supply_size(p.active()) < POOR and p.offers[0] < self.place:
            move = p.offers[offers_below(p, self.place) - 1]
        if move < 0:
            move = self.build_up(p, generator)
        if move < 0:
            move = self.loner(p, generator)
        return move if move >= 0 else random_move(p, generator)

    def build_up(self, p: Position, generator: Generator) -> int:
        """Place, or displace, on the route that is nearest to completion."""
        start = generator.below(p.board.routes)
        best = self.best_between(p, start, p.board.routes, start)
        best = self.best_between(p, 0, start, best)
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

    def best_between(self, p: Position, first: int, end: int, best: int) -> int:
        """The first route in a row that is worth more than the best so far and all others in the row."""
        best_worth = self.worth(p, best) if self.reach.lies_open(p, best) else NO_ROUTE
        for route in range(first, end):
            worth = self.worth(p, route)
            if worth > best_worth and self.reach.lies_open(p, route):
                best, best_worth = route, worth
        return best

    def worth(self, p: Position, route: int) -> int:
        """How near the active seat is to filling the route: own pieces and a marker help, rivals hinder."""
        own, free = p.standing_on(p.active(), route), p.free_on(route)
        if free == 0 and own == 0:
            return NO_ROUTE
        others = p.board.route_size[route] - free - own
        return 4 * own - 3 * others - free + (1 if p.marker_on(route) else 0)

    def stroll(self, p: Position, generator: Generator) -> int:
        """Bring the pawn to a province with better routes, free or paid, or -1. [HT-P2P-4, HT-P2P-5]"""
        best, best_pull = -1, self.pull_of_province(p, p.cells[PAWN] - 1)
        for _ in range(TRIES):
            move = random_move_between(p, generator, self.pawn, self.pawn_end)
            if move >= 0:
                pull = self.pull_of_province(p, (move - self.pawn) % p.board.provinces)
                if pull > best_pull:
                    best, best_pull = move, pull
        return best

    def pull_of_province(self, p: Position, province: int) -> int:
        """The pull of the best route that borders a province."""
        best = NO_ROUTE
        for route in range(p.board.routes):
            if p.board.borders[province * p.board.routes + route]:
                best = max(best, self.pull(p, route))
        return best

    def reward(self, p: Position, generator: Generator) -> int:
        """A post if there is one, else anything rather than nothing; now and then something else first."""
        post = random_move_between(p, generator, self.reward_post, self.reward_ability)
        if post >= 0 and generator.below(4):
            return post
        return p.offers[generator.below(p.offered - 1)]

    def gather(self, p: Position, generator: Generator, first: int, kinds: int) -> int:
        """Of some random spaces the one on the route with most own pieces and fewest others; never `stop`."""
        count = p.offered - 1 if p.offers[p.offered - 1] == self.stop else p.offered
        best, best_pull = p.offers[generator.below(count)], NO_ROUTE
        for _ in range(TRIES):
            move = p.offers[generator.below(count)]
            space = (move - first) // kinds
            if 0 <= space < p.board.spaces:
                pull = self.pull(p, p.board.route_of[space])
                if pull > best_pull:
                    best, best_pull = move, pull
        return best

    def pull(self, p: Position, route: int) -> int:
        """How much a route attracts another piece of the deciding seat."""
        seat = p.decider()
        return 4 * p.standing_on(seat, route) - 3 * p.rivals_on(seat, route) - p.board.route_size[route]

    def loner(self, p: Position, generator: Generator) -> int:
        """Lift a piece that stands on a route with few own pieces, or -1."""
        best, best_own = -1, 5
        for _ in range(TRIES):
            move = random_move_between(p, generator, self.lift, self.put)
            if move >= 0:
                own = p.standing_on(p.active(), p.board.route_of[move - self.lift])
                if own < best_own:
                    best, best_own = move, own
        return best

    def lift_more(self, p: Position, generator: Generator) -> int:
        """Lift another piece that stands alone, or stop if that is allowed."""
        move = self.loner(p, generator)
        may_stop = p.offers[p.offered - 1] == self.stop
        if move < 0 or (may_stop and p.standing_on(p.active(), p.board.route_of[move - self.lift]) != 1):
            return self.stop
        return move
