"""What is written down about a learner: attempts, own mistakes, places reached, settings.

Facts are never changed. A later one of the same item or name counts more than an earlier one where only one can count
(`Progress`, `Setting`); attempts and mistakes all count. Times are UTC, written `2026-11-21T18:04:05Z`.

>>> fact = Attempt("2026-11-21T18:04:05Z", "spot:FNR-414", ("FNR-414",), "wrong", "one die on two cards")
>>> fact.right, fact.main
(False, 'FNR-414')
>>> stamp(moment(fact.at))
'2026-11-21T18:04:05Z'
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rising_tutor.core.values import Value
from rising_tutor.probability.unit import Unit
from rising_tutor.replay.limits import LINE, MOVE, NAME, NOTE, Whole

Outcome = Literal["best", "equal", "good", "wrong", "illegal", "shown"]
RIGHT: Final[frozenset[Outcome]] = frozenset({"best", "equal", "good"})
"""The best action, one of equal value, one within the loss that the item accepts. The others show that the rule was
not known: a worse answer, one that a rule forbids, and the answer asked for instead of tried."""

_ID: Final = r"[A-Za-z0-9_.-]+"
_ITEM: Final = rf"^((lesson|mission):{_ID}(#{_ID})?|(scenario|spot|mistake):{_ID}|play|replay)\Z"
_AT: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z\Z"
_RULE: Final = r"[A-Z][A-Z0-9]*-[0-9]+"
MOST_RULES: Final = 40
MOST_MOVES: Final = 400

Moment = Annotated[str, Meta(pattern=_AT, max_length=27)]
Item = Annotated[str, Meta(pattern=_ITEM, max_length=80)]
Rule = Annotated[str, Meta(pattern=rf"^{_RULE}\Z", max_length=20)]
RuleOrNone = Annotated[str, Meta(pattern=rf"^({_RULE})?\Z", max_length=20)]
Words = Annotated[str, Meta(max_length=MOVE.most)]
Note = Annotated[str, Meta(max_length=NOTE.most)]
Name = Annotated[str, Meta(min_length=1, max_length=NAME.most)]
State = Annotated[str, Meta(max_length=LINE.most)]
Loss = Annotated[float, Meta(ge=0, le=1)]
Plain: TypeAlias = bool | int | float | Words
"""What a setting may be."""


class Attempt(Value, frozen=True, omit_defaults=True, tag_field="fact", tag="attempt"):
    """An answer to a step, or an action of a game that was judged.

    Attributes:
        item: `lesson:ID#STEP`, `mission:ID#STEP`, `scenario:ID`, `spot:FNR-414`, `mistake:ID`, `play` or `replay`.
        rules: what it is about; the first is the main one.
        answer: what was answered, in the words of the notation.
        refused: the rule that refused it; empty if none did.
        hints: how many of the three hints were read before.
        loss: how much less than the best it is worth, as a share of a whole game; None where that was not worked out.
    """

    at: Moment
    item: Item
    rules: Annotated[tuple[Rule, ...], Meta(min_length=1, max_length=MOST_RULES)]
    outcome: Outcome
    answer: Words = ""
    refused: RuleOrNone = ""
    hints: Annotated[int, Meta(ge=0, le=3)] = 0
    loss: Loss | None = None

    @property
    def right(self) -> bool:
        return self.outcome in RIGHT

    @property
    def main(self) -> str:
        return self.rules[0]


class Mistake(Value, frozen=True, omit_defaults=True, tag_field="fact", tag="mistake"):
    """A mistake of the learner's own, kept as a position to try again.

    It says nothing about the rules that are known: the attempt that was judged is a fact of its own.

    Attributes:
        id: names it; attempts at it have the item `mistake:ID`. `mistake_id` makes one.
        kind: a rule refused the action, or the action was worth less than the best.
        state: the position, as the game dumps it.
        rule: the rule that refused it, or the one that the choice is about.
        loss: how much less than the best it was worth, in its unit, 1 standing for 1 and more; None where a rule
            refused it.
        source: where it was made.
        unit: what the loss is counted in, and what the exercise is judged by.
    """

    id: Annotated[str, Meta(pattern=rf"^{_ID}\Z", max_length=NAME.most)]
    at: Moment
    kind: Literal["refused", "loss"]
    state: State
    tried: Words
    rule: Rule
    loss: Loss | None = None
    source: Literal["lesson", "play", "replay"] = "play"
    note: Note = ""
    unit: Unit = Unit.GOALS


class Progress(Value, frozen=True, omit_defaults=True, tag_field="fact", tag="progress"):
    """Where somebody is in a lesson or scenario. The last one of an item counts.

    Attributes:
        stars: 0 to 3, for what was finished.
        step: the place of the step that is next, from 0.
        moves: the actions that led from the position of this step to where the learner is, in the notation.
    """

    at: Moment
    item: Item
    done: bool = False
    stars: Annotated[int, Meta(ge=0, le=3)] = 0
    step: Whole = 0
    moves: Annotated[tuple[Words, ...], Meta(max_length=MOST_MOVES)] = ()


class Setting(Value, frozen=True, tag_field="fact", tag="setting"):
    """A choice of the learner, such as `review` off. The last one of a name counts."""

    at: Moment
    name: Name
    value: Plain


Fact: TypeAlias = Attempt | Mistake | Progress | Setting


class Header(Value, frozen=True):
    """Whose file it is.

    Attributes:
        name: of the learner, freely chosen; may be empty.
        settings: what was chosen at the beginning, as (name, value).
    """

    name: Annotated[str, Meta(max_length=NAME.most)]
    game: str
    created: Moment
    settings: tuple[tuple[Name, Plain], ...] = ()


def moment(at: str) -> datetime:
    """The moment that a text stands for. Raises `ValueError` for one that no calendar has."""
    return datetime.fromisoformat(at).astimezone(UTC)


def stamp(when: datetime) -> str:
    """The text of a moment; parts of a second are kept to the thousandth."""
    text = when.astimezone(UTC).isoformat(timespec="milliseconds" if when.microsecond else "seconds")
    return text.replace("+00:00", "Z")


def mistake_id(state: str, tried: str) -> str:
    """A name for a mistake: the same for the same action in the same position.

    >>> mistake_id("{}", "roll")
    '78525dc2'
    """
    return hashlib.sha256(f"{state}\n{tried}".encode()).hexdigest()[:8]


def in_time(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts, oldest first; those of one moment in the order in which they came."""
    return tuple(sorted(facts, key=lambda fact: moment(fact.at)))


def settings_of(facts: Iterable[Fact], header: Header | None = None) -> Mapping[str, Plain]:
    """The settings that are in force."""
    chosen: dict[str, Plain] = dict(header.settings) if header is not None else {}
    return chosen | {fact.name: fact.value for fact in in_time(facts) if isinstance(fact, Setting)}


def progress_of(facts: Iterable[Fact]) -> Mapping[str, Progress]:
    """Item -> where the learner is in it."""
    return {fact.item: fact for fact in in_time(facts) if isinstance(fact, Progress)}


def spotted(facts: Iterable[Fact]) -> frozenset[str]:
    """The rules whose last exercise "spot the illegal action" was answered right."""
    last = {fact.item: fact for fact in in_time(facts) if isinstance(fact, Attempt) and fact.item.startswith("spot:")}
    return frozenset(fact.main for fact in last.values() if fact.right)


def open_mistakes(facts: Iterable[Fact]) -> tuple[Mistake, ...]:
    """The own mistakes that are still to be practised, oldest first.

    Those are the mistakes without a right answer since they were made. One that was made again stands once.
    """
    found: dict[str, Mistake] = {}
    for fact in in_time(facts):
        if isinstance(fact, Mistake):
            found.setdefault(fact.id, fact)
        elif isinstance(fact, Attempt) and fact.right and fact.item.startswith("mistake:"):
            found.pop(fact.item.removeprefix("mistake:"), None)
    return tuple(found.values())


def joined(one: Iterable[Fact], other: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts of two files of one learner, oldest first.

    What stands in both is kept once; a fact that one file has twice stays there twice, so nothing is lost.
    """
    kept = list(one)
    # Compared as they are written: in Python 1 equals True, in a file it does not.
    left = Counter(map(msgspec.json.encode, kept))
    for fact in other:
        written = msgspec.json.encode(fact)
        if left[written] > 0:
            left[written] -= 1
        else:
            kept.append(fact)
    return in_time(kept)
