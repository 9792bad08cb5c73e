"""Where luck comes from in a Rising game: which dice, which deck."""

from typing import Final

from rising_tutor.games.rising import tasks
from rising_tutor.games.rising.run import Run

HERO_DICE, FIRE_DECK, CHARACTER_DECK, TOKENS, SETUP = "hero_dice", "fire_deck", "character_deck", "tokens", "setup"

_SOURCE: Final[dict[type, str]] = {
    tasks.RollDice: HERO_DICE,
    tasks.TurnOver: FIRE_DECK,
    tasks.DrawToken: TOKENS,
    tasks.FaceFigure: SETUP,
    tasks.DealSide: SETUP,
    tasks.DrawFirst: SETUP,
    tasks.DealBattles: SETUP,
}


def luck_source(run: Run) -> str:
    """The source of the chance node of a position. Filling the table is setup before the first turn."""
    task = run.t.agenda[-1]
    if type(task) is tasks.Fill:
        return CHARACTER_DECK if run.t.turn else SETUP
    return _SOURCE[type(task)]


def luck_sources() -> dict[str, str]:
    """Every source with its name, in the order of display."""
    return {
        HERO_DICE: "Hero dice",
        FIRE_DECK: "Fire Nation cards",
        CHARACTER_DECK: "Refill",
        TOKENS: "Tokens",
        SETUP: "Setup",
    }
