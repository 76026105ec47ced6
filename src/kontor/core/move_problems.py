"""What is wrong with a text or an object that names no move: sentences with the nearest verb, field or value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kontor.core.suggestions import did_you_mean
from kontor.kernel.runtime.errors import clipped, shown

MOST_CHOICES = 8  # values that are listed if none is near
CHANCE_VERB = "chance"  # of moves that no seat makes


@dataclass(frozen=True)
class Form:
    """What may follow a verb: fields, the values of every move as text, an example, the name before the values."""

    fields: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    example: str
    names: tuple[str, ...] = ()

    def matched(self, values: Sequence[str]) -> int:
        """Return how many of the first values belong to one move."""
        count = 0
        while count < len(values) and values[count] in self.choices(values[:count]):
            count += 1
        return count

    def choices(self, before: Sequence[str]) -> list[str]:
        """Return the values that may follow others."""
        at = len(before)
        return list(dict.fromkeys(row[at] for row in self.rows if len(row) > at and row[:at] == tuple(before)))


def verb_problem(verb: object, known: Iterable[str]) -> str:
    """Return the sentence for a verb that does not exist."""
    verbs = list(known)
    if not verb or not isinstance(verb, str):
        return f"it must begin with a verb: {', '.join(verbs)}."
    return f"the verb {shown(verb)} is unknown.{did_you_mean(verb, verbs) or f' It may be {_listed(verbs)}.'}"


def field_problem(verb: str, fields: Iterable[str], forms: Sequence[Form]) -> str:
    """Return the sentence for an object whose fields are not those of its verb."""
    known = list(dict.fromkeys(name for form in forms for name in form.fields))
    for name in fields:
        if name not in known:
            return f"{verb!r} has no field {shown(name)}.{did_you_mean(name, known) or f' {usage(verb, forms)}'}"
    return usage(verb, forms)


def value_problem(verb: str, values: Sequence[str], forms: Sequence[Form]) -> str:
    """Return the sentence for the first value that no move of a verb has, or for missing or surplus values."""
    most = max(form.matched(values) for form in forms)
    near = [form for form in forms if form.matched(values) == most]
    choices = list(dict.fromkeys(choice for form in near for choice in form.choices(values[:most])))
    if most == len(values) or not choices:
        return usage(verb, near)
    fields = list(dict.fromkeys(repr(form.fields[most]) for form in near if len(form.fields) > most))
    claim = f"{clipped(repr(values[most]))} is no value of {_listed(fields)}"
    names = [name for form in near for name in form.names if most == 0]
    hint = _value_hint(values[most], [*names, *choices])
    if not hint and len(choices) <= MOST_CHOICES:
        return f"{claim}; it may be {_listed(choices)}."
    return f"{claim}.{hint or f' {usage(verb, near)}'}"


def _value_hint(value: str, choices: Sequence[str]) -> str:
    """Return the question for a wrong value; the quotation marks of JSON do not count."""
    word, known = value.strip('"'), [choice.strip('"') for choice in choices]
    return "" if word in known else did_you_mean(word, known)


def usage(verb: str, forms: Sequence[Form]) -> str:
    """Return the sentence that names the fields of a verb, with an example of each form."""
    examples = dict(reversed([(form.fields, form.example) for form in forms]))
    ways = [_listed(fields, "and") or "no field" for fields in reversed(examples)]
    if verb != CHANCE_VERB:  # an example would name a card, as if it had been dealt
        ways = [f"{way} ({examples[fields]!r})" for way, fields in zip(ways, reversed(examples), strict=True)]
    return f"{verb!r} takes {_listed(ways)}."


def _listed(words: Sequence[str], conjunction: str = "or") -> str:
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}" if words[1:] else "".join(words)
