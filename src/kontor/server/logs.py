"""Logs: one JSON object per line, or readable lines where somebody looks on."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def set_up_logs(level: str = "INFO") -> None:
    """Send the logs of this program and of its libraries to standard error in one form."""
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        cache_logger_on_first_use=True,
    )
    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=SHARED, processors=renderers()))
    logging.basicConfig(handlers=[out], level=level, force=True)
    for quiet in ("alembic", "aiosqlite", "uvicorn.access"):
        logging.getLogger(quiet).setLevel(logging.WARNING)


def renderers() -> list[Any]:
    """How a line is written: for people at a terminal, else for programs."""
    first = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    if sys.stderr.isatty():
        return [first, structlog.dev.ConsoleRenderer()]
    return [first, structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
