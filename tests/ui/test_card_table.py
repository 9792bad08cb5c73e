"""A game of cards in a browser: from Home to the table, what cannot be chosen, cards that are read, a hidden look."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.boards.choices import choice_button
from rising_tutor.boards.ports import brink_board
from rising_tutor.boards.quickstrike.signs import cost
from rising_tutor.core.ids import Seat
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.decks.deck_file import deck_game
from rising_tutor.store.games import Store
from tests.testkit.axe import grave
from tests.ui.browser import settle, width_of
from tests.ui.conftest import DESK, Running
from tests.ui.table import moved_on, moves

WITH_DECKS = [game_id for game_id in game_ids() if deck_game(load_game(game_id)) is not None]
pytestmark = pytest.mark.browser
EACH = pytest.mark.parametrize("game_id", WITH_DECKS)
PHONE = {"width": 390, "height": 844}
SEEDS = 60
OVERLAP = """button => {
  const words = document.createRange();
  words.selectNodeContents(button.querySelector("span").firstChild);
  const [text, signs] = [words, button.querySelector(".rt-cost")].map((one) => one.getBoundingClientRect());
  const apart = signs.left - text.right >= 4 || signs.top >= text.bottom;
  return apart && signs.right <= button.getBoundingClientRect().right ? "" : `${text.right} ${signs.left}`;
}"""
"""Where the words of a choice end and the signs of its cost begin, if they touch."""


@pytest.mark.sweep(one_in=2)
@EACH
def test_from_home_to_the_table_of_two_decks(open_app: Callable[..., Any], game_id: str) -> None:
    """At every size all that a choice needs is in sight; a choice that is not possible says why; cards can be read."""
    page = open_app(f"#home?title={game_id}", ".rt-start")
    page.set_viewport_size(DESK)
    page.evaluate("title => { location.hash = '#play?new=1&title=' + title }", game_id)
    settle(page)
    page.evaluate("location.hash = '#home'")
    settle(page)
    decks = page.locator(".rt-start select[name^=deck-]")
    decks.first.wait_for()
    assert decks.count() == load_game(game_id).info.min_seats
    found = deck_game(load_game(game_id))
    assert found is not None
    small = min(found.decks(), key=lambda deck: deck.n)
    for n in range(decks.count()):
        decks.nth(n).select_option(small.id)
    settle(page)
    page.locator(".rt-start [data-key=start]").click()
    settle(page)
    choice = page.locator(".rt-dock [data-do=act]:visible")
    choice.first.wait_for()
    _skip_beats(page)
    for part in (".rt-mat--near", ".rt-rally, .rt-hand", ".rt-dock [data-do=act]"):
        assert _in_sight(page, part), part
    assert grave(page) == []
    # What is not possible now, tried all the same.
    for _ in range(40):
        if page.locator(".rt-dock [data-do=press]:visible").count():
            break
        choice.first.click()
        settle(page)
        _skip_beats(page)
    page.locator(".rt-dock [data-do=press]:visible").first.click(force=True)
    settle(page)
    refused = page.locator(".rt-dock [role=alert] .rt-refuse")
    assert refused.locator(".rt-cite").count() == 1
    assert refused.locator("[data-do=nearest]").count() == 1
    # A card on the table is a stop of the keyboard, and opens the reader.
    card = page.locator(".rt-mat [data-item][data-do=unfold]").first
    card.focus()
    page.keyboard.press("Enter")
    settle(page)
    assert page.locator(".rt-cardreader").count() == 1
    assert grave(page) == []
    page.set_viewport_size(PHONE)
    assert width_of(page) <= PHONE["width"]
    assert grave(page) == []
    # There, too, what is read has its title and the button that closes it.
    assert page.locator(".rt-cardreader h2").is_visible()
    page.locator(".rt-cardreader [data-do=unfold]").click()
    settle(page)
    assert page.locator(".rt-cardreader").count() == 0
    page.set_viewport_size(DESK)


@pytest.mark.sweep(one_in=2)
@EACH
def test_what_one_seat_looks_at_reaches_no_browser_before_its_person_is_there(
    page: Any, open_app: Callable[..., Any], app: Running, game_id: str
) -> None:
    key, secret, open_to_all = _with_a_secret(Store(app.log.parent / "games"), game_id)
    frames: list[bytes] = []

    def keep(frame: str | bytes) -> None:
        frames.append(frame if isinstance(frame, bytes) else frame.encode())

    page.on("websocket", lambda socket: socket.on("framereceived", keep))
    open_app(f"#play?game={key}", "[data-key=take-screen]")
    settle(page)
    for seat in (0, 1):
        page.locator(f"[data-key='unfold:deck:{seat}'], [data-key='unfold:library:{seat}']").first.click()
        settle(page)
    seen = b"".join(frames) + page.content().encode()
    assert open_to_all.encode() in seen
    assert not [told for told in secret if told.encode() in seen]
    page.locator("[data-key=take-screen]").click()
    settle(page)
    seen = b"".join(frames) + page.content().encode()
    assert [told for told in secret if told.encode() in seen] == list(secret)


@pytest.mark.wide
def test_the_table_stops_where_a_point_is_about_to_fall(page: Any, open_app: Callable[..., Any], app: Running) -> None:
    """Chosen with the keyboard, as wide as a phone, and remembered."""
    open_app(f"#play?game={_on_the_way_to_a_point(Store(app.log.parent / 'games'))}", ".rt-waits")
    settle(page)
    page.set_viewport_size(PHONE)
    ways = page.locator(".rt-waits .rt-stops")
    chosen = ways.locator("[aria-pressed=true]")
    assert chosen.inner_text() == "my choices"
    chosen.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    settle(page)
    _skip_beats(page)
    assert "The table stops here: a point about to fall." in page.locator(".rt-waits").inner_text()
    assert chosen.inner_text() == "a point about to fall"
    assert width_of(page) <= PHONE["width"]
    assert all(box["x"] + box["width"] <= PHONE["width"] for box in (one.bounding_box() for one in ways.all()))
    assert grave(page) == []
    page.set_viewport_size(DESK)
    page.reload()
    page.locator(".rt-waits .rt-stops").wait_for()
    settle(page)
    assert chosen.inner_text() == "a point about to fall"
    page.locator(".rt-waits [data-do=program]").click()
    settle(page)
    assert page.locator(".rt-dock [data-do=act], .rt-waits").count()


@EACH
def test_keys_go_on_where_programs_choose_in_between(open_app: Callable[..., Any], app: Running, game_id: str) -> None:
    """What was pressed is gone with each choice, and for a while there is nothing to press."""
    kept = Store(app.log.parent / "games").begin(load_game(game_id), 2, {}, seed="keys", programs={Seat(1): "random"})
    kept.player.settle()
    while kept.player.program:
        kept.player.play_program()
    kept.close()
    page = open_app(f"#play?game={kept.key}", ".rt-dock [data-do=act]")
    settle(page)
    page.locator(".rt-dock [data-do=act]:visible").first.focus()
    for _ in range(8):
        before = moves(page)
        page.keyboard.press("Enter")
        moved_on(page, before)
        settle(page)
        _skip_beats(page)
        page.wait_for_function("document.activeElement.matches('.rt-dock [data-do=act], .rt-waits *, .rt-tray')")


def test_on_a_phone_the_cost_of_a_choice_stands_clear_of_its_words(open_app: Callable[..., Any], app: Running) -> None:
    kept = Store(app.log.parent / "games").begin(
        load_game("avatar-tcg"), 2, {}, seed="ways", programs={Seat(1): "random"}
    )
    kept.player.settle()
    kept.close()
    page = open_app(f"#play?game={kept.key}", ".rt-dock .rt-ways")
    settle(page)
    for width in (320, PHONE["width"]):
        page.set_viewport_size({**PHONE, "width": width})
        for counts in ((2, 0, 0), (1, 0, 1), (1, 1, 1)):
            ways = str(choice_button(0, "Counterattack", "force 5 goes to Aang", cost(counts))) * 2
            page.locator(".rt-dock .rt-ways").evaluate("(box, html) => { box.innerHTML = html }", ways)
            found = page.locator(".rt-dock .rt-way").first.evaluate(OVERLAP)
            assert found == "", (width, counts, found)
    page.set_viewport_size(DESK)


def _on_the_way_to_a_point(store: Store) -> str:
    """A game in which a program is to choose, and without a choice of the person a point is soon about to fall."""
    game = load_game("avatar-tcg")
    board = brink_board(board_for(game))
    assert board is not None
    for seed in range(SEEDS):
        kept = store.begin(game, 2, {}, seed=f"point {seed}", programs={Seat(1): "greedy"})
        session = kept.player
        session.settle()
        begins = None
        while not session.over:
            falls = board.at_brink(session.view)
            if not session.program:
                begins = None
                session.play(session.advice())
                continue
            if falls and begins is not None:
                session.undo(begins)
                kept.close()
                return kept.key
            begins = begins if begins is not None or falls else session.n_moves
            session.play_program()
        kept.close()
    raise AssertionError("no point is ever about to fall")


def _with_a_secret(store: Store, game_id: str) -> tuple[str, tuple[str, ...], str]:
    """A game of two people that stands where one has just looked at cards: what only it was told, and what all were."""
    game = load_game(game_id)
    for seed in range(SEEDS):
        kept = store.begin(game, 2, {}, seed=f"look {seed}")
        session = kept.player
        session.settle()
        while not session.over:
            if session.curtain:
                told = session.made[-1].events + session.made[-2].events
                seat = session.node.seat
                secret = [game.say(event) for event in told if event.seats == (Seat(seat),)]
                public = [game.say(event) for event in told if event.seats is None]
                if secret and public:
                    kept.close()
                    return kept.key, tuple(dict.fromkeys(secret)), public[0]
                session.take_screen()
            session.play(session.actions[0])
        kept.close()
    raise AssertionError("nobody looks at anything")


def _in_sight(page: Any, selector: str) -> bool:
    box = page.locator(f"{selector}:visible").first.bounding_box()
    return bool(box) and box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


def _skip_beats(page: Any) -> None:
    """What others did is shown step by step; a person in a hurry skips it."""
    skip = page.locator("[data-do=beats-skip]:visible")
    if skip.count():
        skip.first.click()
    assert not re.search("is-beating", page.locator(".rt-play").first.get_attribute("class") or "")
