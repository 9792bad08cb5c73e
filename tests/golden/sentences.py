"""What every card says, kept as a file: a change of a card or of a word is seen in review.

Write the file anew with `python -m tests.golden.sentences`.
"""

from importlib.resources import files
from pathlib import Path

from rising_tutor.core.toml import read_toml
from rising_tutor.games.rising.cards.spec import Spec
from rising_tutor.games.rising.cards.vocabulary import CardFile
from rising_tutor.games.rising.words.cards import card_text, space_text

TITLES = {
    "fire-nation-rising": "fire_nation",
    "death-eaters-rising": "death_eaters",
    "dark-side-rising": "dark_side",
}
"""The game and the folder with its files."""

FOLDER = Path(__file__).with_suffix("")


def read(title: str) -> tuple[Spec, CardFile]:
    """What a title is, and its cards as written, without the checks of the loader."""
    folder = files("rising_tutor.games.rising.titles").joinpath(TITLES[title])
    spec = read_toml(folder.joinpath("spec.toml").read_bytes(), Spec, "spec.toml")
    return spec, read_toml(folder.joinpath("cards.toml").read_bytes(), CardFile, "cards.toml")


def sentences(title: str) -> str:
    """One line for each card, carrier, token and space, by id; nothing after the id of one that does nothing."""
    spec, cards = read(title)
    words = spec.words
    kinds = (
        *(cards.hero, cards.villain, cards.team, cards.battle),
        *(cards.carrier, cards.fire_nation, cards.token),
    )
    lines = [f"{card.id}: {card_text(card, words)}".rstrip() for kind in kinds for card in kind]
    for side in cards.balance:
        for number, space in enumerate(side.spaces, start=1):
            lines.append(f"{side.id}, space {number}: {space_text(space, words)}")
    return "\n".join(lines) + "\n"


def kept(title: str) -> Path:
    """Where the file of a title lies."""
    return FOLDER / f"{title}.txt"


if __name__ == "__main__":
    for name in TITLES:
        kept(name).write_text(sentences(name), encoding="utf-8")
        print(f"written: tests/golden/sentences/{name}.txt")
