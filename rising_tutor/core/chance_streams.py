"""Streams of chance: what a chance node draws from, and the one place where numbers are drawn for it.

`ChanceStreams` draws for every driver: a game at a table, a playout, a lesson, a side line. What comes is fixed by the
seed and the number of chance moves before, so after an undo the same roll comes again.

A game may name the stream that a chance node draws from, such as "turn 3, roll"; the k-th node of a stream is its
k-th, in whatever way the game came there, so that the same dice can fall for other choices (`analysis.same_dice`). A
roll also tells its dice, each of which falls by itself. A game that says nothing of this has one stream.

A game of cards may go further and say what lies in a deck. Then its cards come in **keyed order**: each copy of a
card has a key made of the seed and the shuffle, and the deck gives the smallest key left. Nobody stores that order,
each draw is uniform over what is left, and other choices meet the same deck. `core.contract` checks such a game.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> state = game.start(2, {"teams": "aang,toph"})
>>> stream_of(game, state)
Stream(name='setup, facing', dice=(), deck=None)
>>> game.write(state, ChanceStreams(game, "my seed").draw(state, game.node(state).outcomes, 0))
'facing 2'
"""

from random import Random
from typing import Any, Final, Protocol, cast, runtime_checkable

from rising_tutor.core.chance import Die, Distribution, Shown
from rising_tutor.core.game import AnyGame
from rising_tutor.core.values import Value

ONE_STREAM: Final = "chance"


class Deck(Value, frozen=True):
    """A deck that gives its cards in keyed order. Between two shuffles cards leave it only by draws from this stream.

    Attributes:
        shuffle: how often it was shuffled; a new number brings a new order.
        cards: every card with its number of copies, as they lay there after that shuffle.
        at_bottom: whether this draw is from the bottom: the largest key instead of the smallest.
        below: what was drawn from the bottom since the shuffle, with the number of copies.
    """

    shuffle: int
    cards: tuple[tuple[str, int], ...]
    at_bottom: bool = False
    below: tuple[tuple[str, int], ...] = ()


class Stream(Value, frozen=True):
    """What a chance node draws from.

    Attributes:
        name: such as "turn 3, roll" or "deck of seat 1".
        dice: of a roll its kinds of dice with the number of each; empty for everything else.
        deck: of a draw from a deck in keyed order; None for everything else.
    """

    name: str
    dice: tuple[tuple[Die, int], ...] = ()
    deck: Deck | None = None


@runtime_checkable
class StreamsGame(Protocol):
    """A game that names its streams. All methods are pure."""

    def stream(self, state: Any) -> Stream:
        """What the chance node of a position draws from."""


@runtime_checkable
class RollsGame(StreamsGame, Protocol):
    """A game that tells the dice of its rolls."""

    def shown_dice(self, outcome: Any) -> Shown:
        """The dice of a roll with their faces; empty for what is no roll."""

    def as_roll(self, state: Any, shown: Shown) -> Any:
        """The outcome of a roll whose dice show this, in any order."""


@runtime_checkable
class DecksGame(StreamsGame, Protocol):
    """A game whose decks give their cards in keyed order."""

    def as_draw(self, state: Any, card: str) -> Any:
        """The outcome of drawing a card, by its name in `Deck.cards`; its weight is the number of copies left."""


def rolls_game(game: AnyGame) -> RollsGame | None:
    """The game as one that tells the dice of its rolls; None if it does not."""
    return cast("RollsGame", game) if isinstance(game, RollsGame) else None


def decks_game(game: AnyGame) -> DecksGame | None:
    """The game as one whose decks give their cards in keyed order; None if it has none."""
    return cast("DecksGame", game) if isinstance(game, DecksGame) else None


def stream_of(game: AnyGame, state: Any) -> Stream:
    """What the chance node of a position draws from, in any game."""
    return cast("StreamsGame", game).stream(state) if isinstance(game, StreamsGame) else Stream(ONE_STREAM)


class ChanceStreams:
    """The chance of a game under one seed. It keeps no place: the same question always has the same answer.

    Args:
        seed: fixes everything that is drawn.
        label: parts this chance from other chance under the same seed.
    """

    def __init__(self, game: AnyGame, seed: int | str, label: str = ONE_STREAM) -> None:
        self._begins = f"{label}:{seed}"
        self._decks = decks_game(game)
        self._found: dict[tuple[object, ...], list[float]] = {}

    def rng(self, *key: object) -> Random:
        """A generator for one purpose."""
        return Random(":".join((self._begins, *map(str, key))))

    def draw(self, state: Any, outcomes: Distribution[Any], n_before: int) -> Any:
        """What chance gives at a position.

        Args:
            outcomes: of its chance node.
            n_before: chance moves before it, from the start of what is being played.
        """
        if self._decks is not None:
            stream = self._decks.stream(state)
            if stream.deck is not None:
                return self._drawn(self._decks, state, outcomes, stream.name, stream.deck)
        return outcomes.sample(self.rng(n_before))

    def _drawn(self, game: DecksGame, state: Any, outcomes: Distribution[Any], name: str, deck: Deck) -> Any:
        below = dict(deck.below)
        # Asked for one by one, the weight of each outcome would go through all of them.
        weights: dict[Any, int] = {}
        for outcome, weight in outcomes:
            weights[outcome] = weights.get(outcome, 0) + weight
        ends = []
        for card, copies in deck.cards:
            outcome = game.as_draw(state, card)
            left = weights.get(outcome, 0)
            if left:
                last = copies - below.get(card, 0)
                keys = self._keys(name, deck.shuffle, card, copies)
                ends.append((keys[last - 1] if deck.at_bottom else keys[last - left], outcome))
        pick = max if deck.at_bottom else min
        return pick(ends, key=lambda end: end[0])[1]

    def _keys(self, name: str, shuffle: int, card: str, copies: int) -> list[float]:
        """The keys of all copies of a card, rising."""
        key = (name, shuffle, card, copies)
        if key not in self._found:
            rng = self.rng(name, f"shuffle {shuffle}", card)
            self._found[key] = sorted(rng.random() for _ in range(copies))
        return self._found[key]
