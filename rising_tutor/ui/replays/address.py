"""What the address says of an open replay besides its name and position: the review, the accordion, the figures.

    view=review.tree    the review is there or on its way, the fold "tree" is open
    line=12.1.3         the line of a side line whose position is shown
    by=turn             the graph goes by turn
    chart=dice          which numbers of the table are shown
    chartby=turn        they go by turn

An address of another version still opens; the page then names the words that it does not know.
"""

from collections.abc import Mapping

from rising_tutor.plots.along import BY_ACTION
from rising_tutor.ui.replays.accordion import Accordion
from rising_tutor.ui.replays.plots import StatePlots
from rising_tutor.ui.replays.review import ReviewPanels

WORDS = ("view", "line", "by", "chart", "chartby")
_LONGEST_LINE = 100


def in_sight(panels: ReviewPanels, plots: StatePlots, accordion: Accordion) -> dict[str, str]:
    """The words for what is in sight now."""
    words = {}
    if accordion.aside is not None and accordion.aside[0] == "notes":
        words["line"] = accordion.panel("notes").address
    view = [*(["review"] if panels.wanted else []), *accordion.opened]
    if view or plots.chart or plots.way != BY_ACTION:
        words["view"] = ".".join(view)
    if panels.way != BY_ACTION:
        words["by"] = panels.way
    if plots.chart:
        words["chart"] = plots.chart_id
    if plots.way != BY_ACTION:
        words["chartby"] = plots.way
    return words


def look(panels: ReviewPanels, plots: StatePlots, accordion: Accordion, args: Mapping[str, str]) -> None:
    """Put in sight what the words of an address say was."""
    wanted = args.get("view", "").split(".")
    panels.turn_to(args.get("by", BY_ACTION))
    plots.turn_to(args.get("chart", ""), args.get("chartby", BY_ACTION))
    accordion.unfold(wanted)
    notes = accordion.panel("notes")
    if notes is not None and "line" in args:
        notes.open_at(args["line"][:_LONGEST_LINE])
    if "review" in wanted:
        panels.begin()
