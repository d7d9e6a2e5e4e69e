"""Several pictures on one: contact sheets, and the panels of a diagram."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from duiyi.draw.canvas import number
from duiyi.draw.symbols import SVG

_NAMESPACE = SVG.strip("{}")


def compose(pictures: Sequence[str], columns: int, width: float, gap: float = 0.0) -> str:
    """Pictures row by row, each scaled to the width of a column; what they define is shared."""
    ElementTree.register_namespace("", _NAMESPACE)
    each = (width - gap * (columns - 1)) / columns
    shared: dict[str, ElementTree.Element] = {}
    placed: list[ElementTree.Element] = []
    top = 0.0
    for start in range(0, len(pictures), columns):
        row = [ElementTree.fromstring(picture) for picture in pictures[start : start + columns]]
        heights = [_height(picture, each) for picture in row]
        for column, (picture, height) in enumerate(zip(row, heights, strict=True)):
            _share(picture, shared)
            picture.attrib.update(
                x=number(column * (each + gap)),
                y=number(top + (max(heights) - height) / 2),
                width=number(each),
                height=number(height),
            )
            slot = {"x": number(column * (each + gap)), "y": number(top), "width": number(each)}
            slot |= {"height": number(max(heights)), "fill": _ground(picture)}
            placed += [ElementTree.Element(f"{SVG}rect", slot), picture]
        top += max(heights) + gap
    whole = ElementTree.Element(
        f"{SVG}svg", {"viewBox": f"0 0 {number(width)} {number(top - gap)}"}
    )
    whole.attrib.update(width=number(width), height=number(top - gap))
    ElementTree.SubElement(whole, f"{SVG}defs").extend(shared.values())
    whole.extend(placed)
    return ElementTree.tostring(whole, "unicode") + "\n"


def centred(picture: str, width: float, height: float) -> str:
    """A picture in the middle of a larger one, as large as it can be; around it is its ground."""
    ElementTree.register_namespace("", _NAMESPACE)
    inner = ElementTree.fromstring(picture)
    box = {"width": number(width), "height": number(height)}
    whole = ElementTree.Element(f"{SVG}svg", box | {"viewBox": f"0 0 {width:g} {height:g}"})
    ElementTree.SubElement(whole, f"{SVG}rect", box | {"fill": _ground(inner)})
    inner.attrib.update(box)
    whole.append(inner)
    return ElementTree.tostring(whole, "unicode") + "\n"


def _height(picture: ElementTree.Element, width: float) -> float:
    _, _, wide, high = map(float, picture.attrib["viewBox"].split())
    return width * high / wide


def _ground(picture: ElementTree.Element) -> str:
    """The colour that a picture begins with."""
    first = picture.find(f".//{SVG}rect")
    return "none" if first is None else first.attrib["fill"]


def _share(picture: ElementTree.Element, shared: dict[str, ElementTree.Element]) -> None:
    """Move definitions out of a picture; two of the same id must be the same thing."""
    defs = picture.find(f"{SVG}defs")
    if defs is None:
        return
    picture.remove(defs)
    for element in defs:
        known = shared.setdefault(element.attrib["id"], element)
        if ElementTree.tostring(known) != ElementTree.tostring(element):
            raise ValueError(f"two different things are called {element.attrib['id']}")
