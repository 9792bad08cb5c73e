"""How lessons answer: no try generically, every sentence short, no phrase of a machine, figures behind a line."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rising_tutor import lessons
from rising_tutor.core.ids import GameId
from rising_tutor.core.meanings import MeaningGame, meaning
from rising_tutor.core.registry import load_game
from rising_tutor.lessons.check import answered
from rising_tutor.lessons.check.texts import texts_of
from rising_tutor.lessons.lesson_file import load_course, read_lesson
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.run.answer_words import is_human
from rising_tutor.lessons.spots.illegal import natural_refusals
from tests.testkit.courses import EACH_OF_OURS, FIRE, OUR_LESSONS
from tests.testkit.settings import RISING

HEROES = {game: load_game(game).book.hero for game in RISING}  # type: ignore[attr-defined]  # Rising titles
LONG = 14
MOST_LONG = {
    "fire-nation-rising": 0.02,
    "death-eaters-rising": 0.04,
    "dark-side-rising": 0.04,
    "avatar-tcg": 0.04,
    "rise-tcg": 0.04,
}
"""Title -> the largest share of sentences that are longer than `LONG` words."""
LONGEST = dict.fromkeys(MOST_LONG, 20)
"""Title -> words of the longest sentence."""


def sentences(game: GameId) -> Iterator[str]:
    course = load_course(game)
    for lesson in course.everything:
        for _, text, _ in texts_of(lesson):
            yield from re.split(r"(?<=[.?:])\s+", text)


@pytest.mark.sweep(one_in=7)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "lesson_id"), OUR_LESSONS)
def test_every_try_is_answered_in_words_that_are_about_it(game: GameId, lesson_id: str) -> None:
    lesson = load_course(game).find(lesson_id)
    assert lesson is not None
    tries = list(answered(load_game(game), lesson))
    assert [one for one in tries if one.how == "generic"] == []
    kinds = {one.kind for one in tries}
    asked = {"legal" if step.kind == "goal" else "offer" for step in lesson.step if step.kind != "read"}
    assert asked <= kinds


@EACH_OF_OURS
def test_every_step_says_what_its_solution_means(game: GameId) -> None:
    for lesson in load_course(game).everything:
        for number, step in enumerate(lesson.step, 1):
            assert step.kind == "read" or step.right, (lesson.id, number)


@EACH_OF_OURS
def test_the_sentences_of_a_title_stay_short(game: GameId) -> None:
    lengths = [(len(one.split()), one) for one in sentences(game)]
    longest = max(lengths)
    assert longest[0] <= LONGEST[game], longest
    share = sum(n > LONG for n, _ in lengths) / len(lengths)
    assert share <= MOST_LONG[game]


HEAD = """\
id = "one"
game = "fire-nation-rising"
kind = "lesson"
order = 1
title = "T"
can = "C"
[position]
teams = ["toph", "aang"]
at = { 1 = ["haru", "cabbage-merchant", "june"] }
shown = "green E W, blue W"
[[step]]
say = "S"
do = "D"
goal = [{ fact = "haru.dice", at_least = 1 }]
limit = 1
"""


def counted(more: str = "") -> dict[str, str]:
    """How each legal try of a small lesson is answered."""
    lesson = read_lesson((HEAD + more).encode(), "one.toml")
    return {one.text: one.how for one in answered(load_game(FIRE), lesson) if one.kind == "legal"}


def test_a_solution_without_words_of_the_author_counts_as_generic() -> None:
    assert counted()["green E > haru"] == "generic"
    assert counted('right = "R"\n')["green E > haru"] == "author"


def test_a_try_is_the_authors_where_the_author_speaks_and_else_what_it_means() -> None:
    assert counted()["green E > cabbage-merchant"] == "made"
    wrong = 'wrong = [{ move = "* > cabbage-merchant", say = "W" }]\n'
    assert counted(wrong)["green E > cabbage-merchant"] == "author"
    assert counted(wrong)["stop"] == "made"


def test_every_legal_try_is_counted_once() -> None:
    run = LessonRun(load_game(FIRE), read_lesson(HEAD.encode(), "one.toml"))
    assert set(counted()) == {run.game.write(run.state, action) for action in run.actions}


def test_natural_refusals_are_refused_by_the_game_and_no_choice_of_it() -> None:
    run = LessonRun(load_game(FIRE), read_lesson(HEAD.encode(), "one.toml"))
    found = list(natural_refusals(run.game, run.state))
    texts = [run.game.write(run.state, action) for action, _ in found]
    assert "roll" in texts
    assert "blue W > haru" in texts
    assert len(set(texts)) == len(texts)
    for action, refusal in found:
        assert action not in run.actions
        assert run.game.check(run.state, action) == refusal


# What a try means ---------------------------------------------------------------------


def said(words: dict[str, object], text: str) -> str:
    game = load_game(FIRE)
    state = game.set_up({"teams": ["toph", "aang"], **words})  # type: ignore[attr-defined]  # a title with positions
    return meaning(game, state, game.read(state, text))


AT = {"1": ["haru", "cabbage-merchant", "june"]}


@pytest.mark.parametrize(
    ("words", "text", "means"),
    [
        ({"at": AT, "shown": "green E"}, "green E > haru", "Haru then still needs Earth."),
        ({"at": AT, "shown": "green EE"}, "green EE > haru", "Nothing is missing for Haru then."),
        (
            {"at": AT, "shown": "green EE"},
            "green EE > cabbage-merchant",
            "One half of the double is not needed there. Nothing is missing for Cabbage Merchant then.",
        ),
        ({"at": AT, "shown": "red F"}, "red F > june", "June then still needs Avatar and Fire for 1 Damage."),
        ({"at": AT, "shown": "red FF, yellow A"}, "stop", "No card has what it needs."),
        ({"at": AT, "shown": "red F, yellow A"}, "discard red F", "You keep Avatar."),
        ({"at": AT, "shown": "green E"}, "green E > team-toph", "still needs two Earth."),
        ({"at": AT, "begin": "turn"}, "at 1", "At location 1 your dice reach Haru, Cabbage Merchant and June."),
    ],
)
def test_what_a_try_means_is_read_off_the_table(words: dict[str, object], text: str, means: str) -> None:
    assert means in said(words, text)


@pytest.mark.parametrize("game", RISING)
def test_what_a_card_is_said_to_need_is_what_the_engine_still_wants(game: GameId) -> None:
    """A Hero "still needs" something exactly while its cost is not covered."""
    played = load_game(game)
    assert isinstance(played, MeaningGame)
    n = 0
    for lesson in load_course(game).lessons[::4]:
        run = LessonRun(played, lesson)
        for action in run.actions:
            target = played.write(run.state, action).partition(" > ")[2]
            words = meaning(played, run.state, action)
            if target not in HEROES[game] or "ability" in words:
                continue
            lacks = run.scenes.fact(played.act(run.state, action).state, f"{target}.lacks")
            assert ("still needs" in words, "Nothing is missing" in words) == (bool(lacks), not lacks), words
            n += 1
    assert n > 5


# What is said nowhere -------------------------------------------------------------------

PAGES = ("ui", "tutor", "boards", "lessons", "analysis", "render", "cli/lesson", "games/rising/words", "core")
MACHINE = (
    "dice and symbol tokens assigned",
    "win, loss, or empty",
    ", needed: ",
    "every legal action is accepted here",
    "What it is worth was not counted",
    "Likeliest:",
    "% of the goal",
    "That is legal, but",
    "This is legal",
)


@pytest.mark.parametrize("phrase", MACHINE)
def test_no_page_has_the_phrase_of_a_machine_in_its_source(phrase: str) -> None:
    root = Path(lessons.__file__).parents[1]
    files = [file for folder in PAGES for file in (root / folder).rglob("*.py")]
    assert len(files) > 100
    assert not [file.name for file in files if phrase in file.read_text(encoding="utf-8")]


@pytest.mark.slow
@EACH_OF_OURS
def test_answers_hold_no_phrase_of_a_machine_and_no_figure_before_the_details(game: GameId) -> None:
    from rising_tutor.lessons.run.answer_words import answer, details
    from rising_tutor.tutor.lesson.words import parts_of, unmet_words

    n = 0
    for lesson in load_course(game).lessons[::4]:
        run = LessonRun(load_game(game), lesson)
        shown = [parts_of(run), *unmet_words(run)]
        for action in run.actions:
            reply = run.try_action(action)
            first = answer(reply, run.step, done=run.done)
            assert "%" not in first
            assert "exact" not in first
            assert not re.search(r"\b[A-Z]{3}-\d{3}", first), first
            assert is_human(reply), reply.text
            shown += [first, *details(reply, run.step, game), *unmet_words(run)]
            if reply.made:
                run.again()
            n += 1
        for phrase in MACHINE:
            assert not any(phrase in one for one in shown), phrase
    assert n > 20
