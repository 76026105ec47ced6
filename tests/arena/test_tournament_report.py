"""The report of a tournament: one page that needs nothing from outside."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from kontor.arena.report import page
from tests.arena.faulty import named
from tests.arena.test_tournament import held

VOID_TAGS = {"meta"}


pytestmark = pytest.mark.usefixtures("nim")


class Balance(HTMLParser):
    """Checks that every tag is closed, and collects ids and where they are used."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID_TAGS:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_from_outside() -> None:
    text = page(held(["uniform", named("Steady")], 12))
    balance = Balance(text)
    assert balance.open == []
    assert len(balance.ids) == len(set(balance.ids))
    assert not re.search(r"https?:|//[a-z]|<script|<link|@import|<img", text)
    assert set(re.findall(r'(?:href="|url\()#([\w-]+)', text)) <= set(balance.ids)
    assert text.count("<svg") == 4
    for title in ("Results", "Win shares", "Scores by line", "Endings", "Length of the games"):
        assert f"<h2>{title}</h2>" in text
    assert "prefers-color-scheme: dark" in text
    assert "currentColor" in text
    assert "Faults" not in text


def test_the_same_result_gives_the_same_page() -> None:
    result = held(["uniform"], 3)
    assert page(result) == page(result)


def test_faults_are_shown_and_names_are_escaped() -> None:
    result = held([named("Raising"), "uniform"], 6)
    rename(result, "<b>&")
    text = page(result)
    assert "<h2>Faults</h2>" in text
    assert "&lt;b&gt;&amp; raised ValueError: no idea." in text
    assert "<b>" not in text


def rename(result: dict[str, Any], name: str) -> None:
    """Give the first agent another name."""
    old = result["agents"][0]["name"]
    result["agents"][0]["name"] = name
    for fault in result["faults"]:
        fault["sentence"] = fault["sentence"].replace(old, name)


def test_a_page_without_a_finished_game() -> None:
    text = page(held([named("Raising")], 3))
    assert "<svg" not in text
    assert "<h2>Faults</h2>" in text
