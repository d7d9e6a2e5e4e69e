"""The site of a class, asked from the command line: a device's token, a hand-in, what became of it.

Where nobody is signed in, the person types a short code on the page, and this device gets a token
that may only hand in. It is kept in the person's own configuration, readable for nobody else.
"""

from __future__ import annotations

import getpass
import json
import os
import platform
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec

from duiyi.classes.validation import Sentence
from duiyi.core import DuiyiError, Message, message

SECONDS = 60.0
OWNER_ONLY = 0o600
FILE = "hand-in.json"
PENDING, SLOW = "class-authorization_pending", "class-slow_down"
UNKNOWN = (401, 404)
"""What is answered to whoever is not signed in, or not any more."""


class Refusal(DuiyiError):
    """What the site said instead of doing it."""

    def __init__(self, status: int, code: str, said: Message) -> None:
        super().__init__(said)
        self.args = (status, code, said)
        self.status, self.code = status, code

    @property
    def seconds(self) -> int:
        return next((int(str(v)) for k, v in self.message.params if k == "seconds"), 0)


@dataclass(frozen=True, slots=True)
class Address:
    """Of a class: `origin` is the site, `slug` the class there."""

    origin: str
    slug: str


def read_address(text: str) -> Address:
    """`https://site/c/cs2`, with anything behind it that the page's address has."""
    parts = urlsplit(text)
    names = [name for name in parts.path.split("/") if name]
    at = names.index("c") if "c" in names else -1
    fits = parts.scheme in ("http", "https") and parts.netloc and 0 <= at < len(names) - 1
    if not fits:
        raise DuiyiError(message("cli.hand-in.address", address=text[:200]))
    return Address(f"{parts.scheme}://{parts.netloc}", names[at + 1])


def configuration(environment: Mapping[str, str] = os.environ) -> Path:
    given = environment.get("XDG_CONFIG_HOME", "")
    base = Path(given) if given.startswith("/") else Path.home() / ".config"
    return base / "duiyi" / FILE


class Tokens:
    """One for each site."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self, origin: str) -> str:
        found = self._all().get(origin, "")
        return found if isinstance(found, str) else ""

    def put(self, origin: str, token: str) -> None:
        """An empty one forgets."""
        tokens = {**self._all(), origin: token}
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = self._file.with_name(f".{FILE}.{os.getpid()}")
        handle = os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, OWNER_ONLY)
        with os.fdopen(handle, "w") as file:
            json.dump({key: value for key, value in tokens.items() if value}, file)
        beside.replace(self._file)

    def _all(self) -> dict[str, Any]:
        try:
            found = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A token goes where its person has said, and nowhere else."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


class Site:
    """One class's site, and who asks it."""

    def __init__(self, address: Address, tokens: Tokens) -> None:
        self.address, self._tokens = address, tokens
        self._token = tokens.read(address.origin)

    @property
    def known(self) -> bool:
        return bool(self._token)

    def forget(self) -> None:
        self._token = ""
        self._tokens.put(self.address.origin, "")

    def sign_in(self, show: Callable[[str, str], None], wait: Callable[[float], None]) -> None:
        """By a code that the person types on the page; `show` tells where, and which."""
        label = f"{getpass.getuser()}@{platform.node()}"[:80]
        asked = self._ask("POST", "/api/devices", {"label": label})
        show(f"{self.address.origin}/device", asked["code"])
        pause = float(asked["interval"])
        while True:
            wait(pause)
            try:
                given = self._ask("POST", "/api/devices/token", {"deviceCode": asked["deviceCode"]})
            except Refusal as refusal:
                if refusal.code == SLOW:
                    pause = float(refusal.seconds or pause + 5)
                elif refusal.code != PENDING:
                    raise
                continue
            self._token = given["token"]
            self._tokens.put(self.address.origin, self._token)
            return

    def hand_in(self, name: str, data: bytes) -> dict[str, Any]:
        path = f"/api/classes/{quote(self.address.slug)}/versions?name={quote(name)}"
        found: dict[str, Any] = self._ask("POST", path, data)
        return found

    def version(self, id: str) -> dict[str, Any]:
        path = f"/api/classes/{quote(self.address.slug)}/versions/{quote(id)}"
        found: dict[str, Any] = self._ask("GET", path)
        return found

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Accept": "application/json"}
        data = body if isinstance(body, bytes) else None
        if body is not None:
            kind = "application/octet-stream" if data is not None else "application/json"
            headers["Content-Type"] = kind
            data = data if data is not None else json.dumps(body).encode()
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        request = urllib.request.Request(self.address.origin + path, data, headers, method=method)
        try:
            with _opener.open(request, timeout=SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except (OSError, HTTPException, ValueError) as error:
            problem = str(getattr(error, "reason", error))[:200]
            origin = self.address.origin
            raise DuiyiError(
                message("cli.hand-in.unreachable", site=origin, problem=problem)
            ) from None


def _refusal(error: urllib.error.HTTPError) -> Refusal:
    with error:
        try:
            said = json.loads(error.read(100_000))
            told = msgspec.convert(said["message"], Sentence).message
            return Refusal(error.code, str(said["code"]), told)
        except (ValueError, KeyError, TypeError):
            told = message("cli.hand-in.no-answer", status=error.code)
            return Refusal(error.code, "", told)
