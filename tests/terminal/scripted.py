"""A game at a keyboard without a terminal: lines from a script, the output as text."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from kontor.core import registry
from kontor.core.state import State
from kontor.terminal.play import play
from kontor.terminal.players import make_players
from kontor.terminal.reader import Suggest
from kontor.terminal.screen import Screen
from kontor.terminal.session import Session

Line = str | type[BaseException] | Callable[[Session], str]


class ScriptedReader:
    """Returns the lines of a script; an exception is raised, a function gets the session and returns the line."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = iter(lines)
        self.prompts: list[str] = []
        self.session: Session | None = None

    def read(self, prompt: str, suggest: Suggest | None = None, toolbar: str = "") -> str:
        """Return the next line; the end of the script is the end of the input."""
        self.prompts.append(prompt)
        line = next(self.lines, EOFError)
        if isinstance(line, type):
            raise line
        if isinstance(line, str):
            return line
        assert self.session is not None
        return line(self.session)


class ScriptedGame:
    """A session with a script."""

    def __init__(
        self,
        lines: Iterable[Line],
        setup: dict[str, Any],
        agents: str | None = None,
        names: str | None = None,
        path: Path | None = None,
        state: State | None = None,
    ) -> None:
        state = state or State(registry.game(setup), seed=3)
        self.output = io.StringIO()
        self.reader = ScriptedReader(lines)
        players = make_players(state.game, agents, names, 3)
        self.session = self.reader.session = Session(state, players, Screen(self.output), self.reader, path)

    def play(self) -> str:
        """Play the script and return the output."""
        play(self.session)
        return self.output.getvalue()


def light_move(session: Session) -> str:
    """Return the move of the light policy, or the command to leave when the game is over."""
    state = session.state
    if state.is_over:
        return "quit"
    return state.game.move_text(state.game.suggest(state.raw, len(state.moves), state_agent(state)))


def state_agent(state: State) -> str:
    """Return the strongest built-in policy of a game."""
    return list(registry.game_type(state.game.setup["game"]).agents)[-1]
