"""Whatever is tried in a game of the family: the rule that refuses is the title's own, and so are the words."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from rising_tutor.core.ids import CardId
from rising_tutor.core.node import Chance, Decision
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.refusals.choices import asked_by
from rising_tutor.games.rising.rules import tasks
from tests.testkit.curious import Curious
from tests.testkit.games import rules_of
from tests.testkit.scene import rising

TITLES = ("fire-nation-rising", "death-eaters-rising", "dark-side-rising")
OF_ONE_TITLE = {
    "fire-nation-rising": ("Balance", "Ruin", "Aid", "Final Battle", "Pai Sho", "Black Sun", "Fire Nation", "row"),
    "death-eaters-rising": ("Dark Mark", "Corruption", "Place", "Headquarters", "redeploy", "Redeploying"),
    "dark-side-rising": ("helmet", "Operation", "Component", "Team Base"),
}


def foreign_words(title: str) -> re.Pattern[str]:
    """Words of things that the other titles have and this one does not."""
    words: set[str] = set()
    for other in TITLES:
        if other != title:
            spec = rising(other).book.spec.words
            own = rising(title).book.spec.words
            words |= {*OF_ONE_TITLE[other], spec.villain, spec.figure, spec.token} - {own.villain, own.figure}
            words |= {spec.hero} - {own.hero, *rising(title).book.spec.kinds}
    return re.compile(rf"\b({'|'.join(sorted(map(re.escape, words)))})\b")


@cache
def everything(book: Book) -> list[do.RisingAction]:
    """Every action that can be written with the things of a title, and with some that it does not have."""
    cards = [CardId(card) for card in (*book.hero, *book.villain, *book.battle, *book.carrier, *book.team)]
    cards += [CardId("balance"), CardId("nobody"), *book.ability_of_team]  # type: ignore[list-item]  # ids all
    dice = (*book.die_name, "pink", "pink:Q")
    teams = [*map(CardId, book.team), CardId("team-nobody")]
    out: list[do.RisingAction] = [do.Roll(), do.Stop(), do.Done(), do.TakeAid()]
    out += [do.GoTo(at) for at in range(5)]
    out += [do.PlaceDie(die, card) for die in dice for card in cards]
    out += [kind(die) for kind in (do.DiscardDie, do.RemoveDie, do.PickDie, do.Redeploy) for die in dice]
    out += [kind(card) for kind in (do.UseAbility, do.Choose, do.React, do.TakeTeam, do.TakeStarter) for card in cards]
    out += [do.Join(card, "left") for card in cards]
    for token in (*book.token_ids, CardId("no-token")):
        out += [do.DropToken(token), *(do.GiveToken(team, token) for team in teams)]
        out += [do.UseToken(team, token, on) for team in teams for on in (None, *cards)]
    out += [do.ChooseColour(colour) for colour in (*book.colours, "pink")]
    out += [do.TurnDie(die, to) for die in book.die_name for to in book.die_name]
    for kind in (do.MoveParked, do.ShiftDamage, do.SwapCards):
        out += [kind(one, other) for one in cards for other in cards]
    return out


def refusals(title: str, seed: int, turns: int) -> Iterator[tuple[Any, Any, Any]]:
    """Positions of a game with actions that are refused there: much of the same kind, and some of every kind."""
    game = rising(title)
    curious, rng = Curious(game, seed), Random(seed)
    of_kind: dict[type, list[do.RisingAction]] = {}
    for action in everything(game.book):
        of_kind.setdefault(type(action), []).append(action)
    options = {"token_window_end_turn": "true"} if title.startswith("death") else {}
    for _, step in islice(curious.play(2, options), turns):
        node = game.node(step.state)
        if isinstance(node, Chance) or not isinstance(node, Decision):
            continue
        asked = {type(action) for action in node.actions}
        for kind, actions in of_kind.items():
            for action in rng.sample(actions, min(len(actions), 6 if kind in asked else 1)):
                refusal = game.check(step.state, action)
                if refusal is not None:
                    yield step.state, action, refusal


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("title", TITLES)
def test_every_refusal_cites_a_rule_of_the_title_in_its_own_words(title: str, seed: int) -> None:
    rules, foreign = rules_of(title), foreign_words(title)
    listed = rising(title).refusals()
    assert set(listed) <= rules
    words = rising(title).book.spec.words
    seen: Counter[str] = Counter()
    for state, action, refusal in refusals(title, seed, 400):
        where = f"{action} while {state.agenda[-1]}: {refusal}"
        assert refusal.rule in listed, where
        assert not foreign.search(re.sub(r"'[^']*'", "", refusal.why)), where
        assert re.fullmatch(r"[A-Z'0-9].*\.", refusal.why), where
        assert not re.search(r"[{}<>]|\bNone\b", refusal.why), where
        assert not re.search(r"\b(step|phase) \d", refusal.why) or f"{words.step} " in refusal.why, where
        seen[type(state.agenda[-1]).__name__] += 1
    assert seen["Window"] > 500
    assert len(seen) > 3, seen


@pytest.mark.parametrize("title", TITLES)
def test_what_waits_is_named_for_every_choice(title: str) -> None:
    book = rising(title).book
    foreign = foreign_words(title)
    for state, _, _ in refusals(title, 7, 300):
        task = state.agenda[-1]
        if not isinstance(task, tasks.Window):
            asked = asked_by(book, task)
            assert asked != "another thing", task
            assert not foreign.search(asked), asked
