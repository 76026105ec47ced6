"""The settings of a server: its database, addresses, limits, workers and notifications."""

from __future__ import annotations

import os
import re
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url

PREFIX = "KONTOR_SERVER_"
COMPUTERS_PATTERN = re.compile(r"local|ray(://[^/\s]+:\d+)?")
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def default_workers() -> int:
    """Return how many worker processes this machine runs beside the server."""
    return max(2, (os.cpu_count() or 2) - 1)


class Settings(BaseSettings):
    """The settings of a server, each also an environment variable such as KONTOR_SERVER_COMPUTER_SECONDS."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid", use_attribute_docstrings=True)

    data: Path = Path("kontor-data")
    """The folder of the embedded database; the default is a folder of the user."""
    database: str | None = None
    """The URL of a PostgreSQL database, instead of the embedded one."""
    database_seconds: float = 10.0
    """Seconds a shared database may take to answer before a request fails."""
    origins: tuple[str, ...] = ()
    """Origins beside the server's own from which browsers may send requests with cookies."""
    hosts: tuple[str, ...] = ()
    """Host names the server answers to, beside localhost, its own, that of `public_url` and numeric addresses."""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted."""
    public_url: str | None = Field(default=None, pattern=r"^https?://[^/?#\s]+(/[^?#\s]*[^/?#\s])?$")
    """The public URL of the server, such as https://kontor.example, for links in notifications."""
    secure_cookie: bool | None = None
    """Whether cookies are sent only over https; by default those of requests over https are."""
    session_days: int = 365
    """Days a browser stays signed in."""

    body_bytes: int = 150_000
    """Largest body of a request that creates a table, for example from a record; others may have 20,000 bytes."""
    body_seconds: float = 20.0
    """Seconds in which the body of a request has to arrive."""
    json_depth: int = 24
    """Deepest nesting of a JSON body."""
    requests_per_second: float = 30.0
    """Requests per second of one account in the long run."""
    requests_at_once: int = 200
    """Requests of one account in a burst."""
    anonymous_requests_per_second: float = 30.0
    """Requests per second without an account from one address in the long run."""
    anonymous_requests_at_once: int = 1000
    """Requests without an account from one address in a burst."""
    address_factor: float = Field(default=5.0, ge=1)
    """Factor between the rate limits of one account and of one address."""
    guests_per_hour: float = Field(default=200.0, gt=0)
    """New guests from one address in an hour."""
    passwords_per_minute: float = 6.0
    """Attempts at one password from one address in a minute; at all passwords six times as many."""
    undos_per_minute: float = 30.0
    """Undos of one account in a minute; in a burst twice as many."""
    hints_per_minute: float = 12.0
    """Hints of one account in a minute."""
    tables_per_account: int = 200
    """Running games one account may host."""
    tables_per_hour: float = Field(default=200.0, gt=0)
    """Tables one account may create in an hour."""
    computer_tables_per_account: int = 8
    """Running games without people one account may host."""
    computer_tables_per_hour: float = 60.0
    """Tables without people that may be created from one address in an hour."""
    analyses_per_account: int = 3
    """Analyses that wait or run for one account."""
    analyses_per_address: int = 12
    """Analyses that wait or run for one address."""
    analyses_waiting: int = 60
    """Analyses that wait or run in all."""
    analyses_bytes: int = 50_000_000
    """Bytes of complete analyses that are cached."""
    tokens_per_account: int = 20
    """Tokens one account may have."""
    sockets_per_account: int = 50
    """Live connections, sockets and event streams, one account may have at a node."""
    sockets_per_address: int = 200
    """Live connections, sockets and event streams, one address may have at a node, with and without a session."""
    messages_per_table: int = 5000
    """Chat messages of one table; spectators together have a fifth of them."""
    messages_per_minute: float = Field(default=30.0, gt=0)
    """Chat messages one account may write in a minute."""
    invitations_per_hour: float = Field(default=120.0, gt=0)
    """Requests of one account in an hour that invite people: to tables, to groups, and to be friends."""
    reports_per_hour: float = Field(default=20.0, gt=0)
    """Reports one account may make in an hour."""
    groups_per_hour: float = Field(default=20.0, gt=0)
    """Groups and tournaments one account may create in an hour."""
    record_moves: int = 2_000
    """Moves of a record from which a table is created; the longest games have about 600."""

    matches_bytes: int = Field(default=256_000_000, ge=0)
    """Bytes of tables that are kept in memory; one takes about 100 kB and 45 kB more for every hundred moves."""
    send_seconds: float = 10.0
    """Seconds a client may leave a live message unread before its connection is closed."""

    workers: int = Field(default_factory=default_workers, ge=1)
    """Worker processes for computer seats; of two or more, one is kept free of long searches."""
    computers: str = "local"
    """Where computer seats compute: local, or on a Ray cluster: ray (one started here) or ray://HOST:PORT."""
    computer_seconds: float = 2.0
    """Seconds per decision of an agent without a budget of its own."""
    computer_limit: float = 60.0
    """Seconds after which an agent that does not answer is stopped."""
    computer_pause: float = 0.0
    """Seconds of pause before every move of a computer seat, to make games easier to watch."""
    lease_seconds: float = 10.0
    """Seconds for which one of several nodes makes the moves of the computer seats of a table."""
    sweep_seconds: float = 20.0
    """Seconds between checks for computer moves and notifications that were missed."""

    webhooks_per_account: int = 10
    """Webhooks one account may have."""
    webhooks_per_hour: float = Field(default=20.0, gt=0)
    """Webhooks one account may add in an hour."""
    pings_per_minute: float = Field(default=6.0, gt=0)
    """Pings one account may send to its webhooks in a minute."""
    webhook_networks: tuple[IPv4Network | IPv6Network, ...] = ()
    """Internal networks that webhooks may call; other private, loopback and link-local addresses are rejected."""
    webhook_waiting: int = 500
    """Deliveries that may wait for one webhook before it is disabled."""
    delivery_seconds: float = 10.0
    """Seconds in which a webhook or the mail server has to answer."""
    delivery_tries: int = 8
    """Attempts before a delivery fails for good."""
    delivery_pause_seconds: float = 5.0
    """Seconds before the second attempt; every further pause is four times as long."""

    push_contact: str | None = Field(default=None, pattern=r"^(mailto:|https://)[^\s]+$")
    """How push services reach the operator, such as mailto:admin@kontor.example; by default `public_url`."""
    push_subscriptions_per_account: int = Field(default=10, ge=1)
    """Browsers of one account that receive push messages; one more replaces the oldest."""
    push_subscriptions_per_hour: float = Field(default=60.0, gt=0)
    """Browsers one account may add in an hour."""
    push_delay_seconds: float = 5.0
    """Seconds of a turn after which its player gets a push message."""
    push_present_seconds: float = 120.0
    """Seconds of a turn after which its player gets a push message although they are connected to the table."""

    smtp_host: str | None = None
    """The mail server; without one no e-mail is sent."""
    smtp_port: int = 587
    """The port of the mail server; 465 is usual with tls."""
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    """How the connection to the mail server is protected: starttls, tls or none."""
    smtp_user: str | None = None
    """The user name at the mail server."""
    smtp_password: SecretStr | None = None
    """The password at the mail server."""
    smtp_sender: str | None = None
    """The sender of e-mail, such as kontor@kontor.example."""
    mail_delay_seconds: float = 60.0
    """Seconds of a turn after which its player gets an e-mail, unless they are connected to the table."""
    verifications_per_hour: float = 60.0
    """E-mails in an hour that verify an address."""
    verifications_per_address: float = Field(default=10.0, gt=0)
    """E-mails in an hour that verify an address for clients at one network address."""

    recoveries_per_hour: float = Field(default=60.0, gt=0)
    """E-mails in an hour that recover a password."""
    recoveries_per_address: float = Field(default=10.0, gt=0)
    """Requests in an hour to recover a password from one network address."""
    exports_per_hour: float = Field(default=6.0, gt=0)
    """Exports of its data that one account may download in an hour."""

    @field_validator("computers")
    @classmethod
    def check_computers(cls, value: str) -> str:
        """Reject a place for computer seats that is not known."""
        if COMPUTERS_PATTERN.fullmatch(value) is None:
            raise ValueError("must be local, ray or ray://HOST:PORT")
        return value

    @model_validator(mode="after")
    def check_mail(self) -> Self:
        """Reject a mail server without a sender and a public URL, which every e-mail needs."""
        if self.smtp_host is not None and (self.smtp_sender is None or self.public_url is None):
            raise ValueError("with smtp_host the settings smtp_sender and public_url are needed too")
        return self

    @property
    def sends_mail(self) -> bool:
        """Whether e-mail can be sent."""
        return self.smtp_host is not None

    def link_to(self, table_id: str) -> str | None:
        """Return the URL of a table, if the public URL of the server is set."""
        return None if self.public_url is None else f"{self.public_url}/#/table/{table_id}"

    @property
    def url(self) -> str:
        """The URL of the database for SQLAlchemy, with the driver this server uses."""
        if self.database is None:
            return f"sqlite+aiosqlite:///{self.data.absolute() / 'kontor.sqlite'}"
        url = make_url(self.database)
        driver = DRIVERS.get(url.drivername, url.drivername)
        return url.set(drivername=driver).render_as_string(hide_password=False)
