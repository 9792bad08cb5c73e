"""What one step makes of a position: a die less, a die more, a help spent.

>>> gone(Position((2, 1), ("EW",)), 0)
Position(pool=(1, 1), lacks=('EW',), helps=(), room=())
"""

from collections.abc import Iterator, Sequence

from rising_tutor.core.values import with_count, with_item
from rising_tutor.probability.dice_turn.problem import ANY, ExtraSymbol, Position, Problem


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
