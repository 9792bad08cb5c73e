"""The rule reader as a widget: the whole catalogue with a search field, and one rule open beside it.

`RuleReader` in `rules.py` answers; this hands its answers to the browser. The list of all rules is sent once, a rule
when it is opened, so messages stay small.
"""

from typing import Any

import anywidget
import traitlets

from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.rules import RuleReader
from rising_tutor.ui.components.assets import STATIC, script

_MAX_QUERY = 200


class RuleReaderWidget(anywidget.AnyWidget):
    """Shows rules of one game.

    Attributes:
        rule: the rule that is open; setting it opens another, an unknown one is left alone.
        index: the list of all rules, sent once.
        hits: the rules that fit the last search, and its number.
        card: the open rule.
        used: where it is used, sent after the rule itself.
    """

    _esm = script("rule_reader.js")
    _css = STATIC / "rule_reader.css"

    rule = traitlets.Unicode("").tag(sync=True)
    index = traitlets.Dict().tag(sync=True)
    hits = traitlets.Dict().tag(sync=True)
    card = traitlets.Dict().tag(sync=True)
    used = traitlets.Dict().tag(sync=True)

    def __init__(self, reader: RuleReader, *, rule: str = "", guard: Guard = as_it_is) -> None:
        """Takes the controller.

        Args:
            guard: wraps each callback, so that a fault becomes a sentence on the page.
        """
        self.reader = reader
        super().__init__(index=reader.index(), hits={"n": 0, "ids": list(reader.search(""))})
        self.observe(guard(self._open), "rule")
        self.on_msg(guard(self._answer))
        if reader.knows(rule):
            self.rule = rule

    def open_rule(self, rule_id: str) -> bool:
        """Open a rule, by its id or its bare number; return True if there is one."""
        rule_id = self.reader.typed(rule_id)
        if not rule_id:
            return False
        if self.rule == rule_id:
            # The list may lie over it on a phone.
            self.send({"open": rule_id})
        self.rule = rule_id
        return True

    def _open(self, change: Any) -> None:
        if self.reader.knows(change["new"]):
            self.card = self.reader.card(change["new"])

    def _answer(self, _widget: object, content: Any, _buffers: object) -> None:
        if not isinstance(content, dict):
            return
        if self.reader.knows(content.get("used")):
            self.used = {"id": content["used"], **self.reader.used(content["used"])}
        wanted = content.get("search")
        if isinstance(wanted, dict):
            text, phase, status = (str(wanted.get(name, ""))[:_MAX_QUERY] for name in ("text", "phase", "status"))
            ids = self.reader.search(text, phase=phase, status=status)
            number = wanted.get("n")
            self.hits = {"n": number if isinstance(number, int) else 0, "ids": list(ids)}
