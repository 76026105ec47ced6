"""The conformance cases of a game as a page."""

from __future__ import annotations

from collections.abc import Iterator

from docs_builder.page import Entry, Page
from docs_builder.places import place_of_cases
from docs_builder.prose import prose
from docs_builder.site import Site

LABELS = {"given": "**Given** ", "when": "**When** ", "then": "**Then** ", "text": "", "remark": "**Remark:** "}


class CasesPage(Page):
    """Positions and what has to come of them, each with the tests that show it."""

    def __init__(self, site: Site, game: str) -> None:
        super().__init__(site, game, place_of_cases(game))

    def parts(self) -> Iterator[str]:
        """The cases, section by section, in the order of the ledger."""
        yield f"# Cases of {self.ledger['title']}"
        yield "What the rules come to in single positions. Every case is a test."
        for name in dict.fromkeys(case["section"] for case in self.ledger["case"]):
            yield f"## {name}"
            yield from (self.case(case) for case in self.of("case", name))

    def case(self, case: Entry) -> str:
        """A case: what is given, what happens, what follows."""
        texts = [prose(label + self.told(case[name])) for name, label in LABELS.items() if name in case]
        facts = self.facts([("Rules", ", ".join(case["rules"]))], case["id"])
        return "\n\n".join([self.heading(case["id"], case.get("title", "")), *texts, facts])
