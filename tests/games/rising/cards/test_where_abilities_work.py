"""An ability works in the row of the acting Team and nowhere else: elsewhere a Hero is its cost and its capacity.

Every Hero of every title is laid where it can lie outside that row, beside a twin from another box: the same card with
an ability that nothing sets off. The turn from the dice to Aid has to be the same for both, choice by choice.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from rising_tutor.core.ids import CardId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.cards.vocabulary import Ability, DrawTokens
from rising_tutor.games.rising.greedy.plans import Planner
from rising_tutor.games.rising.greedy.policy import Sight
from rising_tutor.games.rising.greedy.worth import Weights
from rising_tutor.games.rising.refusals import reasons
from rising_tutor.games.rising.rules import chance, flow
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.context import Run
from tests.testkit.scene import DarkScene, DeathScene, Scene

SCENES = pytest.mark.parametrize("kind", [Scene, DeathScene, DarkScene], ids=["fire", "death", "dark"])
PLACES = ("alone", "here", "elsewhere", "row of another", "out", "deck")
QUIET = Ability("on_damage", DrawTokens(1))
"""Nothing of a turn after step 2 sets it off."""


def with_twin(book: Book, card: str) -> Book:
    """The same box, but the ability of this Hero is one that rests."""
    heroes = tuple(
        msgspec.structs.replace(hero, ability=QUIET) if hero.id == card else hero for hero in book.content.hero
    )
    return Book(book.spec, msgspec.structs.replace(book.content, hero=heroes), book.title)


def laid(kind: type[Scene], card: str, place: str, rng: Random) -> st.State:
    """Step 3 of the first Team with a roll on show, tokens of all kinds, and the card at this place."""
    options = {"balance_side": rng.choice(("easy-2", "easy-3", "medium-3"))} if kind is Scene else {}
    s = kind(**options)
    me, you = s.usual_teams
    heroes = [one for one in s.book.hero_ids if one != card]
    rng.shuffle(heroes)
    rows = {me: heroes[:2], you: heroes[2:4] + ([card] if place == "row of another" else [])}
    villains = rng.sample(s.book.villain_ids, 3)
    board = [[villain, *heroes[4 + 2 * at : 6 + 2 * at]] for at, villain in enumerate(villains)]
    if place in ("here", "elsewhere"):
        board[place == "elsewhere"][1] = CardId(card)
    if place == "alone":
        board[0] = [CardId(card)]
        rows[me] = [one for one in heroes if s.book.hero[one].ability.when != "paid"][-1:]
        s.set(no_balance=True)
    if place == "out":
        s.set(defeated=(CardId(card),))
    for at, (team, row) in enumerate(rows.items()):
        s.row(team, *row).tokens(team, *s.book.token_ids[at::2])
    for at, cards in enumerate(board, 1):
        s.at(at, *cards)
    if s.book.boss:
        s.boss(above=5)
    dice = [s.book.die_name[rng.choice(faces)].replace(":", " ") for faces in s.book.faces]
    dice = dice[: rng.randint(1, 4)]
    if s.book.side:
        s.set(balance=rng.randrange(4))
    return s.step_3(me, shown=", ".join(dice)).state


def tried(book: Book, card: CardId, state: st.State) -> Iterator[do.RisingAction]:
    """Actions that name the card, most of them not legal."""
    yield from (do.PlaceDie(book.die_name[code], card) for code in dict.fromkeys(state.shown))
    yield from (do.UseToken(team.card, token, card) for team in state.teams for token in book.token_ids)
    yield from (do.UseAbility(card), do.React(card), do.Choose(card), do.Join(card, "left"))


def step(state: st.State, book: Book, move: Any, *, drawn: bool) -> st.State:
    run = Run(st.lay_out(state), book)
    (flow.happen if drawn else flow.take)(run, move)
    return st.take_up(run.t)


def settled(state: st.State, book: Book) -> st.State:
    run = Run(st.lay_out(state), book)
    flow.settle(run)
    return st.take_up(run.t)


def same_turn(book: Book, twin: Book, card: CardId, state: st.State, rng: Random) -> int:
    """Plays on to the end of step 4 with both boxes; the number of choices on the way."""
    choices = 0
    noted, other = (settled(state, box) for box in (book, twin))
    assert noted == other
    state = noted
    while state.agenda and not state.step.startswith("turn.5") and state.turn == 1:
        run, beside = (Run(st.lay_out(state), box) for box in (book, twin))
        outcomes = chance.outcomes.table.get(type(state.agenda[-1]))
        if outcomes is not None:
            move = outcomes(run, state.agenda[-1]).sample(rng)
        else:
            choices += 1
            legal = flow.legal(run)
            assert legal == flow.legal(beside), state
            for action in tried(book, card, state):
                if action not in legal:
                    assert reasons.explain(run, action, legal) == reasons.explain(beside, action, legal), state
            named = [action for action in legal if getattr(action, "on", None) == card]
            move = rng.choice(named if named and rng.random() < 0.6 else legal)
        if isinstance(move, do.Join) and move.card == card:
            break  # from now on it lies in the row
        after = step(state, book, move, drawn=outcomes is not None)
        assert after == step(state, twin, move, drawn=outcomes is not None), (state, move)
        state = after
        if any(member.card == card for member in state.teams[state.active].row):
            break
    return choices


@pytest.mark.sweep(one_in=7)
@pytest.mark.slow
@pytest.mark.rule("FNR-421", "DER-714", "DSR-711")
@pytest.mark.parametrize("place", PLACES)
@SCENES
def test_outside_the_row_of_the_acting_team_an_ability_is_as_if_it_were_not_there(
    kind: type[Scene], place: str
) -> None:
    book = kind().book
    choices = 0
    for card in book.hero_ids:
        twin = with_twin(book, card)
        for seed in range(2):
            rng = Random(f"{card} {seed}")
            choices += same_turn(book, twin, card, laid(kind, card, place, rng), rng)
    assert choices > 5 * len(book.hero_ids)


@pytest.mark.rule("FNR-1109", "FNR-1110", "FNR-412")
def test_symbol_tokens_lie_on_the_mechanist_before_he_is_recruited_and_other_dice_do_not() -> None:
    s = Scene("toph", "aang").row("toph", "toph").at(1, "the-mechanist", "arnook", "june").at(2, "kyoshi")
    s.tokens("toph", "extra-water", "extra-fire").step_3("toph", shown="green E E F")
    s.refused("green F > the-mechanist", "FNR-412").refused("token extra-fire > the-mechanist", "FNR-412")
    s.do("green E > the-mechanist", "token extra-water > the-mechanist", "stop", "join the-mechanist right")
    assert s.cards("toph") == ("toph", "the-mechanist")


@pytest.mark.rule("FNR-517", "FNR-519")
@pytest.mark.parametrize(("place", "aid"), [("location", True), ("row of another", True), ("row", False)])
def test_only_in_the_own_row_any_die_would_have_completed_the_mechanist(place: str, *, aid: bool) -> None:
    s = Scene("zuko", "aang", balance_side="easy-2").set(balance=1).row("zuko", "zuko")
    s.at(1, *(("the-mechanist", "pakku", "bumi") if place == "location" else ("yue", "pakku", "bumi")))
    if place != "location":
        s.row("zuko" if place == "row" else "aang", "gyatso", "the-mechanist")
    s.step_3("zuko", waiting="red red red red").do("roll").chance("rolled red F F F A").do("discard red F", "stop")
    assert (s.legal() == ["aid", "done"]) is aid


@pytest.mark.rule("FNR-603")
@pytest.mark.parametrize(("own", "kept"), [(False, None), (True, "green E > the-mechanist")])
def test_greedy_keeps_a_die_on_the_mechanist_of_its_own_row_alone(*, own: bool, kept: str | None) -> None:
    s = Scene("toph", "aang").row("toph", "suki", "the-mechanist" if own else "yue")
    s.at(1, "gyatso" if own else "the-mechanist", "june", "azula").step_3("toph", shown="green E")
    assert "green E > the-mechanist" in s.legal()
    turn = Sight(s.book, Planner(s.book), s.view(0), Weights()).turn()
    action = turn._park(s.node().actions, s.book.code["green:E"])
    assert (action and s.game.write(s.state, action)) == kept
