"""JSON schemas of what travels, from the types themselves: structs and dataclasses become objects.

OpenAPI wants them by name; `Shapes` collects every type that is referred to.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from duiyi.core.message import Message
from duiyi.core.outcome import Outcome
from duiyi.core.view import Geometry, View
from duiyi.server.wire import Entry

Schema = dict[str, Any]
_FRACTION: Schema = {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
_PLAIN: dict[object, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Fraction: _FRACTION,
    Any: {},
    object: {},
    msgspec.Raw: {},
}
_PARAM: Schema = {
    "anyOf": [
        {"type": "string"},
        {"type": "integer"},
        {"$ref": "#/components/schemas/Message"},
        {"type": "array", "items": {"$ref": "#/components/schemas/Param"}},
    ]
}
_MESSAGE: Schema = {
    "type": "object",
    "description": "What is said, before any language: `catalog:key` and its parameters.",
    "required": ["key", "params"],
    "properties": {
        "key": {"type": "string"},
        "params": {
            "type": "array",
            "items": {
                "type": "array",
                "prefixItems": [{"type": "string"}, {"$ref": "#/components/schemas/Param"}],
                "minItems": 2,
                "maxItems": 2,
            },
        },
    },
}
_ENCODED: dict[str, Any] = {
    "view": View,
    "geometry": Geometry,
    "entry": Entry,
    "entries": list[Entry],
    "outcome": Outcome | None,
    "label": Message,
}
"""What fields are that travel already encoded."""


class Shapes:
    """Schemas by name, of all types that `of` was asked about and of those inside them."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {"Param": _PARAM, "Message": _MESSAGE}

    def of(self, kind: Any) -> Schema:
        """The schema of a type; objects are referred to by name."""
        if kind in _PLAIN:
            return _PLAIN[kind]
        if kind is Message:
            return {"$ref": "#/components/schemas/Message"}
        origin, inside = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return _limited(self.of(inside[0]), inside[1:])
        if origin is Literal:
            return {"enum": list(inside)}
        if origin in (Union, types.UnionType):
            return self._either(inside)
        if origin is tuple:
            return self._row(inside)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(inside[1])}
        if isinstance(origin, type) and issubclass(origin, Sequence | frozenset):
            return {"type": "array", "items": self.of(inside[0])}
        return self._object(kind)

    def _either(self, kinds: tuple[Any, ...]) -> Schema:
        shapes = [self.of(kind) for kind in kinds if kind is not msgspec.UnsetType]
        return shapes[0] if len(shapes) == 1 else {"anyOf": shapes}

    def _row(self, kinds: tuple[Any, ...]) -> Schema:
        if len(kinds) == 2 and kinds[1] is Ellipsis:
            return {"type": "array", "items": self.of(kinds[0])}
        return {
            "type": "array",
            "prefixItems": [self.of(kind) for kind in kinds],
            "minItems": len(kinds),
            "maxItems": len(kinds),
        }

    def _object(self, kind: Any) -> Schema:
        name: str = kind.__name__
        if name not in self.named:
            self.named[name] = {}  # for a type that contains itself
            if dataclasses.is_dataclass(kind):
                hints = get_type_hints(kind, include_extras=True)
                fields = {f.name: hints[f.name] for f in dataclasses.fields(kind)}
                shape: Schema = self._fields(fields, list(fields))
            else:
                known = msgspec.structs.fields(kind)
                needed = [f.encode_name for f in known if f.required]
                shape = self._fields({f.encode_name: f.type for f in known}, needed)
                shape |= self._tag(kind)
                if kind.__struct_config__.forbid_unknown_fields:
                    shape["additionalProperties"] = False
            first = (kind.__doc__ or "").strip().partition("\n\n")[0]
            if first and not first.startswith(f"{name}("):
                shape["description"] = " ".join(first.split())
            self.named[name] = shape
        return {"$ref": f"#/components/schemas/{name}"}

    def _fields(self, fields: Mapping[str, Any], needed: list[str]) -> Schema:
        properties = {name: self.of(_meant(name, kind)) for name, kind in fields.items()}
        return {"type": "object", "properties": properties, "required": needed}

    @staticmethod
    def _tag(kind: Any) -> Schema:
        """The field that tells structs of a union apart is not among the others."""
        config = kind.__struct_config__
        return {} if config.tag is None else {"x-tag": {config.tag_field: config.tag}}


def _meant(name: str, kind: Any) -> Any:
    if kind is msgspec.Raw:
        return _ENCODED[name]
    return _ENCODED[name] | None if kind == msgspec.Raw | None else kind


def _limited(shape: Schema, metas: tuple[Any, ...]) -> Schema:
    length = "Items" if shape.get("type") == "array" else "Length"
    names = {
        "ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum",
        "pattern": "pattern", "min_length": f"min{length}", "max_length": f"max{length}",
        "description": "description",
    }  # fmt: skip
    found = {
        name: value
        for meta in metas
        for field, name in names.items()
        if (value := getattr(meta, field, None)) is not None
    }
    return {**shape, **found}
