"""Every effect has a sentence, every card of the title is said, and the words are those of the title."""

from typing import get_args

import pytest

from rising_tutor.games.rising.cards.spec import Words
from rising_tutor.games.rising.cards.vocabulary import (
    Ability,
    AddDie,
    BlockTokens,
    ByPhase,
    Condition,
    DamageHeroes,
    DamageVillain,
    DrawTokens,
    Heal,
    InOrder,
    LoseDie,
    MoveDamage,
    MoveRuin,
    RisingEffect,
    Space,
    TurnFigure,
    When,
)
from rising_tutor.games.rising.words.cards import (
    ability_parts,
    ability_text,
    card_parts,
    card_text,
    sentence,
    space_text,
)
from rising_tutor.games.rising.words.effects import clauses
from tests.golden.sentences import TITLES, kept, read, sentences

SPEC, CARDS = read("fire-nation-rising")
WORDS = SPEC.words
CARD = {card.id: card for card in (*CARDS.hero, *CARDS.villain, *CARDS.team, *CARDS.battle, *CARDS.token)}


@pytest.mark.parametrize("kind", get_args(RisingEffect), ids=lambda kind: kind.__name__)
def test_every_effect_has_a_sentence(kind: type) -> None:
    assert kind in clauses


@pytest.mark.parametrize("title", TITLES)
def test_cards_say_what_the_golden_file_says(title: str) -> None:
    then = kept(title).read_text(encoding="utf-8").splitlines()
    now = sentences(title).splitlines()
    assert now == then, "run: python -m tests.golden.sentences, and read the difference"


@pytest.mark.parametrize("card", CARD.values(), ids=CARD)
def test_every_card_is_said_in_whole_sentences(card: object) -> None:
    text = card_text(card, WORDS)
    assert text[0].isupper()
    assert text.endswith(".")
    assert "  " not in text
    for trigger, said in card_parts(card, WORDS):
        assert said.endswith(".")
        assert said[0].islower() or not trigger or said.startswith(WORDS.figure)


@pytest.mark.parametrize(
    ("card", "parts"),
    [
        ("arnook", ("After a roll", "reroll any of the dice just rolled.")),
        ("the-boulder", ("Pay Earth Earth:", "put 1 Damage on 1 Villain at your location.")),
        ("zuko", ("When Zuko takes Damage in step 2", "add 1 red die to the pool.")),
        ("momo", ("Put 1 Damage on Momo in step 3:", "draw 1 Pai Sho token.")),
        ("king-kuei", ("When you recruit King Kuei", "draw 2 Pai Sho tokens.")),
        ("yue", ("When the Balance marker advances", "draw 1 Pai Sho token.")),
        ("suki", ("When you put Damage on a Villain", "remove 1 Damage from Suki or an adjacent Hero.")),
    ],
)
def test_the_trigger_is_split_off(card: str, parts: tuple[str, str]) -> None:
    hero = CARD[card]
    assert ability_parts(hero.ability, hero.name, WORDS) == parts
    assert card_parts(hero, WORDS) == (parts,)


def test_a_trigger_is_joined_with_a_comma_or_its_colon() -> None:
    draw = DrawTokens()
    assert ability_text(Ability("after_roll", draw), "X", WORDS) == "After a roll, draw 1 Pai Sho token."
    assert ability_text(Ability("paid", draw, ("W",)), "X", WORDS) == "Pay Water: draw 1 Pai Sho token."
    assert ability_text(Ability("paid", draw, any_die=True), "X", WORDS).startswith("Pay any 1 die: ")


def test_every_moment_has_its_own_trigger() -> None:
    triggers = {ability_parts(Ability(when, DrawTokens(), ("A",)), "X", WORDS)[0] for when in get_args(When)}
    assert len(triggers) == len(get_args(When))


def test_a_final_battle_says_its_reward() -> None:
    (faced, effect), (reward, gain) = card_parts(CARD["fire-nation-palace"], WORDS)
    assert (faced, reward) == ("When Ozai faces it", "Reward:")
    assert effect == "each player who holds Pai Sho tokens chooses 1 to discard."
    assert gain == "each player draws 1 Pai Sho token, clockwise from the active player."


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (AddDie(("red",)), "Add 1 red die to the pool."),
        (AddDie(("green", "red")), "Add 1 green or red die to the pool."),
        (AddDie(("green", "blue", "red")), "Add 1 green, blue or red die to the pool."),
        (Heal(n=2, heroes=2), "Remove up to 2 Damage from each of up to 2 Heroes of your Team or at your location."),
        (Heal(heroes=2, who="adjacent"), "Remove 1 Damage from each of up to 2 adjacent Heroes."),
        (
            Heal(heroes=2, who="self_or_adjacent"),
            "Remove 1 Damage from each of up to 2 of this card and adjacent Heroes.",
        ),
        (MoveDamage("own_hero", "villain"), "Move 1 Damage from 1 Hero of your Team to any Villain."),
        (
            MoveDamage("villain", "villain_here"),
            "Move 1 Damage from any Villain to another Villain at your location.",
        ),
        (DamageHeroes("leftmost", n=3), "Put 1 Damage on the 3 leftmost Heroes of the active Team."),
        (
            DamageHeroes("least_damaged", "each"),
            "Put 1 Damage on the least damaged Hero of each Team, or on all that tie for it.",
        ),
        (
            LoseDie(2),
            "Before the first roll the active player chooses 2 dice of the pool to put aside for this turn.",
        ),
        (MoveRuin(2), "Advance the Ruin marker 2 spaces."),
        (MoveRuin(-1), "Move the Ruin marker back 1 space."),
        (InOrder((DrawTokens(), DamageVillain())), None),
        (ByPhase(MoveRuin(1), DrawTokens()), None),
    ],
)
def test_numbers_and_choices_change_the_sentence(effect: RisingEffect, said: str | None) -> None:
    assert sentence(effect, WORDS) == (
        said
        or {
            InOrder: "Draw 1 Pai Sho token; then put 1 Damage on 1 Villain at your location.",
            ByPhase: "In phase 1, advance the Ruin marker 1 space; in phase 2, draw 1 Pai Sho token.",
        }[type(effect)]
    )


@pytest.mark.parametrize(
    ("who", "negate", "said"),
    [
        ("adjacent", False, "if at least one adjacent Hero is a Fire or an Air Hero, draw 1 Pai Sho token."),
        ("adjacent", True, "if at least one adjacent Hero is not a Fire or an Air Hero, draw 1 Pai Sho token."),
        ("team", False, "if another Hero of your Team is a Fire or an Air Hero, draw 1 Pai Sho token."),
    ],
)
def test_a_condition_stands_before_the_effect(who: str, negate: bool, said: str) -> None:
    ability = Ability("free", DrawTokens(), only_if=Condition(who, ("Fire", "Air"), negate))
    assert ability_parts(ability, "X", WORDS) == ("In step 3", said)


@pytest.mark.parametrize(
    ("space", "said"),
    [
        (Space(symbols=("W", "W")), "Water Water"),
        (Space(damage=1), "damage a Villain"),
        (Space(damage=2), "put 2 Damage on Villains"),
        (Space(recruit="Water"), "recruit a Water Hero"),
        (Space(recruit="Earth"), "recruit an Earth Hero"),
        (Space(tokens=2), "discard 2 Pai Sho tokens"),
        (Space(dice=1), "remove 1 die"),
        (Space(symbols=("A", "F"), tokens=1), "Avatar Fire + discard 1 Pai Sho token"),
        (Space(symbols=("A", "F"), dice=2), "Avatar Fire + remove 2 dice"),
    ],
)
def test_balance_spaces(space: Space, said: str) -> None:
    assert space_text(space, WORDS) == said


def test_another_title_has_other_words() -> None:
    words = Words(
        hero="Rebel",
        villain="Officer",
        figure="The Lord",
        token="bonus",  # noqa: S106 - a token of a game, no secret
        location="sector",
        symbols={"A": "Star"},
        won="the Lord is gone",
    )
    said = [
        sentence(effect, words)
        for effect in (DamageVillain("each_here"), TurnFigure("left"), BlockTokens(), Heal(heroes=2))
    ]
    assert said == [
        "Put 1 Damage on each Officer at your sector.",
        "The Lord turns to the next sector counterclockwise and attacks there.",
        "Nobody can gain or use bonuses until the end of the turn.",
        "Remove 1 Damage from each of up to 2 Rebels of your Team or at your sector.",
    ]
    assert space_text(Space(damage=1, recruit="Sky"), words) == "damage an Officer + recruit a Sky Rebel"
    assert ability_parts(Ability("paid", DrawTokens(), ("A", "B")), "X", words)[0] == "Pay Star B:"


def test_an_effect_without_a_sentence_is_named() -> None:
    with pytest.raises(KeyError, match="sentences has nothing for int"):
        sentence(7, WORDS)
