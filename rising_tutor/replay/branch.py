"""A way on from a position: moves as text, each checked by the game before it is made.

A `Branch` is what a side line is while somebody walks it. What the rules refuse is not made, and the error carries the
rule.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> branch = Branch(game, game.start(2))
>>> branch.play("team aang").text, branch.chance, len(branch.made)
('team aang', False, 1)
>>> branch.play("roll")
Traceback (most recent call last):
    ...
rising_tutor.errors.IllegalAction: First comes the choice of a Team card. (FNR-302)
"""

from collections.abc import Iterable
from typing import Any

from rising_tutor.core.action import Action, Outcome
from rising_tutor.core.game import OLDER, AnyGame, GameInfo
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value
from rising_tutor.errors import UnreadableMove
from rising_tutor.replay.model import UNKNOWN, Header


class Tried(Value, frozen=True):
    """A move of a branch.

    Attributes:
        state: the state before it.
        text: as the game writes it.
        step: the state after it, and what happened.
        chance: whether it is what chance gave.
    """

    state: Any
    move: Any
    text: str
    step: Any
    chance: bool


class Branch:
    """Moves from a position on.

    Attributes:
        state: the state after the last of them.
        node: what comes next there.
        made: the moves.
    """

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.made: list[Tried] = []
        self._go_to(state)

    @property
    def chance(self) -> bool:
        """Whether chance decides what comes next."""
        return isinstance(self.node, Chance)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.node, Terminal)

    def play(self, text: str) -> Tried:
        """Makes a move that is given as text.

        Raises:
            UnreadableMove: the text means no move here.
            IllegalAction: the rules refuse it, or chance cannot give it; nothing was made.
        """
        if self.over:
            raise UnreadableMove(text, "no further move: the game is over here")
        move = self.game.read(self.state, text)
        if isinstance(move, Action if self.chance else Outcome):
            seat = self.node.seat + 1 if isinstance(self.node, Decision) else 0
            who = f"an action, since seat {seat} decides here" if seat else "an outcome, since chance decides here"
            raise UnreadableMove(text, f"{who} ({self.game.where(self.state)})")
        return self.make(move)

    def make(self, move: Any) -> Tried:
        """Makes a move of the game. Raises `IllegalAction`."""
        chance = self.chance
        step = self.game.resolve(self.state, move) if chance else self.game.act(self.state, move)
        tried = Tried(self.state, move, self.game.write(self.state, move), step, chance)
        self.made.append(tried)
        self._go_to(step.state)
        return tried

    def follow(self, texts: Iterable[str]) -> "Branch":
        """Makes moves one after the other. Raises what `play` raises, at the first that cannot be made."""
        for text in texts:
            self.play(text)
        return self

    def _go_to(self, state: Any) -> None:
        self.state = state
        self.node = self.game.node(state)


def start_of(game: AnyGame, header: Header) -> Any:
    """The state before the first line. Raises `BadOption`."""
    return game.start(header.seats, options_of(game.info, header))


def options_of(info: GameInfo, header: Header) -> dict[str, str]:
    """What `Game.start` takes: the options that are known, and an older version of the rules."""
    older = {OLDER: header.rules_version} if header.rules_version in info.older_rules else {}
    return {name: text for name, text in header.options if text != UNKNOWN} | older
