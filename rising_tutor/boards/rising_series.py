"""The numbers of a Rising table that change from position to position: tracks, Damage, dice, decks, tokens."""

from collections.abc import Callable, Sequence
from typing import Any

from rising_tutor.boards.charts import Chart, Curve
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.games.rising import events as ev
from rising_tutor.games.rising.view import RisingView, TeamView

#: Colour and dash of each Team, in seating order; a dash tells apart what colour alone should not.
_TEAM_LOOKS = (("accent", "solid"), ("water", "dash"), ("earth", "dot"), ("avatar", "dashdot"), ("threat", "longdash"))
_DICE = (
    ev.DiceRolled,
    ev.DiePlaced,
    ev.DieDiscarded,
    ev.DieRemoved,
    ev.DieParked,
    ev.DiceForfeited,
    ev.FaceChanged,
    ev.DieLost,
)


def series(game: AnyGame) -> "RisingSeries":
    """The numbers of this title."""
    return RisingSeries(game)


class RisingSeries:
    """Reads views; holds nothing that changes."""

    def __init__(self, game: Any) -> None:
        self._names = {card: team.name for card, team in game.book.team.items()}

    def moves_dice(self, events: Sequence[Event]) -> bool:
        """Whether a die was rolled, put down or given up."""
        return any(isinstance(event, _DICE) for event in events)

    def charts(self, views: Sequence[RisingView]) -> tuple[Chart, ...]:
        """Tracks, Damage, dice, decks and tokens of a game."""
        if not views:
            return ()

        def curve(name: str, tone: str, dash: str, read: Callable[[RisingView], int | None]) -> Curve:
            return Curve(name, tone, dash, tuple(read(view) for view in views))

        tracks = (
            curve("Ruin", "threat", "solid", lambda view: view.ruin if view.phase == 1 else None),
            curve("Balance", "accent", "dash", lambda view: view.balance.position if view.balance else None),
        )
        dice = (
            curve("in the pool", "ink", "solid", lambda view: len(view.roll.waiting) + len(view.roll.shown)),
            curve("assigned", "accent", "dash", assigned),
            curve("gone", "threat", "dot", lambda view: len(view.roll.gone)),
        )
        decks = (
            curve("Character deck", "ink", "solid", lambda view: len(view.heroes_unseen) + view.villains_in_deck),
            curve("Fire Nation deck", "threat", "dash", lambda view: _total(view.fire_deck)),
            curve("Pai Sho supply", "accent", "dot", lambda view: _total(view.supply)),
            curve("Heroes defeated", "avatar", "dashdot", lambda view: len(view.defeated)),
        )
        return (
            Chart("tracks", "Ruin and Balance", "space", tracks, views[-1].ruin_top),
            Chart("damage", "Damage on each Team", "Damage", self._by_team(views, _damage)),
            Chart("dice", "Dice of the active Team", "dice", dice),
            Chart("decks", "Decks and supply", "cards and tokens", decks),
            Chart("tokens", "Tokens of each Team", "tokens", self._by_team(views, lambda team: _total(team.tokens))),
        )

    def _by_team(self, views: Sequence[RisingView], read: Callable[[TeamView], int]) -> tuple[Curve, ...]:
        curves = []
        for at, last in enumerate(views[-1].teams):
            tone, dash = _TEAM_LOOKS[at % len(_TEAM_LOOKS)]
            name = self._names.get(last.card, f"Team {at + 1}")
            # A Team without a card has not been chosen yet.
            values = tuple(
                read(view.teams[at]) if at < len(view.teams) and view.teams[at].card else None for view in views
            )
            curves.append(Curve(name, tone, dash, values))
        return tuple(curves)


def assigned(view: RisingView) -> int:
    """Dice that lie on cards and on the Balance Track."""
    spots = sum(len(spot.dice) for spot in (*view.places, *view.battles) if spot is not None)
    heroes = sum(len(member.dice) for team in view.teams for member in team.row)
    abilities = sum(len(ability.dice) for team in view.teams for ability in team.abilities)
    return spots + heroes + abilities + (len(view.balance.dice) if view.balance else 0)


def _damage(team: TeamView) -> int:
    return sum(member.damage for member in team.row)


def _total(bag: Sequence[tuple[Any, int]]) -> int:
    return sum(n for _, n in bag)
