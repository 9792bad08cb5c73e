"""The numbers of a Rising table that change with the position: both clocks, Damage, dice, decks, tokens."""

from collections.abc import Callable, Sequence
from typing import Any

from rising_tutor.boards.rising.enemy import boss_damage, fallen
from rising_tutor.boards.rising.tracks import short_token
from rising_tutor.boards.rising.words import Words
from rising_tutor.core.english import plural
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.view import RisingView, TeamView
from rising_tutor.render.charts import Chart, Curve

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
        self._words = Words(game.book)
        self._names = {card: team.name for card, team in game.book.team.items()}

    def moves_dice(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, _DICE) for event in events)

    def turns_cards(self, events: Sequence[Event]) -> bool:  # noqa: ARG002  # its steps are those of dice
        return False

    def charts(self, views: Sequence[RisingView]) -> tuple[Chart, ...]:
        if not views:
            return ()

        def curve(name: str, tone: str, dash: str, read: Callable[[RisingView], int | None]) -> Curve:
            return Curve(name, tone, dash, tuple(read(view) for view in views))

        words, of = self._words, self._words.of
        heroes, lost = plural(of.hero), of.lost
        clock = Chart("tracks", "Ruin and Balance", "space", (), views[-1].ruin_top)
        tracks = [
            curve("Ruin", "threat", "solid", lambda view: view.ruin if view.phase == 1 else None),
            curve("Balance", "accent", "dash", lambda view: view.balance.position if view.balance else None),
        ]
        if words.book.carrier:
            parts = plural(of.carrier)
            clock = Chart("tracks", f"{parts} and {plural(of.villain)}", "number", ())
            tracks = [
                curve(f"{parts} {of.fallen}", "threat", "solid", lambda view: len(fallen(view))),
                curve(
                    plural(of.pressure) if of.pressure.endswith("counter") else of.pressure,
                    "avatar",
                    "dashdot",
                    lambda view: sum(one.counters for one in view.carriers),
                ),
                curve(f"{plural(of.villain)} {of.beaten}", "accent", "dash", lambda view: len(view.villains_out)),
            ]
        if words.book.spec.switch.boss:
            boss = f"Damage on {words.name(words.book.spec.switch.boss)}"
            tracks.append(curve(boss, "good", "dot", lambda view: boss_damage(words, view)))
        dice = (
            curve("in the pool", "ink", "solid", lambda view: len(view.roll.waiting) + len(view.roll.shown)),
            curve("assigned", "accent", "dash", assigned),
            curve("gone", "threat", "dot", lambda view: len(view.roll.gone)),
        )
        decks = [
            curve(of.deck, "ink", "solid", lambda view: len(view.heroes_unseen) + view.villains_in_deck),
            curve(f"{short_token(of)} supply", "accent", "dot", lambda view: _total(view.supply)),
            curve(f"{heroes} {lost}", "avatar", "dashdot", lambda view: len(view.defeated)),
        ]
        if of.enemy_deck:
            enemy = curve(f"{of.enemy_deck} deck", "threat", "dash", lambda view: _total(view.fire_deck))
            decks.insert(1, enemy)
        return (
            Chart(clock.id, clock.title, clock.unit, tuple(tracks), clock.top),
            Chart("damage", "Damage on each Team", "Damage", self._by_team(views, _damage)),
            Chart("dice", "Dice of the active Team", "dice", dice),
            Chart("decks", "Decks and supply", "cards and tokens", tuple(decks)),
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
