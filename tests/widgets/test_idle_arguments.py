"""Every argument and trait of every widget has an effect or is refused."""

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ipywidgets
import pytest
import traitlets
from ipywidgets.widgets.widget import _instances

from rising_tutor import widgets
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadArgument, BadProblem
from rising_tutor.tutor.messages import Message

NO_EFFECT = "cannot be used"
MADE: dict[str, Callable[[], Any]] = {
    "Board": lambda: widgets.Board("worked-example.replay", at=21),
    "CardReader": lambda: widgets.CardReader("pummel", game="avatar"),
    "Chapter": lambda: widgets.Chapter("Roll and assign", game="fire"),
    "Explore": lambda: widgets.Explore(lambda n: f"{n}", n=range(3)),
    "Lesson": lambda: widgets.Lesson("first-hero"),
    "Mission": lambda: widgets.Mission("two-friends"),
    "Odds": lambda: widgets.Odds("2 green", need="W"),
    "Play": lambda: widgets.Play("fire"),
    "Plot": lambda: widgets.Plot("worked-example.replay"),
    "Replay": lambda: widgets.Replay("worked-example.replay"),
    "Review": lambda: widgets.Review("worked-example.replay"),
    "RuleReader": lambda: widgets.RuleReader("FNR-313"),
    "Scenario": lambda: widgets.Scenario("finish-june"),
    "Tree": lambda: widgets.Tree("worked-example.replay", depth=1, at=21),
    "Unit": lambda: widgets.Unit("one-die"),
}
ALWAYS = {
    "Board": "state at seat",
    "CardReader": "card game",
    "Chapter": "name game",
    "Explore": "function start values",
    "Lesson": "step text",
    "Mission": "step text",
    "Odds": "guess_first game deck",
    "Play": "game teams seats programs seed new options",
    "Plot": "replay chart at by",
    "Replay": "replay at",
    "Review": "replay at",
    "RuleReader": "rule game",
    "Scenario": "step text",
    "Tree": "state depth at",
    "Unit": "name step game",
}
"""Arguments that have an effect whatever else is given."""
TEXT = Path("rising_tutor/lessons/missions/fire-nation-rising/01-two-friends.toml")
REPLAY = "replay: 1\ngame: fire-nation-rising\nseats: 2\n"


def of_draws(**more: Any) -> Any:
    return widgets.Odds(deck="8 level up, 42 other", want="1 level up in 6", **more)


REFUSED: dict[tuple[str, str], Callable[[], Any]] = {
    ("Board", "game"): lambda: widgets.Board(REPLAY, game="avatar"),
    ("Plot", "game"): lambda: widgets.Plot("worked-example.replay", game="dark") and widgets.Plot(REPLAY, game="dark"),
    ("Replay", "game"): lambda: widgets.Replay(REPLAY, game="rise"),
    ("Review", "game"): lambda: widgets.Review(REPLAY, game="dark"),
    ("Tree", "game"): lambda: widgets.Tree(REPLAY, game="dark"),
    ("Lesson", "name"): lambda: widgets.Lesson("first-hero", text=own_text()),
    ("Lesson", "game"): lambda: widgets.Lesson(text=own_text(), game="dark"),
    ("Mission", "name"): lambda: widgets.Mission("two-friends", text=own_text()),
    ("Mission", "game"): lambda: widgets.Mission(text=own_text(), game="dark"),
    ("Scenario", "name"): lambda: widgets.Scenario("finish-june", text=own_text()),
    ("Scenario", "game"): lambda: widgets.Scenario(text=own_text(), game="dark"),
    ("Odds", "pool"): lambda: of_draws(pool="2 green"),
    ("Odds", "need"): lambda: of_draws(need="W"),
    ("Odds", "value"): lambda: of_draws(value="all"),
    ("Odds", "use"): lambda: of_draws(use="reroll"),
    ("Odds", "roll"): lambda: of_draws(roll="green:E"),
    ("Odds", "see"): lambda: widgets.Odds("2 green", need="W", see="top: pummel"),
    ("Odds", "want"): lambda: widgets.Odds("2 green", need="W", want="1 ally in 3"),
}
"""Arguments that have an effect beside some others only, and a call in which they would have none."""


EITHER = {("Odds", "pool"), ("Odds", "need")}
"""A question about dice beside one about a deck: the message is about both."""


def own_text() -> str:
    from rising_tutor.lessons.lesson_file import lesson_files

    return next(iter(lesson_files(load_game("fire").info.id))).read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    before = set(_instances)
    yield
    # Only its own: those that other tests left may belong to a kernel that is gone.
    for key in set(_instances) - before:
        if (widget := _instances.get(key)) is not None:
            widget.close()


def arguments(name: str) -> set[str]:
    parameters = inspect.signature(getattr(widgets, name).__init__).parameters
    return set(parameters) - {"self"}


def test_every_argument_of_every_widget_is_in_the_table() -> None:
    assert set(MADE) == set(ALWAYS) == set(widgets.__all__)
    for name in widgets.__all__:
        always = set(ALWAYS[name].split())
        refused = {argument for widget, argument in REFUSED if widget == name}
        assert always | refused == arguments(name), name
        assert not always & refused, name


@pytest.mark.parametrize("key", REFUSED, ids=" ".join)
def test_an_argument_without_effect_is_refused_by_name(key: tuple[str, str]) -> None:
    with pytest.raises((BadArgument, BadProblem)) as found:
        REFUSED[key]()
    named = getattr(found.value, "argument", "deck")
    assert named == ("deck" if key in EITHER else key[1])
    assert NO_EFFECT in str(found.value)


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_what_cannot_be_set_on_a_widget_is_refused(name: str) -> None:
    """A name that is set and changes nothing would be ignored in silence."""
    widget = MADE[name]()
    for wrong in ("depth", "seat", "step", "game", "no_such_name"):
        if widget.has_trait(wrong):
            continue
        with pytest.raises(BadArgument, match="what can be set on this widget"):
            setattr(widget, wrong, 1)
    for trait, kind in widget.traits().items():
        if trait not in ipywidgets.VBox.class_trait_names() and kind.read_only:
            with pytest.raises(traitlets.TraitError):
                setattr(widget, trait, None)


def test_the_message_names_what_can_be_set() -> None:
    tree = MADE["Tree"]()
    with pytest.raises(BadArgument) as found:
        tree.depth = 3
    assert str(found.value) == "depth: 3 cannot be used; expected what can be set on this widget: at"


def test_the_first_step_of_a_unit_is_shown_where_it_is_asked_for() -> None:
    """By itself a unit begins with the first question that was not answered."""
    first = widgets.Unit("one-die", step=1)
    first.view.handle(Message("guess", fields={"guess": "50"}))
    assert widgets.Unit("one-die").at == 2
    assert widgets.Unit("one-die", step=1).at == 1


@pytest.mark.parametrize("need", [5, 0.5, None, ["W", 5], {"W": 2}, True])
def test_a_need_that_is_no_text_is_named(need: Any) -> None:
    asked = widgets.Odds("2 green", need="W")
    for ask in (lambda: widgets.Odds("2 green", need=need), lambda: asked.ask("2 green", need)):
        with pytest.raises(BadArgument, match=r"need: .* cannot be used; expected words, such as 'W W E'"):
            ask()
