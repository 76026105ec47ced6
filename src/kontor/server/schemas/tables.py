"""Tables, as they are asked for and as they are told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from kontor.server.schemas.texts import Asked, Name, Number, Said, Secret, Title, Word, Words


class SeatPlan(Asked):
    """Who shall sit on a seat: the caller (on several: people at one screen), an agent, or whoever comes."""

    kind: Literal["human", "open", "agent"]
    name: Name | None = None
    agent: Word | None = None


class ClockRule(Asked):
    """Time per turn, or a budget with an increment per turn; without an agent the smallest choice is made."""

    kind: Literal["turn", "budget"]
    seconds: Annotated[int, Field(ge=1, le=10_000_000, strict=True)]
    increment: Annotated[int, Field(ge=0, le=1_000_000, strict=True)] = 0
    agent: Word | None = None


class NewTable(Asked):
    """A new table: a game by its setup, or a record to study or continue.

    With `hints` the computer advises players also where several people play. `practice` is for one person and
    computers: it stands in no list, nobody is told of it, and it ends when the same person opens the next one.
    """

    setup: dict[str, Any] | None = None
    record: dict[str, Any] | None = None
    seats: Annotated[list[SeatPlan], Field(min_length=1, max_length=16)] | None = None
    title: Title = ""
    public: bool = False
    undo: Literal["never", "own", "agreed"] = "own"
    hints: bool = False
    practice: bool = False
    clock: ClockRule | None = None


class Seat(BaseModel):
    """Who sits on a seat."""

    seat: int
    kind: Literal["human", "open", "agent"]
    name: str | None
    agent: str | None
    yours: bool


class SeatChange(BaseModel):
    """Who plays a seat from now on, and the name of the person who left it."""

    kind: Literal["human", "open", "agent"]
    name: str | None
    agent: str | None
    left: str | None


class Entry(BaseModel):
    """An entry of the log as the caller may read it.

    `words` and `move` are those of a move or a chance (`move` is null where something is secret); an undo has the
    length of the line of moves to which it returned, a seat change its `change`.
    """

    number: int
    kind: Literal["move", "chance", "undo", "seat"]
    seat: int | None
    by: Literal["player", "computer", "clock", "record", "chance", "host"]
    at: int
    length: int | None
    change: SeatChange | None
    words: str | None
    move: dict[str, Any] | None
    events: list[dict[str, Any]]


class LegalMove(BaseModel):
    """A move the caller may make, in words and as an object; either may be sent back."""

    words: str
    move: dict[str, Any]


class Score(BaseModel):
    """The points of a seat, line by line."""

    total: int
    lines: dict[str, int]


class Undo(BaseModel):
    """Whose moves can be taken back, how far, and who has agreed to what length."""

    seat: int | None
    floor: int
    wishes: dict[str, int]


class Clock(BaseModel):
    """The milliseconds every seat has left at a moment, and whose clock runs."""

    left: list[int]
    running: int | None
    at: int


class State(BaseModel):
    """Where a game stands, for the eyes of its receiver.

    `standing` is what follows from the position by the rules, for those who draw it. `decision` is the seat for which
    the caller has to decide now; only then are there `moves`.
    """

    number: int
    length: int
    to_move: int | None
    turn: int
    over: bool
    ended_by: str | None
    position: dict[str, Any]
    standing: dict[str, Any]
    scores: list[Score]
    winners: list[int]
    decision: int | None
    moves: list[LegalMove]
    undo: Undo | None
    clock: Clock | None


class Message(BaseModel):
    """Something somebody said."""

    number: int
    name: str
    text: str
    at: int


class Presence(BaseModel):
    """Which seats have their player at the table, and how many others watch."""

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
    """A table as the caller may see it; `hints` says whether its players may ask for them."""

    id: str
    title: str
    setup: dict[str, Any]
    revision: int
    public: bool
    host: bool
    undo_policy: Literal["never", "own", "agreed"]
    hints: bool
    practice: bool
    clock_rule: ClockRule | None
    created_at: int
    eyes: int | None
    seats: list[Seat]
    state: State
    entries: list[Entry]
    messages: list[Message]
    presence: Presence
    thinking: Thinking | None


class OpenedTable(Table):
    """A table that was just opened, with the links to its open seats, told this once."""

    invitations: dict[str, str]


class Summary(BaseModel):
    """A table as it stands in a list."""

    id: str
    title: str
    setup: dict[str, Any]
    public: bool
    host: bool
    seats: list[Seat]
    number: int
    to_move: int | None
    your_turn: bool
    ended_by: str | None
    created_at: int
    moved_at: int


class Summaries(BaseModel):
    """Tables, the last moved first; give `before` the `moved_at` of the last one to see more."""

    tables: list[Summary]


class Join(Asked):
    """Sitting down: with the link to the seat, unless the table is public."""

    invitation: Secret | None = None
    name: Name | None = None


class ChangeSeat(Asked):
    """Leaving a seat to an agent, or open."""

    agent: Word | None = None


class Invite(Asked):
    """A link to a seat, or, without one, to watch."""

    seat: Annotated[int, Field(ge=0, le=99, strict=True)] | None = None


class Invitation(BaseModel):
    """The secret of a link, told this once."""

    seat: int | None
    invitation: str


class Watch(Asked):
    """Being let in to watch a private table."""

    invitation: Secret


class MakeMove(Asked):
    """A move, in words or as an object, at the number the caller has seen."""

    number: Number
    move: Words | dict[str, Any]


class TakeBack(Asked):
    """An undo at the number the caller has seen, back to a length of the line; without one, by one move."""

    number: Number
    length: Number | None = None


class Moved(BaseModel):
    """What came of a move or an undo: the new number, what happened, and who has to decide now.

    The whole `state` comes only with `?state=true`.
    """

    number: int
    entries: list[Entry]
    to_move: int | None
    decision: int | None
    over: bool
    undo: Undo | None
    clock: Clock | None
    state: State | None


class AskHint(Asked):
    """A question for a hint, at the number the caller has seen."""

    number: Number


class Considered(LegalMove):
    """A move that was considered, and the chance of winning it leaves."""

    chance: float


class Reason(BaseModel):
    """Why a move was chosen.

    `only-move`: there is no other. `gain`: after `turns` more turns of the seat it leads to `event`, as planners
    would go on. `points`: likewise to `points` more, most of them in `line`. `prospect`: to neither so soon; of what
    is expected until the end, most is in `line`.
    """

    word: Literal["only-move", "gain", "points", "prospect"]
    line: str | None = None
    points: int | None = None
    event: dict[str, Any] | None = None
    turns: int | None = None


class Hint(LegalMove):
    """What the computer would do for the seat that is to move, one reason, its chance, and what else was tried."""

    number: int
    seat: int
    reason: Reason
    chance: float | None
    others: list[Considered]


class Record(BaseModel):
    """A game as its list of moves."""

    format: int
    setup: dict[str, Any]
    revision: int
    start: dict[str, Any] | None
    moves: list[str]
    result: dict[str, Any] | None


class Say(Asked):
    """Something to be said."""

    text: Said


class Messages(BaseModel):
    """What was said at a table."""

    messages: list[Message]


class Games(BaseModel):
    """The games that can be played, with their boards as data and the agents that can play each of them.

    Levels are the agents that are meant for people, the weakest first.
    """

    games: list[dict[str, Any]]
    agents: list[str]
    levels: list[str]
