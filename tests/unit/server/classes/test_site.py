"""Handing in from the command line: the code, the token's file, refusals, no redirects."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from tests.unit.server.classes.school import School

from duiyi.cli import main
from duiyi.cli.classes.site import Address, Refusal, Site, Tokens, configuration, read_address
from duiyi.core import DuiyiError


def site_of(school: School, file: Path) -> Site:
    address = read_address(f"{school.server.url}c/cs2/hand-in")
    return Site(address, Tokens(file))


def signed_in(school: School, file: Path, who: str = "ann") -> Site:
    site = site_of(school, file)

    def show(address: str, code: str) -> None:
        assert address == f"{school.server.url}device"
        answer = school.browsers[who].post(
            "api/devices/decide", json={"code": code, "allowed": True}
        )
        assert answer.status_code == 204

    site.sign_in(show, lambda seconds: None)
    return site


def test_a_code_a_token_and_a_hand_in(school: School, tmp_path: Path) -> None:
    file = tmp_path / "of" / "mine" / "hand-in.json"
    site = signed_in(school, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    handed = site.hand_in("bot.c", b"int main(){}")
    assert handed["state"] == "received"
    again = site_of(school, file)
    assert again.known
    assert again.version(handed["id"])["validation"]["name"] == "bot.c"
    again.forget()
    assert not site_of(school, file).known
    with pytest.raises(Refusal) as refused:
        site_of(school, file).hand_in("bot.c", b"x")
    assert refused.value.status == 404


def test_the_command_hands_in_and_says_what_is_wrong(
    school: School,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")
    signed_in(school, configuration(), "ben")
    bot = tmp_path / "bot.c"
    bot.write_text("int main(void) { return 0; }")
    url = f"{school.server.url}c/cs2"
    assert main(["hand-in", str(bot), "--class", url, "--no-wait", "--json"]) == 0
    handed = json.loads(capsys.readouterr().out)
    assert (handed["name"], handed["state"]) == ("bot.c", "received")
    bot.write_text("")
    assert main(["hand-in", str(bot), "--class", url, "--no-wait"]) == 2
    assert "duiyi: " in capsys.readouterr().err
    assert main(["hand-in", str(bot), "--class", "https://site.example/cs2"]) == 2
    assert "/c/cs2" in capsys.readouterr().err
    assert main(["hand-in", str(bot), "--class", "http://127.0.0.1:9/c/cs2"]) == 2
    assert "http://127.0.0.1:9" in capsys.readouterr().err
    assert main(["hand-in", str(bot)]) == 2


@pytest.mark.parametrize(
    "text", ["cs2", "ftp://x/c/cs2", "https:///c/cs2", "https://x/c", "https://x/c/"]
)
def test_what_is_no_address_of_a_class(text: str) -> None:
    with pytest.raises(DuiyiError):
        read_address(text)


class _Redirects(BaseHTTPRequestHandler):
    seen: list[str] = []  # noqa: RUF012

    def do_GET(self) -> None:
        type(self).seen.append(self.path)
        self.send_response(302)
        self.send_header("Location", "/stolen")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Redirects)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_token_follows_no_redirect(elsewhere: str, tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "tokens")
    tokens.put(elsewhere, "secret")
    with pytest.raises(Refusal):
        Site(Address(elsewhere, "cs2"), tokens).version("x")
    assert _Redirects.seen == ["/api/classes/cs2/versions/x"]
