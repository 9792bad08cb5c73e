"""Events and positions in words: one plain sentence for each type of event.

>>> from rising_tutor.core.ids import RuleId
>>> from rising_tutor.games.rising.cards.book import load_book
>>> from rising_tutor.games.rising.titles.fire_nation import TITLE
>>> say(load_book(TITLE), ev.BalanceMoved(rule=RuleId("FNR-512"), step="turn.4c.balance", before=5, after=6, top=9))
'Balance 5 to 6 of 9.'
"""

from collections.abc import Iterator

from rising_tutor.core.english import plural
from rising_tutor.core.ids import Seat
from rising_tutor.core.place import Place
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.cards.vocabulary import RisingEffect
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.tasks import RollDice
from rising_tutor.games.rising.words.dice import says
from rising_tutor.games.rising.words.effects import Speaker, clauses
from rising_tutor.games.rising.words.enemy import say_track
from rising_tutor.games.rising.words.names import list_cards, name_of, say_place, say_team


def say(book: Book, event: ev.RisingEvent) -> str:
    """An event in one sentence."""
    return says.find(event)(book, event)


def place(run: Run) -> Place:
    """The place of a position: "setup", "turn 7, step 2d", "turn 7, step 3, roll 2", "turn 7, black sun".

    A part of a turn is called as the title calls it. A roll counts from the moment at which it is asked for.
    """
    t = run.t
    if t.turn == 0:
        return Place(turn=0, name="setup")
    seat = Seat(run.seat_of(t.active))
    return Place(turn=t.turn, name=f"turn {t.turn}", within=tuple(_within(run)), phase=t.step, seat=seat)


def _within(run: Run) -> Iterator[str]:
    t = run.t
    phase, _, step = t.step.partition(".")
    if not step:
        yield phase.replace("_", " ")
        return
    step = step.partition(".")[0]
    yield f"{run.book.spec.words.step} {step}"
    if step == "3":
        asked = bool(t.agenda) and t.agenda[-1] == RollDice()
        if rolls := t.rolls + asked:
            yield f"roll {rolls}"


def _does(book: Book, effect: RisingEffect | None, name: str) -> str:
    """What an effect does, as the end of a sentence."""
    assert effect is not None
    return f"{clauses.find(effect)(effect, Speaker(book.spec.words, name))}."


# setup


@says.of(ev.TeamTaken)
def _(book: Book, event: ev.TeamTaken) -> str:
    heroes = f", with {list_cards(book, event.heroes)}" if event.heroes else ""
    return f"{say_team(book, event.card)} is Team {event.team + 1}{heroes}."


@says.of(ev.StarterTaken)
def _(book: Book, event: ev.StarterTaken) -> str:
    return f"{book.spec.words.team} {event.team + 1} starts with {name_of(book, event.card)}."


@says.of(ev.OwnValue)
def _(book: Book, event: ev.OwnValue) -> str:
    low, high = event.usual
    usual = f"{low} to {high}" if low < high else str(low)
    what = next(info.help for info in book.spec.option if info.name == event.option).rstrip(".")
    return f"A value of the group's own, {event.value}; the rulebook has {usual}: {what[:1].lower()}{what[1:]}."


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


# steps 1 and 2


@says.of(ev.TurnBegan)
def _(book: Book, event: ev.TurnBegan) -> str:
    return f"Turn {event.turn}: {say_team(book, event.team)}."


@says.of(ev.TeamTokenPlaced)
def _(book: Book, event: ev.TeamTokenPlaced) -> str:
    return f"{say_team(book, event.team)} goes to {say_place(book, event.location)}."


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
    return f"No use is made of {list_cards(book, event.cards)}."


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
    return f"{say_track(name_of(book, BALANCE), event.before, event.after)} of {event.top}."


@says.of(ev.AidTaken)
def _(book: Book, event: ev.AidTaken) -> str:
    return f"{say_team(book, event.team)} takes Aid."


# step 5


@says.of(ev.TeamTokenReturned)
def _(book: Book, event: ev.TeamTokenReturned) -> str:
    return f"The token of {say_team(book, event.team)} goes back to its Team card."


@says.of(ev.CardsCleared)
def _(book: Book, event: ev.CardsCleared) -> str:
    if not event.cards:
        return f"No {book.spec.words.villain} is beaten."
    verb = "leaves" if len(event.cards) == 1 else "leave"
    return f"{list_cards(book, event.cards)} {verb} the board."


@says.of(ev.HeroesCleared)
def _(book: Book, event: ev.HeroesCleared) -> str:
    if not event.cards:
        return f"No {book.spec.words.hero} is defeated, {event.defeated} so far."
    verb = "is" if len(event.cards) == 1 else "are"
    return f"{list_cards(book, event.cards)} {verb} defeated, {event.defeated} so far."


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
