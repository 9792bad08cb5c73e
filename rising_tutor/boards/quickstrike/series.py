"""The numbers of a QuickStrike table that change with the position: points, force that comes, energies, decks."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from rising_tutor.boards.quickstrike.scene import TO_WIN
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import attack_force
from rising_tutor.games.quickstrike.view import AvatarView, imagine
from rising_tutor.render.charts import Chart, Curve

_LOOKS = (("accent", "solid"), ("threat", "dash"))
"""Colour and dash of each seat; a dash tells apart what colour alone should not."""
_CARDS = (ev.Flipped, ev.Revealed, ev.Paid, ev.EnergyAdded, ev.Opened, ev.DiscardedFromDeck, ev.EnergyEliminated)


def series(game: AnyGame) -> "QuickstrikeSeries":
    """The numbers of this game."""
    return QuickstrikeSeries(game)


class QuickstrikeSeries:
    """Reads views; holds nothing that changes."""

    def __init__(self, game: Any) -> None:
        self.book = game.book

    def moves_dice(self, events: Sequence[Event]) -> bool:  # noqa: ARG002  # there are none
        return False

    def turns_cards(self, events: Sequence[Event]) -> bool:
        """Whether a card was turned over."""
        return any(isinstance(event, _CARDS) for event in events)

    def charts(self, views: Sequence[AvatarView]) -> tuple[Chart, ...]:
        if not views:
            return ()
        names = [self.book.chamber[mat.chamber].name for mat in views[-1].mats]
        if names[0] == names[1]:
            names = [f"{name}, Player {seat + 1}" for seat, name in enumerate(names)]

        def each(read: Callable[[Any], int]) -> tuple[Curve, ...]:
            return tuple(
                Curve(names[seat], tone, dash, tuple(read(view.mats[seat]) for view in views))
                for seat, (tone, dash) in enumerate(_LOOKS)
            )

        def force(view: AvatarView, seat: int) -> int | None:
            if not view.attack or view.defender == seat:
                return None
            return attack_force(Run(imagine(view, Random(0), self.book), self.book))  # type: ignore[arg-type]  # read as a table

        attacks = tuple(
            Curve(names[seat], tone, dash, tuple(force(view, seat) for view in views))
            for seat, (tone, dash) in enumerate(_LOOKS)
        )
        return (
            Chart("points", "Points", "points", each(lambda mat: mat.points), TO_WIN),
            Chart("force", "Force of the attack", "force", attacks),
            Chart("energies", "Energies", "energies", each(lambda mat: sum(mat.energies))),
            Chart("charges", "Charged zones", "zones", each(lambda mat: sum(mat.charged)), 3),
            Chart("decks", "Cards in the deck", "cards", each(lambda mat: mat.n_deck)),
        )
