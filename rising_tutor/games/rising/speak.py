"""Events and positions in words: one plain sentence for each type of event.

>>> from rising_tutor.core.ids import RuleId
>>> from rising_tutor.games.rising.book import load_book
>>> from rising_tutor.games.rising.fire_nation import TITLE
>>> say(load_book(TITLE), ev.RuinMoved(rule=RuleId("FNR-310"), step="turn.2a.ruin", before=5, after=6))
'Ruin 5 to 6.'
"""

from collections.abc import Iterable

from rising_tutor.games.rising import events as ev
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.book import Book
from rising_tutor.games.rising.clauses import Speaker, clauses
from rising_tutor.games.rising.english import counted, listed, plural
from rising_tutor.games.rising.run import Run
from rising_tutor.games.rising.say_dice import says
from rising_tutor.games.rising.say_things import name_of, say_die, say_place, say_team
from rising_tutor.games.rising.tasks import RollDice
from rising_tutor.games.rising.vocabulary import RisingEffect


def say(book: Book, event: ev.RisingEvent) -> str:
    """An event in one sentence."""
    return says.find(event)(book, event)


def where(run: Run) -> str:
    """The place of a position in words: "setup", "turn 7, step 2d", "turn 7, step 3, roll 2", "turn 7, black sun".

    A part of a turn is called as the title calls it. A roll counts from the moment at which it is asked for.
    """
    t = run.t
    if t.turn == 0:
        return "setup"
    phase, _, step = t.step.partition(".")
    if not step:
        return f"turn {t.turn}, {phase.replace('_', ' ')}"
    step = step.partition(".")[0]
    place = f"turn {t.turn}, {run.book.spec.words.step} {step}"
    if step != "3":
        return place
    asked = bool(t.agenda) and t.agenda[-1] == RollDice()
    rolls = t.rolls + asked
    return f"{place}, roll {rolls}" if rolls else place


def _all(book: Book, cards: Iterable[str]) -> str:
    return listed(name_of(book, card) for card in cards)


def _does(book: Book, effect: RisingEffect | None, name: str) -> str:
    """What an effect does, as the end of a sentence."""
    assert effect is not None
    return f"{clauses.find(effect)(effect, Speaker(book.spec.words, name))}."


# setup


@says.of(ev.TeamTaken)
def _(book: Book, event: ev.TeamTaken) -> str:
    heroes = f", with {_all(book, event.heroes)}" if event.heroes else ""
    return f"{say_team(book, event.card)} is Team {event.team + 1}{heroes}."


@says.of(ev.StarterTaken)
def _(book: Book, event: ev.StarterTaken) -> str:
    return f"{book.spec.words.team} {event.team + 1} starts with {name_of(book, event.card)}."


@says.of(ev.CarriersStacked)
def _(book: Book, event: ev.CarriersStacked) -> str:
    return f"At {say_place(book, event.location)}, from the top: {_all(book, event.cards)}."


@says.of(ev.BossHidden)
def _(book: Book, event: ev.BossHidden) -> str:
    name = name_of(book, event.card)
    return f"{name} goes into the middle of the deck, {event.above} cards above and {event.below} below."


@says.of(ev.BossRevealed)
def _(book: Book, event: ev.BossRevealed) -> str:
    where = say_place(book, event.location)
    return f"{name_of(book, event.card)} comes off the deck and can be attacked, now at {where}."


@says.of(ev.OwnValue)
def _(book: Book, event: ev.OwnValue) -> str:
    low, high = event.usual
    usual = f"{low} to {high}" if low < high else str(low)
    what = next(info.help for info in book.spec.option if info.name == event.option).rstrip(".")
    return f"A value of the group's own, {event.value}; the rulebook has {usual}: {what[:1].lower()}{what[1:]}."


@says.of(ev.FigureSet)
def _(book: Book, event: ev.FigureSet) -> str:
    return f"{book.spec.words.figure} faces {say_place(book, event.location)}."


@says.of(ev.SideChosen)
def _(book: Book, event: ev.SideChosen) -> str:
    spaces = len(book.side[event.side].spaces)
    return f"Balance Track: side {event.side.replace('-', ' ')}, {spaces} spaces to the top."


@says.of(ev.FirstChosen)
def _(_book: Book, event: ev.FirstChosen) -> str:
    return f"Team {event.team + 1} goes first."


@says.of(ev.CardRevealed)
def _(book: Book, event: ev.CardRevealed) -> str:
    location = say_place(book, event.place // book.spec.places)
    return f"Revealed at {location}: {name_of(book, event.card)}."


@says.of(ev.CardDiscarded)
def _(book: Book, event: ev.CardDiscarded) -> str:
    counts = ", as a defeated one" if event.counts else ""
    return f"Revealed and discarded{counts}: {name_of(book, event.card)}."


# steps 1 and 2


@says.of(ev.TurnBegan)
def _(book: Book, event: ev.TurnBegan) -> str:
    return f"Turn {event.turn}: {say_team(book, event.team)}."


@says.of(ev.TeamTokenPlaced)
def _(book: Book, event: ev.TeamTokenPlaced) -> str:
    return f"{say_team(book, event.team)} goes to {say_place(book, event.location)}."


@says.of(ev.ThreatFaceRolled)
def _(book: Book, event: ev.ThreatFaceRolled) -> str:
    return f"{name_of(book, event.die)}: {name_of(book, event.face)}."


@says.of(ev.PressureAdded)
def _(book: Book, event: ev.PressureAdded) -> str:
    name, word = name_of(book, event.card), book.spec.words.pressure
    if not event.n:
        return f"{name} is full and takes no {word}."
    return f"{name} takes {event.n} {counted(word, event.n)}, {event.after} of {event.spaces}."


@says.of(ev.PressureRemoved)
def _(book: Book, event: ev.PressureRemoved) -> str:
    name, word = name_of(book, event.card), book.spec.words.pressure
    if not event.n:
        return f"{name} has no {word} to remove."
    return f"{event.n} {counted(word, event.n)} removed from {name}, {event.after} of {event.spaces} left."


@says.of(ev.CarrierFell)
def _(book: Book, event: ev.CarrierFell) -> str:
    return f"{name_of(book, event.card)} {book.spec.words.falls}, {event.fallen} so far."


@says.of(ev.AllVillainsAct)
def _(book: Book, _event: ev.AllVillainsAct) -> str:
    words = book.spec.words
    return f"With {words.everyone} the {plural(words.villain)} of the other {plural(words.location)} act as well."


@says.of(ev.HealingBlocked)
def _(book: Book, event: ev.HealingBlocked) -> str:
    return f"{name_of(book, event.card)}: no Damage is removed from {plural(book.spec.words.hero)} this turn."


@says.of(ev.NotHealed)
def _(book: Book, event: ev.NotHealed) -> str:
    return f"{name_of(book, event.card)} keeps its Damage, as none can be removed this turn."


@says.of(ev.TeamRedeployed)
def _(book: Book, event: ev.TeamRedeployed) -> str:
    where = say_place(book, event.location)
    return f"{say_team(book, event.team)} gives up {say_die(book, event.die)} and goes to {where}."


@says.of(ev.FireNationTurned)
def _(_book: Book, event: ev.FireNationTurned) -> str:
    ruin = f"Ruin {event.ruin}" if event.ruin else "no Ruin"
    return f"Fire Nation card: {event.direction}, {ruin}."


@says.of(ev.FireNationReshuffled)
def _(_book: Book, event: ev.FireNationReshuffled) -> str:
    return f"The {event.n} Fire Nation cards are shuffled into a new deck."


@says.of(ev.RuinMoved)
def _(_book: Book, event: ev.RuinMoved) -> str:
    return _moved("Ruin", event.before, event.after) + "."


def _moved(track: str, before: int, after: int) -> str:
    return f"{track} stays at {after}" if before == after else f"{track} {before} to {after}"


@says.of(ev.FigureTurned)
def _(book: Book, event: ev.FigureTurned) -> str:
    does = "stays at" if event.before == event.after else "turns to"
    return f"{book.spec.words.figure} {does} {say_place(book, event.after)}."


@says.of(ev.LocationAttacked)
def _(book: Book, event: ev.LocationAttacked) -> str:
    team = ", with the active Team there" if event.team_there else ""
    return f"{book.spec.words.figure} attacks {say_place(book, event.location)}{team}."


# damage


@says.of(ev.DamageTaken)
def _(book: Book, event: ev.DamageTaken) -> str:
    return f"{name_of(book, event.card)} takes 1 Damage, {event.damage} of {event.capacity}."


@says.of(ev.DamageBlocked)
def _(book: Book, event: ev.DamageBlocked) -> str:
    return f"{name_of(book, event.card)} is full and takes no Damage."


@says.of(ev.VillainDamaged)
def _(book: Book, event: ev.VillainDamaged) -> str:
    return f"{name_of(book, event.card)} takes 1 Damage, {event.damage} of {event.capacity}."


@says.of(ev.SetsWasted)
def _(book: Book, event: ev.SetsWasted) -> str:
    sets = "1 complete set is" if event.n == 1 else f"{event.n} complete sets are"
    return f"{name_of(book, event.card)} is full: {sets} wasted."


@says.of(ev.Healed)
def _(book: Book, event: ev.Healed) -> str:
    name = name_of(book, event.card)
    if event.n == 0:
        return f"{name} has no Damage to remove."
    return f"{event.n} Damage removed from {name}, {event.damage} of {event.capacity} left."


@says.of(ev.DamagePaid)
def _(book: Book, event: ev.DamagePaid) -> str:
    return f"{name_of(book, event.card)} takes 1 Damage as the price, {event.damage} of {event.capacity}."


@says.of(ev.DamageMoved)
def _(book: Book, event: ev.DamageMoved) -> str:
    return f"1 Damage moves from {name_of(book, event.source)} to {name_of(book, event.to)}."


# effects


@says.of(ev.EffectUsed)
def _(book: Book, event: ev.EffectUsed) -> str:
    card = event.card
    name = name_of(book, card)
    if event.what == "reward":
        return f"Reward of {name}: {_does(book, book.battle[card].reward, name)}"
    if card in book.ability_of_team:
        does = _does(book, book.ability_of_team[card].effect, name)
        return f"{say_team(book, book.team_of[card])} uses its ability: {does}"
    if card in book.team:
        opening = book.team[card].opening
        assert opening is not None
        return f"{say_team(book, card)} uses its ability of the first roll: {_does(book, opening.effect, name)}"
    if card in book.carrier:
        return f"{name} acts: {_does(book, book.carrier[card].penalty, name)}"
    if card in book.hero:
        return f"{name} uses an ability: {_does(book, book.hero[card].ability.effect, name)}"
    effect = book.villain[card].effect if card in book.villain else book.battle[card].effect
    return f"{name} acts: {_does(book, effect, name)}"


@says.of(ev.NothingToDo)
def _(book: Book, event: ev.NothingToDo) -> str:
    name = say_team(book, event.card) if event.card in book.team else name_of(book, event.card)
    return f"{name}: nothing qualifies, so nothing happens."


@says.of(ev.Declined)
def _(book: Book, event: ev.Declined) -> str:
    return f"No use is made of {_all(book, event.cards)}."


@says.of(ev.TokensBlocked)
def _(book: Book, event: ev.TokensBlocked) -> str:
    tokens = plural(book.spec.words.token)
    return f"{name_of(book, event.card)} blocks {tokens} for this turn."


@says.of(ev.BalanceBlocked)
def _(book: Book, event: ev.BalanceBlocked) -> str:
    return f"{name_of(book, event.card)} blocks Balance for this turn."


@says.of(ev.CardsSwapped)
def _(book: Book, event: ev.CardsSwapped) -> str:
    return f"{name_of(book, event.here)} and {name_of(book, event.elsewhere)} change places."


@says.of(ev.RowReordered)
def _(book: Book, event: ev.RowReordered) -> str:
    return f"{say_team(book, event.team)} from left to right: {', '.join(name_of(book, card) for card in event.row)}."


# step 4


@says.of(ev.ResolvingBegan)
def _(_book: Book, _event: ev.ResolvingBegan) -> str:
    return "What was assigned is resolved."


@says.of(ev.HeroRecruited)
def _(book: Book, event: ev.HeroRecruited) -> str:
    healed = f", {event.healed} Damage removed" if event.healed else ""
    end = f" on the {event.end}" if event.end else ""
    return f"{name_of(book, event.card)} joins {say_team(book, event.team)}{end}{healed}."


@says.of(ev.BalanceMoved)
def _(book: Book, event: ev.BalanceMoved) -> str:
    return f"{_moved(name_of(book, BALANCE), event.before, event.after)} of {event.top}."


@says.of(ev.BattleCompleted)
def _(book: Book, event: ev.BattleCompleted) -> str:
    name = name_of(book, event.card)
    if event.card == book.spec.switch.boss:
        return f"{name} is beaten."
    return f"{name} is complete, {event.done} of {len(book.battle)} Final Battles."


@says.of(ev.AidTaken)
def _(book: Book, event: ev.AidTaken) -> str:
    return f"{say_team(book, event.team)} takes Aid."


# the Day of Black Sun


@says.of(ev.BlackSunCame)
def _(_book: Book, event: ev.BlackSunCame) -> str:
    if event.both:
        return "The Day of Black Sun: both tracks are at the top, and Balance decides."
    return f"The Day of Black Sun: {event.track.capitalize()} is at the top."


@says.of(ev.CardRemoved)
def _(book: Book, event: ev.CardRemoved) -> str:
    return f"{name_of(book, event.card)} leaves the game."


@says.of(ev.TracksLeft)
def _(_book: Book, _event: ev.TracksLeft) -> str:
    return "Both tracks leave the game."


@says.of(ev.BattlesPlaced)
def _(book: Book, event: ev.BattlesPlaced) -> str:
    placed = (f"{name_of(book, card)} at {say_place(book, at)}" for at, card in enumerate(event.battles))
    return f"The Final Battles: {listed(placed)}."


# step 5


@says.of(ev.TeamTokenReturned)
def _(book: Book, event: ev.TeamTokenReturned) -> str:
    return f"The token of {say_team(book, event.team)} goes back to its Team card."


@says.of(ev.CardsCleared)
def _(book: Book, event: ev.CardsCleared) -> str:
    if not event.cards:
        return f"No {book.spec.words.villain} is beaten."
    verb = "leaves" if len(event.cards) == 1 else "leave"
    return f"{_all(book, event.cards)} {verb} the board."


@says.of(ev.HeroesCleared)
def _(book: Book, event: ev.HeroesCleared) -> str:
    if not event.cards:
        return f"No {book.spec.words.hero} is defeated, {event.defeated} so far."
    verb = "is" if len(event.cards) == 1 else "are"
    return f"{_all(book, event.cards)} {verb} defeated, {event.defeated} so far."


@says.of(ev.BoardRefilled)
def _(_book: Book, event: ev.BoardRefilled) -> str:
    if not event.empty:
        return "Every place on the board has a card."
    stay = "1 place stays" if event.empty == 1 else f"{event.empty} places stay"
    return f"The deck is empty: {stay} without a card."


@says.of(ev.TurnPassed)
def _(book: Book, event: ev.TurnPassed) -> str:
    return f"{say_team(book, event.team)} is next."


@says.of(ev.GameEnded)
def _(book: Book, event: ev.GameEnded) -> str:
    cite, words = book.spec.cite, book.spec.words
    if event.result == "win":
        tie = ", which goes before a loss in the same turn" if cite.tie in event.reasons else ""
        return f"The game is won: {words.won}{tie}."
    because: dict[str, str] = {
        cite.loss_heroes: f"too many {plural(words.hero)} are defeated",
        cite.loss_team: f"a {words.team} has no {words.hero} left",
        cite.loss_fallen: f"too many {plural(words.carrier)} are lost",
        cite.loss_location: f"a whole {words.location} is lost",
        cite.tie: "the win of the same turn does not count",
    }
    return f"The game is lost: {' and '.join(because[rule] for rule in event.reasons)}."
