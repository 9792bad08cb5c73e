"""A page that stands alone: a report, a worksheet, an aid, a screen of the server. It needs nothing beside itself.

>>> "<title>A &lt; B</title>" in document("A < B", "text", style="p{margin:0}")
True
"""

import base64
import hashlib
from typing import Final

from rising_tutor.render.html import Child, escape, join

SANS: Final = 'system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif'
SERIF: Final = 'Palatino,"Book Antiqua","Noto Serif",Georgia,serif'


def document(title: str, *body: Child, style: str, head: str = "", closed: bool = False) -> str:
    """The page as a file.

    Args:
        style: its rules; a page has no other.
        head: what else stands in the head, written by us.
        closed: whether the page forbids everything but that style: nothing in it can run or fetch anything.
    """
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_policy(style)}">' if closed else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">{policy}'
        '<meta name="viewport" content="width=device-width, initial-scale=1.0">'
        f"{head}<title>{escape(title)}</title>\n<style>{style}</style></head>\n<body>{join(*body)}</body></html>\n"
    )


def paper(own: str, *, width: str, text: str, margin: str, size: str = "") -> str:
    """The style of a page to print, in the colours of the paper.

    Args:
        own: what only this page has.
        width: of the text on a screen.
        text: size and height of its lines, such as "12pt/1.5".
        margin: around the text on paper.
        size: of the paper, where it matters.
    """
    sheet = f"size:{size};margin:{margin}" if size else f"margin:{margin}"
    return (
        f"\n:root{{color-scheme:light dark}}\nbody{{max-width:{width};margin:2em auto;padding:0 1em;"
        f"font:400 {text} {SANS}}}\nh1,h2{{font-family:{SERIF}}}\n{own.strip()}\n"
        f"@media print{{body{{margin:0;max-width:none;padding:0}} @page{{{sheet}}}}}\n"
    )


def _policy(style: str) -> str:
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
