"""Logs that are broken on purpose: one kind of event is missing, or an event names another place.

A log is complete only if every event that changes the table is missed when it is not there. So each step is checked
again with an event dropped or changed, and the check must fail.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from rising_tutor.core.contract import Sample
from rising_tutor.core.contract.telling import check_events_tell_all
from rising_tutor.core.event import Event
from rising_tutor.core.information import viewers, visible
from rising_tutor.core.playthrough import Trail

N_STEPS = 20
"""Steps that are tried for each kind of event."""
Change = Callable[[Event], Event | None]
"""Changed event of a log; None for an event that is dropped."""


def kind_of(event: Event) -> str:
    """Return the name of the kind of an event: its class, and its field `what` where it has one.

    >>> from rising_tutor.core.ids import RuleId
    >>> kind_of(Event(rule=RuleId("CH-1"), step=""))
    'Event'
    """
    what = getattr(event, "what", None)
    return type(event).__name__ if what is None else f"{type(event).__name__} {what}"


def steps_by_kind(samples: list[Sample]) -> dict[str, list[Sample]]:
    """Return for each kind of event samples of one step each, in which an event of that kind changes a table."""
    found: dict[str, list[Sample]] = {}
    for sample in samples:
        for at in range(len(sample.trail.positions)):
            step = one_step(sample, at)
            for kind in kinds_that_change(step):
                found.setdefault(kind, []).append(step)
    return found


def one_step(sample: Sample, at: int) -> Sample:
    """Return a sample of one step of another."""
    position = sample.trail.positions[at]
    return replace(sample, trail=Trail((position,), position.step.state, None))


def kinds_that_change(step: Sample) -> set[str]:
    """Return the kinds of the events of a step that change the table of some viewer."""
    [at] = step.trail.positions
    found = set()
    for viewer in viewers(step.seats):
        table = step.game.open_table(step.game.view(at.state, viewer))
        for event in visible(at.step.events, viewer):
            before, table = table, step.game.after_event(table, event)
            if table != before:
                found.add(kind_of(event))
    return found


def with_log(step: Sample, change: Change) -> Sample:
    """Return a step whose log was changed."""
    [at] = step.trail.positions
    events = tuple(now for now in map(change, at.step.events) if now is not None)
    changed = replace(at, step=replace(at.step, events=events))
    return replace(step, trail=Trail((changed,), step.trail.end, None))


def without(step: Sample, kind: str) -> Sample:
    """Return a step whose log lacks the events of a kind."""
    return with_log(step, lambda event: None if kind_of(event) == kind else event)


def is_missed(steps: list[Sample], kind: str) -> bool:
    """Return True if a kind of event is missed where a log lacks it.

    Some of the steps say it a second time: a used power does not matter any more where the turn ends in the same step.
    """
    return any(is_found(without(step, kind)) for step in steps[:N_STEPS])


def values_of(samples: list[Sample], kind: str) -> dict[str, list[Any]]:
    """Return the fields of a kind of event that say what or where, with all their values in some samples."""
    found: dict[str, list[Any]] = {}
    for sample in samples:
        for at in sample.trail.positions:
            for event in at.step.events:
                if kind_of(event) == kind:
                    for name, value in msgspec.structs.asdict(event).items():
                        if name not in ("rule", "step", "seats", "what") and value not in found.setdefault(name, []):
                            found[name].append(value)
    return found


def with_another(step: Sample, kind: str, name: str, values: list[Any]) -> Iterator[Sample]:
    """Yield the step with another value in one field of its first event of a kind, for each of the values."""
    [at] = step.trail.positions
    first = next(event for event in at.step.events if kind_of(event) == kind)
    for value in values:
        if value != getattr(first, name):
            changed = replace(first, **{name: value})
            yield with_log(step, lambda event, changed=changed: changed if event is first else event)  # type: ignore[misc]


def is_found(broken: Sample) -> bool:
    """Return True if the check of the log fails."""
    try:
        check_events_tell_all(broken)
    except AssertionError:
        return True
    return False
