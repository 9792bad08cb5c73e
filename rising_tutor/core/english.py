"""Small words of English: one or many, a or an, lists with a last "and" or "or"."""

import difflib
from collections.abc import Iterable
from typing import Final

_MANY: Final = {"die": "dice", "scenario": "scenarios"}
_VOWELS: Final = "aeiou"
_NEAR: Final = 3
_LONGEST: Final = 60
THIN: Final = "\u202f"
"""A thin space that does not break, to stand between thousands."""


def plural(word: str) -> str:
    """More than one of it.

    >>> plural("Hero"), plural("Death Eater"), plural("branch"), plural("inaccuracy"), plural("green die")
    ('Heroes', 'Death Eaters', 'branches', 'inaccuracies', 'green dice')
    """
    before, space, last = word.rpartition(" ")
    if last in _MANY:
        return f"{before}{space}{_MANY[last]}"
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("o", "s", "x", "ch", "sh")) else f"{word}s"


def noun(n: int, word: str) -> str:
    """The word in the form that goes with this number.

    >>> noun(1, "die"), noun(0, "die")
    ('die', 'dice')
    """
    return word if n == 1 else plural(word)


def counted(n: int, word: str, between: str = "") -> str:
    """So many of it.

    Args:
        between: stands between the thousands.

    >>> counted(1, "choice"), counted(12, "choice"), counted(1200, "way", between=","), counted(2, "more action")
    ('1 choice', '12 choices', '1,200 ways', '2 more actions')
    """
    return f"{grouped(n, between)} {noun(n, word)}"


def grouped(n: int, between: str) -> str:
    """A whole number with something between its thousands.

    >>> grouped(1234567, " ")
    '1 234 567'
    """
    return f"{n:,}".replace(",", between)


def with_article(words: str) -> str:
    """With a or an.

    >>> with_article("Air Hero"), with_article("Hero")
    ('an Air Hero', 'a Hero')
    """
    return f"{'an' if words[:1].lower() in _VOWELS else 'a'} {words}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names with commas and a last "and"; empty for none.

    >>> listed(["June"]), listed(["June", "Mai"]), listed(["June", "Mai", "Hama"]), listed([])
    ('June', 'June and Mai', 'June, Mai and Hama', '')
    """
    *first, final = tuple(names) or ("",)
    return f"{', '.join(first)} {last} {final}" if first else final


def either(names: Iterable[str]) -> str:
    """Names with commas and a last "or"."""
    return listed(names, "or")


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """The names that are most like a text, as the end of a message; empty where none is like it.

    >>> did_you_mean("frist-hero", ("first-hero", "first-turn", "whole-turn"))
    "; did you mean 'first-hero' or 'first-turn'?"
    """
    # Comparing texts takes time with the square of their length.
    near = difflib.get_close_matches(text[:_LONGEST], list(names), n=_NEAR)
    return f"; did you mean {either(map(repr, near))}?" if near else ""


def capital(text: str) -> str:
    """The text with a capital letter first, as a sentence begins."""
    return f"{text[:1].upper()}{text[1:]}"
