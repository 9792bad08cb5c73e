"""The stage: the one layout of every page with a table, of Play, Learn, Spot and Replays.

    above ...           over the whole width: where one is, in a line or two
    table   | dock      the board left; right one column: the tray, that is dice, then Discard, Stop and Roll,
            | column    and below it what the tutor says: goal, refusal, answer, the way on

Where there is no room for two columns they stand one below the other, and the tray sticks to the lower edge:
`stage.css` is the only place that says so. A page draws the parts `table` and `dock` as its board makes them, and its
own ones. What the enemy did is shown step by step here, see `tutor.table.beats` and `beats.js`.
"""

from typing import Any

from rising_tutor.ui.components.assets import STATIC, script
from rising_tutor.ui.components.view import HtmlView

SPEECH = "speech"
"""What the tutor says, below the tray."""
RULE = "rule"
"""The reader of a rule, below what the tutor says."""


class Stage(HtmlView):
    """A table with what belongs to it.

    Args:
        above: parts over the whole width, in their order.
        column: parts below the tray, in their order.
        kind: further classes of the element around all.
    """

    _esm = script("beats.js", "view.js")
    _css = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in ("view.css", "beats.css"))

    def __init__(
        self, *, above: tuple[str, ...] = (), column: tuple[str, ...] = (SPEECH, RULE), kind: str = "", **kwargs: Any
    ) -> None:
        names = (*above, "table", "dock", *column)
        super().__init__(names, column=("dock", *column), kind=f"rt-stage {kind}".strip(), **kwargs)
