"""The light policy, which plays inside the kernel.

It completes a route if it can, takes income when poor, and otherwise prefers spaces on routes where it
already stands; now and then it plays anything at all. Uniformly random play hardly ever ends the game.
"""

from __future__ import annotations

from typing import Final

from kontor.core.engine import any_move, one_between
from kontor.core.generator import Generator
from kontor.core.table import offers_below
from kontor.games.teutonica.fees import FEES
from kontor.games.teutonica.layout import ACTIONS_LEFT, PAWN
from kontor.games.teutonica.pieces import ABILITIES, KINDS
from kontor.games.teutonica.reach import Reach
from kontor.games.teutonica.rules import Rules
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import LIFTING, PUTTING, RELOCATION, REWARD, TURN

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

    def choose(self, t: Table, generator: Generator) -> int:
        """The move the policy makes; the moves have been listed."""
        if t.offered == 1:
            return t.offers[0]
        if generator.below(WHIM) == 0:
            return any_move(t, generator)
        task = t.task()
        if task == TURN:
            return self.in_turn(t, generator)
        if task == REWARD:
            return self.reward(t, generator)
        if task == RELOCATION:
            return self.gather(t, generator, self.relocate, KINDS)
        if task == PUTTING:
            return self.gather(t, generator, self.put, 1)
        if task == LIFTING:
            return self.lift_more(t, generator)
        return any_move(t, generator)

    def in_turn(self, t: Table, generator: Generator) -> int:
        """Create, develop, take income when poor, or place where it helps most."""
        move = one_between(t, generator, self.create, self.create_end)
        if move < 0 and t.cells[PAWN]:
            move = self.stroll(t, generator)
        if move < 0:
            move = one_between(t, generator, self.develop, self.develop + ABILITIES)
        if move < 0 and t.cells[ACTIONS_LEFT] == 0:
            move = one_between(t, generator, self.more_actions, self.more_actions_end)
            return move if move >= 0 else self.end_turn
        if move < 0 and t.supply_size(t.active()) < POOR and t.offers[0] < self.place:
            move = t.offers[offers_below(t, self.place) - 1]
        if move < 0:
            move = self.build_up(t, generator)
        if move < 0:
            move = self.loner(t, generator)
        return move if move >= 0 else any_move(t, generator)

    def build_up(self, t: Table, generator: Generator) -> int:
        """Place, or displace, on the route that is nearest to completion."""
        start = generator.below(t.board.routes)
        best = self.best_between(t, start, t.board.routes, start)
        best = self.best_between(t, 0, start, best)
        first = t.board.route_first[best]
        end = first + t.board.route_size[best]
        move = one_between(t, generator, self.place + first * KINDS, self.place + end * KINDS)
        if move < 0:
            move = one_between(
                t,
                generator,
                self.displace + first * KINDS * FEES,
                self.displace + end * KINDS * FEES,
            )
        if move < 0:
            move = one_between(t, generator, self.place, self.place_end)
        return move

    def best_between(self, t: Table, first: int, end: int, best: int) -> int:
        """The first route in a row that is worth more than the best so far and all others in the row."""
        best_worth = self.worth(t, best) if self.reach.lies_open(t, best) else NO_ROUTE
        for route in range(first, end):
            worth = self.worth(t, route)
            if worth > best_worth and self.reach.lies_open(t, route):
                best, best_worth = route, worth
        return best

    def worth(self, t: Table, route: int) -> int:
        """How near the active seat is to filling the route: own pieces and a marker help, rivals hinder."""
        own, free = t.standing_on(t.active(), route), t.free_on(route)
        if free == 0 and own == 0:
            return NO_ROUTE
        others = t.board.route_size[route] - free - own
        return 4 * own - 3 * others - free + (1 if t.marker_on(route) else 0)

    def stroll(self, t: Table, generator: Generator) -> int:
        """Bring the pawn to a province with better routes, free or paid, or -1. [HT-P2P-4, HT-P2P-5]"""
        best, best_pull = -1, self.pull_of_province(t, t.cells[PAWN] - 1)
        for _ in range(TRIES):
            move = one_between(t, generator, self.pawn, self.pawn_end)
            if move >= 0:
                pull = self.pull_of_province(t, (move - self.pawn) % t.board.provinces)
                if pull > best_pull:
                    best, best_pull = move, pull
        return best

    def pull_of_province(self, t: Table, province: int) -> int:
        """The pull of the best route that borders a province."""
        best = NO_ROUTE
        for route in range(t.board.routes):
            if t.board.borders[province * t.board.routes + route]:
                best = max(best, self.pull(t, route))
        return best

    def reward(self, t: Table, generator: Generator) -> int:
        """A post if there is one, else anything rather than nothing; now and then something else first."""
        post = one_between(t, generator, self.reward_post, self.reward_ability)
        if post >= 0 and generator.below(4):
            return post
        return t.offers[generator.below(t.offered - 1)]

    def gather(self, t: Table, generator: Generator, first: int, kinds: int) -> int:
        """Of some random spaces the one on the route with most own pieces and fewest others; never `stop`."""
        count = t.offered - 1 if t.offers[t.offered - 1] == self.stop else t.offered
        best, best_pull = t.offers[generator.below(count)], NO_ROUTE
        for _ in range(TRIES):
            move = t.offers[generator.below(count)]
            space = (move - first) // kinds
            if 0 <= space < t.board.spaces:
                pull = self.pull(t, t.board.route_of[space])
                if pull > best_pull:
                    best, best_pull = move, pull
        return best

    def pull(self, t: Table, route: int) -> int:
        """How much a route attracts another piece of the deciding seat."""
        seat = t.decider()
        return 4 * t.standing_on(seat, route) - 3 * t.rivals_on(seat, route) - t.board.route_size[route]

    def loner(self, t: Table, generator: Generator) -> int:
        """Lift a piece that stands on a route with few own pieces, or -1."""
        best, best_own = -1, 5
        for _ in range(TRIES):
            move = one_between(t, generator, self.lift, self.put)
            if move >= 0:
                own = t.standing_on(t.active(), t.board.route_of[move - self.lift])
                if own < best_own:
                    best, best_own = move, own
        return best

    def lift_more(self, t: Table, generator: Generator) -> int:
        """Lift another piece that stands alone, or stop if that is allowed."""
        move = self.loner(t, generator)
        may_stop = t.offers[t.offered - 1] == self.stop
        if move < 0 or (may_stop and t.standing_on(t.active(), t.board.route_of[move - self.lift]) != 1):
            return self.stop
        return move
