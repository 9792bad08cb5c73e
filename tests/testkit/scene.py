"""A small language for positions and turns of the Rising titles, for tests.

A scene starts as a game whose setup is over, with an empty board; put cards, damage, tokens and tracks
where the rule needs them, begin a turn or jump to step 3, then play moves by their notation.

    s = Scene("toph", "aang")
    s.row("toph", "toph", "tyro 2")                 # a name, and Damage after it
    s.at(2, "arnook 1", "june", "smellerbee-and-longshot")
    s.step_3("toph", location=2, shown="green EE F A, blue W")
    s.do("green EE > june")                         # refused: see refused()
    s.refused("green EE > june", "FNR-412")
    s.do("blue W > arnook", "roll").chance("rolled green E W A")
    assert s.spot("arnook").dice == ("blue:W",)

Locations are written 1 to 3, as in the notation. `do` plays actions, `chance` gives outcomes, `run` plays
whatever is given, actions and outcomes mixed. Every move goes through `check`, `act` and `resolve`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from rising_tutor.core.chance import Distribution
from rising_tutor.core.event import Event
from rising_tutor.core.game import Refusal
from rising_tutor.core.ids import CardId
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.games.rising.cards.vocabulary import RisingEffect
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.scene.stage import Stage
from rising_tutor.games.rising.view import MemberView, RisingView, SpotView, TeamView


def fire() -> RisingGame:
    """Fire Nation Rising with our content."""
    return rising("fire-nation-rising")


def rising(title: str) -> RisingGame:
    """A Rising title with our content."""
    game = load_game(title)
    assert isinstance(game, RisingGame)
    return game


class Scene(Stage):
    """A position that is built and played. A subclass names another title, its Teams and options."""

    title = "fire-nation-rising"
    usual_teams = ("aang", "toph")
    usual_options: ClassVar[dict[str, str]] = {"balance_side": "easy-1"}

    def __init__(self, *teams: str, seats: int | None = None, **options: str) -> None:
        teams = teams or self.usual_teams
        self.game = rising(self.title)
        options = {"teams": ",".join(teams), "first_player": "1"} | self.usual_options | options
        start = self.game.start(seats or len(teams), options)
        super().__init__(self.game.book, start, options.get("balance_side", ""))

    def effect(self, effect: RisingEffect, source: str) -> Scene:
        """Carries out an effect now, as if this card had it."""
        self.set(agenda=(*self.state.agenda, tasks.Apply(effect, CardId(source))))
        return self.settle()

    # playing

    def do(self, *moves: str) -> Scene:
        """Plays legal actions."""
        for text in moves:
            assert isinstance(self.node(), Decision), f"{text}: {self.node()} waits"
            move = self.game.read(self.state, text)
            refusal = self.game.check(self.state, move)
            assert refusal is None, f"{text}: {refusal}; legal: {self.legal()}"
            self._take(self.game.act(self.state, move))
        return self

    def chance(self, *moves: str) -> Scene:
        """Gives chance outcomes."""
        for text in moves:
            assert isinstance(self.node(), Chance), f"{text}: no chance here; legal: {self.legal()}"
            self._take(self.game.resolve(self.state, self.game.read(self.state, text)))
        return self

    def run(self, *moves: str) -> Scene:
        """Plays actions and outcomes in the order given."""
        for text in moves:
            (self.chance if isinstance(self.node(), Chance) else self.do)(text)
        return self

    def _take(self, step: Any) -> None:
        self.state = step.state
        self.events += step.events

    def play_on(self, until: str, prefer: Iterable[str] = ("done", "stop", "roll")) -> Scene:
        """Plays on with the first of `prefer` that is legal (else the first action) and the likeliest
        outcomes, until the step begins with `until`, or the game is over."""
        for _ in range(500):
            if self.state.step.startswith(until) or not self._one_move(prefer):
                return self
        raise AssertionError(f"{until} was not reached")

    def next_turn(self, prefer: Iterable[str] = ("done", "stop", "roll")) -> Scene:
        """Plays on like `play_on`, to step 1 of the next turn or to the end of the game."""
        turn = self.state.turn
        for _ in range(500):
            if self.state.turn != turn or not self._one_move(prefer):
                return self
        raise AssertionError(f"turn {turn + 1} was not reached")

    def _one_move(self, prefer: Iterable[str]) -> bool:
        """Plays what comes next; False at the end of the game."""
        node = self.node()
        if isinstance(node, Terminal):
            return False
        if isinstance(node, Chance):
            self._take(self.game.resolve(self.state, next(iter(node.outcomes))[0]))
        else:
            legal = self.legal()
            self.do(next((text for text in prefer if text in legal), legal[0]))
        return True

    # looking

    def node(self) -> Any:
        return self.game.node(self.state)

    def legal(self) -> list[str]:
        """The legal actions as text; empty at a chance node or the end."""
        node = self.node()
        return [self.game.write(self.state, a) for a in node.actions] if isinstance(node, Decision) else []

    def outcomes(self) -> dict[str, int]:
        """What chance can give here, as text with weights."""
        node = self.node()
        assert isinstance(node, Chance)
        listed: Distribution[Any] = node.outcomes
        return {self.game.write(self.state, outcome): weight for outcome, weight in listed}

    def refusal(self, text: str) -> Refusal | None:
        return self.game.check(self.state, self.game.read(self.state, text))

    def refused(self, text: str, rule: str) -> Scene:
        """The action is refused by this rule."""
        refusal = self.refusal(text)
        assert refusal is not None, f"{text} is legal"
        assert refusal.rule == rule, f"{text}: {refusal}"
        return self

    def view(self, seat: int | None = None) -> RisingView:
        return self.game.view(self.state, seat)

    def team(self, name: str) -> TeamView:
        return self.view().teams[self.index(name)]

    def cards(self, team: str) -> tuple[str, ...]:
        """The row of a Team, names only."""
        return tuple(member.card for member in self.team(team).row)

    def member(self, card: str) -> MemberView:
        return next(m for team in self.view().teams for m in team.row if m.card == card)

    def spot(self, card: str) -> SpotView:
        view = self.view()
        return next(s for s in (*view.places, *view.battles) if s is not None and s.card == card)

    def damage(self, card: str) -> int:
        """Damage on a card, wherever it lies."""
        view = self.view()
        spots = [s for s in (*view.places, *view.battles) if s is not None]
        members = [m for team in view.teams for m in team.row]
        return next(one.damage for one in (*spots, *members) if one.card == card)

    def held(self, team: str) -> dict[str, int]:
        """Tokens of a Team by kind."""
        return dict(self.team(team).tokens)

    def waiting(self) -> list[str]:
        """Colours of the dice of the pool that were not rolled yet."""
        return list(self.view().roll.waiting)

    def shown(self) -> list[str]:
        """Unassigned dice that show a face, as "green EE"."""
        return [die.replace(":", " ") for die in self.view().roll.shown]

    def happened(self, kind: str, **facts: Any) -> list[Event]:
        """Events of a kind so far, in order, with these facts."""
        return [
            event
            for event in self.events
            if type(event).__name__ == kind and all(getattr(event, name) == value for name, value in facts.items())
        ]

    def order(self, *kinds: str) -> list[str]:
        """Which of these kinds of event happened, in order."""
        return [name for name in (type(event).__name__ for event in self.events) if name in kinds]

    def rules(self) -> list[str]:
        """The rules of all events so far, in order."""
        return [event.rule for event in self.events]


class DarkScene(Scene):
    """A position of Dark Side Rising."""

    title = "dark-side-rising"
    usual_teams = ("tatooine", "lothal")
    usual_options: ClassVar[dict[str, str]] = {}


class DeathScene(Scene):
    """A position of Death Eaters Rising; each Team starts with the first Hero of its card that is left."""

    title = "death-eaters-rising"
    usual_teams = ("hogwarts", "order")
    usual_options: ClassVar[dict[str, str]] = {}
