"""Why a die or a symbol cannot go on a target of step 3, or a target takes nothing now."""

from rising_tutor.core.english import plural
from rising_tutor.core.ids import RuleId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.placement import open_targets
from rising_tutor.games.rising.words.names import name_of, say_place, say_team

Why = tuple[RuleId, str]


def assigned(run: Run) -> set[int]:
    """The codes of what was assigned this turn."""
    t = run.t
    team = t.teams[t.active]
    spots = [*t.places, *t.battles]
    lying = [code for spot in spots if spot is not None for code in spot.dice]
    lying += [code for member in team.row for code in member.dice]
    return {*lying, *(code for dice in team.dice for code in dice), *t.balance_symbols}


def no_fit(run: Run, on: str, what: str) -> Why:
    """Why a die or a symbol, named by `what`, does not fit a target."""
    t, book, cite = run.t, run.book, run.cite
    name = _of_team_card(book, on) if on in book.ability_of_team else name_of(book, on)
    for target, _, _ in open_targets(run):
        if target == on:
            return cite.match, f"{name} needs {_open_symbols(run, on)}; {what} does not fit."
    if on == do.BALANCE and book.side:
        return _balance_closed(run)
    at = run.find_place(on)
    if at >= 0:
        if at not in run.places_here():
            there, here = say_place(book, at // book.spec.places), say_place(book, t.location)
            return cite.reach, f"{name} is at {there}; your Team is at {here}."
        if on in book.villain and book.spec.switch.sets_per_villain:
            return cite.one_set, f"{name} has all its symbols already; dice and tokens hit it once in a turn."
        return cite.match, f"{name} has all its symbols already."
    if on in book.battle:
        return _boss_closed(run, on) if on == book.spec.switch.boss else _battle_closed(run, on)
    return _ability_closed(run, on, name)


def _ability_closed(run: Run, on: str, name: str) -> Why:
    """The abilities of Heroes and of Team cards, and what is nowhere to be seen."""
    t, book, cite = run.t, run.book, run.cite
    position = run.own(on)
    if position >= 0:
        member = t.teams[t.active].row[position]
        if book.hero[on].ability.when != "paid":
            return cite.match, f"The ability of {name} takes no dice."
        if member.parked >= 0:
            return cite.parked, f"A die lies on {name} already."
        if on in t.used:
            return cite.once, f"The ability of {name} was used this turn."
        if t.no_heal and on in book.heals:
            return cite.no_heal, f"{name} would heal, and no Damage can be removed this turn."
        return cite.match, f"The ability of {name} has all its symbols already."
    if on in book.ability_of_team:
        if book.team_of[on] == t.teams[t.active].card:
            if t.no_heal and on in book.heals and on not in t.used:
                return cite.no_heal, f"{_of_team_card(book, on)} would heal, and no Damage can be removed this turn."
            return cite.team_once or cite.once, f"{_of_team_card(book, on)} was used this turn."
        owner = book.team_of[on]
        if any(team.card == owner for team in t.teams):
            return cite.own_heroes, f"{_of_team_card(book, on)} belongs to {say_team(book, owner)}, not to yours."
        return cite.own_heroes, f"{_of_team_card(book, on)} is that of {say_team(book, owner)}, which is not in play."
    if on in book.carrier or on in book.team:
        return cite.match, f"{name} takes no dice and no symbols."
    if run.find_member(on) != (-1, -1):
        heroes = plural(book.spec.words.hero)
        return cite.own_heroes, f"{name} is on another Team; only abilities of your own {heroes} can be paid."
    return cite.reach, f"{name} is not on the table."


def _of_team_card(book: Book, on: str) -> str:
    """An ability of a Team card by its name, where it has one."""
    name = book.ability_of_team[on].name
    return f"{name} of the {book.spec.words.team_card}" if name else f"The {book.spec.words.team_card} ability"


def _boss_closed(run: Run, on: str) -> Why:
    """The last opponent: in the deck, elsewhere, covered already, or not to be hurt any more for now."""
    t, book, cite = run.t, run.book, run.cite
    words = book.spec.words
    name = name_of(book, on)
    spot = run.at_battle()
    if spot is None or spot.card != on:
        if any(other is not None and other.card == on for other in t.battles):
            there, here = say_place(book, t.facing), say_place(book, t.location)
            return cite.battle_here, f"{name} is at {there}; your Team is at {here}."
        return cite.boss_hidden, f"{name} is still in the {words.deck} and cannot be attacked."
    ceiling = run.battle_ceiling(on)
    if spot.damage >= ceiling:
        out = len(t.villains_out)
        villains = f"{words.villain} is" if out == 1 else f"{plural(words.villain)} are"
        why = f"{name} has {spot.damage} Damage and can have {ceiling} now, as {out} {villains} defeated"
        return cite.boss_blocked, f"{why}."
    return cite.boss_once, f"{name} has all its symbols already; dice and tokens hit it once in a turn."


def _open_symbols(run: Run, on: str) -> str:
    t, book = run.t, run.book
    position = run.own(on)
    if on == do.BALANCE:
        price, dice = book.space_price[t.side][t.balance], t.balance_symbols
    elif on in book.ability_of_team:
        team = t.teams[t.active]
        price, dice = book.paid[on], team.dice[[key for key, _ in book.team_ability[team.card]].index(on)]
    elif position >= 0:
        if on in book.any_die:
            return "any rolled die"
        price, dice = book.paid[on], t.teams[t.active].row[position].dice
    else:
        at = run.find_place(on)
        spot = t.places[at] if at >= 0 else run.at_battle()
        price = book.price[on]
        one_set = on in book.hero or book.spec.switch.sets_per_villain
        dice = spot.dice if spot is not None and one_set else ()
    lacks = [need - have for need, have in zip(price, run.paid(dice), strict=True)]
    words = book.spec.words.symbols
    symbols = book.spec.symbols
    return " ".join(words[symbols[at]] for at, n in enumerate(lacks) for _ in range(max(0, n)))


def _balance_closed(run: Run) -> Why:
    t, book, cite = run.t, run.book, run.cite
    if t.phase == 2:
        return cite.tracks_leave, "The Balance Track left the game with the Day of Black Sun."
    if t.no_balance:
        return cite.balance_blocked, "Nothing can be paid for Balance this turn; a Villain prevents it."
    at = run.next_space()
    if at < 0:
        return cite.balance_step, "The Balance marker is at the top."
    price = book.space_price[t.side][at]
    if any(price):
        return cite.match, "The symbols of the next Balance space are all there."
    return cite.balance_cost, "The next Balance space asks for no symbols."


def _battle_closed(run: Run, on: str) -> Why:
    t, book, cite = run.t, run.book, run.cite
    name = name_of(run.book, on)
    if t.phase == 1:
        return cite.battles_enter, f"{name} comes with the Day of Black Sun."
    battle = run.at_battle()
    if battle is None or battle.card != on:
        if any(spot is not None and spot.card == on for spot in t.battles):
            return cite.battle_here, f"{name} is not at your location."
        return cite.battle_reward, f"{name} is completed."
    spots = [spot for spot in (t.places[at] for at in run.places_here()) if spot is not None]
    villains = [spot for spot in spots if spot.card in book.villain]
    who = " and ".join(name_of(run.book, spot.card) for spot in villains)
    if all(spot.damage >= book.capacity[spot.card] for spot in villains):
        return cite.battle_beaten, f"{who} is beaten but stays until {book.spec.words.step} 5, and still blocks {name}."
    if battle.dice:
        return cite.battle_arrival, f"{who} came to this location: what lies on {name} counts, no more is taken."
    return cite.battle_target, f"{who} is at this location; {name} takes dice only without Villains here."
