"""The Avatar trading card game behind the doors of the protocol (`rising_tutor.core.game.Game`).

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("avatar-tcg")
>>> game.node(game.start(2)).outcomes.total
60
"""

from collections.abc import Mapping
from functools import cache, cached_property
from random import Random
from typing import Any, cast

from rising_tutor.core.action import Outcome
from rising_tutor.core.chance_streams import Stream
from rising_tutor.core.drive import choose_at_random
from rising_tutor.core.game import AnyGame, GameInfo, Policy, Refusal, Step
from rising_tutor.core.ids import GameId, RuleId, Seat
from rising_tutor.core.ismcts import Search
from rising_tutor.core.node import Chance, Decision, Node, Terminal
from rising_tutor.core.opponents import Opponent
from rising_tutor.core.place import Place
from rising_tutor.core.scenes import Fact
from rising_tutor.core.view import Viewer
from rising_tutor.decks.closed import CLOSED, bag_over
from rising_tutor.decks.construction import Construction
from rising_tutor.decks.deck_file import DeckFault, DeckList, SeatDeck, read_inline
from rising_tutor.decks.facts import CardFacts, Note
from rising_tutor.errors import BadOption, IllegalAction
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import chance, choices, flow, notation, refusals, scene, tasks, words
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike import state as st
from rising_tutor.games.quickstrike.after_event import after_event
from rising_tutor.games.quickstrike.book import Book, load_book
from rising_tutor.games.quickstrike.decks import (
    EXAMPLE,
    Reading,
    all_kinds,
    construction,
    draw_notes,
    preconstructed,
    read_option,
)
from rising_tutor.games.quickstrike.open_table import OpenTable, open_table
from rising_tutor.games.quickstrike.options import OPTIONS, Options
from rising_tutor.games.quickstrike.policies import greedy, measured
from rising_tutor.games.quickstrike.run import Run, unseen_deck
from rising_tutor.games.quickstrike.valuing.evaluation import AvatarEvaluation
from rising_tutor.games.quickstrike.valuing.luck import LUCK_SOURCES, luck_source, rule_of_move
from rising_tutor.games.quickstrike.valuing.value import AvatarValuation
from rising_tutor.games.quickstrike.view import AvatarView, all_open, all_worlds, imagine, look_at
from rising_tutor.games.quickstrike.walk import TableWalk

RULES_VERSION = "1"
AvatarNode = Node[do.AvatarAction, do.AvatarOutcome]


def _reading(switches: Mapping[str, Any]) -> Reading:
    """Return the options that change what a deck may hold."""
    return Reading(**{name: switches[name] for name in Reading._fields if name in switches})


class AvatarGame:
    """The game with its cards. Holds nothing that changes an answer."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._asked_last: tuple[st.State, choices.Choice | None] | None = None

    @cached_property
    def info(self) -> GameInfo:
        return GameInfo(
            id=GameId("avatar-tcg"),
            title="Avatar: The Last Airbender Trading Card Game",
            family="quickstrike",
            min_seats=2,  # QS-101
            max_seats=2,
            rules_version=RULES_VERSION,
            content=self.book.fingerprint,
            stage="learn, play, replay, review, odds, rules",
            options=OPTIONS.infos(),
            shared=False,
            hidden=True,
        )

    def start(self, seats: int, options: Mapping[str, str] | None = None) -> st.State:
        given = dict(options or {})
        if seats != 2:  # QS-101
            raise BadOption("seats", seats, "2", "QS-101")
        switches = OPTIONS.read(given)
        reading = _reading(switches)
        lists = tuple(
            read_option(name, given.get(name, usual), self.book, reading)
            for name, usual in zip(OPTIONS.deck_names, OPTIONS.decks, strict=True)
        )
        chosen = Options(decks=(lists[0], lists[1]), **switches)  # type: ignore[arg-type]
        mats = tuple(self._mat(text, closed=chosen.lists == CLOSED) for text in lists)
        run = Run(st.Table(chosen, agenda=(tasks.Do("set_up"),), mats=mats), self.book)
        flow.settle(run)
        return st.take_up(run.t)

    def _mat(self, text: str, *, closed: bool) -> st.Mat:
        """A mat with its shuffled deck and the Chamber in green, front up (QS-302, QS-303)."""
        deck = read_inline(text)
        cards = dict(deck.cards)
        kinds = all_kinds(self.book) if closed else tuple(cards)
        counts = bag_over(kinds, cards)
        return st.Mat(
            kinds=kinds,
            chamber=deck.leader,
            deck=unseen_deck(deck.n),
            unseen=counts,
            whole=counts,
            below=(0,) * len(counts),
            shown=((0,) * len(counts),) * 3 if closed else (),
        )

    def node(self, state: st.State) -> AvatarNode:
        if state.reason:
            won = state.winner
            payoffs = tuple(0 if won < 0 else 1 if seat == won else -1 for seat in (0, 1))
            return Terminal(payoffs, RuleId(state.reason), stopped=won < 0)  # QS-911: there are no draws
        drawn: Any = chance.outcomes(self._run(state))
        if drawn is not None:
            return Chance(drawn)
        seat, actions = self._choice(state)
        return Decision(Seat(seat), actions)

    def _choice(self, state: st.State) -> choices.Choice:
        """Who chooses and among what; that of the last state is kept."""
        known = self._asked_last
        if known is None or known[0] is not state:
            over = bool(state.reason) or chance.drawn_by(self._run(state)) is not None
            known = (state, None if over else choices.choice(self._run(state)))
            self._asked_last = known
        return known[1] or (-1, ())

    def check(self, state: st.State, action: do.AvatarAction) -> Refusal | None:
        legal = self._choice(state)[1]
        return None if action in legal else refusals.explain(self._run(state), action, legal)

    def act(self, state: st.State, action: do.AvatarAction) -> Step[st.State]:
        refused = self.check(state, action)
        if refused is not None:
            raise IllegalAction(refused)
        return self._step(state, flow.take, action)

    def resolve(self, state: st.State, outcome: do.AvatarOutcome) -> Step[st.State]:
        if isinstance(outcome, do.LeftOpen) and not state.reason and chance.can_be_open(self._run(state)):
            return self._step(state, chance.happen, outcome)
        drawn = None if state.reason else chance.outcomes(self._run(state))
        weight: Any = drawn.weight if drawn is not None else None
        if weight is None or not weight(outcome):
            raise IllegalAction(refusals.impossible(self._run(state)))
        return self._step(state, chance.happen, outcome)

    def _step(self, state: st.State, door: Any, move: Any) -> Step[st.State]:
        log: list[ev.AvatarEvent] = []
        run = Run(st.lay_out(state), self.book, log)
        door(run, move)
        flow.settle(run)
        return Step(st.take_up(run.t), tuple(log))

    def after(self, state: st.State, move: do.AvatarAction | do.AvatarOutcome) -> st.State:
        """The state after a move that is possible (`rising_tutor.core.search`)."""
        run = Run(st.lay_out(state), self.book)
        (chance.happen if isinstance(move, Outcome) else flow.take)(run, move)  # type: ignore[arg-type]
        flow.settle(run)
        return st.take_up(run.t)

    def view(self, state: st.State, viewer: Viewer) -> AvatarView:
        return look_at(state, viewer)

    def open_table(self, view: AvatarView) -> OpenTable:
        return open_table(view, self.book)

    def after_event(self, table: OpenTable, event: ev.AvatarEvent) -> OpenTable:
        return after_event(table, event)

    def imagine(self, view: AvatarView, rng: Random) -> st.State:
        return imagine(view, rng, self.book)

    def all_worlds(self, view: AvatarView, most: int) -> tuple[tuple[st.State, int], ...] | None:
        return all_worlds(view, most)

    def write(self, state: st.State, move: do.AvatarAction | do.AvatarOutcome) -> str:
        return notation.write(self._run(state), move)

    def read(self, state: st.State, text: str) -> do.AvatarAction | do.AvatarOutcome:
        return notation.read(self._run(state), text)

    def say(self, event: ev.AvatarEvent) -> str:
        return words.say(self.book, event)

    def place(self, state: st.State) -> Place:
        return words.place(self._run(state))

    def where(self, state: st.State) -> str:
        return str(self.place(state))

    def cited(self) -> Mapping[RuleId, tuple[str, ...]]:
        found: dict[RuleId, list[str]] = {}
        for kind in words.SENTENCES:
            for rule in kind.rules:
                found.setdefault(RuleId(rule), []).append(kind.__name__)
        return {rule: tuple(sorted(names)) for rule, names in sorted(found.items())}

    def refusals(self) -> Mapping[RuleId, tuple[str, ...]]:
        """The rules that can refuse an action, each with what cites it."""
        return refusals.refusing_rules()

    def dump(self, state: st.State) -> bytes:
        return st.dump(state)

    def load(self, data: bytes) -> st.State:
        return st.load(data)

    def policies(self) -> Mapping[str, Policy[Any, Any]]:
        return {"random": choose_at_random, "greedy": greedy(self.book), "search": Search(cast("AnyGame", self))}

    def opponents(self) -> tuple[Opponent, ...]:
        return measured()

    # search (`rising_tutor.core.search`)

    def walk(self, state: st.State, viewer: Seat) -> TableWalk:
        return TableWalk(self.book, state, viewer)

    # records in which a card is not named (`rising_tutor.core.unknown`)

    def write_seen(self, state: st.State, move: do.AvatarAction | do.AvatarOutcome, viewer: Viewer) -> str:
        return notation.write_seen(self._run(state), move, viewer)

    def leave_open(self, state: st.State, text: str) -> do.LeftOpen | None:
        run = self._run(state)
        return (
            do.LeftOpen() if not state.reason and chance.can_be_open(run) and notation.is_unnamed(run, text) else None
        )

    # values of positions, for reviews (`rising_tutor.core.valuation`, `rising_tutor.core.evaluated`)

    def valuation(self) -> AvatarValuation:
        return AvatarValuation(self)

    def evaluation(self) -> AvatarEvaluation:
        return AvatarEvaluation(self)

    def luck_source(self, state: st.State) -> str:
        return luck_source(self._run(state))

    def luck_sources(self) -> dict[str, str]:
        return dict(LUCK_SOURCES)

    def turn_of(self, state: st.State) -> int:
        return state.turn

    def rule_of_move(self, state: st.State, action: do.AvatarAction) -> RuleId:
        return rule_of_move(self._run(state), action)

    # decks (`rising_tutor.decks.deck_file`)

    def decks(self) -> tuple[DeckList, ...]:
        return tuple(preconstructed().values())

    def seat_decks(self, state: st.State) -> tuple[SeatDeck, ...]:
        known = {read_option(OPTIONS.deck_names[0], name, self.book): name for name in preconstructed()}
        return tuple(
            SeatDeck(known.get(text, ""), self.book.chamber[mat.chamber].name)
            for text, mat in zip(state.options.decks, state.mats, strict=True)
        )

    def construction(self) -> Construction:
        return construction(self.book)

    def check_deck(
        self, source: bytes, options: Mapping[str, str] | None = None
    ) -> tuple[DeckList, tuple[DeckFault, ...]]:
        return construction(self.book, _reading(OPTIONS.read(options or {}))).check_file(source)

    # positions that people write (`rising_tutor.core.scenes`), what actions mean there (`rising_tutor.core.meanings`)

    def set_up(self, given: Mapping[str, Any]) -> st.State:
        state, moves = scene.build(self.book, self.start, given)
        return scene.play_moves(self, state, moves)

    def fact(self, state: st.State, name: str) -> Fact:
        return scene.fact(self._run(state), name)

    def fact_names(self) -> Mapping[str, str]:
        return scene.fact_names(self.book)

    def fact_about(self, name: str) -> str:
        return scene.fact_about(self.book, name)

    def last_phase(self) -> str:
        return scene.LAST_PHASE

    def meaning(self, state: st.State, action: do.AvatarAction, when: str) -> str:  # noqa: ARG002  # now and then are said alike
        step: Any = self.act(state, action)
        after = step.state
        while not after.reason and isinstance(
            after.agenda[-1], tasks.Spend
        ):  # whichever card is paid, the rest is alike
            drawn: Any = chance.outcomes(self._run(after))
            if drawn is None:
                break
            after = self.resolve(after, next(iter(drawn))[0]).state
        return scene.meaning_of(self._run(state), action, step.events, self._run(after))

    def unmet(self, state: st.State, name: str, how: str, wanted: Any) -> str:
        return scene.unmet(self._run(state), name, how, wanted)

    def all_open(self, state: st.State) -> bool:
        return all_open(state)

    # odds of draws (`rising_tutor.decks.facts`)

    def card_facts(self) -> tuple[CardFacts, ...]:
        return tuple(
            CardFacts(
                card.id,
                self.book.word[card.id],
                card.name,
                card.type,
                card.traits,
                (
                    *((("intercept", card.intercept), ("force", card.force)) if card.type == "strike" else ()),
                    ("cost", sum(card.cost)),
                ),
            )
            for card in self.book.cards
        )

    def draw_notes(self, counted: str) -> tuple[Note, ...]:
        return draw_notes(counted)

    def draw_example(self) -> str:
        return EXAMPLE

    # chance: cards of a deck come in keyed order (`rising_tutor.core.chance_streams`)

    def stream(self, state: st.State) -> Stream:
        return chance.stream(self._run(state))

    def as_draw(self, state: st.State, card: str) -> do.Turned:  # noqa: ARG002  # a card is turned over alike everywhere
        return do.Turned(card)

    def playout(self, state: st.State, rng: Random, limit: int = 100_000) -> tuple[int, int, int]:
        """Random legal play without events: the seat that won or -1, decisions, chance moves."""
        run = Run(st.lay_out(state), self.book)
        decisions, chances = flow.play_out_at_random(run, rng, limit)
        return run.t.winner, decisions, chances

    def _run(self, state: Any) -> Run:
        """A run that only reads: a frozen state will do as its table."""
        return Run(state, self.book)


@cache
def load(content: str | None = None) -> AvatarGame:
    """The game, with the cards of an owner's folder if there is one. Raises `BadContent` where they cannot be used."""
    return AvatarGame(load_book(content))
