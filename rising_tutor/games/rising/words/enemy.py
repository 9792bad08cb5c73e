"""What the enemy does, in words: a part of the table of spoken events; `events.py` has the frame of a turn."""

from rising_tutor.core.english import listed, noun, plural
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.words.dice import says
from rising_tutor.games.rising.words.names import list_cards, name_of, say_die, say_place, say_team


def say_track(track: str, before: int, after: int) -> str:
    """How a marker moved on its track, or that it did not, without a full stop."""
    return f"{track} stays at {after}" if before == after else f"{track} {before} to {after}"


@says.of(foe.CarriersStacked)
def _(book: Book, event: foe.CarriersStacked) -> str:
    return f"At {say_place(book, event.location)}, from the top: {list_cards(book, event.cards)}."


@says.of(foe.BossHidden)
def _(book: Book, event: foe.BossHidden) -> str:
    name = name_of(book, event.card)
    return f"{name} goes into the middle of the deck, {event.above} cards above and {event.below} below."


@says.of(foe.BossRevealed)
def _(book: Book, event: foe.BossRevealed) -> str:
    where = say_place(book, event.location)
    return f"{name_of(book, event.card)} comes off the deck and can be attacked, now at {where}."


@says.of(foe.FigureSet)
def _(book: Book, event: foe.FigureSet) -> str:
    return f"{book.spec.words.figure} faces {say_place(book, event.location)}."


@says.of(foe.CardDiscarded)
def _(book: Book, event: foe.CardDiscarded) -> str:
    counts = ", as a defeated one" if event.counts else ""
    return f"Revealed and discarded{counts}: {name_of(book, event.card)}."


@says.of(foe.ThreatFaceRolled)
def _(book: Book, event: foe.ThreatFaceRolled) -> str:
    return f"{name_of(book, event.die)}: {name_of(book, event.face)}."


@says.of(foe.PressureAdded)
def _(book: Book, event: foe.PressureAdded) -> str:
    name, word = name_of(book, event.card), book.spec.words.pressure
    if not event.n:
        return f"{name} is full and takes no {word}."
    return f"{name} takes {event.n} {noun(event.n, word)}, {event.after} of {event.spaces}."


@says.of(foe.PressureRemoved)
def _(book: Book, event: foe.PressureRemoved) -> str:
    name, word = name_of(book, event.card), book.spec.words.pressure
    if not event.n:
        return f"{name} has no {word} to remove."
    return f"{event.n} {noun(event.n, word)} removed from {name}, {event.after} of {event.spaces} left."


@says.of(foe.CarrierFell)
def _(book: Book, event: foe.CarrierFell) -> str:
    return f"{name_of(book, event.card)} {book.spec.words.falls}, {event.fallen} so far."


@says.of(foe.AllVillainsAct)
def _(book: Book, _event: foe.AllVillainsAct) -> str:
    words = book.spec.words
    return f"With {words.everyone} the {plural(words.villain)} of the other {plural(words.location)} act as well."


@says.of(foe.HealingBlocked)
def _(book: Book, event: foe.HealingBlocked) -> str:
    return f"{name_of(book, event.card)}: no Damage is removed from {plural(book.spec.words.hero)} this turn."


@says.of(foe.NotHealed)
def _(book: Book, event: foe.NotHealed) -> str:
    return f"{name_of(book, event.card)} keeps its Damage, as none can be removed this turn."


@says.of(foe.TeamRedeployed)
def _(book: Book, event: foe.TeamRedeployed) -> str:
    where = say_place(book, event.location)
    return f"{say_team(book, event.team)} gives up {say_die(book, event.die)} and goes to {where}."


@says.of(foe.FireNationTurned)
def _(_book: Book, event: foe.FireNationTurned) -> str:
    ruin = f"Ruin {event.ruin}" if event.ruin else "no Ruin"
    return f"Fire Nation card: {event.direction}, {ruin}."


@says.of(foe.FireNationReshuffled)
def _(_book: Book, event: foe.FireNationReshuffled) -> str:
    return f"The {event.n} Fire Nation cards are shuffled into a new deck."


@says.of(foe.RuinMoved)
def _(_book: Book, event: foe.RuinMoved) -> str:
    return say_track("Ruin", event.before, event.after) + "."


@says.of(foe.FigureTurned)
def _(book: Book, event: foe.FigureTurned) -> str:
    does = "stays at" if event.before == event.after else "turns to"
    return f"{book.spec.words.figure} {does} {say_place(book, event.after)}."


@says.of(foe.LocationAttacked)
def _(book: Book, event: foe.LocationAttacked) -> str:
    team = ", with the active Team there" if event.team_there else ""
    return f"{book.spec.words.figure} attacks {say_place(book, event.location)}{team}."


@says.of(foe.TokensBlocked)
def _(book: Book, event: foe.TokensBlocked) -> str:
    tokens = plural(book.spec.words.token)
    return f"{name_of(book, event.card)} blocks {tokens} for this turn."


@says.of(foe.BalanceBlocked)
def _(book: Book, event: foe.BalanceBlocked) -> str:
    return f"{name_of(book, event.card)} blocks Balance for this turn."


@says.of(foe.BattleCompleted)
def _(book: Book, event: foe.BattleCompleted) -> str:
    name = name_of(book, event.card)
    if event.card == book.spec.switch.boss:
        return f"{name} is beaten."
    return f"{name} is complete, {event.done} of {len(book.battle)} Final Battles."


@says.of(foe.BlackSunCame)
def _(_book: Book, event: foe.BlackSunCame) -> str:
    if event.both:
        return "The Day of Black Sun: both tracks are at the top, and Balance decides."
    return f"The Day of Black Sun: {event.track.capitalize()} is at the top."


@says.of(foe.CardRemoved)
def _(book: Book, event: foe.CardRemoved) -> str:
    return f"{name_of(book, event.card)} leaves the game."


@says.of(foe.TracksLeft)
def _(_book: Book, _event: foe.TracksLeft) -> str:
    return "Both tracks leave the game."


@says.of(foe.BattlesPlaced)
def _(book: Book, event: foe.BattlesPlaced) -> str:
    placed = (f"{name_of(book, card)} at {say_place(book, at)}" for at, card in enumerate(event.battles))
    return f"The Final Battles: {listed(placed)}."
