"""What the chance nodes of a Rising game draw from (`rising_tutor.core.chance_streams`).

A roll of all unassigned dice and dice rolled again by an ability or token are streams of their own: one more reroll
does not shift the rolls after it.
"""

from typing import Final

from rising_tutor.core.chance import Shown
from rising_tutor.core.chance_streams import Stream
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.rules.context import Run

_STREAMS: Final[dict[type, str]] = {
    tasks.FaceFigure: "facing",
    tasks.DealSide: "Balance side",
    tasks.DealTeam: "Teams",
    tasks.DrawFirst: "first player",
    tasks.Fill: "Character deck",
    tasks.TurnOver: "Fire Nation deck",
    tasks.DrawToken: "tokens",
    tasks.DealBattles: "Final Battles",
    tasks.StackCarriers: "Places",
    tasks.RollThreat: "dice of the enemy",
}


def stream(run: Run) -> Stream:
    """The stream of a chance node, and the dice of a roll."""
    t, book = run.t, run.book
    task = t.agenda[-1]
    turn = f"turn {t.turn}" if t.turn else "setup"
    if not isinstance(task, tasks.RollDice):
        return Stream(f"{turn}, {_STREAMS[type(task)]}")
    counts = list(t.unrolled) if not task.codes else [0] * len(book.colours)
    for code in task.codes:
        counts[book.colour_of[code]] += 1
    dice = tuple((book.dice[at], n) for at, n in enumerate(counts) if n)
    return Stream(f"{turn}, {'reroll' if task.codes else 'roll'}", dice)


def shown_dice(outcome: do.RisingOutcome) -> Shown:
    """The dice of a roll with their faces."""
    if not isinstance(outcome, do.Rolled):
        return ()
    pairs = (die.partition(":") for die in outcome.dice)
    return tuple((colour, face) for colour, _, face in pairs)


def as_roll(book: Book, shown: Shown) -> do.Rolled:
    """The roll whose dice show this."""
    codes = sorted(book.code[f"{colour}:{face}"] for colour, face in shown)
    return do.Rolled(tuple(book.die_name[code] for code in codes))
