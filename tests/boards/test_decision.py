"""A decision in words: who chooses, what is asked, by which card, what each action is; one value for all readers."""

from collections import Counter
from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.boards.decision import DecisionText, lines
from rising_tutor.boards.ports import Look
from rising_tutor.cli.play import Sitting
from rising_tutor.core.node import Terminal
from rising_tutor.core.session import GameSession
from rising_tutor.games.rising import actions as do
from rising_tutor.render.html import el
from rising_tutor.replay import header_of
from tests.testkit.decisions import decisions
from tests.testkit.games import every_engine, game_of

NAMES = ("Anna", "Player 2 (Master)", "", "Dora", "")
CALLED = ("Anna", "Player 2 (Master)", "Player 3", "Dora", "Player 5")
DRAWN = ("fire-nation-rising", "avatar-tcg", "rise-tcg")


def text_of(game: Any, state: Any, node: Any, *, live: bool = False) -> DecisionText:
    look = Look(actions=node.actions, names=NAMES, live=live)
    found = board_for(game).decision(game.view(state, node.seat), look)
    assert found is not None
    return found


def asking_card(game: Any, task: Any) -> str:
    """Return the name of the card that a task is about, as far as its fields say; "" for none."""
    holder = next((one for one in (getattr(task, name, None) for name in ("item", "source")) if one), task)
    fire = getattr(task, "fire", None)
    card = getattr(getattr(fire, "piece", None), "card", "") or getattr(holder, "card", holder)
    book = getattr(game, "book", None)
    for cards in ("card", "summoner", "move", "hero", "villain", "carrier"):
        if isinstance(card, str) and card in getattr(book, cards, {}):
            return str(getattr(book, cards)[card].name)
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game_id", every_engine())
def test_every_decision_says_who_chooses_what_is_asked_and_by_which_card(game_id: str, seed: int) -> None:
    game = game_of(game_id)
    n = 0
    for state, node in decisions(game, seed, one_in=4 if game.info.family == "rise_tcg" else 1):
        n += 1
        text = text_of(game, state, node)
        alone = text.who == "you"  # one person plays all Teams
        assert text.who == CALLED[node.seat] or alone
        place = game.place(state)
        assert place.seat is None or (text.turn.startswith("your ") if alone else CALLED[place.seat] in text.turn)
        assert text.question.endswith((".", "?"))
        assert text.asks
        card = asking_card(game, state.agenda[-1]).partition(",")[0]
        assert card in text.question, state.agenda[-1]
        assert [one.action for one in text.actions] == list(node.actions)
        twice = [label for label, n in Counter(one.label for one in text.actions).items() if n > 1]
        assert twice == [], state.agenda[-1]
    assert n


@pytest.mark.parametrize("game_id", every_engine())
def test_the_terminal_prints_the_decision_and_its_prompt_names_who_chooses(
    game_id: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(game_id)
    seats = max(2, game.info.min_seats)
    sitting = Sitting(GameSession(game, seats, {}, seed="3"), header_of(game, seats))
    prompts: list[str] = []
    monkeypatch.setattr("rising_tutor.cli.play.ask", lambda prompt, **_: prompts.append(prompt))
    seen = set()
    for turn in range(12):
        sitting._settle()
        sitting.session.take_screen()
        node = sitting.session.node
        if isinstance(node, Terminal):
            break
        capsys.readouterr()
        sitting._announce()
        sitting._ask()
        printed = capsys.readouterr().out
        look = Look(actions=node.actions, live=False)
        text = board_for(game).decision(game.view(sitting.session.state, node.seat), look)
        assert text is not None
        assert text.heading in printed
        assert text.question in printed
        if len(text.actions) <= 6:
            assert all(one.label in printed or one.label.casefold() in printed for one in text.actions)
        assert prompts[-1] == f"{text.who[:1].upper()}{text.who[1:]}> "
        seen.add(text.who)
        sitting.session.play(node.actions[-1 - turn % 2 :][0])
    assert seen <= {"Player 1", "Player 2"}
    assert len(prompts) > 3


@pytest.mark.parametrize("game_id", DRAWN)
def test_page_and_terminal_take_their_sentences_from_the_same_value(game_id: str) -> None:
    game = game_of(game_id)
    board = board_for(game)
    state, node = next(iter(decisions(game, 1, one_in=1)))
    look = Look(actions=node.actions)
    view = game.view(state, node.seat)
    text = board.decision(view, look)
    assert text is not None
    dock = str(board.parts(view, look)["dock"])
    assert str(el("p", text.question)).removeprefix("<p>").removesuffix("</p>") in dock
    for one in text.actions:
        assert str(el("b", one.under or one.label)).removeprefix("<b>").removesuffix("</b>") in dock
        assert str(el("b", one.does)).removeprefix("<b>").removesuffix("</b>") in dock
    printed = "\n".join(lines(text, lambda action: game.write(state, action)))
    assert text.question in printed
    assert all(one.label in printed and one.does in printed for one in text.actions)


@pytest.mark.parametrize("family", ["quickstrike", "rise_tcg", "rising"])
def test_another_question_is_another_one_for_page_and_terminal(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(DRAWN[("rising", "quickstrike", "rise_tcg").index(family)])
    state, node = next(iter(decisions(game, 1, one_in=1)))
    monkeypatch.setattr(f"rising_tutor.boards.{family}.decision.question", lambda _scene: ("How do you do?", ""))
    look = Look(actions=node.actions)
    view = game.view(state, node.seat)
    assert "How do you do?" in str(board_for(game).parts(view, look)["dock"])
    assert "How do you do?" in lines(text_of(game, state, node))


def test_an_energy_payment_says_what_it_costs_and_what_it_leaves() -> None:
    game = game_of("avatar-tcg")
    for seed in range(20):
        for state, node in decisions(game, seed, one_in=1):
            paid = [one for one in text_of(game, state, node).actions if one.pays]
            if paid:
                pay = paid[0].action.pay
                have = state.mats[node.seat].energies
                left = [len(zone) - n for zone, n in zip(have, pay, strict=True)]
                counts = [f"{n} {colour}" for n, colour in zip(left, ("green", "yellow", "red"), strict=True) if n]
                assert paid[0].leaves == (" and ".join(counts) or "nothing")
                assert f"leaves {paid[0].leaves}" in paid[0].more
                return
    raise AssertionError("nothing was paid")


def test_a_number_that_no_choice_has_is_answered_with_how_many_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    game = game_of("rise-tcg")
    sitting = Sitting(GameSession(game, 2, {}, seed="3"), header_of(game, 2))
    sitting._settle()
    sitting.session.take_screen()
    sitting._try("99")
    assert capsys.readouterr().out == "There are only 2 choices: ? lists them.\n"


def test_a_team_card_and_the_hero_of_its_name_are_told_apart() -> None:
    game = game_of("fire-nation-rising")
    state = game.start(2, {"teams": "katara,toph"})
    view = game.view(state, None)
    said = {board_for(game).word(view, do.PlaceDie("blue:W", on)) for on in ("katara", "team-katara")}
    assert said == {"blue Water on Katara", "blue Water on Team Katara"}


def test_where_several_share_the_screen_nobody_is_you() -> None:
    game = game_of("rise-tcg")
    state, node = next(iter(decisions(game, 1, one_in=1)))
    assert text_of(game, state, node, live=True).heading.endswith("You choose.")
    assert "you" not in text_of(game, state, node).heading.casefold()
