"""What all tests share."""

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.programs import PROGRAMS, Program

TIMED = ("arena", "browser", "docs", "server", "terminal")
"""The folders of tests that start servers, browsers and other processes, which a busy machine can delay."""
AUDITS = ("faults", "endurance", "killed_under_load", "computers_on_ray")
"""Words in the names of tests that search for rare losses of moves: one failure is enough."""


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark behind `tests.marks.case`."""
    config.addinivalue_line("markers", "quotes(*ids): ids of the rule ledgers that the test covers")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests of timed folders be repeated once if they fail; `-r R` lists them after the tests."""
    folders = [Path(__file__).parent / name for name in TIMED]
    for item in items:
        is_audit = any(word in item.nodeid for word in AUDITS)
        if not is_audit and any(map(item.path.is_relative_to, folders)):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_report_header() -> list[str]:
    """Say before the tests which of them lack a program, and how to install it."""
    result = "fail, because CI is set" if os.environ.get("CI") else "are skipped"
    return [
        f"{program.missing} Tests of {' and '.join(program.needed_by)} that need it {result}."
        for program in PROGRAMS
        if program.path() is None
    ]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say after the tests which of them were skipped for lack of a program, and how to run them."""
    skipped = terminalreporter.stats.get("skipped", [])
    for program in PROGRAMS:
        if found := files_without(program, skipped):
            terminalreporter.section(f"skipped without {program.name}", sep="-")
            terminalreporter.write_line(f"Tests that did not run: {sum(found.values())}. {program.missing}")
            for file, count in sorted(found.items()):
                terminalreporter.write_line(f"  {file}: {count}")


def files_without(program: Program, skipped: list[pytest.TestReport]) -> Counter[str]:
    """Count the skipped tests that lack a program, file by file."""
    return Counter(report.nodeid.partition("::")[0] for report in skipped if program.missing in str(report.longrepr))
