"""What a client knows of a table, kept up to date by responses and by the live channel."""

from __future__ import annotations

from functools import cached_property

from kontor.client.data import Entry, Json, Message, Seat, Update, read, read_entry, read_seats
from kontor.core import registry
from kontor.core.game import Game
from kontor.core.state import State


class TableView:
    """A table as the account may see it: its seats, its log, its chat and the state of its game."""

    def __init__(self, content: Json, seat: int | None = None) -> None:
        self.seat = seat
        """The seat whose view was selected; None is the view of the only seat of the account, or of a spectator."""
        self.invitations: dict[int, str] = {int(key): value for key, value in content.get("invitations", {}).items()}
        """The secrets of the invitations to open seats, if this client has created the table."""
        self.load(content)

    def load(self, content: Json) -> None:
        """Replace everything by the response to a request for the table."""
        self.id: str = content["id"]
        self.title: str = content["title"]
        self.setup: Json = content["setup"]
        self.seats: tuple[Seat, ...] = read_seats(content)
        self.messages: list[Message] = [read(Message, message) for message in content["messages"]]
        self.entries: list[Entry] = [read_entry(entry) for entry in content["entries"]]
        self._state: Json = content["state"]

    def apply(self, update: Update) -> Update:
        """Apply an update, of which parts may be known already, and return it."""
        last_entry, last_message = self.last_entry, self.last_message
        self.entries += [entry for entry in update.entries if entry.number > last_entry]
        self.messages += [message for message in update.messages if message.number > last_message]
        if update.type == "seats":
            self.seats = read_seats(update.content)
        state = update.content.get("state")
        if state is not None and state["number"] >= self.number:
            self._state = state
        return update

    @cached_property
    def game(self) -> Game:
        """The game of the table."""
        return registry.game(self.setup)

    @property
    def state(self) -> State:
        """A new state with the present position, as far as the account may know it; its moves are the legal ones."""
        return self.game.state(self._state["position"], chance="manual")

    @property
    def number(self) -> int:
        """The number of the last entry of the log, with which moves are sent."""
        return int(self._state["number"])

    @property
    def to_move(self) -> int | None:
        """The seat to move, None when the game is over."""
        seat: int | None = self._state["to_move"]
        return seat

    @property
    def decision(self) -> int | None:
        """The seat for which the account has to decide now, None if it has to wait."""
        seat: int | None = self._state["decision"]
        return seat

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self._state["over"])

    @property
    def winners(self) -> list[int]:
        """The seats that have won; none before the end."""
        return list(self._state["winners"])

    @property
    def scores(self) -> list[int]:
        """The points of every seat, as if the game ended now."""
        return [score["total"] for score in self._state["scores"]]

    @property
    def your_seats(self) -> list[int]:
        """The seats that the account holds."""
        return [seat.seat for seat in self.seats if seat.yours]

    @property
    def last_entry(self) -> int:
        """The number of the last entry that is known."""
        return self.entries[-1].number if self.entries else 0

    @property
    def last_message(self) -> int:
        """The number of the last chat message that is known."""
        return self.messages[-1].number if self.messages else 0

    def own_seat(self, seat: int | None) -> int:
        """Return a seat of the account: the given one, or the only one it holds."""
        if seat is not None:
            return seat
        if len(self.your_seats) != 1:
            raise ValueError(f"you hold {len(self.your_seats)} seats at this table; name one of them.")
        return self.your_seats[0]

    def __repr__(self) -> str:
        what = "over" if self.is_over else f"seat {self.to_move} to move"
        return f"<{type(self).__name__} {self.id}: {self.setup['game']}, {what}, number {self.number}>"
