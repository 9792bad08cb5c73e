"""Small words of English: one or many, a or an, lists with a last "and" or "or"."""

from collections.abc import Iterable


def plural(word: str) -> str:
    """More than one of it.

    >>> plural("Hero"), plural("Death Eater"), plural("Pai Sho token")
    ('Heroes', 'Death Eaters', 'Pai Sho tokens')
    """
    return f"{word}es" if word.endswith(("o", "s", "x", "ch", "sh")) else f"{word}s"


def counted(word: str, n: int) -> str:
    """The word in the form that goes with this number."""
    return word if n == 1 else plural(word)


def with_article(words: str) -> str:
    """With a or an.

    >>> with_article("Air Hero"), with_article("Hero")
    ('an Air Hero', 'a Hero')
    """
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


def listed(names: Iterable[str]) -> str:
    """Names with commas and a last "and".

    >>> listed(["June"]), listed(["June", "Mai"]), listed(["June", "Mai", "Hama"])
    ('June', 'June and Mai', 'June, Mai and Hama')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def either(names: tuple[str, ...]) -> str:
    """Names with commas and a last "or"."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def up_to(n: int) -> str:
    """One counter is removed or it is not; of several a part may be."""
    return "1" if n == 1 else f"up to {n}"


def spaces(n: int) -> str:
    """A number of spaces of a track."""
    return f"{n} {counted('space', n)}"


def capital(text: str) -> str:
    """The text with a capital letter first, as a sentence begins."""
    return f"{text[:1].upper()}{text[1:]}"
