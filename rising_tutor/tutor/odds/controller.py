"""What the odds lab shows: the controller behind the page, without a widget.

A question is put together (`asked`), a guess may be asked for before anything of the answer is told, and the answer is
worked out by whoever calls `work` and `accept`, so that a page can do it beside its own work and stop it.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.probability.dice_turn.kit import dice_kit
>>> lab = OddsLab(dice_kit(load_game("fire")))
>>> lab.open({"pool": "2g1b", "need": "WWE"})
>>> lab.hidden, lab.waiting
(True, False)
>>> lab.reveal()
>>> lab.accept(lab.work())
>>> lab.answer.solved.value.fraction
Fraction(8329, 15552)
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Final
from urllib.parse import urlencode

import msgspec

from rising_tutor.core.english import capital
from rising_tutor.core.values import Value, with_count, with_item
from rising_tutor.errors import BadProblem
from rising_tutor.lab.guesses import Record
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.dice_turn.dice_game import OddsCard, Question
from rising_tutor.probability.dice_turn.estimate import Estimate
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.problem import Problem
from rising_tutor.tutor.odds.answer import Answer, answer_to, bounds_of
from rising_tutor.tutor.odds.guesses import (
    Forgotten,
    Guess,
    no_guess,
    picked,
    read_percent,
    read_value,
    scored,
    was_picked,
)
from rising_tutor.tutor.odds.question import (
    LEAST,
    MOST_NEEDS,
    MOST_SYMBOLS,
    MOST_WEIGHT,
    SUM,
    Asked,
    Wanted,
    checked,
    from_address,
    need_of,
    problem_of,
    say,
    taken,
    to_address,
)
from rising_tutor.tutor.odds.turn import Turn
from rising_tutor.tutor.odds.turn_address import STEPS, retrace, steps_in

WEIGHTS: Final = "weights"
"""What counts, where each need has a weight of its own."""
MOST_FOUND: Final = 12
"""Cards that the picker lists at once."""
_SEED: Final = 40


class Notice(Value, frozen=True):
    """Why something was not done.

    Attributes:
        place: the part of the page it belongs to: pool, need, use, guess or roll.
        text: a sentence.
        rule: the rule behind it; empty if none.
    """

    place: str
    text: str
    rule: str = ""


class OddsLab:
    """A question about dice, the guess before the answer, the answer, and a turn played through.

    Attributes:
        asked: the question as it stands.
        at: the place of the need that symbols are added to; one behind the last for a new need.
        notice: why the last thing was not done.
        guess_first: whether answers stay hidden until a guess.
        guess: what was guessed about this question.
        record: all guesses of this browser, with their score.
        forgotten: those that were forgotten and can be brought back.
        answer: what was worked out for this question; None before.
        meanwhile: bounds that were asked for while the answer is long in coming; None before.
        turn: the turn that is played through; None before the first roll.
        seed: where the next turn's rolls come from; empty for a fresh one.
        search: text and kind of the card picker.
    """

    def __init__(self, kit: Kit, *, guess_first: bool = True, record: Record | None = None) -> None:
        self.kit = kit
        self.asked = Asked((0,) * len(kit.dice))
        self.at = 0
        self.notice: Notice | None = None
        self.guess_first = guess_first
        self.guess: Guess | None = None
        self.record = record or Record()
        self.forgotten = Forgotten()
        self.answer: Answer | None = None
        self.meanwhile: Estimate | None = None
        self.turn: Turn | None = None
        self.seed = ""
        self.search: tuple[str, str] = ("", "")
        self._revealed = False
        self._rng = Random(secrets.token_hex(16))

    # The question -----------------------------------------------------------------------------------------------------

    def open(self, words: Mapping[str, str]) -> None:
        """Ask what an address names, with the roll that lies there and what was picked.

        Raises:
            BadProblem: it names no question, or no turn of it; the question stays as it was.
        """
        asked = from_address(self.kit, words)
        seed = "".join(one for one in words.get("seed", "") if one.isprintable())[:_SEED]
        turn = None
        if words.get("roll"):
            turn = Turn(self.kit, asked, seed=seed, pick_first=self.guess_first)
            retrace(turn, steps_in(words["roll"]), words.get("pick", ""))
            turn.linked = turn.linked and not was_picked(self.record, self._words_of_roll(asked, turn))
        if asked != self.asked:
            self._ask(asked)
            self.at = max(len(asked.needs) - 1, 0)
        if turn is not None and _turn_words(turn) != _turn_words(self.turn):
            self._sit_down(turn)
        self.seed = seed

    def words(self) -> dict[str, str]:
        """The question as words of an address, with the turn that is played and what was picked."""
        return to_address(self.kit, self.asked) | ({"seed": self.seed} if self.seed else {}) | _turn_words(self.turn)

    def text(self) -> str:
        return say(self.kit, self.asked)

    def add_die(self, colour: str, change: int = 1) -> None:
        """One die more or fewer; more than the box holds is not done, and said."""
        if colour not in self.kit.colours:
            return
        at = self.kit.colours.index(colour)
        n, most = self.asked.pool[at] + change, self.kit.box[at]
        if most is not None and n > most:
            text = f"The box holds {most} {colour} dice; there is no further one."
            self.notice = Notice("pool", text, self.kit.rule("box"))
        elif n < 0:
            self.notice = Notice("pool", f"The pool has no {colour} die that could be taken away.")
        else:
            self._ask(msgspec.structs.replace(self.asked, pool=with_count(self.asked.pool, at, change)))

    def take_pool(self, name: str) -> None:
        for known, pool in self.kit.pools:
            if known == name:
                self._ask(msgspec.structs.replace(self.asked, pool=pool))

    def add_symbol(self, symbol: str) -> None:
        """One more symbol on the need that is open; a new need if none is."""
        if symbol not in self.kit.symbols:
            return
        needs = self.asked.needs
        if self.at < len(needs) and not needs[self.at].card:
            symbols = needs[self.at].symbols + symbol
            if len(symbols) > MOST_SYMBOLS:
                self.notice = Notice("need", f"A need by symbols has at most {MOST_SYMBOLS} symbols here.")
                return
            self._needs(with_item(needs, self.at, Wanted(symbols=self.kit.sorted(symbols))))
            return
        self._add(Wanted(symbols=symbol))

    def drop_symbol(self, at: int, symbol: str) -> None:
        """One symbol less on a need; the need goes with its last."""
        needs = self.asked.needs
        if not 0 <= at < len(needs) or symbol not in needs[at].symbols:
            return
        left = needs[at].symbols.replace(symbol, "", 1)
        if not left:
            self.drop_need(at)
            return
        self.at = at
        self._needs(with_item(needs, at, msgspec.structs.replace(needs[at], symbols=left)))

    def add_card(self, card: str) -> None:
        if any(card == one.id for one in self.kit.wanted_cards):
            self._add(Wanted(card=card))

    def drop_need(self, at: int) -> None:
        needs = self.asked.needs
        if 0 <= at < len(needs):
            self.at = max(len(needs) - 2, 0)
            self._needs(needs[:at] + needs[at + 1 :])

    def open_need(self) -> None:
        """Let the next symbol begin a new need."""
        self.notice = None
        if len(self.asked.needs) >= MOST_NEEDS:
            self.notice = Notice("need", f"At most {MOST_NEEDS} needs at once.")
            return
        self.at = len(self.asked.needs)

    def clear_needs(self) -> None:
        self.at = 0
        self._needs(())

    def set_times(self, at: int, times: int) -> None:
        needs = self.asked.needs
        if not 0 <= at < len(needs):
            return
        need = self.kit.cards[needs[at].card].need if needs[at].card else None
        most = need.times if need is not None else 1
        if 1 <= times <= most:
            self._needs(with_item(needs, at, msgspec.structs.replace(needs[at], times=times)))
        else:
            self.notice = Notice("need", f"{need_of(self.kit, needs[at]).name} can be covered 1 to {most} times.")

    def set_weight(self, at: int, weight: int) -> None:
        weights = self.asked.weights
        if 0 <= at < len(weights) and 0 <= weight <= MOST_WEIGHT:
            self.set_value(" ".join(map(str, with_item(weights, at, weight))))

    def set_value(self, value: str) -> None:
        """What counts, as `Asked.value` says it; `WEIGHTS` for a weight of 1 for each need."""
        value = " ".join("1" for _ in self.asked.needs) if value == WEIGHTS else value
        self._try("need", msgspec.structs.replace(self.asked, value=value))

    def toggle_use(self, card: str) -> None:
        if card not in self.kit.cards:
            return
        use = self.asked.use
        use = tuple(one for one in use if one != card) if card in use else (*use, card)
        self._try("use", msgspec.structs.replace(self.asked, use=use))

    def cards_found(self) -> tuple[OddsCard, ...]:
        """Cards with a cost that fit the search, in the order of display."""
        text, kind = self.search
        words = text.casefold().split()
        return tuple(
            card
            for card in self.kit.wanted_cards
            if (not kind or card.kind == kind) and all(word in f"{card.name} {card.kind}".casefold() for word in words)
        )

    def _add(self, wanted: Wanted) -> None:
        needs = self.asked.needs
        if len(needs) >= MOST_NEEDS:
            self.notice = Notice("need", f"At most {MOST_NEEDS} needs at once. Take one away first.")
            return
        self.at = len(needs)
        self._needs((*needs, wanted))

    def _needs(self, needs: tuple[Wanted, ...]) -> None:
        asked = msgspec.structs.replace(self.asked, needs=needs)
        value = asked.value
        if asked.n_sets <= 1:
            value = SUM
        elif asked.least > asked.n_sets:
            value = f"{LEAST}{asked.n_sets}"
        elif weights := asked.weights:
            # A need that comes counts 1; one that goes takes its weight along.
            kept = dict(zip(self.asked.needs, weights, strict=True))
            value = " ".join(str(kept.get(need, 1)) for need in needs)
        self._try("need", msgspec.structs.replace(asked, value=value))

    def _try(self, place: str, asked: Asked) -> None:
        try:
            self._ask(asked)
        except BadProblem as fault:
            self.notice = Notice(place, f"{capital(str(fault))}.")

    def _ask(self, asked: Asked) -> None:
        self.asked = checked(self.kit, asked)
        self.notice = None
        self.guess = None
        self.answer = None
        self.meanwhile = None
        self.turn = None
        self._revealed = not self.guess_first

    def take_question(self, question: Question) -> None:
        """Ask about the dice step of a game, with the roll that lies there."""
        self._ask(taken(self.kit, question))
        self.at = max(len(self.asked.needs) - 1, 0)
        if self.asked.complete and len(question.shown) == sum(self.asked.pool):
            self.set_by_hand()
            assert self.turn is not None
            self.turn.set_faces(question.shown)

    def take(self, asked: Asked) -> None:
        """Ask a question that was put together elsewhere, with the roll that lies on its table.

        Raises:
            BadProblem: a page cannot ask it; the question stays as it was.
        """
        question = checked(self.kit, msgspec.structs.replace(asked, roll=()))
        if asked.roll:
            # The dice on the table are a turn of the lab, whose choices are valued.
            turn = Turn(self.kit, question, pick_first=self.guess_first)
            turn.set_faces(asked.roll)
        self._ask(question)
        self.at = max(len(question.needs) - 1, 0)
        if asked.roll:
            self._sit_down(turn)

    # Guess and answer -------------------------------------------------------------------------------------------------

    @property
    def problem(self) -> Problem:
        """The question as the mathematics takes it. Raises `BadProblem` while it is not complete."""
        return problem_of(self.kit, self.asked)

    @property
    def is_chance(self) -> bool:
        return not self.asked.needs or self.problem.is_chance

    @property
    def most(self) -> Fraction:
        """The largest value that the answer can have."""
        return Fraction(1) if self.is_chance else max(self.problem.payoffs)

    @property
    def hidden(self) -> bool:
        """Whether the answer waits for a guess."""
        return self.asked.complete and not self._revealed

    @property
    def waiting(self) -> bool:
        """Whether the answer has to be worked out now."""
        return self.asked.complete and self.answer is None and (self._revealed or self.turn is not None)

    def state_guess(self, text: str) -> None:
        """Guess, in percent for a chance, as a number else; then the answer is shown."""
        try:
            stated = read_percent(text) if self.is_chance else read_value(text, self.most)
        except BadProblem as fault:
            self.notice = Notice("guess", no_guess(fault))
            return
        self.notice = None
        self.guess = Guess(urlencode(to_address(self.kit, self.asked)), stated, self.is_chance)
        self._revealed = True
        self._score()

    def reveal(self) -> None:
        self.notice = None
        self._revealed = True

    def set_guess_first(self, *, on: bool) -> None:
        self.guess_first = on
        if not on:
            self._revealed = True

    def work(self, progress: Progress | None = None, later: Callable[[Answer], object] | None = None) -> Answer:
        """Work the answer out. Long; may be called in another thread.

        Args:
            later: called with the answer as far as it goes, before everything around it is worked out.
        """
        return answer_to(self.kit, self.asked, progress, later)

    def accept(self, answer: Answer) -> None:
        """Take an answer that was worked out, unless something else is asked by now."""
        if answer.asked != self.asked:
            return
        self.answer = answer
        if self.turn is not None:
            self.turn.solve(answer)
        self._score()

    def work_bounds(self, progress: Progress | None = None) -> Estimate:
        """Work out between what the answer lies. Shorter than the answer; may be called in another thread."""
        return bounds_of(self.problem, progress)

    def accept_bounds(self, asked: Asked, found: Estimate) -> None:
        """Take bounds that were worked out, unless something else is asked by now."""
        if asked == self.asked:
            self.meanwhile = found

    def _score(self) -> None:
        if self.guess is not None and self.answer is not None and self.answer.solved is not None:
            self.record = scored(self.record, self.guess, self.answer.solved.value, self._rng)

    # The turn ---------------------------------------------------------------------------------------------------------

    def roll(self, seed: str = "") -> None:
        """Roll for real: begin a turn, or go on with it."""
        self.notice = None
        if not self.asked.complete:
            return
        turn = self.turn
        if turn is None:
            turn = self._sit_down(Turn(self.kit, self.asked, seed=seed, pick_first=self.guess_first))
            self.seed = turn.seed if seed else ""
        turn.roll()

    def _sit_down(self, turn: Turn) -> Turn:
        """A turn that is played from now on, with what was worked out already."""
        self.turn = turn
        if self.answer is not None:
            turn.solve(self.answer)
        return turn

    def set_by_hand(self) -> None:
        """Set up a roll face by face, beginning with the first face of each die."""
        self.notice = None
        if not self.asked.complete:
            return
        turn = self.turn or self._sit_down(Turn(self.kit, self.asked, pick_first=self.guess_first))
        pool = zip(self.kit.dice, turn.position.pool, strict=True)
        turn.set_faces(tuple((die.colour, die.faces[0]) for die, n in pool for _ in range(n)))

    def stop(self) -> None:
        """Give up on the answer for now; it can be asked for again."""
        if self.answer is None:
            self._revealed = False
            self.turn = None
        else:
            self.answer = replace(self.answer, whole=True)

    def pick(self, key: str) -> None:
        """Pick a choice of the roll before its worth is told; it is kept among the guesses."""
        turn = self.turn
        if turn is None or not turn.hidden or not turn.ready:
            return
        keys = [choice.key for choice in turn.unranked()]
        turn.pick(key)
        if not turn.picked or all(choice.best for choice in turn.choices()):
            # Where every choice is equally good there is nothing to get right.
            return
        found = next(choice for choice in turn.choices() if choice.key == key)
        at = self._words_of_roll(self.asked, turn)
        self.record = picked(self.record, at, keys.index(key), found.group.loss, chance=self.is_chance)

    def _words_of_roll(self, asked: Asked, turn: Turn) -> str:
        """By which a pick for this roll is known again."""
        return urlencode(to_address(self.kit, asked) | {"roll": turn.in_words()})

    def begin_again(self) -> None:
        self.turn = None
        self.notice = None


def _turn_words(turn: Turn | None) -> dict[str, str]:
    """A turn as words of an address: its rolls and what was done, and what was picked for the last of them."""
    if turn is None or not turn.steps:
        return {}
    return {"roll": STEPS.join(turn.steps)} | ({"pick": turn.picked.replace(":", "_")} if turn.picked else {})
