"""What is said: events and places."""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.core.english import capital, counted, listed
from rising_tutor.core.ids import Seat
from rising_tutor.core.place import Place
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.book import Book
from rising_tutor.games.rise_tcg.keywords import ABILITIES
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.state import player_at, summoner_at

PHASES: Final = {
    "setup": "set-up",
    "awakening": "Awakening",
    "restoration": "Restoration",
    "invocation": "Invocation",
    "attack": "Attack",
    "damage": "Damage Resolution",
    "end": "End of turn",
}
PURPOSES: Final = {
    "item": "as a target of {by}",
    "effect": "for the effect of {by}",
    "parasite": "to lose {n} HP to Parasite",
    "trauma": "to lose {n} HP to Trauma",
    "inhume": "to be strengthened by Inhume",
    "diversion": "as the creature that Diversion keeps from blocking",
    "morpher": "for {by} to copy",
    "weakest": "to carry Parasite instead",
    "advantage": "to face {by}",
    "dodge": "as the Disease that {by} passes on",
    "dodge to": "to receive {by}",
    "takes": "to take the attack of {by}",
    "unblocked": "to take the attack of {by}",
    "pierce": "to take what is left of the attack of {by}",
    "splash": "to be splashed by {by}",
    "possession": "to be taken over by {by}",
}
"""Purpose of a choice, as the end of a sentence."""
GOES_ON: Final = {
    "restoration": "Restoration",
    "invocation": "Invocation",
    "attack": "the Attack phase",
    "damage": "Damage Resolution",
    "end": "the end of the turn",
}
"""Phases after the first, in a sentence."""
DEATHS: Final = frozenset({"RISE-606", "RISE-607", "RISE-107", "RISE-1012"})
"""Rules by which a creature or Door that leaves play dies."""
LIMITS: Final = {"attack": "attack", "act": "use actions", "start": "start abilities", "block": "block"}

SENTENCES: Final[dict[type[ev.RiseEvent], str]] = {
    ev.RolledForStart: "{seat} rolls {n} for the start.",
    ev.RollsTied: "The highest rolls are equal: {tied} roll again.",
    ev.StarterFound: "{seat} starts.",
    ev.SetUp: "{seat} has {coins} and draws {cards}.",
    ev.DrewCard: "{seat} draws a card.",
    ev.SawCard: "{seat} sees {card}.",
    ev.HandKept: "{seat} keeps the hand.",
    ev.MulliganTaken: "{seat} shuffles the hand into the library: mulligan {n} of 3.",
    ev.PhaseBegan: "{begins}.",
    ev.ColdPaid: "{seat} pays 1 coin for Cold and has {n} left.",
    ev.Awoke: "{seat} untilts {untilted}; the Summoners have {points} capacity points.",
    ev.PointsLost: "{card} of {seat_low} is tilted and loses {points_left} at the end of the turn.",
    ev.DrawLeftOut: "{seat} starts and draws nothing this turn.",
    ev.TookCards: "{seat} takes {n_cards} and {coins}.",
    ev.CoinsChanged: "{seat} {changes}.",
    ev.EtherChanged: "{seat} {changes}.",
    ev.LibraryEmpty: "{seat} has to draw but has no card left, for the {nth} time.",
    ev.SummonerSacrificed: "{seat} sacrifices {card}, because the library is empty.",
    ev.SummonerDied: "{card} of {seat_low} dies.",
    ev.SummonerRevived: "{card} of {seat_low} returns with {n} HP.",
    ev.SummonerHit: "{card} of {seat_low} loses {n} HP and has {hp}.",
    ev.SummonerHealed: "{card} of {seat_low} gains {n} HP and has {hp}.",
    ev.SeatOut: "{seat} is out of the game.",
    ev.GameWon: "{seat} has won.",
    ev.GameDrawn: "Nobody has a living Summoner: the game is a draw.",
    ev.Conceded: "{seat} gives up.",
    ev.Invoked: "{seat} {invokes} {card}{with_whom}.",
    ev.SkillUsed: "{seat} uses skill {number} of {card} for 1 capacity point.",
    ev.ActionUsed: "{seat} uses {action} of {card}{again}.",
    ev.AbilityStarted: "{seat} starts {ability} of {card}.",
    ev.TimesChosen: "{seat} {uses} {card} {times}.",
    ev.ItemAdded: "{item} of {seat_low} goes on the chain.",
    ev.ItemDropped: "{item} of {seat_low} {leaves}.",
    ev.TargetChosen: "{choice}.",
    ev.EffectStarted: "{card} of {seat_low} takes effect.",
    ev.EffectDeclined: "{seat} leaves the effect of {card} unused.",
    ev.TopCardLeft: "{seat} leaves that card on top of the library.",
    ev.OrderChosen: "{seat} lets {effect} work first.",
    ev.TossedAgain: "{seat} {goes_on} tossing for Rage of {card}.",
    ev.PricePaid: "{seat} pays {price} for {card}.",
    ev.Passed: "{seat} passes{and_waits}.",
    ev.EndAnnounced: "{seat} announces the end of the turn.",
    ev.ItemResolved: "{item} of {seat_low} resolves.",
    ev.ItemFailed: "{item} of {seat_low} has no effect: what it needs is gone.",
    ev.Entered: "{card} comes into play for {seat_low}{comes_with}.",
    ev.Attached: "{card} is put on {host}.",
    ev.LeftPlay: "{dies} goes to the cemetery of Player {owner}.",
    ev.Removed: "{dies} is removed from the game.",
    ev.Buried: "{card} goes to the cemetery of {seat_low}.",
    ev.Returned: "{gone} goes to the hand of Player {to}.",
    ev.FromCemetery: "{seat} takes {card} from the cemetery into the hand.",
    ev.LookedAtTop: "{seat} looks at the first card of the library.",
    ev.PutFromTop: "{seat} puts {card} from the library into the cemetery.",
    ev.LevelGained: "{card} of {seat_low} gets a Level Up and {level}.",
    ev.LevelLost: "{card} of {seat_low} loses a Level Up and {level}.",
    ev.DamageTaken: "{card} takes {n} damage{doubled}: {left} defense left.",
    ev.CountersPut: "{card} gets {counter}{until_end}.",
    ev.ParasiteWorked: "{card} works on {host}; {turns_left}.",
    ev.CountersKeptOff: "{card} has Constancy and takes no -1/-1 counter.",
    ev.Strengthened: "{card} has {change} until the end of the turn.",
    ev.Untilted: "{card} is untilted.",
    ev.DoorTurned: "{card} is now {opened}.",
    ev.LockOpened: "{card} is {unlocked}.",
    ev.DoorLetLoose: "{card} may attack this turn and is a creature until the end of it.",
    ev.ControlChanged: "{control}.",
    ev.CoinTossed: "{seat} tosses a coin for {why}: {heads}.",
    ev.DieRolled: "{seat} rolls {n} for the action of {card}: {succeeds}.",
    ev.Limited: "{card} cannot {limits} this turn.",
    ev.ActionsTaken: "{seat} decides on the actions of {card} this turn.",
    ev.Marked: "The next damage to {card} is doubled.",
    ev.Copied: "{card} becomes a copy of {model}{as_copy}.",
    ev.Stacked: "{under} is put under {card}: they are one creature.",
    ev.AttackDeclared: "{card} attacks Player {against}.",
    ev.AttackersTilted: "{attackers} {are} tilted.",
    ev.AttackOff: "The attack of {card} on Player {against} is off.",
    ev.NoAttack: "{seat} does not attack.",
    ev.BlockDeclared: "{card} blocks {attacker}.",
    ev.NoBlock: "{seat} declares no further block.",
    ev.Dodged: "{card} takes no combat damage this turn.",
    ev.ReadyToPossess: "{card} will take control of a creature that it fought when the combat is over.",
    ev.DamageDealt: "The combat damage of round {n} is dealt, all at once.",
    ev.CombatOver: "The combat of {seat_low} is over.",
    ev.TurnEnded: "Turn {n} is over: damage and everything that lasts until the end of the turn is gone.",
}
"""An event as a sentence; names in braces are its fields, and what `_words_of` makes of them."""


def say(book: Book, event: ev.RiseEvent) -> str:
    """One sentence for people."""
    return SENTENCES[type(event)].format(**_words_of(book, event))


def _words_of(book: Book, event: ev.RiseEvent) -> dict[str, Any]:
    """The fields of an event in words."""
    facts: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    n = facts.get("n", 0)
    words = facts | {
        "seat": f"Player {event.seat + 1}",
        "seat_low": f"Player {event.seat + 1}",
        "card": name_of(book, facts.get("card", ""), facts.get("copy", 1)),
        "cards": counted(n, "card"),
        "n_cards": counted(facts.get("cards", 0), "card"),
        "coins": counted(facts.get("coins", 0), "coin"),
        "nth": {1: "first", 2: "second", 3: "third"}.get(n, f"{n}th"),
        "number": facts.get("index", 0) + 1,
        "host": spot_words(book, facts["host"]) if "host" in facts else "",
        "to": facts.get("to", 0) + 1,
        "owner": facts.get("owner", 0) + 1,
        "against": facts.get("target", 0) + 1,
        "and_waits": " and waits until another player adds something" if facts.get("turn") else "",
        "opened": "open" if facts.get("open") else "closed",
        "heads": "heads, success" if facts.get("heads") else "tails, failure",
        "succeeds": "success" if facts.get("success") else "failure",
        "counter": counter_words(n),
        "ability": _ability(facts.get("ability", "")),
        "why": _toss(book, facts),
        "change": f"{facts.get('attack', 0):+d}/{facts.get('defense', 0):+d}",
    }
    more = PARTICULAR.get(type(event))
    return words | more(book, event) if more is not None else words


def _coins_changed(_book: Book, event: Any) -> dict[str, str]:
    return {"changes": _changes(event, counted(abs(event.n), "coin"), counted(event.now, "coin"))}


def _ether_changed(_book: Book, event: Any) -> dict[str, str]:
    return {"changes": _changes(event, f"{abs(event.n)} Ether", f"{event.now} Ether")}


def _changes(event: Any, amount: str, now: str) -> str:
    if not event.n:
        return f"still has {now}"
    return f"{'gains' if event.n > 0 else 'loses'} {amount} and has {event.now}"


def _phase_began(_book: Book, event: Any) -> dict[str, str]:
    if event.phase == "awakening":
        return {"begins": f"Turn {event.turn} of Player {event.seat + 1} begins with Awakening"}
    return {"begins": f"Player {event.seat + 1} goes on to {GOES_ON[event.phase]}"}


def _rolls_tied(_book: Book, event: Any) -> dict[str, str]:
    return {"tied": listed(f"Player {one + 1}" for one in event.seats_tied)}


def _awoke(book: Book, event: Any) -> dict[str, str]:
    cards = [spot_words(book, one) for one in event.untilted]
    return {"points": listed(map(str, event.points)), "untilted": listed(["its Summoners", *cards])}


def _points_lost(_book: Book, event: Any) -> dict[str, str]:
    return {"points_left": counted(event.n, "unspent capacity point")}


def _invoked(book: Book, event: Any) -> dict[str, str]:
    """Return the words for a card from hand and its price in capacity points."""
    names = listed(name_of(book, one) for one in event.names)
    if event.rule == "RISE-809":
        return {"invokes": "plays", "with_whom": f" on {names}"}
    each = " each" if len(event.by) > 1 else ""
    return {"invokes": "invokes", "with_whom": f" with {names} for {counted(event.points, 'capacity point')}{each}"}


def _action_used(book: Book, event: Any) -> dict[str, str]:
    return {"action": _action(book, event.card, event.index), "again": " again" if event.again else ""}


def _action(book: Book, card: str, index: int) -> str:
    """Return an action of a card, with its number where the card has several."""
    return "the action" if len(book.card[card].action) == 1 else f"action {index + 1}"


def _times_chosen(_book: Book, event: Any) -> dict[str, str]:
    times = {1: "once", 2: "twice"}.get(event.n, f"{event.n} times")
    return {"uses": "can use" if event.forced else "uses", "times": f"only {times}" if event.forced else times}


def _item(book: Book, event: Any) -> dict[str, str]:
    """Return an item of the chain in words, and how it leaves the chain where it does not resolve."""
    name = name_of(book, event.card, event.copy)
    match event.what:
        case "skill":
            words = f"skill {event.index + 1} of {name}"
        case "action":
            words = f"{_action(book, event.card, event.index)} of {name}"
        case "ability" | "trigger":
            words = _effect(book, event)["effect"]
        case _:
            words = name
    leaves = "is given up before it is on the chain" if getattr(event, "place", 0) < 0 else "leaves the chain"
    return {"item": capital(words), "leaves": leaves}


def _effect(book: Book, event: Any) -> dict[str, str]:
    """Return an effect that works by itself, or an ability that a player started."""
    name = name_of(book, event.card, event.copy)
    plain = event.ability in ("base", event.card)
    return {"effect": f"the effect of {name}" if plain else f"{_ability(event.ability)} of {name}"}


def _target_chosen(book: Book, event: Any) -> dict[str, str]:
    """Return who chose what for which purpose; without the player where nothing else could be chosen."""
    chosen = spot_words(book, ev.Spot(event.ref, event.card, event.copy, event.owner))
    purpose = PURPOSES[event.why].format(by=spot_words(book, event.by) if event.by.card else "", n=event.n)
    if event.forced:
        return {"choice": f"{capital(chosen)} is the only choice {purpose}"}
    return {"choice": f"Player {event.seat + 1} chooses {chosen} {purpose}"}


def _entered(_book: Book, event: Any) -> dict[str, str]:
    where = {"cemetery": " from the cemetery", "exclusion": " from outside the game", "copy": " as a copy"}
    plus = f" with {counter_words(event.plus)}" if event.plus else ""
    turns = f" for {counted(event.turns, 'turn')}" if event.turns else ""
    return {"comes_with": f"{where.get(event.origin, '')}{plus}{turns}"}


def _left(book: Book, event: Any) -> dict[str, str]:
    """Return a card that leaves play, by the name that it has in play and the one of the card that it is."""
    name = name_of(book, event.card, event.copy)
    gone = name if event.original == event.card else f"{name}, a {book.card[event.original].name},"
    dies = f"{gone} of Player {event.seat + 1}" if event.piece else gone
    if getattr(event, "sacrificed", False):
        dies = f"{dies} is sacrificed and"
    elif event.rule in DEATHS:
        dies = f"{dies} dies and"
    return {"gone": gone, "dies": dies}


def _level(_book: Book, event: Any) -> dict[str, str]:
    return {"level": f"is at level {event.n} with {counted(event.points, 'capacity point')}"}


def _damage_taken(_book: Book, event: Any) -> dict[str, str]:
    doubled = ", doubled by Paranoia" if event.doubled else ""
    return {"doubled": doubled if event.kept else f"{doubled}, too little to stay"}


def _counters_put(_book: Book, event: Any) -> dict[str, str]:
    return {"until_end": " until the end of the turn" if event.rage else ""}


def _parasite_worked(_book: Book, event: Any) -> dict[str, str]:
    return {"turns_left": f"{counted(event.n, 'more turn')} to come" if event.n else "this is the last time"}


def _lock_opened(_book: Book, event: Any) -> dict[str, str]:
    if not event.lock:
        return {"unlocked": "freed from its chain"}
    return {"unlocked": "unlocked and open" if event.open else "unlocked"}


def _limited(_book: Book, event: Any) -> dict[str, str]:
    return {"limits": listed((LIMITS[one] for one in event.what), "or")}


def _control_changed(book: Book, event: Any) -> dict[str, str]:
    name = name_of(book, event.card, event.copy)
    if event.to == event.seat:
        return {"control": f"Player {event.seat + 1} keeps control of {name}"}
    return {"control": f"Control of {name} passes from Player {event.seat + 1} to Player {event.to + 1}"}


def _copied(book: Book, event: Any) -> dict[str, str]:
    now = event.now
    called = f" and is called {spot_words(book, now)}" if now.copy > 1 else ""
    return {"model": name_of(book, now.card), "as_copy": called}


def _stacked(book: Book, event: Any) -> dict[str, str]:
    return {"under": spot_words(book, event.under)}


def _attackers(book: Book, event: Any) -> dict[str, str]:
    return {
        "attackers": listed(spot_words(book, one) for one in event.attackers),
        "are": "is" if len(event.attackers) == 1 else "are",
    }


def _blocks(book: Book, event: Any) -> dict[str, str]:
    return {"attacker": spot_words(book, event.attacker)}


def _price(_book: Book, event: Any) -> dict[str, str]:
    price = [(event.coins, counted(event.coins, "coin")), (event.ether, f"{event.ether} Ether")]
    return {"price": listed(text for amount, text in price if amount)}


def _tossed_again(_book: Book, event: Any) -> dict[str, str]:
    return {"goes_on": "goes on" if event.again else "stops"}


PARTICULAR: Final[dict[type[ev.RiseEvent], Callable[[Book, Any], dict[str, str]]]] = {
    ev.CoinsChanged: _coins_changed,
    ev.EtherChanged: _ether_changed,
    ev.PhaseBegan: _phase_began,
    ev.RollsTied: _rolls_tied,
    ev.Awoke: _awoke,
    ev.PointsLost: _points_lost,
    ev.Invoked: _invoked,
    ev.ActionUsed: _action_used,
    ev.TimesChosen: _times_chosen,
    ev.ItemAdded: _item,
    ev.ItemDropped: _item,
    ev.ItemResolved: _item,
    ev.ItemFailed: _item,
    ev.TargetChosen: _target_chosen,
    ev.OrderChosen: _effect,
    ev.Entered: _entered,
    ev.LeftPlay: _left,
    ev.Removed: _left,
    ev.Returned: _left,
    ev.LevelGained: _level,
    ev.LevelLost: _level,
    ev.DamageTaken: _damage_taken,
    ev.CountersPut: _counters_put,
    ev.ParasiteWorked: _parasite_worked,
    ev.LockOpened: _lock_opened,
    ev.Limited: _limited,
    ev.ControlChanged: _control_changed,
    ev.Copied: _copied,
    ev.Stacked: _stacked,
    ev.AttackersTilted: _attackers,
    ev.BlockDeclared: _blocks,
    ev.PricePaid: _price,
    ev.TossedAgain: _tossed_again,
}
"""Words of single kinds of event, in addition to those of `_words_of`."""


def name_of(book: Book, card: str, copy: int = 1) -> str:
    """Return the first name of a Summoner, or the name of a card, numbered where it is not the first in play."""
    if not card:
        return ""
    if card in book.summoner:
        return book.summoner[card].name.partition(",")[0]
    name = book.card[card].name
    return name if copy == 1 else f"{name} {copy}"


def spot_words(book: Book, spot: ev.Spot) -> str:
    """Return a card in play, a Summoner or a player in words.

    >>> from rising_tutor.games.rise_tcg.book import load_book
    >>> book = load_book()
    >>> spot_words(book, ev.Spot(7, "lance-rider", 2)), spot_words(book, ev.Spot(-101, seat=1))
    ('Lance Rider 2', 'Player 2')
    >>> spot_words(book, ev.Spot(-3, "bram", seat=1))
    'Bram of Player 2'
    """
    if player_at(spot.ref) is not None:
        return f"Player {spot.seat + 1}"
    name = name_of(book, spot.card, spot.copy)
    return f"{name} of Player {spot.seat + 1}" if summoner_at(spot.ref) is not None else name


def option_words(book: Book, option: str) -> str:
    """What was chosen in words, with cards by their names."""
    return " ".join(book.card[word].name if word in book.card else word for word in option.split())


def counter_words(n: int) -> str:
    """Charge counters in words.

    >>> counter_words(1), counter_words(-2)
    ('a +1/+1 counter', '2 -1/-1 counters')
    """
    kind = "+1/+1" if n > 0 else "-1/-1"
    return f"a {kind} counter" if abs(n) == 1 else f"{abs(n)} {kind} counters"


def _ability(word: str) -> str:
    return ABILITIES[word].name if word in ABILITIES else word


def _toss(book: Book, facts: dict[str, Any]) -> str:
    why = facts.get("why", "")
    card = name_of(book, facts.get("card", ""), facts.get("copy", 1))
    if why == "action":
        return f"the action of {card}"
    return card if why == facts.get("card") else f"{_ability(why)} of {card}"


def place(run: Run) -> Place:
    """Where a position stands."""
    t = run.t
    if not t.turn:
        return Place(turn=0, name="set-up", phase="setup")
    within: tuple[str, ...] = (PHASES[t.phase],)
    if t.chain:
        within += (f"chain of {len(t.chain)}",)
    return Place(turn=t.turn, name=f"turn {t.turn}", within=within, phase=t.phase, seat=Seat(t.active))
