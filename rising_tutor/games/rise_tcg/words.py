"""What is said: events and places."""

from typing import Any, Final

from rising_tutor.core.english import counted, listed
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
LIMITS: Final = {"attack": "attack", "act": "use actions", "start": "start abilities", "block": "block"}

SENTENCES: Final[dict[type[ev.RiseEvent], str]] = {
    ev.RolledForStart: "{seat} rolls {n} for the start.",
    ev.RollsTied: "The highest rolls are equal: {tied} roll again.",
    ev.StarterFound: "{seat} starts.",
    ev.SetUp: "{seat} has {coins} and draws {cards}.",
    ev.DrewCard: "{seat} draws a card.",
    ev.SawCard: "{seat} sees {card}.",
    ev.HandKept: "{seat} keeps the hand.",
    ev.MulliganTaken: "{seat} takes mulligan {n} of 3.",
    ev.PhaseBegan: "{seat}: {phase}.",
    ev.ColdPaid: "{seat} pays a coin for Cold and has {n} left.",
    ev.Awoke: "{seat}'s Summoners have their capacity back, and cards are untilted.",
    ev.DrawLeftOut: "{seat} starts and draws nothing this turn.",
    ev.TookCards: "{seat} takes {n_cards} and {coins}.",
    ev.CoinsChanged: "{seat} {changes} {coins} and has {now}.",
    ev.EtherChanged: "{seat} {changes} {amount} Ether and has {now}.",
    ev.LibraryEmpty: "{seat} should draw and has no card left, for the {nth} time.",
    ev.SummonerSacrificed: "{seat} sacrifices {card}.",
    ev.SummonerDied: "{card} of {seat_low} is dead.",
    ev.SummonerRevived: "{card} of {seat_low} returns with {n} HP.",
    ev.SummonerHit: "{card} of {seat_low} loses {n} HP and has {hp}.",
    ev.SummonerHealed: "{card} of {seat_low} gains {n} HP and has {hp}.",
    ev.SeatOut: "{seat} is out of the game.",
    ev.GameWon: "{seat} has won.",
    ev.GameDrawn: "Nobody has a living Summoner: the game is a draw.",
    ev.Conceded: "{seat} gives up.",
    ev.Invoked: "{seat} {invokes} {card}{with_whom}.",
    ev.SkillUsed: "{seat} uses skill {number} of {card}.",
    ev.ActionUsed: "{seat} uses the action of {card}.",
    ev.AbilityStarted: "{seat} starts {ability} of {card}.",
    ev.TimesChosen: "{seat} does it {n} times.",
    ev.TargetChosen: "{seat} chooses {target}.",
    ev.Selected: "{seat} chooses {option}.",
    ev.PricePaid: "{seat} pays {price}.",
    ev.Passed: "{seat} passes{for_turn}.",
    ev.ItemResolved: "The chain reaches {card} of {seat_low}: its effects are carried out.",
    ev.ItemFailed: "{card} of {seat_low} does nothing: what it needs is gone.",
    ev.Entered: "{card} comes into play for {seat_low}.",
    ev.Attached: "{card} is put on {target}.",
    ev.LeftPlay: "{card} of {seat_low} goes to the cemetery.",
    ev.Removed: "{card} of {seat_low} is out of the game.",
    ev.CardUsed: "{card} goes to the cemetery of {seat_low}.",
    ev.Returned: "{card} goes to the hand of seat {to}.",
    ev.FromCemetery: "{seat} takes {card} from the cemetery.",
    ev.LookedAtTop: "{seat} looks at the first card of their library.",
    ev.PutFromTop: "{seat} puts {card} from the library to the cemetery.",
    ev.LevelGained: "{card} of {seat_low} has one more Level Up: level {n}.",
    ev.LevelLost: "{card} of {seat_low} loses a Level Up: level {n}.",
    ev.DamageTaken: "{card} takes {n} damage: {left} defense left.",
    ev.CountersPut: "{card} gets {counter}.",
    ev.CountersKeptOff: "{card} has Constancy and takes no counter.",
    ev.Strengthened: "{card} has {change} until the end of the turn.",
    ev.Untilted: "{card} is untilted.",
    ev.DoorTurned: "{card} is now {opened}.",
    ev.LockOpened: "{card} is unlocked.",
    ev.DoorLetLoose: "{card} may attack this turn and is a creature until its end.",
    ev.ControlChanged: "{card} comes under the control of seat {to}.",
    ev.CoinTossed: "{seat} tosses for {why}: {heads}.",
    ev.DieRolled: "{seat} rolls {n}: {succeeds}.",
    ev.Limited: "{card} cannot {limits} this turn.",
    ev.ActionsTaken: "{seat} decides on the actions of {card} this turn.",
    ev.Marked: "The next hit on {card} is doubled.",
    ev.Copied: "It is a copy of {card} now.",
    ev.Stacked: "{under} lies under {card}: one creature.",
    ev.AttackDeclared: "{card} attacks seat {against}.",
    ev.NoAttack: "{seat} does not attack.",
    ev.BlockDeclared: "{card} blocks {attacker}.",
    ev.NoBlock: "{seat} declares no further block.",
    ev.CombatOver: "The fights of {seat_low} are over.",
    ev.TurnEnded: "Turn {n} is over: damage on creatures and Doors is gone.",
}
"""An event as a sentence; names in braces are its fields, and what `_words_of` makes of them."""


def say(book: Book, event: ev.RiseEvent) -> str:
    """One sentence for people."""
    return SENTENCES[type(event)].format(**_words_of(book, event))


def _words_of(book: Book, event: ev.RiseEvent) -> dict[str, Any]:
    """The fields of an event in words."""
    facts: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    n, now = facts.get("n", 0), facts.get("now", 0)
    words = facts | {
        "seat": f"Seat {event.seat + 1}",
        "seat_low": f"seat {event.seat + 1}",
        "card": name_of(book, facts.get("card", ""), facts.get("copy", 1)),
        "cards": counted(n, "card"),
        "n_cards": counted(facts.get("cards", 0), "card"),
        "coins": counted(facts.get("coins", abs(n)), "coin"),
        "amount": abs(n),
        "now": now,
        "nth": {1: "first", 2: "second", 3: "third"}.get(n, f"{n}th"),
        "number": facts.get("index", 0) + 1,
        "phase": PHASES.get(facts.get("phase", ""), ""),
        "target": ref_words(book, facts),
        "option": option_words(book, facts.get("option", "")),
        "to": facts.get("to", 0) + 1,
        "against": facts.get("target", 0) + 1 if isinstance(facts.get("target", 0), int) else 0,
        "for_turn": " for this turn" if facts.get("turn") else "",
        "opened": "open" if facts.get("open") else "closed",
        "heads": "heads, success" if facts.get("heads") else "tails, failure",
        "succeeds": "success" if facts.get("success") else "failure",
        "counter": counter_words(n),
        "limits": listed(LIMITS[one] for one in facts.get("what", ())),
        "under": name_of(book, facts.get("under", ""), facts.get("under_copy", 1)),
        "attacker": name_of(book, facts.get("attacker", ""), facts.get("attacker_copy", 1)),
        "ability": _ability(facts.get("ability", "")),
        "why": _toss(book, facts),
        "change": f"{facts.get('attack', 0):+d}/{facts.get('defense', 0):+d}",
    }
    if isinstance(event, ev.CoinsChanged):
        words["changes"] = _changes(n)
        words["coins"] = words["coins"] if n else "any coin"
    if isinstance(event, ev.EtherChanged):
        words["changes"] = _changes(n)
        words["amount"] = words["amount"] if n else "any"
    if isinstance(event, ev.RollsTied):
        words["tied"] = listed(f"seat {one + 1}" for one in event.seats_tied)
    if isinstance(event, ev.Invoked):
        level_up = event.rule == "RISE-809"
        words["invokes"] = "plays" if level_up else "invokes"
        one = f" {'on' if level_up else 'with'} Summoner {event.by[0] + 1}"
        words["with_whom"] = one if len(event.by) == 1 else " with both Summoners"
    if isinstance(event, ev.PricePaid):
        price = [(event.coins, counted(event.coins, "coin")), (event.ether, f"{event.ether} Ether")]
        words["price"] = listed(text for amount, text in price if amount)
    return words


def _changes(n: int) -> str:
    return "gains" if n > 0 else "loses" if n < 0 else "neither gains nor loses"


def name_of(book: Book, card: str, copy: int = 1) -> str:
    """A card or Summoner by its name, with a number where it is not the first of its name in play."""
    if not card:
        return ""
    found = book.card.get(card) or book.summoner[card]
    return found.name if copy == 1 else f"{found.name} {copy}"


def ref_words(book: Book, facts: dict[str, Any]) -> str:
    """What was chosen, or lies under an attached card."""
    ref = facts.get("ref", 0)
    player = player_at(ref) if ref < 0 else None
    if player is not None:
        return f"seat {player + 1}"
    at = summoner_at(ref) if ref < 0 else None
    if at is not None:
        return f"Summoner {at[1] + 1} of seat {at[0] + 1}"
    if "option" in facts or not facts.get("card"):
        return ""
    return name_of(book, facts["card"], facts.get("copy", 1)) if facts.get("piece") == ref else "a card in play"


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
    return f"the action of {card}" if why == "action" else f"{_ability(why)} of {card}"


def place(run: Run) -> Place:
    """Where a position stands."""
    t = run.t
    if not t.turn:
        return Place(turn=0, name="set-up", phase="setup")
    within: tuple[str, ...] = (PHASES[t.phase],)
    if t.chain:
        within += (f"chain of {len(t.chain)}",)
    return Place(turn=t.turn, name=f"turn {t.turn}", within=within, phase=t.phase, seat=Seat(t.active))
