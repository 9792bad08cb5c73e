"""One exercise "illegal on purpose" being answered: first the action that is not allowed, then the rule.

The rule is the one that forbids it. Only the first pick and the rule together count as right.
"""

from rising_tutor.catalogues import load
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId
from rising_tutor.lessons.learner.facts import Attempt
from rising_tutor.lessons.spots.spot import Asked, Exercise, Verdict, judge_action, judge_rule

MOST_ANSWER = 500
"""Characters of an answer in a learner file."""


class SpotAnswer:
    """An exercise with what was answered so far.

    Attributes:
        exercise: with its answer; a page shows `asked`.
        picks: the offers picked so far, from 0, each once.
        named: the rule that was named, "" before.
    """

    def __init__(self, game: AnyGame, exercise: Exercise) -> None:
        self.game = game
        self.exercise = exercise
        self.picks: tuple[int, ...] = ()
        self.named: RuleId | str = ""

    @property
    def asked(self) -> Asked:
        return self.exercise.asked()

    @property
    def found(self) -> bool:
        return self.exercise.illegal in self.picks

    @property
    def done(self) -> bool:
        return self.found and bool(self.named)

    @property
    def right(self) -> bool:
        return self.picks[:1] == (self.exercise.illegal,) and self.named == self.exercise.refusal.rule

    def pick(self, offer: int, said: str = "") -> Verdict:
        """Picks an offer, from 0, as the one that is not allowed; says what it does, or why it is refused.

        Args:
            said: how the offer was written, where not in the notation.

        Raises:
            IndexError: there is no such offer.
            ValueError: the refused action is found already.
        """
        if self.found:
            raise ValueError("the action that is not allowed is found already")
        verdict = judge_action(self.game, self.exercise, offer, said)
        if offer not in self.picks:
            self.picks = (*self.picks, offer)
        return verdict

    def name_rule(self, rule: str) -> Verdict:
        """Names the rule that forbids the action; the first answer counts.

        Raises:
            ValueError: the action is not found yet, the rule was named already, or it is not among the choices.
        """
        if not self.found:
            raise ValueError("first comes the action that is not allowed")
        if self.named:
            raise ValueError("the rule was named already")
        if rule not in self.exercise.rules:
            raise ValueError(f"{rule} is not among {', '.join(self.exercise.rules)}")
        self.named = rule
        titles = {rule.id: rule.title for rule in load(self.game.info.id).rules}
        return judge_rule(self.exercise, rule, titles)

    def attempt(self, at: str, item: str = "") -> Attempt:
        """The answer as a fact of the learner file. Raises `ValueError`: it is not answered yet.

        Args:
            at: when, as in "2026-11-21T18:04:05Z".
            item: what it is the answer to; "spot:" and the rule if empty.
        """
        if not self.done:
            raise ValueError("this exercise is not answered")
        rule = self.exercise.refusal.rule
        answer = f"{self.exercise.texts[self.picks[0]]}; {self.named}"[:MOST_ANSWER]
        return Attempt(at, item or f"spot:{rule}", (rule,), "best" if self.right else "wrong", answer)
