"""The ending of Hansa. [H-END-1, H-END-2]"""

from __future__ import annotations

from typing import Final

ENDINGS: Final = ("", "last-pile")
