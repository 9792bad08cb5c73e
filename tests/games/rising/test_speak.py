"""Every event is one plain sentence; every position has a place in words."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from rising_tutor.core.event import Event
from rising_tutor.games.rising.cards.vocabulary import HealTeams
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.words.events import say, says
from tests.testkit.curious import Curious
from tests.testkit.scene import DarkScene, Scene, fire, rising
from tests.testkit.settings import LONG, RISING, SETTINGS

EVERY_KIND = ev.RisingEvent.__subclasses__()
BOOK = fire().book


@cache
def sample(title: str) -> tuple[Event, ...]:
    """Events of many games and of what random play does not reach."""
    curious = Curious(rising(title), seed=1)
    settings = LONG[title] + SETTINGS[title]
    events: list[Event] = []
    for game in range({"fire-nation-rising": 100}.get(title, 40)):
        seats, options = settings[game % len(settings)]
        for _, step in curious.play(seats, options):
            events += step.events
    return (*events, *RARE[title]())


def rare() -> Iterator[Event]:
    every_token = [kind.id for kind in BOOK.token for _ in range(kind.n)]
    recycled = Scene().tokens("aang", *every_token[2:]).tokens("toph", *every_token[:2]).row("aang", "momo")
    recycled.step_3("aang")
    recycled.set(token_discard=recycled.state.teams[1].tokens).do("use momo")
    yield from recycled.events
    full = Scene().at(1, "xin-fu 2").step_3("toph", shown="green E F").do("green E > xin-fu", "green F > xin-fu")
    yield from full.do("stop").events
    won = Scene().phase_2("-", "wulong-forest 1", "-").step_3("toph", location=2, shown="yellow AA, red F, green E")
    won.do("yellow AA > wulong-forest", "red F > wulong-forest", "green E > wulong-forest", "stop").play_on("never")
    yield from won.events


def rare_dark() -> Iterator[Event]:
    """No card of ours heals without asking; one of an owner may."""
    blocked = DarkScene().row("lothal", "hera-syndulla 1").step_3("tatooine").set(no_heal=True)
    yield from blocked.effect(HealTeams(1), "luke-skywalker").events


RARE = {"fire-nation-rising": rare, "dark-side-rising": rare_dark, "death-eaters-rising": tuple}


@pytest.mark.slow
def test_every_kind_of_event_has_a_sentence_and_happens() -> None:
    assert set(says.table) == set(EVERY_KIND)
    assert {type(event) for title in RISING for event in sample(title)} == set(EVERY_KIND)


@pytest.mark.parametrize("title", RISING)
def test_no_sentence_shows_what_only_the_program_knows(title: str) -> None:
    book = rising(title).book
    ids = [*book.hero, *book.villain, *book.team, *book.battle, *book.token_index, *book.side, *book.fire_index]
    ids += [*book.carrier, *book.threat_die, *book.ability_of_team]
    names = {book.name(one) for one in ids}
    slug = re.compile("|".join(rf"\b{one}\b" for one in ids if "-" in one))
    for sentence in {say(book, event) for event in sample(title)}:
        plain = sentence
        for name in sorted(names, key=len, reverse=True):
            plain = plain.replace(name, "X")
        assert not slug.search(plain), sentence
        assert not re.search(r"[_{}()\[\]'\"=<>]|\bNone\b|:\S", plain.replace("'s ", " ")), sentence
        assert not re.search(r" [.,;:]|  |, and\b.*, and", sentence), sentence
        assert re.match(r"[A-Z0-9]", sentence), sentence
        assert sentence.endswith("."), sentence
        assert len(sentence) <= 240, sentence


def test_a_turn_in_words() -> None:
    s = Scene("toph", "aang").row("toph", "toph 5", "the-boulder 2").row("aang", "aang").set(ruin=5, ruin_topped=False)
    s.at(1, "huu", "suki", "haru").at(2, "arnook", "june 2", "bato").at(3, "appa 1", "ty-lee", "roku").turn("toph")
    moves = ["at 2", "fire left-1", "roll", "rolled green EE E F, blue W", "blue W > arnook"]
    moves += ["green EE > the-boulder", "choose june", "green F > bato", "stop"]
    told: list[str] = []
    for move in moves:
        place, before = s.game.where(s.state), len(s.events)
        s.run(move)
        told += [f"{place} | {move}", *(f"  {say(BOOK, event)}" for event in s.events[before:])]
    assert "\n".join(told) == TURN


TURN = """\
turn 1, step 1 | at 2
  Team Toph goes to location 2.
turn 1, step 2 | fire left-1
  Fire Nation card: left, Ruin 1.
  Ruin 5 to 6.
  Ozai turns to location 3.
  Ozai attacks location 3.
  Appa takes 1 Damage, 2 of 7.
  Roku takes 1 Damage, 1 of 6.
  Ty Lee acts: nobody can gain or use Pai Sho tokens until the end of the turn.
  Ty Lee blocks Pai Sho tokens for this turn.
  The pool: 3 green dice; 1 blue die.
turn 1, step 3 | roll
turn 1, step 3, roll 1 | rolled green EE E F, blue W
  Roll 1: green Earth, double Earth, Fire; blue Water.
turn 1, step 3, roll 1 | blue W > arnook
  Water on Arnook.
turn 1, step 3, roll 1 | green EE > the-boulder
  Double Earth on The Boulder.
  The Boulder uses an ability: put 1 Damage on 1 Villain at your location.
turn 1, step 3, roll 1 | choose june
  June takes 1 Damage, 3 of 3.
  Team Toph can draw no Pai Sho token.
turn 1, step 3, roll 1 | green F > bato
  Fire on Bato.
turn 1, step 3, roll 1 | stop
  Forfeited: green Earth.
  Rolling ends after 1 roll.
  What was assigned is resolved.
  All dice go back.
  The token of Team Toph goes back to its Team card.
  June leaves the board.
  No Hero is defeated, 0 so far."""


def test_where() -> None:
    s = Scene("toph", "aang").at(1, "arnook", "kuruk").step_3("toph", shown="", waiting="blue")
    assert s.game.where(s.state) == "turn 1, step 3"
    places = []
    s.set(balance_topped=True).do("roll")
    for move in ("rolled blue WW", "blue WW > arnook", "stop", "join arnook left"):
        places.append(s.game.where(s.state))
        s.run(move)
    places.append(s.game.where(s.state))
    s.run("battles ba-sing-se wulong-forest fire-nation-palace")
    places.append(s.game.where(s.state))
    roll = "turn 1, step 3, roll 1"
    assert places == [roll, roll, roll, "turn 1, step 4a", "turn 1, black sun", "turn 1, step 5e"]


def test_where_before_the_first_turn() -> None:
    game = fire()
    assert game.where(game.start(2)) == "setup"
