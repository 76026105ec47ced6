"""The home page of an account."""

from __future__ import annotations

from pydantic import BaseModel

from kontor.server.schemas.invitations import InvitedAccount
from kontor.server.schemas.study import DailyPuzzle
from kontor.server.schemas.table_lists import Summaries, Summary


class Home(BaseModel):
    """The games of an account, the first page of its finished ones and of the open tables, and the puzzle of the day.

    Of the `total` running games those that wait for the account come first, and those with the least time left.
    """

    running: list[Summary]
    waiting: int
    total: int
    finished: Summaries
    open: Summaries
    invitations: list[InvitedAccount]
    daily: DailyPuzzle
