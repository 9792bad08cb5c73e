"""The review beside an open replay, without a browser: work, marks, moments, what is said."""

from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from rising_tutor.analysis.ledger import LUCK, SKILL
from rising_tutor.analysis.review import Review, review_of
from rising_tutor.analysis.review.words import LARGE_LUCK
from rising_tutor.core.drive import play_out
from rising_tutor.core.registry import load_game
from rising_tutor.plots import wins
from rising_tutor.plots.along import by_action, by_turn
from rising_tutor.replay import Scribe, header_of, replay_of, write
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.review.controller import DONE, FAILED, IDLE, STOPPED, WORKING, GameReview
from rising_tutor.tutor.review.moments import Moments
from rising_tutor.tutor.review.words import moment_words
from rising_tutor.ui.components.playback_bar import PlaybackBar
from rising_tutor.ui.components.plot_view import PALETTE, PlotView
from rising_tutor.ui.replays import ledger as review_ledger_parts
from rising_tutor.ui.replays import line as review_line_parts
from rising_tutor.ui.replays.moments import moments_panel
from tests.testkit.wandering import Wandering
from tests.tutor.held import HeldBackground

HOSTILE = "<img src=x>"


@pytest.fixture(scope="module")
def player() -> ReplayPlayer:
    game = load_game("fire")
    scribe = Scribe(game)
    played = play_out(game, seats=2, seed=3, watch=scribe.watch)
    header = header_of(game, 2, names=("Mira", HOSTILE))
    return open_replay(write(replay_of(header, scribe, played.state), "a.replay"), "a.replay")


def wander(verified: Any, progress: Any) -> Review:
    return review_of(verified, valuation=Wandering(verified.game), progress=progress)


@pytest.fixture(scope="module")
def done(player: ReplayPlayer) -> GameReview:
    review = GameReview(player, work=wander)
    review.begin()
    return review


def press(do: str, arg: str = "", **fields: str) -> dict[str, Any]:
    return Message(do, arg, fields=fields)


def held(player: ReplayPlayer, work: Callable[..., Review] = wander) -> tuple[GameReview, HeldBackground, list[str]]:
    background, drawn = HeldBackground(), []  # type: ignore[var-annotated]
    review = GameReview(player, background, work=work, changed=lambda: drawn.append(review.state))
    return review, background, drawn


def test_a_review_tells_how_far_it_is_and_is_kept_when_it_is_done(player: ReplayPlayer) -> None:
    review, background, drawn = held(player)
    assert review.handle(press("review"))
    assert review.state == WORKING
    background.tell(40, player.last)
    assert review.counting == (40, player.last)
    assert review.turn == player.label(40).split(",")[0]
    assert f"Line 40 of {player.last}" in review_ledger_parts.offer(review)
    background.finish()
    assert review.state == DONE
    assert review.ledger is not None
    assert review.ledger.remainder == 0
    review.begin()
    assert background.begun == 1
    assert drawn == [WORKING, WORKING, DONE]


def test_a_stopped_review_keeps_nothing_and_can_be_asked_for_again(player: ReplayPlayer) -> None:
    review, background, _ = held(player)
    review.handle(press("review"))
    assert review.handle(press("review-stop"))
    assert (review.state, review.review, background.busy) == (STOPPED, None, False)
    assert "Stopped" in review_ledger_parts.offer(review)
    review.handle(press("review"))
    assert background.begun == 2


def test_a_review_that_fails_says_so_and_hands_the_fault_on(player: ReplayPlayer) -> None:
    review, background, _ = held(player)
    review.begin()
    with pytest.raises(ZeroDivisionError):
        background.fail(ZeroDivisionError())
    assert review.state == FAILED
    assert "failed" in review_ledger_parts.offer(review)


def test_a_game_without_a_value_function_is_said_to_have_none(player: ReplayPlayer) -> None:
    bare = SimpleNamespace(info=SimpleNamespace(title="Duel"), node=player.game.node)
    other = ReplayPlayer(player.verified, "a.replay")
    other.game = bare
    review = GameReview(other)
    assert not review.offered
    review.begin()
    assert review.state == IDLE
    assert "Duel has no value function" in review_ledger_parts.offer(review)


def test_a_faulty_file_is_reviewed_up_to_its_fault(player: ReplayPlayer) -> None:
    rows = write(player.verified.replay, "a.replay").decode().splitlines()  # type: ignore[arg-type]
    at = next(number for number, row in enumerate(rows) if row.startswith("[turn 2]"))
    rows[at + 1] = "nonsense"
    faulty = open_replay("\n".join(rows).encode(), "b.replay")
    review = GameReview(faulty, work=wander)
    assert f"fault at line {at + 2}" in review.missing
    review.begin()
    assert review.ledger is not None
    assert len(review.ledger.lines) == faulty.last < player.last
    assert not review.ledger.finished


def test_the_ledger_panel_adds_up_to_the_result(done: GameReview) -> None:
    panel = review_ledger_parts.ledger_panel(done.review)  # type: ignore[arg-type]
    assert "Why it was lost" in panel
    assert "remainder 0" in panel
    assert "&lt;img src=x&gt;" in panel
    assert "<img" not in panel
    assert "Could we still have won?" in panel
    assert '<tfoot><tr><th scope="row">Skill and horizon together: how the side did against the reference' in panel
    assert "Skill and horizon together measure against nobody" in panel
    assert "numbers for tests" in panel.lower()


def test_the_graph_shows_every_position_and_marks_the_large_lines(done: GameReview) -> None:
    track, player = done.track, done.player
    assert track is not None
    assert len(track.values) == len(track.labels) == len(track.bands) == player.last + 1
    assert track.values[-1] == 0.0
    lines = done.ledger.lines  # type: ignore[union-attr]
    for mark in track.marks:
        line = lines[mark.position - 1]
        size = abs(line.amount)
        assert size >= LARGE_LUCK if line.kind == LUCK else size >= Fraction(10, 100)
        assert (mark.kind in (wins.LUCKY, wins.UNLUCKY)) == (line.kind == LUCK)
    axis = by_action(player.turns(), player.last)
    figure = wins.figure(track, axis)
    assert [trace.name for trace in figure.data][:3] == [wins.BAND, wins.BAND, wins.CURVE]
    assert len(figure.data[2].x) == player.last + 1
    assert "<img" not in str(figure.data[2].text)
    heads, rows = wins.table(track, axis, [line.move for line in lines])
    assert len(rows) == player.last + 1
    assert {len(row) for row in rows} == {len(heads)}


def test_by_turn_the_graph_has_a_place_for_each_turn(done: GameReview) -> None:
    player = done.player
    axis = by_turn(player.turns(), player.last)
    assert len(axis.positions) == len(player.turns())
    assert [axis.position(axis.place(at)) for at in axis.positions] == list(axis.positions)
    rows = wins.table(done.track, axis, [])[1]  # type: ignore[arg-type]
    assert [row[0] for row in rows] == [name for _, name in player.turns()]


def test_the_line_leads_the_legend_and_colours_have_a_value_outside_the_app(done: GameReview) -> None:
    plot = PlotView()
    axis = by_action(done.player.turns(), done.player.last)
    figure = wins.figure(done.track, axis)  # type: ignore[arg-type]
    plot.draw(figure, title="t", summary=wins.summary(done.track), go=axis.places(), level=50.0)  # type: ignore[arg-type]
    signs = [entry[3] for entry in plot.legend]
    assert signs[0] == ""
    assert signs[-1] == "band"
    assert set(signs) >= {"triangle-up", "triangle-down", "circle"}
    used = {part.split(")")[0] for part in plot.spec.split("var(")[1:]}
    assert used <= set(PALETTE)


def test_a_chosen_row_and_a_click_are_told_apart() -> None:
    plot, clicks, rows = PlotView(), [], []  # type: ignore[var-annotated]
    plot.on_click(clicks.append, row=rows.append)
    plot.clicked = [5, 1]
    plot.clicked = [6, 2, "row"]
    assert (clicks, rows) == ([5.0], [6.0])


def test_moments_are_the_mistakes_and_the_large_luck(done: GameReview) -> None:
    lines = done.ledger.lines  # type: ignore[union-attr]
    moments = Moments(done.player, lines)
    listed = [entry.line for entry in moments.listed()]
    wanted = [line for line in lines if line.fault or (line.kind == LUCK and abs(line.amount) >= LARGE_LUCK)]
    assert listed == wanted
    faults = [line.line for line in lines if line.fault]
    assert len(faults) > 2

    def mistake(at: int, ways: int) -> int | None:
        entry = moments.next("mistake", at, ways)
        return entry.position if entry is not None else None

    assert mistake(-1, 1) == faults[0]
    assert mistake(faults[1] - 1, 1) == faults[2]
    assert mistake(faults[1] - 1, -1) == faults[0]
    assert mistake(faults[-1] - 1, 1) is None
    luck = [line.line for line in wanted if line.kind == LUCK]
    entry = moments.next("luck", luck[0], 1)
    assert entry is not None
    assert (entry.position, entry.opens) == (luck[1], luck[1])


@pytest.mark.parametrize(
    ("fields", "fits"),
    [
        ({"kind": "blunder"}, lambda line, _: line.fault == "blunder"),
        ({"kind": "mistakes", "seat": "1"}, lambda line, _: bool(line.fault) and line.seat == 1),
        ({"kind": "hero_dice"}, lambda line, _: line.source == "hero_dice"),
        ({"kind": "unlucky", "size": "10"}, lambda line, _: line.kind == LUCK and line.amount <= Fraction(-1, 10)),
        ({"kind": "mistakes", "size": "10"}, lambda line, _: bool(line.fault) and line.loss >= Fraction(1, 10)),
        ({"rule": "fnr-405"}, lambda line, told: "FNR-405" in (line.rule, *(one.rule for one in told))),
        ({"rule": "FNR-405", "kind": "mistakes"}, lambda line, told: bool(line.fault) and "FNR-405" in str(told)),
    ],
)
def test_a_wish_narrows_the_list(done: GameReview, fields: dict[str, str], fits: Callable[..., bool]) -> None:
    lines = done.ledger.lines  # type: ignore[union-attr]
    moments = Moments(done.player, lines)
    moments.ask(fields)
    wanted = [line.line for line in lines if fits(line, done.player.told(line.line))]
    assert [entry.position for entry in moments.listed()] == wanted


def test_a_choice_is_found_by_the_rule_that_gives_it_without_a_review(player: ReplayPlayer) -> None:
    moments = Moments(player)
    moments.ask({"rule": "FNR-408"})
    found = [player.lines[entry.position - 1].move for entry in moments.listed()]
    assert {"roll", "stop"} == set(found)
    again = found.count("roll")
    moments.ask({"rule": "FNR-405"})
    found = [player.lines[entry.position - 1].move for entry in moments.listed()]
    first = found.count("roll")
    assert first == max(made.state.turn for made in player.moves)
    assert first + again == [line.move for line in player.lines].count("roll")


def test_a_card_is_found_without_a_review(player: ReplayPlayer) -> None:
    moments = Moments(player)
    assert moments.listed() == ()
    card = next(line.move.split(" > ")[1] for line in player.lines if " > " in line.move)
    moments.ask({"card": card.upper()})
    found = [entry.position for entry in moments.listed()]
    assert found
    assert all(card in f"{player.told(at)} {player.lines[at - 1].move}".lower() for at in found)
    entry = moments.next("found", 0, 1)
    assert entry is not None
    assert entry.position == found[0]
    panel = moments_panel(moments, None, 0)
    assert f"{len(found)} lines found." in panel or "1 line found." in panel


def test_words_that_nobody_offered_are_no_wish(done: GameReview) -> None:
    moments = Moments(done.player, done.ledger.lines)  # type: ignore[union-attr]
    moments.ask({"kind": "nonsense", "seat": "99", "size": "3", "rule": "x" * 500})
    assert moments.wish.kind == ""
    assert (moments.wish.seat, moments.wish.size, len(moments.wish.rule)) == (-1, 0, 60)


def test_the_account_of_a_mistake_names_what_was_better_and_why(done: GameReview) -> None:
    line = next(line for line in done.ledger.lines if line.fault)  # type: ignore[union-attr]
    panel = review_line_parts.line_panel(done, line.line)
    best = max(line.options, key=lambda option: option.value)
    assert line.fault.capitalize() in panel
    assert f"All {len(line.options)} choices" in panel
    assert panel.count("<tr") == len(line.options) + 1 + len(line.parts) + 2
    assert "The Boulder" in panel
    assert best.value == line.before


def test_the_account_of_chance_says_luck_and_of_a_forced_choice_that_it_counts_for_nobody(done: GameReview) -> None:
    lines = done.ledger.lines  # type: ignore[union-attr]
    luck = next(line for line in lines if line.kind == LUCK)
    assert ">Luck<" in review_line_parts.line_panel(done, luck.line)
    forced = next(line for line in lines if line.forced)
    assert "counts for nobody" in review_line_parts.line_panel(done, forced.line)
    assert "Before the first line" in review_line_parts.line_panel(done, 0)


def test_a_moment_is_a_sentence_with_its_player(done: GameReview) -> None:
    line = next(line for line in done.ledger.lines if line.kind == SKILL and line.seat == 0)  # type: ignore[union-attr]
    assert ", Mira: " in moment_words(done.player, line)


def test_the_bar_gets_other_marks_for_the_same_game() -> None:
    bar = PlaybackBar()
    bar.show_game(9, at=0, stops={}, labels=(), marks=((3, "?", "note"),))
    bar.show_marks([(4, "blunder", "x")], [(4, "x")], "mistake")
    assert (bar.game, bar.marks, bar.jumps, bar.jump) == (1, [[4, "blunder", "x"]], [[4, "x"]], "mistake")
    bar.show_game(9, at=0, stops={}, labels=(), marks=())
    assert (bar.jumps, bar.jump) == ([], "note")
