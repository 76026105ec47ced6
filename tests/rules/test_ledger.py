"""The ledger is consistent, and each of its rules and cases has a test or a stated reason."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest

from tests.rules.ledger import GAMES, ROOT, Ledger, load, reasons
from tests.rules.quotes import Quote, QuoteError, quotes_below, quotes_of

SPECIFIED = {"teutonica": (201, 200), "hansa": (135, 34)}  # numbers of rules and cases in the specification
MENTION = re.compile(r"\b(?:HT-[A-Z0-9]{3}-(?:\d+|[A-H]\b)|H-[A-Z]+-\d+|(?:CC|ED|AMB|A)-\d+|T-E?X?\d+[ab]?)")
VERDICT = re.compile(r"(?:choice|ruling) \(.+\)")

every_game = pytest.mark.parametrize("game", GAMES)


@cache
def quotes() -> tuple[Quote, ...]:
    """Return all quotes of the test suite."""
    return quotes_below(ROOT / "tests")


def known_ids() -> set[str]:
    """Return every id of every ledger."""
    return {id for game in GAMES for id in load(game).ids()}


def covered_ids(found: Iterable[Quote], ledger: Ledger) -> set[str]:
    """Return the quoted ids and, for each quoted case, the rules it lists."""
    quoted = {quote.id for quote in found}
    return quoted | {rule for case in ledger.cases if case.id in quoted for rule in case.rules}


def repeated(items: Iterable[str]) -> list[str]:
    """Return the items that occur more than once."""
    return [item for item, count in Counter(items).items() if count > 1]


@every_game
def test_every_rule_and_case_has_a_test_or_a_reason(game: str) -> None:
    ledger = load(game)
    settled = covered_ids(quotes(), ledger) | {reason.id for reason in reasons()}
    missing = [id for id in ledger.owed() if id not in settled]
    assert not missing, f"{len(missing)} without test or reason: {' '.join(missing)}"


def test_every_quote_names_an_id_of_the_ledger() -> None:
    unknown = [quote for quote in quotes() if quote.id not in known_ids()]
    assert not unknown, "\n".join(f"{quote.place}: {quote.id}" for quote in unknown)


def test_every_reason_is_needed() -> None:
    tested = set().union(*(covered_ids(quotes(), load(game)) for game in GAMES))
    needless = [reason.id for reason in reasons() if reason.id in tested]
    assert not needless, f"tested although a reason says they are not: {needless}"


def test_every_reason_names_an_id_once_and_says_why() -> None:
    owed = {id for game in GAMES for id in load(game).owed()}
    assert not repeated(reason.id for reason in reasons())
    assert not [reason.id for reason in reasons() if reason.id not in owed or not reason.why.strip()]


@every_game
def test_the_ledger_has_every_rule_and_case_of_the_specification(game: str) -> None:
    ledger = load(game)
    assert (len(ledger.rules), len(ledger.cases)) == SPECIFIED[game]


def test_no_id_occurs_twice() -> None:
    assert not repeated(id for game in GAMES for id in load(game).ids())


@every_game
def test_names_are_given_once(game: str) -> None:
    ledger = load(game)
    switches = tuple(switch.name for switch in ledger.switches)
    for names in (ledger.editions, ledger.sources, ledger.boards, ledger.modules, ledger.terms, switches):
        assert not repeated(names)


@every_game
def test_cases_name_rules_and_differences_of_their_game(game: str) -> None:
    ledger = load(game)
    allowed = {rule.id for rule in ledger.rules} | {difference.id for difference in ledger.differences}
    for case in ledger.cases:
        assert case.rules, case.id
        assert set(case.rules) <= allowed, case.id
        assert all(clause[:-1] in case.rules for clause in case.clauses), case.id
        assert case.then or case.text, case.id


@every_game
def test_rules_hold_in_known_editions_boards_and_modules(game: str) -> None:
    ledger = load(game)
    for rule in ledger.rules:
        assert rule.text.strip(), rule.id
        assert bool(rule.editions) == bool(ledger.editions), rule.id
        assert set(rule.editions) <= set(ledger.editions), rule.id
        assert set(rule.boards) <= set(ledger.boards), rule.id
        assert set(rule.modules) <= set(ledger.modules), rule.id


@every_game
def test_rules_rest_on_known_sources(game: str) -> None:
    ledger = load(game)
    ambiguities = {ambiguity.id for ambiguity in ledger.ambiguities}
    for rule in ledger.rules:
        verdicts = {source for source in rule.source if VERDICT.fullmatch(source)}
        named = {verdict.partition("(")[2].rstrip(")") for verdict in verdicts}
        assert rule.source, rule.id
        assert set(rule.source) - verdicts <= {*ledger.sources, "choice"}, rule.id
        assert named <= ambiguities & set(rule.see), rule.id


@every_game
def test_switch_defaults_are_values_of_the_switch(game: str) -> None:
    for switch in load(game).switches:
        assert list(switch.chosen()), switch.name
        assert set(switch.chosen()) <= set(switch.values), switch.name
        assert not repeated(str(value) for value in switch.values), switch.name


@every_game
def test_switch_exceptions_and_modules_are_known(game: str) -> None:
    ledger = load(game)
    for switch in ledger.switches:
        assert set(switch.modules) <= set(ledger.modules), switch.name
        for exception in switch.exception:
            assert exception.edition in ledger.editions, switch.name
            assert set(exception.boards) <= set(ledger.boards), switch.name


@every_game
def test_ambiguities_and_switches_point_at_each_other(game: str) -> None:
    ledger = load(game)
    offered = {ambiguity.id: ambiguity.switch for ambiguity in ledger.ambiguities if ambiguity.switch}
    assert set(offered.values()) <= {switch.name for switch in ledger.switches}
    for id, name in offered.items():
        assert id in ledger.switch(name).see, id


@every_game
def test_every_cross_reference_leads_somewhere(game: str) -> None:
    ledger = load(game)
    pointers = {id for rule in ledger.rules for id in rule.see}
    pointers |= {id for switch in ledger.switches for id in switch.see}
    mentions = {id for text in ledger.texts for id in MENTION.findall(text)}
    assert (pointers | mentions) - set(ledger.ids()) == set()


def test_quotes_are_found_over_tests_and_in_parameters() -> None:
    source = """
from tests.marks import case as rule
import pytest

@pytest.mark.parametrize("n", [pytest.param(1, marks=rule("CC-002"))])
@rule("CC-001", "HT-DSP-2")
def test_it(n): ...
"""
    assert {quote.id for quote in quotes_of(source, "m.py")} == {"CC-001", "HT-DSP-2", "CC-002"}


@pytest.mark.parametrize(
    "source",
    [
        "from ..marks import case\ncase('CC-001')",
        "from tests import marks\nmarks.case('CC-001')",
        "import tests.marks\ntests.marks.case('CC-001')",
    ],
)
def test_the_mark_is_known_however_it_is_imported(source: str) -> None:
    assert list(quotes_of(source, "m.py")) == [Quote("CC-001", "m.py:2")]


def test_only_our_own_mark_is_a_quote() -> None:
    assert not list(quotes_of("def case(*ids): ...\ncase('CC-001')", "m.py"))


@pytest.mark.parametrize("line", ["@case(ID)\ndef test_it(): ...", "@case('CC-001')\ndef helper(): ..."])
def test_unreadable_quotes_are_refused(line: str) -> None:
    with pytest.raises(QuoteError, match=r"m\.py:"):
        list(quotes_of(f"from tests.marks import case\n{line}", "m.py"))


def test_a_quoted_case_counts_for_its_rules() -> None:
    tested = covered_ids([Quote("CC-005", "here")], load("teutonica"))
    assert tested == {"CC-005", "HT-PST-1", "HT-PST-2", "HT-PST-3", "HT-PST-4"}
