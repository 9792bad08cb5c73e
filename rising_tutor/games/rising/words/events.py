"""Events and positions in words: one plain sentence for each type of event.

>>> from rising_tutor.core.ids import RuleId
>>> from rising_tutor.games.rising.cards.book import load_book
>>> from rising_tutor.games.rising.titles.fire_nation import TITLE
>>> say(load_book(TITLE), ev.BalanceMoved(rule=RuleId("FNR-512"), step="turn.4c.balance", before=5, after=6, top=9))
'Balance 5 to 6 of 9.'
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from rising_tutor.core.english import capital, counted, listed, noun, plural
from rising_tutor.core.ids import Seat
from rising_tutor.core.place import Place
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.cards.vocabulary import RisingEffect
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.tasks import RollDice
from rising_tutor.games.rising.words.effects import Speaker, clause_of
from rising_tutor.games.rising.words.names import (
    list_cards,
    list_dice,
    name_of,
    say_card,
    say_die,
    say_face,
    say_place,
    say_team,
)


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


def _own_value(book: Book, event: ev.OwnValue) -> str:
    low, high = event.usual
    usual = f"{low} to {high}" if low < high else str(low)
    what = next(info.help for info in book.spec.option if info.name == event.option).rstrip(".")
    return f"A value of the group's own, {event.value}; the rulebook has {usual}: {what[:1].lower()}{what[1:]}."


def _effect_used(book: Book, event: ev.EffectUsed) -> str:
    card, words = event.card, book.spec.words
    name = name_of(book, card)
    effect: RisingEffect | None
    if event.what == "reward":
        who, effect = f"Reward of {name}", book.battle[card].reward
    elif card in book.ability_of_team:
        who, effect = f"{say_team(book, book.team_of[card])} uses its ability", book.ability_of_team[card].effect
    elif card in book.team:
        opening = book.team[card].opening
        assert opening is not None
        who, effect = f"{say_team(book, card)} uses its ability of the first roll", opening.effect
    elif card in book.hero:
        who, effect = f"{name} uses an ability", book.hero[card].ability.effect
    elif card in book.carrier:
        who, effect = f"{name} acts", book.carrier[card].penalty
    else:
        who, effect = f"{name} acts", book.villain[card].effect if card in book.villain else book.battle[card].effect
    assert effect is not None
    return f"{who}: {clause_of(effect, Speaker(words, name))}."


def _die_placed(book: Book, event: ev.DiePlaced) -> str:
    target = say_card(book, event.on)
    by = f" from a {book.spec.words.token}" if event.die.startswith("token:") else ""
    lost = f", {event.lost} {noun(event.lost, 'symbol')} not needed" if event.lost else ""
    return f"{capital(say_face(book, event.die))}{by} on {target}{lost}."


def _hero_recruited(book: Book, event: ev.HeroRecruited) -> str:
    healed = f", {event.healed} Damage removed" if event.healed else ""
    end = f" on the {event.end}" if event.end else ""
    return f"{name_of(book, event.card)} joins {say_team(book, event.team)}{end}{healed}."


def _all_villains_act(book: Book, _event: foe.AllVillainsAct) -> str:
    words = book.spec.words
    return f"With {words.everyone} the {plural(words.villain)} of the other {plural(words.location)} act as well."


def _pressure_added(book: Book, event: foe.PressureAdded) -> str:
    name, word = name_of(book, event.card), book.spec.words.pressure
    if not event.n:
        return f"{name} is full and takes no {word}."
    return f"{name} takes {event.n} {noun(event.n, word)}, {event.after} of {event.spaces}."


def _pressure_removed(book: Book, event: foe.PressureRemoved) -> str:
    name, word = name_of(book, event.card), book.spec.words.pressure
    if not event.n:
        return f"{name} has no {word} to remove."
    return f"{event.n} {noun(event.n, word)} removed from {name}, {event.after} of {event.spaces} left."


def _healed(book: Book, event: ev.Healed) -> str:
    name = name_of(book, event.card)
    if event.n == 0:
        return f"{name} has no Damage to remove."
    return f"{event.n} Damage removed from {name}, {event.damage} of {event.capacity} left."


def _battle_completed(book: Book, event: foe.BattleCompleted) -> str:
    name = name_of(book, event.card)
    if event.card == book.spec.switch.boss:
        return f"{name} is beaten."
    return f"{name} is complete, {event.done} of {len(book.battle)} Final Battles."


def _board_refilled(_book: Book, event: ev.BoardRefilled) -> str:
    if not event.empty:
        return "Every place on the board has a card."
    stay = "1 place stays" if event.empty == 1 else f"{event.empty} places stay"
    return f"The deck is empty: {stay} without a card."


def _game_ended(book: Book, event: ev.GameEnded) -> str:
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


def _track(track: str, before: int, after: int) -> str:
    """How a marker moved, or that it did not, without a full stop."""
    return f"{track} stays at {after}" if before == after else f"{track} {before} to {after}"


def _die(book: Book, die: str) -> str:
    return capital(say_die(book, die))


_SAYS: Final[dict[type, Callable[[Book, Any], str]]] = {
    # setup
    ev.TeamTaken: lambda b, e: (
        f"{say_team(b, e.card)} is Team {e.team + 1}{f', with {list_cards(b, e.heroes)}' if e.heroes else ''}."
    ),
    ev.StarterTaken: lambda b, e: f"{b.spec.words.team} {e.team + 1} starts with {name_of(b, e.card)}.",
    ev.OwnValue: _own_value,
    ev.SideChosen: lambda b, e: (
        f"Balance Track: side {e.side.replace('-', ' ')}, {len(b.side[e.side].spaces)} spaces to the top."
    ),
    ev.FirstChosen: lambda _, e: f"Team {e.team + 1} goes first.",
    ev.CardRevealed: lambda b, e: f"Revealed at {say_place(b, e.place // b.spec.places)}: {name_of(b, e.card)}.",
    foe.CarriersStacked: lambda b, e: f"At {say_place(b, e.location)}, from the top: {list_cards(b, e.cards)}.",
    foe.BossHidden: lambda b, e: (
        f"{name_of(b, e.card)} goes into the middle of the deck, {e.above} cards above and {e.below} below."
    ),
    foe.BossRevealed: lambda b, e: (
        f"{name_of(b, e.card)} comes off the deck and can be attacked, now at {say_place(b, e.location)}."
    ),
    foe.FigureSet: lambda b, e: f"{b.spec.words.figure} faces {say_place(b, e.location)}.",
    foe.CardDiscarded: lambda b, e: (
        f"Revealed and discarded{', as a defeated one' if e.counts else ''}: {name_of(b, e.card)}."
    ),
    # step 1
    ev.TurnBegan: lambda b, e: f"Turn {e.turn}: {say_team(b, e.team)}.",
    ev.TeamTokenPlaced: lambda b, e: f"{say_team(b, e.team)} goes to {say_place(b, e.location)}.",
    # what the enemy does
    foe.ThreatFaceRolled: lambda b, e: f"{name_of(b, e.die)}: {name_of(b, e.face)}.",
    foe.PressureAdded: _pressure_added,
    foe.PressureRemoved: _pressure_removed,
    foe.CarrierFell: lambda b, e: f"{name_of(b, e.card)} {b.spec.words.falls}, {e.fallen} so far.",
    foe.AllVillainsAct: _all_villains_act,
    foe.HealingBlocked: lambda b, e: (
        f"{name_of(b, e.card)}: no Damage is removed from {plural(b.spec.words.hero)} this turn."
    ),
    foe.NotHealed: lambda b, e: f"{name_of(b, e.card)} keeps its Damage, as none can be removed this turn.",
    foe.TeamRedeployed: lambda b, e: (
        f"{say_team(b, e.team)} gives up {say_die(b, e.die)} and goes to {say_place(b, e.location)}."
    ),
    foe.FireNationTurned: lambda _, e: f"Fire Nation card: {e.direction}, {f'Ruin {e.ruin}' if e.ruin else 'no Ruin'}.",
    foe.FireNationReshuffled: lambda _, e: f"The {e.n} Fire Nation cards are shuffled into a new deck.",
    foe.RuinMoved: lambda _, e: f"{_track('Ruin', e.before, e.after)}.",
    foe.FigureTurned: lambda b, e: (
        f"{b.spec.words.figure} {'stays at' if e.before == e.after else 'turns to'} {say_place(b, e.after)}."
    ),
    foe.LocationAttacked: lambda b, e: (
        f"{b.spec.words.figure} attacks {say_place(b, e.location)}"
        f"{', with the active Team there' if e.team_there else ''}."
    ),
    foe.TokensBlocked: lambda b, e: f"{name_of(b, e.card)} blocks {plural(b.spec.words.token)} for this turn.",
    foe.BalanceBlocked: lambda b, e: f"{name_of(b, e.card)} blocks Balance for this turn.",
    # Damage
    ev.DamageTaken: lambda b, e: f"{name_of(b, e.card)} takes 1 Damage, {e.damage} of {e.capacity}.",
    ev.DamageBlocked: lambda b, e: f"{name_of(b, e.card)} is full and takes no Damage.",
    ev.VillainDamaged: lambda b, e: f"{name_of(b, e.card)} takes 1 Damage, {e.damage} of {e.capacity}.",
    ev.SetsWasted: lambda b, e: (
        f"{name_of(b, e.card)} is full: {e.n} complete {'set is' if e.n == 1 else 'sets are'} wasted."
    ),
    ev.Healed: _healed,
    ev.DamagePaid: lambda b, e: f"{name_of(b, e.card)} takes 1 Damage as the price, {e.damage} of {e.capacity}.",
    ev.DamageMoved: lambda b, e: f"1 Damage moves from {name_of(b, e.source)} to {name_of(b, e.to)}.",
    # effects
    ev.EffectUsed: _effect_used,
    ev.NothingToDo: lambda b, e: f"{say_card(b, e.card)}: nothing qualifies, so nothing happens.",
    ev.Declined: lambda b, e: f"No use is made of {list_cards(b, e.cards)}.",
    ev.CardsSwapped: lambda b, e: f"{name_of(b, e.here)} and {name_of(b, e.elsewhere)} change places.",
    ev.RowReordered: lambda b, e: (
        f"{say_team(b, e.team)} from left to right: {', '.join(name_of(b, card) for card in e.row)}."
    ),
    # dice
    ev.DiceCollected: lambda b, e: f"The pool: {list_dice(b, e.dice) or 'no dice'}.",
    ev.DieAdded: lambda _, e: f"A {e.colour} die joins the pool.",
    ev.DieNotAdded: lambda _, e: f"No {e.colour} die is left to add.",
    ev.DieEarned: lambda _, e: f"A {e.colour} die will join the pool of this turn.",
    ev.DiceToBeLost: lambda _, e: f"{counted(e.n, 'die')} of the coming pool will be lost.",
    ev.DieLost: lambda b, e: f"{_die(b, e.die)} is put aside for this turn.",
    ev.DiceTakenUp: lambda b, e: f"Rolled again: {list_dice(b, e.dice)}.",
    ev.DiceRolled: lambda b, e: (
        f"{f'Roll {e.roll}' if e.rule == b.spec.cite.roll else 'Rerolled'}: {list_dice(b, e.dice)}."
    ),
    ev.FaceChanged: lambda b, e: f"{_die(b, e.die)} is turned to {say_face(b, e.to)}.",
    ev.DiePlaced: _die_placed,
    ev.CostCovered: lambda b, e: f"All symbols for {name_of(b, e.on)} are there.",
    ev.DieDiscarded: lambda b, e: f"{_die(b, e.die)} is {b.spec.words.discarded}.",
    ev.DieRemoved: lambda b, e: f"{_die(b, e.die)} is removed for {name_of(b, BALANCE)}.",
    ev.DieParked: lambda b, e: f"{_die(b, e.die)} is kept on {name_of(b, e.on)}.",
    ev.ParkedDieTaken: lambda b, e: f"{_die(b, e.die)} is taken from {name_of(b, e.on)}.",
    ev.DiceForfeited: lambda b, e: f"Forfeited: {list_dice(b, e.dice)}.",
    ev.RollingEnded: lambda _, e: f"Rolling ends after {counted(e.rolls, 'roll')}.",
    ev.DiceReturned: lambda b, e: (
        f"All dice go back{f', except for what is kept on cards: {list_dice(b, e.parked)}' if e.parked else ''}."
    ),
    # tokens
    ev.TokenUsed: lambda b, e: f"{say_team(b, e.team)} uses {name_of(b, e.token)}.",
    ev.TokenGiven: lambda b, e: f"{say_team(b, e.team)} gives {name_of(b, e.token)} for {name_of(b, BALANCE)}.",
    ev.TokenDropped: lambda b, e: f"{say_team(b, e.team)} has to discard {name_of(b, e.token)}.",
    ev.TokenDrawn: lambda b, e: f"{say_team(b, e.team)} draws {name_of(b, e.token)}.",
    ev.NoToken: lambda b, e: f"{say_team(b, e.team)} can draw no {b.spec.words.token}.",
    ev.TokensRecycled: lambda b, e: f"{e.n} discarded {noun(e.n, b.spec.words.token)} become the supply again.",
    # step 4
    ev.ResolvingBegan: lambda _, __: "What was assigned is resolved.",
    ev.HeroRecruited: _hero_recruited,
    ev.BalanceMoved: lambda b, e: f"{_track(name_of(b, BALANCE), e.before, e.after)} of {e.top}.",
    foe.BattleCompleted: _battle_completed,
    ev.AidTaken: lambda b, e: f"{say_team(b, e.team)} takes Aid.",
    # the Day of Black Sun
    foe.BlackSunCame: lambda _, e: (
        "The Day of Black Sun: both tracks are at the top, and Balance decides."
        if e.both
        else f"The Day of Black Sun: {e.track.capitalize()} is at the top."
    ),
    foe.CardRemoved: lambda b, e: f"{name_of(b, e.card)} leaves the game.",
    foe.TracksLeft: lambda _, __: "Both tracks leave the game.",
    foe.BattlesPlaced: lambda b, e: (
        f"The Final Battles: {listed(f'{name_of(b, one)} at {say_place(b, at)}' for at, one in enumerate(e.battles))}."
    ),
    # step 5
    ev.TeamTokenReturned: lambda b, e: f"The token of {say_team(b, e.team)} goes back to its Team card.",
    ev.CardsCleared: lambda b, e: (
        f"{list_cards(b, e.cards)} {'leaves' if len(e.cards) == 1 else 'leave'} the board."
        if e.cards
        else f"No {b.spec.words.villain} is beaten."
    ),
    ev.HeroesCleared: lambda b, e: (
        f"{list_cards(b, e.cards)} {'is' if len(e.cards) == 1 else 'are'} defeated, {e.defeated} so far."
        if e.cards
        else f"No {b.spec.words.hero} is defeated, {e.defeated} so far."
    ),
    ev.BoardRefilled: _board_refilled,
    ev.TurnPassed: lambda b, e: f"{say_team(b, e.team)} is next.",
    ev.GameEnded: _game_ended,
}
says = ByType("spoken events", _SAYS)
"""For each type of event its sentence, from the book of the title and the event."""
