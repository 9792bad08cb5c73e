"""Every game that the policy greedy plays ends: time is worth something to it, so that it does not heal for ever."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.core.drive import play_out, policy_rng
from rising_tutor.core.node import Decision
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.greedy import Greedy
from rising_tutor.games.rising.greedy.worth import Weights
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.view import RisingView
from tests.testkit.scene import rising

DARK, DEATH = "dark-side-rising", "death-eaters-rising"
LIMIT = 10_000
"""Decisions: a record holds no more, and `simulate` gives a game up."""
LONGEST = 120
"""Turns: three to five times as many as a usual game takes."""
PATIENT = Weights(goal=0.0, haste=0.0)
"""As it was: a counter is worth the same whether the win needs it or not, and however late it is."""


def ends(game: RisingGame, seats: int, seed: int, options: dict[str, str]) -> None:
    """A game that greedy plays, which has an end, and soon enough."""
    played = play_out(game, seats=seats, seed=seed, policy="greedy", options=options, limit=LIMIT)
    assert played.result is not None, f"{game.info.id}, {seats} seats, seed {seed}, {options}: no end"
    assert played.state.turn <= LONGEST, f"{game.info.id}, {seats} seats, seed {seed}, {options}"


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "seats", "seed", "options"),
    [
        (DARK, 2, 9024, {"target": "11"}),
        (DARK, 2, 9042, {"target": "11"}),
        (DARK, 2, 20013, {"target": "11"}),
        (DARK, 3, 9024, {"target": "11", "hero_loss_limit": "40"}),
        (DARK, 4, 9042, {"target": "9", "hero_loss_limit": "40"}),
        (DARK, 2, 7, {"target": "11", "hero_loss_limit": "40", "head_start": "1"}),
        (DEATH, 2, 9024, {"target": "10", "hero_loss_limit": "33"}),
        (DEATH, 4, 9042, {"target": "10", "hero_loss_limit": "33", "fallen_limit": "6"}),
    ],
)
def test_a_game_that_could_be_kept_going_by_healing_ends(
    title: str, seats: int, seed: int, options: dict[str, str]
) -> None:
    ends(rising(title), seats, seed, options)


def drawn(game: RisingGame, number: int) -> tuple[int, dict[str, str]]:
    """Players and options of a game: any level, in some games other limits too."""
    rng, limits = Random(f"ends:{number}"), game.book.spec.limits
    seats = rng.randint(*limits.seats)
    options = {"target": str(rng.randint(*limits.target))}
    if rng.random() < 0.3:
        options["hero_loss_limit"] = str(rng.randint(6, limits.hero_loss_limit[1]))
    if rng.random() < 0.3:
        options["fallen_limit"] = str(rng.randint(3, limits.fallen[1]))
    return seats, options


@pytest.mark.long
@pytest.mark.parametrize("title", [DARK, DEATH])
def test_of_a_thousand_games_at_any_setting_none_goes_on_for_ever(title: str) -> None:
    game = rising(title)
    for number in range(500):
        seats, options = drawn(game, number)
        ends(game, seats, number, options)


def choices_of_location(game: RisingGame, seed: int) -> list[tuple[Any, RisingView]]:
    """Where a Team may go, in a game of two, each time with what is seen."""
    met: list[tuple[Any, RisingView]] = []
    greedy = game.policies()["greedy"]

    def choose(decision: Any, look: Any, rng: Random) -> Any:
        view = look()
        if view.agenda and type(view.agenda[-1]) is tasks.PlaceTeamToken:
            met.append((decision, view))
        return greedy(decision, lambda: view, rng)

    play_out(game, seats=2, seed=seed, policy=choose, limit=LIMIT)
    return met


@pytest.mark.parametrize("title", [DARK, DEATH])
def test_when_it_is_late_it_goes_where_the_win_is(title: str) -> None:
    """However much there is to heal elsewhere, and whatever waits where the Villains are."""
    game = rising(title)
    places = game.book.spec.places
    seen = 0
    for decision, view in choices_of_location(game, 9024):
        at = {place // places for place, spot in enumerate(view.places) if spot and spot.card in game.book.villain}
        at |= {location for location, battle in enumerate(view.battles) if battle is not None}
        if view.options.target <= len(view.villains_out) or not 0 < len(at) < game.book.spec.locations:
            continue
        late = replace(view, turn=2_000)
        chosen = Greedy(game.book)(decision, lambda late=late: late, policy_rng(0, "late"))
        assert chosen.location in at
        seen += 1
    assert seen > 3


@pytest.mark.wide
@pytest.mark.slow
def test_where_no_beaten_villains_win_greedy_plays_as_it_did() -> None:
    """The Final Battles win Fire Nation Rising, and Ruin ends it: nothing there is dearer because it is late."""
    game = rising("fire-nation-rising")
    for seed in range(3):
        one = play_out(game, seats=2, seed=seed, policy=Greedy(game.book))
        other = play_out(game, seats=2, seed=seed, policy=Greedy(game.book, PATIENT))
        assert (one.decisions, game.dump(one.state)) == (other.decisions, game.dump(other.state))


@pytest.mark.wide
@pytest.mark.slow
def test_a_patient_program_heals_for_ever() -> None:
    """With the weights as they were a seed from above shows what this file is about: so its tests can fail."""
    game = rising(DARK)
    patient = Greedy(game.book, PATIENT)
    played = play_out(game, seats=2, seed=9024, policy=patient, options={"target": "11"}, limit=4_000)
    assert played.result is None
    assert isinstance(game.node(played.state), Decision)
    assert played.state.turn > LONGEST
