"""Using the markers in front of one's desk. [HT-TRN-7, HT-BMK-1, HT-BMK-4]"""

from __future__ import annotations

from kontor.games.teutonica.abilities import develop, gain_actions
from kontor.games.teutonica.cities import annex_city, annex_piece, annexes_before, is_permanent
from kontor.games.teutonica.facts import MARKER_USED, POSTS_EXCHANGED
from kontor.games.teutonica.layout import ANNEX, ANNEXES, GIVEN_UP, MOST_ANNEXES, POSTS
from kontor.games.teutonica.pieces import (
    ABILITIES,
    DEVELOP_ABILITY,
    EMPTY,
    EXCHANGE_POSTS,
    highest_level,
    owner_of,
)
from kontor.games.teutonica.steps.moving import has_liftable, open_lifting
from kontor.games.teutonica.steps.step import Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import ANY, LEFT, MUST, OTHERS, REMOVAL


class UsingMarkers(Step):
    """Use one of the unused markers, each by a step of its own. [HT-TRN-7]"""

    uses: list[Step]

    def __init__(self, first: int, uses: list[Step]) -> None:
        self.first = first
        self.uses = uses

    def moves(self, t: Table) -> None:
        if t.has_unused(t.active()):
            use: Step
            for use in self.uses:
                use.moves(t)

    def apply(self, t: Table, choice: int) -> None:
        use: Step
        found: Step = self.uses[0]
        for use in self.uses:
            if use.first <= self.first + choice:
                found = use
        found.apply(t, self.first + choice - found.first)


def use_up_marker(t: Table, marker: int) -> None:
    """Turn the active seat's marker over. [HT-BMK-2]"""
    t.turn_over(t.active(), marker)
    t.tell(MARKER_USED, t.active(), marker, 0)


class Exchanging(Step):
    """Exchange Posts: two neighbouring posts of a city change places. [HT-BMK-11, HT-BMK-12, HT-EAS-7]"""

    needs_own: bool

    def __init__(self, first: int, needs_own: bool) -> None:
        self.first = first
        self.needs_own = needs_own

    def may_exchange(self, t: Table, left: int, right: int) -> bool:
        """Whether two pieces make a legal pair. [HT-BMK-11]"""
        if left == EMPTY or right == EMPTY or owner_of(left) == owner_of(right):
            return False
        return not self.needs_own or owner_of(left) == t.active() or owner_of(right) == t.active()

    def moves(self, t: Table) -> None:
        if t.unused(t.active(), EXCHANGE_POSTS) <= 0:
            return
        for post in range(t.board.posts - 1):
            if t.board.post_city[post] == t.board.post_city[post + 1] and self.may_exchange(
                t, t.cells[POSTS + post], t.cells[POSTS + post + 1]
            ):
                t.offer(self.first + post)
        for n in range(t.cells[ANNEXES] - 1):
            if (
                annex_city(t, n) == annex_city(t, n + 1)
                and is_permanent(t, n)
                and is_permanent(t, n + 1)
                and self.may_exchange(t, annex_piece(t, n), annex_piece(t, n + 1))
            ):
                t.offer(self.first + self.green_choice(t, n))

    def green_choice(self, t: Table, n: int) -> int:
        """The choice that stands for the n-th post beside printed spaces and its right neighbour."""
        city = annex_city(t, n)
        greens_before = 0
        for other in range(city):
            greens_before += t.board.is_green[other]
        return t.board.posts + greens_before * MOST_ANNEXES + n - annexes_before(t, city)

    def apply(self, t: Table, choice: int) -> None:
        use_up_marker(t, EXCHANGE_POSTS)
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


class DevelopingByMarker(Step):
    """Develop: any one ability. [HT-BMK-13]"""

    def moves(self, t: Table) -> None:
        if t.unused(t.active(), DEVELOP_ABILITY) > 0:
            for ability in range(ABILITIES):
                if t.level(t.active(), ability) < highest_level(ability):
                    t.offer(self.first + ability)

    def apply(self, t: Table, choice: int) -> None:
        use_up_marker(t, DEVELOP_ABILITY)
        develop(t, t.active(), choice)


class GainingActions(Step):
    """+3 or +4 Actions. [HT-BMK-14, HT-FAV-2]"""

    marker: int
    count: int

    def __init__(self, first: int, marker: int, count: int) -> None:
        self.first = first
        self.marker = marker
        self.count = count

    def moves(self, t: Table) -> None:
        if t.unused(t.active(), self.marker) > 0 and t.cells[GIVEN_UP] == 0:
            t.offer(self.first)

    def apply(self, t: Table, choice: int) -> None:
        use_up_marker(t, self.marker)
        gain_actions(t, t.active(), self.count)


class UsingRemoveThree(Step):
    """Remove Three: one to three pieces of any owners. [HT-BMK-15]"""

    marker: int

    def __init__(self, first: int, marker: int) -> None:
        self.first = first
        self.marker = marker

    def moves(self, t: Table) -> None:
        if t.unused(t.active(), self.marker) > 0 and has_liftable(t, ANY):
            t.offer(self.first)

    def apply(self, t: Table, choice: int) -> None:
        use_up_marker(t, self.marker)
        t.push(REMOVAL, t.active())
        t.remember(LEFT, 3)
        t.remember(MUST, 1)


class UsingMoveThree(Step):
    """Move Three: lift one to three pieces of opponents and put them elsewhere. [HT-BMK-16]"""

    marker: int

    def __init__(self, first: int, marker: int) -> None:
        self.first = first
        self.marker = marker

    def moves(self, t: Table) -> None:
        if t.unused(t.active(), self.marker) > 0 and has_liftable(t, OTHERS):
            t.offer(self.first)

    def apply(self, t: Table, choice: int) -> None:
        use_up_marker(t, self.marker)
        open_lifting(t, OTHERS, 3, 1)
