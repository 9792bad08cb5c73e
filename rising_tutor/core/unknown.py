"""Moves of which only a part is known: which moves of a position a text with `?` can mean.

In every game a bare `?` is any move. Beyond that a word `?` stands for one or more words of the written form, and a `?`
inside a word for one or more of its letters. A game can do better (`PartlyKnownGame`), such as for dice in any order.

The other way round, `write_seen` writes a move as one seat may know it, with `?` for what it was not told.

>>> fits = matcher("shift ? > june")
>>> fits("shift zuko > june"), fits("shift zuko > appa"), fits("shift > june")
(True, False, False)
>>> matcher("fire right-?")("fire right-2"), matcher("fire right-?")("fire left-2")
(True, False)
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, cast, runtime_checkable

from rising_tutor.core.game import AnyGame, step_of
from rising_tutor.core.information import visible
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.view import Viewer

UNKNOWN: Final = "?"
"""How what nobody knows is written."""
MOST_ALIKE: Final = 24
"""Of more actions than this nobody asks whether they lead to one position."""
_ONE, _MORE = object(), object()
_SIGNS: Final = re.compile(r" *([>,]) *")


@runtime_checkable
class PartlyKnownGame(Protocol):
    """A game that knows better than its words which moves a text with `?` can mean."""

    def fits(self, state: Any, text: str) -> Callable[[Any], bool]:
        """Whether a move of this position can be what a text with `?` means. A text that means nothing fits no move."""

    def fact_name(self, path: tuple[str | int, ...], names: tuple[str, ...]) -> str:
        """A field of the view in words, such as "Damage on June".

        Args:
            path: names of fields and places in rows, from the view to the fact.
            names: the cards or things that the path leads over, as far as they are the same on every table.
        """

    def fact_value(self, path: tuple[str | int, ...], value: str) -> str:
        """One value of such a field in words, such as "Appa" for "appa"."""


@runtime_checkable
class SeenMoveGame(Protocol):
    """A game that writes what a viewer may know of a move, where that is more than nothing and less than all."""

    def write_seen(self, state: Any, move: Any, viewer: Viewer) -> str:
        """A move of this position with `?` for what the viewer is not told, such as "draw ?"."""


@runtime_checkable
class OpenGame(Protocol):
    """A game in which chance can be left open: what came up stays unsettled, and the game goes on all the same."""

    def leave_open(self, state: Any, text: str) -> Any | None:
        """The outcome of a chance node by which a text with `?` leaves it open; None where the rules need to know."""


def left_open(game: AnyGame, state: Any, text: str) -> Any | None:
    """The one move of a position that a text with `?` can be taken for, so that nothing needs to be found out.

    That is an outcome that stays open (`OpenGame`), or an action where all those that fit lead to one position.
    None where the text parts the game into several.
    """
    node = game.node(state)
    if isinstance(node, Chance):
        return game.leave_open(state, text) if isinstance(game, OpenGame) else None
    if not isinstance(node, Decision) or len(node.actions) > MOST_ALIKE:
        return None
    fits = fitting(game, state, text)
    found = [action for action in node.actions if fits(action)]
    ends = {step_of(game, state, action).state for action in found} if found else set()
    return found[0] if len(ends) == 1 else None


def write_seen(game: AnyGame, state: Any, move: Any, viewer: Viewer) -> str:
    """A move of a position as a viewer may know it.

    A game that does not say how gives the move away only where the viewer is told all that happened; else a bare `?`.
    """
    if isinstance(game, SeenMoveGame):
        return game.write_seen(state, move, viewer)
    if game.info.hidden:
        step = step_of(game, state, move)
        if not step.events or len(visible(step.events, viewer)) < len(step.events):
            return UNKNOWN
    return game.write(state, move)


def partly_known(game: AnyGame) -> PartlyKnownGame | None:
    """The game as one that reads texts with `?` itself; None if it does not."""
    return cast("PartlyKnownGame", game) if isinstance(game, PartlyKnownGame) else None


def fitting(game: AnyGame, state: Any, text: str) -> Callable[[Any], bool]:
    """Whether a move of a position can be what a text with `?` means."""
    if text == UNKNOWN:
        return lambda _move: True
    own = partly_known(game)
    if own is not None:
        return own.fits(state, text)
    fits = matcher(text)
    return lambda move: fits(game.write(state, move))


def words_of(text: str) -> list[str]:
    """The words of a move in small letters; `>` and `,` are words of their own.

    >>> words_of("Green E>june")
    ['green', 'e', '>', 'june']
    """
    return _SIGNS.sub(r" \1 ", text).casefold().split()


def matcher(text: str, same: Callable[[str, str], bool] | None = None) -> Callable[[str], bool]:
    """Whether a written move can be what a text with `?` means.

    Args:
        same: whether a word as typed stands for a word as written; else they have to be equal.
    """
    wanted: list[Any] = []
    for word in words_of(text):
        wanted += (_ONE, _MORE) if word == UNKNOWN else (word,)

    def fits_word(typed: Any, word: str) -> bool:
        if UNKNOWN in typed:
            letters: list[Any] = []
            for letter in typed:
                letters += (_ONE, _MORE) if letter == UNKNOWN else (letter,)
            return _covers(letters, word, lambda one, other: bool(one == other))
        return same(typed, word) if same is not None else bool(typed == word)

    return lambda written: _covers(wanted, words_of(written), fits_word)


def _covers(wanted: Sequence[Any], items: Sequence[str], fits: Callable[[Any, str], bool]) -> bool:
    """Whether a pattern covers all items; going back to the last gap alone keeps the time bounded."""
    at = here = 0
    gap, begun = -1, 0
    while here < len(items):
        now = wanted[at] if at < len(wanted) else None
        if now is _MORE:
            gap, begun = at, here
            at += 1
        elif now is not None and (now is _ONE or fits(now, items[here])):
            at += 1
            here += 1
        elif gap >= 0:
            begun += 1
            at, here = gap + 1, begun
        else:
            return False
    return all(now is _MORE for now in wanted[at:])
