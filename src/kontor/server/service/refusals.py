"""Refusals: everything the service may answer instead of doing it, each with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """Something that is not done; the word names the sort, the sentence says why and what to do."""

    word = "refused"

    def __init__(self, sentence: str, **facts: Any) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.facts: Mapping[str, Any] = facts


class Unknown(Refused):
    """There is no such thing, or the caller may not know of it."""

    word = "unknown"


class Nameless(Refused):
    """The caller has to say who they are first."""

    word = "nameless"


class NotYours(Refused):
    """The caller may not do this."""

    word = "not-yours"


class Stale(Refused):
    """The table has moved on since the caller looked."""

    word = "stale"


class Clash(Refused):
    """What is asked for does not fit what is there."""

    word = "clash"


class Wrong(Refused):
    """What is asked for cannot be."""

    word = "wrong"


class Illegal(Refused):
    """A move the rules do not allow here."""

    word = "illegal-move"

    def __init__(self, words: str, rule: str, facts: Mapping[str, Any]) -> None:
        because = "; ".join(f"{name}: {value}" for name, value in facts.items())
        super().__init__(f"{words!r} is not legal here by rule {rule}{f' ({because})' if because else ''}.")
        self.rule = rule
        self.rule_facts = dict(facts)


class TooMuch(Refused):
    """The caller asks for more than anybody gets."""

    word = "too-much"

    def __init__(self, sentence: str, wait: float = 1.0) -> None:
        super().__init__(sentence)
        self.wait = wait
