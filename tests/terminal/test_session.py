"""At the keyboard, moves, commands and interruptions do what they say, and no input loses the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from kontor.agents.state_agent import StateAgent
from kontor.core import registry
from kontor.core.move import Move
from kontor.core.state import State
from kontor.core.state_data import read_state
from kontor.terminal.players import PlayersError, make_players
from kontor.terminal.session import LEAVE
from tests.core.nim import NimType
from tests.terminal.scripted import Line, ScriptedGame, light_move

HANSE = {"game": "teutonica", "players": 3}


@pytest.fixture
def nim() -> Iterator[dict[str, Any]]:
    """Register Nim and return its setup."""
    registry.register(NimType())
    yield {"game": "nim", "players": 2}
    registry.unregister("nim")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Save games into an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_move_is_made_and_reported_as_a_sentence() -> None:
    game = ScriptedGame(["place bremen--minden.1 t", "quit", "n"], HANSE, names="Anna")
    text = game.play()
    assert "0 Anna places a trader on bremen--minden.1." in text
    assert game.session.state.moves[-1].text == "place bremen--minden.1 t"


def test_the_opponents_answer_and_their_turns_are_reported() -> None:
    game = ScriptedGame(["income 1 0", "income 1 0", "end-turn", "quit", "n"], HANSE)
    text = game.play()
    assert game.session.state.turn == 4
    assert game.session.state.to_move == 0
    assert "\n1 medium " in text
    assert "\n2 medium " in text


def test_an_expert_states_its_plan_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    choose, quick = StateAgent.choose, StateAgent("greedy", seed=1)
    monkeypatch.setattr(StateAgent, "choose", lambda self, state: choose(quick, state))
    turn = ["income 1 0", "income 1 0", "end-turn"]
    text = ScriptedGame([*turn, "quit", "n"], HANSE, agents="human,expert,medium").play()
    assert text.count("The plan of 1 expert: it ") == 1
    assert "its next turn." in text or "this turn." in text or "turns." in text
    assert "The plan of 2" not in text


@pytest.mark.parametrize(
    ("typed", "made"),
    [
        ("inc 2 0", "income 2 0"),
        ("place bremen--minden t", "place bremen--minden.1 t"),
        ("2", "income 2 0"),
        ("place  coellen--warburg.2   m", "place coellen--warburg.2 m"),
    ],
)
def test_a_move_can_be_abbreviated_or_chosen_by_number(typed: str, made: str) -> None:
    game = ScriptedGame([typed, "quit", "n"], HANSE)
    game.play()
    assert game.session.state.moves[-1].text == made


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("plase bremen--minden.1 t", "Did you mean 'place'?"),
        ("place bremn--minden.1 t", "'bremen--minden.1'"),
        ("displace bremen--minden.1 t 0", "[HT-DSP-1]"),
        ("999", "names no move of this game"),
        ("place minden", "bremen--minden.3 m"),
        ("moves create", "No legal move is similar to 'create'."),
        ("undo", "There is no move of yours to take back."),
        ("rule [HT-DSP-1]", "Posts cannot be displaced"),
        ("rule ht-dsp-99", "No rule of this game has the id 'ht-dsp-99'. Did you mean"),
    ],
)
def test_what_is_no_legal_move_is_answered_and_changes_nothing(typed: str, answer: str) -> None:
    game = ScriptedGame([typed, "quit"], HANSE)
    before = game.session.state.key()
    assert answer in " ".join(game.play().split())
    assert game.session.state.key() == before


def test_undo_takes_back_the_answers_of_the_opponents_too() -> None:
    lines = ["income 1 0", "income 1 0", "end-turn", "undo", "undo", "quit", "n"]
    game = ScriptedGame(lines, HANSE)
    text = game.play()
    assert "Taken back: end-turn." in text
    assert [move.text for move in game.session.state.moves][3:] == ["income 1 0"]


def test_the_same_chance_follows_after_undo() -> None:
    game = ScriptedGame(["end-turn", "undo", "end-turn", "quit", "n"], HANSE)
    game.play()
    fresh = ScriptedGame(["end-turn", "quit", "n"], HANSE)
    fresh.play()
    assert [m.text for m in game.session.state.moves[:6]] == [m.text for m in fresh.session.state.moves[:6]]


def test_a_hint_names_a_legal_move_and_a_reason() -> None:
    game = ScriptedGame(["hint", "quit"], HANSE)
    text = " ".join(game.play().split())
    hint = text.split("Play ")[1].split(":")[0]
    assert hint in [move.text for move in game.session.state.legal_moves]
    assert "chance of winning" in text


def test_help_names_every_command_and_the_forms_of_moves() -> None:
    text = ScriptedGame(["help", "score", "log 2", "board", "quit"], HANSE).play()
    assert "place SPACE KIND" in text
    assert "save [FILE]" in text
    assert "network" in text
    assert "Chance lays the marker" in text


def test_a_saved_game_is_resumed_where_it_was_left(own_folder: Path) -> None:
    file = own_folder / "my game.json"
    text = ScriptedGame(["income 1 0", f"save {file}", "quit"], HANSE).play()
    assert "Resume with: kontor play" in text
    state = read_state(json.loads(file.read_text()), seed=3)
    game = ScriptedGame(["undo", "quit"], {}, path=file, state=state)
    assert "Taken back: income 1 0." in game.play()


@pytest.mark.parametrize(
    "answers", [["quit", "y"], ["quit", ""], ["quit", EOFError], [EOFError, EOFError], [EOFError, "Y"]]
)
def test_leaving_saves_the_game(own_folder: Path, answers: list[Any]) -> None:
    ScriptedGame(["income 1 0", *answers], HANSE).play()
    (file,) = own_folder.glob("teutonica-*.json")
    assert json.loads(file.read_text())["moves"][-1] == "income 1 0"


def test_leaving_can_be_declined_and_need_not_save(own_folder: Path) -> None:
    game = ScriptedGame(["income 1 0", "quit", "c", "income 1 0", "quit", "n"], HANSE)
    game.play()
    assert [move.text for move in game.session.state.moves[-2:]] == ["income 1 0"] * 2
    assert not list(own_folder.iterdir())


def test_an_unexpected_error_saves_the_game(own_folder: Path) -> None:
    game = ScriptedGame(["income 1 0", SystemExit], HANSE)
    with pytest.raises(SystemExit):
        game.play()
    assert len(list(own_folder.glob("teutonica-*.json"))) == 1


def test_a_file_that_cannot_be_written_does_not_end_the_game(own_folder: Path) -> None:
    text = ScriptedGame(["income 1 0", f"save {own_folder}", "income 1 0", "quit", "n"], HANSE).play()
    assert "cannot be written" in " ".join(text.split())  # a long path breaks the line anywhere
    assert text.count("takes income") == 2


def test_interrupting_the_prompt_does_not_end_the_game() -> None:
    text = ScriptedGame([KeyboardInterrupt, "income 1 0", "quit", "n"], HANSE).play()
    assert "Type quit to leave the game." in text
    assert "takes income" in text


def test_interrupting_an_agent_asks_whether_to_leave(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: StateAgent, state: State) -> Move:
        raise KeyboardInterrupt

    monkeypatch.setattr(StateAgent, "choose", interrupt)
    game = ScriptedGame(["end-turn", "c", "y"], HANSE)
    game.play()
    assert game.reader.prompts[-2:] == [LEAVE, LEAVE]
    assert len(list(own_folder.glob("teutonica-*.json"))) == 1


def test_people_with_secrets_hand_over_the_keyboard() -> None:
    setup = {**HANSE, "modules": ["mission-cards"]}
    lines = ["", "end-turn", "", "quit", "n"]
    game = ScriptedGame(lines, setup, agents="human,human,human", names="Anna,Bernt")
    text = game.play()
    missions = game.session.state.game.position_json(game.session.state.raw)["missions"]
    first, second = text.split("Turn 2:")
    assert [prompt[:22] for prompt in game.reader.prompts].count("Hand the keyboard to 1") == 1
    assert " ".join(missions["0"]) in first
    assert " ".join(missions["1"]) not in first
    assert " ".join(missions["1"]) in second
    assert " ".join(missions["0"]) not in second


def test_people_without_secrets_do_not_hand_over() -> None:
    game = ScriptedGame(["end-turn", "end-turn", "quit", "n"], HANSE, agents="human,human,human")
    game.play()
    assert not any(prompt.startswith("Hand") for prompt in game.reader.prompts)
    assert game.session.state.to_move == 2


def test_computer_players_alone_play_to_the_end() -> None:
    text = ScriptedGame([], {"game": "hansa", "players": 2}, agents="light,light").play()
    assert "The game is over (last-pile)." in text
    assert "wins." in text or "share the win." in text


def test_a_registered_game_is_played_by_the_same_means(nim: dict[str, Any]) -> None:
    game = ScriptedGame(repeat(light_move), nim)
    text = game.play()
    assert "cells:" in text
    assert "The game is over (nothing-left)." in text
    assert "1 uniform plays take" in text


def test_the_end_can_be_undone(nim: dict[str, Any]) -> None:
    def until_over(session: Any) -> str:
        return "undo" if session.state.is_over else light_move(session)

    lines: list[Line] = [*repeat(until_over, 40), "quit", "n"]
    text = ScriptedGame(lines, nim).play()
    assert text.count("The game is over") > 1


@pytest.mark.parametrize(
    ("agents", "names", "problem"),
    [
        ("human,easy", None, "--agents has 2 names: give 3"),
        ("human,easy,nobody", None, "'nobody' is unknown"),
        (None, "a,b,c,d", "--names has 4 names"),
    ],
)
def test_wrong_players_are_rejected(agents: str | None, names: str | None, problem: str) -> None:
    with pytest.raises((PlayersError, ValueError), match=problem):
        make_players(registry.game(HANSE), agents, names, 1)


@pytest.mark.parametrize(
    "setup",
    [
        {"game": "hansa", "players": 3},
        {"game": "teutonica", "players": 2},
        {"game": "teutonica", "players": 3, "modules": ["mission-cards"]},
    ],
    ids=lambda setup: "-".join(map(str, setup.values())),
)
def test_people_play_whole_games(setup: dict[str, Any]) -> None:
    names = ",".join(["human"] * setup["players"])
    text = ScriptedGame(repeat(light_or_enter), setup, agents=names).play()
    assert "The game is over (" in text
    assert "names no move" not in text
    assert "not legal" not in text


def light_or_enter(session: Any) -> str:
    """Return a move, or an empty line where the keyboard is handed over."""
    return "" if session.reader.prompts[-1].startswith("Hand") else light_move(session)


@pytest.mark.soak
@pytest.mark.parametrize(
    "setup",
    [setup for name in ("teutonica", "hansa") for setup in registry.game_type(name).configurations()],
    ids=lambda setup: "-".join(map(str, list(setup.values())[:5])),
)
def test_people_play_whole_games_of_every_configuration(setup: dict[str, Any]) -> None:
    test_people_play_whole_games(setup)
