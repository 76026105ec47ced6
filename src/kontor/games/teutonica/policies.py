"""The quick policies that play inside the kernel: uniform and light.

Light completes a route if it can, takes income when poor, and otherwise prefers spaces on routes where it
already stands; now and then it plays anything at all. Uniformly random play hardly ever ends the game.
"""

from __future__ import annotations

from typing import Final

from kontor.core.generator import Generator
from kontor.games.teutonica.layout import ACTIONS_LEFT
from kontor.games.teutonica.pieces import ABILITIES, EMPTY, KINDS, owner_of
from kontor.games.teutonica.steps.displacing import FEES
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import LIFTING, PUTTING, RELOCATION, REWARD, TURN

UNIFORM: Final = 0
LIGHT: Final = 1

WHIM: Final = 24  # light plays any move once in so many decisions
POOR: Final = 3  # light takes income with fewer pieces than this in the supply
NO_ROUTE: Final = -1000


def any_move(t: Table, generator: Generator) -> int:
    """One of the offered moves, each as likely."""
    return t.offers[generator.below(t.offered)]


def offers_below(t: Table, move: int) -> int:
    """How many offered moves have a lower number."""
    low, high = 0, t.offered
    while low < high:
        middle = (low + high) // 2
        if t.offers[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low


def one_between(t: Table, generator: Generator, first: int, end: int) -> int:
    """A random offered move from `first` up to but without `end`, or -1."""
    low = offers_below(t, first)
    count = offers_below(t, end) - low
    return t.offers[low + generator.below(count)] if count else -1


class Light:
    """The light policy; it knows with which number each sort of move begins."""

    income: int
    place: int
    place_end: int
    displace: int
    relocate: int
    put: int
    create: int
    create_end: int
    reward_nothing: int
    develop: int
    more_actions: int
    more_actions_end: int
    stop: int
    end_turn: int

    def __init__(self, first: dict[str, int]) -> None:
        self.income = first["income"]
        self.place = first["place"]
        self.place_end = first["place-blocked"]
        self.displace = first["displace"]
        self.relocate = first["relocate"]
        self.put = first["put"]
        self.create = first["create"]
        self.create_end = first["reward-post"]
        self.reward_nothing = first["reward-nothing"]
        self.develop = first["use-develop"]
        self.more_actions = first["use-actions-3"]
        self.more_actions_end = first["use-remove-3"]
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
            return self.near_own(t, generator, self.relocate, KINDS)
        if task == PUTTING:
            return self.near_own(t, generator, self.put, 1)
        if task == LIFTING and t.offers[t.offered - 1] == self.stop:
            return self.stop
        return any_move(t, generator)

    def in_turn(self, t: Table, generator: Generator) -> int:
        """Create, develop, take income when poor, or place where it helps most."""
        move = one_between(t, generator, self.create, self.create_end)
        if move < 0:
            move = one_between(t, generator, self.develop, self.develop + ABILITIES)
        if move < 0 and t.cells[ACTIONS_LEFT] == 0:
            move = one_between(t, generator, self.more_actions, self.more_actions_end)
            return move if move >= 0 else self.end_turn
        if move < 0 and t.supply_size(t.active()) < POOR and t.offers[0] < self.place:
            move = t.offers[offers_below(t, self.place) - 1]
        if move < 0:
            move = self.build_up(t, generator)
        return move if move >= 0 else any_move(t, generator)

    def build_up(self, t: Table, generator: Generator) -> int:
        """Place, or displace, on the route that is nearest to completion."""
        routes = t.board.routes
        start = generator.below(routes)
        best, best_worth = 0, NO_ROUTE
        for n in range(routes):
            route = n + start - routes if n + start >= routes else n + start
            worth = self.worth(t, route)
            if worth > best_worth:
                best, best_worth = route, worth
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

    def worth(self, t: Table, route: int) -> int:
        """How near the active seat is to filling the route: own pieces help, those of others hinder."""
        seat, own, others, free = t.active(), 0, 0, 0
        first = t.board.route_first[route]
        for space in range(first, first + t.board.route_size[route]):
            piece = t.piece_at(space)
            if piece == EMPTY:
                free += 1
            elif owner_of(piece) == seat:
                own += 1
            else:
                others += 1
        if free == 0 and own == 0:
            return NO_ROUTE + 1
        return 4 * own - 3 * others - free

    def reward(self, t: Table, generator: Generator) -> int:
        """Anything rather than nothing."""
        return t.offers[generator.below(t.offered - 1)]

    def near_own(self, t: Table, generator: Generator, first: int, kinds: int) -> int:
        """Of a few random spaces the one on the route with most own pieces; never `stop`."""
        count = t.offered - 1 if t.offers[t.offered - 1] == self.stop else t.offered
        best, best_own = t.offers[generator.below(count)], -1
        for _ in range(3):
            move = t.offers[generator.below(count)]
            space = (move - first) // kinds
            if 0 <= space < t.board.spaces:
                own = self.own_on(t, t.board.route_of[space])
                if own > best_own:
                    best, best_own = move, own
        return best

    def own_on(self, t: Table, route: int) -> int:
        """Pieces of the deciding seat on a route."""
        return t.on_route(t.decider(), 0, route) + t.on_route(t.decider(), 1, route)


class Policies:
    """Picks moves for every seat by its policy, and chance moves by their odds."""

    light: Light

    def __init__(self, first: dict[str, int]) -> None:
        self.light = Light(first)

    def choose(self, t: Table, generator: Generator, policy: int) -> int:
        """The move of a seat with the given policy."""
        if policy == LIGHT:
            return self.light.choose(t, generator)
        return any_move(t, generator)
