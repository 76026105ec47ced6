"""A game at a keyboard: its state and players, what they have seen, its file, and taking back moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kontor.core.move import Move
from kontor.core.state import State
from kontor.core.values import Seat
from kontor.terminal.game_view import GameView
from kontor.terminal.players import Player, humans
from kontor.terminal.reader import Reader
from kontor.terminal.screen import Screen

LEAVE = "Save the game before leaving? [Y]es, [n]o, [c]ontinue: "


@dataclass(frozen=True)
class SavedGame:
    """The file of a game, and the moves that it holds."""

    path: Path | None
    moves: Sequence[Move]


class Session:
    """One game at one keyboard."""

    def __init__(
        self, state: State, players: Sequence[Player], screen: Screen, reader: Reader, path: Path | None = None
    ) -> None:
        self.state = state
        self.players = players
        self.screen = screen
        self.reader = reader
        self.view = GameView(state, players, screen)
        self.people = humans(players)
        self.saved = SavedGame(path, state.moves)
        self.has_left = False
        self.viewer: Seat | None = self.people[0].seat if len(self.people) == 1 else None
        self.reported = len(state.moves)  # how many moves the people have read about
        self.last_seen = dict.fromkeys(range(len(players)), len(state.moves))  # when each player decided last
        self.is_board_due = True

    def report(self) -> None:
        """Write what happened since the last report."""
        self.view.log(self.reported, self.viewer)
        self.reported = len(self.state.moves)

    # undo

    def undo(self) -> None:
        """Take back moves until a person decides again."""
        if not self.has_human_move():
            self.screen.write_sentence("There is no move of yours to take back.")
            return
        taken = self.state.pop()
        while not self.players[self.state.to_move].is_human:
            taken = self.state.pop()
        self.reported = len(self.state.moves)
        self.last_seen = {seat: min(seen, self.reported) for seat, seen in self.last_seen.items()}
        self.is_board_due = True
        self.screen.write_sentence(f"Taken back: {taken}.")

    def has_human_move(self) -> bool:
        """Return whether a person has made a move."""
        return any(played.seat >= 0 and self.players[played.seat].is_human for played in self.state.played)

    # saving and leaving

    def leave(self) -> None:
        """Leave, after asking whether unsaved moves are to be saved; no answer means yes."""
        answer = self.ask_to_save() if self.is_unsaved() else "n"
        if answer == "c":
            return
        if answer != "n":
            self.save_if_needed()
        self.has_left = True

    def ask_to_save(self) -> str:
        """Return the first letter of the answer."""
        try:
            return self.reader.read(LEAVE).strip().lower()[:1]
        except (EOFError, KeyboardInterrupt):
            return "y"

    def is_unsaved(self) -> bool:
        """Return whether a person has made moves that no file holds."""
        return self.saved.moves != self.state.moves and self.has_human_move()

    def save_if_needed(self) -> None:
        """Save unsaved moves."""
        if self.is_unsaved():
            self.save(self.path)

    @property
    def path(self) -> Path:
        """Return the file of the game, or the name of a new one."""
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        return self.saved.path or Path(f"{self.state.game.setup['game']}-{stamp}.json")

    def save(self, path: Path) -> None:
        """Write the game into a file and say how to resume it."""
        try:
            self.state.save(path)
        except OSError as problem:
            self.screen.write_sentence(f"The file {str(path)!r} cannot be written: {problem.strerror}.", "red")
            return
        self.saved = SavedGame(path, self.state.moves)
        agents = ",".join(player.agent_name for player in self.players)
        self.screen.write_sentence(f"Saved. Resume with: kontor play {path} --agents {agents}")
