"""Tables, their seats, moves and records."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from kontor.server.schemas.clocks import AnyClock, Clock
from kontor.server.schemas.fields import (
    MAX_RATING,
    Identifier,
    MoveText,
    Name,
    Number,
    RequestBody,
    ResourceId,
    Secret,
    Title,
)
from kontor.server.schemas.messages import Message
from kontor.server.schemas.reasons import StatedPlan
from kontor.server.schemas.seats import Absence

RatingPoints = Annotated[int, Field(ge=0, le=MAX_RATING, strict=True)]


class SeatPlan(RequestBody):
    """The player of a seat: the account (on several seats: people at one screen), an agent, or open to others."""

    kind: Literal["human", "open", "agent"]
    name: Name | None = None
    agent: Identifier | None = None


class NewTable(RequestBody):
    """A new table: a game by its setup, or a record to study or continue.

    With `hints` players may ask for hints even where several people play. `practice` is for one person and
    computers: the table is in no list, sends no notifications, and ends when the same person creates the next one.
    A `rated` game changes the ratings of its players; it gives no hints and begins at the start of a game. Who joins
    a public table without an invitation needs a rating from `rating_min` to `rating_max`, if these are given. The
    members of a group may watch its tables and take their open seats.
    """

    setup: dict[str, Any] | None = None
    record: dict[str, Any] | None = None
    seats: Annotated[list[SeatPlan], Field(min_length=1, max_length=16)] | None = None
    title: Title = ""
    public: bool = False
    undo: Literal["never", "own", "agreed"] = "own"
    hints: bool = False
    practice: bool = False
    rated: bool = False
    rating_min: RatingPoints | None = None
    rating_max: RatingPoints | None = None
    clock: AnyClock | None = None
    group_id: ResourceId | None = None


class Seat(BaseModel):
    """A seat and its player; `is_bot` marks a player whose account is that of a program.

    `account` is the public id of the player's account, a `guest` has no password, and a `former` player has deleted
    the account and has an empty name.
    `offered_to_you` says that the player wants to hand the seat over to the account.
    """

    seat: int
    kind: Literal["human", "open", "agent"]
    name: str | None
    agent: str | None
    account: str | None
    yours: bool
    is_bot: bool
    guest: bool
    former: bool
    offered_to_you: bool


class SeatChange(BaseModel):
    """Who plays a seat from now on, and the name of the person who left it; a former player has an empty name."""

    kind: Literal["human", "open", "agent"]
    name: str | None
    agent: str | None
    left: str | None


class Entry(BaseModel):
    """An entry of the log as the account may read it.

    `words` and `move` are those of a move or a chance move (`move` is null where something is secret); an undo has
    the length of the line of moves to which it returned, a seat change its `change`. An `end` ends the game, because
    the time of its seat has run out.
    """

    number: int
    kind: Literal["move", "chance", "undo", "seat", "end"]
    seat: int | None
    by: Literal["player", "computer", "clock", "order", "record", "chance", "host", "vote", "operator"]
    at: int
    length: int | None
    change: SeatChange | None
    words: str | None
    move: dict[str, Any] | None
    events: list[dict[str, Any]]


class LegalMove(BaseModel):
    """A move the account may make, in words and as an object; either may be sent."""

    words: str
    move: dict[str, Any]


class Score(BaseModel):
    """The points of a seat, by category."""

    total: int
    lines: dict[str, int]


class Undo(BaseModel):
    """The seat that made the last moves, the smallest length of the line, and the votes for a length by seat.

    Nothing can be taken back when `floor` is the present length. `limit` says why the floor is not lower: the line
    starts there, something was revealed, a rule makes the move final, the clock, a record, an order or others
    decided, the policy of the table forbids it, or the game is over.
    """

    seat: int | None
    floor: int
    limit: Literal["start", "revealed", "final", "clock", "record", "order", "others", "policy", "over"]
    votes: dict[str, int]


class State(BaseModel):
    """The state of a game as the account sees it.

    `derived_state` follows from the position by the rules, for drawing. `decision` is the seat for which the account
    has to decide now; only then are there `moves`. `plans` has the plans that computer seats state, each from the
    first move of its turn until the next turn of the seat; past states have none.
    """

    number: int
    length: int
    to_move: int | None
    turn: int
    over: bool
    ended_by: str | None
    position: dict[str, Any]
    derived_state: dict[str, Any]
    scores: list[Score]
    winners: list[int]
    decision: int | None
    moves: list[LegalMove]
    plans: list[StatedPlan]
    undo: Undo | None
    clock: Clock | None
    absence: Absence | None


class States(BaseModel):
    """The states after several entries."""

    states: list[State]


class Presence(BaseModel):
    """The seats whose players are connected, and the number of spectators."""

    seats: list[int]
    watchers: int


class Thinking(BaseModel):
    """A computer seat that decides after entry `number`, since a moment in milliseconds.

    `before` says how many decisions are queued before this one; it is null once a process works on it.
    """

    number: int
    seat: int
    since: int
    before: int | None


class Table(BaseModel):
    """A table as the account may see it; `viewed_as` is the seat whose secrets are shown.

    `orders` says whether the game has standing orders.
    """

    id: str
    title: str
    setup: dict[str, Any]
    revision: int
    public: bool
    host: bool
    undo_policy: Literal["never", "own", "agreed"]
    hints: bool
    orders: bool
    practice: bool
    rated: bool
    group_id: str | None
    rating_min: int | None
    rating_max: int | None
    chat_closed: bool
    clock_rule: AnyClock | None
    created_at: int
    viewed_as: int | None
    seats: list[Seat]
    state: State
    entries: list[Entry]
    messages: list[Message]
    presence: Presence
    thinking: Thinking | None


class OpenedTable(Table):
    """A new table, with the secrets of the invitations to its open seats, which are shown only once."""

    invitations: dict[str, str]


class Rematch(BaseModel):
    """The table of a rematch, and whether the request has opened it."""

    table_id: str
    created: bool


class JoinRequest(RequestBody):
    """Joining a seat: with its invitation, unless the table is public."""

    invitation: Secret | None = None
    name: Name | None = None


class SeatChangeRequest(RequestBody):
    """Giving a seat to an agent, or, without one, opening it."""

    agent: Identifier | None = None


class InvitationRequest(RequestBody):
    """An invitation to a seat, or, without one, to watch."""

    seat: Annotated[int, Field(ge=0, le=99, strict=True)] | None = None


class Invitation(BaseModel):
    """The secret of an invitation, which is shown only once."""

    seat: int | None
    invitation: str


class WatchRequest(RequestBody):
    """The invitation to watch a private table."""

    invitation: Secret


class MoveRequest(RequestBody):
    """A move, in words or as an object, and the number of the last entry the client knows."""

    number: Number
    move: MoveText | dict[str, Any]


class UndoRequest(RequestBody):
    """An undo to a length of the line, by default by one move, and the number of the last entry the client knows."""

    number: Number
    length: Number | None = None


class MoveResult(BaseModel):
    """The result of a move or an undo: the new number, the new entries, and who has to decide now.

    The whole `state` is included only with `?state=true`.
    """

    number: int
    entries: list[Entry]
    to_move: int | None
    decision: int | None
    over: bool
    undo: Undo | None
    clock: Clock | None
    absence: Absence | None
    state: State | None


class Record(BaseModel):
    """A game as its list of moves."""

    format: int
    setup: dict[str, Any]
    revision: int
    start: dict[str, Any] | None
    moves: list[str]
    result: dict[str, Any] | None


class Games(BaseModel):
    """The games that can be played, with their boards as data and the agents that can play each of them.

    `levels` are the agents meant for people, the weakest first.
    """

    games: list[dict[str, Any]]
    agents: list[str]
    levels: list[str]
