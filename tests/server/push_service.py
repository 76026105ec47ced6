"""A push service and its browsers: a real HTTP server that verifies what it receives, and keys that decrypt it.

The decryption follows RFC 8291 step by step and shares no code with the server.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import os
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from starlette.types import Receive, Scope, Send

from kontor.server.http_server import bind
from tests.server.live_server import PATIENCE, Client

DAY = 86_400


@dataclass(frozen=True)
class PushMessage:
    """A received message: the headers of the request, and the content that the browser decrypts."""

    headers: dict[str, str]
    content: Any
    claims: dict[str, Any]


@dataclass
class PushBrowser:
    """A browser with a subscription: its endpoint, its keys, and the messages it has received."""

    endpoint: str
    private_key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))
    messages: list[PushMessage] = field(default_factory=list)

    @property
    def point(self) -> bytes:
        """The public key as an uncompressed point."""
        return point_of(self.private_key.public_key())

    def subscription(self, **more: Any) -> dict[str, Any]:
        """Return the subscription as a browser returns it."""
        keys = {"p256dh": encode(self.point), "auth": encode(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys, **more}

    async def register(self, client: Client, **more: Any) -> Any:
        """Register the browser for the account of a client."""
        return await client.ask("POST", "/api/push/subscriptions", self.subscription(**more))

    async def wait(self, count: int) -> list[PushMessage]:
        """Wait for some messages, and return all."""
        async with asyncio.timeout(PATIENCE):
            while len(self.messages) < count:
                await asyncio.sleep(0.01)
        return self.messages

    def decrypt(self, body: bytes) -> bytes:
        """Return the message in an encrypted body, as RFC 8291 and RFC 8188 say."""
        salt, (size, length) = body[:16], struct.unpack("!LB", body[16:21])
        sender_point, record = body[21 : 21 + length], body[21 + length :]
        assert (len(salt), length, len(record) <= size) == (16, 65, True)
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender_point)
        shared = self.private_key.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\0" + self.point + sender_point
        secret = expand(extract(self.auth, shared), info, 32)
        prk = extract(salt, secret)
        key = expand(prk, b"Content-Encoding: aes128gcm\0", 16)
        nonce = expand(prk, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert padded[-1:] == b"\x02"
        return padded[:-1]


class PushReceiver:
    """A push service that accepts only messages with a valid signature, and passes them to its browsers."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.key: str | None = None
        self.browsers: dict[str, PushBrowser] = {}
        self.statuses: list[int] = []
        self.problems: list[str] = []

    def new_browser(self) -> PushBrowser:
        """Return a browser that has subscribed."""
        browser = PushBrowser(f"{self.origin}/push/{len(self.browsers)}-{encode(os.urandom(12))}")
        self.browsers[browser.endpoint] = browser
        return browser

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a message of an application server."""
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        status = self.statuses.pop(0) if self.statuses else self.accept(scope["path"], headers, body)
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def accept(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Verify and decrypt a message, and return the status of the answer."""
        browser = self.browsers.get(f"{self.origin}{path}")
        if browser is None:
            return 410
        try:
            assert len(body) <= 4096
            assert headers["content-encoding"] == "aes128gcm"
            assert 0 <= int(headers["ttl"]) <= 28 * DAY
            assert len(headers.get("topic", "")) <= 32
            claims = verified_claims(headers["authorization"], self.origin, self.key)
            browser.messages.append(PushMessage(headers, json.loads(browser.decrypt(body)), claims))
        except Exception as problem:
            self.problems.append(repr(problem))
            return 403
        return 201


def verified_claims(authorization: str, origin: str, key: str | None) -> dict[str, Any]:
    """Return the claims of an application server whose signature is valid, as RFC 8292 says."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme.lower() == "vapid"
    assert key is None or parts["k"] == key
    signed, _, signature = parts["t"].rpartition(".")
    header, claims = (json.loads(decode(part)) for part in signed.split("."))
    assert header["alg"] == "ES256"
    raw = decode(signature)
    signature_der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    public.verify(signature_der, signed.encode(), ec.ECDSA(SHA256()))
    assert claims["aud"] == origin
    assert time.time() < claims["exp"] <= time.time() + DAY
    assert claims["sub"].startswith(("mailto:", "https://"))
    return dict(claims)


@asynccontextmanager
async def push_receiver() -> AsyncIterator[PushReceiver]:
    """Run a push service."""
    bound = bind("127.0.0.1", 0)
    receiver = PushReceiver(bound.getsockname()[1])
    server = uvicorn.Server(uvicorn.Config(receiver, lifespan="off", log_config=None, timeout_graceful_shutdown=1))
    task = asyncio.create_task(server.serve(sockets=[bound]))
    try:
        yield receiver
    finally:
        server.should_exit = True
        await task


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def extract(salt: bytes, secret: bytes) -> bytes:
    """Return a pseudorandom key (HKDF-Extract)."""
    return hmac.new(salt, secret, hashlib.sha256).digest()


def expand(prk: bytes, info: bytes, length: int) -> bytes:
    """Return a key of at most 32 bytes (HKDF-Expand with one block)."""
    return hmac.new(prk, info + b"\x01", hashlib.sha256).digest()[:length]


def encode(data: bytes) -> str:
    """Return bytes as base64 text for URLs."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of base64 text for URLs."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
