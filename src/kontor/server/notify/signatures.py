"""Signatures of webhook deliveries, after the Standard Webhooks specification."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Final

PREFIX: Final = "whsec_"
KEY_BYTES = 32


def new_key() -> str:
    """Return a new signing secret in the form that its owner receives."""
    return PREFIX + base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def signature_headers(secret: str, delivery_id: str, seconds: int, body: bytes) -> dict[str, str]:
    """Return the headers of a delivery: its id, its time, and the signature of both and the body."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    content = b".".join((delivery_id.encode(), str(seconds).encode(), body))
    signature = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    return {
        "webhook-id": delivery_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{signature}",
    }
