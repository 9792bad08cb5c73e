"""The teaching units at a controller: the controller behind their page, without a widget in it.

A step asks first and answers afterwards: its numbers are not even worked out before a guess was made, or its answer was
asked for. Guesses go into the record that the page keeps, so a reload shows what was answered before.

>>> from rising_tutor.core.registry import load_game
>>> controller = UnitsController(load_game("fire"))
>>> controller.open("keep-or-discard")
>>> controller.step.ask.id, controller.revealed
('it-fits', False)
>>> controller.pick(0)
>>> controller.revealed, str(controller.given.loss)
(True, '13/108')
"""

import secrets
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Final

from rising_tutor.catalogues import found_rule
from rising_tutor.core.english import did_you_mean
from rising_tutor.core.game import AnyGame
from rising_tutor.core.numbers import whole
from rising_tutor.errors import BadProblem
from rising_tutor.lab.guesses import Counts, Guess, Pick, Record, fitted
from rising_tutor.lab.query import Number
from rising_tutor.lab.telling import telling_of
from rising_tutor.lab.trials import Trials, can_try, trials_of
from rising_tutor.lab.unit import Ask, Step, Unit, best_ways, broken_claims, numbers_of
from rising_tutor.lab.unit_file import kit_for, units
from rising_tutor.lab.wording import fill, words
from rising_tutor.lab.worksheet import as_csv, make_worksheet
from rising_tutor.lab.worksheet_page import as_html
from rising_tutor.probability.dice_turn.dice_game import DiceGame, dice_game
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.tutor.odds.guesses import Forgotten, no_guess, read_percent, read_value
from rising_tutor.tutor.odds.trials import Tries

ALL: Final = "all"
"""Stands for all units where one may be named."""
QUESTIONS: Final = 10


class UnitsController(Tries):
    """The units, the one that is open, and what was answered.

    Attributes:
        unit: the open one; None shows the list alone.
        notice: why the last thing was not done; empty if all is well.
        sheet: the unit, number and seed of the worksheet form.
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        read: Callable[[], Record] | None = None,
        write: Callable[[Record], object] | None = None,
        rng: Random | None = None,
    ) -> None:
        """Takes any game; one without units has none to show.

        Args:
            read: the record as the page has it; without it the controller keeps its own.
        """
        super().__init__()
        self.game = game
        self.dice: DiceGame | None = dice_game(game)
        self.kit: Kit = kit_for(game)
        self.units: tuple[Unit, ...] = units(self.kit)
        self.unit: Unit | None = None
        self.at = 0
        self.notice = ""
        self.sheet = (ALL, str(QUESTIONS), str(secrets.randbelow(10**6)))
        self.forgotten = Forgotten()
        self._own = Record()
        self._read, self._write = read, write
        self._rng = rng or Random(secrets.token_hex(16))
        self._shown: set[tuple[str, str]] = set()
        self._shown_before: set[tuple[str, str]] = set()
        self._numbers: dict[tuple[str, int], Mapping[str, Number]] = {}
        self._trials: dict[tuple[str, int, str, str], Trials] = {}

    @property
    def record(self) -> Record:
        return self._read() if self._read is not None else self._own

    def _keep(self, record: Record) -> None:
        record = self._own = fitted(record)
        if self._write is not None:
            self._write(record)

    def _kept_as(self, unit: Unit) -> str:
        """The name of a unit in the record: answers given with the dice of one title tell nothing about another."""
        return f"{self.kit.game}/{unit.id}" if telling_of(self.kit.game) is not None else unit.id

    def is_answered(self, unit: Unit, ask: Ask) -> bool:
        return self.record.given(self._kept_as(unit), ask.id) is not None

    def answered(self, unit: Unit) -> int:
        return sum(self.is_answered(unit, ask) for ask in unit.asks)

    def open(self, unit_id: str) -> None:
        """Open a unit at its first question without an answer.

        Raises:
            BadProblem: there is no such unit; what was open stays open.
        """
        for unit in self.units:
            if unit.id == unit_id:
                self.unit, self.notice = unit, ""
                asks = [(at, step.ask) for at, step in enumerate(unit.step) if step.ask is not None]
                self.go(next((at for at, ask in asks if not self.is_answered(unit, ask)), 0))
                return
        known = [unit.id for unit in self.units]
        raise BadProblem("unit", unit_id, f"one of {', '.join(known) or 'none'}{did_you_mean(unit_id, known)}")

    def shut(self) -> None:
        self.unit, self.notice = None, ""

    def go(self, at: int) -> None:
        if self.unit is not None:
            self.at = min(max(at, 0), len(self.unit.step) - 1)
            self.notice, self.tried = "", ""

    def again(self) -> None:
        if self.unit is not None:
            self._keep(self.record.without(self._kept_as(self.unit)))
            self._shown = {one for one in self._shown if one[0] != self.unit.id}
            self.go(0)

    def forget(self) -> None:
        """Forget all guesses; `recall` brings them back."""
        self._shown_before, self._shown = self._shown, set()
        self._keep(self.forgotten.forget(self.record))

    def recall(self) -> None:
        """Bring back the guesses that were forgotten."""
        self._shown |= self._shown_before
        self._keep(self.forgotten.recall(self.record))

    @property
    def step(self) -> Step:
        """The step that is shown. Raises `BadProblem`: no unit is open."""
        if self.unit is None:
            raise BadProblem("unit", "", "an open unit")
        return self.unit.step[self.at]

    @property
    def ask(self) -> Ask | None:
        return self.step.ask

    @property
    def given(self) -> Guess | Pick | None:
        if self.unit is None or self.ask is None:
            return None
        return self.record.given(self._kept_as(self.unit), self.ask.id)

    @property
    def revealed(self) -> bool:
        if self.unit is None or self.ask is None:
            return True
        return (self.unit.id, self.ask.id) in self._shown or self.given is not None

    @property
    def numbers(self) -> Mapping[str, Number]:
        """The numbers of the step. Raises `BadProblem`: they are not to be known before a guess."""
        if self.unit is None or not self.revealed:
            raise BadProblem("answer", self.ask.id if self.ask else "", "a guess first")
        return self._worked_out()

    def _worked_out(self) -> Mapping[str, Number]:
        assert self.unit is not None
        at = (self.unit.id, self.at)
        if at not in self._numbers:
            self._numbers[at] = numbers_of(self.step, self.kit)
        return self._numbers[at]

    def say(self, text: str) -> str:
        """A text of the step with its names filled in: those of the scene, and numbers once they are revealed."""
        return fill(text, words(self.step.scene, self.kit), self.numbers if self.revealed else {})

    @property
    def holds(self) -> bool:
        return not broken_claims(self.step, self.numbers)

    @property
    def best(self) -> tuple[int, ...]:
        return best_ways(self.ask, self.numbers) if self.ask is not None and self.ask.ways else ()

    def guess(self, text: str) -> None:
        """State a chance in percent, or a value. A text that is neither is told in `notice`."""
        ask = self.ask
        if self.unit is None or ask is None or ask.kind == "choice" or self.revealed:
            return
        self.notice = ""
        try:
            stated = read_percent(text) if ask.kind == "chance" else read_value(text, Fraction(ask.top))
        except BadProblem as fault:
            self.notice = no_guess(fault)
            return
        number = self._worked_out()[ask.answer]
        record = self.record
        if ask.kind == "chance" and number.high is None:
            happened = self._rng.randrange(number.amount.denominator) < number.amount.numerator
            record = record.with_answer(Guess(self._kept_as(self.unit), ask.id, stated, number.amount, happened))
        else:
            # Against a range there is no exact chance to be held to: inside is right, and nothing is drawn.
            record = record.with_answer(Pick(self._kept_as(self.unit), ask.id, stated, number.off(stated), "stated"))
        self._keep(record)

    def pick(self, at: int) -> None:
        ask = self.ask
        if self.unit is None or ask is None or self.revealed or not 0 <= at < len(ask.ways):
            return
        self.notice = ""
        numbers = [self._worked_out()[way.number] for way in ask.ways]
        lost = max(number.amount for number in numbers) - numbers[at].amount
        counts: Counts = "chance" if numbers[0].kind in ("chance", "points") else "value"
        self._keep(self.record.with_answer(Pick(self._kept_as(self.unit), ask.id, Fraction(at), lost, counts)))

    def show(self) -> None:
        if self.unit is not None and self.ask is not None:
            self._shown.add((self.unit.id, self.ask.id))
            self.notice = ""

    @property
    def tries(self) -> tuple[tuple[str, str], ...]:
        """What of the step can be tried out: names of numbers with words; nothing before the answer is shown."""
        if self.unit is None or self.ask is None or not self.revealed:
            return ()
        named = [(way.number, self.say(way.label)) for way in self.ask.ways] or [(self.ask.answer, "")]
        return tuple(
            (name, label)
            for name, label in named
            if self.numbers[name].high is None and can_try(self.step.numbers[name], self.step.scene)
        )

    @property
    def trials(self) -> Trials | None:
        """The trials of the step, as far as they have come; None if it cannot be tried out."""
        names = [name for name, _ in self.tries]
        if self.unit is None or not names:
            return None
        name = self.tried if self.tried in names else names[0]
        at = (self.unit.id, self.at, name, self.seed)
        if at not in self._trials:
            self._trials = {at: trials_of(self.step.numbers[name], self.step.scene, self.kit, seed=self.seed)}
        return self._trials[at]

    @property
    def trying(self) -> Number | None:
        names = [name for name, _ in self.tries]
        return self.numbers[self.tried if self.tried in names else names[0]] if names else None

    @property
    def rules(self) -> tuple[tuple[str, str], ...]:
        if self.unit is None:
            return ()
        found = (found_rule(self.game.info.id, rule) for rule in self.step.rules or self.unit.rules)
        return tuple((rule.id, rule.status) for rule in found if rule is not None)

    def worksheet(self, unit_id: str, n: str, seed: str, form: str) -> tuple[str, str]:
        """The name and the text of a worksheet.

        Args:
            unit_id: a unit, or `ALL`.
            form: "html" for a page to print, else a table.

        Raises:
            BadProblem: what was asked for is no worksheet.
            LimitExceeded: there are not so many questions.
        """
        self.sheet = (unit_id[:60], n[:9], seed[:64])
        chosen = [unit for unit in self.units if unit_id in (unit.id, ALL)]
        if not chosen:
            raise BadProblem("unit", unit_id, f"{ALL} or one of {', '.join(unit.id for unit in self.units)}")
        if (number := whole(n, below=10_000)) is None:
            raise BadProblem("questions", n, "a whole number from 1 to 9999")
        made = make_worksheet(chosen, self.kit, n=number, seed=seed)
        name = f"worksheet-{unit_id}-{''.join(one if one.isalnum() else '-' for one in seed)}"
        if form == "html":
            about = f"The dice are those that this app uses for {self.game.info.title}." if self.kit.dice else ""
            return f"{name}.html", as_html(made, about)
        return f"{name}.csv", as_csv(made)
