"""The end of a game: what the page says, from the values of the game and its review, and what can be done next."""

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rising_tutor.analysis.ledger import LUCK
from rising_tutor.analysis.review import Review, review_of
from rising_tutor.boards import board_for
from rising_tutor.boards.charts import series_for
from rising_tutor.core.game import GameInfo
from rising_tutor.core.ids import GameId, Seat
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.core.session import GameSession
from rising_tutor.lessons.coverage import lessons_by_rule
from rising_tutor.store.games import OpenGame, Store
from rising_tutor.store.setting import game_of
from rising_tutor.tutor.background import Stopped
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.review.controller import DONE, FAILED, STOPPED, WORKING
from rising_tutor.tutor.review.once import MOST, ReviewOnce
from rising_tutor.tutor.table.controller import TableController
from rising_tutor.tutor.table.end import GameEnd, again, harder, of_a_hundred, step_words
from tests.testkit.settings import RISING
from tests.testkit.wandering import Wandering
from tests.tutor.held import HeldBackground

GAMES = game_ids()
Ended = Callable[..., tuple[OpenGame, Callable[[], ReplayPlayer]]]


def wander(verified: Any, progress: Any) -> Review:
    return review_of(verified, valuation=Wandering(verified.game), progress=progress)


@pytest.fixture
def ended(tmp_path: Path) -> Ended:
    """A game played at random to its end, with its record."""
    store = Store(tmp_path)

    def play(game_id: str, seed: str = "end", **options: Any) -> tuple[OpenGame, Callable[[], ReplayPlayer]]:
        game = load_game(game_id)
        kept = store.begin(game, max(2, game.info.min_seats), options.pop("options", {}), seed=seed, **options)
        rng = Random(seed)
        kept.player.settle()
        while not kept.player.over:
            if kept.player.program:
                kept.player.play_program()
                continue
            kept.player.take_screen()
            kept.player.play(rng.choice(kept.player.actions))
        return kept, lambda: open_replay(store.record(kept.key).encode(), "a.replay.jsonl", game_of)

    return play


def page(player: GameSession, end: GameEnd) -> str:
    controller = TableController(player)
    controller.end = end
    return controller.parts()["end"]


def say(end: GameEnd, what: str) -> None:
    end.handle(Message(what))


@pytest.mark.sweep(one_in=6)
@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_the_page_fills_in_as_the_review_comes(ended: Ended, game_id: str) -> None:
    kept, opened = ended(game_id)
    background, drawn = HeldBackground(), []  # type: ignore[var-annotated]
    end = GameEnd(kept.player, background, opened=opened, work=wander, changed=lambda: drawn.append(1))
    assert "Look at the game" in page(kept.player, end)
    say(end, "end-review")
    assert end.state == WORKING
    background.tell(3, kept.player.n_moves)
    html = page(kept.player, end)
    assert f'value="3" max="{kept.player.n_moves}"' in html
    assert "Turning point" not in html
    background.finish()
    assert end.state == DONE
    html = page(kept.player, end)
    assert "One thing to try" in html
    assert "How these numbers come about" in html
    assert Wandering.label.method in html
    assert "estimate" in html
    assert "<progress" not in html
    assert len(drawn) >= 2


@pytest.mark.sweep(one_in=6)
@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_it_can_be_stopped_and_asked_for_again(ended: Ended, game_id: str) -> None:
    kept, opened = ended(game_id)
    background = HeldBackground()
    end = GameEnd(kept.player, background, opened=opened, work=wander)
    say(end, "end-review")
    say(end, "end-stop")
    assert end.state == STOPPED
    assert "Stopped" in page(kept.player, end)
    say(end, "end-review")
    background.finish()
    assert end.state == DONE


def test_a_review_that_fails_leaves_the_page(ended: Ended) -> None:
    kept, opened = ended(RISING[0])

    def broken(*_: Any) -> Review:
        raise RuntimeError("on purpose")

    end = GameEnd(kept.player, opened=opened, work=broken)
    with pytest.raises(RuntimeError, match="on purpose"):
        end.begin()
    assert end.state == FAILED
    assert "The game itself is kept" in page(kept.player, end)


@pytest.mark.sweep(one_in=10)
@pytest.mark.slow
@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("game_id", GAMES)
def test_what_it_says_is_what_the_review_has(ended: Ended, game_id: str, seed: str) -> None:
    """Recomputed here from the lines of the ledger: the best and the worst roll, the last chance, what cost most."""
    kept, opened = ended(game_id, seed)
    end = GameEnd(kept.player, opened=opened, work=wander)
    end.begin()
    review, record = end.review, opened()
    assert review is not None
    sign = 1 if end.seat in (None, Seat(0)) else -1
    series = series_for(kept.player.game)
    luck = [line for line in review.ledger.lines if line.kind == LUCK]
    rolls = [one for one in luck if series is not None and series.moves_dice(record.moves[one.line - 1].step.events)]
    amounts = [sign * one.amount for one in rolls or luck]
    for stroke in end.strokes():
        line = review.ledger.lines[stroke.at - 1]
        want = max(amounts) if stroke.title.startswith("Luckiest") else min(amounts)
        assert sign * line.amount == want
        assert ("raised" in stroke.text) == (want > 0)
        assert stroke.text.endswith(f"by {of_a_hundred(abs(want))}.")
        assert stroke.text.lower().startswith(record.place(stroke.at - 1).name)
    turning = end.turning()
    if review.turning is None:
        assert turning is None
        assert kept.player.node.payoffs[0] == 0
        assert end.opens == kept.player.n_moves
    else:
        assert turning is not None
        text, at = turning
        assert of_a_hundred(review.turning.chance) in text
        assert at == review.turning.line.line - (review.turning.kind == "lost") == end.opens
        assert record.place(review.turning.line.line - 1).name in text
    tried = end.to_try()
    seats = kept.player.people if end.seat is None else (end.seat,)
    mine = [one for one in review.mistakes if one.line.seat in seats]
    assert (tried is None) == (not mine)
    if tried is not None:
        worst = max(one.loss for one in mine)
        assert f"It cost {of_a_hundred(worst)} games." in tried.text
        assert tried.at + 1 in {one.line.line for one in mine if one.loss == worst}
        if tried.lesson is not None:
            assert tried.lesson in lessons_by_rule(game_id)[tried.rule]


def test_the_lesson_is_one_that_is_about_the_rule_of_the_dearest_choice(ended: Ended) -> None:
    for seed in "abcd":
        kept, opened = ended(RISING[0], seed)
        end = GameEnd(kept.player, opened=opened, work=wander)
        end.begin()
        tried = end.to_try()
        if tried is not None:
            assert tried.lesson is not None
            assert tried.lesson.link in page(kept.player, end).replace("&amp;", "&")
            return
    raise AssertionError


@pytest.mark.slow
@pytest.mark.parametrize("mine", [Seat(0), Seat(1)])
def test_what_others_did_is_told_as_far_as_it_could_be_seen(ended: Ended, mine: Seat) -> None:
    for seed in range(8):
        kept, opened = ended("coin-and-hand", f"hidden {seed}", programs={Seat(1 - mine): "random"})
        end = GameEnd(kept.player, opened=opened, work=wander)
        end.begin()
        texts = [stroke.text for stroke in end.strokes()] + [(end.turning() or ("", 0))[0]]
        events = [event for made in kept.player.made for event in made.events]
        hidden = {kept.player.game.say(event) for event in events if event.seats and mine not in event.seats}
        assert hidden
        for text in texts:
            assert not [one for one in hidden if one in text]


@pytest.mark.slow
@pytest.mark.parametrize("mine", [Seat(0), Seat(1)])
def test_against_an_opponent_the_page_speaks_for_whoever_plays(ended: Ended, mine: Seat) -> None:
    texts = []
    for seed in range(8):
        kept, opened = ended("coin-and-hand", str(seed), programs={Seat(1 - mine): "random"})
        end = GameEnd(kept.player, opened=opened, work=wander)
        end.begin()
        assert end.seat == mine
        html = page(kept.player, end)
        assert "Same Teams" not in html
        assert "Play again" in html
        assert "One step harder" not in html
        tried = end.to_try()
        if tried is not None:
            assert "you chose" in tried.text
        turning = end.turning()
        if turning is not None:
            lost = kept.player.node.payoffs[mine] < 0
            assert ("our last real chance" in turning[0] or "for you" in turning[0]) == lost
            texts.append(lost)
    assert set(texts) == {True, False}


@pytest.mark.wide
@pytest.mark.slow
def test_where_programs_alone_played_nobody_is_called_you(ended: Ended) -> None:
    for game_id in GAMES:
        game = load_game(game_id)
        programs = {Seat(seat): "random" for seat in range(max(2, game.info.min_seats))}
        kept, opened = ended(game_id, programs=programs)
        end = GameEnd(kept.player, opened=opened, work=wander)
        end.begin()
        assert not re.search(r"\byou\b", re.sub(r"<[^>]*>", " ", page(kept.player, end)), re.IGNORECASE)


# Once more ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_game_begins_again_and_each_step_is_harder_than_the_one_before(game_id: str) -> None:
    game = load_game(game_id)
    seats = max(2, game.info.min_seats)
    options: dict[str, str] | None = dict(game.info.levels[0]) if game.info.levels else {}
    board, n = board_for(game), 0
    while options is not None:
        player = begun(game, seats, options)
        same = again(player)
        once_more = begun(game, seats, same)
        assert board.seated(once_more.view) == board.seated(player.view)
        assert {**once_more.options, "teams": ""} == {**player.options, "teams": ""}
        step = harder(game.info, same)
        if step is not None:
            n += 1
            assert step.get("teams") == same.get("teams")
            assert dict(game.info.levels[n]).items() <= step.items()
            assert all(value in step_words(game.info, step) for _, value in game.info.levels[n])
        options = step
    assert n == max(0, len(game.info.levels) - 1)


def begun(game: Any, seats: int, options: dict[str, str]) -> GameSession:
    """A game in its first turn."""
    player = GameSession(game, seats, options, seed="again")
    player.settle()
    while player.game.place(player.state).turn == 0:
        player.take_screen()
        player.play(player.actions[0])
    return player


def test_values_of_ones_own_have_no_next_step() -> None:
    info = load_game(RISING[0]).info
    assert harder(info, {"villains": "3"}) is None
    assert harder(info, {"preset": "standard", "hero_loss_limit": "5"}) == {
        "hero_loss_limit": "5",
        "difficulty": "medium",
        "villains": "11",
    }
    bare = GameInfo(GameId("none"), "None", "test", 1, 2, "1", "", "")
    assert harder(bare, {}) is None


def test_so_many_in_a_hundred_is_never_none_or_all_by_rounding() -> None:
    assert of_a_hundred(Fraction(0)) == "0 in 100"
    assert of_a_hundred(Fraction(1)) == "100 in 100"
    assert of_a_hundred(Fraction(1, 10**6)) == "less than 1 in 100"
    assert of_a_hundred(1 - Fraction(1, 10**6)) == "more than 99 in 100"


# One review for all pages -------------------------------------------------------------------------


def test_a_review_is_worked_out_once_for_whoever_asks(ended: Ended) -> None:
    kept, opened = ended(RISING[0])
    asked = []

    def work(verified: Any, progress: Any) -> Review:
        asked.append(verified)
        return wander(verified, progress)

    reviews = ReviewOnce(work)
    end = GameEnd(kept.player, opened=opened, work=reviews)
    end.begin()
    assert reviews(opened().verified, lambda *_: None) is end.review
    assert reviews.has(opened().verified)
    assert len(asked) == 1


@pytest.mark.slow
def test_whoever_comes_later_hears_how_far_it_is_and_goes_on_if_the_first_one_stops(ended: Ended) -> None:
    import threading

    _, opened = ended(RISING[0])
    verified, begun, go, heard, found = opened().verified, threading.Event(), threading.Event(), [], []
    runs = []

    def work(given: Any, progress: Any) -> Review:
        runs.append(given)
        if len(runs) == 1:
            progress(1, 10)
            begun.set()
            go.wait()
            progress(2, 10)
        return wander(given, lambda *_: None)

    reviews = ReviewOnce(work)
    stopped = threading.Event()

    def first() -> None:
        def tell(done: int, total: int) -> None:
            if done == 2:
                raise Stopped

        try:
            reviews(verified, tell)
        except Stopped:
            stopped.set()

    def second() -> None:
        def tell(done: int, total: int) -> None:
            heard.append((done, total))
            go.set()

        found.append(reviews(verified, tell))

    threads = [threading.Thread(target=first)]
    threads[0].start()
    begun.wait()
    threads.append(threading.Thread(target=second))
    threads[1].start()
    for thread in threads:
        thread.join()
    assert stopped.is_set()
    assert heard[0] == (1, 10)
    assert len(found) == 1
    assert len(runs) == 2


def test_only_some_reviews_are_kept(ended: Ended) -> None:
    reviews = ReviewOnce(wander)
    opened = [ended("coin-and-hand", str(n))[1]() for n in range(MOST + 1)]
    for one in opened:
        reviews(one.verified, lambda *_: None)
    assert [reviews.has(one.verified) for one in opened] == [False] + [True] * MOST
