"""Numbers of a game of Rise TCG to be plotted: HP, coins, Ether, hands, creatures, levels."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import attack, is_creature
from rising_tutor.games.rise_tcg.view import RiseView, SideView, imagine
from rising_tutor.render.charts import Chart, Curve

_LOOKS: Final = (("accent", "solid"), ("threat", "dash"), ("good", "dot"), ("ink", "solid"))
"""Colour and dash of each seat; a dash tells apart what colour alone should not."""
_CARDS: Final = (ev.DrewCard, ev.SawCard, ev.Entered, ev.Attached, ev.Buried, ev.PutFromTop, ev.LookedAtTop)


def series(game: AnyGame) -> "RiseSeries":
    """The numbers of this game."""
    return RiseSeries(game)


class RiseSeries:
    """Reads views; holds nothing that changes."""

    def __init__(self, game: Any) -> None:
        self.book = game.book

    def moves_dice(self, events: Sequence[Event]) -> bool:
        """Whether a coin fell or a die was rolled."""
        return any(isinstance(event, (ev.CoinTossed, ev.DieRolled, ev.RolledForStart)) for event in events)

    def turns_cards(self, events: Sequence[Event]) -> bool:
        """Whether a card was drawn, or came into play."""
        return any(isinstance(event, _CARDS) for event in events)

    def charts(self, views: Sequence[RiseView]) -> tuple[Chart, ...]:
        if not views:
            return ()

        def each(read: Callable[[RiseView, int], int]) -> tuple[Curve, ...]:
            return tuple(
                Curve(f"Player {seat + 1}", *_LOOKS[seat % len(_LOOKS)], tuple(read(view, seat) for view in views))
                for seat in range(len(views[-1].sides))
            )

        def of_side(read: Callable[[SideView], int]) -> tuple[Curve, ...]:
            return each(lambda view, seat: read(view.sides[seat]))

        def strength(view: RiseView, seat: int) -> int:
            run = Run(imagine(view, Random(0), self.book), self.book)  # type: ignore[arg-type]  # read as a table
            return sum(attack(run, piece) for piece in run.of(seat) if is_creature(run, piece))

        return (
            Chart(
                "hp",
                "HP of both Summoners",
                "HP",
                of_side(lambda side: sum(max(0, one.hp) for one in side.summoners)),
                short="HP",
            ),
            Chart("attack", "Attack of all creatures", "attack", each(strength)),
            Chart("coins", "Coins", "coins", of_side(lambda side: side.coins)),
            Chart("ether", "Ether", "Ether", of_side(lambda side: side.ether)),
            Chart("hand", "Cards in hand", "cards", of_side(lambda side: side.n_hand)),
            Chart(
                "levels",
                "Level Ups on Summoners",
                "Level Ups",
                of_side(lambda side: sum(len(one.levels) for one in side.summoners)),
            ),
        )
