"""The loop of a game at a terminal: people type, agents choose, and the game is saved whatever happens."""

from __future__ import annotations

from kontor.core.move import Move
from kontor.core.notation import UnknownMove
from kontor.core.values import IllegalMove, Seat
from kontor.terminal.commands import COMMANDS, Commands
from kontor.terminal.completion import MoveSuggestions
from kontor.terminal.hints import plan_sentence
from kontor.terminal.move_choice import MoveChoice
from kontor.terminal.players import Player
from kontor.terminal.session import Session

COMMAND_NOTES = {name: command.help for name, command in COMMANDS.items()}
AFTER_THE_END = "The game is over: save FILE, log, board, undo or quit> "


def play(session: Session) -> None:
    """Play until the players leave; whatever happens, the game is saved."""
    loop = GameLoop(session)
    try:
        while not session.has_left:
            loop.step()
    except BaseException:
        session.save_if_needed()
        raise


class GameLoop:
    """Lets one player after the other decide."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.state = session.state
        self.screen = session.screen
        self.commands = Commands(session)
        self.asked: tuple[int, Seat] | None = None  # turn and seat of the last question, until an agent moves
        self.planned: dict[Seat, int] = {}  # the turn of the last plan of a seat
        self.plan = ""  # that is written at the end of the turn
        self.is_concluded = False

    def step(self) -> None:
        """Let the next player decide, or show the result."""
        if self.state.is_over:
            self.conclude()
            return
        self.is_concluded = False
        player = self.session.players[self.state.to_move]
        if player.is_human:
            self.ask(player)
        else:
            self.let_agent_move(player)

    # agents

    def let_agent_move(self, player: Player) -> None:
        """Make the move of an agent; Ctrl-C asks whether to leave."""
        try:
            move = self.agent_move(player)
        except KeyboardInterrupt:
            self.screen.clear_status()
            self.session.leave()
            return
        self.note_plan(player, move)
        self.state.push(move)
        self.asked = None
        if self.state.to_move != player.seat:  # a whole turn is reported at once
            self.session.report()
            self.state_plan()

    def note_plan(self, player: Player, move: Move) -> None:
        """Remember the plan of an agent that states it, once a round: its seat may also decide in turns of others."""
        game, turn = self.state.game, self.state.turn
        is_new = turn >= self.planned.get(player.seat, turn - game.players) + game.players
        if player.agent is None or not player.states_plan or not is_new:
            return
        why = player.agent.plan(self.state, move)
        self.planned[player.seat] = turn
        self.plan = "" if why is None else plan_sentence(game, player.label, why)

    def state_plan(self) -> None:
        """Write the plan of the agent whose turn is over, once."""
        if self.plan:
            self.screen.write_sentence(self.plan)
        self.plan = ""

    def agent_move(self, player: Player) -> Move:
        """Return the choice of an agent, with a note on the screen while it thinks."""
        if player.agent is None:
            raise ValueError(f"{player.label} has no agent.")
        self.screen.write_status(f"{player.label} is thinking ...")
        move = player.agent.choose(self.state)
        self.screen.clear_status()
        return move

    # people

    def ask(self, player: Player) -> None:
        """Let a person type a move or a command."""
        self.hand_over(player)
        now = (self.state.turn, player.seat)
        if self.session.is_board_due or self.asked != now:
            self.session.view.board(self.session.viewer)
        self.session.is_board_due, self.asked = False, now
        choice = MoveChoice(self.state.game, self.state.legal_moves)
        self.session.view.summary(choice)
        text = self.read_line(player, choice)
        if text:
            self.obey(text, choice)

    def hand_over(self, player: Player) -> None:
        """Let another person take the keyboard; if players know different things, clear the screen in between."""
        session = self.session
        if len(session.people) == 1 or session.viewer == player.seat:
            return
        session.viewer = player.seat
        others = [self.view_of(other.seat) for other in session.people]
        if any(view != self.view_of(player.seat) for view in others):
            self.screen.clear()
            self.wait_for(player)
            session.reported = session.last_seen[player.seat]
            session.is_board_due = True
        session.report()

    def view_of(self, seat: Seat) -> bytearray:
        """Return what a seat may know of the position."""
        return self.state.game.view(self.state.raw, seat)

    def wait_for(self, player: Player) -> None:
        """Wait until the next player sits at the keyboard."""
        try:
            self.session.reader.read(f"Hand the keyboard to {player.label}, then press Enter. ")
        except (EOFError, KeyboardInterrupt):
            self.screen.write()

    def read_line(self, player: Player, choice: MoveChoice) -> str:
        """Return what the player typed; an empty line means the only move."""
        view = self.session.view
        suggest = MoveSuggestions(choice, COMMAND_NOTES)
        try:
            text = self.session.reader.read(view.prompt(player), suggest, view.toolbar(player))
        except KeyboardInterrupt:
            self.screen.write("Type quit to leave the game.")
            return ""
        except EOFError:
            return "quit"
        return choice.moves[0].text if not text and len(choice.moves) == 1 else text

    def obey(self, text: str, choice: MoveChoice) -> None:
        """Make the move or run the command that a player typed, or say why not."""
        words = text.split()
        move = choice.find(text)
        if move is not None:
            self.make(move)
        elif words[0] in COMMANDS and words[0] not in choice.verbs():
            self.commands.run(words[0], words[1:], choice)
        elif choice.similar(words):
            self.session.view.moves(choice, words)
        else:
            self.refuse(text)

    def make(self, move: Move) -> None:
        """Make a move of a person and report it."""
        seat = self.state.to_move
        self.state.push(move)
        self.session.report()
        self.session.last_seen[seat] = len(self.state.moves)

    def refuse(self, text: str) -> None:
        """Say why a text is no legal move; the game stays as it is."""
        try:
            self.state.copy().push(text)
        except (IllegalMove, UnknownMove) as problem:
            self.screen.write_sentence(str(problem), "red")

    # the end

    def conclude(self) -> None:
        """Show the result; people may still look at the game, take moves back and save it."""
        if not self.is_concluded:
            self.session.report()
            self.session.view.end()
            self.is_concluded = True
        if not self.session.people:
            self.session.has_left = True
            return
        words = self.read_command()
        if words[0] in COMMANDS:
            self.commands.run(words[0], words[1:], MoveChoice(self.state.game, []))
        else:
            self.screen.write_sentence(f"{words[0]!r} is no command: type help.", "red")

    def read_command(self) -> list[str]:
        """Return the words of a command after the end; an empty line means quit."""
        try:
            return self.session.reader.read(AFTER_THE_END).split() or ["quit"]
        except (EOFError, KeyboardInterrupt):
            return ["quit"]
