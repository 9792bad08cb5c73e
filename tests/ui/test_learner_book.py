"""Learner files that are handed in: each has a name of its own, and a class of them is counted whole."""

import re
import time
from pathlib import Path
from typing import Any, cast

import pytest

from rising_tutor.lessons.learner import SUFFIX
from rising_tutor.lessons.learner.class_report import load_class
from rising_tutor.lessons.learner.facts import Attempt
from rising_tutor.ui.frame.learner_book import NAME, LearnerBook
from rising_tutor.ui.learn.class_files import ClassController

GAME = "fire-nation-rising"
NAMES = ("Anna", "Anna", "", "", "Zoë Ünal", "李小龍", "../../etc/passwd", "CON", 'a<b>:"|?*c', "W" * 40, " . ", "-rf")


class Browser:
    """What a book asks of the frame around the pages: what this browser remembers."""

    known = True

    def __init__(self, browser: str = "0" * 64) -> None:
        self.facts: dict[str, Any] = {}
        self.browser = browser

    def kept(self, name: str) -> Any:
        return self.facts.get(name)

    def keep(self, **facts: Any) -> None:
        self.facts.update(facts)


def learner(folder: Path, name: str) -> LearnerBook:
    book = LearnerBook(cast("Any", Browser()), GAME, folder)
    time.sleep(0.002)  # two files begun within the same thousandth of a second pass for one
    book.add(Attempt(book.now(), "spot:FNR-414", ("FNR-414",), "wrong", "one die on two cards"))
    if name:
        book.set(NAME, name)
    return book


@pytest.fixture
def books(tmp_path: Path) -> list[LearnerBook]:
    return [learner(tmp_path / "kept", name) for name in NAMES]


def test_files_of_different_learners_never_have_the_same_name(books: list[LearnerBook]) -> None:
    names = [book.file_name() for book in books]
    assert len({name.casefold() for name in names}) == len(NAMES)
    for book, name in zip(books, names, strict=True):
        stem = name.removesuffix(SUFFIX)
        assert re.fullmatch(r"[\w-]+", stem), name
        assert stem[0].isalnum()
        assert len(name.encode()) < 255
        assert book.now()[:10] in name
        assert name == book.file_name(), "the same file has the same name on the same day"
    assert [names[at].partition(f"-{GAME}")[0] for at in (0, 2, 4)] == ["Anna", "learner", "Zoë-Ünal"]


def test_every_file_that_is_handed_in_counts_in_the_class(books: list[LearnerBook], tmp_path: Path) -> None:
    controller = ClassController(GAME)
    for book in books:
        (tmp_path / book.file_name()).write_text(book.text())
        assert not controller.add(book.file_name(), book.text().encode())
    assert len(controller.report().learners) == len(NAMES)
    assert len(load_class(tmp_path)) == len(NAMES)


def test_files_of_the_same_name_by_different_learners_do_not_replace_each_other(books: list[LearnerBook]) -> None:
    controller = ClassController(GAME)
    for book in books:
        assert not controller.add("homework.learner.jsonl", book.text().encode())
    assert len(controller.report().learners) == len(NAMES)
    books[0].add(Attempt(books[0].now(), "spot:FNR-414", ("FNR-414",), "best"))
    controller.add("homework.learner.jsonl", books[0].text().encode())
    assert len(controller.files) == len(NAMES), (
        "what the same learner hands in again takes the place of the file before"
    )
