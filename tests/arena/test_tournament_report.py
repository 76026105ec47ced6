"""Protects the report of a tournament: one self-contained, well-formed page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from kontor.arena.report import page
from tests.arena.faulty_agents import named
from tests.arena.test_tournament import tournament_result_of

VOID_TAGS = {"meta"}


pytestmark = pytest.mark.usefixtures("nim")


class TagChecker(HTMLParser):
    """Checks that every tag is closed, and collects ids."""

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


def test_the_page_is_well_formed_and_self_contained() -> None:
    text = page(tournament_result_of(["uniform", named("Steady")], 12))
    tags = TagChecker(text)
    assert tags.open == []
    assert len(tags.ids) == len(set(tags.ids))
    assert not re.search(r"https?:|//[a-z]|<script|<link|@import|<img", text)
    assert set(re.findall(r'(?:href="|url\()#([\w-]+)', text)) <= set(tags.ids)
    assert text.count("<svg") == 4
    for title in ("Results", "Win shares", "Scores by line", "Endings", "Length of the games"):
        assert f"<h2>{title}</h2>" in text
    assert "prefers-color-scheme: dark" in text
    assert "currentColor" in text
    assert "Faults" not in text


def test_the_same_result_gives_the_same_page() -> None:
    result = tournament_result_of(["uniform"], 3)
    assert page(result) == page(result)


def test_faults_are_shown_and_names_are_escaped() -> None:
    result = tournament_result_of([named("Raising"), "uniform"], 6)
    rename(result, "<b>&")
    text = page(result)
    assert "<h2>Faults</h2>" in text
    assert "&lt;b&gt;&amp; raised ValueError: no idea." in text
    assert "<b>" not in text


def rename(result: dict[str, Any], name: str) -> None:
    """Change the name of the first agent."""
    old = result["agents"][0]["name"]
    result["agents"][0]["name"] = name
    for fault in result["faults"]:
        fault["sentence"] = fault["sentence"].replace(old, name)


def test_a_page_without_a_finished_game() -> None:
    text = page(tournament_result_of([named("Raising")], 3))
    assert "<svg" not in text
    assert "<h2>Faults</h2>" in text
