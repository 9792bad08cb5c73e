"""A table with its book and an optional log: what every rule of the engine works on.

`say` builds an event only when somebody listens, so a playout pays nothing for it.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from rising_tutor.core.ids import CardId, RuleId
from rising_tutor.core.values import with_count, with_item
from rising_tutor.games.rising.cards.book import Book, Codes, Vector
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.state import Member, Spot, Table, Team, lay_out
from rising_tutor.games.rising.rules.tasks import AnyTask


class Run:
    """A table in use.

    Attributes:
        t: the table; rules change it in place.
        book: the cards of the title.
        cite: the title's rule ids.
        log: events so far, or None if nobody listens.
    """

    __slots__ = ("book", "cite", "log", "t")

    def __init__(self, t: Table, book: Book, log: list[ev.RisingEvent] | None = None) -> None:
        self.t = t
        self.book = book
        self.cite = book.spec.cite
        self.log = log

    def copy(self) -> "Run":
        """The same position on a table of its own; nobody listens."""
        return Run(lay_out(self.t), self.book)

    def say(self, kind: type[ev.RisingEvent], rule: RuleId, **facts: Any) -> None:
        """Logs an event, if somebody listens."""
        if self.log is not None:
            self.log.append(kind(rule=rule, step=self.t.step, **facts))

    def push(self, *tasks: AnyTask) -> None:
        """Puts tasks on the agenda; the first of them comes first."""
        self.t.agenda += tasks[::-1]

    def pop(self) -> AnyTask:
        """Takes the next task off the agenda."""
        agenda = self.t.agenda
        self.t.agenda = agenda[:-1]
        return agenda[-1]

    def team(self) -> Team:
        return self.t.teams[self.t.active]

    def seat_of(self, team: int) -> int:
        """The person who runs a Team; a single player runs all."""
        return 0 if self.t.options.seats == 1 else team

    def set_team(self, at: int, team: Team) -> None:
        self.t.teams = with_item(self.t.teams, at, team)

    def find_place(self, card: str) -> int:
        """The place of a face-up card, or -1."""
        for at, spot in enumerate(self.t.places):
            if spot is not None and spot.card == card:
                return at
        return -1

    def find_member(self, card: str) -> tuple[int, int]:
        """Team and position of a Hero in a row, or (-1, -1)."""
        for at, team in enumerate(self.t.teams):
            for position, member in enumerate(team.row):
                if member.card == card:
                    return at, position
        return -1, -1

    def own(self, card: str) -> int:
        """Position of a Hero in the active row, or -1."""
        for position, member in enumerate(self.t.teams[self.t.active].row):
            if member.card == card:
                return position
        return -1

    def places_here(self) -> range:
        """The places of the active Team's location."""
        first = self.t.location * self.book.spec.places
        return range(first, first + self.book.spec.places)

    def set_place(self, at: int, spot: Spot | None) -> None:
        self.t.places = with_item(self.t.places, at, spot)

    def set_member(self, team: int, position: int, member: Member) -> None:
        old = self.t.teams[team]
        row = with_item(old.row, position, member)
        self.set_team(team, Team(old.card, row, old.tokens, old.dice))

    def neighbours(self, position: int) -> tuple[Member, ...]:
        """The Heroes directly left and right in the active row."""
        row = self.t.teams[self.t.active].row
        return row[max(0, position - 1) : position] + row[position + 1 : position + 2]  # cite.adjacent, FNR-109

    def names(self, codes: Codes) -> tuple[str, ...]:
        return tuple(self.book.die_name[code] for code in codes)

    def add_die(self, colour: int, rule: RuleId) -> None:
        """Takes a die of a colour from the stock into the pool, if the box has one left."""
        t = self.t
        if t.stock[colour] == 0:  # FNR-403, DER-504, DER-525, DSR-525
            self.say(ev.DieNotAdded, self.cite.colour_limit, colour=self.book.colours[colour])
            return
        t.stock = with_count(t.stock, colour, -1)
        t.unrolled = with_count(t.unrolled, colour, +1)
        self.say(ev.DieAdded, rule, colour=self.book.colours[colour])

    def lay_aside(self, codes: Codes) -> None:
        """Dice whose card or track is gone stay out of the stock until step 5a; symbol tokens are used up."""
        self.t.gone += tuple(code for code in codes if self.book.colour_of[code] >= 0)

    def paid(self, codes: Codes) -> Vector:
        """Symbols of dice and symbol tokens, added up."""
        symbol_of, value_of = self.book.symbol_of, self.book.value_of
        total = [0] * len(self.book.spec.symbols)
        for code in codes:
            total[symbol_of[code]] += value_of[code]
        return tuple(total)

    def sets(self, card: str, codes: Codes) -> int:
        """How many complete sets of a card's cost were assigned."""
        if not codes:
            return 0
        price = self.book.price[card]
        return min(have // need for have, need in zip(self.counted(card, codes), price, strict=True) if need)

    def counted(self, card: str, codes: Codes) -> Vector:
        """Symbols of dice and symbol tokens as far as they count towards sets of a card's cost."""
        if self.t.options.surplus_within_card:
            return self.paid(codes)
        return self._paid_without_surplus(self.book.price[card], codes)

    def _paid_without_surplus(self, price: Vector, codes: Codes) -> Vector:
        """A double counts only what the present set still needs."""
        total = [0] * len(price)
        for code in codes:
            symbol = self.book.symbol_of[code]
            open_now = price[symbol] - total[symbol] % price[symbol]  # cite.surplus
            total[symbol] += min(self.book.value_of[code], open_now)
        return tuple(total)

    def can_draw(self) -> bool:
        """A token could be drawn now: nothing blocks it and there is one."""
        t = self.t
        return (t.tokens_gained or not t.no_tokens) and (any(t.supply) or any(t.token_discard))

    def discard_token(self, team: int, kind: int) -> None:
        """Moves a token of a Team to the discard."""
        t = self.t
        old = t.teams[team]
        left = old.tokens[kind] - 1
        self.set_team(team, Team(old.card, old.row, with_count(old.tokens, kind, -1), old.dice))
        t.token_discard = with_count(t.token_discard, kind, +1)
        if t.new_tokens and t.new_tokens[team][kind] > left:
            t.new_tokens = with_item(t.new_tokens, team, with_item(t.new_tokens[team], kind, left))

    def at_battle(self) -> Spot | None:
        """The Final Battle, or the last opponent, at the active Team's location."""
        t = self.t
        return t.battles[t.location] if t.location >= 0 else None

    def villain_here(self) -> bool:
        """A Villain, beaten or not, lies at the active Team's location."""
        villain = self.book.villain
        return any(
            spot is not None and spot.card in villain for spot in (self.t.places[at] for at in self.places_here())
        )

    def battle_goal(self, battle: str) -> int:
        """Damage that completes a battle, or beats the last opponent."""
        options = self.t.options
        if battle == self.book.boss:  # cite.target
            return options.target
        return options.battle_damage[self.book.battle_ids.index(CardId(battle))]

    def battle_ceiling(self, battle: str) -> int:
        """The most Damage that a battle can have now: its goal; of the last opponent, the number of beaten Villains."""
        goal = self.battle_goal(battle)
        return min(goal, len(self.t.villains_out)) if battle == self.book.boss else goal  # DER-708, DER-1008, DER-1009

    def next_space(self) -> int:
        """Index of the next Balance space in its side's list, or -1 if there is none."""
        t = self.t
        if t.phase != 1 or t.side == "" or t.balance >= len(self.book.side[t.side].spaces):
            return -1
        return t.balance


Steps: TypeAlias = dict[str, Callable[[Run], None]]
"""Step -> what it does. Where it stands in the turn is the title's to say (`spec.Spec.turn`)."""


def step(steps: Steps, name: str) -> Callable[[Callable[[Run], None]], Callable[[Run], None]]:
    """Registers the decorated function as a step."""

    def keep(function: Callable[[Run], None]) -> Callable[[Run], None]:
        steps[name] = function
        return function

    return keep
