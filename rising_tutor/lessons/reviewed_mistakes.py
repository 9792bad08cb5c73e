"""The mistakes that a review marked, as exercises: every choice of a game, judged by the chance to win.

What `lessons.mistakes` finds is about the dice of one turn alone. A review judges every choice by V, the chance to win
(`rising_tutor.core.valuation`), so its exercises are judged by V as well.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> win_worth(game, game.start(2, {"teams": "aang,toph"})) is None
True
"""

from typing import Final

from rising_tutor.analysis.ledger import Ledger, LedgerLine
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision
from rising_tutor.core.valuation import ValueLabel, valued_game
from rising_tutor.lessons.facts import WIN, Mistake, mistake_id
from rising_tutor.lessons.mistakes import DiceWorth, Found
from rising_tutor.probability.answer import Progress
from rising_tutor.probability.percents import percent, size
from rising_tutor.replay import Verified

_LONGEST_NAME: Final = 80


def win_worth(game: AnyGame, state: object, progress: Progress | None = None) -> DiceWorth | None:
    """V after each action of a choice, the best first; None where nobody chooses, and for a game without V.

    Args:
        progress: called before the work; what it raises stops it.
    """
    valued = valued_game(game)
    if valued is None or not isinstance(game.node(state), Decision):
        return None
    if progress is not None:
        progress(0, 1)
    valuation = valued.valuation()
    options = sorted(valuation.follow().options(state), key=lambda option: -option.value)
    label = valuation.label
    return DiceWorth(
        values={option.action: float(option.value) for option in options},
        method=f"The chance to win: {label.method}; looked ahead: {label.horizon}.{_after(label)}",
        unit="chance",
        assumes=label.assumes,
        counted=(),
        why={},
    )


def mistakes_of_ledger(verified: Verified, ledger: Ledger, name: str, *, at: str, seat: int | None = None) -> Found:
    """The choices that a review marked as mistakes of any class, in the order of the game.

    Args:
        verified: the game, played.
        ledger: its ledger.
        name: what to call it in the notes, such as the name of its file.
        at: when it is looked at, as facts have it.
        seat: whose choices, from 0; None for everybody's.
    """
    own = [line for line in ledger.lines if line.seat is not None and seat in (None, line.seat)]
    marked: dict[str, Mistake] = {}
    for line in own:
        if line.fault:
            one = _mistake(verified, ledger, line, name, at)
            if one is not None:
                marked.setdefault(one.id, one)
    forced = sum(line.forced for line in own)
    return Found(tuple(marked.values()), judged=len(own) - forced, forced=forced)


def _mistake(verified: Verified, ledger: Ledger, line: LedgerLine, name: str, at: str) -> Mistake | None:
    game = verified.game
    rule = line.rule or next((near.rule for near in reversed(ledger.lines[: line.line]) if near.rule), "")
    if game is None or not rule:
        return None
    state = game.dump(verified.moves[line.line - 1].state).decode()
    lost = f"{size(line.loss, points=True)} points less than the best, {percent(line.before)}"
    return Mistake(
        id=mistake_id(state, line.move),
        at=at,
        kind="loss",
        state=state,
        tried=line.move,
        rule=rule,
        loss=min(1.0, float(line.loss)),
        source="replay",
        note=f"{name[:_LONGEST_NAME]}, {line.where}: {line.fault}, {lost}",
        measure=WIN,
    )


def _after(label: ValueLabel) -> str:
    return f" After it the policy {label.policy} plays on." if label.policy else ""
