"""A class: what a folder of learner files tells about each rule, and what to teach again first.

Each learner counts once: the share of a rule is the mean of the learners' own error rates, so that one who missed it
twenty times weighs no more than one who missed it once. What to teach again is ordered by the lower end of Wilson's
95 % interval of that share, with as many tries as there are learners: one miss of one learner is a share of 1 whose
lower end is 0.21, half of twenty learners a share of 0.5 whose lower end is 0.30. What one learner alone missed comes
after all that two or more missed, also in a class so small that the interval does not say so.

>>> from rising_tutor.lessons.learner.facts import Attempt, Header
>>> def reading(name, outcome):
...     fact = Attempt("2026-11-21T18:00:00Z", "spot:FNR-414", ("FNR-414",), outcome, "one die on two cards")
...     return LearnerReading(name, Header(name, "fire-nation-rising", "2026-11-21T17:00:00Z"), (fact,), ())
>>> report = class_report([reading("Anna", "wrong"), reading("Ben", "wrong"), reading("Cem", "best")])
>>> print(report.again[0].why)
2 of 3 learners missed it, 2 of 3 answers were wrong; most often "one die on two cards" (2 times)
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final

from rising_tutor.core.limits import Limit
from rising_tutor.core.values import Value
from rising_tutor.errors import BadOption
from rising_tutor.lessons.learner import load_learner
from rising_tutor.lessons.learner.facts import Fact, joined
from rising_tutor.lessons.learner.knowledge import Evidence, estimates, evidence, rule_order, rule_title
from rising_tutor.lessons.learner.text import LearnerReading
from rising_tutor.probability.dice_turn.simulate import wilson
from rising_tutor.render.cells import csv_text
from rising_tutor.replay.problems import Problem

FILES: Final = Limit("number of learner files", 1_000)
TYPICAL: Final = 5
"""So many wrong answers of a rule are listed."""


class WrongAnswer(Value, frozen=True):
    """A wrong answer: how often it was given, and by how many learners."""

    answer: str
    times: int
    learners: int


class RuleReport(Value, frozen=True):
    """One rule in a class.

    Attributes:
        title: from the catalogue; empty for a rule that it does not have.
        learners: how many tried it.
        share: the mean of the learners' own error rates, from 0 to 1.
        low: the lower end of Wilson's 95 % interval of the share.
        below: the learners who tried it and have not mastered it, by name.
        wrong_answers: the most frequent ones first, ties in the order of the alphabet.
    """

    rule: str
    title: str
    learners: int
    missed_by: int
    attempts: int
    errors: int
    share: float
    low: float
    high: float
    below: tuple[str, ...]
    wrong_answers: tuple[WrongAnswer, ...]

    @property
    def error_rate(self) -> float:
        return self.errors / self.attempts


class TeachAgain(Value, frozen=True):
    """A rule to teach again.

    Attributes:
        place: from 1; rules that nothing tells apart have the same.
    """

    place: int
    rule: str
    tied_with: tuple[str, ...]
    why: str


class Unread(Value, frozen=True):
    """A file that does not count, and why."""

    file: str
    line: int
    column: int
    message: str


class ClassReport(Value, frozen=True):
    """What a class knows.

    Attributes:
        game: the id of the game; empty for a class without a file that counts.
        learners: their names, in order.
        rules: every rule that somebody tried, by id.
        again: what to teach again, first what needs it most.
        remarks: what else is to be said about files: a torn last line, two files of one learner.
    """

    game: str
    learners: tuple[str, ...]
    rules: tuple[RuleReport, ...]
    again: tuple[TeachAgain, ...]
    unread: tuple[Unread, ...] = ()
    remarks: tuple[str, ...] = ()


def load_class(folder: str | Path) -> tuple[LearnerReading, ...]:
    """Reads every learner file of a folder, by name: those that end in .jsonl, recorded games left out.

    Raises:
        OSError: the folder cannot be read. A file that cannot be opened is a reading with its problem.
        LimitExceeded: there are too many files.
    """
    paths = [path for path in sorted(Path(folder).iterdir()) if path.name.endswith(".jsonl")]
    paths = [path for path in paths if not path.name.endswith(".replay.jsonl") and not path.is_dir()]
    FILES.check(len(paths))
    return tuple(map(_loaded, paths))


def class_report(readings: Iterable[LearnerReading], game: str | None = None) -> ClassReport:
    """The report. Raises `BadOption`: the files are of several games and none was named.

    Files of the same learner (name and beginning are equal) are joined. A file with a fault does not count; one whose
    last line is torn counts up to there.

    Args:
        game: the id of the game; files of others do not count. Without it all files must be of one game.
    """
    readings = tuple(readings)
    games = sorted({reading.header.game for reading in readings if reading.header is not None and reading.usable})
    if game is None and len(games) > 1:
        raise BadOption("game", "none named", f"one of those that the files are of: {', '.join(games)}")
    chosen = game or next(iter(games), "")
    unread, remarks, by_learner = _sorted_out(readings, chosen)
    named = _named(by_learner)
    rules = _rules(named, chosen)
    return ClassReport(chosen, tuple(named), rules, _again(rules), unread, remarks)


def as_csv(report: ClassReport) -> str:
    """The report as a table, a rule a row, what to teach again first."""
    places = {one.rule: one.place for one in report.again}
    order = {one.rule: at for at, one in enumerate(report.again)}
    ordered = sorted(report.rules, key=lambda one: (order.get(one.rule, len(order)), rule_order(one.rule)))
    rows = [[places.get(rule.rule), *(column(rule) for column in _COLUMNS.values())] for rule in ordered]
    return csv_text(("place", *_COLUMNS), rows)


_COLUMNS: Final[dict[str, Callable[[RuleReport], object]]] = {
    "rule": lambda rule: rule.rule,
    "title": lambda rule: rule.title,
    "learners": lambda rule: rule.learners,
    "missed_by": lambda rule: rule.missed_by,
    "attempts": lambda rule: rule.attempts,
    "errors": lambda rule: rule.errors,
    "error_rate": lambda rule: f"{rule.error_rate:.4f}",
    "share_of_learners": lambda rule: f"{rule.share:.4f}",
    "low": lambda rule: f"{rule.low:.4f}",
    "high": lambda rule: f"{rule.high:.4f}",
    "below_mastery": lambda rule: len(rule.below),
    "who_below_mastery": lambda rule: "; ".join(rule.below),
    "typical_wrong_answers": lambda rule: " | ".join(f"{one.answer} ({one.times})" for one in rule.wrong_answers),
}


def _loaded(path: Path) -> LearnerReading:
    try:
        return load_learner(path)
    except OSError as error:
        problem = Problem(1, 1, "encoding", f"cannot be opened ({error.strerror or type(error).__name__})")
        return LearnerReading(path.name, None, (), (problem,))


_Who = tuple[str, str]
"""Name and beginning: two files with the same ones are of one learner."""


def _sorted_out(
    readings: Sequence[LearnerReading], game: str
) -> tuple[tuple[Unread, ...], tuple[str, ...], dict[_Who, tuple[str, tuple[Fact, ...]]]]:
    unread: list[Unread] = []
    remarks: list[str] = []
    by_learner: dict[_Who, tuple[str, tuple[Fact, ...]]] = {}
    for reading in readings:
        header = reading.header
        if header is None or not reading.usable:
            first = reading.problems[0]
            unread.append(Unread(reading.file, first.line, first.column, first.message))
            continue
        if header.game != game:
            unread.append(Unread(reading.file, 1, 1, f"it is of another game, {header.game}"))
            continue
        if reading.torn:
            remarks.append(f"{reading.file}: the last line is torn; everything before it counts")
        who = (header.name, header.created)
        if who in by_learner:
            first_file, facts = by_learner[who]
            remarks.append(f"{reading.file}: the same learner as {first_file}; both are counted as one")
            by_learner[who] = (first_file, joined(facts, reading.facts))
        else:
            by_learner[who] = (reading.file, reading.facts)
    return tuple(unread), tuple(remarks), by_learner


def _named(by_learner: dict[_Who, tuple[str, tuple[Fact, ...]]]) -> dict[str, tuple[Fact, ...]]:
    """Name to show -> facts, by name; the file stands beside a name that two learners have, or for none.

    Where the files have the same name too they are counted, so that no learner takes the place of another.
    """
    often = Counter(name for name, _ in by_learner)
    seen: Counter[tuple[str, str]] = Counter()
    shown = {}
    for (name, _), (file, facts) in by_learner.items():
        seen[name, file] += 1
        n = seen[name, file]
        again = f", file {n}" if n > 1 else ""
        label = name if name and often[name] == 1 else f"{name} ({file}{again})".strip()
        shown[label] = facts
    return dict(sorted(shown.items()))


def _rules(named: dict[str, tuple[Fact, ...]], game: str) -> tuple[RuleReport, ...]:
    seen: dict[str, dict[str, list[Evidence]]] = {}
    below: dict[str, list[str]] = {}
    for name, facts in named.items():
        for one in evidence(facts):
            seen.setdefault(one.rule, {}).setdefault(name, []).append(one)
        for estimate in estimates(facts):
            if not estimate.mastered:
                below.setdefault(estimate.rule, []).append(name)
    return tuple(
        _rule(rule, rule_title(game, rule), seen[rule], tuple(below.get(rule, ())))
        for rule in sorted(seen, key=rule_order)
    )


def _rule(rule: str, title: str, by_learner: dict[str, list[Evidence]], below: tuple[str, ...]) -> RuleReport:
    errors = {name: [one for one in seen if not one.right] for name, seen in by_learner.items()}
    share = fmean(len(errors[name]) / len(seen) for name, seen in by_learner.items())
    low, high = wilson(share, len(by_learner))
    times = Counter(one.answer.strip() for wrong in errors.values() for one in wrong)
    givers = Counter(answer for wrong in errors.values() for answer in {one.answer.strip() for one in wrong})
    typical = sorted((answer for answer in times if answer), key=lambda answer: (-times[answer], answer))[:TYPICAL]
    return RuleReport(
        rule=rule,
        title=title,
        learners=len(by_learner),
        missed_by=sum(map(bool, errors.values())),
        attempts=sum(map(len, by_learner.values())),
        errors=sum(map(len, errors.values())),
        share=share,
        low=low,
        high=high,
        below=below,
        wrong_answers=tuple(WrongAnswer(answer, times[answer], givers[answer]) for answer in typical),
    )


def _again(rules: Sequence[RuleReport]) -> tuple[TeachAgain, ...]:
    """The rules with a miss and a learner below mastery. What is equal in all of the key is a tie, and said to be."""
    keys = {
        one.rule: (one.missed_by < 2, -one.low, -one.error_rate, -len(one.below))
        for one in rules
        if one.errors and one.below
    }
    by_id = {one.rule: one for one in rules}
    ordered = sorted(keys, key=lambda rule: (keys[rule], rule_order(rule)))
    return tuple(
        TeachAgain(
            place=1 + sum(other < keys[rule] for other in keys.values()),
            rule=rule,
            tied_with=tuple(other for other in ordered if other != rule and keys[other] == keys[rule]),
            why=_why(by_id[rule]),
        )
        for rule in ordered
    )


def _why(rule: RuleReport) -> str:
    learners = "the one learner who tried it" if rule.learners == 1 else f"{rule.missed_by} of {rule.learners} learners"
    answers = "its only answer was" if rule.attempts == 1 else f"{rule.errors} of {rule.attempts} answers were"
    said = f"{learners} missed it, {answers} wrong"
    most = rule.wrong_answers[0].times if rule.wrong_answers else 0
    first = [f'"{wrong.answer}"' for wrong in rule.wrong_answers if wrong.times == most]
    if most == 1:
        # Given once each: none of them is typical.
        said += f"; for example {first[0]}"
    elif most > 1:
        each = " each" if len(first) > 1 else ""
        said += f"; most often {' or '.join(first)} ({most} times{each})"
    return said
