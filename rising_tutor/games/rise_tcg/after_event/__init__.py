"""Changes of the open table by single events, as somebody would make them who only hears the events.

Nothing here knows a rule of the game or a text of a card: what an event does not say is not done. An event that names
another card than the one that lies there raises ValueError.

    edits.py    reading and changing a table in small steps
    turn.py     set-up, draws, the turn, coins, Summoners
    chain.py    what is announced and on the chain
    cards.py    cards that come, go and change
    combat.py   attacks, blocks, damage
"""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.after_event import cards, chain, combat, turn
from rising_tutor.games.rise_tcg.after_event.edits import check_names
from rising_tutor.games.rise_tcg.open_table import OpenTable

CHANGES: Final[dict[type[ev.RiseEvent], Callable[[OpenTable, Any], OpenTable]]] = {
    **turn.CHANGES,
    **chain.CHANGES,
    **cards.CHANGES,
    **combat.CHANGES,
}
"""Changes that each kind of event makes to the table."""
QUIET: Final[frozenset[type[ev.RiseEvent]]] = frozenset(
    {
        ev.HandKept,
        ev.DrawLeftOut,
        ev.TookCards,
        ev.SummonerSacrificed,
        ev.Conceded,
        ev.EffectStarted,
        ev.EffectDeclined,
        ev.TopCardLeft,
        ev.OrderChosen,
        ev.TossedAgain,
        ev.PricePaid,
        ev.Passed,
        ev.EndAnnounced,
        ev.ItemFailed,
        ev.CountersKeptOff,
        ev.CoinTossed,
        ev.DieRolled,
        ev.NoAttack,
        ev.NoBlock,
    }
)
"""Kinds of event after which the same lies on the table: choices, chance, and reasons for what follows."""


def after_event(table: OpenTable, event: ev.RiseEvent) -> OpenTable:
    """Return the table after an event that its viewer may see.

    Raises:
        ValueError: the event does not fit the table.
    """
    check_names(table, event)
    change = CHANGES.get(type(event))
    if change is not None:
        return change(table, event)
    if type(event) not in QUIET:
        raise ValueError(f"{type(event).__name__} is no event of a table")
    return table
