"""A deck that somebody puts together, for every game that is played with decks: what is kept, what is said of it."""

import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rising_tutor.boards import board_for
from rising_tutor.cli.deck import _checked as deck_check
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.decks.construction import building_game
from rising_tutor.decks.deck_file import MOST_COPIES, DeckList, deck_option, read_deck, write_deck
from rising_tutor.errors import BadContent, CannotStore
from rising_tutor.store.decks import DeckFiles
from rising_tutor.tutor.decks import builder as of_builder
from rising_tutor.tutor.decks.builder import DeckBuilder, NoDecks, Unkept, clean, offers_decks
from rising_tutor.tutor.decks.library import Search

WITH_DECKS = [game_id for game_id in game_ids() if building_game(load_game(game_id)) is not None]
EACH = pytest.mark.parametrize("game_id", WITH_DECKS)


def builder_of(game_id: str, shelf: Any = None) -> DeckBuilder:
    game = load_game(game_id)
    return DeckBuilder(game, board_for(game), shelf)


def words_of(game_id: str) -> list[str]:
    return [card.word for card in builder_of(game_id).library.cards]


WORDS = {game_id: words_of(game_id) for game_id in WITH_DECKS}
LEADERS = {game_id: [one.id for one in builder_of(game_id).construction.leaders.every] for game_id in WITH_DECKS}


@st.composite
def steps(draw: Any) -> tuple[str, list[tuple[Any, ...]]]:
    """A game and what is done to a deck of it; every word may also be none of the game."""
    game_id = draw(st.sampled_from(WITH_DECKS))
    word = st.sampled_from([*WORDS[game_id][::7], "nothing", ""])
    add = st.tuples(st.just("add"), word, st.integers(-6, 9))
    name = st.tuples(st.just("call"), st.text(max_size=50))
    leader = st.tuples(
        st.just("choose_leader"), st.integers(-1, 2), st.sampled_from([*LEADERS[game_id][:5], "", "nobody"])
    )
    play = st.tuples(st.just("choose_play"), st.sampled_from(["formal", "casual", "other"]))
    rest = st.sampled_from([("undo",), ("take_out_unfit",), ("save",)])
    begin = st.tuples(st.just("start"), st.sampled_from(sorted(builder_of(game_id).ready)))
    return game_id, draw(st.lists(st.one_of(add, add, name, leader, play, rest, begin), max_size=25))


@given(steps())
@settings(max_examples=60, deadline=None)
def test_what_is_kept_loads_back_the_same_and_deck_check_finds_the_same_in_it(
    given_: tuple[str, list[tuple[Any, ...]]],
) -> None:
    game_id, done = given_
    with tempfile.TemporaryDirectory() as folder:
        files = DeckFiles(game_id, Path(folder))
        builder = builder_of(game_id, files)
        builder.empty()
        for do, *args in done:
            if builder.draft is None:
                builder.empty()
            if do != "save" or builder.deck.name:
                getattr(builder, do)(*args)
        if builder.draft is None:
            builder.empty()
        builder.call(builder.deck.name or "A name")
        builder.save()
        own = builder.draft.own
        assert not builder.changed
        again = builder_of(game_id, files)
        taken = again.open(own)
        assert (taken.ok, taken.lost) == (True, ())
        assert (again.deck, again.changed) == (builder.deck, False)
        assert read_deck(files.read(own), builder.construction.leader).deck == builder.deck
        # What `deck check` prints of the file, and what the page says.
        printed = deck_check(builder.game, str(files.folder / f"{own}.toml"))
        assert printed["ok"] == builder.checked.ok
        assert printed["cards"] == builder.deck.n == sum(builder.counts.values())
        assert [(one["line"], one["column"], one["message"], one["rule"] or "") for one in printed["problems"]] == [
            (one.line, one.column, one.what, one.rule) for one in builder.checked.faults
        ]
        # Each is said under a demand of the rules, or by itself; none is left out.
        said = {fault for one in builder.checked.demands for fault in one.faults} | set(builder.checked.others)
        assert said == set(builder.checked.faults)


@EACH
def test_every_deck_of_the_game_may_be_played_as_a_copy_and_leads_to_a_game(game_id: str) -> None:
    game, builder = load_game(game_id), builder_of(game_id)
    for deck_id, ready in builder.ready.items():
        builder.start(deck_id)
        assert builder.checked.ok, builder.checked.faults
        assert all(one.met for one in builder.checked.demands)
        assert (builder.deck.n, builder.deck.leader, builder.deck.id in builder.ready) == (ready.n, ready.leader, False)
        listed = builder.list_to_play(builder.deck)
        assert listed is not None
        assert game.start(2, {deck_option(0): listed}) == game.start(2, {deck_option(0): deck_id})
        assert sum(builder.made_of().values()) == builder.deck.n
        assert sum(found.total() for found in builder.curve().values()) == builder.deck.n


@EACH
def test_every_problem_stands_at_its_card_and_goes_with_it(game_id: str) -> None:
    builder = builder_of(game_id)
    builder.start(next(iter(builder.ready)))
    most = {card.word: builder.construction.most(card.id, builder.deck.play) for card in builder.library.cards}
    word = next(word for word, _ in builder.deck.cards if most[word] is not None)
    builder.add(word, (most[word] or 0) + 1 - builder.counts[word])
    [fault] = builder.checked.at[word]
    assert fault in builder.checked.wrong
    assert {fault.rule for one in builder.checked.demands for fault in one.faults} >= {fault.rule}
    builder.take_out_unfit()
    assert builder.counts[word] == most[word]
    assert builder.checked.at[word] == ()
    builder.undo()
    assert builder.counts[word] == (most[word] or 0) + 1


def test_what_may_not_be_in_it_is_known_beforehand_with_its_reason() -> None:
    builder = builder_of("avatar-tcg")
    builder.start("aang")
    every = builder.library.found(Search())
    fitting = builder.found(Search(fits="yes"))
    assert len(every) - len(fitting) == len(builder.unfit) > 0
    word = next(iter(builder.unfit))
    before = builder.checked.wrong
    builder.add(word)
    assert [(one.what, one.rule) for one in builder.checked.at[word]] == [
        (one.what, one.rule) for one in builder.unfit[word]
    ]
    assert len(builder.checked.wrong) > len(before)
    builder.choose_play("casual")
    assert word not in builder.unfit
    builder.choose_play("formal")
    builder.take_out_unfit()
    assert word not in builder.counts


@EACH
def test_what_is_looked_for_is_found_by_each_word(game_id: str) -> None:
    library = builder_of(game_id).library
    card = library.cards[-1]
    assert card in library.found(Search(query=card.name.upper()))
    assert library.found(Search(query="no such words anywhere")) == ()
    for type_ in library.types:
        assert {one.type for one in library.found(Search(type=type_))} == {type_}
    for trait in library.traits:
        assert all(one.has(trait) for one in library.found(Search(trait=trait)))
    # Each is listed once, in the words of the game; a search for it in other letters finds the same.
    names = [name.casefold() for name in library.traits.values()]
    assert len(set(names)) == len(names)
    assert [name for name in library.traits.values() if not name[0].isupper() or re.search(r"-[a-z]", name)] == []
    for trait in library.traits:
        assert library.found(Search(trait=trait)) == library.found(Search(trait=trait.upper()))
    parts = [library.found(Search(cost=str(cost))) for cost in library.costs]
    assert sum(map(len, parts)) == len(library.cards)


def test_a_text_is_taken_with_all_that_could_not_be_used_told_and_a_bad_one_changes_nothing() -> None:
    builder = builder_of("avatar-tcg")
    builder.start("aang")
    before = builder.draft
    for text in ("", "id = ", "just words", "a: b", "ame176: 0 pummel", "x = 1", "\x00", "[" * 50):
        taken = builder.take(text)
        assert not taken.ok, text
        assert taken.lost, text
        assert builder.draft == before
    taken = builder.take(
        'id = "x"\nname = "Mine"\nchamber = "ame176"\ncolour = "red"\n'
        '[cards]\nunheard-of = 2\name075 = 3\npummel = 4\n"a b" = 0\n'
    )
    assert taken.ok
    assert [str(fault) for fault in taken.lost] == [
        "line 1, column 1: a b stands 0 times; expected a number from 1 to 500",
        "line 4, column 1: 'colour' means nothing here",
    ]
    # One card under two names is one card; what is no card stays, is told, and can be taken out.
    assert builder.counts == {"unheard-of": 2, "pummel": 7}
    assert builder.unknown() == (("unheard-of", 2),)
    builder.add("unheard-of", -9)
    assert builder.unknown() == ()
    builder.undo()
    builder.undo()
    assert builder.draft == before
    assert builder.take("ame176: 4 pummel,\n 10 skewer").ok
    assert builder.counts == {"pummel": 4, "skewer": 10}


def test_a_name_becomes_the_name_of_the_file_and_a_new_name_keeps_the_file() -> None:
    shelf = Unkept()
    builder = builder_of("avatar-tcg", shelf)
    builder.start("aang")
    builder.call("Wind & Water!")
    assert builder.save() == "Saved: Wind & Water!, 60 cards."
    assert shelf.names() == ("wind-water",)
    builder.call("Storm {0}")
    assert builder.save() == "Saved: Storm {0}, 60 cards, which was Wind & Water!."
    assert [one.deck.name for one in builder.own()] == ["Storm {0}"]
    assert builder.save_as_new() == "Saved as a new one: Storm {0} 2, 60 cards."
    assert shelf.names() == ("storm-0-2", "wind-water")
    for name in ("\u706b", "aang", "Aang"):
        builder.empty()
        builder.call(name)
        builder.save()
    assert shelf.names() == ("aang-2", "aang-3", "deck", "storm-0-2", "wind-water")
    builder.call("  \n ")
    with pytest.raises(BadContent, match="so that you find it again"):
        builder.save()


def test_a_file_that_was_changed_elsewhere_stays() -> None:
    shelf = Unkept()
    first, second = builder_of("avatar-tcg", shelf), builder_of("avatar-tcg", shelf)
    first.start("aang")
    first.save()
    second.open("my-aang")
    second.add("pummel", -1)
    second.save()
    first.add("skewer", -1)
    assert "was changed elsewhere" in first.save()
    assert shelf.names() == ("my-aang", "my-aang-2")
    assert b"pummel = 3" in shelf.read("my-aang")
    assert b"pummel = 4" in shelf.read("my-aang-2")


def test_a_file_with_comments_stays() -> None:
    shelf = Unkept()
    builder = builder_of("avatar-tcg", shelf)
    builder.start("aang")
    builder.save()
    written = shelf.read("my-aang").decode().replace("pummel = 4", "pummel = 4  # never fewer")
    shelf.write("my-aang", written)
    builder.open("my-aang")
    builder.add("pummel", -1)
    said = builder.save()
    assert said == "Comments of a file cannot be kept here, so yours is a new one beside it: My Aang 2, 59 cards."
    assert shelf.read("my-aang").decode() == written
    builder.add("pummel", -1)
    assert builder.save() == "Saved: My Aang 2, 58 cards."
    assert shelf.names() == ("my-aang", "my-aang-2")


def test_a_deck_that_was_deleted_can_be_had_back_and_what_is_worked_on_stays() -> None:
    shelf = Unkept()
    builder = builder_of("avatar-tcg", shelf)
    builder.start("aang")
    builder.save()
    text = builder.delete("my-aang")
    assert (builder.own(), builder.deck.n, builder.changed) == ((), 60, True)
    assert builder.restore("my-aang", text) == "my-aang"
    assert not builder.changed
    with pytest.raises(BadContent):
        builder.delete("other")


def test_what_is_not_saved_is_remembered_and_nothing_else(tmp_path: Path) -> None:
    files = DeckFiles("avatar-tcg", tmp_path)
    builder = builder_of("avatar-tcg", files)
    assert builder.dump() == {}
    builder.start("aang")
    builder.save()
    assert builder.dump() == {}
    builder.add("pummel", -4)
    later = builder_of("avatar-tcg", files)
    assert later.recall(builder.dump())
    assert (later.deck, later.changed, later.can_undo) == (builder.deck, True, False)
    later.save()
    assert files.names() == ("my-aang",)
    for damaged in (None, 5, [], {"own": 5}, {"own": "", "text": "\x00"}, {"own": "gone", "text": "id = "}):
        fresh = builder_of("avatar-tcg", files)
        assert not fresh.recall(damaged)
        assert fresh.draft is None


def test_undo_goes_back_over_a_save_within_one_deck() -> None:
    shelf = Unkept()
    builder = builder_of("rise-tcg", shelf)
    builder.start("gates")
    builder.add("sapper", -1)
    builder.save()
    builder.undo()
    assert builder.counts["sapper"] == 2
    assert builder.changed
    builder.save()
    assert shelf.names() == ("my-gates-and-keys",)
    builder.undo()
    assert builder.draft is None
    assert not builder.can_undo


@pytest.mark.parametrize("game_id", [game_id for game_id in game_ids() if game_id not in WITH_DECKS])
def test_a_game_without_decks_has_no_builder(game_id: str) -> None:
    game = load_game(game_id)
    assert not offers_decks(game, board_for(game))
    with pytest.raises(NoDecks, match="played without decks"):
        builder_of(game_id)


def test_copies_have_an_end() -> None:
    builder = builder_of("rise-tcg")
    builder.empty()
    builder.add("level-up", 10**9)
    assert builder.counts == {"level-up": MOST_COPIES}
    builder.add("level-up", -(10**9))
    assert builder.counts == {}


@given(st.text(max_size=60))
@example('four " pummel = 4')
@example("a \\ b # c")
def test_any_name_stands_in_a_file(name: str) -> None:
    deck = DeckList("x", clean(name) or "x", "a", (("one two", 3), ("pummel", 1)))
    read = read_deck(write_deck(deck, "leader"), "leader")
    assert (read.deck, read.faults) == (deck, ())
    assert read.places["pummel"] == (9, 1)


def test_a_folder_holds_so_many_decks_and_no_name_leads_out_of_it(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("rising_tutor.store.decks.MOST", 2)
    files = DeckFiles("rise-tcg", tmp_path)
    assert files.names() == ()
    files.write("one", "1")
    files.write("two", "2")
    with pytest.raises(CannotStore, match="2 decks are kept"):
        files.write("three", "3")
    files.write("two", "again")
    for name in ("../out", "a/b", "", ".hidden", "a\x00b", "x" * 101):
        with pytest.raises(of_builder.RisingTutorError):
            files.write(name, "x")
        with pytest.raises(of_builder.RisingTutorError):
            files.read(name)
    assert DeckFiles("rise-tcg", tmp_path, "ab" * 20).names() == ()
    (tmp_path / "decks" / "rise-tcg" / "one.toml").chmod(0)
    files.remove("one")
    files.remove("one")
    assert files.names() == ("two",)
