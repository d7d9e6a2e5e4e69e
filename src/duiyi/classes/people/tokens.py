"""Secrets that are given away once: only their hashes are kept.

A token is random enough that a plain hash cannot be searched; passwords are another matter.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

TOKEN_BYTES = 32
ID_BYTES = 16
LONGEST = 64


def new_id() -> str:
    """22 letters that say nothing about anybody."""
    return secrets.token_urlsafe(ID_BYTES)


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(purpose: str, token: str) -> str:
    """What is kept of a token; the same token is another one for another purpose."""
    return hashlib.sha256(f"duiyi.{purpose}:{token[:LONGEST]}".encode()).hexdigest()


def keyed(secret: bytes, text: str) -> str:
    """What is kept of an address or a name that was tried: nobody without the secret reads it."""
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()[:32]
