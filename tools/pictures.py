"""Draw the pictures in `docs/pictures`: sheets and cards of the games, diagrams of the rules pages.

    make pictures
    python -m tools.pictures --only tzaar

A sheet shows a game at the start, in the middle and crowded, in light and in dark. The same
program always draws the same files.
"""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from PIL import Image
from tools import picture_positions as at
from tools.picture_positions import Shown

import duiyi
from duiyi.core.view import Edge, Geometry, View
from duiyi.draw.montage import compose
from duiyi.draw.png import to_png
from duiyi.draw.svg import draw, draw_state

OUT = Path("docs/pictures")
THEMES = ("light", "dark")
SHEET = 2400
"""How wide a sheet is."""
CARD = 400
"""How wide a card is: one position in the middle of a game, for the README."""
PANEL = 240
"""How wide a panel of a diagram is."""


def start(name: str, **how: Any) -> Shown:
    return duiyi.game(name).start(**how), None


def loaded(name: str, text: str) -> Shown:
    return duiyi.game(name).load(text), None


EVERYTHING = dict.fromkeys(duiyi.game("relati").options.kinds(), True)
BUILDERS = {"build": 0.6, "fire": 0.5, "root": 0.02}
PEACEFUL = {"D": 0.3, "AN": 0.06, "AR": 0.06, "E": 1e-6, "AB": 1e-6}

ATOM_CROWDED = (
    f"18:12.3.4.10:{at.blob(6, 5, 'KKRKBKG')}:{at.blob(2, 4, 'KKBG')}:-",
    f"7:3.0.21.1:{at.blob(9, 2, 'KKG')}:{at.blob(1, 6, 'KKRKKB')}:K0,0",
)

SHEETS: dict[str, tuple[Callable[[], Shown], ...]] = {
    "relati-classic": (
        lambda: at.played("relati-classic", 3, 1),
        lambda: at.played("relati-classic", 15, 2),
        lambda: at.played("relati-classic", 230, 5, seats=4),
    ),
    "relati": (
        lambda: at.after(duiyi.game("relati").start(), "E5 F5 C3 D4"),
        lambda: at.played("relati", 45, 4, BUILDERS, **EVERYTHING),
        lambda: at.played("relati", 170, 4, BUILDERS, seats=4, **EVERYTHING),
    ),
    "relati-legacy": (
        lambda: at.played("relati-legacy", 8, 3, PEACEFUL, seats=2),
        lambda: at.played("relati-legacy", 60, 6, PEACEFUL, seats=3),
        lambda: at.after(duiyi.game("relati-legacy").load(at.LEGACY_CROWDED), "R:M1"),
    ),
    "tzaar": (
        lambda: start("tzaar"),
        lambda: at.played("tzaar", 22, 3),
        lambda: at.after(duiyi.game("tzaar").load(at.TZAAR_CROWDED), "B3xE5"),
    ),
    "atom": (
        lambda: at.played("atom", 4, 1),
        lambda: at.played("atom", 48, 3),
        lambda: (at.atom("act:3", ATOM_CROWDED[0], ATOM_CROWDED[1]), None),
    ),
    "plug-ins": (
        lambda: at.played("hex", 40, 1),
        lambda: at.played("tic-tac-toe", 5, 4),
        lambda: at.played("amazons", 24, 5),
    ),
}


def panel(shown: Shown, sites: str = "", **how: Any) -> str:
    """A position, or the part of it between two corners such as `B2 F6`."""
    state, before = shown
    if not sites:
        return draw_state(state, since=before, **how)
    geometry = state.game.geometry(state.seats, state.options)
    return draw(*cropped(state.view(since=before), geometry, sites), state.game, **how)


def cropped(view: View, geometry: Geometry, corners: str) -> tuple[View, Geometry]:
    (left, top), (right, bottom) = ((word[0], int(word[1:])) for word in corners.split())
    kept = {
        site.id
        for site in geometry.sites
        if left <= site.id[0] <= right and top <= int(site.id[1:]) <= bottom
    }

    def inside(edge: Edge) -> bool:
        return {edge.source, edge.target, *edge.via} <= kept

    part = dataclasses.replace(
        view,
        pieces=tuple(piece for piece in view.pieces if piece.site in kept),
        edges=tuple(edge for edge in view.edges if inside(edge)),
        areas=tuple(area for area in view.areas if set(area.sites) <= kept),
        last=tuple(site for site in view.last if site in kept),
        choices=tuple(c for c in view.choices if all(map(inside, c.edges))),
    )
    return part, Geometry(tuple(site for site in geometry.sites if site.id in kept))


def _links() -> list[str]:
    """Adjacent, straight, and the three shapes of a stable link."""
    lines = ("O*D5 OD4 X*I9", "O*D5 OD3 X*I9", "O*C5 OD3 X*I9",
             "O*C5 OD3 X*I9 XD4", "O*C5 OD3 X*I9 XC3 XD5")  # fmt: skip
    return [panel((at.relati(line), None), "B2 E6", coordinates=False) for line in lines]


def _cut() -> list[str]:
    """A link, the cut, and the mended link."""
    state = duiyi.game("relati").start()
    lines = ("E5 F5 C3", "E5 F5 C3 D4", "E5 F5 C3 D4 C5")
    return [panel(at.after(state, line), "B2 F6", coordinates=False) for line in lines]


def _attacks() -> list[str]:
    """AN from right behind, AR over a distance, a zone that keeps an attack out, a pincer."""
    zone = "O*H5 OG5 XC5 X*C6 X#B3 X#E3 X#B7 X#E7"
    near = at.legacy("O*F5 OE5 XD5 X*C6")
    far = at.legacy("O*G5 OF5 XC5 X*C6")
    pincer = at.legacy("O*D5 OE4 OF5 XE5 X*G7")
    return [
        panel((near, None), "B3 H7", coordinates=False, choice="AN:D5:E5"),
        panel((far, None), "B3 H7", coordinates=False, choice="AR:C5:F5"),
        panel((at.legacy(zone), None), "A2 I8", coordinates=False),
        panel(at.after(pincer, "R:E6"), "B3 H7", coordinates=False),
    ]


def _tzaar() -> list[str]:
    load = duiyi.game("tzaar").load
    first = duiyi.game("tzaar").start()
    return [
        panel((first, None)),
        panel(at.after(first, "D3xC3")),
        panel(at.after(first, "D3xC3 A1xB1 E6+E5")),
        panel((load(at.TZAAR_JUMP), None), legal=True),
    ]


def _atom() -> list[str]:
    tower = "K0,0;K1,1;K2,0;K3,1;G3,3"
    mine = f"20:1.0.1.0:{tower}:K0,0;K0,2:-"
    wall = "20:0.1.0.2:K0,0;K0,2;K0,4;R1,3:K0,0;G1,-1;K1,1;K2,2:-"
    attack = at.atom("act:2", mine, wall)
    bridge = "20:0.0.0.0:K0,0;K0,2;K0,4;R1,5:K0,0:-"
    split = at.atom("act:2", mine, bridge)
    effect = at.atom("act:1", "20:0.0.0.0:R0,0;K0,2;K1,1;K2,2:-:-", wall)
    return [
        panel((attack, None), choice="A11"),
        panel(at.after(split, "A11 X0,2")),
        panel(at.after(effect, "E1:0,0")),
    ]


DIAGRAMS: dict[str, tuple[Callable[[], list[str]], int]] = {
    "rules-relati-links": (_links, 5),
    "rules-relati-cut": (_cut, 3),
    "rules-relati-legacy": (_attacks, 2),
    "rules-tzaar": (_tzaar, 2),
    "rules-atom": (_atom, 1),
}


def quantized(png: bytes, colours: int = 256) -> bytes:
    """The same picture in fewer colours: a third of the size, and no difference to be seen."""
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    ground = Image.new("RGBA", image.size, "white")
    flat = Image.alpha_composite(ground, image).convert("RGB")
    small = flat.quantize(colours, kmeans=3, dither=Image.Dither.NONE)
    out = io.BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


def make_sheet(name: str) -> bytes:
    shown = [position() for position in SHEETS[name]]
    pictures = [
        draw_state(state, since=before, theme=theme, legal=index == 0)
        for theme in THEMES
        for index, (state, before) in enumerate(shown)
    ]
    return quantized(to_png(compose(pictures, 3, SHEET)))


def make_card(name: str) -> bytes:
    state, before = SHEETS[name.removeprefix("card-")][1]()
    return quantized(to_png(compose([draw_state(state, since=before)], 1, CARD)))


def make_diagram(name: str) -> bytes:
    panels, columns = DIAGRAMS[name]
    width = max(columns, 3) * PANEL
    return quantized(to_png(compose(panels(), columns, width, 8)))


def main(
    only: Annotated[str, typer.Option(help="Pictures with this text in their name.")] = "",
    out: Annotated[Path, typer.Option(help="Where to.")] = OUT,
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    cards = [f"card-{name}" for name in SHEETS if name != "plug-ins"]
    for names, make in ((SHEETS, make_sheet), (cards, make_card), (DIAGRAMS, make_diagram)):
        for name in names:
            if only in name:
                (out / f"{name}.png").write_bytes(make(name))
                typer.echo(f"{out / name}.png")


if __name__ == "__main__":
    typer.run(main)
