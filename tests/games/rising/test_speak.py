"""Every event is one plain sentence; every position has a place in words."""

import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

from rising_tutor.core.event import Event
from rising_tutor.games.rising import events as ev
from rising_tutor.games.rising.speak import say, says
from tests.testkit.curious import Curious
from tests.testkit.scene import Scene, fire

EVERY_KIND = get_args(ev.AnyRisingEvent)
BOOK = fire().book


@cache
def sample() -> tuple[Event, ...]:
    """Events of many games and of what random play does not reach."""
    curious = Curious(fire(), seed=1)
    events: list[Event] = []
    for game in range(100):
        options = {"villains": "13", "hero_loss_limit": "40", "difficulty": ("easy", "medium", "hard")[game % 3]}
        for _, step in curious.play(1 + game % 5, options):
            events += step.events
    return (*events, *rare())


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


def test_every_kind_of_event_has_a_sentence_and_happens() -> None:
    assert set(says.table) == set(EVERY_KIND)
    assert {type(event) for event in sample()} == set(EVERY_KIND)


def test_no_sentence_shows_what_only_the_program_knows() -> None:
    ids = [*BOOK.hero, *BOOK.villain, *BOOK.team, *BOOK.battle, *BOOK.token_index, *BOOK.side, *BOOK.fire_index]
    slug = re.compile("|".join(rf"\b{one}\b" for one in ids if "-" in one))
    for sentence in {say(BOOK, event) for event in sample()}:
        assert not slug.search(sentence), sentence
        assert not re.search(r"[_{}()\[\]'\"=<>]|\bNone\b|:\S", sentence), sentence
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
