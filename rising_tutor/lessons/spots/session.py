"""Exercises "illegal on purpose" being answered, one or a run of them, without a screen.

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
from rising_tutor.lessons.learner.facts import Attempt
from rising_tutor.lessons.spots.spot import Asked, Exercise, Verdict, exercise_for, judge_action, judge_rule, mixed

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

    @property
    def judged(self) -> bool:
        """True once it is known whether the answer is right: with a wrong first pick, or when the rule is named."""
        return self.done or (bool(self.picks) and self.picks[0] != self.exercise.illegal)

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
        """Return the answer as a fact of the learner file.

        A wrong first pick decides it: a learner who leaves then has answered, and has missed the rule.

        Args:
            at: when, as in "2026-11-21T18:04:05Z".
            item: what it is the answer to; "spot:" and the rule if empty.

        Raises:
            ValueError: It is not known yet whether the answer is right.
        """
        if not self.judged:
            raise ValueError("this exercise is not answered")
        rule = self.exercise.refusal.rule
        answer = "; ".join(filter(None, (self.exercise.texts[self.picks[0]], str(self.named))))[:MOST_ANSWER]
        return Attempt(at, item or f"spot:{rule}", (rule,), "best" if self.right else "wrong", answer)


class SpotSession(SpotAnswer):
    """One exercise after the other; the same seed gives the same run.

    Attributes:
        order: the rules that are asked for. It names answers, so it stays off the page.
        at: which exercise of the run is open, from 0.
        exercise: the open exercise with its answer; a page shows `asked`.
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
        self.seed = seed
        once = mixed(game, None if rules is None else tuple(rules), seed)
        if not once:
            raise ValueError("none of these rules has an exercise")
        n = len(once) if n is None else n
        self.order = tuple(once[at % len(once)] for at in range(n))
        self.at = 0
        self._results: dict[int, bool] = {}
        super().__init__(game, self._exercise(game, 0))

    @property
    def over(self) -> bool:
        return self.done and self.at == len(self.order) - 1

    @property
    def score(self) -> tuple[int, int]:
        results = {**self._results, **({self.at: self.right} if self.done else {})}
        return sum(results.values()), len(results)

    def next(self) -> Exercise:
        """Opens the next exercise. Raises `ValueError`: the open one is not answered, or the run is at its end."""
        if not self.done:
            raise ValueError("the open exercise is not answered")
        if self.at + 1 >= len(self.order):
            raise ValueError("the run is at its end")
        self._results[self.at] = self.right
        self.at += 1
        super().__init__(self.game, self._exercise(self.game, self.at))
        return self.exercise

    def _exercise(self, game: AnyGame, at: int) -> Exercise:
        return exercise_for(game, self.order[at], f"{self.seed}:{at}")
