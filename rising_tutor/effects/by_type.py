"""A table from types to functions: handlers of effects, sentences, legal actions of a task.

>>> says = ByType[str]("says")
>>> @says.of(int)
... def _(n: int) -> str:
...     return f"the number {n}"
>>> says.find(7)(7)
'the number 7'
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


class ByType(Generic[R]):
    """Finds the function for the exact type of a value."""

    def __init__(self, name: str, table: dict[type, Callable[..., R]] | None = None) -> None:
        self.name = name
        self.table = {} if table is None else table

    def of(self, *kinds: type) -> Callable[[F], F]:
        """Registers the decorated function for these types."""

        def keep(function: F) -> F:
            for kind in kinds:
                self.table[kind] = function
            return function

        return keep

    def find(self, value: object) -> Callable[..., R]:
        """The function for this value's type. Raises `KeyError` with the table's name."""
        try:
            return self.table[type(value)]
        except KeyError:
            raise KeyError(f"{self.name} has nothing for {type(value).__name__}") from None

    def __contains__(self, kind: object) -> bool:
        return kind in self.table
