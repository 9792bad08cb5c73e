"""A game at a terminal, without the terminal: its state, what was done, what is to be told.

>>> from rising_tutor.core.registry import load_game
>>> table = Table(load_game("fire"), seats=2, options={}, seed="1")
>>> while (outcome := table.outcome()) is not None:
...     table.do(outcome)
>>> before = table.state
>>> table.do(table.node.actions[0])
>>> table.undo(), table.state == before
(True, True)
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec

from rising_tutor import catalogues
from rising_tutor.core.drive import chance_rng
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.values import Value
from rising_tutor.errors import UnknownRule
from rising_tutor.replay import Replay, Scribe, header_of, replay_of


class Made(Value, frozen=True):
    """A move, the state before it and what happened."""

    before: Any
    move: Any
    text: str
    by_chance: bool
    events: tuple[Event, ...]


class Table:
    """A game being played, with everything that was done.

    Attributes:
        state: the present state, and `node` what it waits for.
    """

    def __init__(self, game: AnyGame, *, seats: int, options: Mapping[str, str], seed: str) -> None:
        self.game = game
        self.seats = seats
        self.options = dict(options)
        self.state = game.start(seats, options)
        self.node: Any = game.node(self.state)
        self.made: list[Made] = []
        self._seed = seed
        self._n_told = 0

    @property
    def where(self) -> str:
        """The place of the present position in words."""
        return self.game.where(self.state)

    @property
    def n_moves(self) -> int:
        """Actions and outcomes so far."""
        return len(self.made)

    def write(self, move: Any) -> str:
        """A move of the present position as text."""
        return self.game.write(self.state, move)

    def outcome(self) -> Any:
        """What chance gives now, or None where it has nothing to decide."""
        if not isinstance(self.node, Chance):
            return None
        # Counted and not drawn on, so that after an undo the same comes again.
        n_chances = sum(made.by_chance for made in self.made)
        return self.node.outcomes.sample(chance_rng(self._seed, n_chances))

    def do(self, move: Any) -> None:
        """Makes a move that is possible here."""
        by_chance = isinstance(self.node, Chance)
        step = self.game.resolve(self.state, move) if by_chance else self.game.act(self.state, move)
        self.made.append(Made(self.state, move, self.write(move), by_chance, step.events))
        self._go_to(step.state)

    def undo(self) -> bool:
        """Goes back to the decision before, if there was one."""
        at = next((at for at in reversed(range(len(self.made))) if not self.made[at].by_chance), None)
        if at is None:
            return False
        before = self.made[at].before
        del self.made[at:]
        self._n_told = min(self._n_told, at)
        self._go_to(before)
        return True

    def news(self) -> Iterator[str]:
        """What happened since it was last told, as far as the seat that has to choose may know it."""
        viewer = self.node.seat if isinstance(self.node, Decision) else None
        for made in self.made[self._n_told :]:
            for event in made.events:
                if event.seats is None or viewer in event.seats:
                    yield f"{self.game.say(event)} ({event.rule})"
        self._n_told = len(self.made)

    def board(self) -> str:
        """The table as the seat that has to choose may see it."""
        viewer = self.node.seat if isinstance(self.node, Decision) else None
        return board_text(self.game, self.game.view(self.state, viewer))

    def result(self) -> str:
        """The result of a game that is over."""
        payoffs = self.node.payoffs
        if self.game.info.shared:
            return {1: "the players win", 0: "nobody wins", -1: "the players lose"}[payoffs[0]]
        winners = [f"seat {seat + 1}" for seat, payoff in enumerate(payoffs) if payoff > 0]
        return f"{' and '.join(winners)} won" if winners else "nobody won"

    def replay(self) -> Replay:
        """The game so far, to be written to a file."""
        scribe = Scribe(self.game)
        for made in self.made:
            scribe.line(made.before, made.move)
        header = header_of(self.game, self.seats, options=self.options)
        return replay_of(header, scribe, self.state)

    def rule_lines(self, rule_id: str) -> list[str]:
        """A rule in words; nothing if there is none of this id."""
        if self.game.info.id not in catalogues.catalogued():
            return []
        try:
            rule = catalogues.load(self.game.info.id).rule(rule_id)
        except UnknownRule:
            return []
        return [f"{rule.id}, page {rule.page}: {rule.title}", rule.text]

    def _go_to(self, state: Any) -> None:
        self.state = state
        self.node = self.game.node(state)


def board_text(game: AnyGame, view: Any) -> str:
    """The view as text: by the board of the game's family, or as a plain list where it has none."""
    module = f"rising_tutor.boards.{game.info.family}"
    if find_spec("rising_tutor.boards") is not None and find_spec(module) is not None:
        text = getattr(import_module(module), "text", None)
        if text is not None:
            drawn: str = text(view)
            return drawn
    return "\n".join(plain_list(msgspec.to_builtins(view)))


def plain_list(value: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """Fields and values, line by line.

    >>> list(plain_list({"turn": 1, "seats": [{"dice": 3}]}))
    ['turn: 1', 'seats:', '  1', '    dice: 3']
    """
    for name, item in value.items():
        if isinstance(item, dict):
            yield f"{indent}{name}:"
            yield from plain_list(item, indent + "  ")
        elif isinstance(item, (list, tuple)) and any(isinstance(part, dict) for part in item):
            yield f"{indent}{name}:"
            for number, part in enumerate(item, 1):
                yield f"{indent}  {number}"
                yield from plain_list(part if isinstance(part, dict) else {"": part}, indent + "    ")
        else:
            shown = " ".join(map(str, item)) if isinstance(item, (list, tuple)) else item
            yield f"{indent}{name}: {shown}"
