"""A worksheet as one page to print: the questions first, the answers on a sheet of their own.

The page needs nothing beside itself: no script, no font, no picture, and colours are those of the paper.
"""

from string import Template
from typing import Final

from rising_tutor.lab.worksheet import Question, Worksheet
from rising_tutor.render.html import Child, Html, el, escape, join

_STYLE: Final = """
:root{color-scheme:light dark}
body{max-width:44em;margin:2em auto;padding:0 1em;font:400 12pt/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1{font:600 20pt/1.2 Palatino,"Book Antiqua","Noto Serif",Georgia,serif;margin:0 0 .3em}
h2{font:600 15pt/1.2 Palatino,"Book Antiqua","Noto Serif",Georgia,serif;margin:0 0 .6em}
.who{display:flex;gap:2em;margin:1em 0 1.5em} .who span{flex:1;border-bottom:1px solid;padding-top:1.2em}
ol{padding-left:2em} li{margin:0 0 1.4em;break-inside:avoid} li p{margin:0}
.ways{list-style:none;padding:.3em 0 0;margin:0} .ways li{margin:0}
.box{display:inline-block;width:.8em;height:.8em;border:1px solid;margin-right:.5em}
.line{display:block;border-bottom:1px solid;margin-top:2.2em;width:60%}
table{border-collapse:collapse;margin:0 0 .6em;font-size:10pt} caption{text-align:left;font-weight:600;padding:0 0 .3em}
th,td{border:1px solid;padding:.2em .6em;text-align:left;font-weight:400}
.answers{break-before:page;margin-top:3em} .small{font-size:10pt}
@media print{body{margin:0;max-width:none;padding:0} @page{margin:18mm}}
"""

_TURN: Final = (
    "A turn: roll all your dice. After each roll assign at least one die that fits a card, or discard exactly one die. "
    "Roll the others again, until no die is left. A double pays two symbols of one card and never serves two cards."
)
_PAGE: Final = Template(
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1.0"><title>$title</title>'
    "<style>$style</style></head>\n<body>$body</body></html>\n"
)


def as_html(worksheet: Worksheet, about: str = "") -> str:
    """The page.

    Args:
        worksheet: the questions.
        about: one sentence under the title, such as where the dice come from.
    """
    heading = f"Worksheet: {worksheet.title}"
    who = el("p", *(el("span", f"{word}:") for word in ("Name", "Class", "Date")), cls="who")
    questions = el("ol", [_asked(question) for question in worksheet.questions])
    sheet = el(
        "section", el("h1", heading), el("p", about, cls="small") if about else None, who, _dice(worksheet), questions
    )
    key = el(
        "section",
        el("h2", f"Answers: {worksheet.title}"),
        el("ol", [_answered(question) for question in worksheet.questions]),
        el("p", f"Seed {worksheet.seed}. The same seed gives the same worksheet.", cls="small"),
        cls="answers",
    )
    return _PAGE.substitute(title=escape(heading), style=_STYLE, body=join(sheet, "\n", key))


def _dice(worksheet: Worksheet) -> Html | None:
    """The faces of the dice, and how a turn goes: what is needed to work on paper."""
    if not worksheet.dice:
        return None
    rows = [
        el("tr", el("th", f"{colour} die", scope="row"), [el("td", face) for face in faces])
        for colour, faces in worksheet.dice
    ]
    return join(el("table", el("caption", "Faces of the dice"), el("tbody", rows)), el("p", _TURN, cls="small"))


def _asked(question: Question) -> Html:
    ways: Child = el("span", cls="line")
    if question.choices:
        rows = [el("li", el("span", cls="box"), way) for way in question.choices]
        ways = el("ul", rows, cls="ways")
    return el("li", el("p", question.prompt), ways)


def _answered(question: Question) -> Html:
    more = question.worked_out if question.worked_out != question.answer else ""
    return el(
        "li",
        el("p", el("b", question.answer), f" ({question.method})"),
        el("p", more, cls="small") if more else None,
    )
