"""The files that run in the browser, in `static/`."""

from pathlib import Path

STATIC = Path(__file__).parents[1] / "static"


def script(*names: str) -> str:
    """Scripts of ours after what several of them begin with; a widget is one module, so there is nothing to import."""
    return "\n".join((STATIC / part).read_text(encoding="utf-8") for part in ("dom.js", *names))
