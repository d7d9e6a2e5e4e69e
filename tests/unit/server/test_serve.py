"""`duiyi serve` as people start it: ready, busy, stopped, started again."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server_process import served
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from duiyi.core import DuiyiError
from duiyi.server.run import address, alone, default_database, listen
from duiyi.server.words import add_catalogs

TABLE = {
    "game": "relati-classic",
    "options": {},
    "seats": [{"kind": "me"}, {"kind": "friend"}],
    "clock": {"kind": "none", "seconds": 0, "increment": 0},
    "public": True,
    "undo": True,
}


def test_it_tells_its_address_serves_and_ends_with_zero(tmp_path: Path) -> None:
    database = tmp_path / "new" / "duiyi.sqlite3"
    with served(database, ["--log", "json"]) as server, httpx.Client(base_url=server.url) as client:
        assert str(database) in server.said
        assert server.said.rstrip().endswith(f"duiyi is at {server.url}")
        health = client.get("/health").json()
        assert health["status"] == "ok"
        assert health["connections"] == 0
        client.get("/api/me?secret=hidden")
        assert server.stop() == 0
        lines = [json.loads(line) for line in server.logged().splitlines()]
        (me,) = (line for line in lines if line.get("path") == "/api/me")
        assert (me["status"], me["method"], me["level"]) == (200, "GET", "info")
        assert "hidden" not in server.logged()
        assert client.cookies["duiyi-guest"] not in server.logged()


def test_stopping_closes_sockets_with_1012_and_loses_nothing(tmp_path: Path) -> None:
    database = tmp_path / "duiyi.sqlite3"
    with served(database) as server, httpx.Client(base_url=server.url) as client:
        id = client.post("/api/tables", json=TABLE).json()["id"]
        cookie = f"duiyi-guest={client.cookies['duiyi-guest']}"
        with connect(
            f"{server.socket_url}api/tables/{id}/socket", additional_headers={"Cookie": cookie}
        ) as ws:
            assert json.loads(ws.recv(timeout=20))["type"] == "table"
            server.process.send_signal(signal.SIGINT)
            said: list[dict[str, Any]] = []
            with pytest.raises(ConnectionClosed) as closed:
                said.extend(json.loads(text) for text in ws)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            assert said[-1]["type"] == "notice"
            assert said[-1]["message"]["key"] == "server:stopping"
        assert server.process.wait(15) == 0
    with served(database) as again, httpx.Client(base_url=again.url) as client:
        summary = client.get(f"/api/tables/{id}", headers={"Cookie": cookie}).json()
        assert summary["status"] == "waiting"
        assert [seat["mine"] for seat in summary["seats"]] == [True, False]


def test_what_cannot_begin_says_why(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as listener:
        port = str(listener.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "duiyi", "serve", "--port", port, "--language", "en"],
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 2
    said = f"duiyi: port {port} of 127.0.0.1 is in use; choose another with --port\n"
    assert (done.stdout, done.stderr) == ("", said)
    assert not list(tmp_path.iterdir())


def test_a_host_that_is_not_here_is_refused() -> None:
    add_catalogs()
    for host in ("nowhere.invalid", "192.0.2.1", "x" * 300):
        with pytest.raises(DuiyiError, match="cannot listen on port 0"):
            listen(host, 0)


def started_in_vain(database: Path) -> tuple[int, str]:
    """A server that cannot begin: its code, and what it says."""
    command = [sys.executable, "-m", "duiyi", "serve", "--port", "0", "--language", "en"]
    done = subprocess.run(
        [*command, "--database", str(database)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


@pytest.mark.slow
def test_a_database_in_use_is_refused_until_its_server_is_gone(tmp_path: Path) -> None:
    """However that has gone: what a killed one leaves behind is in nobody's way."""
    database = tmp_path / "duiyi.sqlite3"
    with served(database) as server, httpx.Client(base_url=server.url) as client:
        id = client.post("/api/tables", json=TABLE).json()["id"]
        code, said = started_in_vain(database)
        assert code == 2
        assert said.count("\n") == 1
        assert "another duiyi serve" in said
        assert str(database) in said
        assert client.get(f"/api/tables/{id}").status_code == 200
        server.kill()
    assert {file.name for file in tmp_path.iterdir()} > {"duiyi.sqlite3", "duiyi.sqlite3-wal"}
    with served(database) as again, httpx.Client(base_url=again.url) as client:
        assert client.get(f"/api/tables/{id}").json()["status"] == "waiting"


def test_a_database_that_cannot_be_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "duiyi.sqlite3", tmp_path, Path("/proc/duiyi.sqlite3")):
        code, said = started_in_vain(place)
        assert code == 2
        assert said.startswith(f"duiyi: the database {place} cannot be used: ")
        assert said.count("\n") == 1


def test_two_servers_do_not_share_a_database(tmp_path: Path) -> None:
    add_catalogs()
    database = tmp_path / "duiyi.sqlite3"
    with alone(database), pytest.raises(DuiyiError, match="another duiyi serve"), alone(database):
        pass
    with alone(database):
        pass


def test_addresses_can_be_opened() -> None:
    for host, shown in (("127.0.0.1", "http://127.0.0.1:"), ("0.0.0.0", "http://localhost:")):
        with listen(host, 0) as listener:
            assert address(listener).startswith(shown)
    if socket.has_ipv6:
        with listen("::1", 0) as listener:
            assert address(listener).startswith("http://[::1]:")


def test_the_database_is_where_data_belongs() -> None:
    assert default_database({"XDG_DATA_HOME": "/data"}) == Path("/data/duiyi/duiyi.sqlite3")
    home = Path.home() / ".local" / "share" / "duiyi" / "duiyi.sqlite3"
    assert default_database({}) == home
    assert default_database({"XDG_DATA_HOME": "relative"}) == home
