"""An owner's own cards, Chambers and signature moves: files like ours, laid over them."""

from pathlib import Path
from random import Random

import pytest

from rising_tutor.core.ids import Seat
from rising_tutor.errors import BadContent
from rising_tutor.games.quickstrike import notation
from rising_tutor.games.quickstrike.book import TAKEN, load_book
from rising_tutor.games.quickstrike.decks import construction
from rising_tutor.games.quickstrike.game import AvatarGame
from tests.testkit.owner_folder import owner_folder
from tests.testkit.quickstrike import GAME, OWN_CARDS


def test_own_cards_are_played_beside_ours(tmp_path: Path) -> None:
    game = AvatarGame(load_book(owner_folder(tmp_path, OWN_CARDS)))
    assert game.info.content != GAME.info.content
    start = game.start(2, {"deck-1": "cousin: 30 sidestep"})
    assert game.seat_decks(start)[0].leader == "My Cousin"
    winner, decisions, _ = game.playout(start, Random(1))
    assert winner in (0, 1)
    assert decisions > 10
    assert game.view(start, Seat(0)).mats[0].kinds == ("sidestep",)


def test_a_name_is_no_word_that_a_move_has() -> None:
    """What moves are made of is written in `notation`, which the cards cannot ask."""
    assert notation.WORDS | set(notation.TURNED.values()) <= TAKEN


def test_the_file_that_is_named_is_the_one_that_holds_the_name(tmp_path: Path) -> None:
    owner_folder(tmp_path, OWN_CARDS)
    (tmp_path / "a-second.toml").write_text('[[card]]\nid = "plain"\nname = "Plain"\norigin = "owner"\n', "utf-8")
    (tmp_path / "third.toml").write_text('[[card]]\nid = "more"\nname = "Focus"\norigin = "owner"\n', "utf-8")
    with pytest.raises(BadContent) as refused:
        load_book(str(tmp_path))
    assert (refused.value.file, refused.value.path) == ("third.toml", "more.name")


def test_a_card_with_an_id_of_ours_replaces_it(tmp_path: Path) -> None:
    text = '[[card]]\nid = "ame075"\nname = "Pummel"\nintercept = 9\norigin = "owner"\n'
    book = load_book(owner_folder(tmp_path, text))
    assert (book.card["ame075"].intercept, book.word["ame075"]) == (9, "pummel")
    assert len(book.cards) == len(GAME.book.cards)
    assert load_book() is GAME.book


def test_the_words_of_our_cards_stay_what_they_are(tmp_path: Path) -> None:
    text = '[[card]]\nid = "mine"\nname = "Pummel, from behind"\norigin = "owner"\n'
    book = load_book(owner_folder(tmp_path, text))
    assert {card: book.word[card] for card in GAME.book.word} == GAME.book.word
    assert book.word["mine"] == "pummel-from-behind"


@pytest.mark.rule("QS-106", "QS-110", "QS-111", "QS-113")
@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ('origin = "owner"\n\n[[chamber', 'origin = "public"\n\n[[chamber', "sidestep"),
        ('origin = "owner"\n\n[[move', "\n[[move", "cousin"),
        ('id = "sidestep"', 'id = "My Step"', "My Step"),
        ('id = "sidestep"', 'id = "cousin"', "cousin"),
        ('id = "sidestep"', 'id = "ame176"', "ame176"),
        ('name = "Sidestep"', 'name = "Pummel"', "sidestep.name"),
        ('name = "Sidestep"', 'name = "Focus"', "sidestep.name"),
        ('name = "Sidestep"', 'name = "Long Stride"', "sidestep.name"),
        ('name = "Sidestep"', 'name = "Sidestep"\ntraits = ["Mind"]', "sidestep.traits"),
        ('front = "long-stride"', 'front = "nothing"', "cousin"),
        ('"Fox", "Spirit"', '"Fox", "Lion"', "cousin.traits"),
        ('do = "change"', 'do = "nothing"', "$.card[0].ability[0].effect[0].do"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, old: str, new: str, path: str) -> None:
    assert old in OWN_CARDS
    with pytest.raises(BadContent) as refused:
        load_book(owner_folder(tmp_path, OWN_CARDS.replace(old, new, 1)))
    assert refused.value.path == path


def test_an_id_stands_once_and_a_folder_holds_cards(tmp_path: Path) -> None:
    with pytest.raises(BadContent):
        load_book(str(tmp_path))
    with pytest.raises(BadContent, match="stands 2 times"):
        load_book(owner_folder(tmp_path, OWN_CARDS + OWN_CARDS))


@pytest.mark.rule("QS-106")
def test_a_signature_move_is_no_card_of_a_deck() -> None:
    text = 'id = "x"\nname = "X"\nchamber = "ame176"\nplay = "casual"\ncards = { pummel = 20, penguin-sledding = 1 }'
    _, faults = construction(GAME.book).check_file(text)
    assert [(fault.rule, "signature move" in fault.what) for fault in faults] == [("QS-106", True)]
