"""The table of the Avatar card game as HTML: what is shown, what is said of choices, what nobody may see."""

import re
from html import unescape
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Look, Try
from rising_tutor.boards.quickstrike import ways
from rising_tutor.boards.quickstrike.coach import next_flip
from rising_tutor.boards.quickstrike.exchange import blows
from rising_tutor.boards.quickstrike.scene import Scene as Picture
from rising_tutor.boards.remembered import remembered
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.session import GameSession
from rising_tutor.decks.slots import mask
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike import tasks
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import stops, values
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.controller import TableController
from tests.testkit.quickstrike import GAME, Scene, Side

BOARD: Any = board_for(GAME)
SEEDS = range(6)
ME_SEAT = Seat(0)


def words(html: str) -> str:
    """What a reader sees."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html))).strip()


def look_of(state: Any, **facts: Any) -> Look:
    node = GAME.node(state)
    return Look(actions=node.actions if isinstance(node, Decision) else (), **facts)


def picture(state: Any, viewer: Any = ME_SEAT, **facts: Any) -> Picture:
    return Picture(GAME, GAME.view(state, viewer), look_of(state, **facts))


def parts(s: Scene, viewer: Any = ME_SEAT, **facts: Any) -> dict[str, str]:
    return dict(BOARD.parts(GAME.view(s.state, viewer), look_of(s.state, **facts)))


def played(seed: int, programs: tuple[str, str] = ("greedy", "greedy")) -> GameSession:
    """A whole game between programs."""
    session = GameSession(GAME, 2, {}, seed=str(seed), programs={Seat(n): one for n, one in enumerate(programs)})
    session.settle()
    while session.play_program() is not None:
        pass
    assert session.over
    return session


@pytest.fixture(scope="module")
def games() -> list[GameSession]:
    return [played(seed, ("greedy", "random" if seed % 2 else "greedy")) for seed in SEEDS]


def decisions(games: list[GameSession]) -> list[Any]:
    """Positions of these games in which a seat chooses."""
    return [made for game in games for made in game.made if not made.chance]


# What is drawn --------------------------------------------------------------------------------------------------------

ME = Side(deck="pummel", advantages="open-hand-form", allies={"green": "momo"}, charged="green yellow", points=1)
FOE = Side(flips={"yellow": "skewer"}, energies=(4, 0, 9), points=2, discard="skewer pummel")


def test_a_zone_says_what_lies_in_it_and_what_happens_there() -> None:
    table = parts(Scene(ME, FOE, attack="yellow"))["table"]
    for label in (
        "Your green zone, 3 energies, charged, force 6 here",
        "Your red zone, 3 energies, not charged",
        "yellow zone, 0 energies, not charged, attacks",
        "Your discard pile, 4 cards, Skewer on top, upright: the zone is not charged",
        "Your deck, 8 cards, sideways: the zone is charged",
        "1 of 3 points",
        "2 of 3 points",
        "9 red energies",
    ):
        assert label in table, label
    assert "Open-Hand Form" in words(table)


def test_the_flipped_card_has_its_values_its_cost_and_what_it_says() -> None:
    table = parts(Scene(ME, FOE, attack="yellow"))["table"]
    spoken = "Pummel, strike, no trait, cost 2 green, intercept 5 (printed 4), force 4"
    assert spoken in table
    assert "intercept 4 +1" in words(table)
    assert "Pay 1 green: this strike gets +1 intercept. Use this power only once." in words(table)


def test_a_zone_that_was_lost_is_told_from_the_one_that_is_attacked() -> None:
    s = Scene(Side(deck="skewer skewer"), Side(flips={"green": "canyon-crawler-clash"}), attack="green")
    table = parts(s.do("discard"))["table"]
    assert "Your green zone, 3 energies, not charged, lost" in table
    assert "Your yellow zone, 3 energies, not charged, force" in table


def test_the_note_says_where_the_facts_come_from() -> None:
    table = words(parts(Scene(ME, FOE, attack="yellow"))["table"])
    assert "public facts, read from photographs" in table
    assert "in our words" in table


def test_a_press_on_a_card_opens_all_that_it_says() -> None:
    s = Scene(ME, FOE, attack="yellow")
    opened = parts(s, open=("card:0",))["dock"]
    assert "Momo" in words(opened)
    assert "public facts" in words(opened)
    deck = words(parts(s, open=("deck:0",))["dock"])
    assert "8 cards" in deck


def test_every_open_card_of_every_position_can_be_opened(games: list[GameSession]) -> None:
    made = decisions(games)[::23]
    for one in made:
        table = BOARD.parts(GAME.view(one.state, one.seat), look_of(one.state))["table"]
        opened = set(re.findall(r'data-arg="((?:card|deck|discard):\d+)"', table))
        docks = BOARD.parts(GAME.view(one.state, one.seat), look_of(one.state, open=tuple(sorted(opened))))["dock"]
        assert len(re.findall(r'data-key="read:', docks)) == len(opened)


# Choices --------------------------------------------------------------------------------------------------------------


def test_every_legal_choice_is_a_button_and_no_other(games: list[GameSession]) -> None:
    for made in decisions(games)[::7]:
        look = look_of(made.state)
        dock = BOARD.parts(GAME.view(made.state, made.seat), look)["dock"]
        numbers = re.findall(r'data-do="act" data-arg="(\d+)"', dock)
        assert sorted(map(int, numbers)) == list(range(len(look.actions)))
        said = [BOARD.word(GAME.view(made.state, made.seat), action) for action in look.actions]
        assert len(set(said)) == len(said), said


def test_what_cannot_be_chosen_says_why_with_the_reason_of_the_rules(games: list[GameSession]) -> None:
    tried = 0
    for made in decisions(games)[::5]:
        view = GAME.view(made.state, made.seat)
        dock = BOARD.parts(view, look_of(made.state))["dock"]
        for place in re.findall(r'data-do="press" data-arg="([^"]*)"', dock):
            meaning = BOARD.gesture(view, look_of(made.state), unescape(place))
            assert isinstance(meaning, Try)
            refusal = GAME.check(made.state, meaning.action)
            assert refusal is not None
            assert refusal.why in words(dock)
            tried += 1
    assert tried > 10


def test_a_refusal_has_rule_values_and_the_nearest_choice() -> None:
    s = Scene(Side(deck="pummel"), Side(flips={"green": "canyon-crawler-clash"}), attack="green")
    action = do.CounterAttack((2, 0, 0))
    refused = GAME.check(s.state, action)
    dock = parts(s, refusal=refused, attempt=action)["dock"]
    said = words(dock)
    assert "Pummel does not stop force 6" in said
    assert "needs intercept 6 has 4" in said
    assert "QS-502" in said
    assert "Nearest:" in said


def test_payment_is_shown_before_it_is_made() -> None:
    s = Scene(Side(deck="pummel", energies=(1, 2, 1)), Side(), attack="opening")
    dock = parts(s)["dock"]
    assert "costs 1 green and 1 yellow" in dock
    assert "1 yellow for a missing green" in words(dock)
    assert "you have 1 2 1" in words(dock)
    assert "after Counterattack 0 1 1" in words(dock)


def test_what_is_said_of_a_focused_or_discarded_card_is_what_happens(games: list[GameSession]) -> None:
    """Read from the game as it went on, not from the table that the board makes up."""
    said_of = 0
    for game in games:
        made = game.made
        for at, move in enumerate(made[:-1]):
            if not isinstance(move.move, (do.Discard, do.Focus)):
                continue
            said = ways.does(picture(move.state, move.seat), move.move)
            after = made[at + 1].state
            before = move.state
            seat = before.defender
            more = [len(after.mats[seat].energies[zone]) - len(before.mats[seat].energies[zone]) for zone in range(3)]
            assert ("+1" in said) == (1 in more), (said, more)
            scored = after.mats[1 - seat].points > before.mats[1 - seat].points
            assert ("of 3" in said) == scored
            if ", then " in f", {said}" and not scored:
                zone = ("green", "yellow", "red")[after.zone]
                assert said.endswith(zone), (said, zone)
                assert ("next flip" in said) == (after.zone == before.zone)
            said_of += 1
    assert said_of > 100


def test_what_is_said_of_a_played_card_is_what_happens(games: list[GameSession]) -> None:
    said_of = 0
    for game in games:
        made = game.made
        for at, move in enumerate(made):
            if not isinstance(move.move, do.Play):
                continue
            said = ways.does(picture(move.state, move.seat), move.move)
            turn, zone, seat = move.state.turn, move.state.zone, move.state.defender
            told = [event for one in made[at : at + 12] if one.state.turn == turn for event in one.events]
            cut = next((n for n, event in enumerate(told) if isinstance(event, (ev.Flipped, ev.TurnBegan))), len(told))
            charged = any(isinstance(event, ev.Charged) and event.zone == zone for event in told[:cut])
            forbidden = any(isinstance(event, ev.ChargeForbidden) for event in told[:cut])
            if "charges" in said:
                assert charged or forbidden, (said, told[:cut])
            joined = any(isinstance(event, ev.AllyPlayed) and event.seat == seat for event in told[:cut])
            assert ("joins" in said) == joined
            assert ("in place of" in said) == any(isinstance(event, ev.AllyReplaced) for event in told[:cut])
            said_of += 1
    assert said_of > 20


def test_what_is_said_of_a_power_is_the_intercept_after_it() -> None:
    s = Scene(Side(deck="pummel"), Side(flips={"green": "canyon-crawler-clash"}), attack="green")
    power = next(action for action in look_of(s.state).actions if isinstance(action, do.Power))
    said = ways.does(picture(s.state), power)
    assert said == "Pummel gets +1 intercept: 5 against 6, not enough"
    s.do("power")
    while isinstance(GAME.node(s.state), Chance):
        s.do(GAME.write(s.state, next(iter(GAME.node(s.state).outcomes))[0]))
    assert values(Run(s.state, GAME.book), 0, 0).intercept == 5  # type: ignore[arg-type]


def test_the_chance_of_the_next_flip_is_that_of_the_rules(games: list[GameSession]) -> None:
    counted = 0
    for game in games:
        made = game.made
        for at, move in enumerate(made[:-1]):
            after = made[at + 1].state
            drawn = isinstance(move.move, (do.Discard, do.Focus)) and isinstance(GAME.node(after), Chance)
            if not drawn or not isinstance(after.agenda[-1], tasks.FlipCard) or after.turn != move.state.turn:
                continue
            found = next_flip(picture(after, Seat(after.defender)))
            assert found is not None
            run = Run(after, GAME.book)  # type: ignore[arg-type]
            outcomes = GAME.node(after).outcomes
            good = sum(
                weight
                for outcome, weight in outcomes
                if (card := GAME.book.card[outcome.card]).type == "strike" and stops(run, card.intercept)
            )
            assert found[2] == pytest.approx(good / outcomes.total)
            counted += 1
    assert counted > 50


# The exchange ---------------------------------------------------------------------------------------------------------


def test_the_exchange_is_what_was_told_of_the_round(games: list[GameSession]) -> None:
    longest = 0
    for game in games:
        told: list[str] = []
        for made in game.made:
            if not isinstance(GAME.node(made.state), Terminal) and made.state.attack and not made.chance:
                moves = ((one.state, one.events) for one in game.made[: made.at])
                before = remembered(BOARD, GAME, moves, None)
                found = blows(picture(made.state, made.seat, before=before))
                assert [blow.name for blow in found] == told
                if found[-1].seat != made.state.defender:
                    assert found[-1].force == picture(made.state, made.seat).force
                for one, other in pairwise(found):
                    assert other.intercept is not None
                    assert other.intercept >= one.force, (one, other)
                longest = max(longest, len(found))
            for event in made.events:
                if isinstance(event, ev.OpeningSent):
                    told = ["Opening"]
                elif isinstance(event, ev.Countered):
                    told.append(Run(made.state, GAME.book).any_card(event.card).name)  # type: ignore[arg-type]
    assert longest > 6


def test_without_what_led_here_the_exchange_is_the_attack_alone() -> None:
    s = Scene(Side(deck="skewer"), Side(flips={"green": "canyon-crawler-clash"}), attack="green")
    said = words(parts(s)["table"])
    assert "Force 6 is coming" in said
    assert "3 does not stop 6" in said
    assert "3 missing" in said


# What nobody may see --------------------------------------------------------------------------------------------------


def private_look() -> list[Any]:
    """States that differ in one card alone, which seat 1 has seen on top of its deck and seat 2 has not."""
    s = Scene(Side(deck="skewer pummel fetch", unseen="downdraft"), Side(flips={"green": "skewer"}), attack="green")
    found = []
    for word in ("pummel", "knuckle-sandwich"):
        mat = s.state.mats[0]
        slot = replace(mat.deck.top[0], card=mat.kinds.index(GAME.book.find(word)), seen=mask(Seat(0)))
        # The other copy lies unseen, so that both have the same cards.
        other = "knuckle-sandwich" if word == "pummel" else "pummel"
        unseen = tuple(int(kind == GAME.book.find(other)) for kind in mat.kinds)
        deck = replace(mat.deck, top=(slot, *mat.deck.top[1:]))
        mats = (replace(mat, deck=deck, unseen=unseen, whole=mat.whole), s.state.mats[1])
        found.append(replace(s.state, mats=mats))
    return found


OPEN = ("deck:0", "deck:1", "discard:0", "discard:1", *(f"card:{n}" for n in range(32)))


def table_of(state: Any, viewer: Seat | None) -> str:
    """All that a page shows whoever has the screen, with every reader open."""
    session = GameSession(GAME, 2, {}, seed="x", start=state)
    controller = TableController(session, help_level="goal")
    session._screen = viewer
    for part in OPEN:
        controller.handle(Message("unfold", part))
    seen = BOARD.parts(GAME.view(state, viewer), Look(open=OPEN))
    return "".join(map(str, (*controller.parts().values(), *seen.values())))


def test_two_games_that_differ_in_one_hidden_card_are_one_page_to_whoever_has_not_seen_it() -> None:
    first, second = private_look()
    for viewer in (Seat(1), None):
        assert table_of(first, viewer) == table_of(second, viewer)
    own = [table_of(state, Seat(0)) for state in (first, second)]
    assert own[0] != own[1]
    assert "Known from the top: 1. Pummel" in own[0]


def test_a_curtain_lies_over_what_only_one_seat_knows() -> None:
    state, _ = private_look()
    session = GameSession(GAME, 2, {}, seed="x", start=state)
    assert session.curtain
    controller = TableController(session)
    controller.handle(Message("unfold", "deck:0"))
    assert "deck" in controller.parts()["dock"]
    assert "1. Pummel" not in "".join(map(str, controller.parts().values()))
    controller.handle(Message("take-screen"))
    assert "1. Pummel" in "".join(map(str, controller.parts().values()))


def test_a_table_is_drawn_for_every_position_and_for_every_viewer(games: list[GameSession]) -> None:
    rng = Random(5)
    for game in games:
        for made in rng.sample(game.made, 12):
            for viewer in (Seat(0), Seat(1), None):
                drawn = BOARD.parts(GAME.view(made.state, viewer), Look(live=False, id="w"))
                assert "Steps of the turn" in drawn["rail"]
                assert 'data-do="act"' not in "".join(drawn.values())


def test_what_a_card_asks_for_is_named_by_what_lies_there() -> None:
    me = Side(allies={"green": "momo", "red": "king-bumi"}, deck="snapped-off")
    s = Scene(me, Side(flips={"green": "skewer"}), attack="green")
    shown = picture(s.state)
    source = tasks.Source(1, GAME.book.find("skewer"), "strike", 0, 0)
    asked = {
        say.EliminateAlly("opponent", chooser="opponent"): {"1 green": "Momo, hungry lemur: your green"},
        say.Charge("any"): {"green": "Green zone"},
        say.EliminateEnergy("any"): {"yellow": "A yellow energy"},
    }
    for effect, options in asked.items():
        shown.task = tasks.Apply(effect, source)
        for option, said in options.items():
            assert ways.option_said(shown, option) == said
