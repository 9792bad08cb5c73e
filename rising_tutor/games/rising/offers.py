"""What this project offers for a title so far: it follows from the files that are there.

>>> from rising_tutor.games.rising.titles.fire_nation import TITLE
>>> offered(TITLE, "fire-nation-rising")
('learn', 'play', 'replay', 'review', 'odds', 'rules')
"""

from functools import cache
from importlib.resources import files

from rising_tutor.games.rising.valuing.model import FILE


@cache
def offered(title: str, game: str) -> tuple[str, ...]:
    """In a word each: lessons where there are some, reviews where there is an evaluator.

    Args:
        title: the package of the title.
        game: its id.
    """
    have = {"learn": _has_lessons(game), "review": has_evaluator(title)}
    return tuple(one for one in _OFFERS if have.get(one, True))


def has_evaluator(title: str) -> bool:
    """The folder of a title holds a fitted evaluator."""
    return files(title).joinpath(FILE).is_file()


def _has_lessons(game: str) -> bool:
    """Lessons are data of a package above this one; whether there are any is asked of the folder alone."""
    folder = files("rising_tutor").joinpath("lessons", "data", game, "lessons")
    return folder.is_dir() and any(one.name.endswith(".toml") for one in folder.iterdir())


_OFFERS = ("learn", "play", "replay", "review", "odds", "rules")
