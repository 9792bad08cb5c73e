"""Whether a state that comes from outside can lie on a table of a title.

A state that the engine makes needs no check. One that is read may have been written by anybody: what it names must be
in the box, no more of anything than the box holds, each thing in one place, and what waits must be able to wait.

>>> from msgspec.structs import replace
>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> state = game.set_up({"teams": ["toph", "aang"], "shown": "blue W, green E"})
>>> check_state(game.book, state)
>>> check_state(game.book, replace(state, unrolled=(2**53, 0, 0, 0)))
Traceback (most recent call last):
    ...
rising_tutor.errors.BadPosition: unrolled: 9007199254740992 cannot be used; expected at most 5 green dice in all
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from rising_tutor.errors import BadOption, BadPosition
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import setup, tasks
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.check_agenda import MOST, MOST_TASKS, check_agenda
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.options import given_for, read_options

MOST_TURNS: Final = 10_000
"""A recorded game has no more actions than that."""


def check_state(book: Book, state: st.State) -> None:
    """Refuses a state that no play can lead to, as far as the engine depends on it.

    Raises:
        BadPosition: which field, its value, what was expected.
    """
    check = _Check(book, state)
    check.options()
    check.board()
    check.teams()
    check.cards()
    check.counters()
    check.dice()
    check.tokens()
    check.tracks()
    check.turn()
    if not state.result:
        check_agenda(book, state)


class _Check:
    """One state with the book that it is checked against."""

    def __init__(self, book: Book, state: st.State) -> None:
        self.book, self.state = book, state
        self.n_locations = book.spec.locations
        self.characters = frozenset((*book.hero_ids, *book.villain_ids))

    def whole(self, path: str, value: int, low: int, high: int) -> None:
        if not low <= value <= high:
            raise BadPosition(path, value, f"a whole number from {low} to {high}")

    def among(self, path: str, value: object, known: Iterable[object], what: str) -> None:
        if value not in known:
            raise BadPosition(path, value, what)

    def length(self, path: str, values: Sequence[object], *lengths: int) -> None:
        if len(values) not in lengths:
            raise BadPosition(path, f"{len(values)} entries", f"{' or '.join(map(str, lengths))} entries")

    def names(self, path: str, values: Sequence[str], known: Iterable[str], *, repeated: int = 0) -> None:
        """Each is known and stands once; `repeated` of them at most, where one can stand twice."""
        known = frozenset(known)
        if len(values) > (repeated or len(known)):
            raise BadPosition(path, f"{len(values)} entries", f"at most {repeated or len(known)} entries")
        for value in values:
            self.among(path, value, known, "something of this title with the cards in use")
        if not repeated and len(set(values)) != len(values):
            raise BadPosition(path, list(values), "each once")

    def bag(self, path: str, bag: Sequence[int], most: Sequence[int]) -> None:
        self.length(path, bag, len(most))
        for at, (n, high) in enumerate(zip(bag, most, strict=True)):
            self.whole(f"{path}[{at}]", n, 0, high)

    def codes(self, path: str, codes: Sequence[int], below: int) -> None:
        if len(codes) > sum(self.book.dice_total) + sum(kind.n for kind in self.book.token):
            raise BadPosition(path, f"{len(codes)} dice", "no more than the box holds")
        for code in codes:
            if not 0 <= code < below:
                raise BadPosition(path, code, f"a die of the box, by a number below {below}")

    def options(self) -> None:
        options = self.state.options
        given = given_for(self.book.spec, options)
        try:
            again = read_options(self.book, options.seats, given)
        except BadOption as error:
            raise BadPosition(f"options.{error.option}", error.value, error.expected, error.rule) from None
        for name in options.__struct_fields__:
            value, expected = getattr(options, name), getattr(again, name)
            if value != expected:
                raise BadPosition(f"options.{name}", value, f"{expected!r} beside the other options")

    def board(self) -> None:
        state, book = self.state, self.book
        self.whole("phase", state.phase, 1, 2 if book.battle and not book.boss else 1)
        self.whole("turn", state.turn, 0, MOST_TURNS)
        self.whole("active", state.active, 0, state.options.n_teams - 1)
        for name in ("location", "facing"):
            self.whole(name, getattr(state, name), -1, self.n_locations - 1)
        self.whole("base", state.base, 0, self.n_locations - 1)
        self.length("places", state.places, self.n_locations * book.spec.places)
        self.length("battles", state.battles, self.n_locations)
        run = Run(state, book)
        for at, spot in enumerate(state.places):
            if spot is not None:
                self.among(f"places[{at}].card", spot.card, self.characters, "a Character card of this title")
                self.whole(f"places[{at}].damage", spot.damage, 0, book.capacity[spot.card])
        for at, spot in enumerate(state.battles):
            if spot is not None:
                self.among(f"battles[{at}].card", spot.card, book.battle, "a card that can lie there")
                self.whole(f"battles[{at}].damage", spot.damage, 0, run.battle_goal(spot.card))

    def teams(self) -> None:
        state, book = self.state, self.book
        self.length("teams", state.teams, state.options.n_teams)
        waiting = [task.team for task in state.agenda if isinstance(task, tasks.PickTeam | tasks.DealTeam)]
        for at, team in enumerate(state.teams):
            path = f"teams[{at}]"
            if (team.card == setup.NO_TEAM) != (at in waiting):
                raise BadPosition(f"{path}.card", team.card, "a Team card exactly where one was taken")
            if team.card == setup.NO_TEAM:
                if team.row or team.dice:
                    raise BadPosition(path, team.row or team.dice, "nothing before a Team card was taken")
                continue
            self.among(f"{path}.card", team.card, book.team, "a Team card of this title")
            self.length(f"{path}.dice", team.dice, len(book.team[team.card].ability))
            for n, member in enumerate(team.row):
                self.among(f"{path}.row[{n}].card", member.card, book.hero, "a Hero of this title")
                self.whole(f"{path}.row[{n}].damage", member.damage, 0, book.capacity[member.card])
                self.whole(f"{path}.row[{n}].parked", member.parked, -1, book.n_faces - 1)
                if member.parked >= 0 and member.card not in book.any_die:
                    raise BadPosition(f"{path}.row[{n}].parked", member.parked, "no die on this Hero")
        cards = [team.card for team in state.teams if team.card != setup.NO_TEAM]
        if len(set(cards)) != len(cards):
            raise BadPosition("teams", cards, "each Team card once")
        chosen = state.options.teams
        if chosen and any(team.card not in (card, "") for team, card in zip(state.teams, chosen, strict=True)):
            raise BadPosition("teams", cards, "the Teams of the options")

    def cards(self) -> None:
        """Each card is known and lies in one place."""
        state, book = self.state, self.book
        heroes, villains = frozenset(book.hero_ids), frozenset(book.villain_ids)
        zones: tuple[tuple[str, Sequence[str], frozenset[str]], ...] = (
            ("places", [spot.card for spot in state.places if spot is not None], self.characters),
            ("teams", [member.card for team in state.teams for member in team.row], heroes),
            ("heroes_unseen", state.heroes_unseen, heroes),
            ("villains_unseen", state.villains_unseen, villains),
            ("defeated", state.defeated, heroes),
            ("heroes_gone", state.heroes_gone, heroes),
            ("villains_out", state.villains_out, villains),
        )
        seen: dict[str, str] = {}
        for path, cards, known in zones:
            for card in cards:
                self.among(path, card, known, "a card of this title with the cards in use")
                if card in seen:
                    raise BadPosition(path, card, f"each card once; it is also in {seen[card]}")
                seen[card] = path
        self.whole("villains_in_deck", state.villains_in_deck, 0, len(state.villains_unseen))
        self.whole("above_boss", state.above_boss, -1, len(self.characters) if book.boss else -1)
        self.names("battles", [spot.card for spot in state.battles if spot is not None], book.battle_ids)
        self.names("battles_done", state.battles_done, book.battle_ids)
        most = tuple(kind.n for kind in book.fire)
        self.bag("fire_deck", state.fire_deck, most)
        self.bag("fire_discard", state.fire_discard, tuple(n - m for n, m in zip(most, state.fire_deck, strict=True)))
        self.among("fire_card", state.fire_card, ("", *book.fire_ids), "a card of this title")

    def counters(self) -> None:
        """The enemy's counters and what they lie on."""
        state, book = self.state, self.book
        self.bag("pressure", state.pressure, tuple(carrier.spaces for carrier in book.carrier.values()))
        located = any(carrier.location >= 0 for carrier in book.carrier.values())
        self.length("stacks", state.stacks, self.n_locations if located else 0)
        self.names("stacks", (*(card for stack in state.stacks for card in stack), *state.fallen), book.carrier_ids)
        for at, stack in enumerate(state.stacks):
            for card in stack:
                if book.carrier[card].location != at:
                    raise BadPosition(f"stacks[{at}]", card, "a card of this location")

    def dice(self) -> None:
        """Every die is one of the box, and lies in one place."""
        state, book = self.state, self.book
        faces, dice = book.n_faces, book.first_token_code
        self.codes("shown", state.shown, faces)
        if list(state.shown) != sorted(state.shown):
            raise BadPosition("shown", state.shown, "dice in ascending order")
        for name in ("gone", "balance_dice"):
            self.codes(name, getattr(state, name), dice)
        self.codes("balance_symbols", state.balance_symbols, len(book.die_name))
        used = [*state.shown, *state.gone, *state.balance_dice, *state.balance_symbols]
        for path, codes in self._assigned():
            self.codes(path, codes, len(book.die_name))
            if any(faces <= code < dice for code in codes):
                raise BadPosition(path, codes, "dice that show a face")
            used += codes
        used += [member.parked for team in state.teams for member in team.row if member.parked >= 0]
        count = Counter(book.colour_of[code] for code in used)
        self.bag("stock", state.stock, book.dice_total)
        self.length("unrolled", state.unrolled, len(book.colours))
        self.bag("extra", state.extra, book.dice_total)
        self.whole("lose", state.lose, 0, MOST)
        for at, colour in enumerate(book.colours):
            most = book.dice_total[at]
            if not 0 <= state.unrolled[at] <= most - count[at] - state.stock[at]:
                raise BadPosition("unrolled", state.unrolled[at], f"at most {most} {colour} dice in all")
        self.codes("opening", state.opening, faces)
        self.length("turned", state.turned, *range(len(state.opening) + 1))
        self.codes("turned", [code for pair in state.turned for code in pair], faces)
        if state.rolls == 1 and book.has_opening and not _rolled(state) <= Counter(state.opening):
            raise BadPosition("opening", state.opening, "the dice of the first roll")

    def _assigned(self) -> Iterator[tuple[str, Sequence[int]]]:
        for name in ("places", "battles"):
            for at, spot in enumerate(getattr(self.state, name)):
                if spot is not None:
                    yield f"{name}[{at}].dice", spot.dice
        for at, team in enumerate(self.state.teams):
            for n, codes in enumerate(team.dice):
                yield f"teams[{at}].dice[{n}]", codes
            for n, member in enumerate(team.row):
                yield f"teams[{at}].row[{n}].dice", member.dice

    def tokens(self) -> None:
        """No more tokens than the box holds."""
        state, book = self.state, self.book
        most = tuple(kind.n for kind in book.token)
        bags = [("supply", state.supply), ("token_discard", state.token_discard)]
        bags += [(f"teams[{at}].tokens", team.tokens) for at, team in enumerate(state.teams)]
        for path, bag in bags:
            self.bag(path, bag, most)
        for kind, column in zip(book.token, zip(*(bag for _, bag in bags), strict=True), strict=True):
            if sum(column) > kind.n:
                raise BadPosition("supply", f"{sum(column)} {kind.id} in all", f"at most {kind.n}")
        self.length("new_tokens", state.new_tokens, 0 if state.options.token_same_turn else len(state.teams))
        for at, new in enumerate(state.new_tokens):
            self.bag(f"new_tokens[{at}]", new, state.teams[at].tokens)
        self.codes("balance_tokens", state.balance_tokens, len(book.token))

    def tracks(self) -> None:
        state, book = self.state, self.book
        self.among("side", state.side, ("", *book.side), "a side of this title")
        self.whole("ruin", state.ruin, 0, book.ruin_top)
        self.whole("balance", state.balance, 0, len(book.side[state.side].spaces) if state.side else 0)
        self.among("black_sun", state.black_sun, ("", "balance", "ruin"), "balance or ruin, or nothing")
        self.whole("black_sun_turn", state.black_sun_turn, 0, state.turn)

    def turn(self) -> None:
        state, book = self.state, self.book
        self.among("step", state.step, ("setup", "turn", *book.at_step.values()), "a step of a turn")
        self.names("threat", state.threat, book.threat_face, repeated=MOST)
        self.whole("rolls", state.rolls, 0, MOST_TURNS)
        self.whole("duty", state.duty, st.NO_DUTY, st.DISCARDED)
        self.names("used", state.used, book.sources)
        self.names("hits", state.hits, book.hero_ids, repeated=MOST_TASKS)
        self.names("recruited", state.recruited, book.hero_ids)
        for name in ("villain_hits", "battle_hits"):
            self.whole(name, getattr(state, name), 0, MOST_TASKS)
        self.among("result", state.result, ("", "win", "loss"), "win or loss, or nothing while it is played")
        ended = bool(state.result)
        if ended != bool(state.reasons) or ended == bool(state.agenda):
            raise BadPosition("result", state.result, "reasons where the game is over, and what waits where it is not")
        cited = frozenset(str(rule) for rule in msgspec.structs.astuple(book.spec.cite))
        self.names("reasons", state.reasons, cited, repeated=len(cited))


def _rolled(state: st.State) -> Counter[int]:
    """The dice on show as the first roll gave them, those that were turned with the face before."""
    turned = list(state.turned)
    out: Counter[int] = Counter()
    for code in state.shown:
        pair = next((pair for pair in turned if pair[0] == code), None)
        if pair is not None:
            turned.remove(pair)
        out[code if pair is None else pair[1]] += 1
    return out
