"""The page Decks without a browser: what is chosen, changed, kept, deleted, taken in, and led to the table."""

import re
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.decks.construction import building_game
from rising_tutor.decks.deck_file import deck_game, deck_option, inline
from rising_tutor.ui.decks.own import games_with_decks
from rising_tutor.ui.frame import shell as frame
from rising_tutor.ui.frame.browser import Session
from tests.ui.frame import send
from tests.ui.test_every_game import alert, words

WITH_DECKS = [game_id for game_id in game_ids() if building_game(load_game(game_id)) is not None]
EACH = pytest.mark.parametrize("game_id", WITH_DECKS)


def page_of(shell: frame.Shell, address: str) -> Any:
    send(shell.frame, "hash", address)
    assert alert(shell) == ""
    return shell._built[shell._key("decks")]


def shown(page: Any) -> str:
    """What a reader sees of the part of the page that is shown."""
    views = (page.head, page.left, page.right) if "rt-gone" in page.all._dom_classes else (page.shelf,)
    return words("".join("".join(view.parts.values()) for view in views))


def ready_of(game_id: str) -> list[Any]:
    found = deck_game(load_game(game_id))
    assert found is not None
    return list(found.decks())


@pytest.mark.parametrize("game_id", game_ids())
def test_the_page_is_offered_for_games_with_decks_and_for_no_other(shell: frame.Shell, game_id: str) -> None:
    send(shell.frame, "hash", f"#play?new=1&title={game_id}")
    has = game_id in games_with_decks()
    assert ('data-arg="#decks"' in shell.frame.parts["head"]) == has
    play: Any = shell._built["play"]
    assert ("Put a deck together" in play.form.parts["all"]) == has
    send(shell.frame, "hash", "#home")
    home: Any = shell._built["home"]
    assert ("To the decks" in words(home.parts["routes"])) == has
    page = page_of(shell, f"#decks?title={game_id}")
    if has:
        assert "None yet" in words(page.shelf.parts["own"])
        titles = re.findall(r'data-do="title" data-arg="([^"]+)"', page.shelf.parts["head"])
        assert titles == list(games_with_decks())
    else:
        said = words(page.parts["all"])
        assert "is played without decks" in said
        assert re.findall(r'data-do="title" data-arg="([^"]+)"', page.parts["all"]) == list(games_with_decks())
        send(page, "title", games_with_decks()[0])
        assert shell.shown == games_with_decks()[0]
        assert "Begin a" in words(shell._built[shell._key("decks")].shelf.parts["ready"])  # type: ignore[attr-defined]


@EACH
def test_a_deck_is_begun_changed_saved_and_played(shell: frame.Shell, tmp_path: Path, game_id: str) -> None:
    page = page_of(shell, f"#decks?title={game_id}")
    ready = ready_of(game_id)[0]
    send(page.shelf, "start", ready.id)
    assert shell._address.startswith("#decks?new=1")
    word = ready.cards[0][0]
    for _ in range(2):
        send(page.left, "out", word)
    for _ in range(2):
        send(page.left, "in", word)
    assert "may be played" in words(page.right.parts["verdict"])
    send(page.head, "name", name="Evening")
    send(page.head, "play")
    assert (tmp_path / "decks" / game_id / "evening.toml").is_file()
    play: Any = shell._built["play"]
    assert shell.page == "play"
    form = play.form.parts["all"]
    [chosen] = re.findall(r'<option value="([^"]+)" selected>Evening, ', form)
    send(play.form, "start", **{deck_option(0): chosen, "program-2": "random"})
    assert alert(shell) == ""
    assert play.controller.player.options[deck_option(0)] == chosen
    # It is the list of the deck that was copied.
    building = load_game(game_id).construction()  # type: ignore[attr-defined]
    assert building.read_option("deck", chosen, {}) == building.read_option("deck", ready.id, {ready.id: ready})


@EACH
def test_a_deck_that_may_not_be_played_says_why_and_leads_nowhere(shell: frame.Shell, game_id: str) -> None:
    page = page_of(shell, f"#decks?title={game_id}")
    send(page.shelf, "empty")
    assert "is empty" in shown(page) or "All cards" in shown(page)
    send(page.head, "play")
    assert shell.page == "decks"
    notice = words(page.head.parts["notice"])
    assert "may not be played yet" in notice
    first = page.builder.checked.wrong[0]
    assert first.what in notice
    for fault in page.builder.checked.faults:
        assert fault.what[1:] in words(page.right.parts["verdict"])
        assert not fault.rule or f'data-arg="{fault.rule}"' in page.right.parts["verdict"]
    send(page.head, "save")
    send(page.head, "shelf")
    assert "problem" in words(page.shelf.parts["own"])
    assert 'data-do="play-own"' not in page.shelf.parts["own"]
    send(shell.frame, "hash", f"#play?new=1&title={game_id}&own={page.builder.own()[0].id}")
    assert "There is no deck" in alert(shell)


@EACH
def test_every_row_says_its_copies_its_limit_and_where_the_card_comes_from(shell: frame.Shell, game_id: str) -> None:
    page = page_of(shell, f"#decks?title={game_id}&deck={ready_of(game_id)[0].id}")
    send(page.left, "show", "all")
    while 'data-do="more"' in page.left.parts["cards"]:
        send(page.left, "more")
    rows = re.findall(r"<tr [^>]*data-key=\"line:.*?</tr>", page.left.parts["cards"])
    assert len(rows) == len(page.builder.library.cards)
    for row in rows:
        assert "rt-origin" in row
        assert re.search(r"in it, (no limit|\d+ at most)", row)
    for word in page.builder.unfit:
        [row] = [row for row in rows if f'data-key="line:{word}"' in row]
        assert "May not be in: " in words(row) or page.builder.unfit[word][0].what[1:] in words(row)
    send(page.left, "find", fits="yes")
    fitting = page.left.parts["cards"].count('data-key="line:')
    assert fitting <= len(rows) - len(page.builder.unfit)
    send(page.left, "find", query="no card says this")
    assert "No card of the game is like this" in words(page.left.parts["cards"])


@EACH
def test_every_card_and_leader_can_be_read(shell: frame.Shell, game_id: str) -> None:
    page = page_of(shell, f"#decks?title={game_id}&deck={ready_of(game_id)[0].id}")
    every = [card.id for card in page.builder.library.cards]
    every += [one for leader in page.builder.construction.leaders.every for one in leader.cards]
    for card in every:
        send(page.left, "read", card)
        assert page.builder.names[card].name.partition(",")[0] in words(page.right.parts["card"])
    send(page.right, "close-card")
    assert not page.right.parts["card"]


def test_deleting_can_be_undone_and_a_gone_deck_is_said(shell: frame.Shell) -> None:
    page = page_of(shell, "#decks?title=avatar-tcg&deck=aang")
    send(page.head, "save")
    send(page.head, "shelf")
    send(page.shelf, "delete", "my-aang")
    assert "My Aang is deleted." in words(page.shelf.parts["notice"])
    assert "None yet" in words(page.shelf.parts["own"])
    send(page.shelf, "restore")
    assert "60 cards may be played" in words(page.shelf.parts["own"])
    send(page.shelf, "open", "another")
    assert "not kept on this machine" in alert(shell)
    send(shell.frame, "hash", "#decks?title=avatar-tcg&deck=nobody")
    assert "nobody" in alert(shell)


def test_a_bad_text_is_told_with_line_and_column_and_stays_in_its_field(shell: frame.Shell) -> None:
    page = page_of(shell, "#decks?title=avatar-tcg")
    before = page.shelf.parts["paste"]
    send(page.shelf, "text", pasted='id = "x"\ncards = ')
    notice = words(page.shelf.parts["notice"])
    assert "cannot be read as a deck" in notice
    assert "line 2, column" in notice
    assert page.shelf.parts["paste"] == before
    send(page.shelf, "text", pasted="  ")
    assert "no text" in words(page.shelf.parts["notice"])
    page._file("<b>.toml", b"\xff\xfe")
    assert "is no UTF-8" in words(page.shelf.parts["notice"])
    assert "<b>.toml" not in page.shelf.parts["notice"]
    whole = "\n".join(
        ['id = "x"', 'name = "<i>Long"', 'chamber = "ame176"', "[cards]", *(f"c-{n} = 1" for n in range(400))]
    )
    send(page.shelf, "text", pasted=whole)
    assert page.builder.deck.n == 400
    assert page._pasted == 1
    assert "<i>" not in page.head.parts["head"]


def test_the_text_of_a_deck_can_be_taken_out_and_in_again(shell: frame.Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(shell, "#decks?title=rise-tcg&deck=gates")
    given: list[tuple[str, str]] = []
    monkeypatch.setattr(page.head, "download", lambda name, text: given.append((name, text)))
    send(page.left, "download")
    [(name, text)] = given
    assert name == "my-gates-and-keys.toml"
    deck = page.builder.deck
    send(page.head, "shelf")
    send(page.shelf, "text", pasted=text)
    assert page.builder.deck == deck
    send(page.head, "shelf")
    send(page.shelf, "text", pasted=inline(deck))
    assert page.builder.deck.cards == deck.cards


def test_what_is_not_saved_is_there_again_after_a_reload(shell: frame.Shell) -> None:
    page = page_of(shell, "#decks?title=avatar-tcg&deck=aang")
    send(page.left, "in", "pummel")
    kept = dict(shell._facts)
    again = frame.Shell(Session())
    again.session.online = True
    again._open(kept)
    address = shell._address
    page = page_of(again, address)
    assert page.builder.counts["pummel"] == 5
    assert "5 copies of pummel" in shown(page)
    send(again.frame, "hash", "#decks?title=avatar-tcg")
    assert "My Aang , 61 cards, not saved yet" in shown(page)


def test_where_others_use_the_server_each_browser_has_its_own_decks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    monkeypatch.setenv("RISING_TUTOR_SHARED", "1")
    for secret in ("0" * 32, "1" * 32):
        shell = frame.Shell(Session(secret=secret))
        shell.session.online = True
        page = page_of(shell, "#decks?title=avatar-tcg&deck=aang")
        assert page.builder.own() == ()
        send(page.head, "save")
        send(page.head, "shelf")
        assert str(tmp_path) not in shown(page)
    assert len(list(tmp_path.glob("decks/of/*/avatar-tcg/my-aang.toml"))) == 2


def test_a_file_in_the_folder_that_is_no_deck_is_listed_with_what_is_wrong(shell: frame.Shell, tmp_path: Path) -> None:
    folder = tmp_path / "decks" / "avatar-tcg"
    folder.mkdir(parents=True)
    (folder / "By hand.toml").write_text("id = <script>")
    (folder / "notes.txt").write_text("no deck")
    page = page_of(shell, "#decks?title=avatar-tcg")
    said = shown(page)
    assert "By hand , 0 cards 1 problem" in said
    assert "notes" not in said
    send(page.shelf, "open", "By hand")
    assert "cannot be read as a deck" in shown(page)
    assert (folder / "By hand.toml").read_text() == "id = <script>"


def test_a_folder_that_cannot_be_written_to_is_said_and_the_deck_stays(shell: frame.Shell, tmp_path: Path) -> None:
    (tmp_path / "decks").write_text("in the way")
    page = page_of(shell, "#decks?title=avatar-tcg&deck=aang")
    send(page.head, "save")
    assert "could not be written" in words(page.head.parts["notice"])
    assert page.builder.deck.n == 60
    assert "Not saved yet" in words(page.head.parts["head"])
