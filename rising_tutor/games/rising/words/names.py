"""Names of cards, dice, symbols and tokens in words, also for what is not on the table."""

from collections.abc import Iterable

from rising_tutor.core.english import listed
from rising_tutor.games.rising.cards.book import Book


def name_of(book: Book, thing: str) -> str:
    """The name of a card, token or track; what the title does not have is quoted."""
    name = book.name(thing)
    known = name != thing or thing in book.token_index or thing in book.threat_face
    return name if known else repr(thing)


def list_cards(book: Book, cards: Iterable[str]) -> str:
    """Names with commas and a last "and"."""
    return listed(name_of(book, card) for card in cards)


def say_place(book: Book, location: int) -> str:
    """A location by its name, or by its number where it has none."""
    names = book.spec.words.locations
    return names[location] if names else f"{book.spec.words.location} {location + 1}"


def say_team(book: Book, card: str) -> str:
    """A Team by its card: "Team Toph"."""
    return f"Team {name_of(book, card)}"


def say_card(book: Book, card: str) -> str:
    """A card by its name, so that "Team Toph" is not taken for Toph."""
    return say_team(book, card) if card in book.team else name_of(book, card)


def say_face(book: Book, die: str) -> str:
    """What a die or symbol token shows, in words: "double Earth"; empty for a die that was not rolled."""
    face = die.partition(":")[2]
    if not face:
        return ""
    symbol = book.spec.words.symbols.get(face[:1], repr(face))
    return f"double {symbol}" if len(face) > 1 else symbol


def say_die(book: Book, die: str) -> str:
    """A die in words: "the green die with double Earth", "a green die"."""
    colour = die.partition(":")[0]
    if colour not in book.colour_index:
        return repr(die)
    face = say_face(book, die)
    return f"the {colour} die with {face}" if face else f"a {colour} die"


def say_dice(dice: Iterable[str]) -> str:
    """Dice in a list, short: "green EE, blue W"."""
    return ", ".join(die.replace(":", " ") for die in dice)


def list_dice(book: Book, dice: Iterable[str]) -> str:
    """Dice by colour in words: "green double Earth, Fire; 2 red dice"."""
    faces: dict[str, list[str]] = {}
    for die in dice:
        faces.setdefault(die.partition(":")[0], []).append(say_face(book, die))
    parts = []
    for colour, shown in faces.items():
        rolled = [face for face in shown if face]
        waiting = len(shown) - len(rolled)
        if rolled:
            parts.append(f"{colour} {', '.join(rolled)}")
        if waiting:
            parts.append(f"{waiting} {colour} {'die' if waiting == 1 else 'dice'}")
    return "; ".join(parts)
