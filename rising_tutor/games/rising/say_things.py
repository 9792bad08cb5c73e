"""Names of cards, dice and symbols in words, also for what is not on the table."""

from collections.abc import Iterable

from rising_tutor.games.rising.run import Run


def name_of(run: Run, thing: str) -> str:
    """The name of a card, token or track; what is unknown is quoted."""
    name = run.book.name(thing)
    known = name != thing or thing in run.book.token_index
    return name if known or thing == "balance" else repr(thing)


def say_die(run: Run, die: str) -> str:
    """A die in words: "green die with double Earth", "green die"."""
    colour, _, face = die.partition(":")
    if colour == "token" or colour not in run.book.colour_index:
        return repr(die)
    if not face:
        return f"a {colour} die"
    words = run.book.spec.words.symbols
    symbol = words.get(face[:1], repr(face))
    return f"the {colour} die with {'double ' if len(face) > 1 else ''}{symbol}"


def say_dice(run: Run, dice: Iterable[str]) -> str:
    """Dice in a list, short: "green EE, blue W"."""
    return ", ".join(die.replace(":", " ") for die in dice)


def say_symbols(run: Run, codes: Iterable[int]) -> str:
    """Symbols of dice in words: "Earth Earth"."""
    book = run.book
    symbols, words = book.spec.symbols, book.spec.words.symbols
    return " ".join(words[symbols[book.symbol_of[code]]] for code in codes for _ in range(book.value_of[code]))
