"""What is certain of a table that is not known in full, and what is open: views compared field by field.

A fact is a field of the view, such as the Damage on a card. It is certain if it is the same on every possible table,
and open with its possible values else. What only follows from an open card is not told again. Where rows differ in
length or order, the row is one fact; what all of them contain is told apart.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> start = game.start(2, {"teams": "aang,toph"})
>>> outcomes = [outcome for outcome, _ in game.node(start).outcomes]
>>> found = certain(game, [game.resolve(start, outcome).state for outcome in outcomes])
>>> [(fact.name, fact.values) for fact in found.open]
[('location that the figure faces', ('1', '2', '3'))]
>>> found.n_settled > 20
True
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final

import msgspec

from rising_tutor.core.game import AnyGame
from rising_tutor.core.limits import Limit
from rising_tutor.core.unknown import partly_known
from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer

COMPARED: Final = Limit("tables that are compared fact by fact", 2_000)
_LONGEST: Final = 60
_NOTHING: Final = "nothing"
_CARD: Final = "card"

Path = tuple[str | int, ...]


class Fact(Value, frozen=True):
    """A fact that is open.

    Attributes:
        values: the possible values in words, in order.
        sure: of a row, what all values contain; empty else.
    """

    path: Path
    name: str
    values: tuple[str, ...]
    sure: str = ""


class Facts(Value, frozen=True):
    """What several possible tables have in common.

    Attributes:
        n_settled: fields of the view that are the same on all of them.
        open: the others.
    """

    n_tables: int
    n_settled: int
    open: tuple[Fact, ...]


def certain(game: AnyGame, states: Sequence[Any], viewer: Viewer = None) -> Facts:
    """Compares what a viewer sees of tables that are all possible.

    Raises:
        LimitExceeded: there are more than `COMPARED`.
        ValueError: there is no table.
    """
    if not states:
        raise ValueError("there is no table to compare")
    COMPARED.check(len(states))
    views = [game.view(state, viewer) for state in states]
    compared = _Compared(game)
    compared.facts((), (), views)
    return Facts(len(states), compared.n_settled, tuple(compared.open))


def sees_for_sure(game: AnyGame, states: Sequence[Any], viewer: Viewer) -> bool:
    """Whether a viewer sees the same on all of several possible tables; of too many to compare nobody says so."""
    if not states or len(states) > COMPARED.most:
        return False
    first = game.view(states[0], viewer)
    return all(game.view(state, viewer) == first for state in states[1:])


class _Compared:
    def __init__(self, game: AnyGame) -> None:
        self.own = partly_known(game)
        self.n_settled = 0
        self.open: list[Fact] = []

    def facts(self, path: Path, names: tuple[str, ...], found: Sequence[Any]) -> None:
        values: Sequence[Any] = _each_once(found)
        first = values[0]
        if len(values) == 1:
            self.n_settled += sum(1 for _ in _leaves(first))
        elif all(type(value) is type(first) for value in values) and isinstance(first, msgspec.Struct):
            # The card that all values are about, if they are about one.
            cards = {getattr(value, _CARD, None) for value in values}
            inside = (*names, *(str(card) for card in cards if len(cards) == 1 and isinstance(card, str)))
            for field in first.__struct_fields__:
                column = [getattr(value, field) for value in values]
                # What is printed on a card is no fact of its own: it comes with the card.
                if field == _CARD or not _comes_with_card(values, column):
                    self.facts((*path, field), inside, column)
        elif all(isinstance(value, tuple) for value in values):
            self._rows(path, names, values)
        else:
            self._open(path, names, values)

    def _rows(self, path: Path, names: tuple[str, ...], rows: Sequence[tuple[Any, ...]]) -> None:
        bags = [_bag(row) for row in rows]
        if all(bag is not None for bag in bags) and len({tuple(bag) for bag in bags if bag is not None}) == 1:
            for kind in bags[0] or {}:
                self.facts((*path, kind), names, [(bag or {})[kind] for bag in bags])
            return
        flat = all(isinstance(item, str | int) for row in rows for item in row)
        if not flat and len({len(row) for row in rows}) == 1:
            for place in range(len(rows[0])):
                self.facts((*path, place), names, [row[place] for row in rows])
            return
        self._open(path, names, rows)

    def _open(self, path: Path, names: tuple[str, ...], values: Sequence[Any]) -> None:
        said = sorted(
            {self._say(path, value) for value in values},
            key=lambda one: (int(one), "") if one.isascii() and one.isdigit() else (1 << 53, one),
        )
        if len(said) == 1:
            said = [f"{said[0]}, in several ways"]
        sure = ""
        if all(isinstance(value, tuple) for value in values):
            counts = [Counter(self._say_item(path, item) for item in value) for value in values]
            common = counts[0]
            for count in counts[1:]:
                common &= count
            sure = ", ".join(sorted(common.elements()))
        name = self.own.fact_name(path, names) if self.own is not None else _plain_name(path, names)
        self.open.append(Fact(path, name, tuple(said), sure))

    def _say(self, path: Path, value: Any) -> str:
        if value is None or value in ((), ""):
            return _NOTHING
        if isinstance(value, tuple):
            return ", ".join(self._say_item(path, item) for item in value)
        return self._say_item(path, value)

    def _say_item(self, path: Path, value: Any) -> str:
        if isinstance(value, msgspec.Struct):
            value = getattr(value, _CARD, None) or type(value).__name__
        if isinstance(value, bool):
            return "yes" if value else "no"
        said = str(value)[:_LONGEST]
        return self.own.fact_value(path, said) if self.own is not None else said


def _each_once(values: Sequence[Any]) -> list[Any]:
    first = values[0]
    if all(value is first for value in values):
        return [first]
    if isinstance(first, Hashable):
        return list(dict.fromkeys(values))
    return [value for at, value in enumerate(values) if value not in values[:at]]


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _leaves(getattr(value, field))
    elif isinstance(value, tuple) and not all(isinstance(item, str | int) for item in value):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _comes_with_card(values: Sequence[Any], column: Sequence[Any]) -> bool:
    """Whether the card is open and tells what a field is."""
    cards = [getattr(value, _CARD, None) for value in values]
    if len(set(cards)) == 1:
        return False
    told: dict[Any, Any] = {}
    return all(told.setdefault(card, item) == item for card, item in zip(cards, column, strict=True))


def _bag(row: tuple[Any, ...]) -> dict[str, Any] | None:
    if row and all(isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str) for item in row):
        return dict(row)
    return None


def _plain_name(path: Path, names: tuple[str, ...]) -> str:
    """A path in words, for a game that does not name its facts.

    >>> _plain_name(("hands", 1, 0), ())
    'hands 2 1'
    """
    words = [str(part + 1) if isinstance(part, int) else part.replace("_", " ") for part in path]
    return " ".join((*words, f"({names[-1]})" if names else "")).strip()
