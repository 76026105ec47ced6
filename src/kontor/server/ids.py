"""Random ids, and secrets of which only the hash is stored."""

from __future__ import annotations

import hashlib
import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 12


def new_id() -> str:
    """Return an id that cannot be guessed and is easy to type."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def new_secret() -> str:
    """Return a secret of 256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """Return the hash of a secret; random bits need no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
