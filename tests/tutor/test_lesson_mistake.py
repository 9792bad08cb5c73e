"""An own mistake on the page Learn: what it shows, what it takes, what it notes."""

from typing import Any

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadPosition
from rising_tutor.lessons.learner.facts import Attempt, Fact, Mistake, mistake_id, open_mistakes
from rising_tutor.lessons.mistakes.exercise import RefusedChoice
from rising_tutor.tutor.lesson.mistake import MistakeController
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.learn.mistake import speech, table

GAME: Any = load_game("fire-nation-rising")
AT = "2026-11-21T18:04:05Z"
TITLES = {"FNR-406": "After each roll: assign or discard"}


def mistake(tried: str, kind: Any, rule: str) -> Mistake:
    words = {"teams": ["toph", "aang"], "at": {"1": ["tyro"]}, "shown": "blue W, green E"}
    state = GAME.dump(GAME.set_up(words)).decode()
    loss = 1.0 if kind == "loss" else None
    return Mistake(mistake_id(state, tried), AT, kind, state, tried, rule, loss, "replay")


def desk_of(one: Mistake) -> tuple[MistakeController, list[Fact]]:
    notes: list[Fact] = []
    return MistakeController(GAME, one, note=notes.append, now=lambda: AT), notes


def send(controller: MistakeController, do: str, arg: str = "") -> None:
    assert controller.handle(Message(do, arg, controller.table.seat.n_moves))


def shown(controller: MistakeController) -> str:
    return str(table(controller)) + str(speech(controller, lambda rule: TITLES.get(rule, rule)))


def outcomes(notes: list[Fact]) -> list[str]:
    return [note.outcome for note in notes if isinstance(note, Attempt)]


def test_a_better_choice_is_looked_for_at_the_table() -> None:
    one = mistake("stop", "loss", "FNR-408")
    controller, notes = desk_of(one)
    asked = shown(controller)
    assert "it may cost at most a third of what that cost" in asked
    assert "1 goal" not in asked
    send(controller, "stop")
    assert outcomes(notes) == ["wrong"]
    assert "costs you 1 goal, as it did then." in shown(controller)
    send(controller, "roll")
    assert outcomes(notes) == ["wrong", "illegal"]
    assert "FNR-406" in shown(controller)
    assert open_mistakes([one, *notes]) == (one,)
    for part in ("die:0", "card:tyro"):
        send(controller, "press", part)
    assert outcomes(notes) == ["wrong", "illegal", "best"]
    assert controller.done
    assert "costs you nothing" in shown(controller)
    assert "exact." in shown(controller)
    assert open_mistakes([one, *notes]) == ()
    send(controller, "stop")
    assert len(notes) == 3


def test_what_was_refused_is_picked_and_its_rule_named() -> None:
    one = mistake("roll", "refused", "FNR-406")
    controller, notes = desk_of(one)
    exercise = controller.exercise
    assert isinstance(exercise, RefusedChoice)
    asked = shown(controller)
    assert "FNR-406" not in asked
    assert "not allowed now" in asked
    assert controller.rules == ()
    legal = next(at for at in range(len(exercise.asked.offers)) if at != exercise.exercise.illegal)
    send(controller, "choice", str(legal))
    assert "It is allowed" in shown(controller)
    send(controller, "choice", str(exercise.exercise.illegal))
    assert "Now name the rule." in shown(controller)
    assert len(controller.rules) == 4
    send(controller, "name", "FNR-1")
    assert outcomes(notes) == ["wrong"], "the first pick counts at once"
    send(controller, "name", "FNR-406")
    # The rule is right, the first pick was not: it stays in the list.
    assert outcomes(notes) == ["wrong"]
    assert open_mistakes([one, *notes]) == (one,)
    again, notes = desk_of(one)
    send(again, "choice", str(exercise.exercise.illegal))
    send(again, "name", "FNR-406")
    assert outcomes(notes) == ["best"]
    assert exercise.exercise.refusal.why in shown(again)
    assert open_mistakes([one, *notes]) == ()


@pytest.mark.parametrize("message", ["choice", "name"])
def test_nonsense_from_the_browser_does_nothing(message: str) -> None:
    for one in (mistake("roll", "refused", "FNR-406"), mistake("stop", "loss", "FNR-408")):
        controller, notes = desk_of(one)
        for arg in ("", "99", "-1", "x", "FNR-406"):
            send(controller, message, arg)
        assert not notes
        assert not controller.done


def test_what_the_rules_in_use_allow_is_no_exercise() -> None:
    with pytest.raises(BadPosition, match="refuse"):
        desk_of(mistake("stop", "refused", "FNR-406"))
