"""The page Odds in its frame, without a browser: the address, what is remembered, the pool of a game under way."""

from typing import Any

from rising_tutor.core.registry import load_game
from rising_tutor.probability.dice_turn.dice_game import dice_game, no_odds
from rising_tutor.ui.frame import host
from rising_tutor.ui.frame import shell as frame
from rising_tutor.ui.frame.browser import Session
from tests.ui.frame import send


def test_the_address_follows_the_question_and_leads_back_to_it(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#odds?pool=2g1b&need=WWE")
    page: Any = shell._built["odds"]
    send(page.view.left, "die", "+red")
    assert shell.args == {"pool": "2g1b1r", "need": "WWE"}
    link = host.address("odds", shell.args)
    assert len(link) < 500
    send(shell.frame, "hash", "#home")
    send(page.view.left, "need-clear")
    send(shell.frame, "hash", link)
    assert page.lab.words() == {"pool": "2g1b1r", "need": "WWE"}


def test_guesses_and_the_wish_to_guess_first_are_kept(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#odds?pool=2g1b&need=WWE")
    page: Any = shell._built["odds"]
    send(page.view.right, "guess", guess="40")
    send(page.view.right, "guess-first", "")
    kept = shell.session.progress
    assert kept["odds_guess_first"] is False
    assert '"2/5"' in kept["odds_guesses"]
    other = frame.Shell(Session(restored=dict(kept)))
    other.session.online = True
    send(other.frame, "hash", "#odds?pool=2g1b&need=WWE")
    again: Any = other._built["odds"]
    assert not again.lab.hidden
    assert len(again.lab.record.guesses) == 1


def test_guesses_that_were_forgotten_can_be_brought_back(shell: frame.Shell) -> None:
    for address, guess in (("#odds?pool=2g1b&need=WWE", "40"), ("#odds?title=rise-tcg", "20")):
        send(shell.frame, "hash", address)
        page: Any = shell._built[shell._key("odds")]
        if "rise" in address:
            send(page.view.left, "example")
            send(page.view.right, "guess-first", "on")
        send(page.view.right, "guess", guess=guess)
        before = shell.session.progress["odds_guesses"]
        assert page.lab.record.guesses
        send(page.view.right, "forget")
        assert shell.session.progress["odds_guesses"] != before
        assert "You have forgotten" in page.view.right.parts["score"]
        send(page.view.right, "recall")
        assert shell.session.progress["odds_guesses"] == before
        assert "You have forgotten" not in page.view.right.parts["score"]


def test_the_dice_of_the_game_under_way_are_taken(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#odds")
    page: Any = shell._built["odds"]
    assert "my-game" not in page.head.parts["head"]
    send(shell.frame, "hash", "#home")
    send(shell._built["home"], "start")
    play: Any = shell._built["play"]
    player = play.controller.player
    game = dice_game(play.game)
    assert game is not None
    for _ in range(50):
        question = game.odds_question(player.state)
        if question is not None and question.shown:
            break
        player.play(player.actions[0])
        player.settle()
    assert question is not None
    send(shell.frame, "hash", "#odds")
    assert "my-game" in page.head.parts["head"]
    send(page.head, "my-game")
    assert page.lab.asked.pool == question.problem.pool
    assert page.lab.turn.shown == question.shown
    assert page.lab.turn.hidden
    assert "Taken from your game" in shell.frame.parts["status"]


def test_a_game_that_is_gone_is_said(shell: frame.Shell) -> None:
    shell.keep(game="20260101-000000-abcdef")
    send(shell.frame, "hash", "#odds")
    page: Any = shell._built["odds"]
    send(page.head, "my-game")
    assert "not kept on this machine" in shell.frame.parts["alert"]


def test_a_game_without_dice_says_so_and_leads_back(shell: frame.Shell) -> None:
    game = load_game("coin-and-hand")
    assert dice_game(game) is None
    send(shell.frame, "hash", "#odds?title=coin-and-hand")
    page: Any = shell._built["odds:coin-and-hand"]
    assert no_odds(game) in page.parts["all"]
    assert "no dice" in page.parts["all"]
    assert 'data-arg="#play?new=1&amp;title=coin-and-hand"' in page.parts["all"]
    assert shell.frame.parts["alert"] == "" or "could not" not in shell.frame.parts["alert"]
    send(page, "title", "fire-nation-rising")
    assert shell._built["odds"].lab is not None
    assert shell.shown == "fire-nation-rising"
