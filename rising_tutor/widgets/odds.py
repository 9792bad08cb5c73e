"""The odds lab in a cell, of dice or of draws."""

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from rising_tutor.boards import board_for
from rising_tutor.core.registry import load_game, playable_ids
from rising_tutor.decks.facts import facts_game
from rising_tutor.errors import BadArgument, BadProblem
from rising_tutor.lab import guesses
from rising_tutor.probability.dice_turn.answer import Amount, Solved
from rising_tutor.probability.dice_turn.dice_game import dice_game, no_odds
from rising_tutor.probability.dice_turn.kit import dice_kit
from rising_tutor.probability.dice_turn.solver import solve
from rising_tutor.render.html import Html, el, join
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.odds.answer import Answer
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.draws import DrawsLab
from rising_tutor.tutor.odds.guesses import remembered
from rising_tutor.tutor.odds.question import SUM, Asked
from rising_tutor.tutor.odds.question_typed import typed
from rising_tutor.tutor.odds.turn import Choice
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.ui.frame.titles import DEFAULT
from rising_tutor.ui.odds.draws import DrawsView
from rising_tutor.ui.odds.view import OddsView
from rising_tutor.widgets.arguments import text

_KEPT = "odds_guesses"


class Odds(Cell):
    """A question about dice that are rolled and assigned, or about draws from a deck, to be answered and changed.

    Args:
        pool: the dice: "2 green, 1 blue".
        need: the symbols that are asked for, "W W E", or the name of a card; several in a list.
        value: what counts with several needs: "sum" (how many are covered), "all", "at-least-2", or a weight for each.
        use: what may be used once in the turn: names of cards and tokens, one or several.
        roll: what the dice on the table show, "green:A green:E blue:W"; its choices are shown with their values.
        guess_first: whether a guess is asked for before the answer is shown.
        game: whose dice or cards they are; of cards the first game with decks, where none is named.
        deck: in place of dice: the deck that is drawn from, by its id, as a list or as counts by name.
        see: what is known of it: "top: pummel; gone: 2 skewer".
        want: what is wanted of its draws: "1 strike with intercept 6+ in 3 strikes".

    Attributes:
        asked: the question in one line; changes with the question, in code and by presses.

    Raises:
        BadProblem: the game has no such dice or symbols, or no dice; or the lab cannot ask this.
        UnknownGame: there is no such game.

    >>> Odds(deck="8 level up, 42 other", want="1 level up in 6").value.fraction
    Fraction(760351, 1135050)
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
        game: str = "",
        deck: str = "",
        see: str = "",
        want: str = "",
    ) -> None:
        text("pool", pool, "dice, such as '2 green, 1 blue'")
        text("roll", roll, "dice with what they show, such as 'green:A blue:E'")
        for name, given, example in (
            ("deck", deck, "aang"),
            ("see", see, "top: pummel"),
            ("want", want, "1 ally in 3"),
        ):
            text(name, given, f"words, such as '{example}'")
        if deck and (pool or need):
            raise BadProblem("deck", deck, "either a deck, or dice with what they are for")
        _refuse_idle(
            dice={"pool": pool, "need": need, "value": () if value == SUM else value, "use": use, "roll": roll},
            draws={"see": see, "want": want},
            deck=deck,
        )
        played = load_game(game or (_first_with_decks() if deck else DEFAULT))
        if (facts_game(played) if deck else dice_game(played) or facts_game(played)) is None:
            raise BadProblem("game", game, no_odds(played))
        super().__init__(str(played.info.id), "the odds")
        self._record = remembered(self.kept(_KEPT))
        self._solved: tuple[Asked, Solved] | None = None
        self.lab: OddsLab | DrawsLab
        self.view: OddsView | DrawsView
        callbacks: Any = {"guard": self.guard, "changed": self._changed, "other": self.handle}
        note = board_for(played).origin_note
        if dice_game(played) is not None and not deck:
            self.lab = OddsLab(dice_kit(played), guess_first=guess_first, record=self._record)
            self.view = OddsView(self.lab, note=note, **callbacks)
        else:
            self.lab = DrawsLab(played, guess_first=guess_first, record=self._record)
            self.view = DrawsView(self.lab, note=note, **callbacks)
        for side in (self.view.left, self.view.right):
            side.on_do(self.guard(self._pressed))
        if deck:
            self.ask_draws(deck, want, see=see)
        elif pool or need or roll:
            self.ask(pool, need, value=value, use=use, roll=roll)
        self.show(self.view)

    def ask_draws(self, deck: str, want: str, *, see: str = "") -> None:
        """Ask another question about draws; the arguments are those of the widget.

        Raises:
            BadProblem: it cannot be asked; the question then stays as it was.
        """
        if not isinstance(self.view, DrawsView):
            raise BadProblem("deck", deck, "a widget that was made with a deck")
        self.view.lab.ask(deck, see, want)
        self.view.draw()
        self._changed()

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
        if not isinstance(self.lab, OddsLab) or not isinstance(self.view, OddsView):
            raise BadProblem("pool", pool, "a widget that was made with dice")
        _words("need", need)
        _words("use", use)
        counts = [str(one) for one in _several(value)]
        asked = typed(self.lab.kit, pool, _several(need), value=counts, use=_several(use), roll=roll or None)
        self.view.take(asked)

    def introduced(self) -> None:
        """Count the guesses that the learner has made before."""
        self._record = self.lab.record = remembered(self.kept(_KEPT))
        self.view.draw()

    def still(self) -> Html:
        """Return the question."""
        return join(el("p", self.asked) if self.asked else None, super().still())

    @property
    def value(self) -> Amount:
        """The chance, or what is expected, under best play: a fraction with its method; also before a guess was made.

        Raises:
            BadProblem: nothing is asked yet.
            TooLarge: it cannot be counted exactly; the widget shows between what it lies.
        """
        if isinstance(self.lab, DrawsLab):
            if self.lab.answer is None:
                raise BadProblem("want", "", "a question about a deck")
            return Amount.exact(self.lab.answer.value)
        return self._answer(self.lab).value

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices of the roll on the table, best first, each with its value and what it loses; none without a roll.

        Raises:
            BadProblem, TooLarge: as `value`.
        """
        if isinstance(self.lab, DrawsLab):
            return ()
        turn = self.lab.turn
        if turn is None or not turn.shown:
            return ()
        if not turn.solved:
            turn.solve(Answer(self.lab.asked, self.lab.problem, solved=self._answer(self.lab)))
        return turn.choices()

    def _answer(self, lab: OddsLab) -> Solved:
        """The question solved, by whoever comes first: this or the work beside the widget."""
        answer, asked = lab.answer, lab.asked
        if answer is not None and answer.solved is not None:
            return answer.solved
        if self._solved is None or self._solved[0] != asked:
            self._solved = (asked, solve(lab.problem))
        return self._solved[1]

    def _pressed(self, message: Message) -> None:
        # What was guessed in other cells meanwhile counts here too.
        self._record = self.lab.record = remembered(self.kept(_KEPT))
        self.view.handle(message)

    def _changed(self) -> None:
        if self.lab.record != self._record:
            self._record = self.lab.record
            self.keep(odds_guesses=guesses.dump(self._record))
        incomplete = isinstance(self.lab, OddsLab) and not self.lab.asked.complete
        self.set_trait("asked", "" if incomplete else self.lab.text())


def _refuse_idle(dice: Mapping[str, object], draws: Mapping[str, object], *, deck: str) -> None:
    """Raise `BadArgument` for an argument that would be ignored: about a deck without one, or about dice beside one."""
    for name in ("need", "use"):
        _words(name, dice[name])
    for name, given in dice.items() if deck else draws.items():
        if given not in ("", (), [], None):
            other = "no deck beside it: a deck has no dice" if deck else "a deck to go with it, such as deck='aang'"
            raise BadArgument(name, given, other)


def _words(name: str, given: object) -> None:
    if isinstance(given, str) or (isinstance(given, Sequence) and all(isinstance(one, str) for one in given)):
        return
    example = "'W W E'" if name == "need" else "'reroll'"
    raise BadArgument(name, given, f"words, such as {example}, or several in a list")


def _first_with_decks() -> str:
    """The first game of which draws can be asked. Raises `BadProblem`: there is none."""
    for game_id in playable_ids():
        if facts_game(load_game(game_id)) is not None:
            return game_id
    raise BadProblem("game", "", "a game with decks")


def _several(given: object) -> list[str]:
    """One or several."""
    return [str(one) for one in given] if isinstance(given, list | tuple) else [str(given)]
