"""Web Push for accounts: the key of the server, and the browsers that receive messages."""

from __future__ import annotations

from urllib.parse import urlsplit

from kontor.server.errors import Invalid, NotFound
from kontor.server.notify.web_push import Signer, are_keys, new_private_key
from kontor.server.notify.webhook_addresses import check_url, is_allowed_literal
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account
from kontor.server.store.push import PushKeys, PushSubscription, PushSubscriptions

DEFAULT_CONTACT = "mailto:operator@localhost"


class PushService:
    """Adds and deletes browsers, and signs requests to their push services."""

    def __init__(self, store: PushSubscriptions, keys: PushKeys, settings: Settings) -> None:
        self.store = store
        self.keys = keys
        self.settings = settings
        self._signer: Signer | None = None

    async def start(self) -> None:
        """Read the key pair of the server, or create it."""
        self._signer = Signer(await self.keys.private_key(new_private_key()))

    @property
    def public_key(self) -> str:
        """The public key with which browsers subscribe."""
        assert self._signer is not None
        return self._signer.public_key

    def authorization(self, origin: str, expires: int) -> str:
        """Return the Authorization header for a push service."""
        assert self._signer is not None
        return self._signer.authorization(origin, contact_of(self.settings), expires)

    async def add(
        self, account: Account, endpoint: str, p256dh: str, auth: str, language: str, label: str
    ) -> PushSubscription:
        """Add the browser with an endpoint, or change it; it belongs to the account that registers it last."""
        check_endpoint(endpoint, self.settings)
        if not are_keys(p256dh, auth):
            raise Invalid("These are not the keys of a push subscription; send those that the browser returns.")
        push_id = await self.store.put(account.id, endpoint, p256dh, auth, language, label)
        found = await self.store.find(push_id)
        if found is None:
            raise NotFound("The subscription was deleted at the same moment; send it again.")
        return found

    async def remove(self, account: Account, push_id: str) -> None:
        """Delete a browser of an account."""
        if not await self.store.remove(account.id, push_id):
            raise NotFound("You have no such browser.")


def check_endpoint(endpoint: str, settings: Settings) -> None:
    """Reject the URL of a push service that may not be called; one without TLS only in an allowed network."""
    check_url(endpoint, settings.webhook_networks, "push service")
    if not endpoint.startswith("https://") and not is_allowed_literal(endpoint, settings.webhook_networks):
        raise Invalid("A push service is called at https://….")


def contact_of(settings: Settings) -> str:
    """Return how push services reach the operator."""
    if settings.push_contact is not None:
        return settings.push_contact
    public = urlsplit(settings.public_url or "")
    return f"https://{public.hostname}" if public.scheme == "https" else DEFAULT_CONTACT
