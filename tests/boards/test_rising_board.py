"""The board of the Rising titles: every position can be drawn, every action reached, nothing said by colour alone."""

import random
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Hint, Look, Pick, Try
from rising_tutor.boards.rising import text
from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.game import Refusal
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.games.rising import actions as do

GAME = load_game("fire")
BOARD = board_for(GAME)
VOID = {"br", "input", "circle", "path", "rect"}


def positions(
    seed: int, n: int, options: dict[str, str], seats: int = 2, title: str = "fire"
) -> list[tuple[Any, tuple[Any, ...]]]:
    """States with their actions along a random game."""
    game = load_game(title)
    state, rng, drawn, found = game.start(seats, options), random.Random(seed), 0, []
    for _ in range(n):
        node = game.node(state)
        match node:
            case Terminal():
                found.append((state, ()))
                break
            case Chance(outcomes):
                state = game.resolve(state, ChanceStreams(game, seed).draw(state, outcomes, drawn)).state
                drawn += 1
            case Decision(_, actions):
                found.append((state, actions))
                calm = [a for a in actions if not isinstance(a, do.Stop)]
                state = game.act(state, rng.choice(calm or actions)).state
    return found


GAMES = [
    ("fire", 1, {}, 2),
    ("fire", 2, {"difficulty": "hard", "villain_order": "chosen"}, 3),
    ("fire", 3, {"teams": "aang,sokka"}, 1),
    ("death", 1, {"villain_order": "chosen", "token_window_end_turn": "true"}, 3),
    ("dark", 1, {"villain_order": "chosen", "head_start": "1"}, 4),
]
FOREIGN = re.compile(
    r"Ozai|\bRuin\b|Balance|Final Battle|Pai Sho|Black Sun|Fire Nation|Location [1-9]|Avatar|\bHero(es)?\b|Villain"
)
"""Words of Fire Nation Rising that the other titles have no use for."""


class Outline(HTMLParser):
    """Elements that are opened and closed, ids, controls with their words, and what should be spoken and has no words.

    Cells of the board, pictures and buttons are spoken.
    """

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.does: list[tuple[str, str]] = []
        self.mute: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if "data-do" in given:
            self.does.append((str(given["data-do"]), str(given.get("data-arg") or "")))
        reached = given.get("role") == "gridcell" and "tabindex" in given
        if (reached or given.get("role") == "img") and not given.get("aria-label"):
            self.mute.append(f"{tag} {given}")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def outline(html: str) -> Outline:
    parser = Outline()
    parser.feed(html)
    assert not parser.open
    return parser


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@pytest.mark.parametrize(("title", "seed", "options", "seats"), GAMES)
def test_every_position_is_drawn_well_and_small(title: str, seed: int, options: dict[str, str], seats: int) -> None:
    game = load_game(title)
    board = board_for(game)
    for at, (state, actions) in enumerate(positions(seed, 220, options, seats, title)):
        view = game.view(state, None)
        for picked in ("", "die:0"):
            parts = board.parts(view, Look(at=at, actions=actions, picked=picked, help="goal"))
            whole = "".join(parts.values())
            assert len(whole) < 60_000
            found = outline(whole)
            assert len(found.ids) == len(set(found.ids))
            assert not found.mute
        assert board.title(view)
        step = game.book.spec.words.steps[int(view.step.removeprefix("turn.")[0]) - 1] if view.turn else ""
        assert f": {step}. " in board.summary(view) or not view.turn or view.result
        assert text(view, game) == board.text(view)
        assert text(view) == board.text(view) or not view.teams[0].card


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@pytest.mark.parametrize("title", ["death", "dark"])
@pytest.mark.parametrize("seed", range(4))
def test_a_sister_title_speaks_its_own_words(title: str, seed: int) -> None:
    """In every decision of ten random games, as HTML and as text."""
    game = load_game(title)
    board = board_for(game)
    for at, (state, actions) in enumerate(positions(seed, 600, {}, 2 + seed % 3, title)):
        view = game.view(state, None)
        look = Look(at=at, actions=actions, help=("rule", "goal", "move")[at % 3], picked="die:0" if at % 2 else "")
        said = [*board.parts(view, look).values(), board.title(view), board.summary(view), board.text(view)]
        said += [board.word(view, action) for action in actions]
        found = FOREIGN.search(" ".join(re.sub(r'(class|href|data-[a-z]+|id)="[^"]*"', "", one) for one in said))
        assert found is None, found


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@pytest.mark.parametrize(("title", "seed", "options", "seats"), GAMES)
def test_every_legal_action_can_be_reached(title: str, seed: int, options: dict[str, str], seats: int) -> None:
    """By a button now, or after taking something up; Roll and Stop have controls of their own."""
    game = load_game(title)
    board = board_for(game)
    for at, (state, actions) in enumerate(positions(seed, 150, options, seats, title)):
        view = game.view(state, None)
        ways = ["", *(f"die:{n}" for n in range(len(view.roll.shown))), *(f"wait:{c}" for c in set(view.roll.waiting))]
        ways += [f"token:{team.card}:{token}" for team in view.teams for token, _ in team.tokens]
        reached: set[Any] = set()
        for picked in ways:
            look = Look(at=at, actions=actions, picked=picked)
            for what, arg in outline(board.parts(view, look)["dock"]).does:
                if what == "act":
                    reached.add(actions[int(arg)])
                elif what in ("roll", "stop", "discard"):
                    name = {"roll": "Roll", "stop": "Stop", "discard": "DiscardDie"}[what]
                    meaning = board.control(view, look, name)
                    if isinstance(meaning, Try):
                        reached.add(meaning.action)
        assert set(actions) <= reached, set(actions) - reached


def window(**changes: Any) -> tuple[Any, tuple[Any, ...], Any]:
    """A position with dice on show."""
    for state, actions in positions(4, 200, {}):
        view = GAME.view(state, None)
        places = [a for a in actions if isinstance(a, do.PlaceDie)]
        if len(view.roll.shown) > 2 and places:
            return state, actions, view
    raise AssertionError("no roll in this game")


def test_a_die_then_a_card() -> None:
    _, actions, view = window()
    place = next(a for a in actions if isinstance(a, do.PlaceDie))
    at = view.roll.shown.index(place.die)
    assert BOARD.gesture(view, Look(actions=actions), f"die:{at}") == Pick(f"die:{at}")
    held = Look(actions=actions, picked=f"die:{at}")
    assert BOARD.gesture(view, held, f"card:{place.on}") == Try(place)
    assert BOARD.gesture(view, held, f"die:{at}") == Pick("")


def test_a_card_then_a_die() -> None:
    _, actions, view = window()
    place = next(a for a in actions if isinstance(a, do.PlaceDie))
    assert BOARD.gesture(view, Look(actions=actions), f"card:{place.on}") == Pick(f"card:{place.on}")
    held = Look(actions=actions, picked=f"card:{place.on}")
    assert BOARD.gesture(view, held, f"die:{view.roll.shown.index(place.die)}") == Try(place)


def test_what_fits_is_marked_with_a_word() -> None:
    _, actions, view = window()
    place = next(a for a in actions if isinstance(a, do.PlaceDie) and a.on != do.BALANCE)
    html = BOARD.parts(view, Look(actions=actions, picked=f"die:{view.roll.shown.index(place.die)}"))["table"]
    cell = re.search(rf'<div class="rt-card[^>]*data-key="card:{place.on}"[^>]*>', html)
    assert cell
    assert "is-legal" in cell[0]
    assert re.search(r'aria-label="[^"]*, fits"', cell[0])


def test_a_refusal_shows_what_is_needed_the_rule_and_the_nearest() -> None:
    state, actions, view = window()
    die = view.roll.shown[0]
    card = next(spot.card for at, spot in enumerate(view.places) if spot is not None and at // 3 != view.location)
    tried = do.PlaceDie(die, card)
    refused = GAME.check(state, tried)
    assert isinstance(refused, Refusal)
    html = BOARD.parts(view, Look(actions=actions, refusal=refused, attempt=tried))["dock"]
    assert 'role="alert"' in html
    assert refused.rule in html
    assert BOARD.word(view, tried).split(" on ")[1] in html
    assert "the die shows" in html
    if refused.nearest in actions:
        assert "Nearest:" in html


def test_presses_on_what_is_not_there_mean_nothing() -> None:
    _, actions, view = window()
    look = Look(actions=actions)
    for place in ("", "die:99", "die:x", "nowhere:1", "loc:x", "join:left"):
        assert isinstance(BOARD.gesture(view, look, place), Hint)


def test_without_a_player_there_are_no_controls() -> None:
    _, _, view = window()
    html = "".join(BOARD.parts(view, Look(live=False)).values())
    assert {what for what, _ in outline(html).does} <= {"rule", "help", "unfold", "none", "discard", "stop", "roll"}


def test_hostile_names_stay_text() -> None:
    _, actions, view = window()
    html = "".join(BOARD.parts(view, Look(actions=actions, names=("<img src=x onerror=alert(1)>", "b"))).values())
    assert "<img" not in html
    assert "&lt;img" in html


def test_every_card_shows_where_it_comes_from() -> None:
    _, actions, view = window()
    html = BOARD.parts(view, Look(actions=actions))["table"]
    cards = len([spot for spot in view.places if spot is not None]) + 1 + len(view.teams[view.active].row)
    assert html.count("rt-origin") == cards
    assert "It is not the content of the published game" in html


def test_the_text_names_places_without_colour() -> None:
    _, _, view = window()
    drawn = text(view)
    for words in ("Location 1", "Ozai faces here", "the active Team is here", "Roll 1", "Decks: Character"):
        assert words in drawn
