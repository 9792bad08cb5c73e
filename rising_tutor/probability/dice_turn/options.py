"""Everything that can be done after a roll, with what it is worth.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.probability.dice_turn.problem import Need
>>> from rising_tutor.probability.dice_turn.reference import solve
>>> green, blue = Die("green", ("E", "E", "EE", "A", "W", "F")), Die("blue", ("W", "W", "WW", "A", "E", "F"))
>>> turn = solve(Problem(dice=(green, blue), pool=(2, 1), needs=(Need("WWE"),)))
>>> for option in ranked(turn, (("green", "A"), ("green", "A"), ("blue", "E"))):
...     print(option.discard or option.assign, option.value.fraction, option.loss.fraction)
green 7/36 0
(('blue', 'E', 0),) 2/27 13/108
blue 0 7/36
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from rising_tutor.core.chance import Shown
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.answer import TIE, Amount, Option, Progress, Solved, more
from rising_tutor.probability.dice_turn.problem import Position, Problem, Reroll
from rising_tutor.probability.dice_turn.roll_values import Kinds, Play, RollValues
from rising_tutor.probability.dice_turn.steps import gone

MOST_REROLLS = 64
"""Sets of dice of one reroll that are listed. Where there are more, the best by value are."""

Paid: TypeAlias = dict[tuple[int, str, tuple[str, ...]], str]
"""Place of a need, what it lacks, faces -> what it lacks after them."""
Assigned: TypeAlias = tuple[tuple[str, str, int], ...]
Found: TypeAlias = tuple[Amount, Play | Assigned]
"""A value, and what is done; assignments as they stand in an option."""


class Group(Value, frozen=True):
    """Options with the same result.

    Attributes:
        options: the options, in the order they were given.
        value: what best play expects from here on.
        loss: how much less than the best option of this roll.
        after: the position before the next roll; None for helps, after which a decision or chance follows.
    """

    options: tuple[Option, ...]
    value: Amount
    loss: Amount
    after: Position | None


def ranked(
    solved: Solved,
    shown: Shown,
    position: Position | None = None,
    *,
    joined: bool = False,
    progress: Progress | None = None,
) -> tuple[Option, ...]:
    """Everything that can be done after this roll, best first.

    Every assignment is listed once, dice of one colour and face not told apart. Every assigned die pays at least one
    symbol that is lacking when its turn comes, in some order; the value is that of the best order. Every colour can be
    discarded. A help is listed for every way to use it now: each set of dice of a reroll (where there are more than
    `MOST_REROLLS`, the best of them), each die and new face, each colour of an extra die; equal helps once. An extra
    symbol is no option: best play loses nothing by keeping it until no die is left. Where surplus is lost that does not
    hold, so there the value of an assignment counts extra symbols used beside it.

    Equal values stand in this order: assignments before discards before helps; fewer dice before more; then by colour
    and face and place of the need, discards and helps in the order of the problem. Decimals within `TIE` are equal.

    Args:
        shown: the roll: a face of every die of the pool.
        position: before the roll; the start of the problem by default.
        joined: whether dice joined the pool after the roll, which show nothing yet.

    Raises:
        BadProblem: the pool cannot show this roll, or the position cannot come up.
    """
    position = position or solved.problem.start
    roll_values = RollValues(solved, progress)
    kinds = roll_values.read(shown, position.pool, whole=not joined)
    assignments = _in_one_order if roll_values.one_order else _in_every_order
    discards = [
        (roll_values.value(gone(position, at)), Play(discard=die.colour))
        for at, (die, n) in enumerate(zip(solved.problem.dice, position.pool, strict=True))
        if n
    ]
    return _in_order([*assignments(roll_values, position, kinds), *discards, *_uses(roll_values, position, kinds)])


def grouped(problem: Problem, options: Sequence[Option], position: Position | None = None) -> tuple[Group, ...]:
    """The options of a roll folded by equal result, in the order of the first option of each.

    Two assignments have the same result if they use as many dice of each colour and leave the same lacking. Helps stay
    alone.

    Args:
        position: before the roll; the start of the problem by default.
    """
    position = position or problem.start
    paid: Paid = {}
    groups: dict[object, tuple[Position | None, list[Option]]] = {}
    for option in options:
        result = after(problem, position, option, paid)
        groups.setdefault(option if result is None else result, (result, []))[1].append(option)
    return tuple(Group(tuple(same), same[0].value, same[0].loss, result) for result, same in groups.values())


def after(problem: Problem, position: Position, option: Option, paid: Paid | None = None) -> Position | None:
    """The position before the next roll when this option is taken; None for helps.

    Where the order of paying matters it is one that leaves least lacking. `paid` keeps what was worked out.
    """
    if option.help >= 0:
        return None
    paid = {} if paid is None else paid
    colours = [die.colour for die in problem.dice]
    if option.discard:
        return gone(position, colours.index(option.discard))
    pool, lacks = list(position.pool), list(position.lacks)
    for colour, _, _ in option.assign:
        pool[colours.index(colour)] -= 1
    for need, dice in groupby(sorted(option.assign, key=itemgetter(2)), key=itemgetter(2)):
        key = (need, lacks[need], tuple(sorted(face for _, face, _ in dice)))
        if key not in paid:
            lefts = _all_paid(problem, *key)
            paid[key] = min(lefts, key=lambda lack: (len(lack), lack))
        lacks[need] = paid[key]
    return Position(tuple(pool), tuple(lacks), position.helps, position.room)


def _all_paid(problem: Problem, need: int, lack: str, faces: tuple[str, ...]) -> set[str]:
    """What can be lacking after all these faces paid a need, in every order."""
    if not faces:
        return {lack}
    found = set()
    for at, face in enumerate(faces):
        left = problem.needs[need].pay(lack, face)
        if left != lack:
            found |= _all_paid(problem, need, left, faces[:at] + faces[at + 1 :])
    return found


def _in_order(found: list[Found]) -> tuple[Option, ...]:
    """The options with their losses, best first; among equals as they were found."""
    # Equal results share one amount, so amounts are told apart by identity, which is quick.
    amounts = list({id(value): value for value, _ in found}.values())
    amounts.sort(key=lambda amount: (amount.decimal, amount.fraction or 0), reverse=True)
    ranks: dict[int, int] = {}
    losses: dict[int, Amount] = {}
    first, rank = amounts[0], 0
    for amount in amounts:
        exact = amount.fraction is not None and first.fraction is not None
        same = amount.fraction == first.fraction if exact else first.decimal - amount.decimal < TIE
        if not same:
            first, rank = amount, rank + 1
        ranks[id(amount)] = rank
        losses[id(amount)] = amounts[0].minus(amount)
    found.sort(key=lambda each: ranks[id(each[0])])
    return tuple(
        [
            Option(value, losses[id(value)], play.assign, play.discard, play.help, play.dice, play.to)
            if isinstance(play, Play)
            else Option(value, losses[id(value)], play)
            for value, play in found
        ]
    )


def _uses(roll_values: RollValues, position: Position, shown: Kinds) -> Iterator[Found]:
    for place, uses in groupby(roll_values.uses(position, shown), key=lambda use: use.place):
        each = list(uses)
        if isinstance(roll_values.problem.helps[place], Reroll) and len(each) > MOST_REROLLS:
            each = nlargest(MOST_REROLLS, each, key=lambda use: (use.value.decimal, use.value.fraction or 0))
        for use in each:
            yield use.value, roll_values.as_play(use)


def _in_one_order(roll_values: RollValues, position: Position, shown: Kinds) -> Iterable[Found]:
    """Every assignment, fewer dice first, then by colour and face and place of the need."""
    kinds = sorted(set(roll_values.useful(position, shown)), key=lambda kind: roll_values.written((kind,)))
    counts = [shown.count(kind) for kind in kinds]
    pairs = [(kind, need) for kind in kinds for need in range(len(position.lacks))]
    written = [(*roll_values.written((kind,))[0], need) for kind, need in pairs]
    # A set of dice is a whole number with a field of bits for each kind. The topmost bit of every field is set in the
    # stock that dice are taken from, and is lost when too many are taken.
    width = max(counts, default=0).bit_length() + 1
    guard = sum(1 << (at + 1) * width - 1 for at in range(len(kinds)))
    stock = guard + sum(n << at * width for at, n in enumerate(counts))
    # A result is a number too: what each need lacks then, and a field for the dice used of each colour.
    n_bits = sum(position.pool).bit_length()
    results = [
        (at * n_bits, colour) for at, colour in enumerate(sorted({roll_values.kinds[kind][0] for kind in kinds}))
    ]
    base = 1 << len(results) * n_bits
    lacks_of: list[list[str]] = []
    combined: list[tuple[int, int, int, tuple[int, ...]]] = [(stock, 0, 0, ())]
    for need, lack in enumerate(position.lacks):
        paid = _paid(roll_values, need, lack, kinds, counts)
        lacks = list(dict.fromkeys(less for _, less in paid))
        items = []
        for dice, less in paid:
            own = tuple(at * len(position.lacks) + need for at in dice)
            used_dice = sum(1 << shift for at in dice for shift, c in results if c == roll_values.kinds[kinds[at]][0])
            # One die more, less its field, so that the set with more of the first pair stands before.
            place = sum((1 << len(pairs) * width) - (1 << (len(pairs) - 1 - pair) * width) for pair in own)
            items.append((sum(1 << at * width for at in dice), used_dice + base * lacks.index(less), place, own))
        combined = [
            (still, result + more_result, place + more_place, own + more_own)
            for rest, result, place, own in combined
            for code, more_result, more_place, more_own in items
            if (still := rest - code) & guard == guard
        ]
        base *= len(lacks)
        lacks_of.append(lacks)
    del combined[0]  # nothing is assigned
    combined.sort(key=itemgetter(2))
    values: dict[int, Amount] = {}
    value_at = roll_values.solved.value_at
    of_pool = (1 << len(results) * n_bits) - 1
    # Pool by pool, as a solver may have to prepare each pool before it can be looked up.
    for result in sorted({result for _, result, _, _ in combined}, key=lambda result: result & of_pool):
        pool = list(position.pool)
        for shift, colour in results:
            pool[colour] -= result >> shift & (1 << n_bits) - 1
        rest, lacking = result >> len(results) * n_bits, []
        for lacks in lacks_of:
            rest, at = divmod(rest, len(lacks))
            lacking.append(lacks[at])
        # Each is asked for once, so there is nothing to remember.
        values[result] = value_at(Position(tuple(pool), tuple(lacking), position.helps, position.room))
    return [(values[result], tuple([written[pair] for pair in sorted(own)])) for _, result, _, own in combined]


def _paid(
    roll_values: RollValues, need: int, lack: str, kinds: Sequence[int], counts: Sequence[int]
) -> list[tuple[tuple[int, ...], str]]:
    """Every set of dice that a need can take, as rising places in `kinds`, with what is lacking then."""
    found: dict[tuple[int, ...], str] = {(): lack}
    waiting: list[tuple[int, ...]] = [()]
    for dice in waiting:
        for at, (kind, n) in enumerate(zip(kinds, counts, strict=True)):
            taken = tuple(sorted((*dice, at)))
            if taken in found or dice.count(at) == n:
                continue
            less = roll_values.pay(need, found[dice], roll_values.kinds[kind][1])
            if less != found[dice]:
                found[taken] = less
                waiting.append(taken)
    return list(found.items())


def _in_every_order(roll_values: RollValues, position: Position, shown: Kinds) -> Iterable[Found]:
    """The same where the order of paying matters: every order, with extra symbols between, and the best of each."""
    best: dict[Assigned, Amount] = {}
    seen: set[tuple[Assigned, Position]] = {((), position)}
    waiting: list[tuple[Assigned, Position, Kinds]] = [((), position, roll_values.useful(position, shown))]
    for dice, before, rest in waiting:
        if dice and (dice not in best or more(roll_values.value(before), best[dice])):
            best[dice] = roll_values.value(before)
        for left, others, (kind, need) in roll_values.payments(before, rest):
            now = dice if kind < 0 else tuple(sorted((*dice, (*roll_values.written((kind,))[0], need))))
            if (now, left) not in seen:
                seen.add((now, left))
                waiting.append((now, left, others))
    for dice in sorted(best, key=lambda dice: (len(dice), dice)):
        yield best[dice], dice
