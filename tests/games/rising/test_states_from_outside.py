"""States that come from a file: whatever stands in it is refused in our words, or can be played on."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest

from rising_tutor.core.game import OLDER
from rising_tutor.core.ids import GameId
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadPosition
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.rules.check_agenda import _FIELDS
from rising_tutor.lessons.lesson_file import load_course
from tests.testkit.hostile_states import variants
from tests.testkit.scene import rising
from tests.testkit.settings import RISING, SETTINGS

EACH_TITLE = pytest.mark.parametrize("title", RISING)
KINDS = 10
"""So many states of a title, of different kinds."""
TRIED = 200
"""So many things are changed in each of them."""


@cache
def played(title: str) -> tuple[Any, ...]:
    """A state of each kind of node that a few random games come to."""
    game, found = rising(title), {}
    for seed, (seats, options) in enumerate(SETTINGS[title][:4]):
        rng, state = Random(seed), game.start(seats, options)
        while True:
            node = game.node(state)
            found.setdefault(type(state.agenda[-1]) if state.agenda else Terminal, state)
            if isinstance(node, Terminal):
                break
            state = game.after(
                state, node.outcomes.sample(rng) if isinstance(node, Chance) else rng.choice(node.actions)
            )
    return tuple(found.values())


@pytest.mark.parametrize(
    ("title", "options"), [("dark-side-rising", {"teams": "random"}), ("fire-nation-rising", {OLDER: "1"})]
)
def test_a_game_with_options_that_no_form_offers_is_saved_and_loaded(title: str, options: dict[str, str]) -> None:
    game, rng = load_game(title), Random(title)
    state = game.start(2, options)
    while not isinstance(node := game.node(state), Terminal):
        assert game.load(game.dump(state)) == state
        if isinstance(node, Chance):
            state = game.resolve(state, node.outcomes.sample(rng)).state
        else:
            state = game.act(state, rng.choice(node.actions)).state


def play_a_little(game: RisingGame, state: Any, rng: Random) -> None:
    """Everything that a page asks of a position, and a few moves."""
    for _ in range(8):
        node = game.node(state)
        game.view(state, None)
        assert game.where(state)
        match node:
            case Terminal():
                return
            case Chance(outcomes):
                state = game.resolve(state, outcomes.sample(rng)).state
            case Decision(_, actions):
                assert actions
                action = rng.choice(actions)
                assert game.read(state, game.write(state, action)) == action
                state = game.act(state, action).state


@pytest.mark.slow
@EACH_TITLE
def test_a_changed_state_is_refused_or_can_be_played_on(title: str) -> None:
    game, rng = rising(title), Random(title)
    book = game.book
    names = (book.hero_ids[0], book.hero_ids[-1], book.villain_ids[0], *[*book.team][:1], book.token_ids[0])
    refused = went_on = 0
    for state in rng.sample(played(title), KINDS):
        changed = list(variants(game.dump(state), names))
        for variant in rng.sample(changed, TRIED):
            what, data = variant()
            try:
                found = game.load(data)
            except BadPosition:
                refused += 1
                continue
            went_on += 1
            try:
                play_a_little(game, found, rng)
            except Exception as fault:
                fault.add_note(f"{title}: {what}")
                raise
    assert refused > went_on > 0


@EACH_TITLE
def test_every_state_of_play_is_taken_back_as_it_is(title: str) -> None:
    game = rising(title)
    for state in played(title):
        assert game.load(game.dump(state)) == state


@EACH_TITLE
def test_every_position_of_a_course_is_taken_back_as_it_is(title: str) -> None:
    game, course = rising(title), load_course(GameId(title))
    for lesson in (*course.lessons, *course.scenarios):
        for step in range(len(lesson.step)):
            words = lesson.position_of(step)
            if words is not None:
                state = game.set_up(words)
                assert game.load(game.dump(state)) == state, f"{lesson.id}, step {step + 1}"


def test_every_field_of_every_task_is_looked_at() -> None:
    kinds = tasks.AnyTask.__args__  # type: ignore[attr-defined]
    assert {name for kind in kinds for name in kind.__struct_fields__} == set(_FIELDS)


@pytest.mark.parametrize(
    ("path", "field", "value"),
    [
        ("unrolled", "unrolled", "[9007199254740992,0,0,0]"),
        ("stock", "stock", "[9007199254740992,0,0,0]"),
        ("supply", "supply", "[9007199254740992,0,0,0,0,0,0,0,0,0,0]"),
        ("location", "location", "7"),
        ("duty", "duty", "9"),
        ("villains_in_deck", "villains_in_deck", "9007199254740992"),
        ("turn", "turn", "9007199254740992"),
        ("shown", "shown", "[0,99]"),
        ("used", "used", '["nobody"]'),
    ],
)
def test_a_count_beyond_the_box_is_refused_by_its_name(path: str, field: str, value: str) -> None:
    game = rising("fire-nation-rising")
    state = game.set_up({"teams": ["toph", "aang"], "at": {"1": ["tyro"]}, "shown": "blue W, green E"})
    data = json.dumps({**json.loads(game.dump(state)), field: json.loads(value)}).encode()
    with pytest.raises(BadPosition, match=f"^{path}"):
        game.load(data)


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff", b'{"options":' + b"[" * 100_000])
def test_what_is_no_state_is_refused(data: bytes) -> None:
    with pytest.raises(BadPosition, match="state"):
        rising("fire-nation-rising").load(data)


def test_an_effect_within_effects_without_end_is_refused() -> None:
    game = rising("fire-nation-rising")
    deep = b'{"do":"in_order","effects":[' * 5000 + b"]}" * 5000
    task = b'"agenda":[{"task":"apply","effect":' + deep + b',"source":"tyro"},'
    data = game.dump(game.set_up({"teams": ["toph", "aang"], "shown": "blue W"}))
    with pytest.raises(BadPosition):
        game.load(data.replace(b'"agenda":[', task))
