"""JSON schemas of what travels, from the types themselves: structs and dataclasses become objects.

`msgspec.json.schema_components` knows structs, but refuses the core's own values: a parameter of a
message and the value of a meter are unions with fractions.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from duiyi.core.message import Message

Schema = dict[str, Any]
_PLAIN: dict[object, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Fraction: {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"},
    msgspec.Raw: {},
}
_PARAM = get_args(get_args(get_type_hints(Message)["params"])[0])[1]
"""A parameter of a message."""
_LIMITS = {
    "ge": "minimum", "le": "maximum", "min_length": "minLength", "max_length": "maxLength",
    "examples": "examples", "description": "description",
}  # fmt: skip


class Schemas:
    """`named`: of all structs and dataclasses that `of` was asked about or found inside others."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """The schema of a type; objects are referred to by name."""
        if kind in _PLAIN:
            return _PLAIN[kind]
        if kind == _PARAM:
            return self._param()
        origin, inside = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._annotated(*inside[:2])
        if origin is Literal:
            return {"enum": list(inside)}
        if origin in (Union, types.UnionType):
            options = [self.of(one) for one in inside if one is not msgspec.UnsetType]
            return options[0] if len(options) == 1 else {"anyOf": options}
        if origin is tuple and inside[-1] is not Ellipsis:
            items = [self.of(one) for one in inside]
            return {"type": "array", "prefixItems": items,
                    "minItems": len(items), "maxItems": len(items)}  # fmt: skip
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(inside[1])}
        if isinstance(origin, type) and issubclass(origin, Sequence | frozenset):
            return {"type": "array", "items": self.of(inside[0])}
        return self._object(kind)

    def _annotated(self, kind: Any, meant: Any) -> Schema:
        """A type with limits, or something that stands for JSON of another type."""
        if not isinstance(meant, msgspec.Meta):
            return self.of(meant)
        schema = self.of(kind)
        limits = {
            name.replace("Length", "Items") if schema.get("type") == "array" else name: value
            for of_meta, name in _LIMITS.items()
            if (value := getattr(meant, of_meta)) is not None
        }
        return {**schema, **limits}

    def _param(self) -> Schema:
        """It contains itself, and so it has a name although it is a union."""
        itself = {"$ref": "#/components/schemas/Param"}
        if "Param" not in self.named:
            self.named["Param"] = itself
            options = [self.of(str), self.of(int), self.of(Message)]
            self.named["Param"] = {"anyOf": [*options, {"type": "array", "items": itself}]}
        return itself

    def _object(self, kind: Any) -> Schema:
        name: str = kind.__name__
        if name not in self.named:
            self.named[name] = {}  # for a type that contains itself
            self.named[name] = self._fields(kind) | _description(kind)
        return {"$ref": f"#/components/schemas/{name}"}

    def _fields(self, kind: Any) -> Schema:
        if dataclasses.is_dataclass(kind):
            hints = get_type_hints(kind, include_extras=True)
            fields = {field.name: hints[field.name] for field in dataclasses.fields(kind)}
            needed, more = list(fields), {}
        else:
            known = msgspec.structs.fields(kind)
            fields = {field.encode_name: field.type for field in known}
            needed = [field.encode_name for field in known if field.required]
            strict = kind.__struct_config__.forbid_unknown_fields
            more = {"additionalProperties": False} if strict else {}
        properties = {name: self.of(field) for name, field in fields.items()}
        return {"type": "object", "properties": properties, "required": needed, **more}


def _description(kind: Any) -> Schema:
    first = (kind.__doc__ or "").strip().partition("\n\n")[0]
    if not first or first.startswith(f"{kind.__name__}("):
        return {}
    return {"description": " ".join(first.split())}
