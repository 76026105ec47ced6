"""Protects that rules, their tests and their code link to each other on the rule pages."""

from __future__ import annotations

import re
from functools import cache

import pytest

from docs_builder.assemble import TRANSLATIONS, add_linked_files, add_rules
from docs_builder.games import games_with_rules
from docs_builder.references import naming_code, quoting_tests
from docs_builder.site import Site
from docs_builder.urls import cases_path, rules_path
from tests.docs.pages import ROOT
from tests.rules.ledger import load

every_game = pytest.mark.parametrize("game", games_with_rules())
every_language = pytest.mark.parametrize("language", ["en", *TRANSLATIONS])


@cache
def pages() -> dict[str, str]:
    """Return the rule pages, and the files they link to."""
    site = Site(ROOT)
    add_rules(site)
    add_linked_files(site)
    return site.pages


def entry(page: str, id: str) -> str:
    """Return the text under the heading of an id."""
    found = re.search(rf"^### {re.escape(id)}\b[^\n]*{{ #{re.escape(id)} }}\n(.*?)(?=^##|\Z)", page, re.M | re.S)
    assert found is not None, id
    return found[1]


@every_game
@every_language
def test_every_rule_has_its_anchor_and_its_tests(game: str, language: str) -> None:
    page = pages()[rules_path(game, language)]
    cases = load(game).cases
    for rule in load(game).rules:
        text = entry(page, rule.id)
        quoted = [rule.id, *(case.id for case in cases if rule.id in case.rules)]
        for place in (place for id in quoted for place in quoting_tests(ROOT).get(id, [])):
            assert f"{place.path}.md#__codelineno-0-{place.line})" in text, (rule.id, place)


@every_game
@every_language
def test_differences_have_anchors(game: str, language: str) -> None:
    for difference in load(game).differences:
        entry(pages()[rules_path(game, language)], difference.id)


@every_game
@every_language
def test_questions_have_anchors(game: str, language: str) -> None:
    for ambiguity in load(game).ambiguities:
        entry(pages()[rules_path(game, language)], ambiguity.id)


@every_game
def test_cases_have_anchors(game: str) -> None:
    for case in load(game).cases:
        entry(pages()[cases_path(game)], case.id)


def test_a_rule_links_to_its_code_and_the_code_to_the_rule() -> None:
    path = "src/kontor/games/teutonica/rules/steps/displace.py"
    assert f"{path}.md#" in entry(pages()["rules/en/teutonica.md"], "HT-DSP-2")
    assert "teutonica.md#HT-DSP-2)" in pages()[f"source/{path}.md"]


def test_code_names_only_ids_of_the_ledger() -> None:
    known = {id for game in games_with_rules() for id in load(game).ids()}
    assert [(id, places[0].path) for id, places in naming_code(ROOT).items() if id not in known] == []


def test_most_rules_are_named_by_code() -> None:
    rules = [rule.id for game in games_with_rules() for rule in load(game).rules]
    named = [id for id in rules if id in naming_code(ROOT)]
    assert len(named) > len(rules) * 2 / 3
