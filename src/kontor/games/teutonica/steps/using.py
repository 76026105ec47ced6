"""Using the markers in front of one's desk. [HT-TRN-7, HT-BMK-1, HT-BMK-4]"""

from __future__ import annotations

from kontor.games.teutonica.abilities import develop, gain_actions
from kontor.games.teutonica.cities import annex_city, annex_piece, annexes_before, annexes_in, is_permanent
from kontor.games.teutonica.facts import MARKER_USED, POSTS_EXCHANGED
from kontor.games.teutonica.layout import ANNEX, ANNEXES, GIVEN_UP, MOST_ANNEXES, POSTS
from kontor.games.teutonica.pieces import (
    ABILITIES,
    EMPTY,
    EXCHANGE_POSTS,
    highest_level,
    owner_of,
)
from kontor.games.teutonica.reasons import (
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
from kontor.games.teutonica.steps.moving import has_liftable, open_lifting
from kontor.games.teutonica.steps.step import Step, marker_refusal
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import ANY, LEFT, MUST, OTHERS, REMOVAL


class UsingMarkers(Step):
    """Use one of the unused markers, each by a step of its own. [HT-TRN-7]"""

    uses: list[Step]

    def __init__(self, first: int, size: int, uses: list[Step]) -> None:
        super().__init__(first, size)
        self.uses = uses

    def refusal(self, t: Table, choice: int) -> int:
        use: Step
        for use in self.uses:
            if use.covers(self.first + choice):
                return use.refusal(t, self.first + choice - use.first)
        return MARKER_MISSING  # of a module that is not in play

    def moves(self, t: Table) -> None:
        if t.has_unused(t.active()):
            use: Step
            for use in self.uses:
                use.moves(t)

    def apply(self, t: Table, choice: int) -> None:
        use: Step
        for use in self.uses:
            if use.covers(self.first + choice):
                use.apply(t, self.first + choice - use.first)
                return


class UsingMarker(Step):
    """A use of the markers of one type; it offers nothing without an unused one. [HT-BMK-1]"""

    marker: int

    def __init__(self, first: int, size: int, marker: int) -> None:
        super().__init__(first, size)
        self.marker = marker

    def moves(self, t: Table) -> None:
        if t.unused(t.active(), self.marker) > 0:
            self.offer_legal(t, 0, self.size)


def use_up_marker(t: Table, marker: int) -> None:
    """Turn the active seat's marker over. [HT-BMK-2]"""
    t.turn_over(t.active(), marker)
    t.tell(MARKER_USED, t.active(), marker, 0)


class Exchanging(UsingMarker):
    """Exchange Posts: two neighbouring posts of a city change places. [HT-BMK-11, HT-BMK-12, HT-EAS-7]"""

    needs_own: bool

    def __init__(self, first: int, size: int, needs_own: bool) -> None:
        super().__init__(first, size, EXCHANGE_POSTS)
        self.needs_own = needs_own

    def pair_refusal(self, t: Table, left: int, right: int) -> int:
        """Return why two pieces make no pair to exchange, or LEGAL. [HT-BMK-11]"""
        if left == EMPTY or right == EMPTY or owner_of(left) == owner_of(right):
            return NO_EXCHANGE_PAIR
        is_own = owner_of(left) == t.active() or owner_of(right) == t.active()
        return LEGAL if is_own or not self.needs_own else NO_EXCHANGE_PAIR

    def refusal(self, t: Table, choice: int) -> int:
        reason = marker_refusal(t, self.marker)
        if reason:
            return reason
        if choice >= t.board.posts:
            return self.green_refusal(t, choice)
        city = t.board.post_city[choice]
        if choice + 1 == t.board.post_first[city] + t.board.post_count[city]:
            return NO_RIGHT_NEIGHBOUR
        return self.pair_refusal(t, t.cells[POSTS + choice], t.cells[POSTS + choice + 1])

    def green_refusal(self, t: Table, choice: int) -> int:
        """Return why two posts of a green city cannot be exchanged, or LEGAL. [HT-EAS-7]"""
        city = self.green_city(t, (choice - t.board.posts) // MOST_ANNEXES)
        left = (choice - t.board.posts) % MOST_ANNEXES
        n = annexes_before(t, city) + left
        if left + 1 >= annexes_in(t, city) or not is_permanent(t, n) or not is_permanent(t, n + 1):
            return NO_PERMANENT_PAIR
        return self.pair_refusal(t, annex_piece(t, n), annex_piece(t, n + 1))

    def green_city(self, t: Table, number: int) -> int:
        """The green city with so many green ones before it."""
        city = 0
        while number or not t.board.is_green[city]:
            number -= t.board.is_green[city]
            city += 1
        return city

    def moves(self, t: Table) -> None:
        if t.unused(t.active(), self.marker) <= 0:
            return
        for post in range(t.board.posts - 1):
            if t.cells[POSTS + post] != EMPTY and t.cells[POSTS + post + 1] != EMPTY:
                self.offer_legal(t, post, post + 1)
        for n in range(t.cells[ANNEXES] - 1):
            if t.board.is_green[annex_city(t, n)]:
                choice = self.green_choice(t, n)
                self.offer_legal(t, choice, choice + 1)

    def green_choice(self, t: Table, n: int) -> int:
        """The choice that stands for the n-th post beside printed spaces and its right neighbour."""
        city = annex_city(t, n)
        greens_before = 0
        for other in range(city):
            greens_before += t.board.is_green[other]
        return t.board.posts + greens_before * MOST_ANNEXES + n - annexes_before(t, city)

    def apply(self, t: Table, choice: int) -> None:
        use_up_marker(t, self.marker)
        if choice < t.board.posts:
            self.swap(t, POSTS + choice, POSTS + choice + 1)
            city = t.board.post_city[choice]
            t.tell(POSTS_EXCHANGED, t.active(), city, choice - t.board.post_first[city])
            return
        for n in range(t.cells[ANNEXES] - 1):
            if self.green_choice(t, n) == choice and t.board.is_green[annex_city(t, n)]:
                self.swap(t, ANNEX + 2 * n + 1, ANNEX + 2 * n + 3)
                t.tell(POSTS_EXCHANGED, t.active(), annex_city(t, n), n - annexes_before(t, annex_city(t, n)))
                return

    def swap(self, t: Table, a: int, b: int) -> None:
        """Let two cells change places."""
        kept = t.cells[a]
        t.cells[a] = t.cells[b]
        t.cells[b] = kept


class DevelopingByMarker(UsingMarker):
    """Develop: any one ability. [HT-BMK-3, HT-BMK-13]"""

    def refusal(self, t: Table, choice: int) -> int:
        reason = marker_refusal(t, self.marker)
        if reason or t.level(t.active(), choice) < highest_level(choice):
            return reason
        for ability in range(ABILITIES):
            if t.level(t.active(), ability) < highest_level(ability):
                return ABILITY_COMPLETE
        return NOTHING_TO_DEVELOP

    def apply(self, t: Table, choice: int) -> None:
        use_up_marker(t, self.marker)
        develop(t, t.active(), choice)


class GainingActions(UsingMarker):
    """+3 or +4 Actions. [HT-BMK-14, HT-FAV-2]"""

    count: int

    def __init__(self, first: int, size: int, marker: int, count: int) -> None:
        super().__init__(first, size, marker)
        self.count = count

    def refusal(self, t: Table, choice: int) -> int:
        reason = marker_refusal(t, self.marker)
        if reason:
            return reason
        return ACTIONS_GIVEN_UP if t.cells[GIVEN_UP] else LEGAL

    def apply(self, t: Table, choice: int) -> None:
        use_up_marker(t, self.marker)
        gain_actions(t, t.active(), self.count)


class UsingRemoveThree(UsingMarker):
    """Remove Three: one to three pieces of any owners. [HT-BMK-15]"""

    def refusal(self, t: Table, choice: int) -> int:
        reason = marker_refusal(t, self.marker)
        if reason:
            return reason
        return LEGAL if has_liftable(t, ANY) else NOTHING_TO_LIFT

    def apply(self, t: Table, choice: int) -> None:
        use_up_marker(t, self.marker)
        t.push(REMOVAL, t.active())
        t.remember(LEFT, 3)
        t.remember(MUST, 1)


class UsingMoveThree(UsingMarker):
    """Move Three: lift one to three pieces of opponents and put them elsewhere. [HT-BMK-16]"""

    def refusal(self, t: Table, choice: int) -> int:
        reason = marker_refusal(t, self.marker)
        if reason:
            return reason
        return LEGAL if has_liftable(t, OTHERS) else NOTHING_TO_LIFT

    def apply(self, t: Table, choice: int) -> None:
        use_up_marker(t, self.marker)
        open_lifting(t, OTHERS, 3, 1)
