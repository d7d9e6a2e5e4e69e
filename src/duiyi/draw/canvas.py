"""A canvas: SVG elements in layers, written in the order of the layers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from unicodedata import east_asian_width

from duiyi.draw.look import Look
from duiyi.draw.symbols import Ink, Sheet, opaque, write_gradient, write_symbol

LAYERS = (
    "ground", "grid", "tint", "areas", "inert", "links", "dots", "pieces", "labels", "marks",
)  # fmt: skip
FULL_WIDTH = 900.0
"""Pictures are looked at about this wide, unless told otherwise; sizes in pixels are meant so."""
SMALLEST_TEXT = 12.0
TINY_CELL = 18.0
"""Under this many pixels a cell has no gloss, shadow or dashes."""
_SANS = "Noto Sans TC,Noto Sans CJK TC,PingFang TC,Microsoft JhengHei,sans-serif"
_SERIF = "Noto Serif TC,Noto Serif CJK TC,Songti TC,PMingLiU,serif"
_SIMPLIFIED = {
    " TC": " SC",
    "Microsoft JhengHei": "Microsoft YaHei",
    "PMingLiU": "SimSun",
}
STONES = {
    "white": {"face": "ivory", "edge": "ivory2", "orn": "onivory", "inlay": "inlayw"},
    "black": {"face": "slate", "edge": "slate2", "orn": "onslate", "inlay": "inlayb"},
}
"""What the colours of a stone are, in those of the theme."""

Xy = tuple[float, float]


class Canvas:
    """Collects elements; colours are names of the theme, or colours themselves.

    `scale` is pixels per unit of the picture; `tiny` says that the cells are.
    """

    def __init__(
        self,
        size: Xy,
        look: Look,
        theme: str = "light",
        *,
        language: str = "en",
        width: int | None = None,
        cell: float = FULL_WIDTH,
        seal: str = "",
    ) -> None:
        self.width, self.height = size
        self.look, self.theme, self.language = look, theme, language
        self.seal = seal
        self._asked = width
        self.shown_width = self.width if width is None else float(width)
        self.scale = self.shown_width / self.width
        self.tiny = cell * self.scale < TINY_CELL
        self.colours = look.palette(theme)
        self.sans, self.serif = _fonts(language)
        self._layers: dict[str, list[str]] = {layer: [] for layer in LAYERS}
        self._defs: dict[str, str] = {}

    @property
    def smallest(self) -> float:
        """The smallest text that can be read, in units of the picture."""
        return smallest_text(self.width, self._asked)

    def add(self, layer: str, text: str) -> None:
        self._layers[layer].append(text)

    def colour(self, name: str) -> str:
        return self.colours.get(name, name)

    def define(self, name: str, text: str) -> str:
        """Something to refer to; `{id}` in the text is the id that it gets, which is returned."""
        identity = f"{self.theme}-{name}"
        self._defs[identity] = text.replace("{id}", identity)
        return identity

    def shape(self, layer: str, tag: str, **attributes: object) -> None:
        """`stroke_width=2` becomes `stroke-width="2"`; fill and stroke may be theme colours."""
        self.add(layer, f"<{tag}{self._attributes(attributes)}/>")

    def path(self, layer: str, d: str, **attributes: object) -> None:
        self.shape(layer, "path", d=d, **attributes)

    def circle(self, layer: str, at: Xy, radius: float, **attributes: object) -> None:
        self.shape(layer, "circle", cx=at[0], cy=at[1], r=radius, **attributes)

    def box(self, layer: str, at: Xy, size: Xy, **attributes: object) -> None:
        self.shape(
            layer, "rect", x=at[0], y=at[1], width=size[0], height=size[1], **attributes
        )  # fmt: skip

    def line(self, layer: str, points: Iterable[Xy], **attributes: object) -> None:
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        self.path(layer, d, **{"fill": "none", **attributes})

    def polygon(self, layer: str, points: Iterable[Xy], **attributes: object) -> None:
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"
        self.path(layer, d, **attributes)

    def text(self, layer: str, at: Xy, words: str, size: float, **attributes: object) -> None:
        """Words centred on a point, both ways; `text_anchor` moves them to one side of it."""
        given = {"font_family": self.sans, "fill": "ink", "text_anchor": "middle", **attributes}
        x, y = number(at[0]), number(at[1] + size * 0.36)
        self.add(
            layer,
            f'<text x="{x}" y="{y}" font-size="{number(size)}"{self._attributes(given)}>'
            f"{escape(words)}</text>",
        )

    def knows(self, symbol: str) -> bool:
        return self.look.sheet_of(symbol) is not None

    def use(self, layer: str, symbol: str, at: Xy, size: float, **attributes: object) -> None:
        """A symbol around a point; `stone="white"` gives it the colours of a white stone."""
        stone = str(attributes.pop("stone", ""))
        sheet = self.look.sheet_of(symbol)
        if sheet is None:
            raise KeyError(symbol)
        identity = self._symbol(sheet, symbol, stone)
        x, y = number(at[0] - size / 2), number(at[1] - size / 2)
        side = number(size)
        self.add(
            layer,
            f'<use href="#{identity}" data-glyph="{symbol}" x="{x}" y="{y}" width="{side}"'
            f' height="{side}"{self._attributes(attributes)}/>',
        )

    def _symbol(self, sheet: Sheet, symbol: str, stone: str) -> str:
        """The id of a symbol, which is defined when it is used for the first time."""
        prefix = "-".join(filter(None, (self.theme, sheet.space))) + "-"
        identity = prefix + "-".join(filter(None, (symbol, stone, "tiny" if self.tiny else "")))
        if identity not in self._defs:
            own = {name: self.colours[of] for name, of in STONES.get(stone, {}).items()}
            ink = Ink({**self.colours, **own}, prefix, self.tiny)
            written = write_symbol(sheet, symbol, ink, identity)
            for gradient in sorted(ink.used):
                self._defs[prefix + gradient] = write_gradient(sheet, gradient, ink)
            self._defs[identity] = written
        return identity

    def _attributes(self, attributes: Mapping[str, object]) -> str:
        written = []
        for key, value in attributes.items():
            if key == "stroke_dasharray" and self.tiny:
                continue
            name = key.replace("_", "-")
            if key in ("fill", "stroke", "color"):
                pairs = opaque(name, self.colour(str(value)))
            else:
                pairs = {name: number(value) if isinstance(value, float) else str(value)}
            written += [f' {name}="{escape(shown)}"' for name, shown in pairs.items()]
        return "".join(written)

    def svg(self, label: str) -> str:
        size = f'viewBox="0 0 {number(self.width)} {number(self.height)}"'
        shown = self.shown_width, self.height * self.scale
        body = "".join(
            f'<g data-layer="{layer}">{"".join(parts)}</g>'
            for layer, parts in self._layers.items()
            if parts
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} width="{number(shown[0])}"'
            f' height="{number(shown[1])}" xml:lang="{self.language}" role="img"'
            f' aria-label="{escape(label)}">'
            f"<defs>{''.join(self._defs.values())}</defs>{body}</svg>\n"
        )


def number(value: float) -> str:
    """At most two decimals, no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def smallest_text(width: float, shown: float | None) -> float:
    """The smallest text that can be read in a picture that is shown so many pixels wide."""
    return SMALLEST_TEXT * width / min(shown or FULL_WIDTH, FULL_WIDTH)


def text_width(words: str, size: float) -> float:
    """About how wide words are, rather too much than too little."""
    return size * sum(map(_share, words))


def _share(sign: str) -> float:
    """How wide a character is, compared with its height."""
    if east_asian_width(sign) in "WF":
        return 1.0
    return 0.7 if sign.isupper() else 0.52 if sign.islower() or sign in " .,:" else 0.6


def _fonts(language: str) -> tuple[str, str]:
    sans, serif = _SANS, _SERIF
    if language == "zh-Hans":
        for old, new in _SIMPLIFIED.items():
            sans, serif = sans.replace(old, new), serif.replace(old, new)
    return sans, serif
