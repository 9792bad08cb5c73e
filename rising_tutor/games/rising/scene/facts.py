"""Facts about a position by name, for tests in lesson files.

A name is a word for the whole table ("ruin"), a card with one of its facts ("june.damage"), or a Team with one of its
facts ("team.toph.tokens"). Numbers of locations and turns are as people write them, from 1.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rising_tutor.core.english import plural
from rising_tutor.core.scenes import Fact
from rising_tutor.errors import BadPosition
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.enemy_counters import counters, in_play
from rising_tutor.games.rising.rules.state import Member, Spot, Team


def fact(run: Run, name: str) -> Fact:
    """One fact about a position.

    Raises:
        BadPosition: there is no fact of this name, or it names a card or Team that is not in this game.
    """
    whole = _TABLE.get(name)
    if whole is not None:
        return whole[1](run)
    if name.startswith("team."):
        _, who, *rest = name.split(".")
        return _of_team(run, name, who, ".".join(rest))
    card, _, what = name.partition(".")
    found = _CARD.get(what)
    book = run.book
    if card in book.carrier and what in _CARRIER:
        return _CARRIER[what][1](run, card)
    if found is None or (card not in book.capacity and card not in book.battle):
        raise BadPosition("fact", name, f"one of {', '.join(fact_names(book))}")
    return found[1](run, card, _lying(run, card))


@cache
def fact_names(book: Book) -> Mapping[str, str]:
    """Every form of a name with what it says, in the words of the title.

    What is said of a card or Team goes on after its name, so it begins small unless it begins with a printed term.
    """
    found = {
        **{name: says for name, (says, _) in _TABLE.items()},
        **{f"CARD.{name}": says for name, (says, _) in _CARD.items()},
        **({f"CARRIER.{name}": says for name, (says, _) in _CARRIER.items()} if book.carrier else {}),
        **{f"team.TEAM.{name}": says for name, (says, _) in _TEAM.items()},
        **{f"team.TEAM.{kind}": f"tokens of a Team of the kind {kind}" for kind in book.token_ids},
    }
    words = book.spec.words
    own = {"Hero": words.hero, "Villain": words.villain, "the figure": words.figure}
    own |= {"carrier": words.carrier, "Carrier": words.carrier} if book.carrier else {}
    own |= {plural(word): plural(other) for word, other in own.items()}
    return {form: re.sub(rf"\b({'|'.join(own)})\b", lambda word: own[word[0]], says) for form, says in found.items()}


def fact_about(book: Book, name: str) -> str:
    """The printed name of the card or Team that a fact is about; "" for a fact of the whole table.

    >>> from rising_tutor.games.rising.cards.book import load_book
    >>> book = load_book("rising_tutor.games.rising.titles.dark_side")
    >>> fact_about(book, "r2-d2.damage"), fact_about(book, "team.yavin-4.tokens"), fact_about(book, "dice")
    ('R2-D2', 'Yavin 4', '')
    """
    if name in _TABLE:
        return ""
    if name.startswith("team."):
        who = name.split(".")[1]
        return next((book.name(team) for team in book.team if who in (team, _short(team))), who)
    return book.name(name.partition(".")[0])


def _short(team: str) -> str:
    return team.partition("-")[2] or team


def team_of(run: Run, who: str) -> Team | None:
    """The Team of this card, in full or by its short name; None where it does not play."""
    return next((one for one in run.t.teams if who in (one.card, _short(one.card))), None)


def _of_team(run: Run, name: str, who: str, what: str) -> Fact:
    team = team_of(run, who)
    if team is None:
        teams = ", ".join(_short(one.card) for one in run.t.teams)
        raise BadPosition("fact", name, f"a Team of this position: {teams}")
    if what in run.book.token_index:
        return team.tokens[run.book.token_index[what]]  # type: ignore[index]  # a card id is a str
    found = _TEAM.get(what)
    if found is None:
        raise BadPosition("fact", name, f"team.TEAM. and one of {', '.join((*_TEAM, *run.book.token_ids))}")
    return found[1](run, team)


def _lying(run: Run, card: str) -> Spot | Member | None:
    for spot in (*run.t.places, *run.t.battles):
        if spot is not None and spot.card == card:
            return spot
    for team in run.t.teams:
        for member in team.row:
            if member.card == card:
                return member
    return None


def _where(run: Run, card: str) -> str:
    t = run.t
    for at, spot in enumerate(t.places):
        if spot is not None and spot.card == card:
            return f"location {at // run.book.spec.places + 1}"
    for team in t.teams:
        if any(member.card == card for member in team.row):
            return f"team {_short(team.card)}"
    for words, cards in (
        ("defeated", t.defeated),
        ("gone", (*t.villains_out, *t.heroes_gone)),
        ("done", t.battles_done),
    ):
        if card in cards:
            return words
    return "battle" if any(spot is not None and spot.card == card for spot in t.battles) else "deck"


def _left(run: Run, card: str, lying: Any) -> int:
    if lying is None:
        return 0
    capacity = run.battle_ceiling(card) if card in run.book.battle else run.book.capacity[card]
    return capacity - int(lying.damage)


def _sets(run: Run, card: str, lying: Any) -> int:
    if isinstance(lying, Spot):
        return run.sets(card, lying.dice)
    return int(card in run.t.used)


def _neighbours(run: Run, card: str) -> tuple[str, ...]:
    team, position = run.find_member(card)
    if team < 0:
        return ()
    row = run.t.teams[team].row
    return tuple(row[at].card for at in (position - 1, position + 1) if 0 <= at < len(row))


def _lacks(run: Run, card: str, lying: Any) -> int:
    """Symbols that one more set lacks; of a Hero in a Team, its paid ability."""
    if lying is None:
        return 0
    if isinstance(lying, Member):
        price = run.book.paid.get(card)
    else:
        price = run.book.price[card]
        if card not in run.book.hero:
            more = run.sets(card, lying.dice) + 1
            price = tuple(n * more for n in price)
    if price is None:
        return 0
    paid = run.paid(lying.dice)
    return sum(max(0, need - have) for need, have in zip(price, paid, strict=True))


def _balance_lacks(run: Run) -> int:
    at = run.next_space()
    if run.t.phase != 1 or at < 0:
        return 0
    price = run.book.space_price[run.t.side][at]
    paid = run.paid(run.t.balance_symbols)
    space = run.book.side[run.t.side].spaces[at]
    symbols = sum(max(0, n - have) for n, have in zip(price, paid, strict=True))
    given = max(0, space.tokens - len(run.t.balance_tokens)), max(0, space.dice - len(run.t.balance_dice))
    return symbols + sum(given)


_TABLE: dict[str, tuple[str, Callable[[Run], Fact]]] = {
    "turn": ("Number of the turn", lambda run: run.t.turn),
    "phase": ("1 preparation, 2 final battles", lambda run: run.t.phase),
    "step": ("The step of the turn, as in the catalogue: turn.3.roll_assign", lambda run: run.t.step),
    "active": ("The Team whose turn it is, by its short name", lambda run: _short(run.team().card)),
    "location": ("Where the Team token lies, 0 for nowhere", lambda run: run.t.location + 1),
    "figure": ("The location that the figure faces", lambda run: run.t.facing + 1),
    "rolls": ("Rolls in this turn", lambda run: run.t.rolls),
    "dice": ("Dice of the turn that are neither assigned nor gone", lambda run: len(run.t.shown) + sum(run.t.unrolled)),
    "dice.shown": ("Unassigned dice that show a face", lambda run: len(run.t.shown)),
    "dice.gone": ("Dice discarded or lost in this turn", lambda run: len(run.t.gone)),
    "ruin": ("Space of the Ruin marker", lambda run: run.t.ruin),
    "balance": ("Space of the Balance marker", lambda run: run.t.balance),
    "balance.lacks": ("What the next Balance space still lacks: symbols, tokens and dice", _balance_lacks),
    "black_sun": (
        "Which track brought the Day of Black Sun: balance or ruin; empty before",
        lambda run: run.t.black_sun,
    ),
    "battles.done": ("Final Battles that are complete", lambda run: len(run.t.battles_done)),
    "defeated": ("Heroes that count as defeated", lambda run: len(run.t.defeated)),
    "villains.out": ("Villains that left the game", lambda run: len(run.t.villains_out)),
    "deck": ("Cards in the Character deck", lambda run: len(run.t.heroes_unseen) + run.t.villains_in_deck),
    "threat": ("Faces of the enemy's dice this turn", lambda run: run.t.threat),
    "fallen": ("Carriers that fell", lambda run: len(run.t.fallen)),
    "boss": ("Whether the last opponent was revealed", lambda run: any(spot is not None for spot in run.t.battles)),
    "recruited": ("Heroes recruited in this turn", lambda run: run.t.recruited),
    "result": ("win, loss, or empty while the game runs", lambda run: run.t.result),
}
_CARD: dict[str, tuple[str, Callable[[Run, str, Spot | Member | None], Fact]]] = {
    "at": (
        'where a card lies: "location 2", "team toph", "battle", "done", "defeated", "gone", "deck"',
        lambda r, c, _: _where(r, c),
    ),
    "damage": ("Damage on a card", lambda _, __, lying: lying.damage if lying else 0),
    "dice": (
        "dice and symbol tokens assigned to a card in this turn",
        lambda _, __, lying: len(lying.dice) if lying else 0,
    ),
    "sets": (
        "complete sets of its cost assigned in this turn",
        _sets,
    ),
    "lacks": (
        "symbols that its cost, or its paid ability in a Team, still lacks",
        _lacks,
    ),
    "used": ("whether its ability was used in this turn", lambda r, c, _: c in r.t.used),
    "neighbours": ("the Heroes beside a Hero in its row", lambda r, c, _: _neighbours(r, c)),
    "left": ("Damage that a card on the table can still take, else 0", _left),
}
_CARRIER: dict[str, tuple[str, Callable[[Run, str], Fact]]] = {
    "counters": ("the enemy's counters on a carrier", counters),
    "fallen": ("whether a carrier fell", lambda run, card: card in run.t.fallen),
    "exposed": ("whether a carrier takes counters now", lambda run, card: card in in_play(run)),
}
_TEAM: dict[str, tuple[str, Callable[[Run, Team], Fact]]] = {
    "tokens": ("tokens of a Team", lambda _, team: sum(team.tokens)),
    "heroes": ("Heroes of a Team", lambda _, team: len(team.row)),
    "row": ("Heroes of a Team from left to right", lambda _, team: tuple(member.card for member in team.row)),
    "damage": ("Damage on all Heroes of a Team", lambda _, team: sum(member.damage for member in team.row)),
    "used": ("whether the ability of a Team card was used in this turn", lambda run, team: team.card in run.t.used),
}
