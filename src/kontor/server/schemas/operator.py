"""What operators of the server see and do."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from kontor.server.display_names import clean_text
from kontor.server.schemas.announcements import MAX_TIME
from kontor.server.schemas.fields import Name, RequestBody
from kontor.server.schemas.people import PersonView

Reason = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=300, pattern=r"^[^\x00]*$"),
    AfterValidator(clean_text),
]


class NewSuspension(RequestBody):
    """Until when an account is suspended, None without an end, and why, which its owner is told."""

    until: Annotated[int, Field(ge=0, le=MAX_TIME, strict=True)] | None = None
    reason: Reason


class NewName(RequestBody):
    """The name an operator gives an account, and why."""

    name: Name
    reason: Reason


class Resolution(RequestBody):
    """What was done about a report."""

    resolution: Reason


class Load(BaseModel):
    """The load at a moment: rates per second, times in milliseconds, CPU in cores, memory in bytes."""

    at: int
    requests: float
    moves: float
    p50: float
    p99: float
    connections: int
    cpu: float
    memory: int
    jobs: int


class NodeLoad(BaseModel):
    """A node that is alive."""

    id: str
    started_at: int
    version: str
    load: Load


class Queues(BaseModel):
    """Jobs that wait for a worker process of this node by kind, and deliveries that wait or have failed."""

    jobs: dict[str, int]
    deliveries: dict[str, int]


class Storage(BaseModel):
    """The size of the database, and the free space of its disk if this node can see it."""

    shared: bool
    database: int
    free: int | None
    capacity: int | None


class ServerStatus(BaseModel):
    """The state of the server: `history` of all nodes together, `errors` of the last hour at this node by kind."""

    version: str
    history: list[Load]
    nodes: list[NodeLoad]
    errors: dict[str, int]
    queues: Queues
    storage: Storage
    tables: dict[str, int]
    open_reports: int
    machine_load: float | None


class Report(BaseModel):
    """A report, with what the reporter saw at that moment."""

    id: str
    kind: Literal["person", "message", "table"]
    reporter: PersonView
    person: PersonView | None
    suspended_until: int | None
    table_id: str | None
    reason: str
    text: str
    context: str
    created_at: int
    resolved_at: int | None
    resolution: str | None


class Reports(BaseModel):
    """Reports, the newest first."""

    reports: list[Report]


class AdministeredPerson(PersonView):
    """An account as operators see it."""

    created_at: int
    role: str | None
    suspended_until: int | None
    suspended_reason: str | None
    open_reports: int


class AdministeredPeople(BaseModel):
    """Accounts, the newest first."""

    people: list[AdministeredPerson]


class AuditEntry(BaseModel):
    """An administrative action."""

    number: int
    at: int
    actor: str
    action: str
    subject_kind: str
    subject_id: str | None
    reason: str
    facts: dict[str, Any]


class AuditLog(BaseModel):
    """Administrative actions, the newest first."""

    entries: list[AuditEntry]
