"""In a real kernel each widget answers a wrong argument with our error, as one sentence in the cell."""

from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from rising_tutor import widgets
from tests.testkit.kernels import emptied

#: For each widget what is wrong, the error, and words of the sentence: the value, what was expected, what is nearest.
WRONG = (
    ("Board(3)", "BadArgument", ("3", "a position of a game, or a replay")),
    ('Board("wn.replay")', "BadArgument", ("'wn.replay'", "did you mean 'won.replay'?")),
    ('Board("won.replay", at=99999)', "BadArgument", ("99999", "a whole number from 0 to ")),
    ('Board("won.replay", seat=9)', "BadArgument", ("9", "a whole number from 0 to ")),
    ('CardReader("pumel", game="avatar")', "BadArgument", ("'pumel'", "did you mean 'Pummel'?")),
    ('CardReader("jet", game="fire")', "BadArgument", ("'fire'", "a game whose cards can be read")),
    ('CardReader(7, game="avatar")', "BadArgument", ("7", "the word of a card")),
    ('Odds(deck="ang", want="1 strike in 3")', "BadProblem", ("ang",)),
    ('Chapter("Roll and asign", game="fire")', "BadArgument", ("'Roll and asign'", "did you mean 'Roll and assign'?")),
    ("Chapter(7)", "BadArgument", ("7", "the name of a chapter")),
    ("Explore(3)", "BadArgument", ("3", "a function that returns a text")),
    ("Explore(str, n=())", "BadArgument", ("n", "the values that it can have")),
    ('Lesson("first-hro", game="fire")', "BadArgument", ("'first-hro'", "did you mean 'first-hero'?")),
    ('Lesson("first-hero", step=9)', "BadArgument", ("9", "one from 1 to 3")),
    ('Lesson("first-hero", step="two")', "BadArgument", ("'two'", "one from 1 to 3")),
    ('Lesson(text="id = 3")', "BadContent", ("id",)),
    ('Mission("two-frends", game="fire")', "BadArgument", ("'two-frends'", "did you mean 'two-friends'?")),
    ('Odds("2 gren", need="W")', "BadProblem", ("gren", "green, blue, red, yellow")),
    ('Odds("2 green", need="Q")', "BadProblem", ("Q",)),
    ("Odds(7)", "BadArgument", ("7", "dice, such as")),
    ('Play("chess")', "UnknownGame", ("'chess'", "fire-nation-rising")),
    ('Play("fire", teams="aang,tof")', "BadOption", ("'tof'", "Teams among aang")),
    ('Play("fire", teams=3)', "BadArgument", ("3", "the names of teams")),
    ('Play("fire", dificulty="hard")', "BadOption", ("did you mean 'difficulty'?",)),
    ('Play("fire", seats="many")', "BadOption", ("'many'", "1 to 5")),
    ('Play("fire", seats=2, programs={3: "greedy"})', "BadSeat", ("a seat from 1 to 2",)),
    ('Play("fire", seats=2, programs="greedy")', "BadArgument", ("'greedy'", "who plays which seat")),
    ('Plot("won.replay", "dise")', "BadArgument", ("'dise'", "did you mean 'dice'?")),
    ('Plot("won.replay", by="hour")', "BadArgument", ("'hour'", "one of action, turn")),
    ("Replay(None)", "BadArgument", ("None", "a path, the name of a sample")),
    ('Replay("won.replay", at="end")', "BadArgument", ("'end'", "a whole number from 0 to ")),
    ('Replay("replay: 1\\ngame: chess\\nseats: 2\\n")', "UnreadableReplay", ("chess",)),
    ("Review(3.5)", "BadArgument", ("3.5", "a path, the name of a sample")),
    ('RuleReader("FNR-999")', "UnknownRule", ("'FNR-999'",)),
    ("RuleReader(7)", "BadArgument", ("7", "the id of a rule")),
    ('Scenario("first-hero", game="fire")', "BadArgument", ("'first-hero' is a lesson: Lesson('first-hero')",)),
    ('Tree("won.replay", depth=0)', "BadArgument", ("0", "a whole number from 1 to ")),
    ("Tree(object())", "BadArgument", ("a position of a game, or a replay",)),
    ('Unit("one-dye")', "BadProblem", ("'one-dye'", "did you mean 'one-die'?")),
    ('Unit("one-die", step=99)', "BadArgument", ("99", "one from 1 to ")),
    ("Unit(None)", "BadArgument", ("None", "the id of a unit")),
    ('rising_tutor.show("first-hro")', "BadArgument", ("did you mean 'first-hero'?",)),
    ("Play(7)", "UnknownGame", ("'7'", "fire-nation-rising")),
)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What a kernel answers to each cell."""
    folder = tmp_path_factory.mktemp("wrong")
    begin = f"{emptied(folder, folder)}\nimport rising_tutor\nfrom rising_tutor.widgets import *"
    sources = [begin, *(call for call, *_ in WRONG)]
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    NotebookClient(made, timeout=120, allow_errors=True).execute()
    assert not made.cells[0].outputs
    return [cell.outputs for cell in made.cells[1:]]


@pytest.mark.sweep(one_in=4)
@pytest.mark.parametrize("at", range(len(WRONG)), ids=[call for call, *_ in WRONG])
def test_a_wrong_argument_is_answered_with_one_sentence_in_the_cell(at: int, answers: list[Any]) -> None:
    _, name, words = WRONG[at]
    outputs = answers[at]
    assert [one.output_type for one in outputs] == ["error"], outputs
    [error] = outputs
    assert error.ename == name, error.evalue
    assert all(word in error.evalue for word in words), error.evalue
    assert error.traceback == [f"{name}: {error.evalue}"]


def test_every_widget_is_asked_for_something_wrong() -> None:
    assert {call.partition("(")[0] for call, *_ in WRONG} >= set(widgets.__all__)
    assert len(WRONG) > 2 * len(widgets.__all__)
