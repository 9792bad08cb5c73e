"""Own mistakes: taken from the review of a recorded game, and practised by the measure that they were judged by."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.ledger import Ledger, ledger_of
from rising_tutor.analysis.worth import exact_worth, win_worth
from rising_tutor.core.node import Decision
from rising_tutor.core.registry import load_game
from rising_tutor.core.valuation import Choice
from rising_tutor.errors import BadPosition
from rising_tutor.lessons.learner import LearnerFile, load_learner
from rising_tutor.lessons.learner.facts import Attempt, Mistake, mistake_id, open_mistakes
from rising_tutor.lessons.mistakes import Found, mistakes_of, take_in, worst
from rising_tutor.lessons.mistakes.exercise import BetterChoice, RefusedChoice, exercise_of
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.unit import Unit
from rising_tutor.replay import Verified, verify
from tests.testkit.wandering import Wandering

GAME: Any = load_game("fire-nation-rising")
SAMPLES = Path(__file__).parents[2] / "replays" / "fire-nation-rising"
NAME = "lost-by-a-team.replay"
AT = "2026-11-21T18:04:05Z"


@pytest.fixture(scope="module")
def sample() -> Verified:
    return verify(SAMPLES / NAME)


@pytest.fixture(scope="module")
def ledger(sample: Verified) -> Ledger:
    return ledger_of(GAME, sample.moves, sample.start, n_seats=2, valuation=Wandering(GAME))


@pytest.fixture(scope="module")
def found(sample: Verified, ledger: Ledger) -> Found:
    return mistakes_of(sample, ledger, NAME, at=AT)


def ids(found: Found) -> set[str]:
    return {one.id for one in found.mistakes}


def state_of(sample: Verified, line: Any) -> str:
    return GAME.dump(sample.moves[line.line - 1].state).decode()


# What a review gives


def test_every_marked_choice_becomes_a_position_to_try(sample: Verified, ledger: Ledger, found: Found) -> None:
    marked = ledger.mistakes()
    assert len(marked) > 3
    assert [one.tried for one in found.mistakes] == [line.move for line in marked]
    assert [one.loss for one in found.mistakes] == [float(line.loss) for line in marked]
    for one, line in zip(found.mistakes, marked, strict=True):
        assert (one.kind, one.source, one.at, one.unit) == ("loss", "replay", AT, Unit.CHANCE_TO_WIN)
        assert one.state == GAME.dump(sample.moves[line.line - 1].state).decode()
        assert one.id == mistake_id(one.state, one.tried)
        assert one.rule
    assert found.judged == len(ledger.decisions())
    assert found.forced == sum(line.forced for line in ledger.lines)


@pytest.mark.parametrize(("programs", "seats"), [("2=greedy", {0}), ("1=greedy 2=random", {0, 1}), ("two", {0, 1})])
def test_what_programs_did_is_nobodys_mistake(
    sample: Verified, ledger: Ledger, found: Found, programs: str, seats: set[int]
) -> None:
    """Where programs play alone their mistakes are all there are; a field that cannot be read says nothing."""
    text = (SAMPLES / NAME).read_text(encoding="utf-8").replace("seats: 2\n", f"seats: 2\n_programs: {programs}\n", 1)
    kept = mistakes_of(verify(text.encode(), NAME), ledger, NAME, at=AT)
    whose = {line.seat for line in ledger.mistakes() if mistake_id(state_of(sample, line), line.move) in ids(kept)}
    assert whose == seats
    assert len(kept.mistakes) == sum(line.seat in seats for line in ledger.mistakes())
    assert (kept == found) == (seats == {0, 1})


def test_its_note_says_where_it_was_and_what_was_lost_by_which_measure(ledger: Ledger, found: Found) -> None:
    one, line = found.mistakes[0], ledger.mistakes()[0]
    lost = f"{float(100 * line.loss):.1f} points of the chance to win"
    assert one.note.startswith(f"{NAME}, {line.where}: {line.fault}, it lost {lost}; the best had ")
    # It tells what was lost, never what was better.
    assert line.best not in one.note


def test_the_seat_and_the_most_choose(sample: Verified, ledger: Ledger, found: Found) -> None:
    of_seats = [mistakes_of(sample, ledger, NAME, at=AT, seat=seat) for seat in (0, 1)]
    assert sorted(one.id for part in of_seats for one in part.mistakes) == sorted(one.id for one in found.mistakes)
    assert sum(part.judged for part in of_seats) == found.judged
    assert all(part.mistakes for part in of_seats)
    kept = worst(found.mistakes, 3)
    assert [one for one in found.mistakes if one in kept] == list(kept)
    assert min(one.loss or 0 for one in kept) >= max(one.loss or 0 for one in found.mistakes if one not in kept)


def test_the_same_game_twice_gives_no_doubles_and_reopens_nothing(found: Found, tmp_path: Path) -> None:
    mine = LearnerFile.begin(tmp_path / "anna.learner.jsonl", "Anna", GAME.info.id)
    assert take_in(mine, found.mistakes) == found.mistakes
    first = found.mistakes[0]
    mine.add(Attempt("2026-11-22T18:04:05Z", f"mistake:{first.id}", (first.rule,), "best"))
    later = [replace(one, at="2026-11-23T18:04:05Z") for one in found.mistakes]
    assert take_in(LearnerFile.open(mine.path), later) == ()
    reading = load_learner(mine.path)
    assert not reading.problems
    assert len(open_mistakes(reading.facts)) == len(found.mistakes) - 1


# By which measure


@pytest.fixture(scope="module")
def of_dice(sample: Verified) -> list[Mistake]:
    """Choices of a game that lost goals of their turn, as play and older files have them."""
    lost: list[Mistake] = []
    for made in sample.moves:
        node = GAME.node(made.state)
        worth = exact_worth(GAME, made.state) if isinstance(node, Decision) and len(node.actions) > 1 else None
        if worth is None or made.move not in worth.values or worth.loss(made.move) < 0.05 * max(worth.values.values()):
            continue
        state, tried = GAME.dump(made.state).decode(), GAME.write(made.state, made.move)
        lost.append(Mistake(mistake_id(state, tried), AT, "loss", state, tried, "FNR-408", 0.5, "replay"))
        if len(lost) == 12:
            break
    return lost


@pytest.mark.slow
def test_a_loss_of_dice_is_what_their_mathematics_says(of_dice: list[Mistake]) -> None:
    dice: Any = dice_game(GAME)
    assert len(of_dice) == 12
    for one in of_dice:
        state = GAME.load(one.state.encode())
        rows = dice.odds_of_actions(state, dice.odds_question(state)).rows
        values = {row.action: row.amount.decimal for row in rows if row.amount is not None}
        losses = {row.action: row.loss for row in rows}
        worth = exact_worth(GAME, state)
        assert worth is not None
        assert worth.values == values
        tried = GAME.read(state, one.tried)
        assert worth.loss(tried) == losses[tried] == pytest.approx(max(values.values()) - values[tried])


def test_the_question_says_by_which_measure(of_dice: list[Mistake], found: Found) -> None:
    assert BetterChoice(GAME, of_dice[0]).asks.endswith("against the best, counted by the goals of this turn.")
    assert BetterChoice(GAME, found.mistakes[0]).asks.endswith("against the best, counted by the chance to win.")


def test_a_choice_with_one_goal_is_counted_by_its_chance() -> None:
    """As a warning at a table keeps it: in the unit of the values that it was held back by."""
    one = of_scene("green E, blue W", "stop")
    worth = exact_worth(GAME, GAME.load(one.state.encode()))
    assert worth is not None
    exercise = BetterChoice(GAME, replace(one, unit=Unit.CHANCE_OF_GOAL))
    assert exercise.asks.endswith("counted by the chance of the goal.")
    assert exercise.worth() == worth


class Ranked(Wandering):
    """V of an option is its place: the first action of a choice is the best."""

    def follow(self) -> "Ranked":  # type: ignore[override]
        return self

    def options(self, state: object) -> tuple[Choice, ...]:
        node = self.game.node(state)
        assert isinstance(node, Decision)
        return tuple(Choice(action, Fraction(1, n + 2)) for n, action in enumerate(node.actions))


def test_such_an_exercise_is_judged_by_the_chance_to_win(sample: Verified, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "valuation", lambda own: Ranked(own, 0.0))
    # A choice outside the dice step too, which the values of the dice say nothing about.
    made = next(
        made
        for made in sample.moves
        if isinstance(node := GAME.node(made.state), Decision)
        and len(node.actions) > 2
        and made.move != node.actions[0]
    )
    actions = GAME.node(made.state).actions
    worth = win_worth(GAME, made.state)
    assert worth is not None
    assert list(worth.values) == list(actions)
    text = GAME.dump(made.state).decode()
    tried = GAME.write(made.state, actions[-1])
    exercise = BetterChoice(
        GAME, Mistake("m1", AT, "loss", text, tried, "FNR-303", 0.2, "replay", "", Unit.CHANCE_TO_WIN)
    )
    assert exercise.try_action(actions[-1]).outcome == "wrong"
    assert not exercise.done
    reply = exercise.try_action(actions[0])
    assert reply.outcome == "best"
    assert "chance to win" in " ".join(reply.says)


# The exercises


def of_scene(shown: str, tried: str, kind: Any = "loss", rule: str = "FNR-408") -> Mistake:
    state = GAME.dump(GAME.set_up({"teams": ["toph", "aang"], "at": {"1": ["tyro"]}, "shown": shown})).decode()
    return Mistake(mistake_id(state, tried), AT, kind, state, tried, rule, 0.5 if kind == "loss" else None)


def test_an_action_is_accepted_that_loses_at_most_a_third_of_what_was_lost(of_dice: list[Mistake]) -> None:
    seen = set()
    for one in of_dice:
        exercise = BetterChoice(GAME, one)
        worth = exact_worth(GAME, exercise.state)
        assert worth is not None
        for action in GAME.node(exercise.state).actions:
            reply = exercise.try_action(action)
            seen.add(reply.outcome)
            if action not in worth.values:
                assert reply.outcome == "unjudged"
                continue
            lost, old = worth.loss(action), worth.loss(exercise.tried)
            assert reply.right == (3 * lost <= old * (1 + 1e-9))
            assert (reply.outcome in ("best", "equal")) == (lost == 0)
            assert worth.method in reply.says
    assert {"best", "equal", "good", "wrong"} <= seen


def test_the_old_choice_is_wrong_and_a_refused_one_is_answered_with_its_rule() -> None:
    exercise = BetterChoice(GAME, of_scene("blue W, green E", "stop"))
    again = exercise.try_text("stop")
    assert (again.outcome, again.says[0]) == ("wrong", "stop costs you 1 goal, as it did then.")
    assert exercise.attempt(AT).outcome == "wrong"
    assert not exercise.done
    refused = exercise.try_text("roll")
    assert (refused.outcome, refused.rules) == ("illegal", ("FNR-406",))
    assert exercise.attempt(AT).refused == "FNR-406"
    right = exercise.try_text("green E > tyro")
    assert exercise.done
    assert right.says == (
        "green E > tyro costs you nothing; stop costs 1 goal.",
        "The best here is worth 1 goal.",
        "Goals completed this turn on average under best play of the dice, exact.",
        "What counts, 1 for each: Tyro and Balance.",
    )
    made = exercise.attempt(AT)
    assert (made.item, made.outcome, made.rules) == (f"mistake:{exercise.mistake.id}", "best", ("FNR-408",))


def test_nothing_tells_the_answer_before_the_attempt(of_dice: list[Mistake]) -> None:
    for one in of_dice:
        exercise = BetterChoice(GAME, one)
        # Its place is that of the position, whatever the answer is: "roll 2" is no answer.
        assert exercise.where.casefold().startswith(GAME.where(exercise.state).casefold())
        said = exercise.asks.replace(one.tried, "")
        best = BetterChoice(GAME, one).show()
        assert best
        assert not any(text in said for text in best)
    refused = RefusedChoice(GAME, of_scene("blue W, green E", "roll", "refused", "FNR-406"))
    assert "FNR-406" not in refused.asked.where
    assert len(refused.asked.rules) == 4


def test_an_answer_that_was_asked_for_leaves_the_mistake_open(of_dice: list[Mistake]) -> None:
    one = of_dice[0]
    exercise = BetterChoice(GAME, one)
    with pytest.raises(ValueError, match="judged"):
        exercise.attempt(AT)
    exercise.try_text(exercise.show()[0])
    assert exercise.attempt(AT).outcome == "shown"
    assert open_mistakes((one, exercise.attempt(AT))) == (one,)


def test_a_refused_action_is_picked_and_its_rule_named() -> None:
    mistake = of_scene("blue W, green E", "roll", "refused", "FNR-406")
    exercise = exercise_of(GAME, mistake)
    assert isinstance(exercise, RefusedChoice)
    assert "roll" in exercise.asked.offers
    with pytest.raises(ValueError, match="first comes the action"):
        exercise.name_rule("FNR-406")
    assert exercise.pick(exercise.asked.offers.index("roll")).says == (exercise.exercise.refusal.why,)
    assert exercise.name_rule("FNR-406").right
    assert exercise.attempt(AT).right
    assert open_mistakes((mistake, exercise.attempt(AT))) == ()
    # A legal action that is picked first is answered with what it does, and the exercise is missed.
    again = RefusedChoice(GAME, mistake)
    assert again.asked == exercise.asked
    legal = next(at for at, text in enumerate(again.asked.offers) if text != "roll")
    assert again.pick(legal).says[0].startswith("It is allowed")
    again.pick(again.exercise.illegal)
    again.name_rule("FNR-406")
    assert again.attempt(AT).outcome == "wrong"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"state": "{}"}, "state"),
        ({"state": "nonsense"}, "state"),
        ({"tried": "dance"}, "tried"),
        ({"tried": "roll"}, "tried"),
        ({"kind": "refused"}, "tried"),
    ],
)
def test_a_mistake_that_does_not_fit_the_game_is_refused_in_a_sentence(change: dict[str, Any], told: str) -> None:
    with pytest.raises(BadPosition, match=told):
        exercise_of(GAME, replace(of_scene("blue W, green E", "stop"), **change))


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ('"unrolled":[0,0,0,0]', '"unrolled":[9007199254740992,0,0,0]'),
        ('"location":0', '"location":9'),
        ('"duty":1', '"duty":9'),
        ('"parked":-1', '"parked":999'),
        ('"card":"team-toph"', '"card":"tyro"'),
        ('"agenda":[', '"agenda":[{"task":"draw_token","team":99},'),
    ],
)
@pytest.mark.parametrize("kind", ["loss", "refused"])
def test_a_position_that_cannot_lie_on_a_table_is_refused_when_it_is_read(kind: str, was: str, becomes: str) -> None:
    one = of_scene("blue W, green E", "stop")
    assert was in one.state
    with pytest.raises(BadPosition, match=r"^state: .*cards in use"):
        exercise_of(GAME, replace(one, kind=kind, state=one.state.replace(was, becomes, 1)))


def test_a_card_that_the_game_does_not_know_is_refused() -> None:
    one = of_scene("blue W, green E", "stop")
    with pytest.raises(BadPosition, match="cards in use"):
        BetterChoice(GAME, replace(one, state=one.state.replace('"tyro"', '"nobody"')))
