"""Death Eaters Rising: the title's folder. Numbers and switches in spec.toml, cards in cards.toml."""

from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.loading import load_title

TITLE = "rising_tutor.games.rising.titles.death_eaters"


def load(owner: str | None = None) -> RisingGame:
    """The game; `owner` is a folder with an owner's own card files. Raises `BadContent`."""
    return load_title(TITLE, owner)
