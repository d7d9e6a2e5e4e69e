"""The page `/api/docs`: the OpenAPI document for people, without scripts and without strangers.

Plain headings, lists and tables, so that every browser and every screen reader can use it under
the same strict policy as the page itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

Schema = dict[str, Any]
STYLE = """
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1, h2, h3 { line-height: 1.25; }
h3 { margin-bottom: 0.25rem; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; }
th, td { border-bottom: 1px solid #8886; }
section { border-top: 2px solid #8886; margin-top: 2rem; }
nav ul { columns: 18rem; padding-left: 1.25rem; }
"""
_METHODS = ("get", "post", "put", "delete")


def docs_page(document: Schema) -> str:
    """The document as HTML."""
    operations = list(_operations(document))
    title = escape(f"{document['info']['title']} {document['info']['version']}")
    links = "".join(
        f'<li><a href="#{_anchor(method, path)}"><code>{method.upper()} {escape(path)}</code></a>'
        for path, method, _ in operations
    )
    about = "".join(f"<p>{_words(part)}</p>" for part in _parts(document["info"]["description"]))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f'<title>{title}</title><link rel="icon" href="/icon.svg" type="image/svg+xml">'
        '<link rel="stylesheet" href="/api/docs.css"></head><body>'
        f"<header><h1>{title}</h1>{about}"
        '<p><a href="/api/openapi.json">OpenAPI document</a></p></header>'
        f'<nav aria-label="Operations"><ul>{links}'
        '<li><a href="#shapes">Shapes</a></ul></nav><main>'
        f"<section><h2>Operations</h2>{''.join(_operation(*one) for one in operations)}</section>"
        f'<section id="shapes"><h2>Shapes</h2>{_shapes(document)}</section></main></body></html>'
    )


def _operations(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, methods in document["paths"].items():
        for method in _METHODS:
            if method in methods:
                yield path, method, methods[method]


def _operation(path: str, method: str, operation: Schema) -> str:
    rows = [
        (f"<code>{escape(one['name'])}</code>", one["in"], _parameter(one))
        for one in operation.get("parameters", ())
    ]
    bodies = operation.get("requestBody", {}).get("content", {}).values()
    rows += [("body", "JSON", _kind(content["schema"])) for content in bodies]
    for status, answer in operation.get("responses", {}).items():
        kinds = [_kind(content["schema"]) for content in answer.get("content", {}).values()]
        said = " ".join([*kinds, _words(answer["description"])])
        rows.append((escape(status), "answer", said))
    return (
        f'<article id="{_anchor(method, path)}"><h3><span class="method">{method.upper()}</span> '
        f"<code>{escape(path)}</code></h3><p>{_words(operation.get('description', ''))}</p>"
        f"{_table(('name', 'where', 'what'), rows)}</article>"
    )


def _parameter(parameter: Schema) -> str:
    schema = parameter["schema"]
    default = f" ({escape(str(schema['default']))} by default)" if schema.get("default") else ""
    return f"{_kind(schema)}{default} {_words(parameter.get('description', ''))}"


def _shapes(document: Schema) -> str:
    shown = []
    for name, shape in sorted(document["components"]["schemas"].items()):
        needed = shape.get("required", ())
        rows = [
            (f"<code>{escape(field)}</code>", "always" if field in needed else "", _kind(kind))
            for field, kind in shape.get("properties", {}).items()
        ]
        inside = _table(("field", "there", "what"), rows) if rows else f"<p>{_kind(shape)}</p>"
        about = f"<p>{_words(shape['description'])}</p>" if "description" in shape else ""
        shown.append(f'<article id="shape-{escape(name)}"><h3>{escape(name)}</h3>{about}{inside}')
        shown.append("</article>")
    return "".join(shown)


def _kind(schema: Schema) -> str:
    """A type in words."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#shape-{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(one))}</code>" for one in schema["enum"])
    if "prefixItems" in schema:
        return f"[{', '.join(_kind(one) for one in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_kind(schema['additionalProperties'])}"
    limits = [
        f"{word} {schema[name]}"
        for name, word in (("minimum", "from"), ("maximum", "to"), ("maxLength", "at most"))
        if name in schema
    ]
    return escape(" ".join([str(schema.get("type", "anything")), *limits]))


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _anchor(method: str, path: str) -> str:
    return f"{method}{path.replace('/', '-').replace('{', '').replace('}', '')}"


def _parts(text: str) -> list[str]:
    return text.split("\n\n")


def _words(text: str) -> str:
    """Text with `code` in it."""
    pieces = escape(text).split("`")
    return "".join(
        f"<code>{piece}</code>" if number % 2 else piece for number, piece in enumerate(pieces)
    )
