"""A worksheet as one page to print: the questions first, the answers on a sheet of their own.

The page needs nothing beside itself: no script, no font, no picture, and colours are those of the paper.
"""

from typing import Final

from rising_tutor.lab.worksheet import Question, Worksheet
from rising_tutor.render.document import document, paper
from rising_tutor.render.html import Child, Html, el, join
from rising_tutor.render.tables import table

_STYLE: Final = paper(
    """
h1,h2{font-weight:600;line-height:1.2} h1{font-size:20pt;margin:0 0 .3em} h2{font-size:15pt;margin:0 0 .6em}
.who{display:flex;gap:2em;margin:1em 0 1.5em} .who span{flex:1;border-bottom:1px solid;padding-top:1.2em}
ol{padding-left:2em} li{margin:0 0 1.4em;break-inside:avoid} li p{margin:0}
.ways{list-style:none;padding:.3em 0 0;margin:0} .ways li{margin:0}
.box{display:inline-block;width:.8em;height:.8em;border:1px solid;margin-right:.5em}
.line{display:block;border-bottom:1px solid;margin-top:2.2em;width:60%}
table{border-collapse:collapse;margin:0 0 .6em;font-size:10pt} caption{text-align:left;font-weight:600;padding:0 0 .3em}
th,td{border:1px solid;padding:.2em .6em;text-align:left;font-weight:400}
.answers{break-before:page;margin-top:3em} .small{font-size:10pt}
""",
    width="44em",
    text="12pt/1.5",
    margin="18mm",
)

_TURN: Final = (
    "A turn: roll all your dice. After each roll assign at least one die that fits a card, or discard exactly one die. "
    "Roll the others again, until no die is left. A double pays two symbols of one card and never serves two cards."
)


def as_html(worksheet: Worksheet, about: str = "") -> str:
    """The page; `about` is one sentence under the title, such as where the dice come from."""
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
    return document(heading, sheet, "\n", key, style=_STYLE)


def _dice(worksheet: Worksheet) -> Html | None:
    """The faces of the dice, and how a turn goes: what is needed to work on paper."""
    if not worksheet.dice:
        return None
    rows = [(f"{colour} die", *faces) for colour, faces in worksheet.dice]
    return join(table((), rows, caption="Faces of the dice", shown=True), el("p", _TURN, cls="small"))


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
