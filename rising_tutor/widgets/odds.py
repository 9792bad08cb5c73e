"""The odds lab in a cell."""

from collections.abc import Sequence

from rising_tutor.boards import board_for
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.probability.dice_turn.dice_game import dice_game, no_odds
from rising_tutor.probability.dice_turn.kit import dice_kit
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.question import to_address
from rising_tutor.tutor.odds.question_typed import typed
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.ui.frame.titles import DEFAULT
from rising_tutor.ui.odds.view import OddsView


class Odds(Cell):
    """A question about dice that are rolled and assigned, to be answered, changed and played.

    Args:
        pool: the dice: "2 green, 1 blue".
        need: the symbols that are asked for, "W W E", or several needs; the name of a card works too.
        roll: what the dice on the table show: "green:A blue:E".
        guess_first: whether a guess is asked for before the answer is shown.
        game: whose dice they are.

    Raises:
        BadProblem: the game has no such dice or symbols, or no dice.
        UnknownGame: there is no such game.

    >>> odds = Odds("2 green, 1 blue", need="W W E")
    >>> odds.value.method, odds.value.fraction
    ('exact', Fraction(8329, 15552))
    """

    def __init__(
        self,
        pool: str = "",
        need: str | Sequence[str] = (),
        *,
        roll: str = "",
        guess_first: bool = False,
        game: str = DEFAULT,
    ) -> None:
        played = load_game(game)
        if dice_game(played) is None:
            raise BadProblem("game", game, no_odds(played))
        kit = dice_kit(played)
        needs = [need] if isinstance(need, str) else list(need)
        self.lab = OddsLab(kit, guess_first=guess_first)
        if pool or needs:
            asked = typed(kit, pool, needs, roll=roll or None)
            self.lab.open(to_address(kit, asked))
        super().__init__(str(played.info.id), "the odds")
        self.view = OddsView(self.lab, guard=self.guard, other=self.handle, note=board_for(played).origin_note)
        self.show(self.view)

    @property
    def value(self) -> Amount:
        """The chance, or what is expected, under best play: a fraction with its method.

        Raises:
            BadProblem: nothing is asked yet, or it is too large to be answered exactly.
        """
        answer = self.lab.answer or self.lab.work()
        if answer.solved is None:
            raise BadProblem("question", self.lab.text(), "one that can be answered exactly")
        return answer.solved.value
