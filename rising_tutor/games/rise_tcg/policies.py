"""The simple program: a written order of preferences, from what its seat sees."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rising_tutor.core.game import Look
from rising_tutor.core.node import Decision
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg.book import Book
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.view import RiseView


def greedy(book: Book) -> Any:
    """The policy "greedy"."""

    def choose(decision: Decision[Any], look: Look[RiseView], rng: Random) -> Any:
        return decision.actions[int(rng.random() * len(decision.actions))]

    return choose
