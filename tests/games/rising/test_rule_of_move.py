"""Every choice of a Rising game stands under the rule that gives it: the table is complete, and the words fit."""

import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from rising_tutor import catalogues
from rising_tutor.analysis.ledger import rule_of_choice
from rising_tutor.core.drive import play_out
from rising_tutor.core.node import Chance, Decision
from rising_tutor.games.rising.cards.spec import Citations
from rising_tutor.games.rising.cards.vocabulary import When
from rising_tutor.games.rising.citations.moves import OFFER_RULES, STEP_3_RULES, TASK_RULES
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.rules.between_rolls import take
from rising_tutor.games.rising.rules.choices import options
from rising_tutor.replay import verify
from tests.testkit.scene import fire, rising
from tests.testkit.settings import RISING, SETTINGS

SAMPLES = sorted(Path("replays/fire-nation-rising").glob("*.replay"))
CATALOGUE = {rule.id: rule for rule in catalogues.load("fire-nation-rising").rules}


@cache
def moves(path: Path) -> tuple[Any, ...]:
    return verify(path).moves


def test_every_kind_of_choice_is_in_the_table() -> None:
    assert set(TASK_RULES) | {tasks.Offer, tasks.PickRecruit} == set(options.table)
    by_target = {"PlaceDie", "MoveParked"}
    by_time = {"Roll", "Stop"}
    assert {kind.__name__ for kind in STEP_3_RULES} | by_target | by_time == {kind.__name__ for kind in take.table}
    assert set(OFFER_RULES) < set(get_args(When))
    topics = {*TASK_RULES.values(), *STEP_3_RULES.values(), *OFFER_RULES.values()}
    assert topics <= set(Citations.__struct_fields__)


@pytest.mark.parametrize("title", RISING)
def test_whatever_can_be_chosen_in_random_games_stands_under_a_rule(title: str) -> None:
    game = rising(title)
    known = {rule.id for rule in catalogues.load(title).rules}
    asked = set()

    def watch(state: Any, _move: Any, _step: Any) -> None:
        node = game.node(state)
        if isinstance(node, Decision):
            asked.add(type(state.agenda[-1]))
            assert {game.rule_of_move(state, action) for action in node.actions} <= known

    for number, (seats, chosen) in enumerate(SETTINGS[title]):
        play_out(game, seats=seats, seed=number, policy="random", options=chosen, watch=watch)
    assert len(asked) > 5


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_line_of_a_sample_stands_under_a_rule(path: Path) -> None:
    game = fire()
    for number, made in enumerate(moves(path), 1):
        chance = isinstance(game.node(made.state), Chance)
        rule = made.step.events[0].rule if chance else rule_of_choice(game, made.state, made.move, made.step)
        assert rule in CATALOGUE, f"{path.stem}, line {number}"


SPOTS = (
    # given a choice of this kind, made with this move; then the rule, and words of its text
    ("PickTeam", "team .*", "FNR-207", "picks one of the five Team cards"),
    ("PlaceTeamToken", "at [123]", "FNR-303", "puts their Team token on one of the three locations"),
    ("Window", "roll", "FNR-405", "uses all dice of the pool"),
    ("Window", "roll", "FNR-408", "may roll them again"),
    ("Window", "stop", "FNR-408", "may also stop and forfeit the rest"),
    ("Window", "stop", "FNR-436", "The player decides to stop"),
    ("Window", "discard .*", "FNR-407", "may choose the discard"),
    ("Window", ".* > .*", "FNR-416", "Dice assigned to a face-up Hero"),
    ("Window", ".* > .*", "FNR-417", "Dice assigned to a face-up Villain"),
    ("Window", ".* > .*", "FNR-418", "an ability of a Hero on their own Team"),
    ("Window", ".* > .*", "FNR-419", "the ability of their own Team card"),
    ("Window", ".* > balance", "FNR-424", "pay the cost shown on the space directly above the Balance"),
    ("Window", ".* > .*", "FNR-428", "dice may be assigned to the Final Battle"),
    ("Window", "move .* > .*", "FNR-428", "dice may be assigned to the Final Battle"),
    ("Window", "remove .*", "FNR-426", "A die removed from the pool to pay a Balance cost"),
    ("Window", "give .*", "FNR-441", "giving up tokens and dice as a price"),
    ("Window", "use .*", "FNR-422", "may be activated at any moment of step 3"),
    ("Window", "token .*", "FNR-1101", "can be used only in step 3"),
    ("Offer", "react .*", "FNR-318", "take Damage"),
    ("Offer", "done", "FNR-918", "Treat abilities of own Heroes as optional"),
    ("PickHeal", "choose .*", "FNR-919", "the active player makes it within reach"),
    ("PickShift", "done", "FNR-919", "leaves a choice"),
    ("PickVictim", "choose .*", "FNR-1014", "choice that a Villain or Final Battle effect leaves"),
    ("PickDrop", "drop .*", "FNR-1014", "has to give up tokens or dice chooses which"),
    ("PickLostDie", "pick .*", "FNR-442", "dice of own choice out of play"),
    ("PickColour", "take .*", "FNR-909", "of a choice of colours"),
    ("PickReroll", "pick .*", "FNR-431", "chooses some or all of the dice of that roll"),
    ("PickReroll", "done", "FNR-431", "chooses some or all of the dice of that roll"),
    ("PickFace", "turn .*", "FNR-432", "turns the die to any other face"),
    ("PickOrder", "done", "FNR-107", "an ability that explicitly reorders"),
    ("PickRecruit", "join .* (left|right)", "FNR-106", "put at the left end or at the right end"),
    ("PickRecruit", "join .* (left|right)", "FNR-505", "one by one in any order, each at either end"),
    ("PickAid", "aid", "FNR-517", "may draw one Pai Sho token"),
    ("PickAid", "done", "FNR-517", "may draw one Pai Sho token"),
)


@cache
def played() -> frozenset[tuple[str, str, str]]:
    """Every choice of the samples: what waits, the move, the rule that the game names."""
    game = fire()
    return frozenset(
        (
            type(made.state.agenda[-1]).__name__,
            game.write(made.state, made.move),
            game.rule_of_move(made.state, made.move),
        )
        for path in SAMPLES
        for made in moves(path)
        if isinstance(game.node(made.state), Decision)
    )


@pytest.mark.parametrize(("waits", "move", "rule", "words"), SPOTS)
def test_the_words_of_the_rule_fit_the_choice(waits: str, move: str, rule: str, words: str) -> None:
    # Given the choices of the samples that are of this kind and made with such a move
    found = [named for task, text, named in played() if task == waits and re.fullmatch(move, text)]
    # When the game is asked for their rules
    # Then this one is among them, and its text speaks of the choice
    assert rule in found
    assert words in " ".join(CATALOGUE[rule].text.split())
    # And none is named that stands for another kind of choice
    assert set(found) <= {other for task, _, other, _ in SPOTS if task == waits} | {"FNR-908", "FNR-514"}


def test_a_die_stands_under_the_rule_of_its_target() -> None:
    """Given a die that is assigned, then the rule of the choice is the one that the event of assigning cites."""
    game = fire()
    placed = [
        (game.rule_of_move(made.state, made.move), made.step.events[0].rule)
        for path in SAMPLES
        for made in moves(path)
        if made.step.events and type(made.step.events[0]).__name__ == "DiePlaced"
    ]
    assert len({rule for rule, _ in placed}) == 6
    assert all(rule == cited for rule, cited in placed)


def test_the_first_roll_has_to_be_and_the_next_is_a_choice() -> None:
    game = fire()
    for path in SAMPLES:
        for made in moves(path):
            # Given a roll, when some went before it in the turn, then it is again a choice; the first has to be
            if game.write(made.state, made.move) == "roll":
                assert game.rule_of_move(made.state, made.move) == ("FNR-408" if made.state.rolls else "FNR-405")


def test_what_happens_next_does_not_name_the_rule() -> None:
    """Given an aid that was refused, when the ledger names its rule, then not that of the clean-up which follows."""
    game = fire()
    refused = [
        made
        for path in SAMPLES
        for made in moves(path)
        if type(made.state.agenda[-1]).__name__ == "PickAid" and game.write(made.state, made.move) == "done"
    ]
    assert refused
    assert all(made.step.events[0].rule != "FNR-517" for made in refused)
    assert {rule_of_choice(game, made.state, made.move, made.step) for made in refused} == {"FNR-517"}
