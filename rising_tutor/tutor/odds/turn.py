"""A turn of the odds lab, rolled and played through: every choice of a roll with its value, and what was chosen.

The rolls come from a seed, so that the same turn can be had again. Nothing here judges what is legal: the choices are
those that `probability.options` lists.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.tutor.odds.answer import answer_to
>>> from rising_tutor.probability.dice_turn.kit import dice_kit
>>> from rising_tutor.tutor.odds.question import from_address
>>> kit = dice_kit(load_game("fire"))
>>> asked = from_address(kit, {"pool": "2g1b", "need": "WWE"})
>>> turn = Turn(kit, asked, seed="class 7b", pick_first=False)
>>> turn.solve(answer_to(kit, asked))
>>> turn.set_faces((("green", "A"), ("green", "A"), ("blue", "E")))
>>> [(choice.says, choice.value.percent(), choice.group.loss.percent()) for choice in turn.choices()][:2]
[('Discard green', '19.4 %', '0.0 %'), ('blue Earth on Water Water Earth', '7.4 %', '12.0 %')]
"""

import secrets
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Final, TypeAlias

from rising_tutor.core.chance import Shown, dice_rolls
from rising_tutor.core.values import Value, with_item
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import Amount, Option, Progress, Solved
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.options import Group, after, grouped, ranked
from rising_tutor.probability.dice_turn.policies import sets_at
from rising_tutor.probability.dice_turn.problem import ExtraDie, Position, Problem
from rising_tutor.probability.dice_turn.reading import write_pool
from rising_tutor.probability.dice_turn.steps import addable, counts_of, helped, in_order, symbol_uses
from rising_tutor.probability.dice_turn.wording import option_in_words
from rising_tutor.tutor.odds.answer import Answer
from rising_tutor.tutor.odds.question import Asked, problem_of
from rising_tutor.tutor.odds.turn_address import choice_word, is_roll, key_of, roll_word

MOST_SEED: Final = 40

Moment: TypeAlias = tuple[Position, Shown]


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
        steps: every roll and everything done so far, as words of an address.
        picked: the key of the choice that was picked as a guess; empty before.
        linked: whether that was picked in the page that a link leads from.
        given_up: whether somebody stopped the valuing of this roll.
    """

    def __init__(self, kit: Kit, asked: Asked, *, seed: str = "", pick_first: bool = True) -> None:
        self.kit = kit
        self.asked = asked
        self.problem: Problem = problem_of(kit, asked)
        self.seed = "".join(one for one in seed if one.isprintable()).strip()[:MOST_SEED] or secrets.token_hex(4)
        self.position: Position = self.problem.start
        self.shown: Shown = ()
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
        return sets_at(self.problem, self.position)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Kinds of dice that joined after this roll and show nothing yet."""
        counts = zip(self.position.pool, self.on_table, strict=True)
        return tuple(at for at, (n, shows) in enumerate(counts) for _ in range(n - shows))

    @property
    def on_table(self) -> tuple[int, ...]:
        """How many dice of each kind are of this roll, or of the next one."""
        return counts_of(self.problem, self.shown) if self.shown else self.position.pool

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
        if self.shown or not self.n_dice:
            return
        self._show(dice_rolls(zip(self.problem.dice, self.position.pool, strict=True)).sample(self._rng))
        self._note_roll()
        self.by_hand = False

    def set_faces(self, shown: Shown) -> None:
        """Set what the dice show. Raises `BadProblem`: the pool cannot show this."""
        counts = Counter(colour for colour, _ in shown)
        pool = self.on_table
        for die, n in zip(self.problem.dice, pool, strict=True):
            if counts.pop(die.colour, 0) != n:
                raise BadProblem("roll", len(shown), f"a face for each of {write_pool(pool, self.problem.dice)}")
            for colour, face in shown:
                if colour == die.colour and face not in die.faces:
                    raise BadProblem("roll", f"{colour}:{face}", f"a face of the {colour} die: {' '.join(die.faces)}")
        if counts:
            raise BadProblem("roll", ", ".join(counts), f"dice of {write_pool(pool, self.problem.dice)}")
        self._show(tuple(shown))
        self._note_roll()
        self.by_hand = True

    def turn_face(self, at: int) -> None:
        """Let one die show its next face, as somebody sets up a roll from the table."""
        if not 0 <= at < len(self.shown) or self.waiting:
            return
        colour, face = self.shown[at]
        faces = list(dict.fromkeys(self.kit.die(colour).faces))
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
        return dict(zip(self.kit.colours, self.kit.letters, strict=True))

    # Choosing ---------------------------------------------------------------------------------------------------------

    def choices(self) -> tuple[Choice, ...]:
        """Everything that can be done with this roll, best first; empty before there is an answer."""
        if self._found is None:
            if not self.solved:
                return ()
            self.accept(self.moment, self.work())
        return self._found or ()

    def unranked(self) -> tuple[Choice, ...]:
        """The same in an order that tells nothing: discards, assignments by number of dice, helps."""
        return tuple(sorted(self.choices(), key=lambda c: (_plain_order(c.option), c.says)))

    def pick(self, key: str) -> None:
        """Pick a choice as a guess; then the values are shown."""
        if any(choice.key == key for choice in self.choices()):
            self.picked, self.linked = key, False
            self._open = True

    def reveal(self) -> None:
        self._open = True

    def choose(self, key: str) -> None:
        """Do it: the dice leave the table, or are rolled again, or turned. Nothing happens while values are hidden."""
        if self.hidden:
            return
        for choice in self.choices():
            if choice.key == key:
                break
        else:
            return
        self.done = (*self.done, Done(self.shown, choice.says, choice.value, choice.group.loss))
        self._take(choice.option)

    def retake(self, option: Option) -> None:
        """Do what was done before in another page, without knowing yet what it is worth."""
        says = option_in_words(self.kit, self.problem, option)
        self.done = (*self.done, Done(self.shown, says, None, None, valued=False))
        self._take(option)

    def repick(self, option: Option) -> None:
        """Pick what was picked before in another page."""
        self.picked, self.linked = key_of(option), True
        self._open = True

    def _take(self, option: Option) -> None:
        self.steps = (*self.steps, choice_word(option))
        left = after(self.problem, self.position, option)
        if left is None:
            self._help(option.help, option.dice, option.to)
        else:
            self.position = left
            self._show(())

    def add_die(self, place: int, colour: str) -> None:
        """Before a roll: use a help that adds a die."""
        if (place, colour) not in [(at, name) for at, name, _ in self.before_roll()]:
            return
        self.steps = (*self.steps, f"die_{place}_{colour}")
        self._help(place, ((colour, ""),))
        self.done = (*self.done, Done((), f"{self._help_name(place)}: a {colour} die joins", self.value, None))

    def put_symbol(self, place: int, need: int) -> None:
        """Put the symbol of a token on a need that lacks it."""
        left = {(at, to): left for at, to, left in symbol_uses(self.problem, self.position)}.get((place, need))
        if left is None:
            return
        self.position = left
        self.steps = (*self.steps, f"symbol_{place}_{need}")
        says = f"{self._help_name(place)} on {self.problem.needs[need].name}"
        self._forget()
        self.done = (*self.done, Done(self.shown, says, self.value, None))

    def before_roll(self) -> tuple[tuple[int, str, str], ...]:
        """Dice that can be added now: place of the help, colour, words."""
        return tuple(
            (place, self.problem.dice[at].colour, f"{self._help_name(place)}: add a {self.problem.dice[at].colour} die")
            for place in (() if self.shown else self.position.helps)
            if isinstance(help_ := self.problem.helps[place], ExtraDie)
            for at in addable(self.problem, self.position, help_.colours)
        )

    def symbols_to_put(self) -> tuple[tuple[int, int, str], ...]:
        """Symbol tokens that can be used now: place of the help, place of the need, words."""
        return tuple(
            (place, need, f"{self._help_name(place)} on {self.problem.needs[need].name}")
            for place, need, _ in symbol_uses(self.problem, self.position)
        )

    def work(self, progress: Progress | None = None) -> tuple[Choice, ...]:
        """Work out what can be done with this roll. With helps this can take seconds; nothing here is changed."""
        if self._solved is None or not self.shown:
            return ()
        # The same with dice that joined after the roll: what they bring counts, and they show nothing yet.
        listed = ranked(self._solved, self.shown, self.position, joined=bool(self.waiting), progress=progress)
        groups = grouped(self.problem, listed, self.position)
        return tuple(
            Choice(key_of(group.options[0]), group, option_in_words(self.kit, self.problem, group.options[0]))
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
        return self.position, self.shown

    def in_words(self) -> str:
        """Where the turn is, as a text that names it among all others."""
        position = self.position
        parts = (
            "".join(f"{n}{colour} " for n, colour in zip(position.pool, self.kit.letters, strict=True) if n),
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

    # Helps ------------------------------------------------------------------------------------------------------------

    def _help(self, place: int, dice: Shown, to: str = "") -> None:
        self.position, shown, again = helped(self.problem, self.position, self.shown, place=place, dice=dice, to=to)
        if any(again):
            new = dice_rolls(zip(self.problem.dice, again, strict=True)).sample(self._rng)
            shown = in_order(self.problem, (*shown, *new))
            self.steps = (*self.steps, roll_word(shown, self.letters))
        if shown:
            self._show(shown)
        self._forget()

    def _forget(self) -> None:
        self._found = None
        self.given_up = False

    # Words ------------------------------------------------------------------------------------------------------------

    def _help_name(self, place: int) -> str:
        return self.problem.helps[place].name or "Help"


def _plain_order(option: Option) -> tuple[int, int]:
    if option.discard:
        return 0, 0
    return (1, len(option.assign)) if option.assign else (2, option.help)
