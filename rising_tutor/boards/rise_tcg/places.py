"""Names of places at a table of Rise TCG, as pages, lessons and beats use them.

lance-rider, lance-rider-2      a card in play, as moves name it
ysolde 1                        a Summoner of seat 1
chain, fights                   what waits to happen; `hand 1`, `stock 1`, `ether 1`, `library 1`, `cemetery 1`, `out 1`

What a press opens: card:12 a card in play by its number, summoner:3 the second Summoner of seat 2, hand:4 the kind of a
card in the own hand, item:0 an item of the chain, library:1, cemetery:1, out:1 the piles of seat 2.
"""

from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.events import RiseEvent
from rising_tutor.games.rise_tcg.state import SUMMONERS


def at(what: str, seat: int) -> str:
    """A place of a seat by name.

    >>> at("library", 1), at("ysolde", 0)
    ('library 2', 'ysolde 1')
    """
    return f"{what} {seat + 1}"


def piece(card: str, copy: int) -> str:
    """A card in play by name.

    >>> piece("lance-rider", 1), piece("lance-rider", 2)
    ('lance-rider', 'lance-rider-2')
    """
    return card if copy == 1 else f"{card}-{copy}"


def of_piece(number: int) -> str:
    """What opens a card in play."""
    return f"card:{number}"


def of_summoner(seat: int, at_: int) -> str:
    """What opens a Summoner.

    >>> of_summoner(1, 1)
    'summoner:3'
    """
    return f"summoner:{seat * SUMMONERS + at_}"


def lands(event: RiseEvent) -> tuple[str, ...]:
    """Where an event is seen."""
    seat = event.seat
    match event:
        case ev.DrewCard() | ev.MulliganTaken() | ev.LibraryEmpty() | ev.SetUp():
            return (at("hand", seat), at("library", seat))
        case ev.CoinsChanged() | ev.ColdPaid() | ev.PricePaid() | ev.TookCards():
            return (at("stock", seat),)
        case ev.EtherChanged():
            return (at("ether", seat),)
        case ev.Invoked():
            return (at("hand", seat), "chain")
        case ev.FromCemetery():
            return (at("hand", seat), at("cemetery", seat))
        case ev.Returned():
            return (piece(event.card, event.copy), at("hand", event.to))
        case ev.ItemEvent() | ev.SkillUsed() | ev.TimesChosen():
            return ("chain",)
        case (
            ev.SummonerHit()
            | ev.SummonerHealed()
            | ev.SummonerDied()
            | ev.SummonerRevived()
            | ev.SummonerSacrificed()
            | ev.PointsLost()
            | ev.LevelGained()
            | ev.LevelLost()
        ):
            return (at(event.card, seat),)
        case ev.Buried() | ev.PutFromTop():
            return (at("cemetery", seat),)
        case ev.LeftPlay():
            return (piece(event.card, event.copy), at("cemetery", event.owner))
        case ev.Removed():
            return (piece(event.card, event.copy), at("out", event.owner))
        case ev.AttackDeclared() | ev.BlockDeclared():
            return (piece(event.card, event.copy), "fights")
        case ev.CardEvent():
            return (piece(event.card, event.copy),)
    return ()
