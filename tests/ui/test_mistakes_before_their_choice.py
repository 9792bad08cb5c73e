"""Whoever goes to a mistake of a reviewed game sees the table before the choice, with what was played and best."""

import re
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.ledger import LedgerLine
from rising_tutor.analysis.review import Review, review_of
from rising_tutor.core.drive import play_out
from rising_tutor.core.node import Decision
from rising_tutor.core.registry import load_game
from rising_tutor.core.valuation import best_of
from rising_tutor.lessons.mistakes import mistakes_of
from rising_tutor.plots.wins import BLUNDER, MISTAKE
from rising_tutor.replay import Scribe, header_of, replay_of, write
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import as_it_is
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.review import controller as reviewing
from rising_tutor.tutor.review.words import action_words
from rising_tutor.ui.components.playback_bar import PlaybackBar
from rising_tutor.ui.replays.line import line_panel
from rising_tutor.ui.replays.review import ReviewPanels
from tests.testkit.wandering import Wandering

GAMES = ("fire", "death", "dark")


def played(name: str) -> ReplayPlayer:
    game = load_game(name)
    scribe = Scribe(game)
    end = play_out(game, seats=2, seed=3, watch=scribe.watch)
    header = header_of(game, 2, names=("Mira", "Tom"))
    return open_replay(write(replay_of(header, scribe, end.state), "a.replay"), "a.replay")


class Page:
    """The review of a page without the page: it notes where it is sent, and goes there."""

    def __init__(self, player: ReplayPlayer) -> None:
        self.player = player
        self.bar = PlaybackBar()
        self.review_panels = ReviewPanels(
            self.bar, guard=as_it_is, go=self.go, ready=lambda _: None, say=lambda _: None
        )
        self.review_panels._background = Background(beside=False)
        self.review_panels.show(player)
        self.review_panels.begin()
        assert self.review_panels.review is not None
        self.review = self.review_panels.review

    def go(self, position: int) -> None:
        self.player.go(position)
        self.review_panels.go(position)

    def do(self, what: str, **fields: str) -> None:
        self.review_panels.handle(Message(what, fields=fields))

    @property
    def mistakes(self) -> tuple[LedgerLine, ...]:
        assert self.review.ledger is not None
        return self.review.ledger.mistakes()


@pytest.fixture(params=GAMES)
def page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Page:
    def wander(verified: Any, progress: Any) -> Review:
        return review_of(verified, valuation=Wandering(verified.game), progress=progress)

    monkeypatch.setattr(reviewing, "review_work", wander)
    return Page(played(request.param))


def words(page: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", str(page))).split())


def shows(page: Page, line: LedgerLine, position: int) -> None:
    """The position is that of the choice, for whoever chose, and says what was played and what was best."""
    node = page.player.game.node(page.player.state_at(position))
    assert isinstance(node, Decision)
    assert node.seat == line.seat
    move, best = page.player.moves[line.line - 1].move, best_of(line.options, opposed=line.opposed)
    assert best is not None
    assert {move, best.action} <= {*node.actions}
    panel = str(line_panel(page.review, position))
    table = words(re.search(r"<tbody>(.*?)</tbody>", panel, re.DOTALL)[1])  # type: ignore[index]
    for action, tag in ((best.action, "best"), (move, "played")):
        assert f"{action_words(page.player, line.line, action)} {tag} " in table
    assert f"{('Mira', 'Tom')[line.seat or 0]} chooses here" in words(panel)
    assert f'data-do="as-played" data-arg="{line.line}"' in re.sub(r' data-key="[^"]*"', "", panel)


def test_every_row_of_the_list_opens_a_mistake_before_its_choice(page: Page) -> None:
    page.do("find", kind="mistakes")
    listed = page.review_panels.book.parts["moments"]
    assert len(page.mistakes) > 1
    for line in page.mistakes[:40]:
        row = re.search(rf'<button[^>]*data-key="moment:{line.line}"[^>]*>', listed)
        assert row is not None
        position = re.search(r'data-arg="(\d+)"', row[0])
        assert position is not None
        shows(page, line, int(position[1]))


def test_the_steps_and_the_key_go_from_choice_to_choice_and_back(page: Page) -> None:
    page.go(0)
    wanted = [line for line in page.mistakes if line.line > 1][:5]
    assert len(wanted) > 1
    for line in wanted:
        page.do("next-mistake")
        shows(page, line, page.player.at)
    for line in reversed(wanted[:-1]):
        page.do("previous-mistake")
        shows(page, line, page.player.at)
    assert [place for place, _ in page.bar.jumps] == [line.line - 1 for line in page.mistakes]


def test_a_press_on_a_circle_of_the_graph_and_its_mark_on_the_bar_mean_the_choice(page: Page) -> None:
    track = page.review.track
    assert track is not None
    circles = [mark for mark in track.marks if mark.kind in (MISTAKE, BLUNDER)]
    assert circles
    for mark in circles:
        line = page.review.line_at(mark.position)
        assert line is not None
        page.review_panels._clicked(float(mark.position))
        shows(page, line, page.player.at)
        assert [line.line - 1, mark.kind, mark.words] in page.bar.marks


def test_going_on_as_played_leads_to_what_came_of_it(page: Page) -> None:
    line = page.mistakes[0]
    page.go(line.line - 1)
    assert page.review_panels.handle(Message("as-played", str(line.line)))
    assert page.player.at == line.line
    assert 'data-key="line-head"' in page.review_panels.line.parts["line"]
    for nonsense in ("", "-1", "\u00b2", "x"):
        assert not page.review_panels.handle(Message("as-played", nonsense))


def test_luck_is_still_shown_after_it_came(page: Page) -> None:
    page.go(0)
    page.do("next-luck")
    line = page.review.line_at(page.player.at)
    assert line is not None
    assert not line.options
    assert "Luck" in words(line_panel(page.review, page.player.at))


def test_an_exercise_begins_with_the_same_position(page: Page) -> None:
    ledger = page.review.ledger
    assert ledger is not None
    game, verified = page.player.game, page.player.verified
    found = mistakes_of(verified, ledger, "a.replay", at="2026-11-21T18:04:05Z").mistakes
    before = {game.dump(page.player.state_at(line.line - 1)).decode() for line in page.mistakes}
    assert found
    assert {one.state for one in found} <= before


def test_what_the_drawn_tables_do_not_tell_apart_is_called_open_and_no_loss(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = page.mistakes[0]
    other = min(line.options, key=lambda one: one.value)
    called = action_words(page.player, line.line, other.action)
    for changed, said, not_said in (
        (line, "Better:", "cannot be told"),
        (replace(line, named=other.value), f"Better: {called}", "cannot be told"),
        (replace(line, named=other.value, loss_low=Fraction(-1, 10)), f"cannot be told from {called}", "Better:"),
        (replace(line, before=line.after - line.loss, loss_low=Fraction(-1)), "cannot be told from", "Better:"),
        (replace(line, before=line.after - line.hidden), "No other choice was worth more.", "Better:"),
        (replace(line, before=line.after - line.hidden, named=line.after), "was named as better.", "Better:"),
    ):
        monkeypatch.setattr(page.review, "line_at", lambda _, changed=changed: changed)
        shown = words(line_panel(page.review, line.line))
        assert said in shown
        assert not_said not in shown
