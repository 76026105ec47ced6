"""Keys: ids that can be told, secrets that are kept only as hashes, and a sound source of chance."""

from __future__ import annotations

import hashlib
import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 12


def new_id() -> str:
    """An id that nobody can guess and everybody can type."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def new_secret() -> str:
    """A secret of 256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What is stored of a secret; random bits need no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
