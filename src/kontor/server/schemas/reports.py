"""Reports about people, messages and tables."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from kontor.server.display_names import clean_text
from kontor.server.schemas.fields import Number, RequestBody

MAX_REPORT_LENGTH = 1000

ReportReason = Literal["harassment", "spam", "name", "cheating", "stalling", "other"]
ReportText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=MAX_REPORT_LENGTH, pattern=r"^[^\x00]*$"),
    AfterValidator(clean_text),
]
SubjectId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,16}$")]


class PersonReport(RequestBody):
    """A report about a person."""

    kind: Literal["person"]
    account_id: SubjectId
    reason: ReportReason
    text: ReportText = ""


class MessageReport(RequestBody):
    """A report about a chat message of a table, which is stored with the report."""

    kind: Literal["message"]
    table_id: SubjectId
    message: Number
    reason: ReportReason
    text: ReportText = ""


class TableReport(RequestBody):
    """A report about a table, for example about its title."""

    kind: Literal["table"]
    table_id: SubjectId
    reason: ReportReason
    text: ReportText = ""


NewReport = Annotated[PersonReport | MessageReport | TableReport, Field(discriminator="kind")]


class CreatedReport(BaseModel):
    """The id of a report that operators will read."""

    id: str
