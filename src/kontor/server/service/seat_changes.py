"""Seat changes while a game is played: who may take a seat, and how the log records it."""

from __future__ import annotations

import json

from kontor.core.game import Seat
from kontor.server.instants import now
from kontor.server.service.match import Match
from kontor.server.service.playing import decider, spent
from kontor.server.service.refusals import NotYours, TooMuch
from kontor.server.store.accounts import Account
from kontor.server.store.entries import HOST, SEAT, Entry, Page
from kontor.server.store.tables import AGENT, Chair

MOST_CHANGES = 200
"""Seat changes in one log, which otherwise could grow without a move."""


def has_secrets(match: Match, seat: Seat) -> bool:
    """Return whether the player of a seat sees something of the position that a spectator does not."""
    position = match.course.position
    return match.game.view(position, seat) != match.game.view(position, None)


def may_return(match: Match, chair: Chair, account: Account) -> bool:
    """Return whether an account may take its seat back from the computer: not if the host has replaced it."""
    if chair.kind != AGENT or chair.former_id != account.id:
        return False
    changes = [entry for entry in match.entries if entry.kind == SEAT and entry.seat == chair.seat]
    return not changes or changes[-1].by != HOST


def check_may_take(match: Match, chair: Chair, account: Account) -> None:
    """Refuse a seat that would tell an account secrets it could not know otherwise.

    With secrets, a seat that was left is for its former player; one that no person has played is for people who have
    played no other seat of the table.
    """
    if not match.is_recorded or chair.former_id == account.id or not has_secrets(match, chair.seat):
        return
    if chair.former_id is not None:
        raise NotYours(f"Seat {chair.seat} has secret cards; only the player who left it or a computer can play on.")
    if any(account.id in (other.account_id, other.former_id) for other in match.card.chairs):
        raise NotYours(f"Seat {chair.seat} has secret cards, and you have seen those of another seat.")


def page_of_change(match: Match, was: Chair, chair: Chair, by: str) -> Page:
    """Return the page that records a seat change; the seat to move pays for the time until then."""
    if sum(entry.kind == SEAT for entry in match.entries) >= MOST_CHANGES:
        raise TooMuch(f"The seats of this table have changed {MOST_CHANGES} times, which is the limit.", 3600)
    moment, position = max(now(), match.last_at), match.course.position
    left = was.name if was.account_id is not None else None
    change = {"kind": chair.kind, "name": chair.name, "agent": chair.agent, "left": left}
    words = json.dumps(change, ensure_ascii=False)
    entry = Entry(match.number + 1, SEAT, chair.seat, by, words, moment, spent=spent(match, match.to_move))
    return Page(match.card.id, [entry], decider(match.game, position), match.game.ended_by(position))
