"""What those are told who show a link: tags in the page's head, and pictures."""

from __future__ import annotations

import asyncio
import html
import re
import struct
from dataclasses import replace

import httpx
import pytest

from duiyi import game
from duiyi.core.record import Record
from duiyi.core.record.files import write_dyr
from duiyi.server.limiter import Limiter
from duiyi.server.limits import NORMAL, Rate
from duiyi.server.records.reader import Reader
from duiyi.server.sharing.previews import Previews
from duiyi.server.wire.refusal import Refused

PNG = b"\x89PNG\r\n\x1a\n"
TABLE = {
    "game": "relati-classic",
    "options": {},
    "seats": [{"kind": "me"}, {"kind": "computer", "player": "level-3"}],
    "clock": {"kind": "none", "seconds": 0, "increment": 0},
    "public": True,
    "undo": True,
}
HOSTILE = '"><script>x</script>'


def tags(client: httpx.Client, path: str) -> dict[str, str]:
    found = client.get(path)
    assert found.status_code == 200
    assert "<script>x" not in found.text
    read = re.findall(r'<meta property="(og:[a-z:_]+)" content="([^"]*)">', found.text)
    assert found.text.index("og:title") < found.text.index("</head>")
    return {name: html.unescape(value) for name, value in read}


def picture(client: httpx.Client, address: str) -> bytes:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer.content.startswith(PNG)
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    return answer.content


def needs_page(client: httpx.Client) -> None:
    if not client.get("/health").json()["page"]:
        pytest.skip("the page is not built")


def test_a_public_table_shows_its_position_and_names_escaped(client: httpx.Client) -> None:
    needs_page(client)
    client.put("/api/me", json={"name": HOSTILE})
    table = client.post("/api/tables", json=TABLE).json()["id"]
    said = tags(client, f"/table/{table}")
    assert said["og:title"] == "Relati Classic · 對弈 duiyi"
    assert said["og:description"] == f"{HOSTILE} – Level 3"
    assert said["og:url"].endswith(f"/table/{table}")
    assert said["og:image"].endswith(f"/api/previews/tables/{table}.png")
    shown = picture(client, said["og:image"])
    card = picture(client, tags(client, "/rules/relati-classic")["og:image"])
    assert shown != card


def test_nothing_of_a_table_that_is_not_public_is_shown_but_its_game(client: httpx.Client) -> None:
    needs_page(client)
    client.put("/api/me", json={"name": "Secretive"})
    table = client.post("/api/tables", json=TABLE | {"public": False}).json()["id"]
    for path in (f"/table/{table}", f"/replay/{table}"):
        said = tags(client, path)
        assert said["og:image"].endswith("/api/previews/games/relati-classic.png")
        assert not any("Secretive" in one for one in said.values())
    card = picture(client, "/api/previews/games/relati-classic.png")
    assert picture(client, f"/api/previews/tables/{table}.png") == card


def test_records_games_and_everything_else_have_pictures_too(client: httpx.Client) -> None:
    needs_page(client)
    start = game("tzaar").start()
    record = Record.of(start, ("Ann", "Bob")).played(start, start.actions()[0])
    kept = client.post("/api/records", json={"text": write_dyr(record)}).json()["id"]
    said = tags(client, f"/record/{kept}")
    assert (said["og:title"], said["og:description"]) == ("Tzaar · 對弈 duiyi", "Ann – Bob")
    picture(client, said["og:image"])
    assert tags(client, "/new/atom")["og:image"].endswith("/games/atom.png")
    for path in ("/", "/table/nothing", "/record/nothing", "/records", "/new/nothing"):
        said = tags(client, path)
        assert said["og:title"] == "對弈 duiyi"
        picture(client, said["og:image"])


@pytest.mark.parametrize("path", ["games/chess", "tables/nothing", "records/nothing"])
def test_what_is_not_there_has_no_picture(client: httpx.Client, path: str) -> None:
    assert client.get(f"/api/previews/{path}.png").status_code == 404


def test_an_address_gets_only_so_many_pictures_drawn_anew() -> None:
    reader = Reader()
    limiter = Limiter(replace(NORMAL, previews=Rate(1, 0)))
    # Cards of games need neither tables nor records.
    previews = Previews(None, None, reader, limiter)  # type: ignore[arg-type]

    async def work() -> None:
        first = await previews.game("tic-tac-toe")
        assert await previews.game("tic-tac-toe") == first
        with pytest.raises(Refused) as caught:
            await previews.game("hex")
        assert caught.value.code == "too-fast"

    try:
        asyncio.run(work())
    finally:
        reader.close()
