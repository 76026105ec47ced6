"""Use of bonus markers. [HT-TRN-7, HT-BMK-1, HT-BMK-4]"""

from __future__ import annotations

from typing import Any

from kontor.games.teutonica.rules.abilities import develop, gain_actions
from kontor.games.teutonica.rules.cities import annex_city, annex_piece, annexes_before, annexes_in, is_permanent
from kontor.games.teutonica.rules.layout import (
    ANNEX,
    ANNEXES,
    GIVEN_UP,
    MOST_ANNEXES,
    POSTS,
    SPACE_SETS,
    SPACES_IN_SET,
)
from kontor.games.teutonica.rules.pieces import (
    ABILITIES,
    ACTIONS_3,
    ACTIONS_4,
    DEVELOP_ABILITY,
    EMPTY,
    EXCHANGE_POSTS,
    FOUR_ACTIONS,
    MOVE_3,
    MOVED_PIECES,
    REMOVE_3,
    REMOVED_PIECES,
    THREE_ACTIONS,
    highest_level,
    owner_of,
)
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import MARKER_USED, POSTS_EXCHANGED
from kontor.games.teutonica.rules.reasons import (
    ABILITY_COMPLETE,
    ACTIONS_GIVEN_UP,
    LEGAL,
    MARKER_MISSING,
    NO_EXCHANGE_PAIR,
    NO_PERMANENT_PAIR,
    NO_RIGHT_NEIGHBOUR,
    NOTHING_TO_DEVELOP,
    NOTHING_TO_LIFT,
)
from kontor.games.teutonica.rules.steps.move import has_liftable, start_lifting
from kontor.games.teutonica.rules.steps.step import Step, marker_refusal
from kontor.games.teutonica.rules.tasks import ANY, LEFT, MUST, OTHERS, REMOVAL
from kontor.kernel.runtime.dialect import UInt64, lowest_bit


class MarkerStep(Step):
    """Base class of the steps that use one type of marker. [HT-BMK-1]"""

    marker: int

    def __init__(self, first: int, size: int, marker: int) -> None:
        super().__init__(first, size)
        self.marker = marker


class AnyMarkerStep(Step):
    """Step that uses an unused marker; each type has its own step. [HT-TRN-7]"""

    uses: list[MarkerStep]

    def __init__(self, first: int, size: int, uses: list[MarkerStep]) -> None:
        super().__init__(first, size)
        self.uses = uses

    def refusal(self, p: Position, choice: int) -> int:
        use: MarkerStep
        for use in self.uses:
            if use.covers(self.first + choice):
                return use.refusal(p, self.first + choice - use.first)
        return MARKER_MISSING  # of a module that is not in play

    def moves(self, p: Position) -> None:
        if not p.has_unused(p.active()):
            return
        use: MarkerStep
        for use in self.uses:
            if p.unused(p.active(), use.marker) > 0:
                use.moves(p)

    def apply(self, p: Position, choice: int) -> None:
        use: MarkerStep
        for use in self.uses:
            if use.covers(self.first + choice):
                use.apply(p, self.first + choice - use.first)
                return


def spend_marker(p: Position, marker: int) -> None:
    """Change a marker of the active seat to used. [HT-BMK-2]"""
    p.mark_used(p.active(), marker)
    p.emit(MARKER_USED, p.active(), marker, 0)


class ExchangePostsStep(MarkerStep):
    """Step of Exchange Posts: swap two neighbouring posts of a city. [HT-BMK-11, HT-BMK-12, HT-EAS-7]"""

    needs_own: bool

    def __init__(self, first: int, size: int, needs_own: bool) -> None:
        super().__init__(first, size, EXCHANGE_POSTS)
        self.needs_own = needs_own

    def pair_refusal(self, p: Position, left: int, right: int) -> int:
        """Return why two posts cannot be exchanged, or LEGAL. [HT-BMK-11]"""
        if left == EMPTY or right == EMPTY or owner_of(left) == owner_of(right):
            return NO_EXCHANGE_PAIR
        is_own = owner_of(left) == p.active() or owner_of(right) == p.active()
        return LEGAL if is_own or not self.needs_own else NO_EXCHANGE_PAIR

    def refusal(self, p: Position, choice: int) -> int:
        reason = marker_refusal(p, self.marker)
        if reason:
            return reason
        if choice >= p.board.posts:
            return self.green_refusal(p, choice)
        city = p.board.post_city[choice]
        if choice + 1 == p.board.post_first[city] + p.board.post_count[city]:
            return NO_RIGHT_NEIGHBOUR
        return self.pair_refusal(p, p.cells[POSTS + choice], p.cells[POSTS + choice + 1])

    def green_refusal(self, p: Position, choice: int) -> int:
        """Return why two posts of a green city cannot be exchanged, or LEGAL. [HT-EAS-7]"""
        city = self.green_city(p, (choice - p.board.posts) // MOST_ANNEXES)
        left = (choice - p.board.posts) % MOST_ANNEXES
        n = annexes_before(p, city) + left
        if left + 1 >= annexes_in(p, city) or not is_permanent(p, n) or not is_permanent(p, n + 1):
            return NO_PERMANENT_PAIR
        return self.pair_refusal(p, annex_piece(p, n), annex_piece(p, n + 1))

    def green_city(self, p: Position, number: int) -> int:
        """Return the green city with that many green cities before it."""
        city = 0
        while number or not p.board.is_green[city]:
            number -= p.board.is_green[city]
            city += 1
        return city

    def moves(self, p: Position) -> None:
        for part in range(SPACE_SETS):
            left: UInt64 = p.post_pairs(part)
            while left:
                post = part * SPACES_IN_SET + lowest_bit(left)
                left &= left - 1
                if self.pair_refusal(p, p.cells[POSTS + post], p.cells[POSTS + post + 1]) == LEGAL:
                    p.offer(self.first + post)
        for n in range(p.cells[ANNEXES] - 1):
            if p.board.is_green[annex_city(p, n)]:
                choice = self.green_choice(p, n)
                self.offer_legal(p, choice, choice + 1)

    def green_choice(self, p: Position, n: int) -> int:
        """Return the choice of the n-th post beside printed spaces and its right neighbour."""
        city = annex_city(p, n)
        greens_before = 0
        for other in range(city):
            greens_before += p.board.is_green[other]
        return p.board.posts + greens_before * MOST_ANNEXES + n - annexes_before(p, city)

    def apply(self, p: Position, choice: int) -> None:
        spend_marker(p, self.marker)
        if choice < p.board.posts:
            self.swap(p, POSTS + choice, POSTS + choice + 1)
            city = p.board.post_city[choice]
            p.emit(POSTS_EXCHANGED, p.active(), city, choice - p.board.post_first[city])
            return
        for n in range(p.cells[ANNEXES] - 1):
            if self.green_choice(p, n) == choice and p.board.is_green[annex_city(p, n)]:
                self.swap(p, ANNEX + 2 * n + 1, ANNEX + 2 * n + 3)
                p.emit(POSTS_EXCHANGED, p.active(), annex_city(p, n), n - annexes_before(p, annex_city(p, n)))
                return

    def swap(self, p: Position, a: int, b: int) -> None:
        """Swap two cells."""
        kept = p.cells[a]
        p.cells[a] = p.cells[b]
        p.cells[b] = kept


class DevelopByMarkerStep(MarkerStep):
    """Step of Develop: develop any one ability. [HT-BMK-3, HT-BMK-13]"""

    def refusal(self, p: Position, choice: int) -> int:
        reason = marker_refusal(p, self.marker)
        if reason or p.level(p.active(), choice) < highest_level(choice):
            return reason
        for ability in range(ABILITIES):
            if p.level(p.active(), ability) < highest_level(ability):
                return ABILITY_COMPLETE
        return NOTHING_TO_DEVELOP

    def apply(self, p: Position, choice: int) -> None:
        spend_marker(p, self.marker)
        develop(p, p.active(), choice)


class GainActionsStep(MarkerStep):
    """Step of +3 Actions and +4 Actions. [HT-BMK-14, HT-FAV-2]"""

    count: int

    def __init__(self, first: int, size: int, marker: int, count: int) -> None:
        super().__init__(first, size, marker)
        self.count = count

    def refusal(self, p: Position, choice: int) -> int:
        reason = marker_refusal(p, self.marker)
        if reason:
            return reason
        return ACTIONS_GIVEN_UP if p.cells[GIVEN_UP] else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        spend_marker(p, self.marker)
        gain_actions(p, p.active(), self.count)


class RemoveThreeStep(MarkerStep):
    """Step of Remove Three: start the removal of one to three pieces of any owners. [HT-BMK-15]"""

    def refusal(self, p: Position, choice: int) -> int:
        reason = marker_refusal(p, self.marker)
        if reason:
            return reason
        return LEGAL if has_liftable(p, ANY) else NOTHING_TO_LIFT

    def apply(self, p: Position, choice: int) -> None:
        spend_marker(p, self.marker)
        p.push(REMOVAL, p.active())
        p.set_argument(LEFT, REMOVED_PIECES)
        p.set_argument(MUST, 1)


class MoveThreeStep(MarkerStep):
    """Step of Move Three: start the move of one to three pieces of opponents. [HT-BMK-16]"""

    def refusal(self, p: Position, choice: int) -> int:
        reason = marker_refusal(p, self.marker)
        if reason:
            return reason
        return LEGAL if has_liftable(p, OTHERS) else NOTHING_TO_LIFT

    def apply(self, p: Position, choice: int) -> None:
        spend_marker(p, self.marker)
        start_lifting(p, OTHERS, MOVED_PIECES, 1)


def marker_steps(first: dict[str, int], size: dict[str, int], switches: dict[str, Any]) -> list[MarkerStep]:
    """Return the steps that use markers, without promo markers, in the order of their moves. [ED-04, AMB-17]"""
    remove, move = first["use-remove-3"], first["use-move-3"]
    if switches["three_marker"] == "move":
        three: list[MarkerStep] = [
            MoveThreeStep(remove, size["use-remove-3"], REMOVE_3),
            MoveThreeStep(move, size["use-move-3"], MOVE_3),
        ]
    else:
        three = [
            RemoveThreeStep(remove, size["use-remove-3"], REMOVE_3),
            RemoveThreeStep(move, size["use-move-3"], MOVE_3),
        ]
    exchange, develop_size = first["use-exchange-posts"], size["use-develop-ability"]
    return [
        ExchangePostsStep(exchange, size["use-exchange-posts"], switches["exchange_needs_own"]),
        DevelopByMarkerStep(first["use-develop-ability"], develop_size, DEVELOP_ABILITY),
        GainActionsStep(first["use-actions-3"], size["use-actions-3"], ACTIONS_3, THREE_ACTIONS),
        GainActionsStep(first["use-actions-4"], size["use-actions-4"], ACTIONS_4, FOUR_ACTIONS),
        *three,
    ]
