"""All screens by name: importing their modules adds them."""

from tests.browser import account_screens, people_screens, profile_screens, table_screens  # noqa: F401
from tests.browser.screen_flows import SCREENS, WHOLE_PAGES

__all__ = ["SCREENS", "WHOLE_PAGES"]
