"""Protects the page on the interchange format: the setups, positions and states that it shows as text can be read."""

from __future__ import annotations

import re
from pathlib import Path

from kontor.core import registry
from kontor.core.position_text import parse_position, parse_state
from kontor.core.setup_text import parse_setup

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "interchange.md"
LINES = [
    line
    for block in re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for line in block.splitlines()
    if '"' not in line  # the grammar
]


def test_every_text_of_the_page_can_be_read() -> None:
    states = [line for line in LINES if " | " in line]
    setups = [line for line in LINES if line.split()[0] in registry.names() and line not in states]
    positions = [line for line in LINES if line not in [*states, *setups]]
    for state in states:
        parse_state(state)
    for setup in setups:
        registry.game(parse_setup(setup))
    for position in positions:
        game = "hansa" if "ship=" in position else "teutonica"
        parse_position(registry.game({"game": game}), position)
    assert (len(states), len(setups), len(positions)) == (1, 2, 2)
