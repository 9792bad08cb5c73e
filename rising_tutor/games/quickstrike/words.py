"""What is said: events, places, energies in a sentence."""

import re
from typing import Any

import msgspec

from rising_tutor.core.english import counted, listed
from rising_tutor.core.ids import Seat
from rising_tutor.core.place import Place
from rising_tutor.games.quickstrike import clauses
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike.book import Book
from rising_tutor.games.quickstrike.moments import voice_at
from rising_tutor.games.quickstrike.run import UNNAMED, Run
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.vocabulary import COLOURS, AvatarEffect

ZONES = (*COLOURS, "front")
SIDES = ("front", "back")
_ON_A_MAT = re.compile(r"\b([12]) (green|yellow|red)\b")
_ORDER = re.compile(r"\d( \d)+")


def zone_name(zone: int) -> str:
    """A zone in words; the place in front of the mat, and nowhere."""
    return ZONES[zone] if 0 <= zone < len(ZONES) else "no zone"


SENTENCES: dict[type[ev.AvatarEvent], str] = {
    ev.Revealed: "{seat} puts {card} from the deck on the discard pile.",
    ev.TotalsCompared: "The force totals are {totals[0]} for Player 1 and {totals[1]} for Player 2.",
    ev.CoinTossed: "The coin favours Player {n_seat}.",
    ev.DefenderChosen: "{seat} {decides}: Player {defender} defends.",
    ev.OpeningSent: "{seat} sends the opening attack with force {force}.",
    ev.EnergyAdded: "{seat} adds {card} from the discard pile as a {zone} energy.",
    ev.NothingAdded: "{seat} has no card left to add as a {zone} energy.",
    ev.TurnBegan: "{seat} must defend against {card}, which attacks{from_zone} with force {force}.",
    ev.SignatureOffered: "{seat} may play the signature move {card}.",
    ev.SignatureLapsed: "{seat} can no longer play the signature move {card}.",
    ev.SignatureReady: "{seat} plays the signature move {card}.",
    ev.SignatureDeclined: "{seat} does not play the signature move.",
    ev.Charged: "{seat}'s {zone} zone is charged.",
    ev.Uncharged: "{seat}'s {zone} zone is uncharged.",
    ev.ZoneEntered: "{seat} defends in {zone}.",
    ev.ZoneSkipped: "{seat} skips {zone}.",
    ev.Flipped: "{seat} flips {card} in {zone}.",
    ev.NothingToFlip: "{seat} has no card to flip in {zone}.",
    ev.GuardReached: "{seat} has flipped too often in {zone}: the zone counts as lost.",
    ev.PaymentChosen: "{seat} pays {energies}.",
    ev.EnergyChosen: "{seat} chooses the {zone} energy that goes next: {energy}.",
    ev.Paid: "{seat} pays a {zone} energy: {card}.",
    ev.EnergyEliminated: "{seat} loses a {zone} energy: {card}.",
    ev.PowerUsed: "{seat} pays for {power}.",
    ev.Discarded: "{seat} discards {card} from {zone}.",
    ev.Focused: "{seat} focuses {card}: one more {zone} energy.",
    ev.Pitched: "{seat} pitches {card} in {zone}.",
    ev.Reflipped: "{seat} discards {card} to flip again in {zone}.",
    ev.StrikeMoved: "{seat} moves {card} from {zone} to {to} and defends there.",
    ev.AdvantagePlayed: "{seat} plays {card} in {zone}.",
    ev.AdvantageEliminated: "{seat} eliminates the advantage {card} as a cost.",
    ev.AllyPlayed: "{card} joins {seat} in {zone}.",
    ev.AllyReplaced: "{card} leaves {seat}'s {zone} zone for the new ally.",
    ev.ZoneLost: "{seat} loses {zone} to this attack.",
    ev.PointScored: "{seat} scores and now has {points}.",
    ev.RoundEnded: "Round {round} is over: {seat} got through, and nobody attacks now.",
    ev.GameWon: "{seat} has won.",
    ev.ChamberReturned: "{seat}'s Chamber returns, {side} up.",
    ev.DeckRefreshed: "{seat}'s deck is empty: energies and discard pile are shuffled into a new deck of {cards}.",
    ev.PileRefilled: "{seat}'s discard pile takes {cards} from the deck.",
    ev.Looked: "{seat} looks at card {place} of their deck.",
    ev.Saw: "{seat} sees {card}, card {place} of the deck.",
    ev.Arranged: "{seat}'s deck now begins with {in_order}.",
    ev.Opened: "{card} lies open on {seat}'s deck.",
    ev.DiscardedFromDeck: "{seat} discards {card} from the deck.",
    ev.StrikeChanged: "{seat}'s {card} {changes}: it now has force {force} and intercept {intercept}.",
    ev.EffectGained: '{seat}\'s {card} gains an effect {lasts}: "{effects}".',
    ev.EffectWaits: '{card} waits for {seat}\'s counterattack{from_zone}: "{effects}".',
    ev.EnergyMoved: "{seat} moves an energy from {zone} to {to}.",
    ev.AllyEliminated: "{seat}'s ally {card} in {zone} is eliminated.",
    ev.AllyMoved: "{card} goes from {seat}'s {zone} zone to Player {to_seat}'s {to} zone.",
    ev.AlliesArranged: "{seat} rearranges the allies: {moves}.",
    ev.AllyOntoDeck: "{card} goes from {seat}'s {zone} zone on top of its owner's deck.",
    ev.AllyFound: "{seat} searches the deck: {card} joins in {zone}, and the rest is shuffled.",
    ev.NothingFound: "{seat} searches the deck: no ally named {named} lies in it, and it is shuffled.",
    ev.ZoneRaised: "{seat} now defends in {zone}.",
    ev.ChamberTurned: "{seat} turns the Chamber, {side} up.",
    ev.ChargeForbidden: "{card} keeps {seat}'s {zone} zone from being charged.",
    ev.Conceded: "{seat} gives up.",
    ev.TurnLimitReached: "The limit of turns is reached; the game stops unfinished.",
    ev.Replenished: "{seat} replenishes {for_zone}.",
    ev.Countered: "{seat} stops force {stopped} with {card} and counterattacks{from_zone} with force {force}.",
    ev.Celebrated: "{seat} {celebrates}.",
    ev.CleanedUp: "{seat} {cleans}.",
    ev.PutBack: "{seat} puts {cards} back{lies}.",
    ev.Chosen: "{seat} {chooses}.",
}
"""An event as a sentence; names in braces are its fields, and what `_words_of` makes of them."""


def say(book: Book, event: ev.AvatarEvent) -> str:
    """One sentence for people."""
    return SENTENCES[type(event)].format(**_words_of(book, event))


def _words_of(book: Book, event: ev.AvatarEvent) -> dict[str, Any]:
    """The fields of an event in words."""
    facts: dict[str, Any] = dict(msgspec.structs.asdict(event))
    words = facts | {"seat": f"Player {event.seat + 1}", "n_seat": event.seat + 1}
    zone = facts.get("zone", -1)
    inside = 0 <= zone < len(COLOURS)
    words |= {
        "zone": zone_name(zone),
        "to": zone_name(facts.get("to", -1)),
        "cards": counted(facts.get("n", 0), "card"),
        "points": counted(facts.get("points", 0), "point"),
        "side": SIDES[facts.get("side", 0)],
        "energies": listed(_amounts(facts.get("energies", (0, 0, 0)))),
        "for_zone": f"for {zone_name(zone)}" if inside else "nothing against a signature move",
        "from_zone": f" from {zone_name(zone)}" if inside else "",
        "celebrates": "celebrates" if event.rule == "QS-903" else "has no ally and adds nothing",
        "lies": "".join(f"; {book.card[one].name} is card {at}" for at, one in facts.get("open", ())),
    }
    for seat in ("defender", "to_seat"):
        words[seat] = facts.get(seat, 0) + 1
    card = facts.get("card", "")
    words["card"] = _name(book, card) if card else UNNAMED
    match event:
        case ev.CleanedUp(cards=cards):
            gone = listed(book.card[one].name for one in cards)
            words["cleans"] = f"cleans up: {gone}" if gone else "has nothing to clean up"
        case ev.DefenderChosen(rule="QS-306"):
            words["decides"] = "sends the opening attack"
        case ev.DefenderChosen():
            words["decides"] = "decides"
        case ev.EnergyChosen():
            words["energy"] = words["card"] if card else "one that nobody has seen"
        case ev.PowerUsed(granted_by=granted_by):
            by = f"the power that {_name(book, granted_by)} gives to " if granted_by else "a power of "
            words["power"] = by + words["card"]
        case ev.Arranged(cards=cards):
            words["in_order"] = listed(_name(book, one) if one else UNNAMED for one in cards)
        case ev.StrikeChanged(more_force=force, more_intercept=intercept):
            words["changes"] = _changes(force, intercept)
        case ev.EffectGained(effects=effects):
            words["lasts"] = f"for as long as it lies in {words['zone']}" if inside else "for as long as it is in play"
            words["effects"] = _effects(book, card, zone, effects)
        case ev.EffectWaits(effects=effects):
            words["effects"] = _effects(book, card, zone, effects)
        case ev.AlliesArranged(moves=moves):
            words["moves"] = "; ".join(  # names of allies have commas
                f"{_name(book, one.card)} goes from {zone_name(one.zone)} to {zone_name(one.to)}" for one in moves
            )
        case ev.Chosen():
            words["chooses"] = _chooses(book, event)
    return words


def _effects(book: Book, card: str, zone: int, effects: tuple[AvatarEffect, ...]) -> str:
    """Return what a card does, in its own words, with its zone by the colour."""
    of = book.card.get(card) or book.move[card]
    voice = voice_at(of.type, of, zone_name(zone) if 0 <= zone < FRONT else "")
    return listed(clauses.say(effect, voice) for effect in effects)


def _changes(force: int, intercept: int) -> str:
    """Return what a strike gets or loses.

    >>> _changes(2, 0), _changes(-1, -1), _changes(1, -1)
    ('gets +2 force', 'gets -1 force and -1 intercept', 'gets +1 force and -1 intercept')
    """
    return f"gets {listed(f'{n:+d} {word}' for n, word in ((force, 'force'), (intercept, 'intercept')) if n)}"


def _chooses(book: Book, event: ev.Chosen) -> str:
    """Return what was chosen, as the end of a sentence about the seat."""
    card = _name(book, event.card) if event.card else ""
    words = option_words(book, event.option)
    if event.rule == "QS-815":
        return f"lets {words} work first"
    if event.rule == "QS-406":
        return f"puts {words} on the discard pile next"
    if event.seats is not None and event.option.isdigit():
        words = f"to keep card {event.option} of the deck"
    allies = event.option.split()
    if len(allies) == len(COLOURS) and all(one == "-" or one in book.of_word for one in allies):
        names = ("no ally" if one == "-" else _name(book, book.of_word[one]) for one in allies)
        words = "; ".join(f"{name} in {colour}" for name, colour in zip(names, COLOURS, strict=True))
        return f"arranges the allies for {card}: {words}"
    return {
        "yes": f"uses {card}",
        "all": f"uses {card}",
        "no": f"declines the effect of {card}",
        "keep": f"chooses to keep the card for {card}",
        "move": f"chooses to move an energy for {card}",
        "discard": f"chooses to discard the card for {card}",
        "charge": f"chooses to charge a zone for {card}",
        "uncharge": f"chooses to uncharge a zone for {card}",
    }.get(event.option, f"chooses {words} for {card}")


def _name(book: Book, card: str) -> str:
    return (book.card.get(card) or book.move[card]).name


def option_words(book: Book, option: str) -> str:
    """What was chosen, as a sentence has it: cards by their names, a zone with its seat.

    >>> from rising_tutor.games.quickstrike.book import load_book
    >>> [option_words(load_book(), option) for option in ("2 green to red", "canyon-crawler-clash", "unknown", "2 1")]
    ["Player 2's green to red", 'Canyon Crawler Clash', 'an energy that nobody knows', 'the order 2 1']
    """
    if option == "unknown":
        return "an energy that nobody knows"
    if _ORDER.fullmatch(option):
        return f"the order {option}"
    words = _ON_A_MAT.sub(r"Player \1's \2", option).split()
    return " ".join(_name(book, book.of_word[word]) if word in book.of_word else word for word in words)


def _amounts(energies: tuple[int, int, int]) -> list[str]:
    return [f"{n} {colour}" for n, colour in zip(energies, COLOURS, strict=True) if n]


def place(run: Run) -> Place:
    """Where a position stands."""
    t = run.t
    within: tuple[str, ...] = ()
    if t.phase != "setup":
        within = (f"round {t.round}", f"{t.phase} step" if t.phase in ("signature", "flip") else t.phase)
        if t.phase == "flip" and t.zone >= 0:
            within += (zone_name(t.zone),)
    name = "set-up" if t.turn == 0 else f"turn {t.turn}"
    return Place(turn=t.turn, name=name, within=within, phase=t.phase, seat=Seat(t.defender) if t.turn else None)
