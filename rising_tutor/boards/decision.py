"""A decision in words, for page, terminal and notebook alike: who chooses, what is asked, and what each action does.

Each family of games builds it in one place (`decision` in its folder). A page draws it as a tray, the terminal and the
text of a cell print it with `lines`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from rising_tutor.core.english import capital, counted
from rising_tutor.core.values import Value


class ActionText(Value, frozen=True):
    """A legal action in words.

    Attributes:
        number: its index among the legal actions.
        label: name of the action, complete by itself; no two actions of a decision share one.
        does: what follows from it, as far as open facts say; "" if the label says it all.
        pays: what is paid for it, in words; "" if nothing is.
        leaves: what the payer has left of that; "" if nothing is paid.
        under: label below a heading that names the card, as on a page; "" for the same label.
    """

    number: int
    action: Any
    label: str
    does: str = ""
    pays: str = ""
    leaves: str = ""
    under: str = ""

    @property
    def more(self) -> str:
        """Consequence, price and remainder as one text."""
        pays = f"costs {self.pays}" if self.pays and self.pays not in self.label else ""
        leaves = f"leaves {self.leaves}" if self.leaves else ""
        return "; ".join(part for part in (self.does, pays, leaves) if part)


class DecisionText(Value, frozen=True):
    """A decision in words.

    Attributes:
        who: the player who decides; "you" on that player's own screen.
        turn: whose turn it is and where in it: "turn 3 of Player 2, Restoration".
        asks: the card, attack or step that asks.
        question: what is asked, in a sentence or two.
        rule: the rule behind it; "" for none.
        actions: the legal actions, in the order of the game.
    """

    who: str
    turn: str
    asks: str
    question: str
    rule: str
    actions: tuple[ActionText, ...]

    @property
    def heading(self) -> str:
        """Sentence that names the player who decides and the turn."""
        verb = "choose" if self.who == "you" else "chooses"
        return f"{capital(self.turn)}. {capital(self.who)} {verb}."


def turn_words(turn: str, who: str, within: tuple[str, ...] = ()) -> str:
    """Return a place in a game with whose turn it is.

    Args:
        turn: "turn 3".
        who: the player whose turn it is; "" for nobody.

    >>> turn_words("turn 3", "you", ("Restoration",)), turn_words("turn 3", "Anna"), turn_words("set-up", "")
    ('your turn 3, Restoration', 'turn 3 of Anna', 'set-up')
    """
    whose = f"your {turn}" if who == "you" else f"{turn} of {who}" if who else turn
    return ", ".join((whose, *within))


def lines(text: DecisionText, command: Callable[[Any], str] | None = None, *, most: int = 100) -> Iterator[str]:
    """Yield a decision as lines of text.

    Args:
        command: writes an action as it is typed; None to leave that out.
        most: the most actions that are listed; where there are more, their number is given.
    """
    yield text.heading
    yield f"{text.question} ({text.rule})" if text.rule else text.question
    if len(text.actions) > most:
        yield f"  {counted(len(text.actions), 'choice')}, ? lists them"
        return
    for number, line in enumerate(action_lines(text.actions, command), 1):
        yield f"  {number:>3}  {line}"


def action_lines(actions: Sequence[ActionText], command: Callable[[Any], str] | None = None) -> Iterator[str]:
    """Yield each action as a line: how it is typed, its label, what follows from it."""
    typed = [command(one.action) if command is not None else "" for one in actions]
    width = min(max(map(len, typed), default=0), _WIDEST)
    for one, word in zip(actions, typed, strict=True):
        label = one.label if one.label.casefold() != word.casefold() else ""
        said = ": ".join(part for part in (label, one.more) if part)
        yield f"{word:<{width}}  {said}".strip() if word else said


_WIDEST: Final = 34
