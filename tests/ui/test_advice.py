"""What the coach suggests and what the odds beside it call best is one answer, on every roll of every title."""

import re
from html import unescape
from random import Random
from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.errors import TooLarge
from rising_tutor.tutor.table.advice import SIMPLE
from rising_tutor.tutor.table.roll_odds import CLOSED, FAILED, READY, TurnOdds
from rising_tutor.ui.frame import shell as frame
from tests.testkit.settings import RISING
from tests.ui.frame import send

ROLLS = 12
"""Moments with dice on show that a game is asked at."""


def text(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))).strip()


def started(shell: frame.Shell, title: str, help_level: str = "move") -> Any:
    """The page Play with a new game of a title."""
    send(shell.frame, "hash", f"#home?title={title}")
    send(shell._built["home"], "start")
    play: Any = shell._built["play"]
    send(play.table, "help", help_level)
    return play


def act(play: Any, action: Any) -> None:
    player = play.controller.player
    send(play.table, "act", str(player.actions.index(action)), at=player.n_moves)


def suggested(play: Any) -> tuple[str, str]:
    """The move in bold and what is said for it."""
    panel = re.search(r'<section[^>]*rt-coach".*?</section>', play.table.parts["coach"], re.DOTALL)
    assert panel is not None
    move = re.search(r"<b>(.*?)</b>\.(.*?)</p>", panel[0], re.DOTALL)
    return (text(move[1]).casefold(), text(move[2])) if move is not None else ("", text(panel[0]))


def best_of_odds(play: Any) -> tuple[str, str]:
    """What the open panel calls best, and the number beside it; nothing where it calls none so."""
    found = re.search(r"Best now: <b>(.*?)</b>, ([^<]*)", play.table.parts["odds"])
    return (text(found[1]).casefold(), text(found[2])) if found is not None else ("", "")


@pytest.mark.sweep(one_in=4)
@pytest.mark.parametrize("title", RISING)
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_coach_never_suggests_another_move_than_the_odds_call_best(
    shell: frame.Shell, monkeypatch: pytest.MonkeyPatch, title: str, seed: str
) -> None:
    drawn = Random(title + seed).randbytes(16).hex()
    monkeypatch.setattr("rising_tutor.store.games.secrets.token_hex", lambda n: drawn[: 2 * n])
    play, rng, seen, others = started(shell, title), Random(seed), 0, 0
    player = play.controller.player
    while seen < ROLLS and not player.over:
        if play.odds.cards:
            seen += 1
            move, why = suggested(play)
            assert not play.odds.shown
            assert not best_of_odds(play)[0], "nothing is shown before it is asked for"
            send(play.table, "odds", at=player.n_moves)
            best, said = best_of_odds(play)
            assert move == suggested(play)[0]
            assert (best == move and SIMPLE not in why) if best else SIMPLE in why
            if best:
                number = said.split(" ")[0].rstrip(".,")
                nothing_left = said.startswith("no goal that is still open")
                assert why.startswith("None of the goals") if nothing_left else number in why, (why, said)
                assert play.odds.found.best.loss <= 0
                others += play.controller.adviser().action != player.advice()
            send(play.table, "odds-close", at=player.n_moves)
        act(play, player.advice() if rng.random() < 0.7 else rng.choice(player.actions))
    assert seen == ROLLS
    assert others, "on these rolls a simple program does what the odds call best, so nothing was shown"


def at_a_roll(play: Any) -> Any:
    """Plays on to dice on show."""
    player = play.controller.player
    while not play.odds.cards or not player.view.roll.shown:
        act(play, player.advice())
    return player


@pytest.mark.parametrize("title", RISING)
def test_one_count_serves_the_coach_and_the_odds(
    shell: frame.Shell, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    counted: list[int] = []
    work = TurnOdds.work
    monkeypatch.setattr(TurnOdds, "work", lambda odds, progress: counted.append(1) or work(odds, progress))
    play = started(shell, title, "rule")
    player = at_a_roll(play)
    assert (play.odds.state, counted) == (CLOSED, []), "nothing is counted before it is asked for"
    send(play.table, "help", "move")
    assert (play.odds.state, counted) == (READY, [1])
    send(play.table, "odds", at=player.n_moves)
    send(play.table, "odds-close", at=player.n_moves)
    send(play.table, "odds", at=player.n_moves)
    assert counted == [1]
    best, before = best_of_odds(play)[0], player.n_moves
    send(play.table, "advice", at=before)
    made = player.made[before]
    assert board_for(player.game).word(player.game.view(made.state, None), made.move).casefold() == best


@pytest.mark.parametrize("title", RISING)
def test_with_other_goals_the_coach_goes_for_these_goals_too(shell: frame.Shell, title: str) -> None:
    play = started(shell, title)
    player = at_a_roll(play)
    send(play.table, "odds", at=player.n_moves)
    for card in play.odds.cards[1:]:
        if card.id in play.odds.goals:
            send(play.table, "odds-goal", card.id, at=player.n_moves)
    if play.odds.cards[0].id not in play.odds.goals:
        send(play.table, "odds-goal", play.odds.cards[0].id, at=player.n_moves)
    move, why = suggested(play)
    assert play.odds.goals == (play.odds.cards[0].id,)
    assert move == best_of_odds(play)[0]
    assert "for the goals that were chosen" in why


@pytest.mark.parametrize("title", RISING)
def test_the_last_hint_of_a_warning_names_what_the_odds_call_best(shell: frame.Shell, title: str) -> None:
    play = started(shell, title)
    send(play.table, "warn", "small")
    player, held = at_a_roll(play), 0
    send(play.table, "odds", at=player.n_moves)
    for card in play.odds.cards:
        if card.id in play.odds.goals and len(play.odds.goals) > 1:
            send(play.table, "odds-goal", card.id, at=player.n_moves)
        worst = max((row for row in play.odds.found.ranking.rows if row.value is not None), key=lambda row: row.loss)
        if worst.loss > 0.05:
            act(play, worst.action)
            held += 1
            assert play.coach.warning.row.loss == worst.loss
            assert play.coach.warning.best == play.odds.found.best.action
            send(play.table, "warn-back", at=player.n_moves)
    assert held


@pytest.mark.parametrize("title", RISING)
def test_what_cannot_be_counted_is_called_a_simple_programs_choice_and_best_by_nobody(
    shell: frame.Shell, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    def too_large(_odds: TurnOdds, _progress: object) -> None:
        raise TooLarge("goals", "many", "fewer")

    monkeypatch.setattr(TurnOdds, "work", too_large)
    play = started(shell, title)
    player = at_a_roll(play)
    assert play.odds.state == FAILED
    send(play.table, "odds", at=player.n_moves)
    move, why = suggested(play)
    assert move == board_for(player.game).word(player.view, player.advice()).casefold()
    assert "too many to be counted exactly" in why
    assert SIMPLE in why
    assert best_of_odds(play) == ("", "")
    assert "best" not in text(play.table.parts["odds"]).lower()


def test_an_estimate_that_was_asked_for_is_not_contradicted(
    shell: frame.Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rising_tutor.tutor.coach.choices.SAMPLES", {"turn": 8, "game": 2})
    play = started(shell, RISING[0])
    player, rng, told = play.controller.player, Random(1), 0
    while told < 6:
        if not play.odds.cards and len(player.actions) > 1:
            told += 1
            assert suggested(play)[1] == SIMPLE
            send(play.table, "worth", at=player.n_moves)
            row = play.coach.choices.found.of(play.controller.adviser().action)
            assert row.tied
            assert "estimate" in suggested(play)[1]
        act(play, rng.choice(player.actions))
