"""The page's types of what travels, as one text."""

from pathlib import Path

TYPESCRIPT = "\n".join(
    path.read_text("utf-8")
    for path in sorted((Path(__file__).parents[4] / "web/src/net/wire").glob("*.ts"))
)
