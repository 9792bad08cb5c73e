"""The figures that are aimed at, as ratios of times of one run."""

from typing import NamedTuple


class Target(NamedTuple):
    """A figure with its limit.

    Attributes:
        best: whether `limit` is the least or the most that the figure may be.
        goal: what would be good; None if nothing is set.
    """

    what: str
    best: str
    limit: float
    goal: float | None = None


LEAST, MOST = "at least", "at most"

TARGETS = {
    "D1": Target("8 dice, 6 symbols: best of icepool and dyce / ours", LEAST, 200, 500),
    "D2": Target("6 dice, 6 symbols: best of icepool and dyce / ours", LEAST, 50, 150),
    "D3": Target("4 dice, 4 symbols: best of icepool and dyce / ours", LEAST, 4, 15),
    "D4": Target("8 dice, 4+4+4 symbols: ours / floor", MOST, 60, 20),
    "D5": Target("8 dice, 6+5+4 symbols: ours / floor", MOST, 60, 20),
    "D5 memory": Target("8 dice, 6+5+4 symbols: live tables, MB", MOST, 100, 20),
    "D6": Target("16 dice, 6 symbols: ours / floor", MOST, 30, 8),
    "D6 memory": Target("16 dice, 6 symbols: whole process, MB", MOST, 1000),
    "D7": Target("4+4+4 symbols: 8 dice / 6 dice", MOST, 12, 5),
    "D8": Target("8 dice, 4+4+4 symbols: all that can be done after a roll / the solve", MOST, 0.2, 0.02),
    "D9": Target("8 dice, 4+4+4 symbols: first question / another one of the same turn", LEAST, 500),
    "D10": Target("6 dice, 6 symbols: sampled to 1e-3 with best play / ours", LEAST, 500),
    "D11": Target("8 dice, 6 symbols: best of icepool and dyce / the plain method", LEAST, 1, 8),
    "D12": Target("largest difference of a decimal and its fraction", MOST, 1e-12, 1e-13),
}


def shown(figure: float) -> str:
    """Three digits, small figures with an exponent."""
    return f"{figure:.1e}" if 0 < figure < 0.001 else f"{figure:,.3g}" if figure < 1000 else f"{figure:,.0f}"


def verdict(target: Target, figure: float | None) -> str:
    """What the figure says about the target."""
    if figure is None:
        return "not measured"
    if not reached(target, figure, target.limit):
        return "not met"
    return "met, goal reached" if target.goal is not None and reached(target, figure, target.goal) else "met"


def reached(target: Target, figure: float, limit: float) -> bool:
    """Whether a figure is on the right side of a limit."""
    return figure >= limit if target.best == LEAST else figure <= limit


def print_targets(figures: dict[str, float]) -> None:
    """A line for each target."""
    print("targets")
    for id_, target in TARGETS.items():
        figure = figures.get(id_)
        limit = f"{target.best} {shown(target.limit)}"
        goal = "" if target.goal is None else f"goal {shown(target.goal)}"
        measured = "-" if figure is None else shown(figure)
        print(f"  {id_:9} {target.what:72} {measured:>9}  {limit:16} {goal:12} {verdict(target, figure)}")
