"""Web Push: the encryption of messages (RFC 8291) and the signature of the server (RFC 8292)."""

from __future__ import annotations

import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from py_vapid import Vapid02

RECORD_SIZE: Final = 4096
MAX_MESSAGE_BYTES: Final = 3000  # push services accept at least 4096 bytes with what the encryption adds
POINT_BYTES: Final = 65
AUTH_BYTES: Final = 16
LAST_RECORD: Final = b"\x02"


class Signer:
    """Signs requests to push services with the key pair of the server."""

    def __init__(self, private_pem: str) -> None:
        self._vapid = Vapid02.from_pem(private_pem.encode())
        self.public_key = encode(point_of(self._vapid.public_key))

    def authorization(self, origin: str, contact: str, expires: int) -> str:
        """Return the Authorization header for the origin of a push service, valid until a second since 1970."""
        signed: dict[str, str] = self._vapid.sign({"aud": origin, "sub": contact, "exp": expires})
        return signed["Authorization"]


def new_private_key() -> str:
    """Return a new private key as PEM text."""
    key = generate_private_key(SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def encrypt(message: bytes, p256dh: str, auth: str) -> bytes:
    """Encrypt a message for a browser with the keys of its subscription."""
    return encrypt_with(message, decode(p256dh), decode(auth), generate_private_key(SECP256R1()), os.urandom(16))


def encrypt_with(
    message: bytes, receiver_point: bytes, auth: bytes, sender: EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Encrypt a message with a given key of the sender and a given salt, each used only once."""
    receiver = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), receiver_point)
    sender_point = point_of(sender.public_key())
    info = b"WebPush: info\0" + receiver_point + sender_point
    secret = derive(sender.exchange(ECDH(), receiver), auth, info, 32)
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!LB", RECORD_SIZE, len(sender_point)) + sender_point
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Derive a key from a secret."""
    return HKDF(SHA256(), length, salt, info).derive(secret)


def point_of(key: EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def are_keys(p256dh: str, auth: str) -> bool:
    """Return whether two texts are the keys of a subscription."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decode(p256dh))
        return len(decode(p256dh)) == POINT_BYTES and len(decode(auth)) == AUTH_BYTES
    except ValueError:
        return False


def encode(data: bytes) -> str:
    """Return bytes as base64 text for URLs, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of base64 text for URLs."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
