"""One review in its four forms: page, terminal, report and document call every number the same, and what it is."""

import json
import re
from fractions import Fraction
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.ledger import LUCK
from rising_tutor.analysis.ledger.document import file_json
from rising_tutor.analysis.review import Review, review_of
from rising_tutor.analysis.review.words import ledger_below
from rising_tutor.analysis.tree.root import LineWalker
from rising_tutor.cli.analyze.text import review_lines
from rising_tutor.core.valuation import ESTIMATED, EXACT
from rising_tutor.probability.percents import percent
from rising_tutor.replay import Verified, verify
from rising_tutor.report import html_report
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import open_replay
from rising_tutor.tutor.review.controller import GameReview
from rising_tutor.ui.replays import ledger as review_ledger_parts
from rising_tutor.ui.replays import line as review_line_parts
from rising_tutor.ui.replays.tree.panel import TreePanel

SAMPLES = Path("replays")
FILES = ("fire-nation-rising/worked-example.replay", "dark-side-rising/worked-example.replay")
PAGE, TERMINAL, REPORT, TREE = "page", "terminal", "report", "tree"
A_RANGE = re.compile(r"\d to \d+|between .{1,8} % and")


@cache
def reviewed(name: str) -> tuple[Verified, Review]:
    verified = verify(SAMPLES / name)
    return verified, review_of(verified)


def said(name: str, review: Review | None = None) -> dict[str, str]:
    """What stands in each form, without markup."""
    verified, own = reviewed(name)
    review = review or own
    game = GameReview(open_replay((SAMPLES / name).read_bytes(), name), work=lambda *_, **__: review)
    game.begin()
    panels = [review_line_parts.line_panel(game, at) for at in range(len(review.ledger.lines) + 1)]
    panels += [review_ledger_parts.ledger_panel(review), review_ledger_parts.graph_head(review, "turn")]
    return {
        PAGE: "\n".join(words(str(panel)) for panel in panels),
        TERMINAL: "\n".join(review_lines(name, verified, review, 99)),
        REPORT: words(str(html_report(review, verified, name))),
        TREE: tree(name),
    }


@cache
def tree(name: str) -> str:
    panel = TreePanel()
    panel.show(open_replay((SAMPLES / name).read_bytes(), name))
    panel.go(12)
    panel.controller.handle(Message("tree-grow"))
    return words(panel.view.parts["body"])


def words(page: str) -> str:
    page = re.sub(r"<(style|script)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_what_has_a_range_is_nowhere_called_exact(name: str) -> None:
    verified, review = reviewed(name)
    label = review.label
    assert label.bands
    found = said(name)
    for form, text in found.items():
        assert not re.search(r"\bexact (within|up to|to) ", text), form
    for form in (PAGE, TERMINAL, TREE):
        assert A_RANGE.search(found[form]), f"{form} has no range"
        assert EXACT not in re.findall(r"\w+", found[form].replace("exact odds", "")), form
    document = json.loads(json.dumps(file_json(name, verified, review)))
    assert document["value"]["solved"] == label.solved != EXACT
    assert {line["exact"] for line in document["lines"]} == {line.exact for line in review.ledger.lines}


@pytest.mark.parametrize("name", FILES)
def test_solved_and_estimated_have_the_same_words_in_every_form(name: str) -> None:
    verified, review = reviewed(name)
    found = said(name)
    for mistake in review.mistakes:
        how = review.label.how(solved=mistake.line.exact)
        assert f"line {mistake.line.line}, {mistake.line.where}: {mistake.fault}, {how}" in found[TERMINAL]
        assert re.search(rf", {how}\. Line {mistake.line.line}, ", found[REPORT])
    game = GameReview(open_replay((SAMPLES / name).read_bytes(), name), work=lambda *_, **__: review)
    game.begin()
    for line in review.ledger.lines:
        shown = words(str(review_line_parts.line_panel(game, line.line)))
        told = re.findall(rf" ({review.label.solved}|{ESTIMATED}|{EXACT}) ", shown)
        assert told == [review.label.how(solved=line.exact)], line.line
    found_tree = LineWalker(verified.game, verified.moves, verified.start).tree_at(12)
    assert f" {review.label.how(solved=bool(found_tree.root.exact))} V, the chance to win" in found[TREE]


def luckier(review: Review, by: Fraction) -> Review:
    """The same review with so much more luck in its first roll or draw."""
    lines = list(review.ledger.lines)
    at = next(at for at, line in enumerate(lines) if line.kind == LUCK)
    lines[at] = replace(lines[at], before=lines[at].before - by)
    return replace(review, ledger=replace(review.ledger, lines=tuple(lines)))


@pytest.mark.parametrize("by", [Fraction(0), Fraction(2), Fraction(-2)])
def test_a_chance_lies_between_0_and_100_and_the_result_without_luck_is_said_to_be_none_luckier(by: Fraction) -> None:
    name = FILES[0]
    review = luckier(reviewed(name)[1], by)
    value = review.luck_adjusted
    inside = 0 <= value <= 1
    assert inside == (not by)
    sentences = " ".join(ledger_below(review))
    forms = {PAGE: sentences, TERMINAL: "\n".join(review_lines(name, reviewed(name)[0], review, 0))}
    for form, text in forms.items():
        told = next(line for line in re.split(r"\n|(?<=\.) (?=[A-Z])", text) if "luck taken off" in line)
        assert "%" not in told, form
        assert ("which no game can end with" in told) == (not inside), form
        assert f"{abs(100 * float(value)):.1f}" in told, form
    for form, text in (*forms.items(), *said(name).items()):
        for sign, number in re.findall(r"([-\u2212+]?)(\d+(?:\.\d+)?)\s%", text):
            assert not sign, f"{form}: {sign}{number} % is no chance"
            assert 0 <= float(number) <= 100, f"{form}: {number} % is no chance"


def test_a_number_beyond_0_and_1_is_refused_wherever_a_chance_is_written() -> None:
    for amount in (Fraction(-96, 1000), 1.5, Fraction(101, 100), -1e-6):
        with pytest.raises(ValueError, match="no chance"):
            percent(amount)
    assert (percent(1 + 1e-12, exact=False), percent(-1e-12)) == ("> 99.9 %", "< 0.1 %")
