"""Random play that is drawn to what it has done least, so that few games reach every card and every choice."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance, Decision


class Curious:
    """Plays games and remembers what it has done in all of them.

    Attributes:
        done: how often each action was taken, by its words as `key` gives them.
    """

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.rng = Random(seed)
        self.done: Counter[str] = Counter()
        self.last: str | None = None

    def key(self, action: Any) -> str:
        """What makes an action worth trying: its kind and the card that it uses."""
        return f"{type(action).__name__} {getattr(action, 'card', getattr(action, 'on', ''))}"

    def choose(self, actions: Iterable[Any]) -> Any:
        """Mostly one more die on the last target, or else the least known action that does something."""
        options = list(actions)
        again = [one for one in options if getattr(one, "on", None) == self.last and self.last]
        if again and self.rng.random() < 0.8:
            return self.rng.choice(again)
        if self.rng.random() < 0.15:
            return self.rng.choice(options)
        options = [one for one in options if type(one).__name__ not in _PASSING] or options
        done = [self.done.get(self.key(one), 0) for one in options]
        fewest = min(done)
        return self.rng.choice([one for one, n in zip(options, done, strict=True) if n == fewest])

    def play(self, seats: int, options: dict[str, str] | None = None, limit: int = 4_000) -> Iterator[tuple[Any, Any]]:
        """One game, as pairs of a state and the step that was made from it."""
        game = self.game
        state = game.start(seats, options)
        for _ in range(limit):
            node = game.node(state)
            if isinstance(node, Decision):
                action = self.choose(node.actions)
                self.done[self.key(action)] += 1
                self.last = getattr(action, "on", None)
                step = game.act(state, action)
            elif isinstance(node, Chance):
                step = game.resolve(state, node.outcomes.sample(self.rng))
            else:
                return
            yield state, step
            state = step.state


_PASSING = ("Roll", "Stop", "Done", "DiscardDie", "RemoveDie")
