"""The odds lab in a cell."""

from collections.abc import Sequence

import traitlets

from rising_tutor.boards import board_for
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadProblem
from rising_tutor.lab import guesses
from rising_tutor.probability.dice_turn.answer import Amount, Solved
from rising_tutor.probability.dice_turn.dice_game import dice_game, no_odds
from rising_tutor.probability.dice_turn.kit import dice_kit
from rising_tutor.probability.dice_turn.solver import solve
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.odds.answer import Answer
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.guesses import remembered
from rising_tutor.tutor.odds.question import SUM, Asked
from rising_tutor.tutor.odds.question_typed import typed
from rising_tutor.tutor.odds.turn import Choice
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.ui.frame.titles import DEFAULT
from rising_tutor.ui.odds.view import OddsView
from rising_tutor.widgets.arguments import text

_KEPT = "odds_guesses"


class Odds(Cell):
    """A question about dice that are rolled and assigned, to be answered, changed and played.

    Args:
        pool: the dice: "2 green, 1 blue".
        need: the symbols that are asked for, "W W E", or the name of a card; several in a list.
        value: what counts with several needs: "sum" (how many are covered), "all", "at-least-2", or a weight for each.
        use: what may be used once in the turn: names of cards and tokens, one or several.
        roll: what the dice on the table show, "green:A green:E blue:W"; its choices are shown with their values.
        guess_first: whether a guess is asked for before the answer is shown.
        game: whose dice they are.

    Attributes:
        asked: the question in one line; changes with the question, in code and by presses.

    Raises:
        BadProblem: the game has no such dice or symbols, or no dice; or the lab cannot ask this.
        UnknownGame: there is no such game.

    >>> odds = Odds("2 green, 1 blue", need="W W E")
    >>> odds.asked, odds.value.method, odds.value.fraction
    ('2 green, 1 blue; need Water Water Earth', 'exact', Fraction(8329, 15552))
    >>> odds.ask("3 green", need=["W", "W E"], value="all")
    >>> odds.value.percent()
    '21.4 %'
    """

    asked = traitlets.Unicode("", read_only=True)

    def __init__(
        self,
        pool: str = "",
        need: str | Sequence[str] = (),
        *,
        value: str | float | Sequence[str | float] = SUM,
        use: str | Sequence[str] = (),
        roll: str = "",
        guess_first: bool = False,
        game: str = DEFAULT,
    ) -> None:
        text("pool", pool, "dice, such as '2 green, 1 blue'")
        text("roll", roll, "dice with what they show, such as 'green:A blue:E'")
        played = load_game(game)
        if dice_game(played) is None:
            raise BadProblem("game", game, no_odds(played))
        super().__init__(str(played.info.id), "the odds")
        kit = dice_kit(played)
        self._record = remembered(self.kept(_KEPT))
        self.lab = OddsLab(kit, guess_first=guess_first, record=self._record)
        self._solved: tuple[Asked, Solved] | None = None
        self.view = OddsView(
            self.lab,
            guard=self.guard,
            changed=self._changed,
            other=self.handle,
            note=board_for(played).origin_note,
        )
        for side in (self.view.left, self.view.right):
            side.on_do(self.guard(self._pressed))
        if pool or need or roll:
            self.ask(pool, need, value=value, use=use, roll=roll)
        self.show(self.view)

    def ask(
        self,
        pool: str,
        need: str | Sequence[str],
        *,
        value: str | float | Sequence[str | float] = SUM,
        use: str | Sequence[str] = (),
        roll: str = "",
    ) -> None:
        """Ask another question; the arguments are those of the widget.

        Raises:
            BadProblem: it cannot be asked; the question then stays as it was.
        """
        counts = [str(one) for one in _several(value)]
        asked = typed(self.lab.kit, pool, _several(need), value=counts, use=_several(use), roll=roll or None)
        self.view.take(asked)

    @property
    def value(self) -> Amount:
        """The chance, or what is expected, under best play: a fraction with its method; also before a guess was made.

        Raises:
            BadProblem: nothing is asked yet.
            TooLarge: it cannot be counted exactly; the widget shows between what it lies.
        """
        return self._answer().value

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices of the roll on the table, best first, each with its value and what it loses; none without a roll.

        Raises:
            BadProblem, TooLarge: as `value`.
        """
        turn = self.lab.turn
        if turn is None or not turn.shown:
            return ()
        if not turn.solved:
            turn.solve(Answer(self.lab.asked, self.lab.problem, solved=self._answer()))
        return turn.choices()

    def _answer(self) -> Solved:
        """The question solved, by whoever comes first: this or the work beside the widget."""
        answer, asked = self.lab.answer, self.lab.asked
        if answer is not None and answer.solved is not None:
            return answer.solved
        if self._solved is None or self._solved[0] != asked:
            self._solved = (asked, solve(self.lab.problem))
        return self._solved[1]

    def _pressed(self, message: Message) -> None:
        # What was guessed in other cells meanwhile counts here too.
        self._record = self.lab.record = remembered(self.kept(_KEPT))
        self.view.handle(message)

    def _changed(self) -> None:
        if self.lab.record != self._record:
            self._record = self.lab.record
            self.keep(odds_guesses=guesses.dump(self._record))
        self.set_trait("asked", self.lab.text() if self.lab.asked.complete else "")


def _several(given: object) -> list[str]:
    """One or several."""
    return [str(one) for one in given] if isinstance(given, list | tuple) else [str(given)]
