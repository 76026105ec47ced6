"""The service worker of a page, and push messages that reach it through the developer protocol of the browser."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser, BrowserContext, BrowserType, CDPSession, Page

from tests.browser.chromium import FLAGS
from tests.browser.servers import TIMEOUT, Server
from tests.programs import refuse

Found = TypeVar("Found")

ALLOWED: dict[str, Any] = {"service_workers": "allow"}
ATTEMPTS = 4
WHOLE_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
NOTIFICATIONS_ALLOWED = {"profile": {"default_content_setting_values": {"notifications": 1}}}
READY = """async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
}"""
CLICK = """async () => {
    const [notification] = await self.registration.getNotifications();
    const event = new NotificationEvent("notificationclick", { notification });
    const work = [];
    Object.defineProperty(event, "waitUntil", { value: (each) => work.push(each) });
    self.dispatchEvent(event);
    await Promise.allSettled(work);
}"""


class ServiceWorker:
    """The service worker of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(READY)
        self._registrations: dict[str, str] = {}
        self._protocol = self._connect(page.context)

    def _connect(self, context: BrowserContext) -> CDPSession:
        protocol = context.new_cdp_session(self.page)
        protocol.on("ServiceWorker.workerRegistrationUpdated", self._register)
        protocol.send("ServiceWorker.enable")
        return protocol

    def _register(self, event: dict[str, Any]) -> None:
        for each in event["registrations"]:
            self._registrations[each["scopeURL"]] = each["registrationId"]

    def deliver(self, content: Any) -> None:
        """Deliver the content of a push message."""
        self._wait(lambda: self._registrations)
        origin = self.page.evaluate("location.origin")
        registration = self._registrations[f"{origin}/"]
        self._protocol.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": origin, "registrationId": registration, "data": json.dumps(content)},
        )

    def notifications(self) -> list[dict[str, str]]:
        """Return the notifications that are shown."""
        found: list[dict[str, str]] = self.page.evaluate(
            """async () => (await (await navigator.serviceWorker.ready).getNotifications())
                .map(({ title, body, tag }) => ({ title, body, tag }))"""
        )
        return found

    def notification_of(self, content: Any) -> dict[str, str]:
        """Deliver a message until its notification is shown: a browser under load drops messages without a word."""
        for _ in range(ATTEMPTS):
            self.deliver(content)
            if found := self._found(self.notifications, TIMEOUT / 1000 / ATTEMPTS):
                return found[0]
        raise AssertionError("no notification is shown")

    def _wait(self, find: Callable[[], Found]) -> Found:
        """Wait until there is something."""
        found = self._found(find, TIMEOUT / 1000)
        assert found, "nothing came"
        return found

    def _found(self, find: Callable[[], Found], seconds: float) -> Found:
        """Return what is found within some seconds, or nothing."""
        end = time.monotonic() + seconds
        while not (found := find()) and time.monotonic() < end:
            self.page.wait_for_timeout(50)
        return found

    def click_notification(self) -> None:
        """Click on the first notification, as far as a program may: it cannot bring a window to the front."""
        self.page.context.service_workers[0].evaluate(CLICK)


@contextmanager
def notified_browser(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """Start another Chromium, which may show notifications; the headless shell cannot."""
    with tempfile.TemporaryDirectory() as profile:
        preferences = Path(profile) / "Default" / "Preferences"
        preferences.parent.mkdir()
        preferences.write_text(json.dumps(NOTIFICATIONS_ALLOWED), encoding="utf-8")
        context = browser.browser_type.launch_persistent_context(
            profile,
            executable_path=whole_chromium(browser.browser_type),
            headless=False,
            args=[*FLAGS, "--headless=new"],
            base_url=server.address,
            viewport={"width": 1366, "height": 768},
            locale="en-GB",
        )
        context.set_default_timeout(TIMEOUT)
        yield context
        context.close()


def whole_chromium(browser: BrowserType) -> str:
    """Return where a Chromium is that is more than a headless shell, or skip the test."""
    own = Path(browser.executable_path)
    found = next(filter(None, map(shutil.which, WHOLE_CHROMIUM)), str(own) if own.exists() else None)
    return found or refuse("Chromium is not installed, or only its headless shell.")
