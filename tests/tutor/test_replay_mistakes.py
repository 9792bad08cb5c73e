"""Exercises from a review, beside an open replay: what is offered, whose choices, what was new."""

from collections.abc import Sequence

import pytest

from rising_tutor.analysis.ledger import Ledger, ledger_of
from rising_tutor.lessons.learner.facts import Mistake
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.replay.samples import read_sample
from rising_tutor.ui.replays.mistakes import MistakeFinder, panel
from tests.testkit.wandering import Wandering

NAME = "lost-by-a-team.replay"


class Learner:
    """Keeps every mistake once."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def add(self, found: Sequence[Mistake]) -> int:
        new = [one.id for one in found if one.id not in self.ids]
        self.ids += new
        return len(new)


@pytest.fixture(scope="module")
def player() -> ReplayPlayer:
    data = read_sample("fire-nation-rising", NAME)
    assert data is not None
    return open_replay(data, NAME)


@pytest.fixture(scope="module")
def ledger(player: ReplayPlayer) -> Ledger:
    return ledger_of(player.game, player.moves, player.state_at(0), n_seats=2, valuation=Wandering(player.game))


def finder_of(player: ReplayPlayer) -> tuple[MistakeFinder, Learner]:
    kept = Learner()
    return MistakeFinder(player, kept.add, now=lambda: "2026-11-21T18:04:05Z"), kept


def ask(finder: MistakeFinder, seat: str = "") -> None:
    assert finder.handle(Message("mistakes", fields={"seat": seat}))


def test_before_the_review_nothing_is_asked_for(player: ReplayPlayer) -> None:
    finder, kept = finder_of(player)
    assert panel(finder) == ""
    ask(finder)
    assert (finder.found, kept.ids) == (None, [])
    assert not finder.handle(Message("review"))


def test_the_marked_choices_of_a_seat_are_kept_once(player: ReplayPlayer, ledger: Ledger) -> None:
    finder, kept = finder_of(player)
    finder.set_ledger(ledger)
    assert "Make exercises from my choices" in panel(finder)
    ask(finder, "0")
    marked = [line for line in ledger.mistakes() if line.seat == 0]
    assert len(kept.ids) == finder.n_new == min(len(marked), 20)
    shown = panel(finder)
    assert f"{len(marked)} of them lost 2 points of the chance to win or more." in shown
    assert f"{len(kept.ids)} new exercise" in shown
    assert "Practise them" in shown
    ask(finder, "0")
    assert "They are in your list already." in panel(finder)
    ask(finder, "7")
    assert finder.seat is None
    finder.set_ledger(None)
    assert finder.found is None
