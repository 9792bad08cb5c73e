"""Whatever happens or is refused in a game cites a rule, and a step, of its own title."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from rising_tutor.catalogues import load
from rising_tutor.core.drive import play_out
from rising_tutor.core.game import Refusal
from rising_tutor.core.ids import CardId
from rising_tutor.core.node import Chance
from rising_tutor.errors import IllegalAction
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.game import RisingGame
from tests.testkit.scene import rising
from tests.testkit.settings import RISING, SETTINGS

TITLE = pytest.mark.parametrize("title", RISING)


def everything(game: RisingGame) -> list[Any]:
    """An action of every kind, of titles that have it and of those that do not, on every kind of card."""
    book = game.book
    team, token = next(iter(book.team)), book.token_ids[0]
    blank, die = book.colours[0], book.die_name[0]
    other = book.die_name[1]
    cards: Iterable[str] = (
        book.hero_ids[0],
        book.hero_ids[-1],
        book.villain_ids[0],
        *book.battle_ids[:1],
        *book.carrier_ids[:1],
        *book.carrier_ids[-1:],
        *list(book.ability_of_team)[:1],
        *list(book.ability_of_team)[-1:],
        team,
        do.BALANCE,
    )
    out: list[Any] = [do.Roll(), do.Stop(), do.TakeAid(), do.Done(), do.GoTo(0), do.GoTo(7), do.ChooseColour(blank)]
    out += [kind(name) for kind in (do.DiscardDie, do.RemoveDie, do.PickDie, do.Redeploy) for name in (die, blank)]
    out += [do.GiveToken(CardId(team), token), do.DropToken(token), do.TurnDie(die, other)]
    out += [do.UseToken(CardId(team), kind) for kind in book.token_ids]
    for name in cards:
        card = CardId(name)
        out += [kind(card) for kind in (do.TakeTeam, do.TakeStarter, do.UseAbility, do.Choose, do.React)]
        out += [do.PlaceDie(die, card), do.UseToken(CardId(team), token, card), do.MoveParked(card, card)]
        out += [do.ShiftDamage(card, card), do.SwapCards(card, card), do.Join(card, "left")]
    return out


def every_outcome(game: RisingGame) -> list[Any]:
    """An outcome of every kind that chance can give in some title."""
    book = game.book
    card, die = book.hero_ids[0], book.die_name[0]
    faces = [do.ThreatRolled(CardId(face)) for face in book.threat_face]
    return [
        *(do.Faced(9), do.FirstDrawn(9), do.SideDealt(card), do.Revealed(card), do.Revealed(book.villain_ids[0])),
        *(do.TeamDealt(card), do.TeamDealt(CardId(next(iter(book.team))))),
        *(do.TurnedOver(card), do.Rolled((die,)), do.Rolled((die,) * 9), do.Drew(book.token_ids[0]), do.Drew(card)),
        *(do.BattlesDealt((card,)), do.Stacked((card,)), do.Stacked(book.carrier_ids), do.ThreatRolled(card), *faces),
    ]


@pytest.mark.slow
@TITLE
def test_every_event_of_thirty_games_cites_a_rule_and_a_step_of_its_title(title: str) -> None:
    game, catalogue = rising(title), load(title)
    rules = {rule.id for rule in catalogue.rules}
    steps = {phase.id for phase in catalogue.phases}
    seen: set[str] = set()

    def watch(_state: Any, _move: Any, step: Any) -> None:
        for event in step.events:
            assert event.rule in rules, event
            assert event.step in steps, event
            assert game.say(event).endswith("."), event
            seen.add(event.rule)

    for number in range(30):
        seats, options = SETTINGS[title][number % len(SETTINGS[title])]
        play_out(game, seats=seats, seed=number, policy="random", options=options, watch=watch)
    assert len(seen) > 40


@pytest.mark.slow
@TITLE
def test_every_refusal_cites_a_rule_of_its_title(title: str) -> None:
    game = rising(title)
    rules = {rule.id for rule in load(title).rules}
    tries, outcomes, rng = everything(game), every_outcome(game), Random(5)

    def watch(state: Any, _move: Any, step: Any) -> None:
        # The setup in full; of the turns, some positions.
        if state.turn and rng.random() > 0.04:
            return
        said = [(action, game.check(step.state, action)) for action in tries]
        if isinstance(game.node(step.state), Chance):
            said += [(outcome, refused(game, step.state, outcome)) for outcome in outcomes]
        for move, refusal in said:
            if refusal is not None:
                assert refusal.rule in rules, (move, refusal, game.where(step.state))
                assert refusal.why.endswith("."), (move, refusal)

    for number in range(6):
        seats, options = SETTINGS[title][number % len(SETTINGS[title])]
        play_out(game, seats=seats, seed=number, policy="random", options=options, watch=watch)


def refused(game: RisingGame, state: Any, outcome: Any) -> Refusal | None:
    """Why an outcome cannot come here; None if it can."""
    try:
        game.resolve(state, outcome)
    except IllegalAction as error:
        return error.refusal
    return None
