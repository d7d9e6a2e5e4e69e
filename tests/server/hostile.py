"""What hostile clients send: messages that are nearly right, frames that are not, raw bytes.

Everything is made from a seed; nothing here judges what the server does.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import struct
from typing import Any

STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 1e308, 2**53, 2**63, -(2**70), "", " ", "A1", "0", "null",
    "\u0000", "\ud83d\ude00", "\u202eA1", "x" * 65, "x" * 3000, [], [[]], {}, {"do": "play"},
    ["A1"] * 9, [None], {"__proto__": 1}, "../../etc/passwd", "' OR 1=1 --", "<script>",
)  # fmt: skip
TEMPLATES: tuple[dict[str, Any], ...] = (
    {"do": "play", "on": 1, "token": "A1"},
    {"do": "play", "on": 1, "token": "A1", "seat": 0},
    {"do": "resign", "seat": 0},
    {"do": "undo", "seat": 1},
    {"do": "rematch", "seat": 0},
    {"do": "answer", "kind": "undo", "seat": 0, "yes": True},
    {"do": "answer", "kind": "rematch", "seat": 1, "yes": True},
    {"do": "why", "on": 1, "path": ["A1", "#build"]},
    {"do": "why", "on": 1, "token": "A1"},
    {"do": "sync"},
    {"do": "ping"},
    {"do": "dance"},
    {},
)
BROKEN = (
    "", "{", "]", "null", "0", '"play"', "[]", '{"do":}', '{"do":"ping"', "{'do':'ping'}",
    '{"do":"ping"}{"do":"ping"}', '{"do":"ping","do":"resign","seat":0}', '{"do":NaN}',
    '{"do":"ping","ref":1e999}', '\ufeff{"do":"ping"}', "[" * 4000, '{"a":' * 700, "9" * 4000,
    " " * 4096, "\u0000", '"\\ud800"', "x" * 4097, "x" * 16_000,
)  # fmt: skip


def message(choose: random.Random) -> str:
    """A text for a socket: a good message with something changed, or no message at all."""
    if choose.random() < 0.2:
        return choose.choice(BROKEN)
    made = dict(choose.choice(TEMPLATES))
    for _ in range(choose.randrange(3)):
        name = choose.choice([*made, "ref", "seat", "on", "token", "path", "do", "extra"])
        if choose.random() < 0.3:
            made.pop(name, None)
        else:
            made[name] = choose.choice(STRANGE)
    return json.dumps(made)


def forged(cookie: str, choose: random.Random) -> str:
    """A cookie with one thing changed."""
    name, _, value = cookie.partition("=")
    at = choose.randrange(len(value))
    other = choose.choice("abcXYZ019_-.~")
    content, _, signature = value.rpartition("~")
    changed = choose.choice(
        [
            value[:at] + other + value[at + 1 :],
            value[:at],
            value + other,
            content,
            f"{content}~",
            f"{content}~{signature[::-1]}",
            f"{content[::-1]}~{signature}",
            content.rpartition(".")[0] + ".1~" + signature,
        ]
    )
    return f"{name}={value[:-1] if changed == value else changed}"


def frame(opcode: int, payload: bytes, *, final: bool = True, length: int | None = None) -> bytes:
    """A masked frame of a socket; `length` is what it says, true or not."""
    said = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | opcode])
    if said < 126:
        head += bytes([0x80 | said])
    elif said < 1 << 16:
        head += struct.pack("!BH", 0x80 | 126, said)
    else:
        head += struct.pack("!BQ", 0x80 | 127, said)
    mask = b"\x01\x02\x03\x04"
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


FRAMES: tuple[bytes, ...] = (
    frame(1, b"\xff\xfe\xfd"),
    frame(1, b"\xed\xa0\x80"),
    frame(2, os.urandom(1000)),
    frame(1, b"x" * 60_000),
    frame(1, b"x" * 300_000),
    frame(1, b"{", length=1 << 62),
    frame(1, b"half", final=False) + frame(1, b"of another"),
    frame(0, b"goes on from nothing"),
    frame(3, b"reserved"),
    frame(9, b"p" * 126),
    frame(8, b"\x00"),
    frame(8, struct.pack("!H", 999)),
    bytes([0x81, 0x04]) + b"bare",
    bytes([0xF1, 0x84, 0, 0, 0, 0]) + b"bits",
    b"GET / HTTP/1.1\r\n\r\n",
    os.urandom(500),
)
"""Frames that a server has to refuse; each for a connection of its own."""

HOST = b" HTTP/1.1\r\nHost: x\r\n"
LAST = b"Connection: close\r\n\r\n"
REQUESTS: tuple[bytes, ...] = (
    b"\r\n\r\n",
    b"GET\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /" + b"a" * 100_000 + HOST + LAST,
    b"GET /" + HOST + b"X-A: b\r\n" * 20_000 + LAST,
    b"GET /%00%ff%2e%2e/%2e%2e/etc/passwd" + HOST + LAST,
    b"GET /api/tables/../../x" + HOST + LAST,
    b"POST /api/tables" + HOST + b"Content-Length: -1\r\n\r\n{}",
    b"POST /api/tables" + HOST + b"Content-Length: 99999999999\r\n\r\n{}",
    b"POST /api/tables" + HOST + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"POST /api/tables" + HOST + b"Content-Length: 2\r\n" + LAST + b"\xff\xfe",
    b"GET /api/me" + HOST + b"Cookie: " + b"\xff" * 300 + b"\r\n" + LAST,
    b"BREW /api/me" + HOST + LAST,
    b"GET /api/tables/x/socket" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
)
"""Requests that are none, or none that any page makes."""


async def shake_hands(port: int, table: str, origin: str) -> tuple[Any, Any, bytes]:
    """A socket by hand: reader, writer and the answer's first line."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(b"0123456789abcdef").decode()
    writer.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Origin: {origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = await reader.readuntil(b"\r\n\r\n")
    return reader, writer, head.partition(b"\r\n")[0]


async def send_bytes(port: int, data: bytes, seconds: float) -> bytes:
    """What comes back for raw bytes until the other side ends it, or for these seconds."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    got = b""
    try:
        writer.write(data)
        async with asyncio.timeout(seconds):
            while more := await reader.read(65536):
                got += more
    except (TimeoutError, ConnectionError):
        pass
    finally:
        writer.close()
    return got


def memory(process: int) -> int:
    """The bytes of memory that a process holds."""
    with open(f"/proc/{process}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    raise AssertionError("no such process")
