"""The simple program: a written order of preferences, from what its seat sees; and how strong the programs are."""

from collections.abc import Sequence
from functools import cache
from importlib import resources
from random import Random
from typing import Any

from rising_tutor.core.game import Look
from rising_tutor.core.node import Decision
from rising_tutor.core.opponents import Opponent, read_opponents
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import choices
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.book import Book
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import stops, values
from rising_tutor.games.quickstrike.view import AvatarView, imagine


def greedy(book: Book) -> Any:
    """The policy "greedy".

    It stops an attack as soon as it can, plays what it can pay, pays for a power that makes a strike sufficient, and
    keeps the energies of what it cannot use.
    """

    def choose(decision: Decision[Any], look: Look[AvatarView], rng: Random) -> Any:
        return _best(book, decision.actions, look, rng)

    return choose


def _best(book: Book, actions: Sequence[Any], look: Look[AvatarView], rng: Random) -> Any:
    kinds: dict[type, list[Any]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    if do.Signature in kinds or do.CounterAttack in kinds:
        return (kinds.get(do.Signature) or kinds[do.CounterAttack])[0]
    if do.Send in kinds:
        return kinds[do.Send][0]
    if do.Choose in kinds:
        wanted = [action for action in kinds[do.Choose] if action.option != "no"]
        return wanted[int(rng.random() * len(wanted))] if wanted else kinds[do.Choose][0]
    if do.Play in kinds:
        return kinds[do.Play][0]
    raising = _power_that_suffices(book, kinds.get(do.Power, []), look)
    if raising is not None:
        return raising
    for kind in (do.Focus, do.Decline, do.Discard):
        if kind in kinds:
            return kinds[kind][0]
    return actions[0]


def _power_that_suffices(book: Book, powers: Sequence[do.Power], look: Look[AvatarView]) -> do.Power | None:
    """A power with which the flipped strike would stop the attack, as far as one payment shows it."""
    if not powers:
        return None
    run = Run(imagine(look(), Random(0), book), book)  # type: ignore[arg-type]  # a frozen state is read as a table
    zone = run.t.zone
    for power in powers:
        offer = choices.find_offer(run, power)
        if offer is None or offer.cost.pitch or not 0 <= zone < 3:
            continue
        gain = sum(effect.intercept for effect in offer.effect if isinstance(effect, say.Change))
        card = run.lies(run.t.defender, zone)
        if gain > 0 and card is not None and card.type == "strike":
            have = values(run, run.t.defender, zone).intercept - offer.cost.intercept
            if stops(run, have + gain) and not stops(run, have):
                return power
    return None


@cache
def measured() -> tuple[Opponent, ...]:
    """The programs that people can play against, with their strength as it was measured."""
    file = "opponents.toml"
    return read_opponents(resources.files("rising_tutor.games.quickstrike").joinpath(file).read_bytes(), file)
