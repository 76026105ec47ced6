"""The page of the conformance cases of a game."""

from __future__ import annotations

from collections.abc import Iterator

from docs_builder.games import Entry
from docs_builder.ledger_page import LedgerPage
from docs_builder.markdown import markdown
from docs_builder.site import Site
from docs_builder.urls import cases_path

LABELS = {"given": "**Given** ", "when": "**When** ", "then": "**Then** ", "text": "", "remark": "**Remark:** "}


class CasesPage(LedgerPage):
    """Positions and their expected results, each with its tests."""

    def __init__(self, site: Site, game: str) -> None:
        super().__init__(site, game, cases_path(game))

    def parts(self) -> Iterator[str]:
        """Yield the cases, section by section, in the order of the ledger."""
        yield f"# Cases of {self.ledger['title']}"
        yield "The results of the rules in single positions. Every case is a test."
        for name in dict.fromkeys(case["section"] for case in self.ledger["case"]):
            yield f"## {name}"
            yield from (self.case(case) for case in self.entries("case", name))

    def case(self, case: Entry) -> str:
        """Return a case: given, when, then."""
        texts = [markdown(label + self.linked(case[name])) for name, label in LABELS.items() if name in case]
        facts = self.facts([("Rules", ", ".join(case["rules"]))], case["id"])
        return "\n\n".join([self.heading(case["id"], case.get("title", "")), *texts, facts])
