"""Plain pages that need no kernel: the door, the full house, the error. And the lines a waiting page begins with.

They carry their own few rules of style, so that they look right even when nothing else of the app can be reached. The
names of the templates are the ones Jupyter's handlers ask for.
"""

import json
from html import escape

from rising_tutor.render.document import document
from rising_tutor.render.html import Html

_STYLE = """
:root{color-scheme:light;--p:#F5EFE3;--c:#FFFDF8;--i:#2A241C;--j:#5F5445;--a:#6B3A70;--o:#FFFFFF;--l:#897B62}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;
--p:#1B1814;--c:#353027;--i:#F4ECDE;--j:#C6BAA4;--a:#DDB0E0;--o:#2B1430;--l:#978A73}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--p);color:var(--i);
font:400 15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif}
main{max-width:36em} b.rt{font:600 18px/1 "Iowan Old Style",Palatino,"Book Antiqua","Noto Serif",Georgia,serif}
h1{font:600 28px/1.2 "Iowan Old Style",Palatino,"Book Antiqua","Noto Serif",Georgia,serif;margin:16px 0 8px}
p{margin:0 0 12px;color:var(--j)} form{display:grid;gap:8px;margin-top:16px} label{font-weight:600}
input,button,a.go{min-height:44px;padding:8px 16px;border-radius:10px;border:1px solid var(--l);background:var(--c);
color:var(--i);font:inherit}
button,a.go{display:inline-flex;align-items:center;justify-content:center;background:var(--a);border-color:var(--a);
color:var(--o);font-weight:600;text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid var(--a);outline-offset:2px}
"""


def _page(heading: str, body: str) -> str:
    main = Html(f'<main><b class="rt">Rising Tutor</b><h1>{heading}</h1>{body}</main>')
    return document(f"{heading} - Rising Tutor", main, style=_STYLE, head='<link rel="icon" href="data:;base64,=">')


#: Shown with status 503 when not even the line has room.
FULL = _page(
    "Every place at the table is taken",
    "<p>This server already runs as many sessions as it was told to, and many people wait. A place becomes free soon"
    " after somebody closes the page.</p><p>A game that was under way in this browser is kept.</p>"
    '<p><a class="go" href="">Try again</a></p>',
)


def too_many(most: int) -> str:
    """The page for a browser that has as many pages open as one may have."""
    pages = "one page" if most == 1 else f"{most} pages"
    return _page(
        "This browser has enough pages open",
        f"<p>One browser can have {pages} of the tutor open on this server, so that there is room for all. Close one of"
        " them, then try again.</p>"
        '<p><a class="go" href="">Try again</a></p>',
    )


def from_elsewhere(start: str) -> str:
    """Return the page for somebody who followed a link of another site: nothing starts before they say so.

    Args:
        start: a link to the start of the app. What follows `#` in the address is added to it by the browser.
    """
    return _page(
        "A link of another page led here",
        "<p>Press the button to open the tutor. Nothing was started yet, so that no other page can start anything in"
        " your name.</p>"
        f'<p><a class="go" id="rt_open" href="{escape(start)}">Open the tutor</a></p>'
        "<script>document.getElementById('rt_open').hash = location.hash;</script>",
    )


#: By name, for the template loader of the server.
TEMPLATES = {
    "error.html": _page(
        "{{ status_code }}: {{ status_message }}",
        '<p>This server has no such page, or could not make it.</p><p><a class="go" href="{{ base_url }}">Go to the'
        " start</a></p>",
    ),
    "logout.html": _page(
        "You are logged out",
        '<p>To come back, open the address that carries the token.</p><p><a class="go" href="{{ base_url }}login">Enter'
        " the token</a></p>",
    ),
    "login.html": _page(
        "This server asks for its token",
        "<p>The address that was printed when the app was started carries the token. Open that address, or enter the"
        " token here.</p>"
        "{% if message %}<p role='alert'>That is not the token.</p>{% endif %}"
        '<form action="{{ base_url }}login?next={{ next }}" method="post">{{ xsrf_form_html() | safe }}'
        '<label for="password">Token</label><input type="password" name="password" id="password"'
        ' autocomplete="current-password" required><button type="submit">Go on</button></form>',
    ),
}

#: The first bytes of a page that has to wait for its turn. The page itself follows in the same answer: what it repeats
#: (document type, head, body) a browser reads into the document that is already there, as the HTML standard says. An
#: answer that ends without the page, as when the server is started again, is asked for once more.
QUEUE = (
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1.0"><title>Rising Tutor</title></head>'
    f'<div id="rt_queue"><style>{_STYLE}</style><main><b class="rt">Rising Tutor</b>'
    '<h1>Others are being seated first</h1><p id="rt_standing" role="status"></p>'
    "<p>Your place in the line is kept, also when you load the page again.</p></main></div>\n"
    '<script>addEventListener("load", () => { if (document.getElementById("rt_queue"))'
    " setTimeout(() => location.reload(), 3000); });</script>\n"
)


def standing(ahead: int, seconds: float | None) -> str:
    """Where a page stands in the line, in a sentence or two.

    Args:
        ahead: how many wait before it.
        seconds: what is expected until its turn; None where somebody must leave before.

    >>> standing(0, 4.2)
    'You are the next. It will take about 5 seconds.'
    >>> standing(12, 100)
    'There are 12 before you. It will take about 2 minutes.'
    """
    where = {0: "You are the next.", 1: "There is one before you."}.get(ahead, f"There are {ahead} before you.")
    if seconds is None:
        return f"{where} Every place at the table is taken: you come in as soon as enough others have left."
    if seconds > 90:
        return f"{where} It will take about {round(seconds / 60)} minutes."
    return f"{where} It will take about {max(5, 5 * round(seconds / 5))} seconds."


def telling(said: str) -> str:
    """What brings that sentence into the page that waits."""
    return f"<script>document.getElementById('rt_standing').textContent = {json.dumps(said)};</script>\n"


_START_AGAIN = (
    "<style>#rt_queue, #loading {{display: none}}</style><main role='alert'><b class='rt'>Rising Tutor</b>"
    "<h1>The table could not be set up</h1><p>{said} A game that was under way in this browser is kept.</p>"
    '<p><a class="go" href="">Try again</a></p></main>\n'
)
#: Follows instead of the page, or after its beginning, when its start went wrong.
AGAIN = (
    _START_AGAIN.format(said="It is tried again in a moment, and your place in the line is kept.")
    + "<script>setTimeout(() => location.reload(), 3000);</script>\n"
)
#: The same when it went wrong each time.
BROKEN = "<script>document.getElementById('rt_queue')?.remove();</script>" + _START_AGAIN.format(
    said="It was tried several times. The terminal of the server says why."
)
