"""What became of a turn, in two lines: which costs were left open, and who joined, fell or was hit; and of a game.

The first line comes from the table as it was when the rolling ended, the second from what happened after it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rising_tutor.boards.ports import SeenMove
from rising_tutor.boards.rising.words import Words, split
from rising_tutor.core.english import capital, listed
from rising_tutor.core.event import Event
from rising_tutor.core.ids import CardId
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.view import RisingView
from rising_tutor.games.rising.words.events import say

ALL_PAID = "Every cost with dice on it was paid in full."
NO_DICE = "No die was put on a card."
NOTHING = "Nobody joined and nobody fell."


def turn_end(words: Words, turn: Sequence[SeenMove]) -> tuple[str, ...]:
    """What became of a turn; nothing where its rolling did not end.

    Args:
        turn: its moves, in order.
    """
    end = next((one for one in turn if _ends(one)), None)
    if end is None:
        return ()
    happened = [event for one in turn for event in one.events]
    left = list(left_open(words, end))
    if left:
        first = f"{_sentence(left)} The dice go back."
    else:
        first = ALL_PAID if any(isinstance(event, ev.DiePlaced) for event in happened) else NO_DICE
    after = [event for at in range(turn.index(end), len(turn)) for event in turn[at].events if _late(event)]
    return first, " ".join(outcomes(words, after)) or NOTHING


def left_open(words: Words, end: SeenMove) -> Iterator[str]:
    """A clause for each cost that was begun and not paid, such as "Jet lacked Fire and stays".

    Args:
        end: the move with which the rolling ended.
    """
    view = end.view
    for card, lacks, sets in _costs(words, view, _placed(end.events)):
        name, missing = words.name(card), _symbols(words, lacks)
        if card == BALANCE or (card in words.book.hero and words.at_location(view, card) is not None):
            yield f"{name} lacked {missing} and stays"
        elif card in words.book.villain or card in words.book.battle:
            yield f"{name} lacked {missing} {'for 1 more Damage' if sets else 'and takes no Damage'}"
        else:
            yield f"the ability of {name} lacked {missing}"


def outcomes(words: Words, events: Sequence[Event]) -> Iterator[str]:
    """A sentence for each kind of thing that came of a turn."""
    of, book = words.of, words.book
    joined = [event.card for event in events if isinstance(event, ev.HeroRecruited)]
    cleared = [card for event in events if isinstance(event, ev.CardsCleared) for card in event.cards]
    beaten, fell = _out(words, events), _lost(words, events)
    hits = Counter(event.card for event in events if isinstance(event, ev.VillainDamaged) and event.card not in cleared)
    drawn = [event.token for event in events if isinstance(event, ev.TokenDrawn)]
    if joined:
        yield f"{_names(words, joined)} joined."
    if beaten:
        yield f"{_names(words, beaten)} {_is(beaten)} {of.beaten}."
    for event in events:
        if isinstance(event, (foe.BattleCompleted, foe.CarrierFell, foe.BlackSunCame)) or (
            isinstance(event, ev.BalanceMoved) and event.before != event.after
        ):
            yield say(book, event)
    for n in sorted(set(hits.values())):
        hit = [card for card, so_many in hits.items() if so_many == n]
        yield f"{_names(words, hit)} took {n} Damage{' each' if len(hit) > 1 else ''}."
    if drawn:
        yield f"{_names(words, drawn)} {'was' if len(drawn) == 1 else 'were'} drawn."
    if fell:
        yield f"{_names(words, fell)} {_is(fell)} {of.lost}."


def fates(words: Words, events: Sequence[Event]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What became of the cards of a game, in the title's words, in the order in which it happened."""
    of = words.of
    found = (
        ("Joined", [event.card for event in events if isinstance(event, ev.HeroRecruited)]),
        (of.lost, _lost(words, events)),
        (of.beaten, _out(words, events)),
        (of.fallen, [event.card for event in events if isinstance(event, foe.CarrierFell)]),
        ("Completed", [event.card for event in events if isinstance(event, foe.BattleCompleted)]),
    )
    return tuple((capital(name), tuple(words.name(card) for card in cards)) for name, cards in found if cards)


def _lost(words: Words, events: Sequence[Event]) -> list[CardId]:
    """The Heroes that count as lost: those that fell, and those that the Day of Black Sun took."""
    fell = [card for event in events if isinstance(event, ev.HeroesCleared) for card in event.cards]
    taken = [event.card for event in events if isinstance(event, foe.CardRemoved) and event.card in words.book.hero]
    return fell + taken + [event.card for event in events if isinstance(event, foe.CardDiscarded) and event.counts]


def _out(words: Words, events: Sequence[Event]) -> list[CardId]:
    """The Villains that are out of the game, beaten or taken by the Day of Black Sun."""
    cleared = [card for event in events if isinstance(event, ev.CardsCleared) for card in event.cards]
    taken = [event.card for event in events if isinstance(event, (foe.CardRemoved, foe.CardDiscarded))]
    return [card for card in (*cleared, *taken) if card in words.book.villain]


def _ends(move: SeenMove) -> bool:
    return any(isinstance(event, ev.RollingEnded) for event in move.events)


def _late(event: Event) -> bool:
    """Whether an event came after the rolling: resolving, and what is cleared at the end."""
    return event.step[:6] in ("turn.4", "turn.5") or event.step.startswith("black_sun")


def _placed(events: Sequence[Event]) -> dict[str, Counter[str]]:
    """What the last move itself put on costs, by card: the view before it does not show that."""
    found: dict[str, Counter[str]] = {}
    for event in events:
        if isinstance(event, ev.RollingEnded):
            break
        if isinstance(event, ev.DiePlaced):
            face = split(event.die)[1]
            found.setdefault(event.on, Counter())[face[:1]] += len(face) - event.lost
    return found


def _costs(
    words: Words, view: RisingView, placed: Mapping[str, Counter[str]]
) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Every cost that has dice on it and lacks some: card, what it lacks, sets that were complete before."""
    spots = [spot for spot in (*view.places, *view.battles) if spot is not None]
    team = view.teams[view.active]
    rows: list[tuple[str, tuple[str, ...], tuple[str, ...], int]] = [
        *((spot.card, spot.dice, spot.lacks, spot.sets) for spot in spots),
        *((member.card, member.dice, member.lacks, 0) for member in team.row),
        *((ability.key, ability.dice, ability.lacks, 0) for ability in team.abilities),
    ]
    if view.balance is not None:
        rows.append((BALANCE, view.balance.symbols, view.balance.lacks, 0))
    for card, dice, lacks, sets in rows:
        new = placed.get(card, Counter())
        left = tuple((Counter(lacks) - new).elements())
        begun = not sets or Counter(left) != Counter(words.cost(card))
        if left and begun and (dice or new):
            yield card, left, sets


def _sentence(clauses: Sequence[str]) -> str:
    text = "; ".join(clauses)
    return f"{text[:1].upper()}{text[1:]}."


def _symbols(words: Words, lacks: Sequence[str]) -> str:
    counted = Counter(lacks)
    return listed(f"{n} {words.symbol(one)}" if n > 1 else words.symbol(one) for one, n in counted.items())


def _names(words: Words, cards: Sequence[str]) -> str:
    return listed(words.name(card) for card in cards)


def _is(cards: Sequence[str]) -> str:
    return "is" if len(cards) == 1 else "are"
