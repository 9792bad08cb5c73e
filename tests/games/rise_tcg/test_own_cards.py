"""An owner's own cards and Summoners: files like ours, laid over them."""

from pathlib import Path
from random import Random

import pytest

from rising_tutor.errors import BadContent
from rising_tutor.games.rise_tcg.book import load_book
from rising_tutor.games.rise_tcg.game import RiseGame
from tests.testkit.owner_folder import owner_folder

MINE = """
[[card]]
id = "my-hound"
name = "My Hound"
type = ["creature", "imminent"]
rank = "infinite"
attack = 3
defense = 2
abilities = ["flight", "rage"]
action = [{ coins = 1, effect = [{ do = "damage", n = 1, target = { kind = "creature" } }] }]
origin = "owner"

[[summoner]]
id = "mine"
name = "Mine"
hp = 30
skill = [{ effect = [{ do = "draw_cards", n = 1 }] }]
origin = "owner"
"""


def test_own_cards_are_played_beside_the_samples(tmp_path: Path) -> None:
    game = RiseGame(load_book(owner_folder(tmp_path, MINE)))
    assert game.info.content != load_book().fingerprint
    assert game.book.card["lance-rider"].origin == "illustrative"
    deck = "mine oss: 42 my-hound, 8 level-up"
    winner, decisions, _ = game.playout(game.start(2, {"deck-1": deck}), Random(1))
    assert winner in (0, 1)
    assert decisions > 50


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ('origin = "owner"\n\n[[summoner', 'origin = "public"\n\n[[summoner', "my-hound"),
        ('id = "my-hound"', 'id = "my-hound-2"', "my-hound-2"),
        ('id = "my-hound"', 'id = "mine"', "mine"),
        ('id = "my-hound"', 'id = "ysolde"', "ysolde"),
        ("hp = 30", "hp = 31", "mine.hp"),
        ("attack = 3", "attack = -3", "my-hound.attack"),
        ('do = "damage"', 'do = "nothing"', "$.card[0].action[0].effect[0].do"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, old: str, new: str, path: str) -> None:
    with pytest.raises(BadContent) as refused:
        load_book(owner_folder(tmp_path, MINE.replace(old, new, 1)))
    assert refused.value.path == path


def test_a_folder_without_cards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadContent):
        load_book(str(tmp_path))
