"""A run of exercises "illegal on purpose", without a screen.

First the learner picks the action that is not allowed: a legal one is answered with what it does, and the learner
picks again. Then the learner names the rule. Only the first pick and the rule together count as right.

>>> from rising_tutor.core.registry import load_game
>>> session = SpotSession(load_game("fire"), seed=7, rules=["FNR-406"])
>>> session.pick(session.exercise.illegal).right, session.name_rule("FNR-406").right
(True, True)
>>> session.attempt("2026-11-21T18:04:05Z").item, session.score
('spot:FNR-406', (1, 1))
"""

from collections.abc import Iterable

from rising_tutor.catalogues import load
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId
from rising_tutor.lessons.facts import Attempt
from rising_tutor.lessons.spot import (
    Asked,
    Exercise,
    Verdict,
    exercise_for,
    judge_action,
    judge_rule,
    mixed,
)


class SpotSession:
    """One exercise after the other; the same seed gives the same run.

    Attributes:
        order: the rules that are asked for. It names answers, so it stays off the page.
        at: which exercise of the run is open, from 0.
        exercise: the open exercise with its answer; a page shows `asked`.
        picks: the offers picked so far in this exercise, from 0.
        named: the rule that was named, "" before.
    """

    def __init__(
        self, game: AnyGame, seed: int | str, rules: Iterable[str] | None = None, n: int | None = None
    ) -> None:
        """A run.

        Args:
            rules: only these; all without.
            n: how many exercises; one for each rule without. More than there are rules goes round again.

        Raises:
            ValueError: none of these rules has an exercise.
            BadContent: a file of exercises does not fit the rules and cards in use.
        """
        self.game = game
        self.seed = seed
        once = mixed(game, None if rules is None else tuple(rules), seed)
        if not once:
            raise ValueError("none of these rules has an exercise")
        n = len(once) if n is None else n
        self.order = tuple(once[at % len(once)] for at in range(n))
        self.at = -1
        self._titles = {rule.id: rule.title for rule in load(game.info.id).rules}
        self._results: list[bool] = []
        self.next()

    @property
    def asked(self) -> Asked:
        """The open exercise as the learner may see it before the answer."""
        return self.exercise.asked()

    @property
    def found(self) -> bool:
        """Whether the refused action was picked: then the rule is asked for."""
        return self.exercise.illegal in self.picks

    @property
    def done(self) -> bool:
        """Whether this exercise is answered."""
        return self.found and bool(self.named)

    @property
    def over(self) -> bool:
        """Whether the run is at its end."""
        return self.done and self.at == len(self.order) - 1

    @property
    def score(self) -> tuple[int, int]:
        """How many exercises were right, and how many were answered."""
        return sum(self._results), len(self._results)

    def next(self) -> Exercise:
        """Opens the next exercise.

        Raises:
            ValueError: the open one is not answered, or the run is at its end.
        """
        if self.at >= 0 and not self.done:
            raise ValueError("the open exercise is not answered")
        if self.at + 1 >= len(self.order):
            raise ValueError("the run is at its end")
        self.at += 1
        self.exercise = exercise_for(self.game, self.order[self.at], f"{self.seed}:{self.at}")
        self.picks: tuple[int, ...] = ()
        self.named: RuleId | str = ""
        return self.exercise

    def pick(self, offer: int) -> Verdict:
        """Picks an offer, from 0, as the one that is not allowed, and says what is to be said about it.

        Raises:
            IndexError: there is no such offer.
            ValueError: the refused action is found already.
        """
        if self.found:
            raise ValueError("the action that is not allowed is found already")
        verdict = judge_action(self.game, self.exercise, offer)
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
        self._results.append(self.right)
        return judge_rule(self.exercise, rule, self._titles)

    @property
    def right(self) -> bool:
        """Whether the first pick and the rule were both right."""
        return self.picks[:1] == (self.exercise.illegal,) and self.named == self.exercise.refusal.rule

    def attempt(self, at: str) -> Attempt:
        """The answered exercise as a fact of the learner file.

        Args:
            at: when, as in "2026-11-21T18:04:05Z".

        Raises:
            ValueError: it is not answered yet.
        """
        if not self.done:
            raise ValueError("the open exercise is not answered")
        rule = self.exercise.refusal.rule
        answer = f"{self.exercise.texts[self.picks[0]]}; {self.named}"
        return Attempt(at, f"spot:{rule}", (rule,), "best" if self.right else "wrong", answer)
