"""Check of the log: the events that a viewer receives account for everything that this viewer sees change."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rising_tutor.core.contract.sample import Sample
from rising_tutor.core.information import viewers, visible
from rising_tutor.core.open_table import offers_open_table

N_DIFFERENCES = 5
"""Differences that a message lists."""


def check_events_tell_all(sample: Sample) -> None:
    """Starting from the opening view, the events alone give each viewer's table after every step.

    A game that is no `OpenTableGame` passes.
    """
    game = sample.game
    if not offers_open_table(game) or not sample.trail.positions:
        return
    for viewer in viewers(sample.seats):
        table = game.open_table(game.view(sample.trail.positions[0].state, viewer))
        for at in sample.trail.positions:
            events = visible(at.step.events, viewer)
            try:
                for event in events:
                    table = game.after_event(table, event)
            except ValueError as error:
                raise sample.fault(at.state, f"viewer {viewer}: after {at.move}: {error}; events {events}") from error
            seen = game.open_table(game.view(at.step.state, viewer))
            if table != seen:
                found = "; ".join(list(differences(table, seen))[:N_DIFFERENCES])
                what = f"the events of {at.move} leave something out: {found}; events {events}"
                raise sample.fault(at.state, f"viewer {viewer}: {what}")


def differences(told: Any, seen: Any, path: str = "table") -> Iterator[str]:
    """Yield where two values differ, each with its path.

    >>> list(differences({"a": [1, 2]}, {"a": [1, 3]}))
    ['table.a[1]: told 2, seen 3']
    """
    told, seen = msgspec.to_builtins(told), msgspec.to_builtins(seen)
    if isinstance(told, dict) and isinstance(seen, dict) and told.keys() == seen.keys():
        for key in told:
            yield from differences(told[key], seen[key], f"{path}.{key}")
    elif isinstance(told, list | tuple) and isinstance(seen, list | tuple) and len(told) == len(seen):
        for n, (one, other) in enumerate(zip(told, seen, strict=True)):
            yield from differences(one, other, f"{path}[{n}]")
    elif told != seen:
        yield f"{path}: told {told!r}, seen {seen!r}"
