"""A small language for positions and turns of Fire Nation Rising, for tests.

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
from typing import Any

from msgspec.structs import replace

from rising_tutor.core.chance import Distribution
from rising_tutor.core.event import Event
from rising_tutor.core.game import Refusal
from rising_tutor.core.ids import CardId
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.games.rising import state as st
from rising_tutor.games.rising import tasks
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.view import MemberView, RisingView, SpotView, TeamView
from rising_tutor.games.rising.vocabulary import RisingEffect


def fire() -> RisingGame:
    """Fire Nation Rising with our content."""
    game = load_game("fire-nation-rising")
    assert isinstance(game, RisingGame)
    return game


class Scene:
    """A position that is built and played."""

    def __init__(self, *teams: str, seats: int | None = None, **options: str) -> None:
        teams = teams or ("aang", "toph")
        self.game = fire()
        self.book = self.game.book
        self.events: list[Event] = []
        self._deck: tuple[str, ...] | None = None
        options = {"teams": ",".join(teams), "first_player": "1", "balance_side": "easy-1"} | options
        self.state: st.State = self.game.start(seats or len(teams), options)
        self.set(facing=0, side=options["balance_side"], turn=1, step="turn", agenda=(tasks.Do("begin"),))

    # putting things on the table

    def set(self, **facts: Any) -> Scene:
        """Sets fields of the state as they are named there."""
        self.state = replace(self.state, **facts)
        return self

    def _index(self, team: str) -> int:
        return [one.card for one in self.state.teams].index(f"team-{team}")

    def row(self, team: str, *heroes: str) -> Scene:
        """The row of a Team from left to right: names with Damage after them."""
        at = self._index(team)
        members = tuple(st.Member(card, damage) for card, damage in map(_card, heroes))
        old = self.state.teams[at]
        return self._team(at, st.Team(old.card, members, old.tokens, old.dice))

    def park(self, hero: str, die: str) -> Scene:
        """A die parked on a Hero in an earlier turn; it is not in the stock."""
        for at, team in enumerate(self.state.teams):
            row = tuple(
                replace(one, parked=self._code(die)) if one.card == hero else one for one in team.row
            )
            self._team(at, st.Team(team.card, row, team.tokens, team.dice))
        colour = self.book.colour_of[self._code(die)]
        stock = list(self.state.stock)
        stock[colour] -= 1
        return self.set(stock=tuple(stock))

    def tokens(self, team: str, *kinds: str) -> Scene:
        """Tokens of a Team, each named once for each; they are taken from the supply."""
        at = self._index(team)
        held = list(self.state.teams[at].tokens)
        supply = list(self.state.supply)
        for kind in kinds:
            held[self.book.token_index[kind]] += 1
            supply[self.book.token_index[kind]] -= 1
        old = self.state.teams[at]
        self.set(supply=tuple(supply))
        return self._team(at, st.Team(old.card, old.row, tuple(held), old.dice))

    def _team(self, at: int, team: st.Team) -> Scene:
        teams = list(self.state.teams)
        teams[at] = team
        return self.set(teams=tuple(teams))

    def at(self, location: int, *cards: str) -> Scene:
        """Up to three face-up cards at a location, with Damage after the name; "-" is an empty place."""
        places = list(self.state.places)
        for slot, text in enumerate(cards):
            place = (location - 1) * 3 + slot
            places[place] = None if text == "-" else st.Spot(*_card(text))
        return self.set(places=tuple(places))

    def phase_2(self, *battles: str, after: str = "balance") -> Scene:
        """The Day of Black Sun is over: battles at locations 1 to 3, with Damage; "-" for none."""
        battles = battles or ("wulong-forest", "fire-nation-palace", "ba-sing-se")
        spots = tuple(None if text == "-" else st.Spot(*_card(text)) for text in battles)
        missing = [one for one in self.book.battle_ids if not any(s and s.card == one for s in spots)]
        return self.set(
            phase=2, side="", ruin=0, balance=0, battles=spots, black_sun=after, battles_done=tuple(missing)
        )

    def deck(self, *cards: str) -> Scene:
        """The Character deck holds exactly these cards, from the next beginning or jump on."""
        self._deck = cards
        return self

    # beginning

    def _sort_decks(self) -> None:
        """What lies on the table is not in the decks."""
        state = self.state
        if self._deck is not None:
            villains = tuple(card for card in self.book.villain_ids if card in self._deck)
            heroes = tuple(card for card in self.book.hero_ids if card in self._deck)
            self.set(heroes_unseen=heroes, villains_unseen=villains, villains_in_deck=len(villains))
            return
        lying = {spot.card for spot in state.places if spot is not None}
        lying |= {member.card for team in state.teams for member in team.row}
        lying |= {*state.defeated, *state.villains_out, *state.heroes_gone}
        villains = tuple(card for card in self.book.villain_ids if card not in lying)
        self.set(
            heroes_unseen=tuple(card for card in self.book.hero_ids if card not in lying),
            villains_unseen=villains,
            villains_in_deck=min(state.villains_in_deck, len(villains)),
        )

    def turn(self, team: str, facing: int = 1) -> Scene:
        """Begins a turn of a Team, before step 1; the figure faces a location."""
        self._sort_decks()
        self.set(active=self._index(team), facing=facing - 1, turn=self.state.turn - 1, agenda=(tasks.Do("begin"),))
        return self._settle()

    def step_3(
        self, team: str, location: int = 1, shown: str = "", waiting: str | None = None, facing: int = 1
    ) -> Scene:
        """Jumps into step 3 of a turn.

        Args:
            shown: dice that were just rolled, as in "green EE F, blue W"; empty for before the first roll.
            waiting: colours of dice not rolled yet; by default the Team's dice if nothing is shown.
        """
        self._sort_decks()
        at = self._index(team)
        dice = self._dice(shown)
        if waiting is None:
            waiting = "" if dice else " ".join(self.book.team[f"team-{team}"].dice)
        counts = [waiting.split().count(colour) for colour in self.book.colours]
        stock = list(self.state.stock)
        for code in dice:
            stock[self.book.colour_of[code]] -= 1
        stock = [have - n for have, n in zip(stock, counts, strict=True)]
        assert min(stock) >= 0, "more dice than are in the box"
        rest = self.book.spec.turn[self.book.spec.turn.index("dice") + 1 :]
        return self.set(
            active=at,
            location=location - 1,
            base=location - 1,
            facing=facing - 1,
            step="turn.3.roll_assign",
            rolls=1 if dice else 0,
            duty=st.OWED if dice else st.NO_DUTY,
            fresh=bool(dice),
            shown=dice,
            unrolled=tuple(counts),
            stock=tuple(stock),
            agenda=(*(tasks.Do(name) for name in reversed(rest)), tasks.Window()),
        )

    def step(self, name: str, team: str, location: int = 1, facing: int = 1) -> Scene:
        """Jumps to a step of the turn by its name in spec.toml ("attack", "recruit", "refill", ...)."""
        self.step_3(team, location, waiting="", facing=facing)
        steps = self.book.spec.turn
        self.set(agenda=tuple(tasks.Do(one) for one in reversed(steps[steps.index(name) :])))
        return self._settle()

    def effect(self, effect: RisingEffect, source: str) -> Scene:
        """Carries out an effect now, as if this card had it."""
        self.set(agenda=(*self.state.agenda, tasks.Apply(effect, CardId(source))))
        return self._settle()

    def _settle(self) -> Scene:
        from rising_tutor.games.rising import flow
        from rising_tutor.games.rising.run import Run

        log: list[Any] = []
        run = Run(st.lay_out(self.state), self.book, log)
        flow.settle(run)
        self.state = st.take_up(run.t)
        self.events += log
        return self

    def _dice(self, text: str) -> tuple[int, ...]:
        codes = []
        for part in filter(None, (part.split() for part in text.split(","))):
            codes += [self._code(f"{part[0]}:{face}") for face in part[1:]]
        return tuple(sorted(codes))

    def _code(self, die: str) -> int:
        return self.book.code[die.replace(" ", ":")]

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
        return self.view().teams[self._index(name)]

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
            if type(event).__name__ == kind
            and all(getattr(event, name) == value for name, value in facts.items())
        ]

    def order(self, *kinds: str) -> list[str]:
        """Which of these kinds of event happened, in order."""
        return [name for name in (type(event).__name__ for event in self.events) if name in kinds]

    def rules(self) -> list[str]:
        """The rules of all events so far, in order."""
        return [event.rule for event in self.events]


def _card(text: str) -> tuple[Any, int]:
    name, _, damage = text.partition(" ")
    return name, int(damage or 0)
