"""An owner's card files: good ones are played, faulty ones are refused with file, place and value."""

from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from rising_tutor.core.drive import play_out
from rising_tutor.core.limits import UPLOADED
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadContent, LimitExceeded
from rising_tutor.games.rising.cards.book import load_book
from rising_tutor.games.rising.cards.content_check import check_content
from rising_tutor.games.rising.cards.vocabulary import CardFile
from tests.golden.sentences import read

TITLE = "rising_tutor.games.rising.titles.fire_nation"
OWNER = Path(__file__).with_name("owner")
SPEC, CARDS = read("fire-nation-rising")

HERO = """
[[hero]]
id = "teo"
name = "Teo"
type = "Earth"
capacity = 4
cost = ["E", "A"]
ability = { when = "after_roll", effect = { do = "reroll", n = 1 } }
origin = "owner"
"""
VILLAIN = """
[[villain]]
id = "mai"
name = "Mai"
capacity = 3
cost = ["E"]
effect = { do = "lose_die", n = 1 }
origin = "owner"
"""
TEAM = """
[[team]]
id = "team-toph"
name = "Toph"
dice = ["green", "green", "green", "blue"]
starters = ["toph"]
ally = "teo"
ability = [{ cost = ["E"], effect = { do = "damage_villain" } }]
origin = "owner"
"""
FIRE = """
[[fire_nation]]
id = "left-0"
direction = "left"
ruin = 0
n = 1
origin = "owner"
"""
SIDE = """
[[balance]]
id = "easy-1"
card = 1
difficulty = "easy"
spaces = [{ symbols = ["W"] }, { recruit = "Earth" }]
origin = "owner"
"""
TOKENS = """
[[token]]
id = "reroll"
name = "Reroll"
effect = { do = "reroll_all" }
n = 2
origin = "owner"
"""
DIE = """
[[die]]
colour = "green"
n = 5
faces = ["E", "E", "EE", "A", "W", "F"]
origin = "owner"
"""
RUIN = """
[ruin]
top = 12
origin = "owner"
"""
HALVED = "".join(
    TOKENS.replace("n = 2", "n = 1").replace('"reroll"\nname', f'"{name}"\nname') for name in ("reroll", "again")
)


@dataclass(frozen=True)
class Fault:
    """One thing wrong with an otherwise good file: `was` becomes `now`; the message says `told`."""

    what: str
    entry: str
    was: str
    now: str
    told: str


def nested(depth: int) -> str:
    """An effect in an effect in an effect."""
    return '{ do = "in_order", effects = [' * depth + '{ do = "reroll_all" }' + "] }" * depth


REROLL = '{ do = "reroll", n = 1 }'
FAULTS = [
    # the text itself
    Fault("no TOML", HERO, "capacity = 4", "capacity 4", "TOML"),
    Fault("key twice", HERO, "capacity = 4", "capacity = 4\ncapacity = 5", "TOML"),
    Fault("unended text", HERO, '"Teo"', '"Teo', "TOML"),
    # fields
    Fault("misspelled field", HERO, "capacity", "capasity", "'capasity'"),
    Fault("misspelled table", HERO, "[[hero]]", "[[heros]]", "'heros'"),
    Fault("missing field", HERO, "capacity = 4\n", "", "'capacity'"),
    Fault("table for a list", HERO, "[[hero]]", "[hero]", "hero"),
    Fault("number as text", HERO, "capacity = 4", 'capacity = "4"', "capacity"),
    Fault("truth as number", HERO, "capacity = 4", "capacity = true", "capacity"),
    Fault("number as name", HERO, '"Teo"', "7", "name"),
    Fault("date as name", HERO, '"Teo"', "2020-02-02", "name"),
    Fault("text for a list", HERO, '["E", "A"]', '"EA"', "cost"),
    Fault("no capacity", HERO, "capacity = 4", "capacity = 0", "capacity"),
    Fault("negative capacity", HERO, "capacity = 4", "capacity = -4", "capacity"),
    Fault("not a number", HERO, "capacity = 4", "capacity = nan", "capacity"),
    Fault("infinite", HERO, "capacity = 4", "capacity = inf", "capacity"),
    Fault("half a space", HERO, "capacity = 4", "capacity = 4.5", "capacity"),
    # names and ids
    Fault("empty name", HERO, '"Teo"', '""', "name"),
    Fault("blank name", HERO, '"Teo"', '"   "', "teo"),
    Fault("control character in a token", TOKENS, '"Reroll"', r'"Re\u0007roll"', "reroll"),
    Fault("space of no width in a Team", TEAM, '"Toph"', r'"To\u200bph"', "team-toph"),
    Fault("long name", HERO, '"Teo"', f'"{"T" * 61}"', "name"),
    Fault("control character", HERO, '"Teo"', r'"Te\u0007o"', "teo"),
    Fault("line break in a name", HERO, '"Teo"', r'"Te\no"', "teo"),
    Fault("name that turns text around", HERO, '"Teo"', r'"Te\u202eo"', "teo"),
    Fault("id with capitals", HERO, '"teo"', '"Teo"', "id"),
    Fault("path as id", HERO, '"teo"', '"../teo"', "id"),
    Fault("id of the Balance Track", HERO, '"teo"', '"balance"', "balance"),
    Fault("id twice in a file", HERO, HERO, HERO + HERO, "stands 2 times"),
    Fault("id of a Villain for a Hero", HERO, '"teo"', '"june"', "june"),
    # symbols, types, effects
    Fault("unknown symbol", HERO, '["E", "A"]', '["E", "X"]', "'X'"),
    Fault("no cost", HERO, '["E", "A"]', "[]", "cost"),
    Fault("unknown type", HERO, '"Earth"', '"Metal"', "'Metal'"),
    Fault("unknown effect", HERO, 'do = "reroll"', 'do = "explode"', "'explode'"),
    Fault("effect without a kind", HERO, 'do = "reroll", ', "", "'do'"),
    Fault("unknown moment", HERO, '"after_roll"', '"at_noon"', "when"),
    Fault("price without payment", HERO, '"after_roll"', '"paid"', "teo"),
    Fault("payment without price", HERO, '"after_roll"', '"free", cost = ["E"]', "teo"),
    Fault("unknown colour", HERO, 'do = "reroll", n = 1', 'do = "add_die", colours = ["pink"]', "'pink'"),
    Fault("no colour", HERO, 'do = "reroll", n = 1', 'do = "add_die", colours = []', "teo"),
    Fault("unknown symbol to change", HERO, 'do = "reroll", n = 1', 'do = "change_face", symbol = "X"', "'X'"),
    Fault(
        "unknown type in a condition",
        HERO,
        '"after_roll"',
        '"free", only_if = { who = "team", types = ["Metal"] }',
        "'Metal'",
    ),
    Fault("nesting beyond reading", HERO, '{ do = "reroll", n = 1 }', nested(600), "TOML"),
    Fault("no type in a condition", HERO, '"after_roll"', '"free", only_if = { who = "team", types = [] }', "only_if"),
    Fault(
        "condition on a price",
        HERO,
        '"after_roll"',
        '"paid", cost = ["E"], only_if = { who = "team", types = ["Air"] }',
        "only_if",
    ),
    Fault("depth beyond the limit of 16", HERO, REROLL, nested(16), "16 levels"),
    Fault("nesting beyond converting", HERO, REROLL, nested(120), "levels"),
    Fault("nothing in order", HERO, REROLL, '{ do = "in_order", effects = [] }', "in_order"),
    Fault("extra symbol of a Hero", HERO, REROLL, '{ do = "extra_symbol", symbol = "E" }', "extra_symbol"),
    Fault(
        "extra symbol among effects",
        TOKENS,
        '{ do = "reroll_all" }',
        '{ do = "in_order", effects = [{ do = "extra_symbol", symbol = "E" }] }',
        "extra_symbol",
    ),
    Fault("parked die that nobody assigns", HERO, REROLL, '{ do = "park_die" }', "park_die"),
    Fault("any die for another effect", HERO, '"after_roll"', '"paid", any_die = true', "any_die"),
    Fault("neighbours of a Villain", VILLAIN, '"lose_die"', '"heal", who = "adjacent"', "reach"),
    Fault("die lost too late", TEAM, '"damage_villain"', '"lose_die"', "LoseDie"),
    Fault("location of a Hero", HERO, REROLL, '{ do = "damage_heroes", who = "here" }', "DamageHeroes"),
    Fault("stated field that is none", HERO, "origin", 'stated = ["colour"]\norigin', "teo"),
    # Teams
    Fault("unknown ally", TEAM, '"teo"', '"nobody"', "'nobody'"),
    Fault("Villain as starting Hero", TEAM, '["toph"]', '["june"]', "'june'"),
    Fault("nobody to start with", TEAM, '["toph"]', "[]", "starters"),
    Fault(
        "two abilities that cannot be told apart",
        TEAM,
        "ability = [",
        'ability = [{ cost = ["F"], effect = { do = "reorder_row" } }, ',
        "an id of its own",
    ),
    Fault("ally of two Teams", TEAM, '"teo"', '"momo"', "momo"),
    Fault("three dice", TEAM, ', "blue"]', "]", "team-toph"),
    Fault("more dice than there are", TEAM, '["green", "green", "green", "blue"]', str(["yellow"] * 4), "yellow"),
    Fault("unknown dice", TEAM, '"blue"]', '"pink"]', "'pink'"),
    # counts of the box
    Fault("41 Heroes", HERO, '"teo"', '"teo-junior"', "41"),
    Fault("14 Villains", VILLAIN, '"mai"', '"mai-too"', "14"),
    Fault("6 Teams", TEAM, '"team-toph"', '"team-bumi"', "6"),
    Fault("16 Fire Nation cards", FIRE, "n = 1", "n = 2", "16"),
    Fault("11 sides", SIDE, '"easy-1"', '"easy-5"', "11"),
    Fault("6 Balance cards", SIDE, "card = 1", "card = 6", "6"),
    Fault("29 tokens", TOKENS, "n = 2", "n = 1", "29"),
    Fault("12 kinds of token", TOKENS, TOKENS, HALVED, "kinds"),
    Fault("no token of a kind", TOKENS, "n = 2", "n = 0", "n"),
    Fault("4 green dice", DIE, "n = 5", "n = 4", "green"),
    Fault("a fifth colour", DIE, '"green"', '"pink"', "pink"),
    # dice, decks, tracks
    Fault("dice twice in a file", DIE, DIE, DIE + DIE, "stands 2 times"),
    Fault("two symbols on a face", DIE, '"EE"', '"EA"', "'EA'"),
    Fault("a triple face", DIE, '"EE"', '"EEE"', "'EEE'"),
    Fault("an empty face", DIE, '"EE"', '""', "''"),
    Fault("unknown symbol on a face", DIE, '"EE"', '"XX"', "'X'"),
    Fault("a die with one face", DIE, '"E", "E", "EE", "A", "W", "F"', '"E"', "faces"),
    Fault("Ruin 3", FIRE, "ruin = 0", "ruin = 3", "ruin"),
    Fault("up", FIRE, '"left"', '"up"', "direction"),
    Fault("no spaces", SIDE, '[{ symbols = ["W"] }, { recruit = "Earth" }]', "[]", "spaces"),
    Fault("a space that costs nothing", SIDE, '{ recruit = "Earth" }', "{}", "space 2"),
    Fault("unknown type to recruit", SIDE, '"Earth"', '"Metal"', "'Metal'"),
    Fault("unknown difficulty", SIDE, '"easy"\n', '"trivial"\n', "difficulty"),
    Fault("Ruin Track without spaces", RUIN, "top = 12", "top = 0", "top"),
    # origin
    Fault("claims the rulebook", HERO, '"owner"', '"rulebook"', "teo"),
    Fault("claims our design", DIE, '"owner"', '"illustrative"', "green"),
    Fault("unknown origin", HERO, '"owner"', '"a friend"', "origin"),
    Fault("Ruin Track of no owner", RUIN, '"owner"', '"public"', "ruin"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_a_fault_is_refused_with_its_place(fault: Fault, tmp_path: Path) -> None:
    assert fault.was in fault.entry
    faulty = fault.entry.replace(fault.was, fault.now, 1)
    (tmp_path / "mine.toml").write_text(faulty, encoding="utf-8")
    with pytest.raises(BadContent) as caught:
        load_book(TITLE, str(tmp_path))
    assert fault.told in str(caught.value)
    assert len(str(caught.value)) < 2000
    assert caught.value.file == "mine.toml"
    assert caught.value.path
    assert caught.value.expected


@pytest.mark.parametrize("entry", [HERO, VILLAIN, TEAM, FIRE, SIDE, TOKENS, DIE, RUIN])
def test_the_same_entries_without_a_fault_are_taken(entry: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(entry, encoding="utf-8")
    load_book(TITLE, str(tmp_path))


def test_effects_may_lie_sixteen_deep(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(HERO.replace(REROLL, nested(15)), encoding="utf-8")
    load_book(TITLE, str(tmp_path))


def test_a_message_shows_little_of_a_long_value(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(HERO.replace('"Teo"', f'"{"T" * 4000}"'), encoding="utf-8")
    with pytest.raises(BadContent) as caught:
        load_book(TITLE, str(tmp_path))
    assert len(str(caught.value)) < 200
    assert len(str(caught.value.value)) == 4000


def test_two_cards_of_an_owner_take_the_place_of_ours() -> None:
    ours, theirs = load_book(TITLE), load_book(TITLE, str(OWNER))
    changed = {
        card_id
        for cards in ("hero", "villain", "team", "battle", "side")
        for card_id, card in getattr(theirs, cards).items()
        if card != getattr(ours, cards)[card_id]
    }
    assert changed == {"cabbage-merchant", "xin-fu"}
    assert theirs.hero["cabbage-merchant"].name == "Cabbage Seller"
    assert theirs.hero["cabbage-merchant"].origin == theirs.villain["xin-fu"].origin == "owner"
    assert theirs.villain["xin-fu"].capacity == 4
    # The order of cards, which recorded games rely on, stays.
    assert list(theirs.hero) == list(ours.hero)
    assert list(theirs.villain) == list(ours.villain)
    assert theirs.fingerprint != ours.fingerprint
    assert load_book(TITLE, str(OWNER)).fingerprint == theirs.fingerprint


def test_markup_in_a_name_is_text(tmp_path: Path) -> None:
    name = "<b>Teo</b> & \"sons\" 'n' $x$"
    (tmp_path / "mine.toml").write_text(HERO.replace('"Teo"', f"'''{name}'''"), encoding="utf-8")
    assert load_book(TITLE, str(tmp_path)).hero["teo"].name == name


@pytest.mark.rule("FNR-113")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"fire_nation": (msgspec.structs.replace(CARDS.fire_nation[1], n=2),)}, "14"),
        ({"villain": CARDS.villain[:-1]}, "12"),
        ({"hero": CARDS.hero[:-1]}, "39"),
        ({"team": CARDS.team[1:]}, "4"),
        ({"battle": CARDS.battle[1:]}, "2"),
        ({"balance": CARDS.balance[1:]}, "9"),
        ({"token": CARDS.token[1:]}, "27"),
        ({"die": CARDS.die[1:]}, "green"),
        ({"ruin": None}, "None"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else value,
)
def test_a_pack_with_other_counts_is_refused(change: dict[str, object], told: str) -> None:
    if "fire_nation" in change:
        (fewer,) = change["fire_nation"]
        change = {"fire_nation": (CARDS.fire_nation[0], fewer, *CARDS.fire_nation[2:])}
    pack: CardFile = msgspec.structs.replace(CARDS, **change)
    with pytest.raises(BadContent, match=told):
        check_content(SPEC, pack, {})


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(HERO.encode() + b"# \xff\n")
    with pytest.raises(BadContent, match="UTF-8"):
        load_book(TITLE, str(tmp_path))


@pytest.mark.parametrize("value", ["[" * 5_000, "1979-99-99", "0x"])
def test_values_that_no_reader_takes_are_refused(tmp_path: Path, value: str) -> None:
    (tmp_path / "mine.toml").write_text(HERO + f"\nbonus = {value}\n")
    with pytest.raises(BadContent, match=r"mine\.toml"):
        load_book(TITLE, str(tmp_path))


def test_a_file_beyond_the_limit_is_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(HERO.encode() + b"#" * UPLOADED.most)
    with pytest.raises(LimitExceeded, match=r"mine\.toml"):
        load_book(TITLE, str(tmp_path))


@pytest.mark.parametrize("name", ["", "nothing-here", "notes.txt", "of-folders"])
def test_a_folder_without_card_files_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no cards", encoding="utf-8")
    (tmp_path / "of-folders" / "mine.toml").mkdir(parents=True)
    with pytest.raises(BadContent, match="folder"):
        load_book(TITLE, str(tmp_path / name))


def test_the_second_file_of_an_owner_goes_before_the_first(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(HERO, encoding="utf-8")
    (tmp_path / "b.toml").write_text(HERO.replace("capacity = 4", "capacity = 9"), encoding="utf-8")
    assert load_book(TITLE, str(tmp_path)).hero["teo"].capacity == 9


DRAW = '{ do = "draw_tokens" }'


def in_order(*effects: str) -> str:
    return f'{{ do = "in_order", effects = [{", ".join(effects)}] }}'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        (REROLL, in_order(*[DRAW] * 20_000), "number of entries in a list: 20000, the limit is 1000"),
        (REROLL, in_order(*[DRAW] * 21), "other entries in one list of a card: 21, the limit is 20"),
        (REROLL, in_order(*[in_order(*[in_order(*[DRAW] * 20)] * 20)] * 20), "carried out: 8000, the limit is 99"),
        (REROLL, in_order(*['{ do = "draw_tokens", n = 50 }'] * 2), "carried out: 100, the limit is 99"),
        ('["E", "A"]', str(["E"] * 100_000), "number of entries in a list: 100000"),
        ('["E", "A"]', str(["E"] * 21), "one list of a card: 21, the limit is 20"),
        ('"Teo"', f'"{"T" * 10**5}"', "length of a text: 100000 characters, the limit is 4000"),
        ("capacity = 4", f"capacity = {10**30}", "a whole number"),
        (REROLL, f'{{ do = "move_ruin", n = {10**30} }}', "a whole number"),
        ("capacity = 4", f"{'a.' * 20_000}b = 4", "depth of nesting: 20001, the limit is 16"),
    ],
)
def test_a_card_with_too_much_of_something_is_refused_with_the_limit(
    was: str, now: str, told: str, tmp_path: Path
) -> None:
    assert was in HERO
    (tmp_path / "mine.toml").write_text(HERO.replace(was, now, 1))
    with pytest.raises(LimitExceeded) as caught:
        load_book(TITLE, str(tmp_path))
    assert told in str(caught.value)
    assert str(caught.value).startswith("mine.toml: ")


def test_a_die_has_no_more_faces_than_a_list(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(DIE.replace('["E", ', '["E", ' + '"E", ' * 20))
    with pytest.raises(LimitExceeded, match="green: number of symbols, dice or other entries"):
        load_book(TITLE, str(tmp_path))


def test_a_game_with_as_much_as_a_card_can_have_is_played(tmp_path: Path) -> None:
    """What a list, a count and their product allow hangs no game."""
    most = in_order(*['{ do = "draw_tokens", n = 5, who = "each" }'] * 19)
    villain = VILLAIN.replace('{ do = "lose_die", n = 1 }', most)
    (tmp_path / "mine.toml").write_text(villain)
    game = load_game("fire", content=str(tmp_path))
    played = play_out(game, seats=5, seed=1)
    assert played.state.result


def test_a_mark_before_the_text_of_a_card_file_is_passed_over(tmp_path: Path) -> None:
    plain = load_book(TITLE, str(written(tmp_path / "plain", HERO.encode())))
    marked = load_book(TITLE, str(written(tmp_path / "marked", b"\xef\xbb\xbf" + HERO.encode())))
    assert marked.fingerprint == plain.fingerprint


def test_a_folder_with_very_many_card_files_is_not_read(tmp_path: Path) -> None:
    for n in range(101):
        (tmp_path / f"{n}.toml").write_text("")
    with pytest.raises(LimitExceeded, match="number of card files: 101, the limit is 100"):
        load_book(TITLE, str(tmp_path))


def written(folder: Path, data: bytes) -> Path:
    folder.mkdir()
    (folder / "mine.toml").write_bytes(data)
    return folder


@pytest.mark.parametrize("name", ["cards.toml", "cards", "spec.toml", "Ünïcode.toml", "teo.toml"])
def test_an_owners_file_may_have_any_name_also_that_of_ours(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name.removesuffix('.toml')}.toml").write_text(HERO, encoding="utf-8")
    book = load_book(TITLE, str(tmp_path))
    assert book.hero["teo"].origin == "owner"
    assert len(book.hero) == len(CARDS.hero)


def test_a_fault_of_an_owners_file_named_as_ours_is_told_of_the_entry_of_the_owner(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(HERO.replace('"teo"', '"june"'), encoding="utf-8")
    with pytest.raises(BadContent, match="june"):
        load_book(TITLE, str(tmp_path))
