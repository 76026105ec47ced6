"""Announcements of the operators."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from kontor.server.schemas.fields import RequestBody, valid_text

MAX_ANNOUNCEMENT_LENGTH = 300
MAX_TIME = 2**53

AnnouncementText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_ANNOUNCEMENT_LENGTH, pattern=r"^[^\x00]*$"),
    AfterValidator(valid_text),
]


class AnnouncementTexts(RequestBody):
    """A text in one to three languages; who reads another language gets the first one there is."""

    en: AnnouncementText | None = None
    de: AnnouncementText | None = None
    fr: AnnouncementText | None = None

    @model_validator(mode="after")
    def check_any(self) -> AnnouncementTexts:
        """Reject an announcement without any text."""
        if not self.by_language():
            raise PydanticCustomError("texts", "An announcement needs a text in at least one language.")
        return self

    def by_language(self) -> dict[str, str]:
        """Return the texts there are by language."""
        return {language: text for language, text in self.model_dump().items() if text}


class NewAnnouncement(RequestBody):
    """An announcement that is shown until a moment in milliseconds since 1970."""

    texts: AnnouncementTexts
    until: Annotated[int, Field(ge=0, le=MAX_TIME, strict=True)]


class CreatedAnnouncement(BaseModel):
    """The id of a new announcement."""

    id: str


class Announcement(BaseModel):
    """An announcement, with its texts by language."""

    id: str
    texts: dict[str, str]
    created_at: int
    until: int


class Announcements(BaseModel):
    """The announcements that are shown now, the newest first."""

    announcements: list[Announcement]
