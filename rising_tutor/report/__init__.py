r"""The report of a reviewed game: one HTML file with everything in it, that opens without a network.

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
