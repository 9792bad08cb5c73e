"""Chapter 9: what may be declined, and how the targets of own effects are chosen."""

import pytest

from tests.testkit.scene import Scene

STAY = "fire stay-0"


@pytest.mark.rule("FNR-918")
def test_an_ability_of_an_own_hero_may_be_declined() -> None:
    s = Scene("aang", "toph").row("aang", "cabbage-merchant").turn("aang").do("at 1").chance(STAY)
    assert s.legal() == ["react cabbage-merchant", "done"]
    s.do("done")
    assert [event.cards for event in s.happened("Declined")] == [("cabbage-merchant",)]
    assert not s.happened("EffectUsed")


@pytest.mark.rule("FNR-918")
def test_a_villain_acts_without_asking_and_its_choices_cannot_be_declined() -> None:
    s = Scene("aang", "toph").row("aang", "aang", "momo").at(1, "dai-li-agents").turn("aang").do("at 2").chance(STAY)
    assert s.legal() == ["choose aang", "choose momo"]
    s.refused("done", "FNR-918")
    assert s.refusal("done").why == "Effects against you cannot be declined."


@pytest.mark.rule("FNR-918")
def test_the_reward_of_a_battle_cannot_be_declined() -> None:
    # Ba Sing Se gives 1 Damage on one Villain at each location that has one.
    s = Scene("toph", "aang").phase_2("wulong-forest", "fire-nation-palace", "ba-sing-se 1")
    s.at(1, "june", "mai").step_3("toph", location=3, shown="green EE F, blue W")
    s.do("green EE > ba-sing-se", "green F > ba-sing-se", "blue W > ba-sing-se", "stop").chance("drew reroll")
    assert s.legal() == ["choose june", "choose mai"]
    s.refused("done", "FNR-918")
    assert s.refusal("done").why == "The reward of a battle cannot be declined."
    s.run("choose mai", "drew reroll")
    assert s.damage("mai") == 1


def kanna(*row: str) -> Scene:
    """The ability "1 Damage from each of two Heroes" is being paid with its Water."""
    return Scene("katara", "aang").row("katara", *row).step_3("katara", shown="blue W W").do("blue W > kanna")


@pytest.mark.rule("FNR-919")
def test_an_effect_does_as_much_as_possible() -> None:
    s = kanna("kanna", "katara 1").do("choose katara", "done")
    assert s.damage("katara") == 0
    assert [event.card for event in s.happened("Healed")] == ["katara"]
    s.refused("blue W > kanna", "FNR-420")


@pytest.mark.rule("FNR-919")
def test_two_heroes_are_two_different_ones() -> None:
    s = kanna("kanna", "katara 2").do("choose katara").refused("choose katara", "FNR-919")
    assert s.refusal("choose katara").why == "Katara was chosen already; another Hero is meant."
    assert s.legal() == ["choose kanna", "done"]


@pytest.mark.rule("FNR-919")
def test_fewer_targets_or_an_undamaged_one_may_be_named() -> None:
    s = kanna("kanna 1", "katara").do("choose katara", "done")
    assert (s.damage("kanna"), s.damage("katara")) == (1, 0)
    s = kanna("kanna 1", "katara 1").do("done")
    assert (s.damage("kanna"), s.damage("katara")) == (1, 1)


@pytest.mark.rule("FNR-919")
def test_if_nothing_qualifies_nothing_happens_and_the_price_stays_paid() -> None:
    s = Scene("toph", "aang").row("toph", "the-boulder").step_3("toph", shown="green E E W")
    s.do("green E > the-boulder", "green E > the-boulder")
    assert [event.card for event in s.happened("NothingToDo", rule="FNR-919")] == ["the-boulder"]
    assert s.member("the-boulder").used
    assert s.member("the-boulder").dice == ("green:E", "green:E")


@pytest.mark.rule("FNR-919")
def test_the_active_player_chooses_within_reach() -> None:
    s = Scene("toph", "aang").row("toph", "the-boulder").at(1, "june", "mai 3", "suki").at(2, "xin-fu")
    s.step_3("toph", shown="green E E W").do("green E > the-boulder", "green E > the-boulder")
    assert s.legal() == ["choose june", "done"]
    s.refused("choose xin-fu", "FNR-306").refused("choose suki", "FNR-919")
    assert s.refusal("choose xin-fu").why == "Xin Fu is not at location 1."
