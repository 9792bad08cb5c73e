"""One question, one answer, one wording: the command, the page and the notebook say the same of a dice turn."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.english import capital
from rising_tutor.core.registry import load_game
from rising_tutor.probability.dice_turn.kit import dice_kit
from rising_tutor.probability.dice_turn.wording import (
    assumptions,
    option_in_words,
    outcome_in_words,
    value_in_words,
)
from rising_tutor.tutor.odds.answer import answer_to, way_in_words
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.tutor.odds.question import say, to_address
from rising_tutor.tutor.odds.question_typed import typed
from rising_tutor.ui.odds.view import OddsView

KIT = dice_kit(load_game("fire"))
NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "from-code" / "40_odds.ipynb"
QUESTIONS = [
    pytest.param(("2 green, 1 blue", ["W W E"], (), "green:A green:A blue:E"), id="one need"),
    pytest.param(("1 green, 1 blue", ["W E", "June"], ("red die",), "green:E blue:W"), id="a card, a help"),
    pytest.param(
        ("1 green, 1 red", ["F", "E"], ("Reroll", "toph-ability"), "green:E red:A"), id="rolled again, turned"
    ),
]


def flat(text: str) -> str:
    return " ".join(text.split())


def read_aloud(html: str) -> str:
    """The words of a page, with those of its pictures."""
    spoken = re.sub(r'<[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", html)
    return flat(unescape(re.sub(r"<[^>]*>", " ", spoken)))


@pytest.mark.parametrize("asked", QUESTIONS)
def test_the_command_and_the_page_say_the_same_words(command: Any, asked: tuple[Any, ...]) -> None:
    pool, needs, use, roll = asked
    argv = ["odds", "--pool", pool, "--roll", roll, "--distribution", "--add-die", "--top", "99"]
    for need in needs:
        argv += ["--need", need]
    for name in use:
        argv += ["--use", name]
    said = flat(command(*argv).out)
    question = typed(KIT, pool, needs, use=use, roll=roll)
    answer = answer_to(KIT, question)
    problem = answer.problem
    lab = OddsLab(KIT, guess_first=False)
    lab.open(to_address(KIT, question))
    view = OddsView(lab)
    view.refresh()
    lab.set_by_hand()
    assert lab.turn is not None
    lab.turn.set_faces(question.roll)
    view._rows = 99
    view.refresh()
    shown = read_aloud("".join(view.right.parts.values()))
    assert f"{capital(value_in_words(problem))}, with best play" in said
    assert lab.text() == say(KIT, question)
    for sentence, rules in assumptions(KIT, problem, [KIT.cards.get(wanted.card) for wanted in question.needs]):
        assert sentence in said
        assert sentence in shown
        assert all(rule in said and rule in shown for rule in rules)
    for way in answer.ways:
        assert way_in_words(problem, way) in said
        assert way_in_words(problem, way) in shown
        for sets, share in way.shares:
            assert not share.decimal or outcome_in_words(problem, sets) in said
            assert outcome_in_words(problem, sets) in shown
    choices = lab.turn.choices()
    assert choices
    for choice in choices:
        assert choice.says == option_in_words(KIT, problem, choice.option)
        assert choice.says in said
        assert f"Do it: {choice.says}" in shown
    assert lab.answer is not None
    for change in lab.answer.changes:
        assert capital(change.what) in shown
        assert change.more is not None or change.what in said


def test_the_notebook_says_what_the_command_says(command: Any, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    capsys.readouterr()
    for source in cells[:2]:
        exec(source, names)  # noqa: S102 - our own notebook
    told = flat(capsys.readouterr().out)
    out = command("odds", "--pool", "2 green, 1 blue", "--need", "W W E", "--roll", "green:A green:A blue:E").out
    ranked = [re.sub(r"  .*", "", line[3:]) for line in out.splitlines() if re.match(r"\d=? ", line)]
    assert ranked == ["Discard green", "blue Earth on Water Water Earth", "Discard blue"]
    assert all(words in told for words in ranked)
    assert "need Water Water Earth" in told
    assert "8329/15552" in told
