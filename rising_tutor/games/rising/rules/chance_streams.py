"""What the chance nodes of a Rising game draw from (`rising_tutor.core.chance_streams`), and where luck comes from.

A roll of all unassigned dice and dice rolled again by an ability or token are streams of their own: one more reroll
does not shift the rolls after it.
"""

from typing import Final

from rising_tutor.core.chance import Shown
from rising_tutor.core.chance_streams import Stream
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.rules.chance import pool_of, shown_by
from rising_tutor.games.rising.rules.context import Run

_HERO_DICE, _FIRE_DECK, _CHARACTER_DECK, _TOKENS = "hero_dice", "fire_deck", "character_deck", "tokens"
_SETUP, _THREAT_DICE = "setup", "threat_dice"
_DRAWS: Final[dict[type, tuple[str, str]]] = {
    tasks.RollDice: ("roll", _HERO_DICE),
    tasks.FaceFigure: ("facing", _SETUP),
    tasks.DealSide: ("Balance side", _SETUP),
    tasks.DealTeam: ("Teams", _SETUP),
    tasks.DrawFirst: ("first player", _SETUP),
    tasks.Fill: ("Character deck", _CHARACTER_DECK),
    tasks.TurnOver: ("Fire Nation deck", _FIRE_DECK),
    tasks.DrawToken: ("tokens", _TOKENS),
    tasks.DealBattles: ("Final Battles", _SETUP),
    tasks.StackCarriers: ("Places", _SETUP),
    tasks.RollThreat: ("dice of the enemy", _THREAT_DICE),
}
"""Every draw with its stream and its source of luck."""


def stream(run: Run) -> Stream:
    """The stream of a chance node, and the dice of a roll."""
    t = run.t
    task = t.agenda[-1]
    turn = f"turn {t.turn}" if t.turn else "setup"
    if not isinstance(task, tasks.RollDice):
        return Stream(f"{turn}, {_DRAWS[type(task)][0]}")
    return Stream(f"{turn}, {'reroll' if task.codes else 'roll'}", pool_of(run, task))


def shown_dice(outcome: do.RisingOutcome) -> Shown:
    """The dice of a roll with their faces."""
    return shown_by(outcome) or ()


def as_roll(book: Book, shown: Shown) -> do.Rolled:
    """The roll whose dice show this."""
    codes = sorted(book.code[f"{colour}:{face}"] for colour, face in shown)
    return do.Rolled(tuple(book.die_name[code] for code in codes))


def luck_source(run: Run) -> str:
    """The source of the chance node of a position. Filling the table is setup before the first turn."""
    task = run.t.agenda[-1]
    return _SETUP if type(task) is tasks.Fill and not run.t.turn else _DRAWS[type(task)][1]


def luck_sources(book: Book) -> dict[str, str]:
    """Every source of a title with its name, in the order of display."""
    dice = " and ".join(die.name for die in book.threat_die.values())
    return {
        _HERO_DICE: f"{book.spec.words.hero} dice",
        **({_THREAT_DICE: dice} if dice else {_FIRE_DECK: "Fire Nation cards"}),
        _CHARACTER_DECK: "Refill",
        _TOKENS: "Tokens",
        _SETUP: "Setup",
    }
