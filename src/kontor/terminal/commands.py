"""The commands that a player can type beside moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kontor.core.rule_ledger import RuleLedger
from kontor.core.styled_text import styled
from kontor.core.suggestions import did_you_mean
from kontor.terminal.hints import hint
from kontor.terminal.move_choice import MoveChoice
from kontor.terminal.session import Session

LOG_MOVES = 20
HOW_TO_MOVE = (
    "A move is a line of words; Tab offers the words that can follow. Words can be abbreviated, and the number of a "
    "move in the list of moves is enough. Enter alone makes the move if there is only one."
)


@dataclass(frozen=True)
class Command:
    """A command: how it is written, and what it does."""

    usage: str
    help: str


COMMANDS = {
    "moves": Command("moves [WORDS]", "list the legal moves, or those that contain some words"),
    "board": Command("board", "show the whole board"),
    "score": Command("score", "show the score as if the game ended now"),
    "log": Command("log [NUMBER]", "show what happened in the last moves"),
    "hint": Command("hint", "show what the computer would play, and why"),
    "undo": Command("undo", "take back your last move and the answers to it"),
    "rule": Command("rule ID", "explain a rule that a refusal names, such as the one in [brackets]"),
    "save": Command("save [FILE]", "save the game, to resume it with: kontor play FILE"),
    "help": Command("help", "show this text"),
    "quit": Command("quit", "leave the game, after saving it if you wish"),
}


class Commands:
    """Runs the commands of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def run(self, name: str, words: Sequence[str], choice: MoveChoice) -> None:
        """Run a command."""
        actions: dict[str, Callable[[], None]] = {
            "moves": lambda: self.moves(words, choice),
            "board": lambda: self.session.view.board(self.session.viewer, is_whole=True),
            "score": lambda: self.session.view.score(),
            "log": lambda: self.log(words),
            "hint": self.hint,
            "undo": self.session.undo,
            "rule": lambda: self.rule("".join(words).strip("[]")),
            "save": lambda: self.save(words),
            "help": lambda: self.help(choice),
            "quit": self.session.leave,
        }
        actions[name]()

    def moves(self, words: Sequence[str], choice: MoveChoice) -> None:
        """List legal moves."""
        if words and not choice.similar(words):
            self.session.screen.write_sentence(f"No legal move is similar to {' '.join(words)!r}.", "red")
        self.session.view.moves(choice, words)

    def log(self, words: Sequence[str]) -> None:
        """Show what happened in the last moves."""
        count = int(words[0]) if words and words[0].isdecimal() else LOG_MOVES
        session = self.session
        session.view.log(len(session.state.moves) - count, session.viewer)

    def hint(self) -> None:
        """Show the move of a searching agent."""
        session = self.session
        if session.state.is_over:
            session.screen.write_sentence("The game is over: there is nothing to decide.")
            return
        session.screen.write_status("Thinking ...")
        text = hint(session.state)
        session.screen.clear_status()
        session.screen.write_sentence(text, "green")

    def rule(self, rule_id: str) -> None:
        """Show the text of a rule."""
        folder = self.session.state.game.presentation.rule_ledger
        rules = [] if folder is None else RuleLedger(folder).entries("rule")
        found = {entry["id"].casefold(): entry["text"] for entry in rules}
        text = found.get(rule_id.casefold())
        if text is None:
            near = did_you_mean(rule_id.upper(), [entry["id"] for entry in rules])
            self.session.screen.write_sentence(f"No rule of this game has the id {rule_id!r}.{near}", "red")
        else:
            self.session.screen.write_sentence(text)

    def save(self, words: Sequence[str]) -> None:
        """Save the game under a name, or under the one it has."""
        self.session.save(Path(" ".join(words)).expanduser() if words else self.session.path)

    def help(self, choice: MoveChoice) -> None:
        """Explain how moves are written, and the commands."""
        screen = self.session.screen
        screen.write_sentence(HOW_TO_MOVE)
        forms = dict.fromkeys(" ".join([move.verb, *(name.upper() for name in move.fields)]) for move in choice.moves)
        if forms:
            screen.write_words("Moves now: ", ", ".join(forms))
        wide = max(len(command.usage) for command in COMMANDS.values())
        for command in COMMANDS.values():
            screen.write_line(styled(f"  {command.usage.ljust(wide)}  ", "bold") + command.help)
