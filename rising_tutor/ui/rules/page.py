"""The page Rules: the whole catalogue of the game, with a search field and one rule open beside the list."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import ipywidgets

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import card_board
from rising_tutor.render.html import el
from rising_tutor.store.setting import game_in_use
from rising_tutor.tutor.rules import RuleReader
from rising_tutor.ui.cards.reader import CardReaderView
from rising_tutor.ui.compare.page import way
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.titles import title_picker
from rising_tutor.ui.rules.reader import RuleReaderWidget

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host


class RulesPage(ipywidgets.VBox):
    """The list and the reader; `#rules?rule=FNR-313` opens a rule, `#rules?card=pummel` a card where there are some."""

    def __init__(self, host: "Host") -> None:
        self.reader = RuleReaderWidget(RuleReader(host.shown), guard=host.guard)
        self._host = host
        self.titles = HtmlView(("titles",), kind="rt-titlebox")
        self.titles.on_do(host.guard(host.handle))
        self.titles.draw(titles=el("div", title_picker(host.shown), way(host.shown), cls="rt-row rt-row--apart"))
        cards = card_board(board_for(game_in_use(host.shown)))
        self.cards = CardReaderView(cards, guard=host.guard) if cards is not None else None
        super().__init__([self.titles, self.reader, *self._below()])
        self.add_class("rt-wrap")

    def _below(self) -> list[ipywidgets.Widget]:
        """The cards of the game, below its rules, where they can be read one by one."""
        if self.cards is None:
            return []
        head = HtmlView(("head",), kind="rt-cards__head")
        head.draw(head=el("h2", "Cards"))
        return [head, self.cards]

    def opened(self, args: Mapping[str, str]) -> None:
        """Show the rule that the address names."""
        rule = args.get("rule", "")
        if rule and not self.reader.open_rule(rule):
            self._host.say(f"There is no rule {rule[:40]}.")
        card = args.get("card", "")
        if card and self.cards is not None and not self.cards.read(card):
            self._host.say(f"There is no card {card[:40]}.")


def build(host: "Host") -> ipywidgets.Widget:
    """The page."""
    return RulesPage(host)
