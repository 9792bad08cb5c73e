"""How the answer moves: a die more, a help more, a help less.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.probability.dice_turn.problem import Need
>>> from rising_tutor.probability.dice_turn.reference import solve
>>> green, blue = Die("green", ("E", "E", "EE", "A", "W", "F")), Die("blue", ("W", "W", "WW", "A", "E", "F"))
>>> from rising_tutor.probability.dice_turn.problem import Reroll
>>> for change in changes(Problem((green, blue), (1, 1), (Need("WWE"),)), solve, helps=(Reroll(1),)):
...     print(change.what, change.gain.percent())
one more green die 34.1 %
one more blue die 49.5 %
with a reroll of up to 1 die 11.3 %
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rising_tutor.core.values import Value, with_count
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import Amount, Solved
from rising_tutor.probability.dice_turn.problem import Help, Problem
from rising_tutor.probability.dice_turn.wording import name_of


class Change(Value, frozen=True):
    """A change of a problem with its answer.

    Exactly one of `die`, `more`, `less` says what changed.

    Attributes:
        what: in words.
        problem: the problem after the change.
        value: its answer.
        gain: how much more that is than before; below 0 for less.
        die: the colour of the die that was added; empty if none.
        more: the help that was added; None if none.
        less: the place of the help that was taken away; -1 if none.
    """

    what: str
    problem: Problem
    value: Amount
    gain: Amount
    die: str = ""
    more: Help | None = None
    less: int = -1


def changes(
    problem: Problem,
    solve: Callable[[Problem], Solved],
    *,
    room: Sequence[int] | None = None,
    helps: Sequence[Help] = (),
) -> tuple[Change, ...]:
    """The answer after each change alone: a die more of each colour, each of these helps, each own help taken away.

    They stand in this order; dice in the order of the problem.

    Args:
        room: how many more dice of each colour there are; `Problem.room` by default, no limit where that is empty.
            A colour without any is left out.
        helps: helps that could be had beside those of the problem. Equal ones are asked once.

    Raises:
        BadProblem: `room` does not fit the dice, or a help does not fit the problem.
        TooLarge: a changed problem is too large for `solve`.
    """
    room = tuple(problem.room if room is None else room)
    if room and (len(room) != len(problem.dice) or min(room) < 0):
        raise BadProblem("room", room, f"{len(problem.dice)} numbers from 0")
    before = solve(problem).value
    found = []

    def add(what: str, changed: Problem, *, die: str = "", more: Help | None = None, less: int = -1) -> None:
        value = solve(changed.checked()).value
        found.append(Change(what, changed, value, value.minus(before), die, more, less))

    for at, die in enumerate(problem.dice):
        if not room or room[at]:
            # The die comes out of the box: an extra die may find one less of its colour.
            left = with_count(problem.room, at, -1) if problem.room and problem.room[at] else problem.room
            pool = with_count(problem.pool, at, +1)
            changed = replace(problem, pool=pool, room=left)
            add(f"one more {die.colour} die", changed, die=die.colour)
    for help_ in dict.fromkeys(helps):
        add(f"with {name_of(help_)}", replace(problem, helps=(*problem.helps, help_)), more=help_)
    for at, help_ in enumerate(problem.helps):
        rest = (*problem.helps[:at], *problem.helps[at + 1 :])
        add(f"without {name_of(help_)}", replace(problem, helps=rest), less=at)
    return tuple(found)
