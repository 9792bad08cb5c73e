r"""The report of a reviewed game: one HTML file with everything in it, that opens without a network.

    page.py       the file as a whole: head, styles, order of the sections
    telling.py    places, people and moves of the game in words
    opening.py    title, what the file says of the game, the summary
    graph.py      the chance to win as a drawing, for a wide and a narrow page
    account.py    the ledger, luck by source, the people, where it was won or lost
    mistakes.py   mistakes by class, with what was better and why; the rules behind them
    moves.py      the game line by line

It holds no script and no address of another host; its style comes from the style sheet of the pages and from
`report.css`. Whatever a file says reaches it through `render.html.el` alone, which escapes it.

>>> from rising_tutor.analysis.review import review_of
>>> from rising_tutor.replay import verify
>>> text = b"replay: 1\ngame: fire-nation-rising\nseats: 2\nseat 1: Ann <3\noption teams: aang,toph\n\n"
>>> verified = verify(text, "new.replay")
>>> report = html_report(review_of(verified), verified, "new.replay")
>>> report.startswith("<!DOCTYPE html>"), "Ann &lt;3" in report, "<script" in report
(True, True, False)
"""

from rising_tutor.report.page import html_report, report_name, write_report

__all__ = ["html_report", "report_name", "write_report"]
