"""Rise TCG behind the doors of the protocol (`rising_tutor.core.game.Game`).

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("rise-tcg")
>>> game.node(game.start(2)).outcomes.total
6
"""

from collections.abc import Mapping
from functools import cache, cached_property
from random import Random
from typing import Any, Final, cast

from rising_tutor.core.action import Outcome
from rising_tutor.core.chance_streams import Stream
from rising_tutor.core.drive import choose_at_random
from rising_tutor.core.english import listed
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
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import chance, choices, flow, notation, refusals, scene, tasks, words
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg import state as st
from rising_tutor.games.rise_tcg.after_event import after_event
from rising_tutor.games.rise_tcg.book import Book, load_book
from rising_tutor.games.rise_tcg.decks import all_kinds, construction, preconstructed, read_option
from rising_tutor.games.rise_tcg.draws import EXAMPLE, card_facts, draw_notes
from rising_tutor.games.rise_tcg.open_table import OpenTable, open_table
from rising_tutor.games.rise_tcg.options import OLDER_RULES, OPTIONS, RULES_VERSION, Options, read_switches
from rising_tutor.games.rise_tcg.pieces import Summoner
from rising_tutor.games.rise_tcg.policies import greedy, measured
from rising_tutor.games.rise_tcg.run import Run, unseen_library
from rising_tutor.games.rise_tcg.valuing.evaluation import RiseEvaluation
from rising_tutor.games.rise_tcg.valuing.luck import LUCK_SOURCES, luck_source, rule_of_move
from rising_tutor.games.rise_tcg.valuing.value import RiseValuation
from rising_tutor.games.rise_tcg.view import RiseView, all_open, all_worlds, imagine, look_at
from rising_tutor.games.rise_tcg.walk import TableWalk

ITERATIONS: Final = 80
"""Tables that `search` imagines for a choice, which takes about a tenth of a second then."""
KEPT: Final = 4
"""States whose choices are kept: whoever compares lines of play asks about two or three in turn."""
RiseNode = Node[do.RiseAction, do.RiseOutcome]
Drawn = tuple[st.State | None, chance.Outcomes | None]
"""A state, and what chance can give there."""


class RiseGame:
    """The game with its cards. Holds nothing that changes an answer."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._asked: tuple[tuple[st.State, choices.Choice], ...] = ()
        self._drawn: tuple[Drawn, Drawn] = ((None, None), (None, None))

    @cached_property
    def info(self) -> GameInfo:
        return GameInfo(
            id=GameId("rise-tcg"),
            title="Rise TCG",
            family="rise_tcg",
            min_seats=2,  # RISE-101
            max_seats=len(OPTIONS.decks),
            rules_version=RULES_VERSION,
            older_rules=OLDER_RULES,
            content=self.book.fingerprint,
            stage="learn, play, replay, review, odds, rules",
            options=OPTIONS.infos(),
            shared=False,
            hidden=True,
            chance="draws and coins",
        )

    def start(self, seats: int, options: Mapping[str, str] | None = None) -> st.State:
        given = dict(options or {})
        if not 2 <= seats <= len(OPTIONS.decks):  # RISE-101
            raise BadOption("seats", seats, f"2 to {len(OPTIONS.decks)}", "RISE-101")
        every = tuple(
            read_option(name, given.get(name, usual), self.book)
            for name, usual in zip(OPTIONS.deck_names, OPTIONS.decks, strict=True)
        )
        lists = every[:seats]
        chosen = Options(decks=lists, **read_switches(given))
        sides = tuple(self._side(text, closed=chosen.lists == CLOSED) for text in lists)
        run = Run(st.Table(chosen, agenda=(tasks.Do("roll"),), sides=sides), self.book)
        flow.settle(run)
        return st.take_up(run.t)

    def _side(self, text: str, *, closed: bool) -> st.Side:
        """A shuffled library and two Summoners at level 1 (RISE-308)."""
        deck = read_inline(text)
        cards = dict(deck.cards)
        kinds = all_kinds(self.book) if closed else tuple(cards)
        counts = bag_over(kinds, cards)
        first, second = (Summoner(one, self.book.summoner[one].hp) for one in deck.leader.split())
        return st.Side(
            kinds=kinds,
            summoners=(first, second),
            library=unseen_library(deck.n),
            unseen=counts,
            whole=counts,
        )

    def node(self, state: st.State) -> RiseNode:
        if state.reason:
            won = state.winner
            payoffs = tuple(0 if won < 0 else 1 if seat == won else -1 for seat in range(len(state.sides)))
            return Terminal(payoffs, RuleId(state.reason))
        found = self._asked_before(state)
        if found is None:
            drawn: Any = self._outcomes(state)
            if drawn is not None:
                return Chance(drawn)
            found = self._choice(state)
        return Decision(Seat(found[0]), found[1])

    def _outcomes(self, state: st.State) -> chance.Outcomes | None:
        """What chance can give. Kept for two states: one of which each outcome is tried, and one that it leads to."""
        last, other = self._drawn  # read once: a review may ask in another thread
        if last[0] is state:
            return last[1]
        here = other if other[0] is state else (state, chance.outcomes(self._run(state)))
        self._drawn = here, last
        return here[1]

    def _asked_before(self, state: st.State) -> choices.Choice | None:
        """Who chooses and among what, where that was found a moment ago."""
        for known, found in self._asked:
            if known is state:
                return found
        return None

    def _choice(self, state: st.State) -> choices.Choice:
        """Who chooses and among what; those of the last states are kept."""
        found = self._asked_before(state)
        if found is None and not state.reason and not chance.is_chance(self._run(state)):
            found = choices.choice(self._run(state))
            self._keep(state, found)
        return found or (-1, ())

    def _keep(self, state: st.State, found: choices.Choice | None) -> None:
        """Who chooses in a state just reached, if anybody does."""
        if found is not None:
            self._asked = (*self._asked[1 - KEPT :], (state, found))

    def check(self, state: st.State, action: do.RiseAction) -> Refusal | None:
        legal = self._choice(state)[1]
        return None if action in legal else refusals.explain(self._run(state), action, legal)

    def act(self, state: st.State, action: do.RiseAction) -> Step[st.State]:
        refused = self.check(state, action)
        if refused is not None:
            raise IllegalAction(refused)
        return self._step(state, flow.take, action)

    def resolve(self, state: st.State, outcome: do.RiseOutcome) -> Step[st.State]:
        if isinstance(outcome, do.LeftOpen) and not state.reason and chance.can_be_open(self._run(state)):
            return self._step(state, chance.happen, outcome)
        drawn = None if state.reason else self._outcomes(state)
        weight: Any = drawn.weight if drawn is not None else None
        if weight is None or not weight(outcome):
            raise IllegalAction(refusals.impossible(self._run(state)))
        return self._step(state, chance.happen, outcome)

    def _step(self, state: st.State, door: Any, move: Any) -> Step[st.State]:
        log: list[ev.RiseEvent] = []
        run = Run(st.lay_out(state), self.book, log)
        door(run, move)
        found = flow.settle(run)
        after = st.take_up(run.t)
        self._keep(after, found)
        return Step(after, tuple(log))

    def after(self, state: st.State, move: do.RiseAction | do.RiseOutcome) -> st.State:
        """The state after a move that is possible (`rising_tutor.core.search`)."""
        run = Run(st.lay_out(state), self.book)
        (chance.happen if isinstance(move, Outcome) else flow.take)(run, move)  # type: ignore[arg-type]
        found = flow.settle(run)
        after = st.take_up(run.t)
        self._keep(after, found)
        return after

    def view(self, state: st.State, viewer: Viewer) -> RiseView:
        return look_at(state, viewer)

    def open_table(self, view: RiseView) -> OpenTable:
        return open_table(view)

    def after_event(self, table: OpenTable, event: ev.RiseEvent) -> OpenTable:
        return after_event(table, event)

    def imagine(self, view: RiseView, rng: Random) -> st.State:
        return imagine(view, rng, self.book)

    def all_worlds(self, view: RiseView, most: int) -> tuple[tuple[st.State, int], ...] | None:
        return all_worlds(view, most)

    def write(self, state: st.State, move: do.RiseAction | do.RiseOutcome) -> str:
        return notation.write(self._run(state), move)

    def read(self, state: st.State, text: str) -> do.RiseAction | do.RiseOutcome:
        return notation.read(self._run(state), text)

    def say(self, event: ev.RiseEvent) -> str:
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
        return {
            "random": choose_at_random,
            "greedy": greedy(self.book),
            "search": Search(cast("AnyGame", self), ITERATIONS),
        }

    def opponents(self) -> tuple[Opponent, ...]:
        return measured()

    # search (`rising_tutor.core.search`)

    def walk(self, state: st.State, viewer: Seat) -> TableWalk:
        return TableWalk(self.book, state, viewer)

    # records in which a card is not named (`rising_tutor.core.unknown`)

    def write_seen(self, state: st.State, move: do.RiseAction | do.RiseOutcome, viewer: Viewer) -> str:
        return notation.write_seen(self._run(state), move, viewer)

    def leave_open(self, state: st.State, text: str) -> do.LeftOpen | None:
        return do.LeftOpen() if not state.reason and notation.is_unnamed(self._run(state), text) else None

    # values of positions, for reviews (`rising_tutor.core.valuation`, `rising_tutor.core.evaluated`)

    def valuation(self) -> RiseValuation:
        return RiseValuation(self)

    def evaluation(self) -> RiseEvaluation:
        return RiseEvaluation(self)

    def luck_source(self, state: st.State) -> str:
        return luck_source(self._run(state))

    def luck_sources(self) -> dict[str, str]:
        return dict(LUCK_SOURCES)

    def turn_of(self, state: st.State) -> int:
        return state.turn

    def rule_of_move(self, state: st.State, action: do.RiseAction) -> RuleId:
        return rule_of_move(self._run(state), action)

    # libraries (`rising_tutor.decks.deck_file`)

    def decks(self) -> tuple[DeckList, ...]:
        return tuple(preconstructed().values())

    def construction(self) -> Construction:
        return construction(self.book)

    def check_deck(
        self,
        source: bytes,
        options: Mapping[str, str] | None = None,  # noqa: ARG002  # no option changes what a library may hold
    ) -> tuple[DeckList, tuple[DeckFault, ...]]:
        return construction(self.book).check_file(source)

    def seat_decks(self, state: st.State) -> tuple[SeatDeck, ...]:
        known = {read_option(OPTIONS.deck_names[0], name, self.book): name for name in preconstructed()}
        return tuple(
            SeatDeck(
                known.get(text, ""),
                listed(self.book.summoner[one.card].name.partition(",")[0] for one in side.summoners),
            )
            for text, side in zip(state.options.decks, state.sides, strict=True)
        )

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

    def meaning(self, state: st.State, action: do.RiseAction, when: str) -> str:  # noqa: ARG002  # now and then are said alike
        return scene.meaning_of(self._run(state), action)

    def unmet(self, state: st.State, name: str, how: str, wanted: Any) -> str:
        return scene.unmet(self._run(state), name, how, wanted)

    def all_open(self, state: st.State) -> bool:
        return all_open(state)

    # odds of draws (`rising_tutor.decks.facts`)

    def card_facts(self) -> tuple[CardFacts, ...]:
        return card_facts(self.book)

    def draw_notes(self, counted: str) -> tuple[Note, ...]:
        return draw_notes(counted)

    def draw_example(self) -> str:
        return EXAMPLE

    # chance: cards of a library come in keyed order (`rising_tutor.core.chance_streams`)

    def stream(self, state: st.State) -> Stream:
        return chance.stream(self._run(state))

    def as_draw(self, state: st.State, card: str) -> do.Drawn:  # noqa: ARG002  # a card is drawn alike everywhere
        return do.Drawn(card)

    def playout(self, state: st.State, rng: Random, limit: int = 100_000) -> tuple[int, int, int]:
        """Random legal play without events: the seat that won or -1, decisions, chance moves."""
        run = Run(st.lay_out(state), self.book)
        decisions, chances, _ = flow.play_out_at_random(run, rng, limit)
        return run.t.winner, decisions, chances

    def _run(self, state: Any) -> Run:
        """A run that only reads: a frozen state will do as its table."""
        return Run(state, self.book)


@cache
def load(content: str | None = None) -> RiseGame:
    """The game, with the cards of an owner's folder if there is one. Raises `BadContent` where they cannot be used."""
    return RiseGame(load_book(content))
