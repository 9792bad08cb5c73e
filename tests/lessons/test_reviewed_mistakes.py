"""Exercises from the choices that a review marked."""

from fractions import Fraction

import pytest

from rising_tutor.analysis.ledger import ledger_of
from rising_tutor.core.node import Decision
from rising_tutor.lessons.facts import DICE, WIN, Mistake
from rising_tutor.lessons.mistake_exercise import BetterChoice
from rising_tutor.lessons.reviewed_mistakes import mistakes_of_ledger, win_worth
from rising_tutor.replay import Verified, verify
from rising_tutor.widgets.replay_samples import read_sample
from tests.testkit.wandering import Wandering

AT = "2026-11-21T18:04:05Z"


@pytest.fixture(scope="module")
def verified() -> Verified:
    data = read_sample("fire-nation-rising", "lost-by-a-team.replay")
    assert data is not None
    return verify(data, "lost-by-a-team.replay")


def test_every_marked_choice_becomes_a_position_to_try(verified: Verified) -> None:
    game = verified.game
    assert game is not None
    seats = verified.replay.header.seats  # type: ignore[union-attr]
    ledger = ledger_of(game, verified.moves, verified.start, n_seats=seats, valuation=Wandering(game))
    found = mistakes_of_ledger(verified, ledger, "evening.replay", at=AT)
    marked = ledger.mistakes()
    assert len(marked) > 3
    assert [one.tried for one in found.mistakes] == [line.move for line in marked]
    assert {one.measure for one in found.mistakes} == {WIN}
    assert [one.loss for one in found.mistakes] == [float(line.loss) for line in marked]
    assert found.judged == len(ledger.decisions())
    first = mistakes_of_ledger(verified, ledger, "evening.replay", at=AT, seat=0)
    assert [one.tried for one in first.mistakes] == [line.move for line in marked if line.seat == 0]
    one = found.mistakes[0]
    assert game.dump(verified.moves[marked[0].line - 1].state).decode() == one.state
    # The note tells what was lost, never what was better.
    assert marked[0].best not in one.note


class Ranked(Wandering):
    """V of an option is its place: the first action of a choice is the best."""

    def follow(self) -> "Ranked":  # type: ignore[override]
        return self

    def options(self, state: object) -> tuple[object, ...]:
        from rising_tutor.core.valuation import Choice

        node = self.game.node(state)
        assert isinstance(node, Decision)
        return tuple(Choice(action, Fraction(1, n + 2)) for n, action in enumerate(node.actions))


def test_such_an_exercise_is_judged_by_the_chance_to_win(verified: Verified, monkeypatch: pytest.MonkeyPatch) -> None:
    game = verified.game
    assert game is not None
    monkeypatch.setattr(type(game), "valuation", lambda own: Ranked(own, 0.0))
    # A choice outside the dice step too, which the values of the dice say nothing about.
    made = next(
        made
        for made in verified.moves
        if isinstance(node := game.node(made.state), Decision)
        and len(node.actions) > 2
        and made.move != node.actions[0]
    )
    node = game.node(made.state)
    assert isinstance(node, Decision)
    worth = win_worth(game, made.state)
    assert worth is not None
    assert list(worth.values) == list(node.actions)
    text = game.dump(made.state).decode()
    tried = game.write(made.state, node.actions[-1])
    mistake = Mistake("m1", AT, "loss", text, tried, "FNR-303", 0.2, "replay", "", WIN)
    exercise = BetterChoice(game, mistake)
    assert exercise.try_action(node.actions[-1]).outcome == "wrong"
    assert not exercise.done
    reply = exercise.try_action(node.actions[0])
    assert reply.outcome == "best"
    assert "chance to win" in " ".join(reply.says)


def test_a_file_from_before_says_dice() -> None:
    assert Mistake("m1", AT, "loss", "{}", "stop", "FNR-408").measure == DICE
