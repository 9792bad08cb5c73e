"""A name that a title prints is shown as it is printed: no code makes it of an id or of a file name, or recases it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.core.english import plural
from rising_tutor.core.registry import load_game
from rising_tutor.lessons.lesson import StateTest
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.store.games import Saved
from rising_tutor.tutor.lesson.words import fact_words
from rising_tutor.tutor.replay.samples import samples
from rising_tutor.ui.replays.lists import kept_title
from tests.testkit.settings import RISING

SISTERS = [title for title in RISING if title != "fire-nation-rising"]


def parts_of(tests: Any) -> Iterator[StateTest]:
    for test in tests:
        yield from test.any or (test,)


@pytest.mark.parametrize("title", RISING)
def test_the_goal_of_a_lesson_names_cards_and_teams_as_they_are_printed(title: str) -> None:
    game: Any = load_game(title)
    course = load_course(title)
    names = game.fact_names()
    printed = {**{card: game.book.name(card) for card in game.book.capacity}}
    printed |= {card: game.book.name(card) for card in (*game.book.carrier, *game.book.battle, *game.book.team)}
    facts = {
        part.fact
        for lesson in (*course.lessons, *course.scenarios)
        for step in lesson.step
        for part in parts_of(step.goal)
        if part.fact and part.fact not in names
    }
    assert facts
    for fact in facts:
        head = fact.rpartition(".")[0]
        card = head.replace("team.", "team-") if head.startswith("team.") else head
        said = fact_words(fact, game.fact_about(fact), names)
        assert said.startswith(f"{printed[card]}, "), fact
        assert not re.search(r"\b(damage|hero(es)?|villains?)\b", said), "a term is printed with a capital"
    own = load_game(title).book.spec.words  # type: ignore[attr-defined]  # a Rising title
    shown = " ".join(names.values())
    for word, other in (("Hero", own.hero), ("Villain", own.villain), ("carrier", own.carrier)):
        assert word == other or not re.search(rf"\b{word}(e?s)?\b", shown)


def printed_terms(title: str) -> set[str]:
    """What a title writes with a capital letter, one or many of it."""
    book = load_game(title).book  # type: ignore[attr-defined]  # a Rising title
    words = book.spec.words
    terms = {words.hero, words.villain, words.figure, words.carrier, words.location, words.team, words.pressure}
    dice = {die.name.removesuffix(" die") for die in book.content.threat_die}
    capitals = {term for term in terms | dice if term[:1].isupper()}
    return capitals | {plural(term) for term in capitals}


@pytest.mark.parametrize("title", SISTERS)
def test_a_sample_is_called_in_the_words_of_its_title(title: str) -> None:
    for sample in samples(title):
        for term in printed_terms(title):
            for found in re.findall(rf"(?i)\b{re.escape(term)}\b", f"{sample.title}. {sample.about}"):
                assert found == term, f"{sample.name}: {sample.title}"


@pytest.mark.parametrize("title", RISING)
def test_a_game_in_the_list_has_its_teams_as_they_are_printed(title: str) -> None:
    sides = board_for(load_game(title)).sides()
    chosen = ",".join(side.id for side in sides)
    shown = kept_title(Saved("key", 0.0, False, chosen, "setup", title))
    assert shown.endswith(", ".join(side.name for side in sides))


@pytest.mark.parametrize("title", RISING)
def test_what_an_estimate_counts_is_said_in_the_words_of_the_title(title: str) -> None:
    game: Any = load_game(title)
    words = game.book.spec.words
    said = game.policies()["greedy"].judges_by
    assert f"Damage on {plural(words.villain)}" in said
    assert not game.book.carrier or f"on {plural(words.carrier)}" in said
    for other in RISING:
        theirs = load_game(other).book.spec.words  # type: ignore[attr-defined]  # a Rising title
        for word in {theirs.hero, theirs.villain, theirs.battle, theirs.figure} - {words.hero, words.villain}:
            mine = other == title or (word == words.battle and len(game.book.battle) > 1)
            assert mine or not re.search(rf"\b{word}", said), word
