"""Takes pictures of every screen: `python -m tests.browser.screenshots FOLDER` (`make screenshots`)."""

from __future__ import annotations

import argparse
import fnmatch
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page

from tests.browser.all_screens import SCREENS, WHOLE_PAGES
from tests.browser.chromium import chromium
from tests.browser.screen_flows import Visit, Visitors
from tests.browser.servers import Server

LOCALES = ("en", "de", "fr")
REST_MS = 250


def size(width: int, height: int, scale: int = 1, touch: bool = False) -> dict[str, Any]:
    """Return the options of a browser context with a size."""
    options: dict[str, Any] = {"viewport": {"width": width, "height": height}, "device_scale_factor": scale}
    return {**options, "has_touch": True, "is_mobile": True} if touch else options


SIZES = {
    "1366x768": size(1366, 768),
    "1440x900": size(1440, 900),
    "390x844": size(390, 844, 2, touch=True),
    "844x390": size(844, 390, 2, touch=True),
    "320x640": size(320, 640, 2, touch=True),
    "zoom200": size(683, 384, 2),
}
MORE_SIZES = {
    "1024x768": size(1024, 768, touch=True),
    "1100x700": size(1100, 700),
    "1920x1080": size(1920, 1080),
    "768x1024": size(768, 1024, touch=True),
    "820x1180": size(820, 1180, touch=True),
}


def shoot(visit: Visit, screen: str, file: Path) -> str | None:
    """Show a screen and take its picture once everything has come to rest; return what went wrong."""
    try:
        SCREENS[screen](visit)
    except Error as problem:
        return f"{file.name}: {problem.message.splitlines()[0]}"
    visit.page.wait_for_timeout(REST_MS)
    visit.page.screenshot(path=str(file), full_page=screen in WHOLE_PAGES)
    return None


def watch(page: Page, problems: list[str]) -> None:
    """Collect errors of the page and of its console."""
    page.on("pageerror", lambda problem: problems.append(f"{page.url}: {problem}"))
    page.on("console", lambda line: problems.append(f"{page.url}: {line.text}") if line.type == "error" else None)


def shoot_all(browser: Browser, server: Server, wanted: argparse.Namespace) -> list[str]:
    """Take all pictures that are wanted, one page for each look, and return the problems."""
    visitors, problems = Visitors(browser, server), list[str]()
    for name in wanted.sizes:
        for locale in wanted.locales:
            page = visitors.page(options={**SIZES, **MORE_SIZES}[name], locale=locale, theme=wanted.theme)
            page.set_default_timeout(wanted.patience)
            watch(page, problems)
            visit = Visit(page, visitors.tables, visitors.server)
            began = time.monotonic()
            files = [(screen, wanted.folder / f"{locale}-{name}-{screen}.png") for screen in wanted.screens]
            problems += [problem for screen, file in files if (problem := shoot(visit, screen, file))]
            print(f"{locale}-{name}: {len(files)} pictures in {time.monotonic() - began:.0f} s", flush=True)
            page.context.close()
    return problems


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    """Return what is wanted; screens are patterns such as `table-*`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--locales", nargs="+", choices=LOCALES, default=LOCALES)
    parser.add_argument("--sizes", nargs="+", choices=[*SIZES, *MORE_SIZES], default=list(SIZES))
    parser.add_argument("--screens", nargs="+", default=["*"], help=f"patterns of: {', '.join(SCREENS)}")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--patience", type=int, default=30_000, help="milliseconds to wait for a screen")
    wanted = parser.parse_args(arguments)
    wanted.screens = [name for name in SCREENS if any(fnmatch.fnmatch(name, each) for each in wanted.screens)]
    return wanted


def main(arguments: list[str]) -> int:
    """Take the pictures and report the problems."""
    wanted = read_arguments(arguments)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, chromium() as browser:
        server = Server(Path(data))
        server.start()
        problems = shoot_all(browser, server, wanted)
        server.stop()
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
