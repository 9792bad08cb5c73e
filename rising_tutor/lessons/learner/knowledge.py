"""How likely somebody knows each rule, and which rules are due for review: two stated models, one reading of the facts.

**What is known**: Bayesian knowledge tracing, A. T. Corbett and J. R. Anderson, "Knowledge tracing: modeling the
acquisition of procedural knowledge", User Modeling and User-Adapted Interaction 4 (1995), 253-278. Four numbers for a
rule (`Numbers`); a rule is mastered from 0.95 on, as there. It knows of no forgetting.

**When it is due**: FSRS 6, the scheduler of the package py-fsrs with its published parameters: the day on which the
chance to recall the rule has fallen to 0.9. The two numbers are kept apart and shown under their own names.

`evidence` says what an attempt tells about which rule. Everything else rests on it, the sentences too. The formulas and
the reasons stand in docs/knowledge.md.

>>> from rising_tutor.lessons.learner.facts import Attempt
>>> facts = [Attempt("2026-11-21T18:00:00Z", "spot:FNR-414", ("FNR-414",), "wrong")]
>>> [(one.rule, round(one.known, 3), one.mastered) for one in estimates(facts)]
[('FNR-414', 0.184, False)]
>>> due(facts, moment("2026-11-23T09:00:00Z"))[0].why
'due because you missed FNR-414 on 21 November and it was not practised since'
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from fsrs import Card, Rating, Scheduler

from rising_tutor.catalogues import found_rule
from rising_tutor.core.values import Value
from rising_tutor.lessons.learner.facts import Attempt, Fact, Header, Outcome, in_time, moment, settings_of

MASTERY: Final = 0.95
MOST_KNOWN: Final = 0.999
"""No estimate is nearer to certain: from 1 itself no miss would ever lead back."""
REVIEW: Final = "review"
"""The setting that switches the review list off."""
RETENTION: Final = 0.9
RETRY: Final = timedelta(minutes=30)
"""A right answer so soon after a miss at the same item was helped by what was said then."""
MOST_HELP: Final = 3
METHOD: Final = "Bayesian knowledge tracing (Corbett and Anderson 1995), same four numbers for every rule"
DUE_METHOD: Final = "FSRS 6 with its published parameters, due when the chance of recall is 90 %"


class Numbers(Value, frozen=True):
    """The four numbers of a rule, each a probability.

    Attributes:
        prior: known before the first attempt.
        learn: becomes known by an attempt and what is said about it.
        guess: a right answer without knowing the rule.
        slip: a wrong answer in spite of knowing it.
    """

    prior: float = 0.25
    learn: float = 0.15
    guess: float = 0.2
    slip: float = 0.1


STATED: Final = Numbers()
FREE_GUESS: Final = 0.5
"""The guess of an action in a game: much of what can be done there is right whatever one knows."""
_FREE: Final = ("play", "replay")


class Evidence(Value, frozen=True):
    """What one attempt tells about one rule.

    Attributes:
        right: whether it speaks for knowing the rule.
        aside: whether the rule was not the main one.
    """

    rule: str
    at: str
    item: str
    outcome: Outcome
    right: bool
    hints: int = 0
    misses: int = 0
    aside: bool = False
    answer: str = ""

    @property
    def help(self) -> int:
        """Levels of help, 0 to 3: hints and misses, and one more for a rule that is not the main one."""
        return min(MOST_HELP, self.hints + self.misses + self.aside)


class Estimate(Value, frozen=True):
    """What is known of one rule.

    Attributes:
        known: the probability that the learner knows it, from 0 to 1.
    """

    rule: str
    known: float
    attempts: int
    errors: int
    last: str

    @property
    def mastered(self) -> bool:
        return self.known >= MASTERY


class Due(Value, frozen=True):
    """A rule that is due for review.

    Attributes:
        since: the moment from which it is due, in UTC.
        known: as in `Estimate`.
        recall: the chance of recall at the moment asked for, from 0 to 1.
    """

    rule: str
    since: datetime
    known: float
    recall: float
    why: str


def evidence(facts: Iterable[Fact]) -> tuple[Evidence, ...]:
    """What the attempts tell about rules, oldest first.

    A right answer speaks for each of its rules. A wrong one, or one that was shown, speaks against the main rule alone;
    one that was refused speaks against the rule that refused it.
    """
    found: list[Evidence] = []
    missed: dict[str, list[datetime]] = {}
    for fact in in_time(facts):
        if not isinstance(fact, Attempt):
            continue
        free = fact.item in _FREE
        if not fact.right:
            rule = fact.refused or fact.main
            found.append(
                Evidence(rule, fact.at, fact.item, fact.outcome, right=False, hints=fact.hints, answer=fact.answer)
            )
            if not free:
                missed.setdefault(fact.item, []).append(moment(fact.at))
            continue
        before = moment(fact.at) - RETRY
        misses = min(MOST_HELP, sum(when >= before for when in missed.pop(fact.item, ())))
        for rule in dict.fromkeys(fact.rules):
            one = Evidence(rule, fact.at, fact.item, fact.outcome, right=True, hints=fact.hints, misses=misses)
            found.append(msgspec.structs.replace(one, aside=rule != fact.main, answer=fact.answer))
    return tuple(found)


def updated(known: float, seen: Evidence, numbers: Numbers = STATED) -> float:
    """The probability after one more piece of evidence: Bayes' rule, then what was learned by it.

    Args:
        known: the probability before.
    """
    guess = max(numbers.guess, FREE_GUESS) if seen.item in _FREE else numbers.guess
    if seen.right:
        # With all the help there is the answer comes as well without knowing the rule, and so tells nothing.
        if_known = 1 - numbers.slip
        if_not = guess + (if_known - guess) * seen.help / MOST_HELP
    else:
        if_known, if_not = numbers.slip, 1 - guess
    told = known * if_known / (known * if_known + (1 - known) * if_not)
    return min(MOST_KNOWN, told + (1 - told) * numbers.learn)


def estimates(facts: Iterable[Fact], numbers: Mapping[str, Numbers] | None = None) -> tuple[Estimate, ...]:
    """The estimate for each rule with evidence: least known first, then more errors first, then by id.

    Args:
        numbers: rule -> its numbers, where they differ from `STATED`.
    """
    by_rule = _by_rule(facts)
    made = []
    for rule, seen in by_rule.items():
        of_rule = (numbers or {}).get(rule, STATED)
        known = of_rule.prior
        for one in seen:
            known = updated(known, one, of_rule)
        made.append(Estimate(rule, known, len(seen), sum(not one.right for one in seen), seen[-1].at))
    return tuple(sorted(made, key=lambda one: (one.known, -one.errors, rule_order(one.rule))))


def gets_wrong(known: Iterable[Estimate]) -> tuple[Estimate, ...]:
    """The rules that somebody gets wrong: missed at least once and not mastered since, least known first."""
    return tuple(one for one in known if one.errors and not one.mastered)


def review_is_on(facts: Iterable[Fact], header: Header | None = None) -> bool:
    """Whether the learner wants a review list. It is on until the setting `review` is false or "off"."""
    return settings_of(facts, header).get(REVIEW, True) not in (False, "off")


def due(facts: Sequence[Fact], now: datetime, header: Header | None = None) -> tuple[Due, ...]:
    """The rules that are due for review, least known first; none where the learner has switched the list off.

    Args:
        header: of the file, for the settings that it began with.
    """
    if not review_is_on(facts, header):
        return ()
    known = {one.rule: one.known for one in estimates(facts)}
    found = []
    for rule, seen in _by_rule(facts).items():
        card = _card(seen)
        if card.due <= now:
            recall = _SCHEDULER.get_card_retrievability(card, now)
            found.append(Due(rule, card.due, known[rule], recall, _why(seen[-1], now, recall)))
    return tuple(sorted(found, key=lambda one: (one.known, one.since, rule_order(one.rule))))


def rule_order(rule: str) -> tuple[str, int]:
    """Sorts rule ids as people do: FNR-414 before FNR-1002."""
    letters, _, digits = rule.rpartition("-")
    return (letters, int(digits)) if digits.isdecimal() else (rule, 0)


def rule_title(game: str, rule: str) -> str:
    """The title of a rule; empty for one that the catalogue of this program does not have.

    >>> rule_title("fire-nation-rising", "FNR-414"), rule_title("fire-nation-rising", "FNR-1")
    ('Double faces may overpay but not be shared', '')
    """
    found = found_rule(game, rule)
    return found.title if found is not None else ""


def day_text(when: datetime, now: datetime) -> str:
    """A day in words, with its year where that is not the present one.

    >>> day_text(moment("2026-11-21T18:00:00Z"), moment("2027-01-02T00:00:00Z"))
    '21 November 2026'
    """
    year = f" {when.year}" if when.year != now.year else ""
    return f"{when.day} {_MONTHS[when.month - 1]}{year}"


def _by_rule(facts: Iterable[Fact]) -> dict[str, list[Evidence]]:
    by_rule: dict[str, list[Evidence]] = {}
    for seen in evidence(facts):
        by_rule.setdefault(seen.rule, []).append(seen)
    return by_rule


# A rule that was missed, or answered with help at the first time, comes back within a quarter of an hour; then after
# days. Nothing is drawn by chance, so that the same facts give the same list.
_SOON: Final = (timedelta(minutes=10),)
_SCHEDULER: Final = Scheduler(
    desired_retention=RETENTION, learning_steps=_SOON, relearning_steps=_SOON, enable_fuzzing=False
)


def _card(seen: Sequence[Evidence]) -> Card:
    card = Card(card_id=0, due=moment(seen[0].at))
    for one in seen:
        helped = one.hints + one.misses > 0
        rating = (Rating.Hard if helped else Rating.Good) if one.right else Rating.Again
        card, _ = _SCHEDULER.review_card(card, rating, moment(one.at))
    return card


def _why(last: Evidence, now: datetime, recall: float) -> str:
    day = day_text(moment(last.at), now)
    since = "and it was not practised since"
    if last.outcome == "illegal":
        return f"due because {last.rule} forbade what you tried on {day} {since}"
    if last.outcome == "shown":
        return f"due because you had the answer about {last.rule} shown on {day} {since}"
    if not last.right:
        return f"due because you missed {last.rule} on {day} {since}"
    if last.hints:
        n_hints = "a hint" if last.hints == 1 else f"{last.hints} hints"
        return f"due because you needed {n_hints} for {last.rule} on {day} {since}"
    if last.misses:
        return f"due because you needed another try for {last.rule} on {day} {since}"
    percent = f"{100 * recall:.0f} %"
    return f"due because you last practised {last.rule} on {day}; the chance that you recall it is about {percent}"


_MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
