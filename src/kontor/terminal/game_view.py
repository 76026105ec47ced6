"""What a player sees: the board, the log, the moves, the score, and the line above the prompt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kontor.core.position_text_board import position_text_board
from kontor.core.state import State
from kontor.core.styled_text import StyledText, columns, joined, styled
from kontor.core.values import Seat
from kontor.terminal.log import Account, accounts, subject
from kontor.terminal.move_choice import MoveChoice
from kontor.terminal.players import Player
from kontor.terminal.reader import MENU_LINES
from kontor.terminal.score_table import score_table, winners_sentence
from kontor.terminal.screen import Screen

FEW_MOVES = 9
PROMPT_LINES = 4 + MENU_LINES  # below the board: the summary of the moves, the prompt, the menu and the toolbar
KEYS = "Tab completes; help, hint, undo, quit"


class GameView:
    """Writes a game to a screen as one seat may see it."""

    def __init__(self, state: State, players: Sequence[Player], screen: Screen) -> None:
        self.state = state
        self.players = players
        self.screen = screen

    @property
    def labels(self) -> list[str]:
        """Return seat and name of every player."""
        return [player.label for player in self.players]

    def label(self, seat: Seat) -> StyledText:
        """Return seat and name of a player in the colour of the seat."""
        return styled(
            subject(seat, self.labels), self.state.game.presentation.seat_colour(seat) if seat >= 0 else "dim"
        )

    def board(self, viewer: Seat | None, is_whole: bool = False) -> None:
        """Write the board; without empty places if the whole board is higher than the screen."""
        whole = self.board_text(viewer, is_short=False)
        fits = len(whole.splitlines()) + PROMPT_LINES <= self.screen.height
        self.screen.write()
        self.screen.write(whole if fits or is_whole else self.board_text(viewer, is_short=True))

    def board_text(self, viewer: Seat | None, is_short: bool) -> str:
        """Return the board as a seat may see it."""
        game = self.state.game
        return position_text_board(
            game,
            game.view(self.state.raw, viewer),
            to_move=self.state.to_move,
            width=self.screen.width,
            colour=self.screen.colour,
            names=[player.name for player in self.players],
            short=is_short,
        )

    def log(self, first: int, viewer: Seat | None) -> None:
        """Write what happened from a move on."""
        for account in accounts(self.state, max(0, first), viewer):
            self.account(account)

    def account(self, account: Account) -> None:
        """Write the moves of a seat as one sentence."""
        label, width = self.label(account.seat), self.screen.width - 1
        line = label
        for number, clause in enumerate(account.clauses):
            text = clause + ("," if number < len(account.clauses) - 1 else ".")
            if len(line) + 1 + len(text) > width and number:
                self.screen.write_line(line)
                line = styled("   ")
            line = line + " " + text
        self.screen.write_line(line)

    def moves(self, choice: MoveChoice, words: Sequence[str] = ()) -> None:
        """Write the legal moves that are similar to some words, each with its number."""
        shown = choice.similar(words) if words else choice.moves
        numbers = {move: number for number, move in enumerate(choice.moves, 1)}
        cells = [styled(f"{numbers[move]:>3} ", "dim") + str(move) for move in shown]
        for line in columns(cells, self.screen.width - 1):
            self.screen.write_line(line)

    def summary(self, choice: MoveChoice) -> None:
        """Write the moves if there are few, otherwise their verbs."""
        if len(choice.moves) <= FEW_MOVES:
            self.moves(choice)
            return
        counts = Counter(words[0] for words in choice.words)
        texts = [styled(verb, "bold") + (f" ({count})" if count > 1 else "") for verb, count in counts.items()]
        self.screen.write_line(styled("Moves: ", "dim") + joined(texts, ", "))

    def score(self) -> None:
        """Write the score sheet as if the game ended now."""
        for line in score_table(self.state.game, self.state.scores(), self.labels):
            self.screen.write_line(line)

    def end(self) -> None:
        """Write how the game ended, the score sheet and the winners."""
        self.screen.write()
        self.screen.write_line(styled(f"The game is over ({self.state.ended_by}).", "bold"))
        self.score()
        self.screen.write_line(styled(winners_sentence(self.state.scores(), self.labels), "bold"))

    def toolbar(self, player: Player) -> str:
        """Return the line below the prompt: the turn, the player, the actions left and the keys."""
        actions = self.state.game.position_json(self.state.raw).get("actions")
        left = "" if actions is None else f"{actions} action{'' if actions == 1 else 's'} left"
        parts = [f"Turn {self.state.turn}", player.label, left, KEYS]
        return " " + " | ".join(filter(None, parts))[: self.screen.width - 2]

    def prompt(self, player: Player) -> str:
        """Return the prompt of a player."""
        return (self.label(player.seat) + styled("> ")).render(self.screen.colour) + " "
