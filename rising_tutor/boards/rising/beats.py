"""Where the enemy's turn is seen on a Rising table: each event of it by the names of what it changes.

    card:june           a card acts, or is spared
    damage:june:2       the second Damage on a card
    counter:scarif:3    the third counter on what the enemy fills
    ruin:10             a space of the Ruin Track that the marker reached
    figure, faces:2     the figure turns, now to the third location; `faced:1` is where it looked before
    location:2          what happens to a whole location
    enemy:right-1       the enemy's card, or the face of one of its dice

>>> from rising_tutor.core.ids import CardId, RuleId
>>> lands(foe.FigureTurned(rule=RuleId("FNR-312"), step="turn.2b.rotate", before=1, after=2))
('figure', 'faces:2', 'faced:1')
>>> lands(ev.BalanceMoved(rule=RuleId("FNR-512"), step="turn.4c.balance", before=5, after=6, top=9)) is None
True

The drawing is that of the end. What landed later than the moment that is shown, `beats.js` shows as it was before, by
four attributes: `data-beat` names the beats that an element is about, `data-off` the one before which it is not there,
`data-still` the one until which something else was there, and `data-was` its texts before.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rising_tutor.boards.ports import Beat
from rising_tutor.core.event import Event
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev

ENEMY_STEP: Final = "turn.2"
"""The step of a turn in which the enemy acts begins so, in every title."""
_LATER: Final = (foe.CarrierFell, foe.BlackSunCame, foe.CardRemoved, foe.BattlesPlaced, foe.BossRevealed)
"""What the enemy does in other steps as well."""


def lands(event: Event) -> tuple[str, ...] | None:
    """Where an event is seen; None for one that is no part of the enemy's turn."""
    if not event.step.startswith(ENEMY_STEP) and not isinstance(event, _LATER):
        return None
    found = _LANDS.get(type(event))
    if found is not None:
        return found(event)
    card = getattr(event, "card", "")
    return (f"card:{card}",) if card else ()


def _counters(event: foe.PressureAdded) -> tuple[str, ...]:
    if not event.n:
        return (f"card:{event.card}",)
    return tuple(f"counter:{event.card}:{at}" for at in range(event.after - event.n + 1, event.after + 1))


def _ruin(event: foe.RuinMoved) -> tuple[str, ...]:
    return tuple(f"ruin:{at}" for at in range(event.before + 1, event.after + 1)) or ("ruin",)


def _turned(event: foe.FigureTurned) -> tuple[str, ...]:
    moved = (f"faces:{event.after}", f"faced:{event.before}") if event.before != event.after else ()
    return ("figure", *moved)


def _damage(event: Any) -> tuple[str, ...]:
    return (f"damage:{event.card}:{event.damage}",)


_LANDS: Final[dict[type, Callable[[Any], tuple[str, ...]]]] = {
    foe.FireNationTurned: lambda event: (f"enemy:{event.card}",),
    foe.ThreatFaceRolled: lambda event: (f"enemy:{event.face}",),
    foe.AllVillainsAct: lambda event: (f"enemy:{event.face}",),
    foe.RuinMoved: _ruin,
    foe.FigureTurned: _turned,
    foe.LocationAttacked: lambda event: (f"location:{event.location}",),
    foe.PressureAdded: _counters,
    foe.CarrierFell: lambda event: (f"fallen:{event.fallen}", f"card:{event.card}"),
    foe.BossRevealed: lambda event: (f"card:{event.card}",),
    foe.BattlesPlaced: lambda event: tuple(f"card:{card}" for card in event.battles),
    ev.DamageTaken: _damage,
    ev.DamagePaid: _damage,
    ev.VillainDamaged: _damage,
}

_ABOUT_A_CARD: Final = frozenset({"card", "damage", "counter"})


class Landings:
    """Which beat each thing of a table belongs to; of one that lands twice, the later one."""

    def __init__(self, beats: Sequence[Beat]) -> None:
        self._at: dict[str, int] = {}
        self._about: dict[str, list[int]] = {}
        for number, beat in enumerate(beats, 1):
            for name in beat.lands:
                self._at[name] = number
                kind, _, what = name.partition(":")
                about = f"card:{what.partition(':')[0]}" if kind in _ABOUT_A_CARD else name
                if number not in self._about.setdefault(about, []):
                    self._about[about].append(number)

    def at(self, name: str) -> int | None:
        """The beat with which something of this name lands; None if it was there before."""
        return self._at.get(name)

    def about(self, *names: str) -> str | None:
        """The beats that something is about, for `data-beat`; None without any."""
        found = sorted({number for name in names for number in self._about.get(name, ())})
        return " ".join(map(str, found)) or None

    def steps(self, name: str, n: int) -> dict[int, int]:
        """Of the n points of something, those that land, each with its beat."""
        return {at: number for at in range(1, n + 1) if (number := self._at.get(f"{name}:{at}")) is not None}


def texts(steps: Mapping[int, int], now: str, text: Callable[[int], str]) -> str | None:
    """What a count reads before each of its beats, and at last, for `data-was`; None where it does not change.

    >>> texts({2: 3, 3: 7}, "3/7", lambda n: f"{n}/7")
    '3|1/7;7|2/7;|3/7'
    """
    before = [f"{number}|{text(at - 1)}" for at, number in sorted(steps.items())]
    return ";".join((*before, f"|{now}")) if before else None
