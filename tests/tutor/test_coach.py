"""The coach beside a table: nothing before it is asked for, warnings that hold, and answers by `Game.check` only."""

import re
from random import Random
from typing import Any

import pytest

from rising_tutor.analysis.worth import estimated_worth, exact_worth
from rising_tutor.core.branch import Branch
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import alike, chooser
from rising_tutor.core.playthrough import follow
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.errors import TooLarge
from rising_tutor.games.rising import actions as do
from rising_tutor.probability.ranked import RankedActions
from rising_tutor.render.html import EMPTY
from rising_tutor.tutor.background import Background, Stopped
from rising_tutor.tutor.coach.choices import BUSY, CLOSED, READY, STOPPED, Choices
from rising_tutor.tutor.coach.warning import COUNTING, IDLE, LEVELS, NOT_COUNTED, WARNED, Misplay, level_words
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.controller import TableController
from rising_tutor.ui.play.coach import Coach
from tests.testkit.coin_and_hand import Do, Lay
from tests.tutor.held import HeldBackground

GAME = load_game("fire")


class Table:
    """A controller with its coach, and what the coach said to others."""

    def __init__(self, player: GameSession, background: Background | None = None, level: str = "off") -> None:
        self.controller = TableController(player)
        self.kept: list[str] = []
        self.mistakes: list[Misplay] = []
        self.focus: list[str] = []
        self.coach = Coach(
            self.controller,
            background or Background(beside=False),
            level=level,
            changed=self.focus.append,
            keep=self.kept.append,
            on_mistake=self.mistakes.append,
        )

    @property
    def player(self) -> GameSession:
        return self.controller.player

    def send(self, verb: str, arg: str = "", at: int | None = None, **fields: str) -> None:
        message = Message(verb, arg, self.player.n_moves if at is None else at, fields)
        if not self.coach.handle(message):
            self.controller.handle(message)
        self.coach.catch_up()

    def do(self, action: Any) -> None:
        self.send("act", str(self.player.actions.index(action)))

    @property
    def html(self) -> str:
        return str(self.coach.beside(EMPTY))

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", self.html))


def started(seed: str = "odds") -> GameSession:
    player = GameSession(GAME, 1, {"teams": "aang,toph"}, seed=seed)
    player.settle()
    return player


def rolled(seed: str = "odds") -> GameSession:
    """A game with dice on show."""
    player = started(seed)
    while do.Roll() not in player.actions:
        player.play(player.actions[0])
    player.play(do.Roll())
    return player


def values(player: GameSession) -> RankedActions:
    found = exact_worth(GAME, player.state)
    assert found is not None
    return found


def losing(player: GameSession, least: float) -> Any:
    """A legal action of this moment that loses more than this."""
    return next(row.action for row in values(player).rows if row.value is not None and row.loss > least)


# The warning ------------------------------------------------------------------------------------------


def test_without_a_warning_every_action_is_made_at_once() -> None:
    table = Table(rolled())
    before = table.player.n_moves
    table.do(losing(table.player, LEVELS["large"]))
    assert table.player.n_moves > before
    assert table.mistakes == []


def test_an_action_that_loses_more_than_the_amount_is_held_and_the_number_is_that_of_the_solver() -> None:
    table = Table(rolled(), level="medium")
    bad = losing(table.player, LEVELS["medium"])
    row = values(table.player).of(bad)
    before = table.player.n_moves
    table.do(bad)
    assert table.coach.warning.state == WARNED
    assert table.player.n_moves == before
    assert row is not None
    assert f"loses {row.loss:.3f} goals" in table.text
    assert f"Expected after it: {row.value:.3f} goals" in table.text
    assert "exact" in table.text
    assert table.focus[-1] == "warn-head"
    event = GAME.act(table.player.state, bad).events[0]
    assert GAME.say(event) in table.text
    assert event.rule in table.text


@pytest.mark.parametrize("level", ["small", "medium", "large"])
def test_the_amount_decides_for_every_action(level: str) -> None:
    player = rolled()
    found = values(player)
    for row in found.rows:
        if row.value is None:
            continue
        table = Table(rolled(), level=level)
        before = table.player.n_moves
        table.do(row.action)
        assert (table.player.n_moves == before) == (row.loss > LEVELS[level])


def test_nothing_of_the_best_action_is_shown_before_a_hint() -> None:
    table = Table(rolled(), level="medium")
    table.do(losing(table.player, LEVELS["medium"]))
    best = table.controller.board.word(table.player.view, values(table.player).rows[0].action)
    shown = re.sub(r'<section[^>]*rt-why".*', "", table.html, flags=re.DOTALL)
    assert best not in shown
    assert 'data-do="act"' not in shown
    table.send("warn-hint")
    assert best not in re.sub(r'<section[^>]*rt-why".*', "", table.html, flags=re.DOTALL)
    assert "The best choice" in table.text
    table.send("warn-hint")
    assert f"Best: {best}" in table.text
    table.send("act", str(table.player.actions.index(values(table.player).rows[0].action)))
    assert table.coach.warning.state == IDLE


def test_play_anyway_makes_it_and_rethink_drops_it() -> None:
    table = Table(rolled(), level="medium")
    bad = losing(table.player, LEVELS["medium"])
    before = table.player.n_moves
    table.do(bad)
    table.send("warn-back")
    assert (table.player.n_moves, table.coach.warning.state) == (before, IDLE)
    table.do(bad)
    table.send("warn-play")
    assert table.player.made[before].move == bad
    assert table.coach.warning.state == IDLE


def test_a_slow_moment_does_not_block() -> None:
    background = HeldBackground()
    table = Table(rolled(), background, level="medium")
    bad = losing(table.player, LEVELS["medium"])
    before = table.player.n_moves
    table.do(bad)
    assert table.coach.warning.state == COUNTING
    background.tell(0, 0)
    assert "Counting" in table.text
    table.send("warn-play")
    assert table.player.made[before].move == bad
    assert not background.busy


def test_what_was_counted_for_an_older_table_changes_nothing() -> None:
    background = HeldBackground()
    table = Table(rolled(), background, level="medium")
    before = table.player.n_moves
    table.do(losing(table.player, LEVELS["medium"]))
    late = background.held()
    table.send("undo")
    after = table.player.n_moves
    assert after < before
    late()
    assert (table.player.n_moves, table.coach.warning.state) == (after, IDLE)


def test_after_an_undo_another_position_is_valued_anew() -> None:
    table = Table(rolled(), level="medium")
    dice = [action for action in table.player.actions if isinstance(action, do.DiscardDie)]
    for discard in dice[:2]:
        table.controller.make(discard)
        table.coach.catch_up()
        table.do(do.Stop())
        row = values(table.player).of(do.Stop())
        assert row is not None
        assert (table.coach.warning.state == WARNED) == (row.loss > LEVELS["medium"])
        if table.coach.warning.state == WARNED:
            assert table.coach.warning.row == row
            table.send("warn-back")
        table.send("undo")


def test_what_cannot_be_counted_is_made_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(rolled(), level="small")
    before = table.player.n_moves

    def too_large(_progress: object) -> None:
        raise TooLarge("goals", "many", "fewer")

    monkeypatch.setattr(table.coach.warning, "work", too_large)
    table.do(table.player.actions[0])
    assert table.player.n_moves > before
    assert NOT_COUNTED in table.text
    table.send("warn-note")
    assert NOT_COUNTED not in table.text


def test_outside_the_dice_step_nothing_is_held() -> None:
    table = Table(started(), level="small")
    before = table.player.n_moves
    table.do(table.player.actions[0])
    assert table.player.n_moves > before


def test_a_level_is_remembered_and_says_its_number() -> None:
    table = Table(rolled())
    for level, amount in list(LEVELS.items())[1:]:
        table.send("warn", level)
        assert table.kept[-1] == level
        said, _, behind = table.text.partition("Details")
        assert level_words(level) in said
        assert str(amount) not in said
        assert f"more than {amount} goals" in behind
    table.send("warn", "enormous")
    assert table.kept[-1] == "large"


def test_where_a_held_action_may_lead_is_shown_with_exact_chances() -> None:
    table = Table(rolled(), level="medium")
    table.do(losing(table.player, LEVELS["medium"]))
    table.send("warn-follow")
    found = table.coach.warning.followed
    assert found is not None
    assert "What could follow" in table.text
    assert sum(one.chance for one in found.all) == (1 if found.all else 0)


# Mistakes for later -------------------------------------------------------------------------------------


def test_what_was_refused_and_what_lost_is_handed_on() -> None:
    table = Table(rolled(), level="medium")
    state = table.player.state
    table.send("roll")
    (one,) = table.mistakes
    refusal = table.player.check(do.Roll())
    assert refusal is not None
    assert (one.kind, one.tried, one.rule, one.loss) == ("refused", "roll", refusal.rule, None)
    assert GAME.load(one.state.encode()) == state
    bad = losing(table.player, LEVELS["medium"])
    table.do(bad)
    two = table.mistakes[-1]
    row = values(table.player).of(bad)
    assert row is not None
    assert (two.kind, GAME.read(state, two.tried), two.loss) == ("loss", bad, row.loss)
    assert two.unit is values(table.player).unit
    assert two.rule in GAME.cited()


def test_every_action_has_a_rule_also_one_that_does_nothing() -> None:
    table = Table(rolled())
    seen, rng = set(), Random(1)
    while len(seen) < 10 and not table.player.over:
        for action in table.player.actions:
            seen.add(type(action).__name__)
            assert table.coach.warning.rule(action) in GAME.cited()
        abilities = [action for action in table.player.actions if isinstance(action, do.UseAbility)]
        table.controller.make(rng.choice(abilities or table.player.actions))
    assert {"Done", "Roll", "Stop", "PlaceDie"} <= seen


# Why not ------------------------------------------------------------------------------------------------


def test_why_not_answers_as_check_does_for_everything_that_can_be_picked() -> None:
    table = Table(rolled())
    table.send("why-open")
    tries = table.coach.why.tries
    assert len(tries) > 30
    refused = legal = 0
    before = table.player.n_moves
    for one in tries:
        table.send("why", what=one.what, where=one.where)
        refusal = table.player.check(one.action)
        assert table.coach.why.refusal == refusal
        if refusal is None:
            legal += 1
            assert "is possible now" in table.text
        else:
            refused += 1
            assert refusal.rule in table.text
            assert (table.coach.why.nearest is None) == (refusal.nearest not in table.player.actions)
    assert refused
    assert legal
    assert table.player.n_moves == before
    assert table.mistakes == []


def test_why_not_ignores_words_that_nobody_offered() -> None:
    table = Table(rolled())
    table.send("why-open")
    table.send("why", what="<b>", where="nowhere")
    assert table.coach.why.tried is None
    assert "&lt;b&gt;" not in table.html


# What each choice is worth ------------------------------------------------------------------------------


def test_choices_are_estimated_only_when_asked() -> None:
    background = HeldBackground()
    table = Table(started(), background)
    worth = str(table.coach.worth())
    assert "What is each choice worth?" in worth
    assert 'data-do="act"' not in worth
    table.send("worth")
    assert table.coach.choices.state == BUSY
    background.tell(1, 4)
    assert "25.0 % done" in str(table.coach.worth())
    table.send("worth-stop")
    assert (table.coach.choices.state, background.busy) == (CLOSED, False)


def test_what_is_known_so_far_stays_when_it_is_stopped() -> None:
    background = HeldBackground()
    table = Table(started(), background)
    table.send("worth")
    choices = table.coach.choices
    parts: list[RankedActions] = []

    def stop(_done: int, _total: int) -> None:
        if parts:
            raise Stopped

    with pytest.raises(Stopped):
        choices.work(stop, parts.append)
    choices.show(parts[0])
    table.send("worth-stop")
    assert choices.state == STOPPED
    assert "Stopped" in str(table.coach.worth())
    assert f"{parts[0].samples} lines" in str(table.coach.worth())


def test_an_estimate_names_its_method_and_goes_when_the_table_moves_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rising_tutor.tutor.coach.choices.SAMPLES", {"turn": 8, "game": 2})
    table = Table(started())
    table.send("worth")
    choices = table.coach.choices
    assert choices.state == READY
    assert choices.found is not None
    assert {row.action for row in choices.found.rows} == set(table.player.actions)
    html = str(table.coach.worth())
    for word in ("estimate", "policy greedy", "end of the turn", "95 %", "8 lines"):
        assert word in html
    table.do(table.player.actions[0])
    assert choices.state == CLOSED


# The debrief --------------------------------------------------------------------------------------------


def test_a_turn_is_debriefed_on_request() -> None:
    player = rolled()
    table = Table(player)
    assert "Debrief" not in table.html
    while "turn 1" in GAME.where(player.state):
        player.play(player.advice())
    table.coach.catch_up()
    assert "Debrief of turn 1" in table.text
    assert "The dice gave" not in table.text
    table.send("debrief")
    found = table.coach.debrief.found
    assert found is not None
    assert found.rolls
    assert found.choices
    assert "The dice gave" in table.text
    assert "The choices cost" in table.text
    table.send("debrief-close")
    assert "The dice gave" not in table.text


def cards_put_in_order(*order: str) -> Any:
    """Seat 2 looked at its next cards and put them back as they lay; then it struck back with the first of them."""
    game: Any = load_game("avatar-tcg")
    words = {
        "deck-2": {"knuckle-sandwich": 3, "pummel": 3, "snapped-off": 3, "skewer": 3},
        "top-2": ["meditate"],
        "attack": "green pummel",
        "defender": 2,
        "deck-1": {"pummel": 4, "skewer": 4},
        "top-1": ["pummel"],
    }
    branch = Branch(game, game.set_up(words))
    looks = [f"look {card}" for card in order]
    for text in ("play", *looks, "choose 1 2 3", "counter"):
        branch.play_text(text)
    return branch.state


def test_the_worth_of_a_choice_has_intervals_and_is_the_same_whatever_the_other_seat_saw_alone() -> None:
    """What seat 2 put on its deck is its own knowledge: nothing that seat 1 is told may hang on it."""
    game: Any = load_game("avatar-tcg")
    found = []
    for order in (("knuckle-sandwich", "skewer", "snapped-off"), ("knuckle-sandwich", "snapped-off", "skewer")):
        state = cards_put_in_order(*order)
        assert chooser(game, state) == 0
        player = GameSession(game, 2, {}, seed="", start=state, programs={Seat(1): "greedy"})
        choices = Choices(player)
        assert choices.handle(Message("worth", "", player.n_moves, {}))
        found.append(estimated_worth(game, player.state, horizon="game", samples=4, seed=f"coach:{player.n_moves}"))
        assert choices.can_ask
    one, other = found
    assert cards_put_in_order("knuckle-sandwich", "skewer", "snapped-off") != cards_put_in_order(
        "knuckle-sandwich", "snapped-off", "skewer"
    )
    assert one == other
    assert not one.exact
    assert all(row.low <= row.value <= row.high for row in one.rows)
    assert "95 % intervals" in one.method


def test_the_learners_file_keeps_no_hidden_card_of_a_running_game() -> None:
    """A mistake is kept with a table that the seat may believe in: the same for tables that look alike to it."""
    coin: Any = load_game("coin-and-hand")
    n_hidden = 0
    for at, twin in alike(coin, follow(coin, seats=2, seed=3), Seat(0), Random(1)):
        if chooser(coin, at.state) != 0:
            continue
        kept = []
        for state in (at.state, twin):
            player = GameSession(coin, 2, {}, seed="", start=state, programs={Seat(1): "random"})
            table = Table(player)
            wrong = next(one for one in (Lay(0), Do("call"), Lay(1)) if player.check(one) is not None)
            refusal = player.check(wrong)
            assert refusal is not None
            table.coach._refused(wrong, refusal)
            (mistake,) = table.mistakes
            kept.append(mistake)
            n_hidden += mistake.state != coin.dump(state).decode()
            shown = coin.load(mistake.state.encode())
            assert coin.view(shown, Seat(0)) == coin.view(state, Seat(0))
            assert coin.check(shown, wrong) == refusal
        assert kept[0] == kept[1]
    assert n_hidden > 2
