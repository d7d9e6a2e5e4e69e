"""Logs: one line per happening, as JSON for programs or as text for people.

A line has what helps to find a fault, never what would let its reader in: no cookies, no query, no
bodies.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duiyi.server.http.addresses import address_of

FORMS = ("json", "text")
LONGEST_PATH = 200
CLIENT_FAULTS = (
    "ASGI callable returned without completing handshake",
    "Invalid UTF-8 sequence received from client",
)
_access = logging.getLogger("duiyi.access")


class JsonLines(logging.Formatter):
    """A record as one JSON object; `extra={"fields": {…}}` adds to it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """A record as a line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        fields = " ".join(
            f"{name}={value}" for name, value in getattr(record, "fields", {}).items()
        )
        return f"{super().format(record)} {fields}".rstrip()


def log_to_stderr(form: str) -> None:
    """From now on everything is logged to stderr, and nowhere else."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    handler.addFilter(ClientFaults())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.asgi"):
        logging.getLogger(name).handlers[:] = []
        logging.getLogger(name).propagate = True
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    # We write our own line for each request, without its query.
    logging.getLogger("uvicorn.access").disabled = True


class ClientFaults(logging.Filter):
    """What libraries report as errors of ours although a client caused it: one line, no error.

    Otherwise anybody could fill the log with traces of bad UTF-8 and of refused sockets.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        kind = record.exc_info[0] if record.exc_info else None
        if str(record.msg).startswith(CLIENT_FAULTS) or (kind and kind.__name__ == "InvalidState"):
            record.levelno, record.levelname = logging.INFO, "INFO"
            record.exc_info = record.exc_text = None
            record.msg, record.args = str(record.msg).partition("\n")[0], ()
        return True


class AccessLog:
    """Around everything: one line per request and per socket, when it ends."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        # A socket that ends without a status was accepted.
        status, size = (101 if scope["type"] == "websocket" else 500), 0

        async def watched(message: Message) -> None:
            nonlocal status, size
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            fields = {
                "method": scope.get("method", "SOCKET"),
                "path": _path(scope),
                "status": status,
                "bytes": size,
                "ms": round((time.perf_counter() - begun) * 1000, 1),
                "address": address_of(scope),
            }
            _access.info("request", extra={"fields": fields})


def _path(scope: Scope) -> str:
    raw: bytes = scope.get("raw_path") or scope["path"].encode("utf-8", "replace")
    return raw.partition(b"?")[0].decode("ascii", "backslashreplace")[:LONGEST_PATH]
