"""A Rising title behind the doors of the protocol (`rising_tutor.core.game.Game`).

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> state = game.start(2, {"teams": "aang,toph"})
>>> game.node(state).outcomes.total
3
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from random import Random
from typing import Any

from rising_tutor.core.chance import Die, Shown
from rising_tutor.core.chance_streams import Stream
from rising_tutor.core.drive import choose_at_random
from rising_tutor.core.event import Event
from rising_tutor.core.game import GameInfo, Policy, PresetInfo, Refusal, Step
from rising_tutor.core.ids import GameId, RuleId, Seat
from rising_tutor.core.node import Chance, Decision, Node, Terminal
from rising_tutor.core.place import Place
from rising_tutor.core.scenes import Fact
from rising_tutor.core.view import Viewer
from rising_tutor.errors import IllegalAction
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising import odds, scene
from rising_tutor.games.rising.after_event import after_event
from rising_tutor.games.rising.cards.book import load_book
from rising_tutor.games.rising.citations.events import events_by_rule
from rising_tutor.games.rising.citations.moves import rule_of_move
from rising_tutor.games.rising.citations.refusals import refusals_by_rule
from rising_tutor.games.rising.greedy import Greedy
from rising_tutor.games.rising.notation import partly_known, reader, writer
from rising_tutor.games.rising.offers import offered
from rising_tutor.games.rising.open_table import OpenTable, open_table
from rising_tutor.games.rising.refusals import reasons
from rising_tutor.games.rising.rules import chance, chance_streams, choices, flow
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.check_state import check_state
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.events import RisingEvent
from rising_tutor.games.rising.rules.options import read_options
from rising_tutor.games.rising.rules.setup import set_up
from rising_tutor.games.rising.valuing.evaluation import RisingEvaluation
from rising_tutor.games.rising.view import RisingView, imagine, look_at
from rising_tutor.games.rising.words import events as spoken
from rising_tutor.games.rising.words.meaning import meaning_of
from rising_tutor.games.rising.words.waste import wasted
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.dice_turn.dice_game import OddsCard, Question
from rising_tutor.probability.ranked import RankedActions

RisingNode = Node[do.RisingAction, do.RisingOutcome]


class RisingGame:
    """One title with its content; each protocol says what its methods give. Holds nothing that changes an answer."""

    def __init__(self, title: str, owner: str | None = None) -> None:
        self.book = load_book(title, owner)
        self._greedy = Greedy(self.book)
        self._odds = odds.Odds()
        self._asked_last: tuple[st.State, tuple[do.RisingAction, ...]] | None = None

    @cached_property
    def info(self) -> GameInfo:
        spec = self.book.spec
        low, high = spec.limits.seats
        return GameInfo(
            id=GameId(spec.id),
            title=spec.title,
            family="rising",
            min_seats=low,
            max_seats=high,
            rules_version=spec.rules_version,
            older_rules=spec.older_rules,
            content=self.book.fingerprint,
            stage=", ".join(offered(self.book.title, spec.id)),
            options=spec.option,
            presets=tuple(PresetInfo(preset.id, tuple(preset.set.items())) for preset in spec.preset),
            levels=tuple(tuple(level.set.items()) for level in spec.level),
            chance="dice",
            age=spec.box.age,
            minutes=spec.box.minutes,
        )

    def start(self, seats: int, options: Mapping[str, str] | None = None) -> st.State:
        run = self._run(set_up(self.book, read_options(self.book, seats, options or {})))
        flow.settle(run)
        return st.take_up(run.t)

    def node(self, state: st.State) -> RisingNode:
        if state.result:
            payoff = 1 if state.result == "win" else -1
            return Terminal((payoff,) * state.options.seats, RuleId(state.reasons[0]))
        run = self._run(state)
        task = state.agenda[-1]
        draw = chance.outcomes.table.get(type(task))
        if draw is not None:
            return Chance(draw(run, task))
        return Decision(Seat(choices.seat(run, task)), self._legal(state))

    def check(self, state: st.State, action: do.RisingAction) -> Refusal | None:
        """None exactly for the legal actions; else the rule, the reason and a way on."""
        legal = self._legal(state)
        if action in legal:
            return None
        return reasons.explain(self._run(state), action, legal)

    def caution(self, state: st.State, action: do.RisingAction) -> tuple[RuleId, str] | None:
        return wasted(self.book, look_at(self._run(state), None), action)

    def meaning(self, state: st.State, action: do.RisingAction, when: str) -> str:
        return meaning_of(self._run(state), self._run(self.act(state, action).state), action, when)

    def _legal(self, state: st.State) -> tuple[do.RisingAction, ...]:
        """The legal actions. Those of the last state are kept: one state is asked for its node, checks and an act."""
        known = self._asked_last
        if known is not None and known[0] is state:
            return known[1]
        legal = tuple(flow.legal(self._run(state)))
        self._asked_last = (state, legal)
        return legal

    def act(self, state: st.State, action: do.RisingAction) -> Step[st.State]:
        refused = self.check(state, action)
        if refused is not None:
            raise IllegalAction(refused)
        return self._step(state, flow.take, action)

    def resolve(self, state: st.State, outcome: do.RisingOutcome) -> Step[st.State]:
        refused = self._impossible(state, outcome)
        if refused is not None:
            raise IllegalAction(refused)
        return self._step(state, flow.happen, outcome)

    def _impossible(self, state: st.State, outcome: do.RisingOutcome) -> Refusal | None:
        run = self._run(state)
        task = state.agenda[-1] if state.agenda else None
        draw = chance.outcomes.table.get(type(task))
        if draw is None:
            return Refusal(self.book.spec.cite.steps, "Nothing is drawn or rolled at this point.")
        if draw(run, task).weight(outcome) < 1:
            return reasons.impossible(run, outcome)
        return None

    def _step(self, state: st.State, door: Any, move: Any) -> Step[st.State]:
        log: list[RisingEvent] = []
        run = Run(st.lay_out(state), self.book, log)
        door(run, move)
        return Step(st.take_up(run.t), tuple(log))

    def view(self, state: st.State, viewer: Viewer) -> RisingView:
        """What a seat may see; in these games everything on the table is open."""
        return look_at(self._run(state), viewer)

    def open_table(self, view: RisingView) -> OpenTable:
        return open_table(view)

    def after_event(self, table: OpenTable, event: Event) -> OpenTable:
        return after_event(self.book, table, event)

    def imagine(self, view: RisingView, rng: Random) -> st.State:  # noqa: ARG002  # nothing is hidden, nothing is drawn
        """A state that fits the view; nothing is hidden, so there is one."""
        return imagine(self.book, view)

    def write(self, state: st.State, move: do.RisingAction | do.RisingOutcome) -> str:
        return writer.write(self._run(state), move)

    def read(self, state: st.State, text: str) -> do.RisingAction | do.RisingOutcome:
        return reader.read(self._run(state), text)

    def say(self, event: RisingEvent) -> str:
        return spoken.say(self.book, event)

    def place(self, state: st.State) -> Place:
        return spoken.place(self._run(state))

    def where(self, state: st.State) -> str:
        return str(self.place(state))

    def cited(self) -> Mapping[RuleId, tuple[str, ...]]:
        return events_by_rule(self.book.spec.cite)

    def refusals(self) -> Mapping[RuleId, tuple[str, ...]]:
        """Rule id -> the topics under which a refused action can cite it."""
        return refusals_by_rule(self.book.spec.cite)

    def dump(self, state: st.State) -> bytes:
        return st.dump(state)

    def load(self, data: bytes) -> st.State:
        """The state that `dump` wrote. Raises `BadPosition` for one that cannot lie on a table of this title."""
        state = st.load(data)
        check_state(self.book, state)
        return state

    def policies(self) -> Mapping[str, Policy[Any, Any]]:
        return {"random": choose_at_random, "greedy": self._greedy}

    # what it offers for exact mathematics of its dice (`rising_tutor.probability.dice_turn.dice_game`)

    def odds_dice(self) -> tuple[tuple[Die, int], ...]:
        return odds.odds_dice(self.book)

    def odds_dice_origins(self) -> tuple[str, ...]:
        return tuple("rulebook" if "faces" in kind.stated else kind.origin for kind in self.book.content.die)

    def odds_symbols(self) -> Mapping[str, str]:
        return {symbol: self.book.spec.words.symbols[symbol] for symbol in self.book.spec.symbols}

    def odds_discard(self) -> str:
        return self.book.spec.words.discard

    def odds_pools(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return odds.odds_pools(self.book)

    def odds_cards(self) -> tuple[OddsCard, ...]:
        return odds.odds_cards(self.book)

    def odds_rules(self) -> Mapping[str, RuleId]:
        return odds.odds_rules(self.book.spec.cite)

    def odds_targets(self, state: st.State) -> tuple[OddsCard, ...]:
        return odds.odds_targets(self._run(state))

    def odds_question(self, state: st.State, targets: tuple[str, ...] | None = None) -> Question | None:
        asked = odds.ask(self._run(state), targets)
        return asked.question if asked is not None else None

    def odds_of_actions(self, state: st.State, question: Question, progress: Progress | None = None) -> RankedActions:
        return self._odds.of_actions(self._run(state), question, progress)

    def after(self, state: st.State, move: do.RisingAction | do.RisingOutcome) -> st.State:
        run = Run(st.lay_out(state), self.book)
        door: Any = flow.happen if type(state.agenda[-1]) in chance.outcomes.table else flow.take
        door(run, move)
        return st.take_up(run.t)

    def playout(self, state: st.State, rng: Random, limit: int = 100_000) -> tuple[str, int, int]:
        """Random legal play from a state on the fast path: no events, no states in between.

        Returns:
            The result ("win", "loss" or "" for unfinished), decisions and chance moves.
        """
        run = Run(st.lay_out(state), self.book)
        decisions, chances = flow.play_out_at_random(run, rng, limit)
        return run.t.result, decisions, chances

    # what it offers for reviewing a recorded game (`rising_tutor.core.valuation`); see also `loading.py`

    def evaluation(self) -> RisingEvaluation:
        """What fits and checks the evaluator of this title (`rising_tutor.core.evaluated`)."""
        return RisingEvaluation(self)

    def luck_source(self, state: st.State) -> str:
        return chance_streams.luck_source(self._run(state))

    def luck_sources(self) -> dict[str, str]:
        return chance_streams.luck_sources(self.book)

    def turn_of(self, state: st.State) -> int:
        return state.turn

    def rule_of_move(self, state: st.State, action: do.RisingAction) -> RuleId:
        return rule_of_move(self._run(state), action)

    # what it offers to records with gaps (`rising_tutor.core.unknown`)

    def fits(self, state: st.State, text: str) -> Callable[[Any], bool]:
        return partly_known.fits(self._run(state), text)

    def fact_name(self, path: tuple[str | int, ...], names: tuple[str, ...]) -> str:
        return partly_known.fact_name(self.book, path, names)

    def fact_value(self, path: tuple[str | int, ...], value: str) -> str:
        return partly_known.fact_value(self.book, path, value)

    # what it offers as a game of teams (`rising_tutor.core.teams`)

    def teams(self, state: st.State) -> tuple[tuple[str, Seat], ...]:
        run = self._run(state)
        return tuple(
            (self.book.name(team.card) if team.card else "", Seat(run.seat_of(at)))
            for at, team in enumerate(state.teams)
        )

    def active_team(self, state: st.State) -> int | None:
        return state.active if state.turn else None

    # what it offers so that the same dice fall for other choices (`rising_tutor.core.chance_streams`)

    def stream(self, state: st.State) -> Stream:
        return chance_streams.stream(self._run(state))

    def shown_dice(self, outcome: do.RisingOutcome) -> Shown:
        return chance_streams.shown_dice(outcome)

    def as_roll(self, state: st.State, shown: Shown) -> do.RisingOutcome:  # noqa: ARG002  # any roll is written alike
        return chance_streams.as_roll(self.book, shown)

    # what it offers to lessons (`rising_tutor.core.scenes`)

    def set_up(self, words: Mapping[str, Any]) -> st.State:
        state, moves = scene.build(self.book, self.start, words)
        return scene.play_moves(self, state, moves)

    def fact(self, state: st.State, name: str) -> Fact:
        return scene.fact(self._run(state), name)

    def unmet(self, state: st.State, name: str, how: str, wanted: Any) -> str:
        return scene.unmet(self._run(state), name, how, wanted)

    def last_phase(self) -> str:
        return scene.LAST_PHASE

    def fact_names(self) -> Mapping[str, str]:
        return scene.fact_names(self.book)

    def fact_about(self, name: str) -> str:
        return scene.fact_about(self.book, name)

    def _run(self, table: st.Table) -> Run:
        """A run that only reads: a frozen state will do as its table."""
        return Run(table, self.book)
