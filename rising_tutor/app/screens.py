"""Plain pages that need no kernel: the door, the full house, the error. And the lines a waiting page begins with.

They carry their own few rules of style, so that they look right even when nothing else of the app can be reached. The
names of the templates are the ones Jupyter's handlers ask for.
"""

from string import Template

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

_PAGE = Template(
    """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>$title</title><link rel="icon" href="data:;base64,="><style>$style</style></head>
<body><main><b class="rt">Rising Tutor</b><h1>$heading</h1>$body</main></body></html>
"""
)


def _page(heading: str, body: str) -> str:
    return _PAGE.substitute(title=f"{heading} - Rising Tutor", style=_STYLE, heading=heading, body=body)


#: Shown with status 503 when no more kernels may run, and when a page waited too long for its turn.
FULL = _page(
    "Every place at the table is taken",
    "<p>This server already runs as many sessions as it was told to. A place becomes free soon after somebody closes"
    " the page.</p><p>A game that was under way in this browser is kept.</p>"
    '<p><a class="go" href="">Try again</a></p>',
)

#: By name, for the template loader of the server.
TEMPLATES = {
    "error.html": _page(
        "{{ status_code }}: {{ status_message }}",
        '<p>This server has no such page, or could not make it.</p><p><a class="go" href="{{ base_url }}">Go to the'
        " start</a></p>",
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
#: (document type, head, body) a browser reads into the document that is already there, as the HTML standard says.
QUEUE = (
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1.0"><title>Rising Tutor</title></head>'
    f'<div id="rt_queue" role="status"><style>{_STYLE}</style><main><b class="rt">Rising Tutor</b>'
    "<h1>Others are being seated first</h1><p>Your table is set up as soon as theirs are; this takes seconds.</p>"
    "</main></div>\n"
)
#: Follows instead of the page when its turn did not come in time.
QUEUE_OVER = (
    "<style>#rt_queue{display:none}</style><main role='alert'><b class='rt'>Rising Tutor</b>"
    "<h1>The server is too busy</h1><p>Your turn did not come in time. A game that was under way in this browser is"
    ' kept.</p><p><a class="go" href="">Try again</a></p></main>\n'
)
