"""The games beside each other: complete, resolvable, and never against what the games themselves are played with."""

from collections.abc import Callable
from importlib import resources
from itertools import permutations
from typing import Any

import msgspec
import pytest

from rising_tutor import catalogues, errors
from rising_tutor.catalogues.family import Family, families, family_of, load, load_all, read
from rising_tutor.core.registry import load_game

FIRE, DEATH, DARK = "fire-nation-rising", "death-eaters-rising", "dark-side-rising"
GAMES = (FIRE, DEATH, DARK)
CARDS = ("avatar-tcg", "rise-tcg")
ALL = {"rising": GAMES, "cards": CARDS}
"""Family -> its games, in the order in which they are offered."""
MOST_LEFT_OUT = {"rising": 6, "cards": 32}
"""Family -> rules of a game that may be in no row: the card games share too little for a row for each."""

#: The spec says it in a word; here a thing of the table needs an article or a fuller name.
WORD_FIELDS = {
    "hero": "hero",
    "villain": "villain",
    "figure": "figure",
    "location": "location",
    "deck": "deck",
    "team-card": "team_card",
    "marker": "marker",
    "step": "step",
    "token": "token",
    "everyone": "everyone",
    "lost": "lost",
    "beaten": "beaten",
}


@pytest.fixture(scope="module")
def family() -> Family:
    return load("rising")


@pytest.fixture(scope="module")
def data() -> bytes:
    return (resources.files("rising_tutor.catalogues") / "families" / "rising.toml").read_bytes()


@pytest.fixture(params=ALL)
def compared(request: pytest.FixtureRequest) -> Family:
    return load(request.param)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return request.param


def book_of(game: str) -> Any:
    return load_game(game).book


# -- complete ------------------------------------------------------------------------------------------------------


def test_every_game_is_in_one_comparison(compared: Family) -> None:
    assert set(families()) == set(ALL)
    assert [one.family for one in load_all()] == list(ALL)
    assert compared.games == ALL[compared.family]
    with_rules = {
        file.name.removesuffix(".toml") for file in resources.files(catalogues).iterdir() if ".toml" in file.name
    }
    ours = {name for name in with_rules if "." not in name}
    assert sorted(name for games in ALL.values() for name in games) == sorted(ours)
    for name in compared.games:
        assert family_of(name) is compared
        # The head of a column, at 390 px too.
        assert 0 < len(compared.short[name]) <= 12
    assert len(set(compared.short.values())) == len(compared.games)
    assert family_of("coin-and-hand") is None


def test_the_rising_games_are_those_of_one_engine(family: Family) -> None:
    assert {load_game(name).info.family for name in family.games} == {"rising"}


def test_every_row_answers_for_every_game_with_rules_of_its_catalogue(compared: Family) -> None:
    for row in compared.rows:
        for name in compared.games:
            ids = {rule.id for rule in catalogues.load(name).rules}
            assert row.cell[name].text, row.id
            assert set(row.cell[name].rules) <= ids, row.id
            assert row.cell[name].rules or not compared.has(row, name), row.id


def test_every_rule_is_in_a_row_or_left_out_with_a_reason(compared: Family) -> None:
    left = [rule for one in compared.left_out for rule in one.rules]
    assert len(set(left)) == len(left)
    assert all(one.reason for one in compared.left_out)
    for name in compared.games:
        shown = {rule for row in compared.rows for rule in row.cell[name].rules}
        every = {rule.id for rule in catalogues.load(name).rules}
        assert not shown & set(left)
        assert every - shown - set(left) == set()
        assert len(every & set(left)) <= MOST_LEFT_OUT[compared.family]


def test_rows_stand_by_topic_in_playing_order(compared: Family) -> None:
    order = [topic.id for topic in compared.topics]
    places = [order.index(row.topic) for row in compared.rows]
    assert places == sorted(places)
    assert set(places) == set(range(len(order)))


def test_equal_answers_cite_no_rule_as_different_and_every_kind_is_there(compared: Family) -> None:
    kinds = {compared.relation(row) for row in compared.rows}
    assert kinds == {"same", "differs", "one"}
    for row in compared.rows:
        # What only one game has is told as absent by the others, and never the other way round.
        assert (compared.relation(row) == "one") == (sum(compared.has(row, name) for name in compared.games) == 1), (
            row.id
        )


@pytest.mark.parametrize(("known", "learned"), [pair for games in ALL.values() for pair in permutations(games, 2)])
def test_who_knows_one_game_is_warned_in_each_other(known: str, learned: str) -> None:
    family = family_of(known)
    assert family is not None
    warned = family.first_mistakes(known, learned)
    assert 5 <= len(warned) <= 8
    rows = [one.row for one in warned]
    assert len(set(rows)) == len(rows)
    for one in warned:
        assert family.relation(family.row(one.row), known, learned) != "same", one.row


def test_the_number_of_sets_is_what_a_player_of_the_first_game_gets_wrong_first(family: Family) -> None:
    for other in (DEATH, DARK):
        assert family.first_mistakes(FIRE, other)[0].row == "sets"
        assert family.first_mistakes(other, FIRE)[0].row == "sets"
    assert family.first_mistakes(DEATH, DARK)[0].row == "same-turn"


# -- true to the games ----------------------------------------------------------------------------------------------


def span(low: int, high: int) -> str:
    return f"{low} to {high}"


def dice_of(spec: Any) -> list[str]:
    return [f"{sum(spec.box.dice.values())}, common", *(f"{n} {colour}" for colour, n in spec.box.dice.items())]


def in_the_box(spec: Any) -> list[str]:
    box = spec.box
    counts = {box.heroes: spec.words.hero, box.villains: spec.words.villain, box.tokens: spec.words.token}
    return [
        *(f"{n} {word}" for n, word in counts.items()),
        f"{sum(box.dice.values())} dice",
        f"{box.teams} {spec.words.team_card}",
        f"{box.counters} Damage counters",
    ]


def losses(spec: Any) -> list[str]:
    by_seats = [str(n) for n in spec.limits.hero_losses]
    standard = next(option.default for option in spec.option if option.name == "hero_loss_limit")
    return [f"{', '.join(by_seats[:-1])} or {by_seats[-1]}"] if by_seats else [f"{standard}, whatever"]


def room(book: Any) -> list[str]:
    rooms = {carrier.spaces for carrier in book.content.carrier}
    return [f"{n} counters" for n in rooms]


#: row -> what its cell must say, from the title's own spec and cards.
TOLD: dict[str, Callable[[Any], list[str]]] = {
    "players": lambda book: [span(*book.spec.limits.seats)],
    "box": lambda book: in_the_box(book.spec),
    "stock": lambda book: dice_of(book.spec),
    "ring": lambda book: list(book.spec.words.locations),
    "frame": lambda book: [f"{len(book.spec.words.steps)} {book.spec.words.step}s"],
    "loss-heroes": lambda book: losses(book.spec),
    "sets": lambda book: ["1 at most"] if book.spec.switch.sets_per_villain else ["1 for each complete set"],
    "refill-order": lambda book: (
        [f"of the {book.spec.switch.refill_from.capitalize()}"]
        if book.spec.switch.refill_from == "team"
        else ["of the figure"]
    ),
    "new-recruit": lambda book: ["at once"] if book.spec.switch.recruits_act_at_once else ["until the next turn"],
    "row": lambda book: ["left or right end"] if book.spec.switch.row else ["no order"],
    "same-turn": lambda book: (
        ["Forbidden"] if book.spec.fixed.get("token_same_turn") == "false" else [f"{book.spec.words.step} 3"]
    ),
    "token-kinds": lambda book: [f"{book.spec.box.token_kinds} kinds"],
    "clock-room": room,
    "symbol-token": lambda book: (
        ["An option adds abilities"]
        if any(option.name == "symbol_tokens_pay_abilities" for option in book.spec.option)
        else ["abilities"]
    ),
    "groups": lambda book: (
        [book.spec.words.types.get(one, one) for one in book.spec.types]
        if not book.spec.kinds
        else list(book.spec.kinds)
    ),
    "villain-count": lambda book: [str(book.spec.limits.villains[1])],
}


@pytest.mark.parametrize("row_id", TOLD)
def test_a_cell_says_what_the_game_is_played_with(family: Family, row_id: str, game: str) -> None:
    said = family.row(row_id).cell[game].text
    for wanted in TOLD[row_id](book_of(game)):
        assert wanted in said, f"{wanted!r} is not in {said!r}"


def test_the_goal_is_the_one_of_the_game(family: Family) -> None:
    def standard(game: str, name: str) -> str:
        return next(option.default for option in load_game(game).info.options if option.name == name)

    goal = family.row("goal").cell
    assert f"has {standard(DEATH, 'target')} Damage" in goal[DEATH].text
    assert goal[DARK].text.startswith(f"{standard(DARK, 'target')} Imperials")
    assert family.row("boss-damage").cell[FIRE].text.startswith(f"{standard(FIRE, 'battle_damage')} Damage")
    clock = family.row("loss-clock").cell
    assert clock[DEATH].text.startswith(f"{standard(DEATH, 'fallen_limit')} corrupted")
    assert f"All {standard(DARK, 'fallen_limit')} Components" in clock[DARK].text


def test_the_dice_of_the_enemy_are_those_of_the_cards(family: Family) -> None:
    said = family.row("source").cell
    assert f"pile of {book_of(FIRE).spec.box.fire_nation}" in said[FIRE].text
    for name, number, at in ((DEATH, "One die", 0), (DARK, "Two dice", 1)):
        dice = book_of(name).content.threat_die
        assert len(dice) == at + 1
        assert number in said[name].text
        faces = dice[at].face
        turns = {way: sum(face.n for face in faces if face.turn == way) for way in ("left", "right", "stay")}
        assert f"{turns['right']} clockwise, {turns['left']} counter-clockwise" in said[name].text
        everyone = [f"{face.n} {face.name}" for face in faces if face.everyone]
        assert all(one.lower() in said[name].text.lower() for one in everyone), everyone
        assert turns["stay"] == sum(face.n for face in faces if face.everyone or face.again)


#: row -> the step of a turn that only games with such a thing have.
STEPS = {
    "balance": "balance",
    "consolation": "aid",
    "black-sun": "black_sun",
    "redeploy": "redeploy",
    "all-act": "everyone",
    "for-good": "fall",
    "boss-damage": "battles",
}


@pytest.mark.parametrize("row_id", STEPS)
def test_a_game_has_what_a_step_of_its_turn_does(family: Family, row_id: str, game: str) -> None:
    steps = {step.do for step in book_of(game).spec.turn}
    assert family.has(family.row(row_id), game) == (STEPS[row_id] in steps)


def test_a_game_has_what_its_cards_and_switches_have(family: Family, game: str) -> None:
    book = book_of(game)
    abilities = {hero.ability.when for hero in book.content.hero}
    assert family.has(family.row("reactions"), game) == ("on_damage" in abilities)
    assert family.has(family.row("row"), game) == book.spec.switch.row
    assert family.has(family.row("boss-setup"), game) == bool(book.spec.switch.boss)
    assert family.has(family.row("opening"), game) == book.has_opening
    assert family.has(family.row("penalty"), game) == any(one.penalty for one in book.content.carrier)


@pytest.mark.parametrize("word_id", WORD_FIELDS)
def test_a_word_is_the_one_that_the_game_uses(family: Family, word_id: str, game: str) -> None:
    word = next(one for one in family.words if one.id == word_id)
    assert word.said[game] == getattr(book_of(game).spec.words, WORD_FIELDS[word_id])


def test_words_with_no_field_of_their_own_agree_too(family: Family, game: str) -> None:
    words, said = book_of(game).spec.words, {word.id: word.said[game] for word in family.words}
    assert said["symbols"].split(", ") == list(words.symbols.values())
    assert said["enemy-step"].startswith(words.steps[1])
    assert said["carrier"] in {words.carrier, "Ruin Track"}
    assert said["pressure"] in {words.pressure, "Ruin marker"}
    assert said["battle"] in {words.battle, ""}


# -- refused --------------------------------------------------------------------------------------------------------


def changed(data: bytes, old: str, new: str) -> bytes:
    text = data.decode()
    assert text.count(old) >= 1
    return text.replace(old, new, 1).encode()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('rules = ["FNR-101"]', 'rules = ["FNR-999"]', errors.UnknownRule),
        ('rules = ["FNR-101"]', 'rules = ["DER-101"]', errors.UnknownRule),
        ('rules = ["DER-103", "DSR-103"]', 'rules = ["DER-103", "XYZ-103"]', errors.UnknownRule),
        ('games = ["fire-nation-rising"', 'games = ["fire"', errors.UnknownGame),
        (', rules = ["FNR-101"]', "", ValueError),
        ('answers = "abb"', 'answers = "ab"', ValueError),
        ('answers = "abb"', 'answers = "---"', ValueError),
        ('topic = "setup"', 'topic = "weather"', ValueError),
        ('id = "players"', 'id = "side"', ValueError),
        ('row = "sets"', 'row = "nowhere"', ValueError),
        ('to = "death-eaters-rising"', 'to = "fire-nation-rising"', ValueError),
        ('in.fire-nation-rising = "Hero"', "", ValueError),
        ('fire-nation-rising = "Fire Nation", ', "", ValueError),
        ('= "Fire Nation", ', '= "", ', ValueError),
        ('title = "The Rising games"', 'title = "The Rising games"\ncolour = "red"', ValueError),
    ],
)
def test_what_does_not_fit_is_refused(data: bytes, old: str, new: str, wrong: type[Exception]) -> None:
    with pytest.raises(wrong):
        read(changed(data, old, new))


def test_what_is_refused_was_sound_before(data: bytes, family: Family) -> None:
    assert read(data) == family
    assert issubclass(msgspec.ValidationError, ValueError)


@pytest.mark.parametrize("name", ["", "Rising", "../fire-nation-rising", "rising.toml"])
def test_an_unknown_family_is_refused_and_no_path_is_followed(name: str) -> None:
    with pytest.raises(KeyError):
        load(name)
