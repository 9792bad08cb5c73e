"""Chances without choices: what one roll shows, what a draw brings, how many trials a sample needs.

All results are exact fractions, but for `half_width` and `samples`, which use the normal approximation and say so.

>>> drawn(3, 30, 2, least=1)
Fraction(28, 145)
>>> samples(Fraction(1, 2), Fraction(1, 100))
9604
"""

from fractions import Fraction
from math import ceil, comb, sqrt

from rising_tutor.core.chance import Die, dice_rolls
from rising_tutor.errors import BadProblem

Z = Fraction(196, 100)
"""Standard deviations on either side that hold 95 % of a normal distribution, to two decimals."""
NORMAL = "normal approximation"
MOST_ROLLS = 200_000
"""Different rolls that are looked through for one answer."""

Pool = tuple[tuple[Die, int], ...]


def shows(pool: Pool, symbol: str, least: int) -> Fraction:
    """The chance that one roll shows at least so many of a symbol; a double is two.

    >>> shows(((Die("green", ("E", "EE", "A")), 2),), "E", 2)
    Fraction(2, 3)
    """
    counts = {0: Fraction(1)}
    for die, n in pool:
        for _ in range(n):
            after: dict[int, Fraction] = {}
            for so_far, chance in counts.items():
                for face in die.faces:
                    found = so_far + face.count(symbol)
                    after[found] = after.get(found, Fraction(0)) + chance / len(die.faces)
            counts = after
    return sum((chance for found, chance in counts.items() if found >= least), Fraction(0))


def mean_shown(pool: Pool, symbol: str) -> Fraction:
    """How many of a symbol one roll shows on average; a double is two."""
    return sum(
        (Fraction(n * sum(face.count(symbol) for face in die.faces), len(die.faces)) for die, n in pool), Fraction(0)
    )


def one_roll(pool: Pool, needs: tuple[str, ...]) -> Fraction:
    """The chance that the dice of a single roll cover all needs at once; no die serves two needs.

    Raises:
        BadProblem: there are too many different rolls to look through.
    """
    rolls = dice_rolls(pool)
    if len(rolls) > MOST_ROLLS:
        raise BadProblem("pool", f"{len(rolls)} different rolls", f"at most {MOST_ROLLS}")
    seen: dict[tuple[str, ...], bool] = {}
    covered = 0
    for shown, weight in rolls:
        faces = tuple(sorted(face for _, face in shown))
        if faces not in seen:
            seen[faces] = covers(faces, needs)
        covered += weight * seen[faces]
    return Fraction(covered, rolls.total)


def covers(faces: tuple[str, ...], needs: tuple[str, ...]) -> bool:
    """Whether these faces cover all needs.

    >>> covers(("EE", "W"), ("WE",)), covers(("EE",), ("E", "E"))
    (True, False)
    """
    if not any(needs):
        return True
    if not faces:
        return False
    face, rest = faces[0], faces[1:]
    tried = {tuple(needs)}
    for at, need in enumerate(needs):
        left = need
        for symbol in face:
            left = left.replace(symbol, "", 1)
        tried.add((*needs[:at], left, *needs[at + 1 :]))
    return any(covers(rest, lacks) for lacks in tried)


def drawn(wanted: int, total: int, draws: int, *, least: int, most: int | None = None, back: bool = False) -> Fraction:
    """The chance to draw so many of the wanted things.

    Args:
        wanted: how many wanted things are in the bag.
        total: how many things are in the bag.
        draws: how many are drawn.
        least: at least so many of the drawn are wanted.
        most: at most so many; None for no limit.
        back: whether each thing is put back before the next draw.
    """
    high = draws if most is None else min(most, draws)
    if back:
        share = Fraction(wanted, total)
        ways = (comb(draws, k) * share**k * (1 - share) ** (draws - k) for k in range(least, high + 1))
        return sum(ways, Fraction(0))
    hits = sum(comb(wanted, k) * comb(total - wanted, draws - k) for k in range(least, high + 1))
    return Fraction(hits, comb(total, draws))


def samples(chance: Fraction, half_width: Fraction) -> int:
    """The trials after which the 95 % interval of a chance reaches no further than so much to each side.

    Normal approximation: the least n with z^2 p (1 - p) / n at most the square of the half width.

    Raises:
        BadProblem: a half width that is not positive.
    """
    if half_width <= 0:
        raise BadProblem("half width", str(half_width), "a number above 0")
    return max(1, ceil(Z * Z * chance * (1 - chance) / half_width**2))


def half_width(chance: Fraction, n: int) -> Fraction:
    """How far the 95 % interval of a chance reaches to each side after n trials, by the normal approximation."""
    if n < 1:
        raise BadProblem("trials", n, "a number from 1")
    return Fraction(sqrt(Z * Z * chance * (1 - chance) / n))
