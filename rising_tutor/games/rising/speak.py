"""Events and positions in words."""

from rising_tutor.games.rising.book import Book
from rising_tutor.games.rising.events import RisingEvent
from rising_tutor.games.rising.run import Run


def say(book: Book, event: RisingEvent) -> str:
    """An event in one sentence."""
    return type(event).__name__


def where(run: Run) -> str:
    """The place of a position in words, such as "turn 7, step 3, roll 2"."""
    t = run.t
    if t.turn == 0:
        return "setup"
    place = f"turn {t.turn}, "
    return place + (t.step.removeprefix("turn.") if t.step.startswith("turn.") else t.step)
