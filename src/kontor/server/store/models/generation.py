"""The generation of the database."""

from __future__ import annotations

from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import ID, Base


class GenerationRow(Base):
    """The generation of the database, in a single row; restoring a backup changes it."""

    __tablename__ = "lives"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    generation: Mapped[str] = mapped_column("life", ID)
