"""How an opponent answers in a step of a lesson that says so (`Step.reply`): by a policy, or by moves.

What is counted for the learner and what is played take the same answer. Of moves the first one that is legal is played.
The policy "random" is counted as every action being as likely as another; any other has one answer in each position.
Where the step does not say, or none of its moves is legal, the least for the learner is counted.

>>> from rising_tutor.core.registry import load_game
>>> Replies(load_game("fire"), Step("Read.", reply="greedy"), Seat(0)).answers(Seat(1))
False
"""

from random import Random
from typing import Any, Final

from rising_tutor.core.drive import policy_rng
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Decision
from rising_tutor.core.view import Viewer
from rising_tutor.errors import UnreadableMove
from rising_tutor.lessons.lesson import Step

RANDOM: Final = "random"


class Replies:
    """The answers of the opponents of one step.

    Args:
        learner: the seat that the learner plays; None where nobody chooses.
    """

    def __init__(self, game: AnyGame, step: Step, learner: Viewer) -> None:
        self.game, self.step, self.learner = game, step, learner

    def answers(self, seat: Seat) -> bool:
        """Whether the step says how this seat plays."""
        return bool(self.step.reply) and self.game.info.opposed(seat, self.learner)

    def ways(self, state: Any, node: Decision[Any]) -> tuple[Any, ...]:
        """The actions that the seat may take here, each as likely as another; () where the step does not say."""
        reply = self.step.reply
        if not self.answers(node.seat):
            return ()
        if isinstance(reply, str):
            policy = self.game.policies().get(reply)
            if policy is None:
                return ()
            if reply == RANDOM:
                return node.actions
            return (policy(node, lambda: self.game.view(state, node.seat), policy_rng(self.step.seed, reply)),)
        return self._first_legal(state, node, reply)

    def one(self, state: Any, node: Decision[Any], rng: Random) -> Any:
        """The action that is played here; several that are as likely are drawn by lot."""
        ways = self.ways(state, node) or node.actions
        return ways[0] if len(ways) == 1 else ways[int(rng.random() * len(ways))]

    def _first_legal(self, state: Any, node: Decision[Any], texts: tuple[str, ...]) -> tuple[Any, ...]:
        for text in texts:
            try:
                action = self.game.read(state, text)
            except UnreadableMove:
                continue
            if action in node.actions:
                return (action,)
        return ()
