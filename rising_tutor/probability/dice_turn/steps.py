"""What one step makes of a position: a die less, a die more, a help spent.

>>> gone(Position((2, 1), ("EW",)), 0)
Position(pool=(1, 1), lacks=('EW',), helps=(), room=())
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rising_tutor.core.chance import Shown
from rising_tutor.core.values import with_count, with_item
from rising_tutor.probability.dice_turn.problem import ANY, ChangeFace, ExtraDie, ExtraSymbol, Position, Problem


def used(position: Position, place: int) -> Position:
    """The position without this help."""
    helps = tuple(other for other in position.helps if other != place)
    return Position(position.pool, position.lacks, helps, position.room)


def gone(position: Position, colour: int) -> Position:
    """The position after a die of this kind was discarded."""
    return Position(with_count(position.pool, colour, -1), position.lacks, position.helps, position.room)


def added(position: Position, colour: int) -> Position:
    """The position with a die more of this kind, taken out of the box."""
    room = with_count(position.room, colour, -1) if position.room else ()
    return Position(with_count(position.pool, colour, +1), position.lacks, position.helps, room)


def addable(problem: Problem, position: Position, colours: Sequence[str]) -> tuple[int, ...]:
    """The kinds of die that can join the pool: of these colours, and in the box."""
    return tuple(
        at for at, die in enumerate(problem.dice) if die.colour in colours and (not position.room or position.room[at])
    )


def counts_of(problem: Problem, shown: Shown) -> tuple[int, ...]:
    """How many dice of each kind show a face."""
    n = Counter(colour for colour, _ in shown)
    return tuple(n[die.colour] for die in problem.dice)


def in_order(problem: Problem, shown: Iterable[tuple[str, str]]) -> Shown:
    """Dice in the order of the problem, those of a kind in the order of its faces."""
    place = {die.colour: (at, die.faces) for at, die in enumerate(problem.dice)}
    return tuple(sorted(shown, key=lambda pair: (place[pair[0]][0], place[pair[0]][1].index(pair[1]))))


def helped(
    problem: Problem, position: Position, shown: Shown, *, place: int, dice: Shown, to: str = ""
) -> tuple[Position, Shown, tuple[int, ...]]:
    """A help that is used at a moment within a roll, or before one.

    Args:
        position: all dice that are not assigned, shown or not.
        shown: those that show a face; empty before a roll.
        dice, to: as in `Option`.

    Returns:
        The position after it, the dice that show a face then, and how many of each kind are in the air.
    """
    left = used(position, place)
    help_ = problem.helps[place]
    if isinstance(help_, ExtraDie):
        return added(left, [die.colour for die in problem.dice].index(dice[0][0])), shown, (0,) * len(problem.dice)
    kept = Counter(shown) - Counter(dice)
    if isinstance(help_, ChangeFace):
        kept[dice[0][0], to] += 1
        dice = ()
    return left, in_order(problem, kept.elements()), counts_of(problem, dice)


def symbol_uses(problem: Problem, position: Position) -> Iterator[tuple[int, int, Position]]:
    """Every use of an extra symbol: the place of the help, the place of the need, the position after."""
    for place in position.helps:
        help_ = problem.helps[place]
        if not isinstance(help_, ExtraSymbol):
            continue
        for at, (need, lack) in enumerate(zip(problem.needs, position.lacks, strict=True)):
            after = lack if ANY in need.symbols else need.pay(lack, help_.symbol)
            if after != lack:
                lacks = with_item(position.lacks, at, after)
                left = used(position, place)
                yield place, at, Position(left.pool, lacks, left.helps, left.room)
