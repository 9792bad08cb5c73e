"""Coin and Hand: a complete game of one page, of another package than ours, known to the tests only.

    __init__.py   the game
    offered.py    what it offers beyond the protocol: a value function, positions that people write, facts
    board.py      its table as HTML and text, and what can be plotted
    rules.toml    its rules; lessons/, scenarios/ and replays/ are files as well

It proves what the protocol must not assume: there are no dice, the other seat acts in my turn, one
effect waits for another, chance follows chance, and the two seats see different things. Each seat
lays a card face down; the other calls it or lets it be; whoever has the points first wins.

>>> game = load()
>>> state = game.start(2)
>>> for text in ("draw sun", "draw fox", "draw moon", "draw moon", "draw fox"):
...     state = game.resolve(state, game.read(state, text)).state
>>> [game.write(state, action) for action in game.node(state).actions]
['lay sun', 'lay fox', 'rest']
>>> game.view(state, Seat(1)).hands
((0, 0, 0), (0, 2, 0))
"""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from random import Random
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from rising_tutor.core.action import Action, Outcome
from rising_tutor.core.chance import Listed
from rising_tutor.core.drive import choose_at_random
from rising_tutor.core.event import Event
from rising_tutor.core.game import GameInfo, Look, OptionInfo, Policy, Refusal, Step
from rising_tutor.core.ids import GameId, RuleId, Seat
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.place import Place
from rising_tutor.core.registry import Entry
from rising_tutor.core.values import Value, with_count, with_item
from rising_tutor.core.view import Viewer
from rising_tutor.errors import BadOption, IllegalAction, UnreadableMove

KINDS = ("sun", "moon", "fox")
SUN, MOON, FOX = range(3)
NONE = (0, 0, 0)
DECK = (3, 3, 4)
DEALT, N_TURNS = 2, 10

CATALOGUE: Mapping[str, str] = {
    "CH-1": "Each seat is dealt two cards that only it sees.",
    "CH-2": "A turn begins with a card from the deck, if there is one.",
    "CH-3": "In your turn lay a card of your hand face down, or rest.",
    "CH-4": "Before the card takes effect the other seat calls it or lets it be.",
    "CH-5": "A fox that is called is lost, and the caller gains a point.",
    "CH-6": "When another card is called, its owner first takes a point or a card; then it takes effect.",
    "CH-7": "A sun gives a point.",
    "CH-8": "A moon tosses a coin twice and gives a point for each head.",
    "CH-9": "A fox that is let be gives two points.",
    "CH-10": "The first seat with enough points wins (option points).",
    "CH-11": "After ten turns the seat with more points wins; with equal points nobody does.",
    "CH-12": "Only what the table waits for can be done.",
}


class Frame(Value, frozen=True):
    """One thing that waits, and for which seat."""

    do: Literal["deal", "draw", "lay", "answer", "prize", "effect", "toss"]
    seat: Seat


class Table(Value, frozen=True):
    """The state. `agenda` is a stack with its top at the end; `laid` is the card on the table."""

    target: int
    deck: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    discards: tuple[int, ...]
    points: tuple[int, ...]
    turn: int
    agenda: tuple[Frame, ...]
    laid: int | None = None
    open: bool = False


class Seen(Value, frozen=True):
    """The view. Cards that the viewer does not see are counts: `n_cards`, `n_deck`, `face_down`."""

    viewer: Viewer
    target: int
    n_deck: int
    n_cards: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    discards: tuple[int, ...]
    points: tuple[int, ...]
    turn: int
    agenda: tuple[Frame, ...]
    laid: int | None
    face_down: bool


class OpenTable(Value, frozen=True):
    """The part of a view that the events account for."""

    viewer: Viewer
    n_deck: int
    n_cards: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    discards: tuple[int, ...]
    points: tuple[int, ...]
    laid: int | None
    face_down: bool


class Lay(Action, frozen=True, tag=True):
    card: int


class Do(Action, frozen=True, tag=True):
    what: Literal["rest", "call", "let be", "take point", "take card"]


class Drawn(Outcome, frozen=True, tag=True):
    card: int


class Tossed(Outcome, frozen=True, tag=True):
    heads: bool


What = Literal["draws", "gets", "lays", "hides", "rests", "calls", "lets be", "reveals", "discards", "gains", "tosses"]


class Happened(Event, frozen=True, kw_only=True, tag=True):
    """Anything that happened: what, to whom, and the card or the number behind it."""

    what: What
    seat: Seat
    card: int | None = None
    n: int = 0


Act = Lay | Do
Chanced = Drawn | Tossed
ACTIONS: tuple[Act, ...] = (
    *(Lay(card) for card in range(3)),
    *(Do(what) for what in ("rest", "call", "let be", "take point", "take card")),
)
OUTCOMES: tuple[Chanced, ...] = (*(Drawn(card) for card in range(3)), Tossed(True), Tossed(False))
ASKED = {"lay": ("rest",), "answer": ("call", "let be"), "prize": ("take point", "take card")}


def words(move: Act | Chanced) -> str:
    """The move as text."""
    if isinstance(move, Tossed):
        return "toss heads" if move.heads else "toss tails"
    if isinstance(move, Do):
        return move.what
    return f"{'lay' if isinstance(move, Lay) else 'draw'} {KINDS[move.card]}"


class CoinAndHand:
    """The game; see the module for its rules."""

    info = GameInfo(
        id=GameId("coin-and-hand"),
        title="Coin and Hand",
        family="test",
        min_seats=2,
        max_seats=2,
        rules_version="1",
        content="none",
        stage="tests only",
        shared=False,
        hidden=True,
        options=(OptionInfo("points", "4", "2 to 9", "Points that win.", (RuleId("CH-10"),)),),
    )

    def start(self, seats: int, options: Mapping[str, str] | None = None) -> Table:
        chosen = {"points": "4", **(options or {})}
        if seats != 2:
            raise BadOption("seats", seats, "2")
        if unknown := sorted(chosen.keys() - {"points"}):
            raise BadOption(unknown[0], chosen[unknown[0]], "an option of the game: points")
        if chosen["points"] not in set("23456789"):
            raise BadOption("points", chosen["points"], "2 to 9", "CH-10")
        deal = (Frame("deal", Seat(seat)) for seat in (1, 0) for _ in range(DEALT))
        agenda = (*turn_of(0, DECK), *deal)
        return Table(int(chosen["points"]), DECK, (NONE, NONE), NONE, (0, 0), 0, agenda)

    def node(self, state: Table) -> Decision[Act] | Chance[Chanced] | Terminal:
        if end := self._end(state):
            return end
        top = state.agenda[-1]
        if top.do in ("deal", "draw"):
            return Chance(Listed((Drawn(card), n) for card, n in enumerate(state.deck) if n))
        if top.do == "toss":
            return Chance(Listed(((Tossed(True), 1), (Tossed(False), 1))))
        return Decision(top.seat, tuple(a for a in ACTIONS if self._why_not(state, a) is None))

    def check(self, state: Table, action: Act) -> Refusal | None:
        found = self._why_not(state, action)
        if found is None:
            return None
        node = self.node(state)
        actions = node.actions if isinstance(node, Decision) else ()
        nearest = next((a for a in actions if type(a) is type(action)), actions[0] if actions else None)
        return Refusal(RuleId(found[0]), found[1], nearest)

    def act(self, state: Table, action: Act) -> Step[Table]:
        if refusal := self.check(state, action):
            raise IllegalAction(refusal)
        seat, other = state.agenda[-1].seat, Seat(1 - state.agenda[-1].seat)
        state, happened = replace(state, agenda=state.agenda[:-1]), list[Event]()
        match action:
            case Lay(card):
                hidden = event("CH-3", "hides", seat, card=card, seats=(seat,))
                happened += [event("CH-3", "lays", seat), hidden]
                hands = with_item(state.hands, seat, with_count(state.hands[seat], card, -1))
                waits = (Frame("effect", seat), Frame("answer", other))
                state = replace(state, hands=hands, laid=card, open=False, agenda=state.agenda + waits)
            case Do("rest"):
                happened += [event("CH-3", "rests", seat)]
            case Do("let be"):
                happened += [event("CH-4", "lets be", seat)]
                state = replace(state, open=True)
            case Do("call"):
                happened += [event("CH-4", "calls", seat), event("CH-4", "reveals", other, card=state.laid)]
                if state.laid == FOX:
                    happened += [event("CH-5", "discards", other, card=FOX)]
                    state = self._gain(self._discard(state), seat, "CH-5", happened)
                else:
                    state = replace(state, open=True, agenda=(*state.agenda, Frame("prize", other)))
            case Do("take point"):
                state = self._gain(state, seat, "CH-6", happened)
            case Do("take card"):
                state = replace(state, agenda=(*state.agenda, Frame("draw", seat)))
        return self._settled(state, happened)

    def resolve(self, state: Table, outcome: Chanced) -> Step[Table]:
        node = self.node(state)
        if not isinstance(node, Chance) or not node.outcomes.weight(outcome):
            raise IllegalAction(Refusal(RuleId("CH-12"), f"chance cannot give {outcome!r} here"))
        top, happened = state.agenda[-1], list[Event]()
        seat, state = top.seat, replace(state, agenda=state.agenda[:-1])
        match outcome:
            case Drawn(card):
                rule = "CH-1" if top.do == "deal" else "CH-2"
                happened += [event(rule, "draws", seat), event(rule, "gets", seat, card=card, seats=(seat,))]
                hand = with_count(state.hands[seat], card, +1)
                deck = with_count(state.deck, card, -1)
                state = replace(state, deck=deck, hands=with_item(state.hands, seat, hand))
            case Tossed(heads):
                happened += [event("CH-8", "tosses", seat, n=int(heads))]
                if heads:
                    state = self._gain(state, seat, "CH-8", happened)
        return self._settled(state, happened)

    def view(self, state: Table, viewer: Viewer) -> Seen:
        return Seen(
            viewer=viewer,
            target=state.target,
            n_deck=sum(state.deck),
            n_cards=tuple(sum(hand) for hand in state.hands),
            hands=tuple(hand if seat == viewer else NONE for seat, hand in enumerate(state.hands)),
            discards=state.discards,
            points=state.points,
            turn=state.turn,
            agenda=state.agenda,
            laid=state.laid if state.open or viewer == state.turn % 2 else None,
            face_down=state.laid is not None and not state.open,
        )

    def open_table(self, view: Seen) -> OpenTable:
        return OpenTable(**{name: getattr(view, name) for name in OpenTable.__struct_fields__})

    def after_event(self, table: OpenTable, event: Event) -> OpenTable:
        assert isinstance(event, Happened)
        seat, card = event.seat, event.card
        match event.what, card:
            case "draws", _:
                return replace(table, n_deck=table.n_deck - 1, n_cards=with_count(table.n_cards, seat, +1))
            case "gets", int(card):
                return replace(table, hands=with_item(table.hands, seat, with_count(table.hands[seat], card, +1)))
            case "lays", _:
                return replace(table, n_cards=with_count(table.n_cards, seat, -1), face_down=True)
            case "hides", int(card):
                hand = with_count(table.hands[seat], card, -1)
                return replace(table, hands=with_item(table.hands, seat, hand), laid=card)
            case "reveals", int(card):
                return replace(table, laid=card, face_down=False)
            case "discards", int(card):
                return replace(table, discards=with_count(table.discards, card, +1), laid=None, face_down=False)
            case "gains", _:
                return replace(table, points=with_count(table.points, seat, event.n))
        return table

    def imagine(self, view: Seen, rng: Random) -> Table:
        known = [view.discards, *view.hands, tuple(int(view.laid == card) for card in range(3))]
        unseen = [n - sum(bag[card] for bag in known) for card, n in enumerate(DECK)]
        cards = [card for card, n in enumerate(unseen) for _ in range(n)]
        rng.shuffle(cards)
        hands = list(view.hands)
        for seat, n in enumerate(view.n_cards):
            for _ in range(n - sum(hands[seat])):
                hands[seat] = with_count(hands[seat], cards.pop(), +1)
        laid = cards.pop() if view.face_down and view.laid is None else view.laid
        deck = tuple(cards.count(card) for card in range(3))
        is_open = laid is not None and not view.face_down
        rest = (view.discards, view.points, view.turn, view.agenda, laid, is_open)
        return Table(view.target, deck, tuple(hands), *rest)

    def write(self, state: Table, move: Act | Chanced) -> str:
        return words(move)

    def write_seen(self, state: Table, move: Act | Chanced, viewer: Viewer) -> str:
        hidden = state.agenda[-1].seat != viewer
        return f"{words(move).split()[0]} ?" if hidden and isinstance(move, Lay | Drawn) else words(move)

    def read(self, state: Table, text: str) -> Act | Chanced:
        known = {words(move): move for move in (*ACTIONS, *OUTCOMES)}
        asked = " ".join(text.lower().split())
        if asked not in known:
            raise UnreadableMove(text, "a move", suggestions=tuple(get_close_matches(asked, known)))
        return known[asked]

    def say(self, event: Event) -> str:
        assert isinstance(event, Happened)
        thing = f" a {KINDS[event.card]}" if event.card is not None else f" {event.n}" if event.n else ""
        return f"Seat {event.seat + 1} {event.what}{thing}."

    def place(self, state: Table) -> Place:
        waits = state.agenda[-1].do if state.agenda else "end"
        turn = state.turn + 1
        return Place(turn=turn, name=f"turn {turn}", within=(waits,), phase=f"turn.{waits}", seat=Seat(state.turn % 2))

    def where(self, state: Table) -> str:
        return str(self.place(state))

    def cited(self) -> Mapping[RuleId, tuple[str, ...]]:
        return {RuleId(rule): ("Happened",) for rule in CATALOGUE}

    def dump(self, state: Table) -> bytes:
        return msgspec.json.encode(state)

    def load(self, data: bytes) -> Table:
        return msgspec.json.decode(data, type=Table)

    def policies(self) -> Mapping[str, Policy[Act, Seen]]:
        return {"random": choose_at_random, "trusting": let_be}

    def _end(self, state: Table) -> Terminal | None:
        rule = "CH-10" if max(state.points) >= state.target else "CH-11" if state.turn >= N_TURNS else None
        sign = (state.points[0] > state.points[1]) - (state.points[0] < state.points[1])
        return Terminal((sign, -sign), RuleId(rule)) if rule else None

    def _why_not(self, state: Table, action: Act) -> tuple[str, str] | None:
        """The rule and the reason against an action: the one definition of what is legal."""
        top = state.agenda[-1].do if state.agenda and not self._end(state) else "nothing"
        match action:
            case Lay(card) if top == "lay":
                held = card in range(3) and state.hands[state.agenda[-1].seat][card]
                return None if held else ("CH-3", f"card {card} is not in the hand")
            case Do("take card") if top == "prize" and not sum(state.deck):
                return "CH-6", "the deck is empty"
            case Do(what) if what in ASKED.get(top, ()):
                return None
        return "CH-12", f"the table waits for {top}"

    def _settled(self, state: Table, happened: list[Event]) -> Step[Table]:
        """Does what needs neither choice nor chance: effects, and the beginning of turns."""
        while not self._end(state):
            if not state.agenda:
                state = replace(state, turn=state.turn + 1, agenda=turn_of(state.turn + 1, state.deck))
            elif state.agenda[-1].do == "effect":
                state = self._effect(replace(state, agenda=state.agenda[:-1]), happened)
            else:
                break
        return Step(state, tuple(happened))

    def _effect(self, state: Table, happened: list[Event]) -> Table:
        seat, card = Seat(state.turn % 2), state.laid
        if card is None:
            return state
        rule = ("CH-7", "CH-8", "CH-9")[card]
        happened.append(event(rule, "discards", seat, card=card))
        state = self._discard(state)
        if card == MOON:
            return replace(state, agenda=(*state.agenda, Frame("toss", seat), Frame("toss", seat)))
        return self._gain(state, seat, rule, happened)

    def _gain(self, state: Table, seat: Seat, rule: str, happened: list[Event]) -> Table:
        n = 2 if rule == "CH-9" else 1
        happened.append(event(rule, "gains", seat, n=n))
        return replace(state, points=with_count(state.points, seat, n))

    def _discard(self, state: Table) -> Table:
        assert state.laid is not None
        return replace(state, discards=with_count(state.discards, state.laid, +1), laid=None, open=False)


def turn_of(turn: int, deck: tuple[int, ...]) -> tuple[Frame, ...]:
    """What waits at the beginning of a turn, last first."""
    seat = Seat(turn % 2)
    return (Frame("lay", seat), Frame("draw", seat)) if sum(deck) else (Frame("lay", seat),)


def event(rule: str, what: What, seat: Seat, **more: Any) -> Happened:
    """An event of this game; its step is the rule's number in the turn."""
    return Happened(rule=RuleId(rule), step=f"turn.{rule}", what=what, seat=seat, **more)


def let_be(decision: Decision[Act], look: Look[Seen], rng: Random) -> Act:
    """The policy "trusting": it never calls, and lays a card while it has one."""
    view = look()
    if view.agenda[-1].do == "lay" and any(view.hands[decision.seat]):
        return decision.actions[0]
    return decision.actions[-1]


@cache
def load(content: str | None = None) -> CoinAndHand:
    """The game as it is, without what `offered` adds; it has no content of its own."""
    return CoinAndHand()


ENTRY = Entry(
    GameId("coin-and-hand"),
    "Coin and Hand",
    f"{__name__}.offered",
    board=f"{__name__}.board",
    files=__name__,
)
BARE = Entry(ENTRY.id, ENTRY.title, __name__)
"""The same game with nothing but the protocol: no rules, no board, no lessons, no values."""
