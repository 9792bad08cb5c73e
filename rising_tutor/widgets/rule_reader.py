"""The rule catalogue in a cell."""

from rising_tutor.core.registry import load_game
from rising_tutor.errors import UnknownRule
from rising_tutor.tutor import rules
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.ui.frame.titles import DEFAULT, title_of_rule
from rising_tutor.ui.rules.reader import RuleReaderWidget
from rising_tutor.widgets.arguments import text


class RuleReader(Cell):
    """All rules of a game with a search field, and one of them open.

    Args:
        rule: the id of the rule that is open; its game need not be named.
        game: whose rules they are.

    Raises:
        BadArgument: this is no text.
        UnknownRule: the game has no such rule.
        UnknownGame: there is no such game.

    >>> reader = RuleReader("FNR-313")
    >>> reader.rule
    'FNR-313'
    """

    def __init__(self, rule: str = "", *, game: str = "") -> None:
        text("rule", rule, "the id of a rule, such as 'FNR-313'")
        title = str(load_game(game or title_of_rule(rule) or DEFAULT).info.id)
        super().__init__(title, "the rules")
        self.view = RuleReaderWidget(rules.RuleReader(title), guard=self.guard)
        if rule and not self.view.open_rule(rule):
            raise UnknownRule(rule, title)
        self.show(self.view)

    @property
    def rule(self) -> str:
        """The rule that is open; "" for none."""
        return self.view.rule
