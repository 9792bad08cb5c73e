"""Where luck comes from in a Rising game: which dice, which deck."""

from typing import Final

from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.rules.context import Run

HERO_DICE, FIRE_DECK, CHARACTER_DECK, TOKENS, SETUP = "hero_dice", "fire_deck", "character_deck", "tokens", "setup"
THREAT_DICE = "threat_dice"

_SOURCE: Final[dict[type, str]] = {
    tasks.RollDice: HERO_DICE,
    tasks.TurnOver: FIRE_DECK,
    tasks.DrawToken: TOKENS,
    tasks.FaceFigure: SETUP,
    tasks.DealSide: SETUP,
    tasks.DealTeam: SETUP,
    tasks.DrawFirst: SETUP,
    tasks.DealBattles: SETUP,
    tasks.StackCarriers: SETUP,
    tasks.RollThreat: THREAT_DICE,
}


def luck_source(run: Run) -> str:
    """The source of the chance node of a position. Filling the table is setup before the first turn."""
    task = run.t.agenda[-1]
    if type(task) is tasks.Fill:
        return CHARACTER_DECK if run.t.turn else SETUP
    return _SOURCE[type(task)]


def luck_sources(book: Book) -> dict[str, str]:
    """Every source of a title with its name, in the order of display."""
    dice = " and ".join(die.name for die in book.threat_die.values())
    return {
        HERO_DICE: f"{book.spec.words.hero} dice",
        **({THREAT_DICE: dice} if dice else {FIRE_DECK: "Fire Nation cards"}),
        CHARACTER_DECK: "Refill",
        TOKENS: "Tokens",
        SETUP: "Setup",
    }
