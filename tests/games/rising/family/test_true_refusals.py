"""What a refusal says of the table is so: each of its sentences is read and held against the position.

A sentence that no line below knows fails, so that nobody adds one without saying when it is true.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from rising_tutor.core.english import plural, with_article
from rising_tutor.core.ids import CardId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.refusals.choices import asked_by
from rising_tutor.games.rising.rules import flow, tasks
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.words.names import name_of, say_card, say_die, say_face, say_place, say_team
from tests.games.rising.family.test_refusals import TITLES, everything, refusals
from tests.testkit.scene import DarkScene, DeathScene, Scene, rising


class At(NamedTuple):
    """A refused action and the position in which it was tried."""

    s: st.State
    book: Book
    action: Any

    @property
    def run(self) -> Run:
        return Run(st.lay_out(self.s), self.book)

    @property
    def task(self) -> Any:
        return self.s.agenda[-1]

    def ids(self, name: str) -> list[str]:
        """The cards, tokens and abilities that go by a name; an ability of a Team card by its own."""
        return [one for one in _all_ids(self.book) if say_card(self.book, one) == name]

    def here(self, card: str) -> bool:
        return any(at in self.run.places_here() for at, spot in enumerate(self.s.places) if spot and spot.card == card)

    def lying(self) -> set[str]:
        """Cards at locations."""
        return {spot.card for spot in (*self.s.places, *self.s.battles) if spot is not None}

    def in_rows(self) -> set[str]:
        return {member.card for team in self.s.teams for member in team.row}

    def row(self) -> list[str]:
        return [member.card for member in self.s.teams[self.s.active].row]

    def team(self, said: str) -> str | None:
        """The Team card that is called so."""
        return next((card for card in self.book.team if say_team(self.book, card) == said), None)

    def held(self, team: str, token: str) -> int:
        at = self.book.token_index.get(CardId(token), -1)
        return max((one.tokens[at] for one in self.s.teams if one.card == team and at >= 0), default=0)

    def shows(self, said: str) -> bool:
        """An unassigned die that is on show or waits is called so."""
        shown = [self.book.die_name[code] for code in self.s.shown]
        waiting = [colour for colour, n in zip(self.book.colours, self.s.unrolled, strict=True) if n]
        return said[:1].lower() + said[1:] in {say_die(self.book, die) for die in (*shown, *waiting)}

    def lacks(self, on: str) -> list[str]:
        """The symbols that a target lacks for one set, in words."""
        run, words = self.run, self.book.spec.words.symbols
        if on == do.BALANCE:
            price, dice = self.book.space_price[self.s.side][self.s.balance], self.s.balance_symbols
        elif on in self.book.ability_of_team:
            team = run.team()
            keys = [key for key, _ in self.book.team_ability[team.card]]
            price, dice = self.book.paid[on], team.dice[keys.index(on)]
        elif run.own(on) >= 0:
            price, dice = self.book.paid[on], run.team().row[run.own(on)].dice
        else:
            spot = next(spot for spot in (*self.s.places, *self.s.battles) if spot is not None and spot.card == on)
            many = on not in self.book.hero and self.book.many_sets
            price, dice = self.book.price[on], () if many else spot.dice
        need = [max(0, n - have) for n, have in zip(price, run.paid(dice), strict=True)]
        return [words[symbol] for symbol, n in zip(self.book.spec.symbols, need, strict=True) for _ in range(n)]


def _all_ids(book: Book) -> Iterator[str]:
    yield from (*book.hero, *book.villain, *book.battle, *book.carrier, *book.team, *book.ability_of_team)
    yield from (*book.token_ids, "balance", "nobody", "no-token", "team-nobody")


def _ability(at: At) -> Any:
    return at.book.hero[at.action.card].ability


def _fits(at: At, on: str, what: str) -> bool:
    """The symbol of the die or token tried is not among those that the target lacks."""
    run, action = at.run, at.action
    if isinstance(action, do.UseToken):
        code = at.book.code[f"token:{at.book.token[at.book.token_index[action.token]].effect.symbol}"]
        assert name_of(at.book, action.token) == what
    else:
        member = isinstance(action, do.MoveParked) and run.team().row[run.own(action.card)]
        code = member.parked if member else at.book.code[action.die]
        assert say_die(at.book, at.book.die_name[code]) == what
    return at.book.spec.words.symbols[at.book.spec.symbols[at.book.symbol_of[code]]] in at.lacks(on)


Check = Callable[..., bool]
# The sentence with what it names in brackets, and when it is so. Words of the title stand in angle brackets.
SENTENCES: tuple[tuple[str, Check], ...] = (
    ("This game has no such action.", lambda at: type(at.action) not in _kinds(at.book)),
    ("That is no action of <step> 3.", lambda at: isinstance(at.action, do.TakeTeam)),
    ("First comes (.*); nothing joins the pool in between.", lambda at, what: asked_by(at.book, at.task) == what),
    ("First comes (.*).", lambda at, what: asked_by(at.book, at.task) == what),
    ("No effect waits for that choice now.", lambda at: isinstance(at.task, tasks.Window)),
    (
        "Abilities are called in <step> 3 only; what is open now is (.*).",
        lambda at, what: asked_by(at.book, at.task) == what and not at.s.step.startswith("turn.3"),
    ),
    (
        "Tokens are used in <step> 3( and 4)? only; what is open now is (.*).",
        lambda at, late, what: asked_by(at.book, at.task) == what
        and bool(late) is at.s.options.token_window_end_turn
        and not at.s.step.startswith(("turn.3", "turn.4") if late else "turn.3"),
    ),
    (
        "Tokens are used before <step> 4( or just before <carriers> fall)?; what is open now is (.*).",
        lambda at, late, what: asked_by(at.book, at.task) == what
        and bool(late) is at.s.options.token_window_end_turn
        and at.s.step.startswith("turn.4"),
    ),
    (
        "Tokens and dice are given for Balance in <step> 3; open now is (.*).",
        lambda at, what: asked_by(at.book, at.task) == what and not at.s.step.startswith("turn.3"),
    ),
    (
        "<Step> 3 is over; what is open now is (.*).",
        lambda at, what: asked_by(at.book, at.task) == what and at.s.step.startswith("turn.4"),
    ),
    ("Redeploying is offered before the first roll; what is open now is (.*).",
        lambda at, what: asked_by(at.book, at.task) == what),
    # dice
    ("(.*) is no rolled die; only a die that shows a face can be assigned.", lambda at, _: ":" not in at.action.die
        or at.book.code.get(at.action.die, 99) >= at.book.n_faces),
    ("No die was rolled yet this turn.", lambda at: at.s.rolls == 0),
    ("A die of this roll was <discarded>, which closes its assigning. Roll again or stop.",
        lambda at: at.s.duty == st.DISCARDED and do.Roll() in flow.legal(at.run)),
    ("A die of this roll was <discarded>, which closes its assigning. Stop.",
        lambda at: at.s.duty == st.DISCARDED and do.Roll() not in flow.legal(at.run)),
    ("(.*) was assigned already and stays where it lies for this turn.", lambda at, die: not at.shows(die)),
    ("No free die of yours shows that. You have (.*).", lambda at, dice: dice == (", ".join(
        at.book.die_name[code].replace(":", " ") for code in at.s.shown) or "no die")
        and at.action.die not in at.run.names(at.s.shown)),
    ("(.*) is not among (?:your|the) unassigned dice.", lambda at, die: not at.shows(die) or "with" not in die),
    ("A die is <discarded> after a roll; no die was rolled yet.", lambda at: at.s.rolls == 0),
    ("A die of this roll was assigned; it is one or the other, assign or <discard> one.",
        lambda at: at.s.duty == st.ASSIGNED),
    ("One die of this roll was <discarded> already, and exactly one is.", lambda at: at.s.duty == st.DISCARDED),
    ("After a roll, assign at least one die or <discard> one before you roll again(; the symbol of .* is no die)?.",
        lambda at, _: at.s.duty == st.OWED),
    ("No unassigned die is left to roll.", lambda at: not at.s.shown and not any(at.s.unrolled)),
    ("Roll at least once; dice that wait in the pool: (\\d+).",
        lambda at, n: at.s.rolls == 0 and sum(at.s.unrolled) == int(n)),
    # targets
    ("(.*) needs (.*); (.*) does not fit.", lambda at, name, needs, what: not _fits(at, at.action.on, what)
        and " ".join(at.lacks(at.action.on)) == needs),
    ("(.*) is at (.*); your Team is at (.*).", lambda at, name, there, here: say_place(at.book, at.s.location) == here
        and there != here and any(spot and spot.card in at.ids(name) and say_place(at.book, n) == there
            for n, spot in _located(at))),
    ("(.*) is not at your location.", lambda at, name: not any(
        spot and spot.card in at.ids(name) for n, spot in _located(at) if n == at.s.location)),
    ("(.*) has all its symbols already(?:; dice and tokens hit it once in a turn)?.",
        lambda at, _: at.lacks(at.action.on) == []),
    ("(.*) is not on the table.", lambda at, name: not set(at.ids(name)) & (
        at.lying() | at.in_rows() | {c for stack in at.s.stacks for c in stack} | set(at.s.fallen)
        | {team.card for team in at.s.teams})),
    ("(.*) takes no dice and no symbols.", lambda at, _: at.action.on in {*at.book.carrier, *at.book.team}
        and at.action.on not in at.book.paid),
    ("(.*) is on another Team; only abilities of your own <heroes> can be paid.",
        lambda at, _: at.action.on in at.in_rows() - set(at.row())),
    ("The ability of (.*) takes no dice.", lambda at, _: at.action.on in at.row() and at.action.on not in at.book.paid),
    ("A die lies on (.*) already.", lambda at, _: at.run.team().row[at.run.own(at.action.on)].parked >= 0),
    ("The ability of (.*) was used this turn.", lambda at, name: bool(set(at.ids(name)) & set(at.s.used))),
    ("(?:The <team card> ability|.* of the <team card>) was used this turn.", lambda at: at.action.on in at.s.used),
    ("(?:The <team card> ability|.* of the <team card>) belongs to (.*), not to yours.", lambda at, team:
        at.team(team) == at.book.team_of[at.action.on] != at.run.team().card),
    ("(?:The <team card> ability|.* of the <team card>) is that of (.*), which is not in play.", lambda at, team:
        at.team(team) == at.book.team_of[at.action.on] and at.team(team) not in {one.card for one in at.s.teams}),
    ("(.*) would heal, and no Damage can be removed this turn.", lambda at, _: at.s.no_heal),
    ("(.*) comes with the Day of Black Sun.", lambda at, _: at.s.phase == 1),
    ("(.*) is completed.", lambda at, _: at.action.on in at.s.battles_done),
    ("(.*) is at this location; (.*) takes dice only without <villains> here.", lambda at, who, battle: all(
        at.here(at.ids(one)[0]) for one in who.split(" and ")) and at.run.at_battle().card == at.action.on),
    ("(.*) is beaten but stays until <step> 5, and still blocks (.*).", lambda at, who, battle: all(
        at.run.t.places[at.run.find_place(at.ids(one)[0])].damage >= at.book.capacity[at.ids(one)[0]]
        for one in who.split(" and "))),
    ("(.*) came to this location: what lies on (.*) counts, no more is taken.",
        lambda at, *_: bool(at.run.at_battle().dice) and at.run.villain_here()),
    ("(.*) is still in the <deck> and cannot be attacked.", lambda at, _: not any(at.s.battles)),
    ("(.*) is still in the <deck>; there is nowhere to redeploy.", lambda at, _: not any(at.s.battles)),
    ("(.*) has (\\d+) Damage and can have (\\d+) now, as (\\d+) (?:<villain> is|<villains> are) defeated.",
        lambda at, _, have, most, out: at.run.at_battle().damage == int(have)
        and at.run.battle_ceiling(at.action.on) == int(most) and len(at.s.villains_out) == int(out)),
    # Balance
    ("The Balance Track left the game with the Day of Black Sun.", lambda at: at.s.phase == 2),
    ("Nothing can be paid for Balance this turn; a <villain> prevents it.", lambda at: at.s.no_balance),
    ("The Balance marker is at the top.", lambda at: at.s.balance == len(at.book.side[at.s.side].spaces)),
    ("The symbols of the next Balance space are all there.", lambda at: at.lacks(do.BALANCE) == []
        and any(at.book.space_price[at.s.side][at.s.balance])),
    ("The next Balance space asks for no symbols.", lambda at: not any(at.book.space_price[at.s.side][at.s.balance])),
    ("The next Balance space asks for no (dice|tokens).", lambda at, what:
        getattr(at.book.side[at.s.side].spaces[at.s.balance], what) == 0),
    ("The next Balance space asks for (\\d+) of your (dice|tokens), and you gave (\\d+).", lambda at, asked, what,
        given: getattr(at.book.side[at.s.side].spaces[at.s.balance], what) == int(asked) <= int(given)
        == len(getattr(at.s, f"balance_{what}"))),
    # tokens
    ("No token can be used this turn; <a villain> prevents it.", lambda at: at.s.no_tokens),
    ("(.*) holds no token of the kind (.*).", lambda at, *_: at.held(at.action.team, at.action.token) == 0),
    ("(.*) holds no (.*).", lambda at, *_: at.held(at.s.teams[at.task.team].card, at.action.token) == 0),
    ("(.*) was drawn this turn and can be used from the next turn on.", lambda at, _: any(
        one.card == at.action.team and at.s.new_tokens[n][at.book.token_index[at.action.token]]
        == at.held(one.card, at.action.token) for n, one in enumerate(at.s.teams))),
    ("No die shows a face, so there is nothing to roll again.", lambda at: not at.s.shown),
    ("(.*) is used without a target.", lambda at, _: at.action.on is not None),
    ("An extra symbol is put on a card that needs it; name the card.", lambda at: at.action.on is None),
    ("Only a rolled die can be put on (.*).", lambda at, _: at.book.hero[at.action.on].ability.any_die
        and at.action.on in at.row()),
    ("A symbol token is put on <a hero> or <a villain>, not on an ability.", lambda at: at.action.on in at.row()
        or at.book.team_of.get(at.action.on) == at.run.team().card),
    ("(.*) is no token in hand that takes counters off.", lambda at, _: at.action not in flow.legal(at.run)),
    # abilities
    ("(.*) joins your Team at the end of the turn only.", lambda at, _: at.action.card in at.lying()),
    ("(.*) joined this turn and helps from the next one on.", lambda at, _: at.action.card in at.s.recruited),
    ("(.*) is not <a hero> of your Team.", lambda at, name: not set(at.ids(name)) & set(at.row())),
    ("The ability of (.*) is paid: assign dice to it.", lambda at, _: _ability(at).when == "paid"),
    ("(.*) reacts to Damage; it cannot be called.", lambda at, _: _ability(at).when == "on_damage"),
    ("The ability of (.*) answers an event; it cannot be called.",
        lambda at, _: _ability(at).when not in ("free", "paid", "after_roll", "take_damage", "on_damage")),
    ("(.*) has (\\d+) of (\\d+) Damage, no more fits.", lambda at, name, n, most: any(
        at.book.capacity[one] == int(most) == int(n) == _damage(at, one) for one in at.ids(name))),
    ("The condition on (.*) is not met.", lambda at, _: _ability(at).only_if is not None),
    ("(.*) helps directly after a roll, before a die of it is used.", lambda at, _: _ability(at).when == "after_roll"
        and not (at.s.fresh and at.s.shown)),
    ("No unassigned die shows (.*), which (.*) needs.", lambda at, symbol, _: at.s.fresh and not any(
        symbol in say_face(at.book, die) for die in at.run.names(at.s.shown))),
    ("The ability of the <team card> (.*) is paid with symbols.", lambda at, _:
        bool(at.book.team_ability[at.action.card])),
    ("(.*) is a <team card> of another player.", lambda at, team:
        at.team(team) in {one.card for one in at.s.teams} - {at.run.team().card}),
    ("(.*) is a <team card> that is not in play.", lambda at, team:
        at.team(team) is not None and at.team(team) not in {one.card for one in at.s.teams}),
    ("The ability of the <team card> was used this turn.", lambda at: at.action.card in at.s.used),
    ("The first roll has to show (\\d+) (.*) or more; nothing was rolled yet.", lambda at, *_: at.s.rolls == 0),
    ("The first roll has to show (\\d+) (.*) or more; it counts (\\d+).", lambda at, n, symbol, have:
        at.s.rolls == 1 and int(have) < int(n) and int(have) == sum(
            (2 if "double" in say_face(at.book, die) else 1) for die in at.run.names(at.s.opening)
            if say_face(at.book, die).endswith(symbol))),
    ("The ability of the <team card> belongs to the first roll; it comes before any die of that roll is used.",
        lambda at: at.s.rolls > 1 or not at.s.fresh),
    ("No die is parked on (.*).", lambda at, _: at.run.team().row[at.run.own(at.action.card)].parked < 0),
    ("The die was put on (.*) this turn; it can be moved in a later one.", lambda at, _: at.action.card in at.s.used),
    # other moments
    ("(?:Your|The) Team redeployed this turn, and it can do so once.", lambda at: at.s.redeployed),
    ("Your Team is where (.*) is; there is nowhere to redeploy.", lambda at, _: at.s.location == at.s.facing),
    ("The Team goes to (.*) before the first roll, when it is asked; that is over.",
        lambda at, _: isinstance(at.task, tasks.Window) and any(at.s.battles)),
    ("Your Team is at (.*) for the rest of the turn.", lambda at, place: place == say_place(at.book, at.s.location)),
    ("The <location> is chosen at the start of the turn.", lambda at: not isinstance(at.task, tasks.PlaceTeamToken)),
    ("There are three <locations>, 1 to 3; (\\d+) is none.", lambda at, n: not 1 <= int(n) <= 3),
    ("(.*) joins in <step> 4a, if all symbols are covered.", lambda at, _: at.action.card in at.lying()),
    ("(.*) is not <a hero>; only <heroes> join.", lambda at, _: at.action.card not in at.book.hero),
    ("(.*) lies at no <location>.", lambda at, name: not set(at.ids(name)) & at.lying()),
    ("(.*) cannot join now.", lambda at, _: at.action not in flow.legal(at.run)),
    ("(.*) joins at the left or the right end of the row.", lambda at, _: at.action.end not in ("left", "right")
        and at.action.card in at.task.cards),
    ("(.*) does not have all its symbols.", lambda at, _: _lying_sets(at) == 0),
    ("A <hero> whose symbols are all covered joins the Team.", lambda at: all(
        at.run.sets(card, at.run.t.places[at.run.find_place(card)].dice) for card in at.task.cards)),
    ("Aid is offered at the end of <step> 4, when the rolls could complete nothing.",
        lambda at: not at.s.step.startswith("turn.4e")),
    ("Aid is not offered here.", lambda at: not isinstance(at.task, tasks.PickAid)),
    ("No ability of (.*) is offered now.", lambda at, _: at.action not in flow.legal(at.run)),
    ("(.*) was used this turn.", lambda at, _: at.action.card in at.s.used),
    ("The <team card> is chosen before the game.", lambda at: at.s.turn > 0 or not isinstance(at.task, tasks.PickTeam)),
    ("The <hero> to start with is chosen before the game.",
        lambda at: at.s.turn > 0 or not isinstance(at.task, tasks.PickStarter)),
    ("(.*) is no <team card>.", lambda at, _: at.action.card not in at.book.team),
    ("(.*) was taken; there is one card of it.", lambda at, team: at.team(team) in {one.card for one in at.s.teams}),
    ("(.*): every <team card> of this side was taken.", lambda at, _: all(
        card.id in {one.card for one in at.s.teams} for card in at.book.team.values()
        if card.side == at.book.team[at.action.card].side)),
    ("Of two equal cards the first is taken first, and (.*) is the second.", lambda at, _: any(
        card.side == at.book.team[at.action.card].side and card.id != at.action.card
        for card in at.book.team.values())),
    ("(.*) is not the one that was set for this seat.", lambda at, _: bool(at.s.options.teams)),
    ("(.*) is no <hero> that (.*) can start with now.", lambda at, *_: at.action not in flow.legal(at.run)),
    ("A die is turned only by an ability that changes its symbol; use one first.",
        lambda at: not isinstance(at.task, tasks.PickFace)),
    ("Dice are picked for a reroll after an ability that rerolls was used.",
        lambda at: not isinstance(at.task, tasks.PickReroll)),
    ("The row keeps its order unless an ability reorders it.", lambda at: not isinstance(at.task, tasks.PickOrder)),
    # choices
    ("(.*) was chosen already; another <hero> is meant.", lambda at, _: at.action.card in at.task.chosen),
    ("(.*) is no <hero>.", lambda at, _: at.action.card not in at.book.hero),
    ("(.*) is no <villain>.", lambda at, _: at.action.card not in at.book.villain),
    ("(.*) is on another Team, out of reach.", lambda at, _: at.action.card in at.in_rows() - set(at.row())),
    ("(.*) heals the <heroes> beside it alone.", lambda at, _: at.action.card == at.task.source),
    ("(.*) is not beside (.*) in the row.", lambda at, card, source: abs(
        at.run.own(at.action.card) - at.run.own(at.task.source)) != 1 or at.action.card not in at.row()),
    ("(.*) is not <a hero> that this effect can reach.", lambda at, _: at.action not in flow.legal(at.run)),
    ("(.*) is no damaged <hero> of (.*).", lambda at, _, team: not any(
        one.card == at.action.card and one.damage for one in at.s.teams[at.task.team].row)
        and at.team(team) == at.s.teams[at.task.team].card),
    ("(.*) is (?:operational|corrupted) and stays so.", lambda at, _: at.action.card in at.s.fallen),
    ("(.*) cannot be chosen here; what can be is (.*).", lambda at, _, known: sorted(
        name_of(at.book, card) for card in at.task.among) == sorted(re.split(", | and ", known))),
    ("(.*) is not at (.*).", lambda at, name, place: not any(
        spot and spot.card in at.ids(name) for n, spot in _located(at) if say_place(at.book, n) == place)),
    ("(.*) is no <hero> of that Team that can take this Damage.", lambda at, _: at.action not in flow.legal(at.run)),
    ("(.*) is not in the pool.", lambda at, die: not at.shows(die) or at.s.rolls > 0),
    ("(.*) is full and takes no counter.", lambda at, _: _damage(at, at.action.to) == at.book.capacity[at.action.to]),
    ("A counter cannot move from (.*) to (.*).", lambda at, *_: at.action not in flow.legal(at.run)),
    ("(.*) is not (a <villain>|a <hero>|an <villain>|an <hero>); (?:.*) is what changes place there.",
        lambda at, name, kind: not set(at.ids(name)) & set(
            at.book.villain if kind == with_article(at.book.spec.words.villain) else at.book.hero)),
    ("(.*) is not at (.*); the first card has to be there.", lambda at, name, _: not at.here(at.action.here)
        and name == say_card(at.book, at.action.here)),
    ("(.*) is at (.*); the second card comes from elsewhere.", lambda at, name, _: at.here(at.action.elsewhere)
        and name == say_card(at.book, at.action.elsewhere)),
    ("(.*) has its place already.", lambda at, _: at.action.card in at.task.chosen),
    ("(.*) is not in your row.", lambda at, _: at.action.card not in at.row()),
    ("The die can be (.*), not (.*).", lambda at, colours, one: one not in colours.split(" or ")
        and colours.split(" or ") == list(at.task.colours)),
    ("At most (\\d+) dice are rerolled.", lambda at, n: len(at.task.chosen) >= int(n) == at.task.n),
    ("(.*) is to be rerolled already, as often as it shows.", lambda at, _: at.task.chosen.count(
        at.book.code[at.action.die]) == at.s.shown.count(at.book.code[at.action.die])),
    ("(.*) is not among the dice of this roll.", lambda at, die: at.action.die not in at.run.names(at.s.shown)),
    ("(.*) does not show (.*).", lambda at, die, symbol: not say_face(at.book, at.action.die).endswith(symbol)),
    ("(.*) can be turned to (.*).", lambda at, _, faces: sorted(re.split(", | and ", faces)) == sorted(
        {say_face(at.book, at.book.die_name[code]) for code in at.book.faces[at.book.colour_index[
            at.action.die.partition(":")[0]]]} - {say_face(at.book, at.action.die)})),
    ("(.*) is no <villain> that still has to act here.", lambda at, _: at.action.card not in at.task.cards),
    ("Effects against you cannot be declined.", lambda at: do.Done() not in flow.legal(at.run)),
    ("The reward of a battle cannot be declined.", lambda at: at.task.source in at.book.battle),
)  # fmt: skip


def _located(at: At) -> Iterator[tuple[int, st.Spot | None]]:
    n = at.book.spec.places
    yield from ((place // n, spot) for place, spot in enumerate(at.s.places))
    yield from enumerate(at.s.battles)


def _damage(at: At, card: str) -> int:
    members = [member for team in at.s.teams for member in team.row]
    return next(one.damage for one in (*members, *(spot for _, spot in _located(at) if spot)) if one.card == card)


def _lying_sets(at: At) -> int:
    spot = next(spot for _, spot in _located(at) if spot and spot.card == at.action.card)
    return at.run.sets(spot.card, spot.dice)


def _kinds(book: Book) -> set[type]:
    """The kinds of action that a title has, by what its rules cite."""
    cite = book.spec.cite
    has = {
        do.RemoveDie: book.side, do.GiveToken: book.side, do.MoveParked: book.any_die, do.TakeAid: cite.aid,
        do.Redeploy: book.boss, do.TakeStarter: cite.starter, do.ShiftDamage: cite.reward_moved,
        do.SwapCards: cite.swap,
    }  # fmt: skip
    return {type(action) for action in everything(book)} - {kind for kind, there in has.items() if not there}


def reading(book: Book) -> list[tuple[re.Pattern[str], Check]]:
    """The sentences in the words of a title."""
    words = book.spec.words
    said = {
        "step": words.step, "Step": words.step.capitalize(), "hero": words.hero, "villain": words.villain,
        "heroes": plural(words.hero), "villains": plural(words.villain), "a hero": with_article(words.hero),
        "a villain": with_article(words.villain), "deck": words.deck,
        "location": words.location, "locations": plural(words.location), "carriers": plural(words.carrier),
        "discard": words.discard, "discarded": words.discarded, "team card": words.team_card,
    }  # fmt: skip
    found = []
    for text, check in SENTENCES:
        full = re.sub(r"\.$", r"\\.", text)
        for key, word in said.items():
            full = full.replace(f"<{key}>", word)
        found.append((re.compile(full), check))
    return found


def untrue(known: list[tuple[re.Pattern[str], Check]], at: At, why: str) -> str:
    """What is wrong with a sentence, or "": nobody knows it, or none of its readings is so."""
    fits = [(check, match.groups()) for pattern, check in known if (match := pattern.fullmatch(why))]
    if not fits:
        return "no line says when this is true"
    return "" if any(check(at, *groups) for check, groups in fits) else "not so"


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_every_sentence_of_a_refusal_is_true_of_the_table(title: str) -> None:
    book = rising(title).book
    known = reading(book)
    seen: Counter[str] = Counter()
    for seed in range(2):
        for state, action, refusal in refusals(title, seed, 400):
            at = At(state, book, action)
            wrong = untrue(known, at, refusal.why)
            assert not wrong, f"{wrong}: {refusal.why} ({action} while {state.agenda[-1]})"
            seen[type(action).__name__] += 1
    assert len(seen) >= 20


def told(s: Scene, text: str) -> tuple[str, str]:
    refusal = s.refusal(text)
    assert refusal is not None, text
    return refusal.rule, refusal.why


@pytest.mark.rule("FNR-910", "FNR-431", "DER-523", "DSR-524")
def test_a_change_or_a_reroll_after_an_assignment_is_refused_by_the_rule_about_when_it_comes() -> None:
    s = Scene("toph", "aang").row("toph", "toph", "sokka").at(1, "haru").step_3("toph", shown="green E E")
    s.do("green E > haru").refused("use toph", "FNR-910").refused("use sokka", "FNR-431")
    d = DeathScene().row("hogwarts", "severus-snape").at(1, "curse-breaker").step_3("hogwarts", shown="red B, blue K")
    d.do("red B > curse-breaker").refused("use severus-snape", "DER-523")
    d = DarkScene().row("tatooine", "sabine-wren").at(1, "at-act").step_3("tatooine", shown="red T T")
    d.do("red T > at-act").refused("use sabine-wren", "DSR-524")


@pytest.mark.rule("FNR-913", "FNR-109")
def test_who_is_not_beside_iroh_is_refused_by_the_rule_about_neighbours() -> None:
    s = Scene("toph", "aang").row("toph", "iroh", "toph 1", "haru 1").at(1, "yue 1").step_3("toph").do("use iroh")
    assert s.legal() == ["choose toph", "done"]
    assert told(s, "choose haru") == ("FNR-913", "Haru is not beside Iroh in the row.")
    assert told(s, "choose yue") == ("FNR-913", "Yue is not beside Iroh in the row.")
    assert told(s, "choose iroh") == ("FNR-913", "Iroh heals the Heroes beside it alone.")


@pytest.mark.rule("FNR-430", "FNR-306")
def test_a_swap_names_what_is_of_the_wrong_kind_or_in_the_wrong_place() -> None:
    s = Scene("aang", "katara").row("aang", "appa", "aang").at(1, "june", "haru").at(2, "yue", "mai")
    s.step_3("aang", shown="yellow A").do("use appa")
    assert told(s, "swap june with yue") == ("FNR-430", "June is not a Hero; a Hero is what changes place there.")
    assert told(s, "swap haru with mai") == ("FNR-430", "Mai is not a Hero; a Hero is what changes place there.")
    assert told(s, "swap aang with yue") == ("FNR-306", "Aang lies at no location.")
    assert told(s, "swap yue with haru") == ("FNR-306", "Yue is not at location 1; the first card has to be there.")
    s.do("done", "yellow A > team-aang").refused("swap haru with yue", "FNR-430")


@pytest.mark.rule("FNR-106", "FNR-503")
def test_a_covered_hero_joins_at_an_end_and_nobody_says_that_symbols_are_missing() -> None:
    s = Scene("toph", "aang").row("toph", "toph").at(1, "haru", "arnook", "june").step_3("toph", shown="green E E")
    s.do("green E > haru", "green E > haru", "stop")
    refusal = s.game.check(s.state, do.Join(CardId("haru"), "middle"))  # type: ignore[arg-type]  # no such end
    assert refusal is not None
    assert (refusal.rule, refusal.why) == ("FNR-106", "Haru joins at the left or the right end of the row.")
    assert told(s, "join arnook left") == ("FNR-503", "Arnook does not have all its symbols.")
    assert told(s, "join toph left") == ("FNR-503", "Toph lies at no location.")
    assert told(s, "join june left") == ("FNR-503", "June is not a Hero; only Heroes join.")
