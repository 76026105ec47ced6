"""In a terminal, `kontor play` completes moves, survives keys such as Ctrl-C, and is played to the end of a game."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from kontor.core import registry
from kontor.core.state import State
from kontor.terminal.players import Player, make_players
from tests.terminal.pseudo_terminal import PseudoTerminal, type_game

SEED = 5
PROMPT = "0 Anna>"


def opened(tmp_path: Path, *options: str, columns: int = 80, lines: int = 24) -> PseudoTerminal:
    """Return a terminal with a new game, in which Anna is to move."""
    arguments = ["play", *options, "--names", "Anna", "--seed", str(SEED)]
    terminal = PseudoTerminal(*arguments, folder=tmp_path, columns=columns, lines=lines)
    terminal.wait_for_prompt(PROMPT)
    return terminal


def next_typed_move(state: State, players: list[Player]) -> str:
    """Make the moves of agents as the program makes them; return and make the next move of the person."""
    player = players[state.to_move]
    if player.agent is not None:
        state.push(player.agent.choose(state))
        return ""
    move = state.game.suggest(state.raw, len(state.moves), "light")
    return state.push(move).text


def played_to_the_end(setup: dict[str, Any], tmp_path: Path, **size: int) -> None:
    """Play a game in a terminal beside a state that makes the same moves, and compare the results."""
    options = [f"--{name}={value}" for name, value in setup.items() if name not in ("game", "modules")]
    options += [f"--module={module}" for module in setup.get("modules", [])]
    terminal = opened(tmp_path, setup["game"], *options, "--agents", "light", **size)
    state = State(registry.game(setup), seed=SEED)
    players = make_players(state.game, "light", "Anna", SEED)
    assert type_game(terminal, state, PROMPT, lambda now: next_typed_move(now, players)) > 10
    terminal.wait_for("The game is over: save FILE")
    totals = [str(score.total) for score in state.scores().scores]
    assert [line.split() for line in terminal.text.splitlines() if line.startswith("total")] == [["total", *totals]]
    terminal.send("save end.json\r")
    terminal.wait_for("Saved.")
    terminal.send("quit\r")
    assert terminal.wait_for_end() == 0
    assert json.loads((tmp_path / "end.json").read_text()) == state.record().json()


@pytest.mark.parametrize(
    "setup",
    [
        {"game": "hansa", "players": 4, "modules": ["extra-card"]},
        {"game": "teutonica", "players": 5, "modules": ["mission-cards", "emperors-favour", "promo-markers"]},
    ],
    ids=["hansa", "teutonica"],
)
def test_a_game_is_played_to_the_end(setup: dict[str, Any], tmp_path: Path) -> None:
    played_to_the_end(setup, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize(
    "setup",
    [
        {"game": "hansa", "players": 2},
        {"game": "teutonica", "players": 3, "edition": "second"},
        {"game": "teutonica", "players": 3, "board": "britannia-2-3"},
        {"game": "teutonica", "players": 4, "board": "east-3-5"},
        {"game": "teutonica", "players": 2},
        {"game": "teutonica", "players": 2, "edition": "first"},
    ],
    ids=lambda setup: "-".join(map(str, setup.values())),
)
def test_a_game_of_each_further_kind_is_played_to_the_end(setup: dict[str, Any], tmp_path: Path) -> None:
    played_to_the_end(setup, tmp_path, columns=120, lines=40)


def test_the_board_and_the_prompt_fit_a_small_terminal(tmp_path: Path) -> None:
    terminal = opened(tmp_path, "teutonica", "--players=3")
    assert "Turn 1: seat 0 Anna is to move" in terminal.text
    assert "> 0 Anna" in terminal.text
    assert "Moves: income (3), place" in terminal.text
    terminal.wait_for("\n Turn 1 | 0 Anna | 2 actions left | Tab completes")
    assert b"\x1b[1;38;5;160m" in terminal.output  # seat 0 in its colour
    terminal.send("\x04")
    assert terminal.wait_for_end() == 0


def test_the_documented_screen_is_what_a_player_sees(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "terminal.md").read_text(encoding="utf-8")
    documented = page.split("```text\n")[1].split("\n```")[0]
    arguments = ["play", "teutonica", "--players", "3", "--names", "Anna", "--seed", "3"]
    assert f"after `kontor {' '.join(arguments)}` and the keys `place min`" in page
    terminal = PseudoTerminal(*arguments, folder=tmp_path)
    terminal.wait_for_prompt(PROMPT)
    terminal.send("place min")
    terminal.wait_until(lambda: terminal.text == documented, "the documented screen")
    terminal.send("\x03\x04")
    assert terminal.wait_for_end() == 0


def test_words_are_completed_one_after_the_other(tmp_path: Path) -> None:
    terminal = opened(tmp_path, "teutonica", "--players=3")
    terminal.send("pla")
    terminal.wait_until(lambda: terminal.menu[:1] == ["place"], "the verb in the menu")
    terminal.send("\t")
    terminal.wait_until(lambda: terminal.line == f"{PROMPT} place", "the verb")
    terminal.send("munster")
    terminal.wait_for("arnheim--munster.3")
    terminal.send("\t")
    terminal.wait_until(lambda: terminal.line.endswith(".1"), "the space")
    terminal.send("\r")
    terminal.wait_until(lambda: terminal.menu == ["t", "m"], "the kinds")
    terminal.send("t\r")
    terminal.wait_for("0 Anna places a trader on")
    terminal.send("\x04")
    terminal.wait_for("Save the game before leaving?")
    terminal.send("n\r")
    assert terminal.wait_for_end() == 0


def test_keys_and_signals_do_not_lose_the_game(tmp_path: Path) -> None:
    terminal = opened(tmp_path, "hansa", "--players=2")
    terminal.send("half a mo\x03")
    terminal.wait_for("Type quit to leave the game.")
    terminal.wait_for_prompt(PROMPT)
    terminal.enter("place riga")
    terminal.child.kill(signal.SIGTERM)
    assert terminal.wait_for_end() == 128 + signal.SIGTERM
    (file,) = tmp_path.glob("hansa-*.json")
    resumed = PseudoTerminal("play", str(file), "--agents", "medium", "--names", "Anna", folder=tmp_path)
    resumed.wait_for_prompt(PROMPT)
    resumed.send("undo\r")
    resumed.wait_for("Taken back: place riga.")
    resumed.wait_for_prompt(PROMPT)
    resumed.send("\x04")
    assert resumed.wait_for_end() == 0


def test_no_colour_without_a_terminal_or_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = opened(tmp_path, "hansa", "--players=2")
    assert b"\x1b[1;38" not in terminal.output
    terminal.send("\x04")
    assert terminal.wait_for_end() == 0
