"""The screens of the account, for pictures and for tests that walk over all screens."""

from __future__ import annotations

from tests.browser.screen_flows import Visit, screen


@screen("sign-in")
def show_sign_in(visit: Visit) -> None:
    """Signing in; a guest with games may take them along."""
    visit.go("sign-in")
    visit.page.locator("form").wait_for()


@screen("sign-up")
def show_sign_up(visit: Visit) -> None:
    """Creating an account."""
    visit.go("sign-in/new")
    visit.page.locator("form").wait_for()


@screen("recover")
def show_recover(visit: Visit) -> None:
    """Asking for a link to a new password."""
    visit.go("recover")
    visit.page.locator("form").wait_for()


@screen("account")
def show_account(visit: Visit) -> None:
    """The account of a guest, with a token."""
    if "token" not in visit.tables:
        answer = visit.page.request.post("/api/tokens", data={"label": "My bot for the Sunday games"})
        assert answer.ok, answer.text()
        visit.tables["token"] = answer.json()["id"]
    visit.page.keyboard.press("Escape")  # closes the menu of the screen before
    visit.go("account")
    visit.page.locator("main .row").nth(4).wait_for()


@screen("account-menu")
def show_account_menu(visit: Visit) -> None:
    """The menu of the account in the top bar, or the menu of small screens."""
    show_account(visit)
    visit.page.locator(".account > button:visible, button.menu:visible").first.click()
    visit.page.locator(".account .popup, dialog[open]").first.wait_for()


@screen("account-password")
def show_password(visit: Visit) -> None:
    """Setting a password."""
    show_account(visit)
    visit.page.locator("main .row button").first.click()
    visit.page.locator("dialog[open] input").last.wait_for()


@screen("account-delete")
def show_deletion(visit: Visit) -> None:
    """Deleting the account."""
    show_account(visit)
    visit.page.locator("main .danger button").click()
    visit.page.locator("dialog[open] input").last.wait_for()
