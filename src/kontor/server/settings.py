"""The settings of a server: where it keeps its tables, and how much anybody may ask of it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url

PREFIX = "KONTOR_SERVER_"
OTHER_VARIABLES = ("KONTOR_KERNEL", "KONTOR_TRACEBACK")
SERVICE_LINK = re.compile(r"KONTOR(_\w+)?_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_\w+)?)")
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


class Settings(BaseSettings):
    """Everything that can be set, each by an environment variable too: KONTOR_SERVER_COMPUTER_SECONDS."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid", use_attribute_docstrings=True)

    data: Path = Path("kontor-data")
    """The folder of the embedded database; commands use a folder of the user if it is not set."""
    database: str | None = None
    """A database URL that takes the place of the embedded one."""
    database_seconds: float = 10.0
    """How long a shared database may take to answer before a request is refused."""
    origins: tuple[str, ...] = ()
    """Origins beside the server's own from which browsers may send cookies."""
    hosts: tuple[str, ...] = ()
    """Names the server answers under, beside localhost, the machine's own, that of `address` and numeric ones."""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    address: str | None = Field(default=None, pattern=r"^https?://[^/?#\s]+(/[^?#\s]*[^/?#\s])?$")
    """The address under which people reach the server, such as https://kontor.example, for links in what is sent."""
    secure_cookie: bool | None = None
    """Whether cookies travel only over https; not set, those of requests over https do."""
    session_days: int = 365
    """How long a browser stays signed in."""

    body_bytes: int = 150_000
    """How large a body may be that opens a table, with a record for example; others may have 20,000 bytes."""
    body_seconds: float = 20.0
    """How long the body of a request may take to come."""
    json_depth: int = 24
    """How deeply a body may be nested."""
    requests_per_second: float = 30.0
    """Requests of one account in the long run."""
    requests_at_once: int = 200
    """Requests of one account in a burst."""
    strangers_per_second: float = 30.0
    """Requests without a session from one address in the long run."""
    strangers_at_once: int = 1000
    """Requests without a session from one address in a burst."""
    address_factor: float = Field(default=5.0, ge=1)
    """How many times the requests, hints, new tables, messages, webhooks and pings of one account one address has."""
    guests_per_hour: float = Field(default=200.0, gt=0)
    """Guests that may come from one address in an hour."""
    passwords_per_minute: float = 6.0
    """Attempts at one password from one address; six times as many from one address at all passwords."""
    undos_per_minute: float = 30.0
    """Undos of one account in the long run; twice as many in a burst."""
    hints_per_minute: float = 12.0
    """Hints one account gets in the long run."""
    tables_per_account: int = 200
    """Tables one account may have opened whose games are not over."""
    tables_per_hour: float = Field(default=200.0, gt=0)
    """Tables one account may open in an hour."""
    computer_tables_per_account: int = 8
    """Tables one account may have opened at which only computers play and whose games are not over."""
    computer_tables_per_hour: float = 60.0
    """Tables at which only computers play that are opened from one address."""
    analyses_per_account: int = 3
    """Analyses that wait or run for one account."""
    analyses_per_address: int = 12
    """Analyses that wait or run for one address."""
    analyses_waiting: int = 60
    """Analyses that wait or run for everybody."""
    analyses_bytes: int = 50_000_000
    """Bytes of finished analyses that stay in memory."""
    tokens_per_account: int = 20
    """Tokens one account may have."""
    sockets_per_account: int = 50
    """Live connections one account may have at a node."""
    sockets_per_address: int = 200
    """Live connections one address may have at a node, with and without a session."""
    messages_per_table: int = 5000
    """Messages that can be written at one table; people who only watch have a fifth of them."""
    messages_per_minute: float = Field(default=30.0, gt=0)
    """Messages one account may write in a minute."""
    record_moves: int = 2_000
    """Moves a record may have that is brought in; the longest games have about 600."""

    matches_kept: int = 400
    """Tables whose positions stay in memory."""
    send_seconds: float = 10.0
    """How long a socket may leave a message unread before it is dropped."""

    workers: int = Field(default_factory=lambda: max(2, (os.cpu_count() or 2) - 1), ge=1)
    """Processes in which computer seats think; of two or more, one is kept free of long searches."""
    computer_seconds: float = 2.0
    """What an agent without a budget of its own may think about one decision."""
    computer_limit: float = 60.0
    """After how long an agent that does not answer is given up."""
    computer_pause: float = 0.0
    """A pause before every move of a computer seat, for people who like to watch."""
    lease_seconds: float = 10.0
    """For how long one of several nodes looks after the computer seats of a table."""
    sweep_seconds: float = 20.0
    """How often a node looks for what was left undone: computer seats nobody moves, people nobody told."""

    webhooks_per_account: int = 10
    """Webhooks one account may have."""
    webhooks_per_hour: float = Field(default=20.0, gt=0)
    """Webhooks one account may add in an hour."""
    pings_per_minute: float = Field(default=6.0, gt=0)
    """Pings one account may send to its webhooks in a minute."""
    webhook_networks: tuple[IPv4Network | IPv6Network, ...] = ()
    """Networks inside that webhooks may call; else private, loopback and link-local addresses are refused."""
    webhook_waiting: int = 500
    """Deliveries that may wait for one webhook before it is given up."""
    delivery_seconds: float = 10.0
    """How long the receiver of a call, or the mail server, may take to answer."""
    delivery_tries: int = 8
    """Attempts to deliver before it is given up."""
    delivery_pause_seconds: float = 5.0
    """The pause before the second attempt; every further one is four times as long."""

    smtp_host: str | None = None
    """The mail server; without one no e-mail is sent."""
    smtp_port: int = 587
    """The port of the mail server; 465 is usual with tls."""
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    """How the connection to the mail server is protected: starttls, tls or none."""
    smtp_user: str | None = None
    """The name by which the server signs in at the mail server."""
    smtp_password: SecretStr | None = None
    """The password that goes with it."""
    smtp_sender: str | None = None
    """From whom e-mail comes, such as kontor@kontor.example."""
    mail_delay_seconds: float = 60.0
    """How long a turn lasts before an e-mail tells of it; whoever is at the table gets none."""
    verifications_per_hour: float = 60.0
    """Letters that ask whether an address is somebody's."""
    verifications_per_address: float = Field(default=10.0, gt=0)
    """How many of them in an hour people at one network address may ask for."""

    @model_validator(mode="after")
    def check_mail(self) -> Self:
        """Refuse a mail server without what every letter needs."""
        if self.smtp_host is not None and (self.smtp_sender is None or self.address is None):
            raise ValueError("with smtp_host the settings smtp_sender and address are needed too")
        return self

    @property
    def sends_mail(self) -> bool:
        """Whether e-mail can be sent."""
        return self.smtp_host is not None

    def link_to(self, table_id: str) -> str | None:
        """The address of a table, if the server knows its own."""
        return None if self.address is None else f"{self.address}/#/table/{table_id}"

    @property
    def url(self) -> str:
        """The database as SQLAlchemy calls it, with the driver this server uses."""
        if self.database is None:
            return f"sqlite+aiosqlite:///{self.data.absolute() / 'kontor.sqlite'}"
        url = make_url(self.database)
        driver = DRIVERS.get(url.drivername, url.drivername)
        return url.set(drivername=driver).render_as_string(hide_password=False)


def unknown_variable(environment: Mapping[str, str]) -> str | None:
    """Return a sentence about a variable that looks like a setting and is none, or None if there is no such one.

    Variables that Kubernetes sets for a service named kontor are no settings and are left alone.
    """
    known = [*(f"{PREFIX}{name}".upper() for name in Settings.model_fields), *OTHER_VARIABLES]
    for name in sorted(environment):
        linked = "KUBERNETES_SERVICE_HOST" in environment and SERVICE_LINK.fullmatch(name)
        if name.upper().startswith("KONTOR_") and name.upper() not in known and not linked:
            near = get_close_matches(name.upper(), known, 1, 0.0)[0]
            return f"{name} is not a setting; the nearest one is {near}."
    return None
