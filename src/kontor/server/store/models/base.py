"""The base class of all models, and the types of their columns."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import JSON, MetaData, String
from sqlalchemy.orm import DeclarativeBase

CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
ID = String(16)
HASH = String(64)
WORD = String(40)


class Base(DeclarativeBase):
    """The base class of all models."""

    metadata = MetaData(naming_convention=CONVENTION)
    type_annotation_map: ClassVar = {
        dict[str, Any]: JSON(none_as_null=True),
        list[str]: JSON(),
        list[int]: JSON(none_as_null=True),
    }
