"""Whole games at the table, driven by nothing but what the page shows: no dead end, and no choice out of reach."""

import random
import re
from typing import Any

import pytest

from rising_tutor.boards.ports import Pick, Try
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.replay import Scribe, header_of, replay_of, verify, write
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.controller import TableController
from tests.testkit.settings import RISING

FIRE, DEATH, DARK = RISING
GAMES = [
    (FIRE, 1, {"teams": "aang,toph"}, "random", 15),
    (FIRE, 1, {"solo_teams": "5"}, "random", 15),
    (FIRE, 3, {"teams": "katara,zuko,sokka", "preset": "harder"}, "random", 15),
    (FIRE, 5, {"preset": "easier", "villain_order": "chosen", "reactions_to_paid_damage": "true"}, "random", 15),
    (FIRE, 1, {"teams": "aang,toph", "preset": "easier", "villains": "4", "hero_loss_limit": "40"}, "greedy", 80),
    (DEATH, 2, {}, "random", 15),
    (DEATH, 3, {"villain_order": "chosen", "target": "4", "hero_loss_limit": "33"}, "random", 25),
    (DARK, 2, {}, "random", 15),
    (
        DARK,
        3,
        {"villain_order": "chosen", "symbol_tokens_pay_abilities": "true", "hero_loss_limit": "30"},
        "random",
        25,
    ),
]
_TAG = re.compile(r"<[a-z]+ [^>]*data-do=[^>]*>")
_ONE_OF_MANY = re.compile(
    r"\b1 (dice|cards|tokens|choices|events|places|Heroes|Villains|Teams|Wizards|Death Eaters|Rebels|Imperials)\b"
)
_WORD = re.compile(r'([a-z-]+)="([^"]*)"')


def controls(controller: TableController) -> list[dict[str, str]]:
    """What can be pressed on the page as it is drawn now."""
    tags = [dict(_WORD.findall(tag)) for part in controller.parts().values() for tag in _TAG.findall(str(part))]
    return [tag for tag in tags if tag.get("aria-disabled") != "true"]


def within_reach(controller: TableController) -> set[Any]:
    """The legal actions that somebody gets to by pressing what is shown, with one thing taken up at most."""
    found: set[Any] = set()
    before = controller._picked
    todo, seen = [before, ""], set()
    while todo:
        picked = todo.pop()
        if picked in seen:
            continue
        seen.add(picked)
        controller._picked = picked
        look = controller.look()
        for control in controls(controller):
            what, arg = control["data-do"], control.get("data-arg", "")
            if what == "act":
                found.add(look.actions[int(arg)])
            elif what in ("roll", "stop", "discard"):
                meaning = controller.board.control(
                    controller.player.view, look, {"roll": "Roll", "stop": "Stop", "discard": "DiscardDie"}[what]
                )
                if isinstance(meaning, Try):
                    found.add(meaning.action)
            elif what == "press":
                meaning = controller.board.gesture(controller.player.view, look, arg)
                if isinstance(meaning, Try):
                    found.add(meaning.action)
                elif isinstance(meaning, Pick) and picked in ("", before):
                    todo.append(meaning.what)
    controller._picked = before
    return found


@pytest.mark.sweep(one_in=4)
@pytest.mark.slow
@pytest.mark.parametrize(("title", "seats", "options", "policy", "every"), GAMES)
def test_every_choice_of_a_whole_game_can_be_reached_from_the_page(
    title: str, seats: int, options: dict[str, str], policy: str, every: int
) -> None:
    game = load_game(title)
    # Trying every control at each position would take long; some positions of each game are enough.
    player = GameSession(game, seats, options, seed=f"whole:{seats}")
    player.settle()
    controller = TableController(player)
    rng = random.Random(f"{seats}{options}")
    choose = game.policies()["greedy"]
    n = 0
    while not player.over:
        n += 1
        if n % every == 0:
            shown = " ".join(str(part) for part in controller.parts().values())
            assert not _ONE_OF_MANY.search(shown), _ONE_OF_MANY.search(shown)
            missing = set(player.actions) - within_reach(controller)
            assert not missing, (player.game.where(player.state), missing)
        decision = player.decision
        if policy == "greedy" and decision is not None:
            action = choose(decision, lambda: game.view(player.state, None), rng)
        else:
            action = rng.choice(player.actions)
        controller.handle(Message("act", str(player.actions.index(action)), player.n_moves))
    words = {control["data-do"] for control in controls(controller)}
    assert {"new", "replay", "save", "undo"} <= words
    scribe = Scribe(game)
    for made in player.made:
        scribe.line(made.state, made.move)
    whole = replay_of(header_of(game, seats, options=options), scribe, player.state)
    for name in ("a.replay", "a.replay.jsonl"):
        assert verify(write(whole, name), name).ok
