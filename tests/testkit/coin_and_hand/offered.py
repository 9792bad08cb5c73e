"""What Coin and Hand offers to reviews and lessons, as a game of another package would.

>>> game = load()
>>> state = game.set_up({"hands": ["fox sun", "moon"], "points": [3, 0], "moves": ["lay sun"]})
>>> game.fact(state, "points.1"), game.fact(state, "laid"), game.fact(state, "cards.1")
(3, 'sun', 1)
>>> game.valuation().value(state) > game.valuation().value(game.set_up({"hands": ["fox sun", "moon"]}))
True
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec.structs import replace

from rising_tutor.analysis.plain_value import PlainFollower
from rising_tutor.core.branch import Branch
from rising_tutor.core.ids import RuleId
from rising_tutor.core.node import Terminal
from rising_tutor.core.search import stepper
from rising_tutor.core.valuation import ValueLabel, payoff_value
from rising_tutor.core.values import with_count
from rising_tutor.errors import BadPosition
from tests.testkit.coin_and_hand import DECK, KINDS, NONE, CoinAndHand, Do, Lay, Table, turn_of

SOURCES = {"deck": "The deck", "coin": "The coin"}
WORTH = (2, 1, 3)
"""Quarters of a point for a sun, a moon and a fox in the hand."""
FACTS = {
    "turn": "The number of the turn, from 1",
    "points.SEAT": "The points of a seat, 1 or 2",
    "cards.SEAT": "How many cards a seat has in its hand",
    "laid": "The card on the table: sun, moon, fox; none",
    "won": "The seat that won, 0 for nobody",
}


class OfferingCoinAndHand(CoinAndHand):
    """The game with a value function, and positions that people write."""

    info = replace(CoinAndHand.info, stage="learn, play, replay, review, rules")

    def valuation(self) -> "CoinValue":
        return CoinValue(self)

    def luck_source(self, state: Table) -> str:
        return "coin" if state.agenda[-1].do == "toss" else "deck"

    def luck_sources(self) -> dict[str, str]:
        return dict(SOURCES)

    def turn_of(self, state: Table) -> int:
        return state.turn + 1

    def rule_of_move(self, state: Table, action: Lay | Do) -> RuleId:
        return RuleId({"lay": "CH-3", "answer": "CH-4", "prize": "CH-6"}[state.agenda[-1].do])

    def set_up(self, words: Mapping[str, Any]) -> Table:
        known = {"hands": ["", ""], "points": [0, 0], "turn": 1, "discards": "", "moves": []}
        if unknown := sorted(words.keys() - known):
            raise BadPosition(unknown[0], words[unknown[0]], f"one of {', '.join(known)}")
        told = {**known, **words}
        hands = tuple(bag(f"hands[{n}]", text) for n, text in enumerate(told["hands"]))
        discards = bag("discards", told["discards"])
        deck = tuple(n - discards[k] - sum(hand[k] for hand in hands) for k, n in enumerate(DECK))
        if len(hands) != 2 or min(deck) < 0:
            raise BadPosition("hands", told["hands"], "two hands of cards that the deck has")
        points, turn = told["points"], told["turn"]
        if not isinstance(turn, int) or not 1 <= turn <= 10:
            raise BadPosition("turn", turn, "a number from 1 to 10")
        if len(points) != 2 or not all(isinstance(n, int) and 0 <= n < 4 for n in points):
            raise BadPosition("points", points, "two numbers from 0 to 3")
        state = Table(4, deck, hands, discards, tuple(points), turn - 1, turn_of(turn - 1, NONE))
        branch = Branch(self, state)
        for n, text in enumerate(told["moves"]):
            branch.play_written(text, f"moves[{n}]")
        end: Table = branch.state
        return end

    def fact(self, state: Table, name: str) -> int | str | bool | tuple[str, ...]:
        what, _, number = name.partition(".")
        if what in ("points", "cards") and number in ("1", "2"):
            return state.points[int(number) - 1] if what == "points" else sum(state.hands[int(number) - 1])
        if name == "turn":
            return state.turn + 1
        if name == "laid":
            return "none" if state.laid is None else KINDS[state.laid]
        if name == "won":
            node = self.node(state)
            return node.payoffs.index(1) + 1 if isinstance(node, Terminal) and 1 in node.payoffs else 0
        raise BadPosition("fact", name, f"one of {', '.join(FACTS)}")

    def last_phase(self) -> str:
        return ""

    def fact_names(self) -> Mapping[str, str]:
        return FACTS

    def fact_about(self, name: str) -> str:
        return ""


class CoinValue:
    """V of seat 1 from the points and the cards in both hands."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.after = stepper(game)
        info = game.info
        self.label = ValueLabel("points and cards in the hand", "one step", "", 0, info.rules_version, info.content)

    def value(self, state: Table) -> Fraction:
        node = self.game.node(state)
        if isinstance(node, Terminal):
            return payoff_value(node)
        held = [sum(n * worth for n, worth in zip(hand, WORTH, strict=True)) for hand in state.hands]
        ahead = Fraction(4 * (state.points[0] - state.points[1]) + held[0] - held[1], 4)
        return Fraction(1, 2) + ahead / (2 * (state.target + 10))

    def solves(self, state: Table) -> bool:
        return False

    def follow(self) -> PlainFollower:
        valuation: Any = self
        return PlainFollower(valuation)


def bag(path: str, text: str) -> tuple[int, ...]:
    """Counts by kind of the cards in a text such as "fox sun"."""
    counts = NONE
    for card in text.split():
        if card not in KINDS:
            raise BadPosition(path, card, f"one of {', '.join(KINDS)}")
        counts = with_count(counts, KINDS.index(card), +1)
    return counts


@cache
def load(content: str | None = None) -> OfferingCoinAndHand:
    """The game."""
    return OfferingCoinAndHand()
