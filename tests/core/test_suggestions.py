"""Protects suggestions: a misspelt name is answered with the name that was meant, or with nothing if none is near."""

from __future__ import annotations

import time

import pytest

from kontor.core.suggestions import did_you_mean, nearest

CITIES = ["arnheim", "bremen", "coellen", "dortmund", "luneburg", "minden", "osnabruck", "stendal"]
ROUTES = ["bremen--minden", "bremen--osnabruck", "minden--munster", "hannover--minden"]


@pytest.mark.parametrize(
    ("word", "city"),
    [
        ("dortmnd", "dortmund"),
        ("Dortmund", "dortmund"),
        ("Lüneburg", "luneburg"),
        ("LUENEBURG", "luneburg"),
        ("Köln", "coellen"),
        ("osna", "osnabruck"),
    ],
)
def test_the_city_that_was_meant_comes_first(word: str, city: str) -> None:
    assert nearest(word, CITIES)[0] == city


def test_the_ends_of_a_route_may_be_swapped() -> None:
    assert nearest("Minden--Bremen", ROUTES)[0] == "bremen--minden"


def test_less_similar_names_are_left_out() -> None:
    assert nearest("bremen", ["bremen", "brem", "bremer"]) == ["bremen"]
    assert nearest("bremer-", ["bremen", "bremer"], count=1) == ["bremer"]


def test_nothing_is_near() -> None:
    assert nearest("xyzzy", CITIES) == []
    assert nearest("", CITIES) == []
    assert nearest("bremen", []) == []


def test_the_question_names_up_to_three() -> None:
    assert did_you_mean("dortmnd", CITIES) == " Did you mean 'dortmund'?"
    assert did_you_mean("axx", ["axxa", "axxb"]) == " Did you mean 'axxa' or 'axxb'?"
    assert did_you_mean("axx", ["axxa", "axxb", "axxc", "axxd"]) == " Did you mean 'axxa', 'axxb' or 'axxc'?"
    assert did_you_mean("xyzzy", CITIES) == did_you_mean(7, CITIES) == ""


def test_a_long_word_takes_no_time() -> None:
    begin = time.perf_counter()
    nearest("ab" * 500_000, [f"{'ab' * 20}{n}" for n in range(100)])
    assert time.perf_counter() - begin < 2
