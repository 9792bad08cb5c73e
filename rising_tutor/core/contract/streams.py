"""Checks of decks in keyed order (`rising_tutor.core.chance_streams`); a game without them passes.

That a draw is uniform given all that was drawn before rests on two things: the keys, and that between two shuffles
cards leave a deck only by its draws. The second is checked on every line, the first by counting.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from rising_tutor.core.chance_streams import ChanceStreams, Deck, DecksGame, decks_game
from rising_tutor.core.contract.sample import Sample, spread
from rising_tutor.core.drive import positions
from rising_tutor.core.node import Chance, Decision

N_SEEDS: Final = 400
N_LINES: Final = 12
"""Lines with other choices that are played."""
MOST_MOVES: Final = 400
FAR: Final = 6.0
"""Standard deviations of a chi-square beyond which draws are not uniform."""


class Draw(NamedTuple):
    """A draw from a deck in keyed order, as it was made."""

    state: Any
    node: Chance[Any]
    name: str
    deck: Deck
    left: tuple[int, ...]
    card: int

    @property
    def shuffled(self) -> tuple[str, Deck]:
        """What two draws from the same deck, shuffled as often, have in common."""
        return self.name, Deck(self.deck.shuffle, self.deck.cards)


class Lies(NamedTuple):
    """How a deck lies: its cards when it was whole, what is left, what was taken from its bottom."""

    cards: tuple[tuple[str, int], ...]
    left: tuple[int, ...]
    below: dict[str, int]


def check_streams(sample: Sample) -> None:
    """Each draw is uniform given what is known; other choices meet the same deck; undo brings the same card."""
    game = decks_game(sample.game)
    if game is None:
        return
    played = _draws(sample, game, [(at.state, at.move) for at in sample.trail.positions])
    for draw in played:
        _check_again(sample, game, draw)
    _check_uniform(sample, played)
    _check_leaving(sample, played)
    for line in _others(sample):
        draws = _draws(sample, game, line)
        _check_leaving(sample, draws)
        _check_same_deck(sample, played, draws)


def _draws(sample: Sample, game: DecksGame, line: Sequence[tuple[Any, Any]]) -> list[Draw]:
    found = []
    for state, move in line:
        node = sample.game.node(state)
        stream = game.stream(state) if isinstance(node, Chance) else None
        if not isinstance(node, Chance) or stream is None or stream.deck is None:
            continue
        outcomes = [game.as_draw(state, card) for card, _ in stream.deck.cards]
        left = tuple(node.outcomes.weight(outcome) for outcome in outcomes)
        if sum(left) != node.outcomes.total or len(set(outcomes)) != len(outcomes):
            raise sample.fault(state, f"the cards of {stream.name} are not the outcomes of the draw")
        found.append(Draw(state, node, stream.name, stream.deck, left, outcomes.index(move)))
    return found


def _check_again(sample: Sample, game: DecksGame, draw: Draw) -> None:
    """Asked again, as after an undo, and with other rolls before it, the deck gives the same card."""
    drawn = {
        sample.game.write(draw.state, ChanceStreams(sample.game, sample.seed).draw(draw.state, draw.node.outcomes, n))
        for n in (0, 1, 2)
    }
    stream = game.stream(draw.state)
    if drawn != {sample.game.write(draw.state, game.as_draw(draw.state, draw.deck.cards[draw.card][0]))}:
        raise sample.fault(draw.state, f"{draw.name} gave one card, and gives another after an undo: {sorted(drawn)}")
    if (stream.name, stream.deck) != (draw.name, draw.deck):
        raise sample.fault(draw.state, f"asked twice, {draw.name} is another stream: {stream}")


def _check_uniform(sample: Sample, draws: Sequence[Draw]) -> None:
    """The first draw of a shuffle over many seeds, and the second where the first was the same."""
    for at, first in enumerate(draws):
        if sum(first.left) != sum(n for _, n in first.deck.cards):
            continue
        second = next((draw for draw in draws[at + 1 :] if draw.shuffled == first.shuffled), None)
        firsts, seconds = Counter[int](), Counter[int]()
        for n in range(N_SEEDS):
            streams = ChanceStreams(sample.game, f"contract:{sample.seed}:{n}")
            card = _card_of(sample, first, streams)
            firsts[card] += 1
            if second is not None and card == first.card:
                seconds[_card_of(sample, second, streams)] += 1
        for draw, counted in ((first, firsts), (second, seconds)):
            if draw is not None and _far(draw.left, counted):
                raise sample.fault(draw.state, f"{draw.name} holds {draw.left} and gave {sorted(counted.items())}")


def _card_of(sample: Sample, draw: Draw, streams: ChanceStreams) -> int:
    game = decks_game(sample.game)
    assert game is not None
    outcome = streams.draw(draw.state, draw.node.outcomes, 0)
    return next(at for at, (card, _) in enumerate(draw.deck.cards) if game.as_draw(draw.state, card) == outcome)


def _far(weights: Sequence[int], counted: Counter[int]) -> bool:
    """Whether counts are farther from these weights than chance brings them."""
    n, total, kinds = counted.total(), sum(weights), sum(weight > 0 for weight in weights)
    if not n:
        return False
    square = sum((counted[at] - n * w / total) ** 2 / (n * w / total) for at, w in enumerate(weights) if w)
    return bool(square > kinds - 1 + FAR * (2 * max(kinds - 1, 1)) ** 0.5)


def _check_leaving(sample: Sample, draws: Sequence[Draw]) -> None:
    """A shuffled deck is whole at first; then each draw takes its card and nothing else comes or goes."""
    lies: dict[tuple[str, int], Lies] = {}
    for n, draw in enumerate(draws):
        key = (draw.name, draw.deck.shuffle)
        whole = tuple(n for _, n in draw.deck.cards)
        now = Lies(draw.deck.cards, draw.left, dict(draw.deck.below))
        if key not in lies:
            gone = {key for key in lies if not any((later.name, later.deck.shuffle) == key for later in draws[n:])}
            if any(lies[old].left == whole for old in gone):
                raise sample.fault(draw.state, f"no card came back to {draw.name}: it is the same deck as before")
        before = lies.get(key, Lies(draw.deck.cards, whole, {}))
        if now != before:
            raise sample.fault(draw.state, f"{draw.name} was not shuffled and lay as {before}, now as {now}")
        left = tuple(n - (at == draw.card) for at, n in enumerate(draw.left))
        card = draw.deck.cards[draw.card][0]
        below = {**now.below, card: now.below.get(card, 0) + 1} if draw.deck.at_bottom else now.below
        lies[key] = Lies(now.cards, left, below)


def _others(sample: Sample) -> Iterator[list[tuple[Any, Any]]]:
    """The sample with another choice at some place, and other choices from there on."""
    rng = sample.rng("streams")
    streams = ChanceStreams(sample.game, sample.seed)
    for at in spread([at for at in sample.trail.positions if _could_differ(at.node)], N_LINES):
        line = [(old.state, old.move) for old in sample.trail.positions[: sample.trail.positions.index(at)]]
        n = sum(isinstance(sample.game.node(state), Chance) for state, _ in line)
        action = rng.choice([action for action in at.node.actions if action != at.move])
        line.append((at.state, action))
        follows = positions(
            sample.game,
            sample.game.act(at.state, action).state,
            draw=lambda state, node, chances, n=n: streams.draw(state, node.outcomes, n + chances),  # type: ignore[misc]
            choose=lambda _, node: rng.choice(node.actions),
        )
        for _, one in zip(range(MOST_MOVES), follows, strict=False):
            line.append((one.state, one.move))
        yield line


def _could_differ(node: Any) -> bool:
    return isinstance(node, Decision) and len(node.actions) > 1


def _check_same_deck(sample: Sample, played: Sequence[Draw], other: Sequence[Draw]) -> None:
    """Of a deck shuffled as often, with the same cards in it, the same cards come in the same order."""
    first: dict[tuple[str, Deck, bool], list[Draw]] = {}
    for draw in played:
        first.setdefault((*draw.shuffled, draw.deck.at_bottom), []).append(draw)
    n: Counter[tuple[str, Deck, bool]] = Counter()
    for draw in other:
        key = (*draw.shuffled, draw.deck.at_bottom)
        known = first.get(key, [])
        if n[key] < len(known) and known[n[key]].card != draw.card:
            raise sample.fault(draw.state, f"after another choice {draw.name} gives its cards in another order")
        n[key] += 1
