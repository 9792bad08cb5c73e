"""Chances in words that need no percentages: so many times in so many.

>>> often(Fraction(2, 3)), often(0.671), often(0.931)
('2 times in 3', 'about 2 times in 3', 'about 9 times in 10')
>>> often(1), often(0), often(0.99), often(0.004)
('every time', 'never', 'almost every time', 'hardly ever')
"""

from fractions import Fraction
from typing import Final

from rising_tutor.core.english import counted, noun

_OUT_OF: Final = (2, 3, 4, 5, 6, 10, 20)
NEAR: Final = 0.035
"""How far from the chance its words may be."""
_EDGE: Final = 0.03
_SAME: Final = 1e-9


def often(chance: float | Fraction, *, exact: bool = True) -> str:
    """How often something with this chance happens.

    Args:
        exact: whether the chance is known; an estimate is never told as never or always.

    >>> often(0.5, exact=False), often(1, exact=False)
    ('about 1 time in 2', 'almost every time')
    """
    if exact and chance <= _SAME:
        return "never"
    if exact and chance >= 1 - _SAME:
        return "every time"
    if chance < _EDGE:
        return "hardly ever"
    if chance > 1 - _EDGE:
        return "almost every time"
    n, total = _near(float(chance))
    about = "" if exact and abs(n / total - chance) <= _SAME else "about "
    return f"{about}{n} {'time' if n == 1 else 'times'} in {total}"


def _near(chance: float) -> tuple[int, int]:
    """The simplest share that is right, else the simplest that is near enough."""
    for near in (_SAME, NEAR):
        for total in _OUT_OF:
            n = round(chance * total)
            if 0 < n < total and abs(n / total - chance) <= near:
                return n, total
    raise ValueError(f"{chance} is near no share")


def less_often(chance: float | Fraction, than: float | Fraction, *, exact: bool = True) -> str:
    """How often, beside something that happens more often; a sentence's end without a full stop.

    >>> less_often(0.671, 0.931), less_often(Fraction(1, 2), 1)
    ('about 2 times in 3 instead of about 9 times in 10', '1 time in 2 instead of every time')
    >>> less_often(0.66, 0.67)
    'a little less often: both about 2 times in 3'
    """
    now, most = often(chance, exact=exact), often(than, exact=exact)
    if now == most:
        return f"a little less often: both {now}"
    return f"{now} instead of {most}"


def in_turns(amount: float | Fraction, what: str) -> str:
    """A mean number of something, as so many in so many turns.

    Args:
        amount: from 0.
        what: one of it.

    >>> in_turns(0.25, "goal"), in_turns(0.4, "goal"), in_turns(1, "goal"), in_turns(1.62, "goal")
    ('1 goal in 4 such turns', '2 goals in 5 such turns', '1 goal', 'about 1.6 goals')
    >>> in_turns(0.001, "goal")
    'next to nothing'
    """
    if amount < _EDGE:
        return "next to nothing"
    if amount > 1 - _EDGE:
        near = round(float(amount), 1)
        about = "" if abs(near - amount) <= _SAME else "about "
        return f"{about}{near:g} {noun(1 if near == 1 else 2, what)}"
    n, total = _near(float(amount))
    about = "" if abs(n / total - amount) <= _SAME else "about "
    return f"{about}{counted(n, what)} in {total} such turns"
