"""Protects the errors about misspelt names in positions: each suggests the nearest name of the game."""

from __future__ import annotations

from typing import Any

import pytest

from kontor.core import registry
from kontor.core.position_text import parse_state
from kontor.kernel.runtime.errors import PositionError

MISSPELT = [
    ("teutonica | activ=1", "active"),
    ("teutonica | spaces=minden--bremen.1:0t", "bremen--minden.1"),
    ("teutonica | posts=Köln:[0t]", "coellen"),
    ("teutonica | markers_on_routes=bremen--mindn:actions-3", "bremen--minden"),
    ("teutonica | markers_on_routes=bremen--minden:action-3", "actions-3"),
    ("teutonica | abilities=0:{action:1}", "actions"),
    ("teutonica | unused_markers=0:[exchange-post]", "exchange-posts"),
    ("teutonica | pending=task:[]", "tasks"),
    ("teutonica | pending=tasks:[{task:creation,rute:bremen--minden}]", "route"),
    ("teutonica | pending=tasks:[{task:rewad}]", "reward"),
    ("teutonica modules=emperors-favour | favours=0:[income-shares]", "income-share"),
    ("hansa | warehouse={}", "warehouses"),
    ("hansa | phase=action", "actions"),
    ("hansa | posts=danzg:{0:1}", "danzig"),
    ("hansa | held=0:[[orang,1]]", "orange"),
]


@pytest.mark.parametrize(("text", "name"), MISSPELT)
def test_a_misspelt_name_gets_a_suggestion(text: str, name: str) -> None:
    with pytest.raises(PositionError) as raised:
        parse_state(text)
    assert str(raised.value).endswith(f" Did you mean {name!r}?")


@pytest.mark.parametrize("name", ["teutonica", "hansa"])
@pytest.mark.parametrize("field", ["x" * 10**6, "ship" * 10**5])
def test_a_long_name_gets_a_short_answer(name: str, field: str) -> None:
    contents: list[dict[str, Any]] = [{field: 1}, {"posts": {field: []}}]
    for content in contents:
        with pytest.raises(PositionError) as raised:
            registry.game({"game": name}).read_position(content)
        assert len(str(raised.value)) < 200
