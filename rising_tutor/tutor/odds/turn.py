"""A turn of the odds lab, rolled and played through: every choice of a roll with its value, and what was chosen.

The rolls come from a seed, so that the same turn can be had again. Nothing here judges what is legal: the choices are
those that `probability.options` lists.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.tutor.odds.answer import answer_to
>>> from rising_tutor.tutor.odds.question import Shelf
>>> shelf = Shelf.of(load_game("fire"))
>>> asked = shelf.read({"pool": "2g1b", "need": "WWE"})
>>> turn = Turn(shelf, asked, seed="class 7b", pick_first=False)
>>> turn.solve(answer_to(shelf, asked))
>>> turn.set_faces((("green", "A"), ("green", "A"), ("blue", "E")))
>>> [(choice.says, choice.value.percent(), choice.group.loss.percent()) for choice in turn.choices()][:2]
[('Discard green', '19.4 %', '0.0 %'), ('blue Earth on Water Water Earth', '7.4 %', '12.0 %')]
"""

import secrets
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Final, TypeAlias

from rising_tutor.core.chance import Die, Shown, dice_rolls
from rising_tutor.core.values import Value, with_count, with_item
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import EXACT, Amount, Option, Progress, Solved
from rising_tutor.probability.dice_turn.options import Group, after, best_of, grouped, ranked
from rising_tutor.probability.dice_turn.problem import ChangeFace, ExtraDie, ExtraSymbol, Position, Problem, Reroll
from rising_tutor.tutor.odds.answer import Answer
from rising_tutor.tutor.odds.question import Asked, Shelf
from rising_tutor.tutor.odds.turn_address import (
    choice_word,
    is_roll,
    key_of,
    roll_word,
)
from rising_tutor.tutor.odds.words import option_in_words

MOST_SEED: Final = 40

Moment: TypeAlias = tuple[Position, Shown, tuple[int, ...]]


class Choice(Value, frozen=True):
    """One thing to do now: a group of options with the same result.

    Attributes:
        key: names it in messages, without telling its place in the ranking.
        group: the options, with value and loss.
        says: in words.
    """

    key: str
    group: Group
    says: str

    @property
    def option(self) -> Option:
        return self.group.options[0]

    @property
    def value(self) -> Amount:
        return self.group.value

    @property
    def best(self) -> bool:
        return self.group.loss.decimal == 0


class Done(Value, frozen=True):
    """Something that was done in this turn: the roll it answered, what, and what it cost, where that was worked out."""

    shown: Shown
    says: str
    value: Amount | None
    loss: Amount | None
    valued: bool = True


class Turn:
    """A turn from its first roll to its last.

    Attributes:
        position: the dice that are left and what is lacking; the dice of `shown` are still among them.
        shown: the dice that show a face; empty before a roll.
        waiting: kinds of dice that joined after this roll and show nothing yet.
        done: what was done so far.
        steps: every roll and everything done so far, as words of an address.
        picked: the key of the choice that was picked as a guess; empty before.
        linked: whether that was picked in the page that a link leads from.
        given_up: whether somebody stopped the valuing of this roll.
    """

    def __init__(self, shelf: Shelf, asked: Asked, *, seed: str = "", pick_first: bool = True) -> None:
        self.shelf = shelf
        self.asked = asked
        self.problem: Problem = shelf.problem(asked)
        self.seed = "".join(one for one in seed if one.isprintable()).strip()[:MOST_SEED] or secrets.token_hex(4)
        self.position: Position = self.problem.start
        self.shown: Shown = ()
        self.waiting: tuple[int, ...] = ()
        self.done: tuple[Done, ...] = ()
        self.steps: tuple[str, ...] = ()
        self.picked = ""
        self.linked = False
        self.given_up = False
        self.by_hand = False
        self._rng = Random(self.seed)
        self._solved: Solved | None = None
        self._found: tuple[Choice, ...] | None = None
        self._pick_first = pick_first
        self._open = not pick_first

    # State ------------------------------------------------------------------------------------------------------------

    def solve(self, answer: Answer) -> None:
        """Take the answer in; choices have values from now on."""
        if answer.solved is not self._solved:
            self._solved = answer.solved
            self._forget()

    @property
    def solved(self) -> bool:
        return self._solved is not None

    @property
    def n_dice(self) -> int:
        return sum(self.position.pool)

    @property
    def covered(self) -> tuple[int, ...]:
        """How many sets of each need are complete."""
        return tuple(need.sets(lack) for need, lack in zip(self.problem.needs, self.position.lacks, strict=True))

    @property
    def over(self) -> bool:
        """Whether no die is left, or nothing is lacking any more."""
        return not self.shown and (not self.n_dice or not any(self.position.lacks))

    @property
    def hidden(self) -> bool:
        """Whether values wait until something is picked."""
        return bool(self.shown) and not self._open

    @property
    def value(self) -> Amount | None:
        """What best play expects before the next roll; None while dice show, or before there is an answer."""
        if self._solved is None or self.shown:
            return None
        return self._solved.value_at(self.position)

    # Rolling ----------------------------------------------------------------------------------------------------------

    def roll(self) -> None:
        """Roll all dice that are left."""
        if self.shown or not self.n_dice:
            return
        self._show(dice_rolls(zip(self.problem.dice, self.position.pool, strict=True)).sample(self._rng))
        self._note_roll()
        self.by_hand = False

    def set_faces(self, shown: Shown) -> None:
        """Set what the dice show.

        Raises:
            BadProblem: the pool cannot show this.
        """
        counts = Counter(colour for colour, _ in shown)
        pool = self.rolled.pool
        for die, n in zip(self.problem.dice, pool, strict=True):
            if counts.pop(die.colour, 0) != n:
                raise BadProblem("roll", len(shown), f"a face for each of {self.shelf.say_pool(pool)}")
            for colour, face in shown:
                if colour == die.colour and face not in die.faces:
                    raise BadProblem("roll", f"{colour}:{face}", f"a face of the {colour} die: {' '.join(die.faces)}")
        if counts:
            raise BadProblem("roll", ", ".join(counts), f"dice of {self.shelf.say_pool(pool)}")
        self._show(tuple(shown))
        self._note_roll()
        self.by_hand = True

    def turn_face(self, at: int) -> None:
        """Let one die show its next face, as somebody sets up a roll from the table."""
        if not 0 <= at < len(self.shown) or self.waiting:
            return
        colour, face = self.shown[at]
        faces = list(dict.fromkeys(self._die(colour).faces))
        to = faces[(faces.index(face) + 1) % len(faces)]
        self.set_faces(with_item(self.shown, at, (colour, to)))

    def _show(self, shown: Shown) -> None:
        self.shown = shown
        self.picked = ""
        self._open = not self._pick_first
        self._forget()

    def _note_roll(self) -> None:
        """The roll as it is now is the last step; faces that were turned by hand take the place of those before."""
        before = self.steps[:-1] if self.steps and is_roll(self.steps[-1]) else self.steps
        self.steps = (*before, roll_word(self.shown, self.letters))

    @property
    def letters(self) -> Mapping[str, str]:
        """A short name of each colour, for addresses."""
        return dict(zip(self.shelf.colours, self.shelf.letters, strict=True))

    # Choosing ---------------------------------------------------------------------------------------------------------

    def choices(self) -> tuple[Choice, ...]:
        """Everything that can be done with this roll, best first; empty before there is an answer."""
        return self._choices

    def unranked(self) -> tuple[Choice, ...]:
        """The same in an order that tells nothing: discards, assignments by number of dice, helps."""
        return tuple(sorted(self._choices, key=lambda c: (_plain_order(c.option), c.says)))

    def pick(self, key: str) -> None:
        """Pick a choice as a guess; then the values are shown."""
        if any(choice.key == key for choice in self._choices):
            self.picked, self.linked = key, False
            self._open = True

    def reveal(self) -> None:
        """Show the values without a guess."""
        self._open = True

    def choose(self, key: str) -> None:
        """Do it: the dice leave the table, or are rolled again, or turned. Nothing happens while values are hidden."""
        if self.hidden:
            return
        for choice in self._choices:
            if choice.key == key:
                break
        else:
            return
        self.done = (*self.done, Done(self.shown, choice.says, choice.value, choice.group.loss))
        self._take(choice.option)

    def retake(self, option: Option) -> None:
        """Do what was done before in another page, without knowing yet what it is worth."""
        says = option_in_words(self.shelf, self.problem, option)
        self.done = (*self.done, Done(self.shown, says, None, None, valued=False))
        self._take(option)

    def repick(self, option: Option) -> None:
        """Pick what was picked before in another page."""
        self.picked, self.linked = key_of(option), True
        self._open = True

    def _take(self, option: Option) -> None:
        self.steps = (*self.steps, choice_word(option))
        left = after(self.problem, self.rolled, option)
        if left is None:
            self._help(option)
        else:
            self.position = self._with_waiting(left)
            self._clear()

    def add_die(self, place: int, colour: str) -> None:
        """Before a roll: use a help that adds a die."""
        colours = [die.colour for die in self.problem.dice]
        if self.shown or place not in self.position.helps or colour not in colours:
            return
        self.steps = (*self.steps, f"die_{place}_{colour}")
        self._help(Option(_NOTHING, _NOTHING, help=place, dice=((colour, ""),)))
        self.done = (*self.done, Done((), f"{self._help_name(place)}: a {colour} die joins", self.value, None))

    def put_symbol(self, place: int, need: int) -> None:
        """Put the symbol of a token on a need that lacks it."""
        help_ = self.problem.helps[place] if place in self.position.helps else None
        if not isinstance(help_, ExtraSymbol) or not 0 <= need < len(self.position.lacks):
            return
        lack = self.position.lacks[need]
        left = self.problem.needs[need].pay(lack, help_.symbol)
        if left == lack or "*" in lack:
            return
        helps = tuple(one for one in self.position.helps if one != place)
        lacks = with_item(self.position.lacks, need, left)
        self.position = Position(self.position.pool, lacks, helps, self.position.room)
        self.steps = (*self.steps, f"symbol_{place}_{need}")
        says = f"{self._help_name(place)} on {self.problem.needs[need].name}"
        self._forget()
        self.done = (*self.done, Done(self.shown, says, self.value, None))

    def before_roll(self) -> tuple[tuple[int, str, str], ...]:
        """Dice that can be added now: place of the help, colour, words."""
        if self.shown:
            return ()
        found = []
        for place in self.position.helps:
            help_ = self.problem.helps[place]
            if isinstance(help_, ExtraDie):
                for at, die in enumerate(self.problem.dice):
                    if die.colour in help_.colours and (not self.position.room or self.position.room[at]):
                        found.append((place, die.colour, f"{self._help_name(place)}: add a {die.colour} die"))
        return tuple(found)

    def symbols_to_put(self) -> tuple[tuple[int, int, str], ...]:
        """Symbol tokens that can be used now: place of the help, place of the need, words."""
        found = []
        for place in self.position.helps:
            help_ = self.problem.helps[place]
            if isinstance(help_, ExtraSymbol):
                for at, (need, lack) in enumerate(zip(self.problem.needs, self.position.lacks, strict=True)):
                    if help_.symbol in lack:
                        found.append((place, at, f"{self._help_name(place)} on {need.name}"))
        return tuple(found)

    def work(self, progress: Progress | None = None) -> tuple[Choice, ...]:
        """Work out what can be done with this roll. With helps this can take seconds; nothing here is changed."""
        if self._solved is None or not self.shown:
            return ()
        groups = self._groups(self._solved, progress)
        return tuple(
            Choice(key_of(group.options[0]), group, option_in_words(self.shelf, self.problem, group.options[0]))
            for group in groups
        )

    def accept(self, moment: Moment, found: tuple[Choice, ...]) -> None:
        """Take what was worked out, unless the turn is elsewhere by now."""
        if moment == self.moment:
            self._found = found
            # A pick from an address may name another of several ways to the same result.
            same = (one.key for one in found if self.picked in (key_of(option) for option in one.group.options))
            self.picked = next(same, "")

    @property
    def moment(self) -> Moment:
        """Where the turn is: what the choices depend on."""
        return self.position, self.shown, self.waiting

    def in_words(self) -> str:
        """Where the turn is, as a text that names it among all others."""
        position = self.position
        parts = (
            "".join(f"{n}{colour} " for n, colour in zip(position.pool, self.shelf.letters, strict=True) if n),
            ".".join(position.lacks),
            ".".join(str(place) for place in position.helps),
            " ".join(f"{colour}:{face}" for colour, face in self.shown),
            ".".join(str(at) for at in self.waiting),
        )
        return "/".join(parts)

    @property
    def ready(self) -> bool:
        """Whether the choices of this roll are worked out."""
        return not self.shown or self._found is not None

    @property
    def _choices(self) -> tuple[Choice, ...]:
        if self._found is None:
            if not self.solved:
                return ()
            self.accept(self.moment, self.work())
        return self._found or ()

    def _groups(self, solved: Solved, progress: Progress | None) -> tuple[Group, ...]:
        if not self.waiting:
            listed = ranked(solved, self.shown, self.position, progress=progress)
            return grouped(self.problem, listed, self.position)
        # A die joined after the roll: what can be done is that of the dice on the table, its worth counts the new die.
        rolled = self.rolled
        found = []
        listed = ranked(_Unvalued(self.problem), self.shown, rolled)
        for group in grouped(self.problem, listed, rolled):
            if group.after is not None:
                found.append((solved.value_at(self._with_waiting(group.after)), group))
            elif isinstance(self.problem.helps[group.options[0].help], ChangeFace):
                found.append((self._value_turned(solved, group.options[0]), group))
        found.sort(key=lambda pair: -pair[0].decimal)
        best = found[0][0]
        return tuple(Group(group.options, value, best.minus(value), group.after) for value, group in found)

    def _value_turned(self, solved: Solved, option: Option) -> Amount:
        helps = tuple(one for one in self.position.helps if one != option.help)
        left = Position(self.position.pool, self.position.lacks, helps, self.position.room)
        return best_of(solved, _turned(self.shown, option), left)

    # Helps ------------------------------------------------------------------------------------------------------------

    def _help(self, option: Option) -> None:
        help_ = self.problem.helps[option.help]
        helps = tuple(one for one in self.position.helps if one != option.help)
        pool, room = self.position.pool, self.position.room
        shown = self.shown
        if isinstance(help_, ExtraDie):
            at = [die.colour for die in self.problem.dice].index(option.dice[0][0])
            pool = with_count(pool, at, 1)
            room = with_count(room, at, -1) if room else ()
            self.waiting = (*self.waiting, at) if shown else ()
        elif isinstance(help_, Reroll):
            shown = self._rolled_again(option)
            self.steps = (*self.steps, roll_word(shown, self.letters))
        elif isinstance(help_, ChangeFace):
            shown = _turned(shown, option)
        self.position = Position(pool, self.position.lacks, helps, room)
        if shown:
            self._show(shown)
        self._forget()

    def _rolled_again(self, option: Option) -> Shown:
        again = Counter(colour for colour, _ in option.dice)
        pool = tuple(again[die.colour] for die in self.problem.dice)
        kept = list(self.shown)
        for die in option.dice:
            kept.remove(die)
        order = {die.colour: at for at, die in enumerate(self.problem.dice)}
        new = dice_rolls(zip(self.problem.dice, pool, strict=True)).sample(self._rng)
        faces = {die.colour: die.faces for die in self.problem.dice}
        return tuple(sorted((*kept, *new), key=lambda die: (order[die[0]], faces[die[0]].index(die[1]))))

    def _with_waiting(self, position: Position) -> Position:
        pool, room = position.pool, position.room
        for at in self.waiting:
            pool = with_count(pool, at, 1)
            room = with_count(room, at, -1) if room else ()
        return Position(pool, position.lacks, position.helps, room)

    @property
    def rolled(self) -> Position:
        """The position without the dice that joined after this roll."""
        pool, room = self.position.pool, self.position.room
        for at in self.waiting:
            pool = with_count(pool, at, -1)
            room = with_count(room, at, 1) if room else ()
        return Position(pool, self.position.lacks, self.position.helps, room)

    def _clear(self) -> None:
        self.shown, self.waiting, self.picked = (), (), ""
        self._open = not self._pick_first
        self._forget()

    def _forget(self) -> None:
        self._found = None
        self.given_up = False

    # Words ------------------------------------------------------------------------------------------------------------

    def _die(self, colour: str) -> Die:
        return next(die for die in self.problem.dice if die.colour == colour)

    def _help_name(self, place: int) -> str:
        return self.problem.helps[place].name or "Help"


class _Unvalued:
    """A problem in which everything is worth the same: for listing what can be done."""

    method = EXACT
    value = Amount.exact(Fraction(0))

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def value_at(self, _position: Position) -> Amount:
        return self.value


def _turned(shown: Shown, option: Option) -> Shown:
    at = shown.index(option.dice[0])
    return with_item(shown, at, (option.dice[0][0], option.to))


def _plain_order(option: Option) -> tuple[int, int]:
    if option.discard:
        return 0, 0
    return (1, len(option.assign)) if option.assign else (2, option.help)


_NOTHING: Final = Amount(None, 0.0)
