"""Puts a table of a Rising title together card by card.

A stage starts as a game whose setup is over, with an empty board. Cards, Damage, tokens and tracks are put where they
are wanted; then a turn is begun, or a step is jumped to, and the engine settles what needs nobody. A word that names
nothing is refused; whether the whole can lie on a table is for `build.py` to say, as tests of rules build tables that
cannot.

    stage = Stage(book, start, ("team-toph", "team-aang"))
    stage.row("toph", "toph", "tyro 2").at(2, "arnook 1", "june").step_3("toph", location=2, shown="green EE F, blue W")
    stage.state
"""

from typing import Any, Self

from msgspec.structs import replace

from rising_tutor.core.event import Event
from rising_tutor.core.ids import CardId
from rising_tutor.core.values import with_item
from rising_tutor.errors import BadPosition
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import flow, tasks
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.placement import note_what_could_be

EMPTY = "-"


class Stage:
    """A position that is being built.

    Attributes:
        state: the position so far.
        events: what happened while it was settled.
    """

    def __init__(self, book: Book, start: st.State, side: str) -> None:
        self.book = book
        self.events: list[Event] = []
        self._deck: tuple[str, ...] | None = None
        self.state = replace(start, facing=0, side=side, turn=1, step="turn", agenda=(tasks.Do("begin"),))
        piles: dict[int, tuple[CardId, ...]] = dict.fromkeys(range(len(start.stacks)), ())
        for carrier in book.carrier.values():
            if carrier.location >= 0:
                piles[carrier.location] += (CardId(carrier.id),)
        self.state = replace(self.state, stacks=tuple(piles.values()))
        self._seat_teams()

    def _seat_teams(self) -> None:
        """Teams that still choose the Hero to start with get the first one that is left."""
        taken = {member.card for team in self.state.teams for member in team.row}
        for at, card in enumerate(self.state.options.teams):
            if self.state.teams[at].row:
                continue
            team = self.book.team[card]
            hero = next(one for one in team.starters if one not in taken)
            taken.add(hero)
            self._team(at, st.Team(card, (st.Member(hero),), self.state.teams[at].tokens, ((),) * len(team.ability)))

    def set(self, **facts: Any) -> Self:
        """Sets fields of the state as they are named there."""
        self.state = replace(self.state, **facts)
        return self

    def row(self, team: str, *heroes: str) -> Self:
        """The row of a Team from left to right: names with Damage after them."""
        at = self.index(team)
        path = f"rows.{team}"
        members = tuple(
            st.Member(*self._card(text, f"{path}[{n}]", self.book.hero_ids)) for n, text in enumerate(heroes)
        )
        old = self.state.teams[at]
        return self._team(at, st.Team(old.card, members, old.tokens, old.dice))

    def pressure(self, **counters: int) -> Self:
        """The enemy's counters on carriers, by id with underscores for hyphens: `pressure(component_blue=4)`."""
        have = list(self.state.pressure)
        for name, n in counters.items():
            card = name.replace("_", "-")
            known("pressure", card, self.book.carrier_ids)
            spaces = self.book.carrier[card].spaces
            if not 0 <= n <= spaces:
                raise BadPosition(f"pressure.{card}", n, f"a number from 0 to {spaces}")
            have[self.book.carrier_index[CardId(card)]] = n
        return self.set(pressure=tuple(have))

    def fallen(self, *carriers: str) -> Self:
        """Carriers that fell in earlier turns, the first one first; piles keep the rest in their order."""
        for n, card in enumerate(carriers):
            known(f"fallen[{n}]", card, self.book.carrier_ids)
        cards = tuple(CardId(card) for card in carriers)
        stacks = tuple(tuple(card for card in stack if card not in cards) for stack in self.state.stacks)
        return self.set(fallen=cards, stacks=stacks)

    def stack(self, location: int, *cards: str) -> Self:
        """The carriers at a location from the top; the ground lies under them."""
        at = self._location(location, "stack")
        for n, card in enumerate(cards):
            known(f"stack.{location}[{n}]", card, self.book.carrier_ids)
        ground = tuple(CardId(one.id) for one in self.book.carrier.values() if one.location == at and one.ground)
        pile = (*(CardId(card) for card in cards if CardId(card) not in ground), *ground)
        return self.set(stacks=with_item(self.state.stacks, at, pile))

    def boss(self, damage: int = 0, above: int | None = None) -> Self:
        """The last opponent: revealed with this Damage, or in the deck under so many cards."""
        card = CardId(self.book.spec.switch.boss)
        empty = (None,) * self.book.spec.locations
        if above is not None:
            return self.set(above_boss=above, battles=empty)
        return self.set(above_boss=-1, battles=with_item(empty, self.state.facing, st.Spot(card, damage)))

    def park(self, hero: str, die: str) -> Self:
        """A die parked on a Hero in an earlier turn; it is not in the stock."""
        path = f"parked.{hero}"
        code = self.face(die, path)
        if not any(one.card == hero for team in self.state.teams for one in team.row):
            raise BadPosition(path, hero, "a Hero of a Team")
        for at, team in enumerate(self.state.teams):
            row = tuple(replace(one, parked=code) if one.card == hero else one for one in team.row)
            self._team(at, st.Team(team.card, row, team.tokens, team.dice))
        return self._take_dice((code,), path)

    def tokens(self, team: str, *kinds: str) -> Self:
        """Tokens of a Team, each named once for each; they are taken from the supply."""
        at = self.index(team)
        held = list(self.state.teams[at].tokens)
        supply = list(self.state.supply)
        for n, kind in enumerate(kinds):
            index = self.token(kind, f"tokens.{team}[{n}]")
            held[index] += 1
            supply[index] -= 1
        old = self.state.teams[at]
        self.set(supply=tuple(supply))
        return self._team(at, st.Team(old.card, old.row, tuple(held), old.dice))

    def at(self, location: int, *cards: str) -> Self:
        """Face-up cards at a location, with Damage after the name; "-" is an empty place."""
        spec, path = self.book.spec, f"at.{location}"
        if not 1 <= location <= spec.locations:
            raise BadPosition(path, location, f"a location from 1 to {spec.locations}")
        if len(cards) > spec.places:
            raise BadPosition(path, cards, f"at most {spec.places} cards")
        known = (*self.book.hero_ids, *self.book.villain_ids)
        places = list(self.state.places)
        for slot, text in enumerate(cards):
            place = (location - 1) * spec.places + slot
            spot = None if text == EMPTY else st.Spot(*self._card(text, f"{path}[{slot}]", known))
            places[place] = spot
        return self.set(places=tuple(places))

    def phase_2(self, *battles: str, after: str = "balance") -> Self:
        """The Day of Black Sun is over: battles at the locations, with Damage; "-" for one that is done."""
        book = self.book
        battles = battles or tuple(book.battle_ids)
        if len(battles) > book.spec.locations:
            raise BadPosition("battles", battles, f"at most {book.spec.locations} battles, one for each location")
        if after not in ("balance", "ruin"):
            raise BadPosition("black_sun", after, "balance or ruin")
        spots: list[st.Spot | None] = []
        for at, text in enumerate(battles):
            path = f"battles[{at}]"
            if text == EMPTY:
                spots.append(None)
                continue
            card, damage = self._card(text, path, book.battle_ids)
            spots.append(st.Spot(card, damage))
        missing = tuple(
            one for one in book.battle_ids if not any(spot is not None and spot.card == one for spot in spots)
        )
        return self.set(
            phase=2, side="", ruin=0, balance=0, battles=tuple(spots), black_sun=after, battles_done=missing
        )

    def deck(self, *cards: str) -> Self:
        """The Character deck holds exactly these cards, from the next beginning or jump on."""
        for n, card in enumerate(cards):
            known(f"deck[{n}]", card, (*self.book.hero_ids, *self.book.villain_ids))
        self._deck = cards
        return self

    @property
    def planned_deck(self) -> tuple[str, ...]:
        return self._deck or ()

    def _team(self, at: int, team: st.Team) -> Self:
        return self.set(teams=with_item(self.state.teams, at, team))

    def turn(self, team: str, facing: int = 1) -> Self:
        """Begins a turn of a Team, before step 1; the figure faces a location."""
        self._sort_decks()
        self.set(
            active=self.index(team),
            **self._faced(self._location(facing, "figure")),
            turn=self.state.turn - 1,
            agenda=(tasks.Do("begin"),),
        )
        return self.settle()

    def step_3(
        self, team: str, location: int = 1, shown: str = "", waiting: str | None = None, facing: int = 1
    ) -> Self:
        """Jumps into step 3 of a turn.

        Args:
            shown: dice that were just rolled, as in "green EE F, blue W"; empty for before the first roll.
            waiting: colours of dice not rolled yet; by default the Team's dice if nothing is shown.
        """
        self._sort_decks()
        at = self.index(team)
        dice = self.dice(shown, "shown")
        if waiting is None:
            waiting = "" if dice else " ".join(self.book.team[self.state.teams[at].card].dice)
        for colour in waiting.split():
            known("waiting", colour, self.book.colours)
        counts = tuple(waiting.split().count(colour) for colour in self.book.colours)
        self._take_dice(dice, "shown")
        blanks = tuple(self.book.blank(colour) for colour, n in enumerate(counts) for _ in range(n))
        self._take_dice(blanks, "waiting")
        rest = self.book.steps[self.book.steps.index("dice") + 1 :]
        here = self._location(location, "location")
        return self.set(
            active=at,
            location=here,
            base=here,
            **self._faced(self._location(facing, "figure")),
            step=self.book.at_step["dice"],
            rolls=1 if dice else 0,
            duty=st.OWED if dice else st.NO_DUTY,
            fresh=bool(dice),
            shown=dice,
            opening=dice if self.book.has_opening else (),
            unrolled=counts,
            agenda=(*(tasks.Do(name) for name in reversed(rest)), tasks.Window()),
        )

    def _faced(self, facing: int) -> dict[str, Any]:
        """The figure looks there; a last opponent that was revealed stands there."""
        boss = next((spot for spot in self.state.battles if spot is not None), None)
        if not self.book.spec.switch.boss or boss is None:
            return {"facing": facing}
        return {"facing": facing, "battles": with_item((None,) * len(self.state.battles), facing, boss)}

    def as_rolled(self) -> Self:
        """Notes for Aid what the dice on show could complete, as after a roll in play."""
        run = Run(st.lay_out(self.state), self.book)
        note_what_could_be(run)
        self.state = st.take_up(run.t)
        return self

    def step(self, name: str, team: str, location: int = 1, facing: int = 1) -> Self:
        """Jumps to a step of the turn by its name in the title's list ("attack", "recruit", "refill", ...)."""
        steps = self.book.steps
        known("begin", name, steps)
        self.step_3(team, location, waiting="", facing=facing)
        self.set(agenda=tuple(tasks.Do(one) for one in reversed(steps[steps.index(name) :])))
        return self.settle()

    def settle(self) -> Self:
        """Lets the engine carry out what needs nobody, up to the next node."""
        log: list[Any] = []
        run = Run(st.lay_out(self.state), self.book, log)
        flow.settle(run)
        self.state = st.take_up(run.t)
        self.events += log
        return self

    def _sort_decks(self) -> None:
        """What lies on the table is not in the decks."""
        state, book = self.state, self.book
        if self._deck is not None:
            villains = tuple(card for card in book.villain_ids if card in self._deck)
            heroes = tuple(card for card in book.hero_ids if card in self._deck)
            self.set(heroes_unseen=heroes, villains_unseen=villains, villains_in_deck=len(villains))
            return
        lying = {spot.card for spot in state.places if spot is not None}
        lying |= {member.card for team in state.teams for member in team.row}
        lying |= {*state.defeated, *state.villains_out, *state.heroes_gone}
        villains = tuple(card for card in book.villain_ids if card not in lying)
        self.set(
            heroes_unseen=tuple(card for card in book.hero_ids if card not in lying),
            villains_unseen=villains,
            villains_in_deck=max(
                0, min(len(villains), state.options.villains - sum(v in lying for v in book.villain_ids))
            ),
        )

    def index(self, team: str) -> int:
        """Where a Team sits; it is named by its card, or by the end of that name."""
        for at, one in enumerate(self.state.teams):
            if team and (one.card == team or one.card.endswith(f"-{team}")):
                return at
        raise BadPosition("teams", team, f"one of the Teams {', '.join(one.card for one in self.state.teams)}")

    def dice(self, text: str, path: str) -> tuple[int, ...]:
        """The codes of rolled dice such as "green EE F, blue W"."""
        codes = []
        for part in filter(None, (part.split() for part in text.split(","))):
            codes += [self.face(f"{part[0]} {face}", path) for face in part[1:]]
        return tuple(sorted(codes))

    def face(self, die: str, path: str) -> int:
        """The code of a rolled die such as "green EE"."""
        name = die.strip().replace(" ", ":")
        code = self.book.code.get(name, -1)
        if not 0 <= code < self.book.n_faces:
            faces = self.book.die_name[: self.book.n_faces]
            known = [face.replace(":", " ") for face in faces if face.startswith(f"{name.partition(':')[0]}:")]
            raise BadPosition(path, die, f"a die and one of its faces: {', '.join(known or self.book.colours)}")
        return code

    def token(self, kind: str, path: str) -> int:
        known(path, kind, self.book.token_ids)
        return self.book.token_index[CardId(kind)]

    def _take_dice(self, codes: tuple[int, ...], path: str) -> Self:
        stock = list(self.state.stock)
        for code in codes:
            colour = self.book.colour_of[code]
            stock[colour] -= 1
            if stock[colour] < 0:
                most = self.book.dice_total[colour]
                raise BadPosition(path, self.book.colours[colour], f"at most {most} dice of this colour in use")
        return self.set(stock=tuple(stock))

    def _location(self, number: int, path: str) -> int:
        if not 1 <= number <= self.book.spec.locations:
            raise BadPosition(path, number, f"a location from 1 to {self.book.spec.locations}")
        return number - 1

    def _card(self, text: str, path: str, among: tuple[str, ...]) -> tuple[CardId, int]:
        """A card and the Damage after its name."""
        name, _, damage = text.partition(" ")
        known(path, name, among)
        if damage and not (damage.isascii() and damage.isdigit() and len(damage) < 3):
            raise BadPosition(path, text, "a card, and after it a number of Damage")
        return CardId(name), int(damage or 0)


def known(path: str, name: str, among: tuple[str, ...]) -> CardId:
    """A name that is among others. Raises `BadPosition`."""
    if name not in among:
        raise BadPosition(path, name, f"one of {', '.join(among)}")
    return CardId(name)
