"""Own mistakes of recorded games: found by exact values, and practised."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.core.drive import chance_rng, play_out
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadOption, BadPosition, RisingTutorError, TooLarge
from rising_tutor.lessons import mistakes
from rising_tutor.lessons.facts import Attempt, Mistake, mistake_id, open_mistakes
from rising_tutor.lessons.learner import LearnerFile, load_learner
from rising_tutor.lessons.mistake_exercise import BetterChoice, RefusedChoice, exercise_of
from rising_tutor.lessons.mistakes import Found, dice_worth, mistakes_of, take_in, worst
from rising_tutor.probability.dice_game import dice_game
from rising_tutor.replay import Scribe, Verified, header_of, replay_of, verify, write

GAME = load_game("fire-nation-rising")
SAMPLES = Path(__file__).parents[2] / "replays" / "fire-nation-rising"
NAME = "lost-by-a-team.replay"
AT = "2026-11-21T18:04:05Z"


@pytest.fixture(scope="module")
def sample() -> Verified:
    return verify(SAMPLES / NAME)


@pytest.fixture(scope="module")
def found(sample: Verified) -> Found:
    return mistakes_of(sample, NAME, at=AT)


@cache
def recomputed(mistake: Mistake) -> tuple[float, float]:
    """What a mistake lost and what was possible, asked of the mathematics of dice anew."""
    dice: Any = dice_game(GAME)
    state = GAME.load(mistake.state.encode())
    rows = dice.odds_of_actions(state, dice.odds_question(state))
    values = {GAME.write(state, row.action): row.value.decimal for row in rows if row.value is not None}
    return max(values.values()) - values[mistake.tried], max(values.values())


def test_every_loss_is_what_the_mathematics_of_dice_says(found: Found) -> None:
    assert len(found.mistakes) > 20
    for one in found.mistakes:
        lost, best = recomputed(one)
        assert one.loss == pytest.approx(min(1.0, lost))
        assert lost >= 0.05 * best > 0
        assert (one.kind, one.source, one.at) == ("loss", "replay", AT)
        assert one.id == mistake_id(one.state, one.tried)


def test_a_mistake_says_where_it_was_made_and_under_which_rule(found: Found) -> None:
    first = found.mistakes[0]
    assert first.note == (
        "lost-by-a-team.replay, turn 1, step 3, roll 1: 0.336 goals less than the best, which is worth 1.117 goals"
    )
    assert (first.tried, first.rule) == ("red W > tyro", "FNR-416")
    rules = {(one.tried.split()[0], one.rule) for one in found.mistakes}
    assert ("discard", "FNR-407") in rules
    assert ("stop", "FNR-408") in rules
    # A roll has no event of its own: its rule is the one that gives the choice to roll again.
    assert ("roll", "FNR-408") in rules
    assert ("roll", "FNR-405") not in rules


def test_every_choice_is_counted_once(sample: Verified, found: Found) -> None:
    choices = [made for made in sample.moves if isinstance(GAME.node(made.state), Decision)]
    assert found.judged + found.forced + found.n_left + found.elsewhere == len(choices)
    assert found.forced == sum(len(GAME.node(made.state).actions) == 1 for made in choices)


def test_a_choice_for_what_is_not_counted_is_not_judged(sample: Verified, found: Found) -> None:
    assert dict(found.left)[mistakes.UNCOUNTED] == 3
    tried = [GAME.write(made.state, made.move) for made in sample.moves]
    assert "red F > team-zuko" in tried
    assert not any(one.tried.endswith("> team-zuko") for one in found.mistakes)


def test_the_seat_the_share_and_the_most_choose(sample: Verified, found: Found) -> None:
    of_seats = [mistakes_of(sample, NAME, at=AT, seat=seat).mistakes for seat in (0, 1)]
    assert sorted(one.id for part in of_seats for one in part) == sorted(one.id for one in found.mistakes)
    assert all(of_seats)
    large = mistakes_of(sample, NAME, at=AT, share=0.5).mistakes
    assert {one.id for one in large} == {
        one.id for one in found.mistakes if recomputed(one)[0] >= 0.5 * recomputed(one)[1]
    }
    kept = worst(found.mistakes, 5)
    assert [one for one in found.mistakes if one in kept] == list(kept)
    assert min(one.loss or 0 for one in kept) >= max(one.loss or 0 for one in found.mistakes if one not in kept)


@pytest.mark.parametrize(("seat", "share"), [(2, 0.05), (-1, 0.05), (0, 0.0), (0, 1.1)])
def test_a_seat_or_share_that_cannot_be_is_refused(sample: Verified, seat: int, share: float) -> None:
    with pytest.raises(BadOption, match=r"seat|share"):
        mistakes_of(sample, NAME, at=AT, seat=seat, share=share)


def test_a_file_of_which_nothing_can_be_played_says_so() -> None:
    with pytest.raises(RisingTutorError, match=r"a\.replay"):
        mistakes_of(verify(b"hello", "a.replay"), "a.replay", at=AT)


def played(*, plant: bool) -> Verified:
    """Two turns of best play of the dice; with `plant`, the first choice that can lose something loses the most."""
    scribe = Scribe(GAME)
    state = GAME.start(1, {"teams": "aang,toph"})
    chances, planted = 0, not plant
    for _ in range(400):
        node = GAME.node(state)
        if not isinstance(node, Chance | Decision) or GAME.where(state).startswith("turn 3"):
            break
        if isinstance(node, Chance):
            move = node.outcomes.sample(chance_rng("own mistakes", chances))
            chances += 1
            scribe.line(state, move)
            state = GAME.resolve(state, move).state
            continue
        worth = dice_worth(GAME, state) if len(node.actions) > 1 else None
        move = node.actions[0]
        if worth is not None:
            ranked = sorted(worth.values, key=worth.loss)
            plain = [one for one in ranked if not GAME.write(state, one).endswith("> team-aang")]
            move = ranked[0]
            if not planted and worth.loss(plain[-1]) > 0.3 * worth.best:
                move, planted = plain[-1], True
        scribe.line(state, move)
        state = GAME.act(state, move).state
    assert planted
    options = {"teams": "aang,toph"}
    return verify(write(replay_of(header_of(GAME, 1, options=options), scribe, state), "a.replay"), "a.replay")


def test_best_play_has_no_mistakes_and_a_planted_one_is_found() -> None:
    best = played(plant=False)
    assert best.ok
    found = mistakes_of(best, "a.replay", at=AT)
    assert found.judged > 3
    assert found.mistakes == ()
    (one,) = mistakes_of(played(plant=True), "a.replay", at=AT).mistakes
    lost, best_value = recomputed(one)
    assert lost > 0.3 * best_value


def test_what_is_too_large_is_not_judged_and_never_guessed(
    sample: Verified, found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_large(*_: Any) -> None:
        raise TooLarge("goals", "many", "fewer")

    monkeypatch.setattr(mistakes, "dice_worth", too_large)
    none = mistakes_of(sample, NAME, at=AT)
    assert (none.mistakes, none.judged) == ((), 0)
    assert none.n_left == found.judged + found.n_left


def test_it_can_be_stopped_at_any_choice(sample: Verified) -> None:
    class Stop(Exception):
        pass

    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done == 7:
            raise Stop

    with pytest.raises(Stop):
        mistakes_of(sample, NAME, at=AT, progress=progress)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == 7
    assert told[-1][1] > 100


def test_the_same_game_twice_gives_no_doubles_and_reopens_nothing(found: Found, tmp_path: Path) -> None:
    mine = LearnerFile.begin(tmp_path / "anna.learner.jsonl", "Anna", GAME.info.id)
    assert take_in(mine, found.mistakes) == len(found.mistakes)
    first = found.mistakes[0]
    mine.add(Attempt("2026-11-22T18:04:05Z", f"mistake:{first.id}", (first.rule,), "best"))
    later = [replace(one, at="2026-11-23T18:04:05Z") for one in found.mistakes]
    assert take_in(LearnerFile.open(mine.path), later) == 0
    reading = load_learner(mine.path)
    assert not reading.problems
    assert len(open_mistakes(reading.facts)) == len(found.mistakes) - 1


# The exercises


def of_scene(shown: str, tried: str, kind: Any = "loss", rule: str = "FNR-408") -> Mistake:
    scene: Any = GAME
    state = GAME.dump(scene.set_up({"teams": ["toph", "aang"], "at": {"1": ["tyro"]}, "shown": shown})).decode()
    return Mistake(mistake_id(state, tried), AT, kind, state, tried, rule, 0.5 if kind == "loss" else None)


def test_an_action_is_accepted_that_loses_at_most_a_third_of_what_was_lost(found: Found) -> None:
    seen = set()
    for one in found.mistakes[:12]:
        exercise = BetterChoice(GAME, one)
        worth = dice_worth(GAME, exercise.state)
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
    assert (again.outcome, again.says[0]) == ("wrong", "stop loses 1 goal, as it did then.")
    assert exercise.attempt(AT).outcome == "wrong"
    assert not exercise.done
    refused = exercise.try_text("roll")
    assert (refused.outcome, refused.rules) == ("illegal", ("FNR-406",))
    assert exercise.attempt(AT).refused == "FNR-406"
    right = exercise.try_text("green E > tyro")
    assert exercise.done
    assert right.says == (
        "green E > tyro loses nothing; stop loses 1 goal.",
        "The best here is worth 1 goal.",
        "Goals completed this turn on average under best play of the dice, exact.",
        "What counts, 1 for each: Tyro and Balance.",
    )
    made = exercise.attempt(AT)
    assert (made.item, made.outcome, made.rules) == (f"mistake:{exercise.mistake.id}", "best", ("FNR-408",))


def test_nothing_tells_the_answer_before_the_attempt(found: Found) -> None:
    for one in found.mistakes:
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


def test_an_answer_that_was_asked_for_leaves_the_mistake_open(found: Found) -> None:
    one = found.mistakes[0]
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
    assert again.pick(legal).says[0].startswith("This is legal")
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


def test_a_card_that_the_game_does_not_know_is_refused() -> None:
    one = of_scene("blue W, green E", "stop")
    with pytest.raises(BadPosition, match="cards in use"):
        BetterChoice(GAME, replace(one, state=one.state.replace('"tyro"', '"nobody"')))


def test_a_game_without_dice_has_nothing_to_judge() -> None:
    game = load_game("coin-and-hand")
    scribe = Scribe(game)
    end = play_out(game, seats=2, seed=1, watch=scribe.watch)
    data = write(replay_of(header_of(game, 2), scribe, end.state), "c.replay")
    found = mistakes_of(verify(data, "c.replay"), "c.replay", at=AT)
    assert (found.mistakes, found.judged, found.n_left) == ((), 0, 0)
    assert found.elsewhere > 0
