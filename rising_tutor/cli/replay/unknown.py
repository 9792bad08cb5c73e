"""What `replay check` and `replay show` say of a record with gaps: how many tables are possible, and what is open."""

from typing import Any, Final

import msgspec

from rising_tutor.cli.table import board_text
from rising_tutor.cli.terminal import picked, say
from rising_tutor.core.view import Viewer
from rising_tutor.errors import LimitExceeded
from rising_tutor.replay import Verified, result_text
from rising_tutor.replay.certain import Fact, Facts, certain
from rising_tutor.replay.possible import Possible

_MOST_FACTS: Final = 30
_MOST_VALUES: Final = 8
_MOST_PLACES: Final = 3


def summary(verified: Verified) -> str:
    """A sound record with a gap, in one line. It has one."""
    possible: Possible = verified.possible  # type: ignore[assignment]  # said above
    n, lines = possible.left(possible.last), verified.replay.lines if verified.replay else ()
    n_gaps = sum(line.unknown for line in lines)
    gaps = "1 line is" if n_gaps == 1 else f"{n_gaps} lines are"
    upto = "at the end" if possible.last == len(lines) else f"after {possible.last} of them"
    end = f"; ends with {result_text(verified.result)}" if verified.result else ""
    return f"ok, {len(lines)} actions and outcomes, {gaps} not known in full; {tables(n)} possible {upto}{end}"


def tables(n: int) -> str:
    """A number of tables with its verb.

    >>> tables(1), tables(12)
    ('1 table is', '12 tables are')
    """
    return "1 table is" if n == 1 else f"{n:,} tables are"


def check_json(possible: Possible | None) -> dict[str, Any] | None:
    """What `replay check --json` says; None without a gap."""
    if possible is None:
        return None
    lines = [
        {"at": at, "tables": possible.left(at), "tables_then": possible.known_at(at)}
        for at in range(possible.first, possible.last + 1)
    ]
    return {"first": possible.first, "last": possible.last, "stopped": possible.stopped or None, "lines": lines}


def show_json(verified: Verified, at: int, viewer: Viewer) -> dict[str, Any] | None:
    """What `replay show --json` says of a position; None without a gap. `example` is one of the possible tables."""
    possible = verified.possible
    if possible is None:
        return None
    known = at <= possible.first
    states = (verified.state_at(at),) if known else possible.states(at)
    facts = facts_of(verified, states, viewer)
    return {
        "tables": len(states),
        "tables_then": possible.known_at(at),
        "settled": facts.n_settled if facts else None,
        "open": [picked(fact, "name", "path", "values") | {"sure": fact.sure or None} for fact in facts.open]
        if facts
        else None,
        "example": msgspec.to_builtins(verified.game.view(states[0], viewer)) if len(states) > 1 else None,
    }


def facts_of(verified: Verified, states: tuple[Any, ...], viewer: Viewer) -> Facts | None:
    """What is certain and what is open; None if there are too many tables to compare."""
    try:
        return certain(verified.game, states, viewer)
    except LimitExceeded:
        return None


def say_table(verified: Verified, at: int, viewer: Viewer, text: str | None) -> None:
    """Prints a position behind the first gap.

    Args:
        text: the line that leads to it; None where it would tell what the viewer cannot know.
    """
    possible: Possible = verified.possible  # type: ignore[assignment]  # whoever calls this has asked
    game, states = verified.game, possible.states(at)
    wheres = sorted({game.where(state) for state in states})
    n_lines = len(verified.replay) if verified.replay is not None else 0
    elsewhere = ["elsewhere"] if len(wheres) > _MOST_PLACES else []
    say(f"after {at} of {n_lines}: {' or '.join((*wheres[:_MOST_PLACES], *elsewhere))}")
    comment = verified.replay.lines[at - 1].comment if verified.replay is not None else ""
    if text is not None:
        say(f"> {text}" + (f"  # {comment}" if comment else ""))
    then = possible.known_at(at)
    more = f" ({then:,} before the later lines were read)" if then > len(states) else ""
    say(f"{tables(len(states))} possible here{more}")
    facts = facts_of(verified, states, viewer)
    if facts is None:
        say("too many to compare; what is open is not listed")
    elif facts.open:
        say(f"certain: {facts.n_settled} facts; open:")
        for fact in facts.open[:_MOST_FACTS]:
            say(f"  {fact_text(fact)}")
        if len(facts.open) > _MOST_FACTS:
            say(f"  and {len(facts.open) - _MOST_FACTS} more")
    say()
    if len(states) > 1:
        say("one of the possible tables, as an example:")
    say(board_text(game, game.view(states[0], viewer)))


def fact_text(fact: Fact) -> str:
    """An open fact in one line.

    >>> fact_text(Fact(("ruin",), "Ruin", ("3", "4")))
    'Ruin: 3 or 4'
    """
    shown = " or ".join(fact.values[:_MOST_VALUES])
    more = f" or {len(fact.values) - _MOST_VALUES} others" if len(fact.values) > _MOST_VALUES else ""
    sure = f" (in any case {fact.sure})" if fact.sure else ""
    return f"{fact.name}: {shown}{more}{sure}"
