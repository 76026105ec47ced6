"""Protects `kontor rules`: every entry of the ledgers can be found by its id and by its words."""

from __future__ import annotations

import pytest

from kontor.core.search_text import search_text
from tests.cli.commands import kontor, printed, refused
from tests.rules.ledger import load

GAMES = ["hansa", "teutonica"]


def ids(*args: object) -> list[str]:
    """Return the ids that a search finds."""
    return [entry["id"] for entry in printed("rules", *args)["entries"]]


def test_a_rule_has_text_source_editions_and_cases() -> None:
    (entry,) = printed("rules", "ht-dsp-2")["entries"]
    rule = load("teutonica").rule("HT-DSP-2")
    assert (entry["game"], entry["kind"], entry["id"]) == ("teutonica", "rule", "HT-DSP-2")
    assert (entry["text"], entry["section"]) == (rule.text, rule.section)
    assert entry["editions"] == ["first", "second", "big-box"]
    assert entry["source"] == ["all rulebooks"]
    assert {"CC-002", "CC-111"} <= set(entry["cases"])


def test_a_rule_as_text() -> None:
    text = kontor("rules", "HT-DSP-2").stdout
    assert text.startswith("HT-DSP-2\nHansa Teutonica, 5.4 C – Displace\n\nFee: 1 piece for")
    assert "  editions  2009, 2014, Big Box\n  source    all rulebooks\n  cases     CC-002," in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("AMB-01", ["Question: May Income", "Ruling: up-to (at least 1)", "switch  income"]),
        ("ED-01", ["ED-01 – Marker mix", "Big Box: 15: Extra Post 4"]),
        ("CC-002", ["Given: Red supply", "When: Red displaces", "rules  HT-DSP-2"]),
    ],
)
def test_questions_differences_and_cases_have_their_parts(id: str, words: list[str]) -> None:
    text = kontor("rules", id).stdout
    assert [word for word in words if word not in text] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_in_a_chapter(game: str) -> None:
    (listed,) = printed("rules", "--game", game)["games"]
    rules = [rule for chapter in listed["chapters"] for rule in chapter["rules"]]
    assert sorted(rules) == sorted(rule.id for rule in load(game).rules)
    assert listed["title"] in kontor("rules").stdout


def test_a_search_needs_all_words_and_ignores_case_and_accents() -> None:
    assert "H-BOARD-1" in ids("LUBECK", "tonsberg")
    assert ids("lübeck tønsberg") == ids("Lübeck", "TØNSBERG")
    assert ids("lubeck") != ids("lubeck", "tonsberg")
    assert "H-BOARD-1" not in ids("--game", "teutonica", "lubeck")
    assert search_text("ŒUVRE Straße København") == "oeuvre strasse kobenhavn"


def test_translations_are_searched_and_shown() -> None:
    (entry,) = printed("rules", "HT-DSP-2", "--language", "de")["entries"]
    assert entry["section"] == "5.4 C – Verdrängen"
    assert "Großhändler" in entry["text"]
    assert ids("verdrangen", "--language", "de") == ids("verdraengen", "--language", "de")
    assert ids("gebuehr", "--language", "de")
    assert "HT-MOV-1" in ids("deplacer", "--language", "fr")


def test_hits_are_listed_on_one_line_each() -> None:
    lines = kontor("rules", "--game", "hansa", "lose", "tile").stdout.splitlines()
    found = ids("--game", "hansa", "lose", "tile")
    assert lines[0].startswith(f"{len(found)} entries")
    assert [line.split()[0] for line in lines[1:]] == found
    assert max(map(len, lines)) <= 100


WRONG = [
    (["HT-DSP-99"], 2, "no rule has the id 'HT-DSP-99'. Did you mean 'HT-DSP-9'?"),
    (["HT-DPS-2"], 2, "Did you mean"),
    (["xyzzy"], 1, "no rule contains 'xyzzy'."),
    (["ship", "--language", "it"], 2, "--language may be en, de, fr."),
    (["ship", "--game", "hanza"], 2, "game 'hanza' is unknown"),
]


@pytest.mark.parametrize(("line", "code", "sentence"), WRONG, ids=lambda part: str(part))
def test_what_is_not_there_gets_a_sentence(line: list[str], code: int, sentence: str) -> None:
    assert sentence in refused("rules", *line, code=code)
