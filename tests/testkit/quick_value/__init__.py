"""The Rising games with a value function that costs nothing, for tests of what is made from values.

It is no estimate of anything: a number made from what lies open, which changes with almost every move. At a chance node
`before` is V of the position itself, so luck is not fair; everything else is as `rising_tutor.core.valuation` says.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from rising_tutor.core import registry
from rising_tutor.core.ids import GameId
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.registry import Entry
from rising_tutor.core.valuation import Choice, Judged, Part, ValueLabel, payoff_value
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.titles import dark_side, death_eaters, fire_nation

GAME = GameId("fire-nation-rising")
ENTRIES = {
    GameId(game): Entry(GameId(game), registry.entry(GameId(game)).title, "tests.testkit.quick_value", factory)
    for game, factory in {
        "fire-nation-rising": "load",
        "death-eaters-rising": "load_death",
        "dark-side-rising": "load_dark",
    }.items()
}
SLOW = Path("slow")
"""While a file of this name stands in the present folder, every line takes a moment longer."""


class QuickValue:
    def __init__(self, game: Any, samples: int = 0) -> None:
        self.game = game
        self.label = ValueLabel("made up", "none", "", samples, game.info.rules_version, game.info.content)

    def value(self, state: Any) -> Fraction:
        node = self.game.node(state)
        if isinstance(node, Terminal):
            return payoff_value(node)
        open_ = sum(member.damage + 3 * len(member.dice) for team in state.teams for member in team.row)
        spots = sum(7 * len(spot.dice) - spot.damage for spot in state.places if spot)
        return Fraction(150 - open_ + spots + 5 * state.balance - 4 * state.ruin + len(state.shown), 307)

    def follow(self) -> "QuickValue":
        return self

    def judge(self, state: Any, move: Any, after: Any) -> Judged:
        if SLOW.exists():
            time.sleep(0.02)
        value = self.value(after)
        options = self.options(state)
        before = max((option.value for option in options), default=self.value(state))
        return Judged(before, value, options, True)

    def skip(self, state: Any, move: Any, after: Any) -> None: ...

    def options(self, state: Any) -> tuple[Choice, ...]:
        node = self.game.node(state)
        if not isinstance(node, Decision):
            return ()
        return tuple(Choice(action, self.value(self.game.after(state, action))) for action in node.actions)

    def outcomes(self, state: Any) -> Iterator[tuple[Any, int, Fraction]]:
        for outcome, weight in self.game.node(state).outcomes:
            yield outcome, weight, self.value(self.game.after(state, outcome))

    def parts(self, state: Any, action: Any) -> tuple[Part, ...]:
        return ()


class QuickGame(RisingGame):
    def valuation(self) -> Any:
        return QuickValue(self)


def load(content: str | None = None) -> QuickGame:
    return QuickGame(fire_nation.TITLE, content)


def load_death(content: str | None = None) -> QuickGame:
    return QuickGame(death_eaters.TITLE, content)


def load_dark(content: str | None = None) -> QuickGame:
    return QuickGame(dark_side.TITLE, content)


@contextmanager
def registered(*games: str) -> Iterator[None]:
    """These games, Fire Nation Rising if none is named, have this value function until the end of the context."""
    named = [GameId(game) for game in games or (GAME,)]
    before = [registry.entry(game) for game in named]
    for game in named:
        registry.register(ENTRIES[game])
    try:
        yield
    finally:
        for entry in before:
            registry.register(entry)
