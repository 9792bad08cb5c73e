"""Actions that a person might try in a position and that a rule refuses.

Lines are put together from the parts of legal ones, from the cards of the game and from the exercises "illegal on
purpose"; whether and by which rule one is refused says `game.check`.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> state = game.set_up({"teams": ["toph", "aang"], "at": {"1": ["tyro"]}, "shown": "green E"})
>>> next(refused_actions(game, state, "FNR-407"))[1].rule
'FNR-407'
"""

from collections.abc import Iterable, Iterator
from typing import Any

from rising_tutor.core.game import AnyGame, Refusal
from rising_tutor.core.node import Decision
from rising_tutor.core.scenes import scene_game
from rising_tutor.errors import BadPosition, UnreadableMove
from rising_tutor.lessons.spots.file import spots_of
from rising_tutor.probability.dice_turn.dice_game import dice_game

TO = ">"


def natural_refusals(game: AnyGame, state: Any) -> Iterator[tuple[Any, Refusal]]:
    """Refused actions that somebody at the table might try: what can be moved, on any card in sight, and bare verbs.

    >>> from rising_tutor.core.registry import load_game
    >>> game = load_game("fire")
    >>> state = game.set_up({"teams": ["toph", "aang"], "at": {"1": ["tyro"], "2": ["june"]}, "shown": "green E"})
    >>> "green E > june" in [game.write(state, action) for action, _ in natural_refusals(game, state)]
    True
    """
    node = game.node(state)
    if not isinstance(node, Decision):
        return
    texts = [game.write(state, action) for action in node.actions]
    lefts = dict.fromkeys(text.partition(TO)[0].strip() for text in texts if TO in text)
    verbs = dict.fromkeys(line for line in spots_of(game.info.id).illegal if len(line.split()) == 1)
    cards = _cards(game, state) if lefts else []
    lines = [*verbs, *(f"{left} {TO} {card}" for left in lefts for card in cards)]
    yield from _refused(game, state, node, lines)


def refused_actions(game: AnyGame, state: Any, rule: str = "") -> Iterator[tuple[Any, Refusal]]:
    """Refused actions of a position with what the game says of each; each action once.

    Args:
        rule: only those that this rule refuses; all without it.
    """
    node = game.node(state)
    if not isinstance(node, Decision):
        return
    yield from _refused(game, state, node, _lines(game, state, node, rule), rule)


def _refused(
    game: AnyGame, state: Any, node: Decision[Any], lines: Iterable[str], rule: str = ""
) -> Iterator[tuple[Any, Refusal]]:
    legal = set(node.actions)
    seen = set[Any]()
    for text in dict.fromkeys(lines):
        try:
            action = game.read(state, text)
        except UnreadableMove:
            continue
        if action in legal or action in seen:
            continue
        seen.add(action)
        refusal = game.check(state, action)
        if refusal is not None and rule in ("", refusal.rule):
            yield action, refusal


def _lines(game: AnyGame, state: Any, node: Decision[Any], rule: str) -> Iterator[str]:
    spots = spots_of(game.info.id)
    texts = [game.write(state, action) for action in node.actions]
    yield from (entry.illegal for found, entries in spots.by_rule.items() if found == rule for entry in entries)
    yield from spots.illegal
    lefts = dict.fromkeys(text.partition(TO)[0].strip() for text in texts if TO in text)
    firsts = dict.fromkeys(text.split()[0] for text in (*spots.illegal, *texts) if TO not in text)
    # A line that cannot be read costs more than one that is refused, so only cards are named that are at hand.
    cards = _cards(game, state)
    yield from lefts
    for card in cards:
        yield from (f"{left} {TO} {card}" for left in lefts)
    for first in firsts:
        yield from (f"{first} {card}" for card in cards)


def _cards(game: AnyGame, state: Any) -> list[str]:
    dice, scenes = dice_game(game), scene_game(game)
    if dice is None or scenes is None:
        return []
    out = [card.id for card in dice.odds_targets(state)]
    for card in dice.odds_cards():
        try:
            lies = scenes.fact(state, f"{card.id}.at")
        except BadPosition:
            continue
        if lies not in ("deck", "gone", "done", "defeated"):
            out.append(card.id)
    return list(dict.fromkeys(out))
