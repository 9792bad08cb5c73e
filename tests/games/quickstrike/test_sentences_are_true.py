"""Every sentence of every card: the card is fired in the engine, and the words are compared with what changed.

Two games are played beside each other, one in which the ability does nothing. Where they part, the last action is the
moment that the sentence names, and what differs is what it says: who, where and how much. `tests.testkit.card_words`
reads the sentences. `test_lasting_sentences` is about continuous abilities.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rising_tutor.games.quickstrike.clauses import ability_sentence
from rising_tutor.games.quickstrike.events import PutBack
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from tests.games.quickstrike.beside import EVENTS, MOST, REAL, n_in_play, name, next_action, owner_of, settled
from tests.games.quickstrike.test_every_card import CARDS, PREFERENCES, positions, without
from tests.testkit.card_tables import Seen, changed, table
from tests.testkit.card_words import MOMENTS, claims, explained, unproven
from tests.testkit.quickstrike import Scene


def partings(card: str, index: int) -> Iterator[tuple[Scene, Scene, int, str, dict[str, int | str], list[str]]]:
    """Where the game parts from the one in which the ability does nothing.

    Gives both games, the player of the card, the last action, the table before it and the actions of the line.
    """
    dull_game = without(card, index)
    for wanted in PREFERENCES:
        for real, dull in zip(positions(CARDS[card], REAL), positions(CARDS[card], dull_game), strict=True):
            owner, last, actions, used = owner_of(card, real), "", [], False
            if n_in_play(card, real, owner) and n_in_play(card, real, 1 - owner):
                continue
            before = table(dull, owner)
            stopped = 0
            for _ in range(MOST):
                if table(real, owner) != table(dull, owner) or real.legal != dull.legal or real.seat != dull.seat:
                    before["stopped"] = stopped
                    yield real, dull, owner, last, before, actions
                    break
                stopped, before = dull.force, table(dull, owner)
                text = next_action(real, wanted, powers=not used)
                if not text:
                    break
                last = text
                used = used or text.startswith(("power", "reflip"))
                actions.append(text)
                real.forget().do(text)
                dull.forget().do(text)


def zone_of_moment(real: Scene, owner: int, kinds: tuple[str, ...]) -> str:
    """The zone in which the last step did what the sentence names."""
    found = [event for event in real.events if type(event).__name__ in kinds and hasattr(event, "zone")]
    zone = found[0].zone if found else real.state.zone  # type: ignore[attr-defined]
    return (*COLOURS, "front", "front")[zone]


LASTS = re.compile(r"while (it|your strike in this zone) attacks, |choose one for as long as this card is in play: ")
"""Beginning of an effect that is continuous from then on."""


def told(event: Any, owner: int) -> str:
    """An event by its player, its kind and the number that it has."""
    n = f" {event.n}" if isinstance(event, PutBack) else ""
    return f"{'own' if event.seat == owner else 'foe'} {type(event).__name__}{n}"


HAPPENS = {
    "counter": ("Countered",),
    "signature": ("Countered",),
    "focus": ("Focused",),
    "play": ("AdvantagePlayed", "AllyPlayed"),
    "power": ("Pitched", "StrikeMoved"),
}


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize("one", EVENTS, ids=name)
def test_what_a_sentence_says_is_what_happens(one: tuple[str, int]) -> None:
    card, index = one
    ability = CARDS[card].ability[index]
    sentence = ability_sentence(CARDS[card], ability)
    said = claims(sentence)
    failures = []
    for real, dull, owner, last, before, actions in partings(card, index):
        word = last.split()[0] if last else ""
        if said.moment:
            _, after, who = next(moment for moment in MOMENTS if moment[0] == said.moment)
            assert word in after or not after, f"{sentence} after {actions}"
            kinds = HAPPENS.get(word, ()) if after else ("Flipped",)
            acts = [event.seat for event in dull.events if type(event).__name__ in kinds]
            if not after:
                acts = acts[-1:]
            assert not acts or acts[0] == (owner if who == "own" else 1 - owner), f"{sentence} after {actions}"
        elif not LASTS.match(said.effects[0]):
            assert (word in ("counter", "signature")) if said.waits else (word == "power"), (
                f"{sentence} after {actions}"
            )
            assert any(action.startswith("power") for action in actions)
        kinds = HAPPENS.get(word, ())
        if not settled(real, dull):
            continue
        effects, wrong = said.effects, ""
        seen = Seen(
            changed(table(dull, owner), table(real, owner)),
            zone_of_moment(real, owner, kinds),
            table(dull, owner),
            before,
            int(before["stopped"]),
            tuple(told(event, owner) for event in real.events),
            len(said.effects),
        )
        ones = [one_ for effect in effects for one_ in alternatives(effect)]
        wrong = "; ".join(filter(None, (proven_by_one(effect, seen) for effect in effects)))
        left = [key for key in seen.differs if not explained((*ones, last, said.price), key, seen)]
        if not wrong and not left:
            return
        failures.append(wrong or f"{left} differ, and {sentence!r} does not say so")
    pytest.fail(f"{sentence}\n" + "\n".join(failures[:4]))


def alternatives(effect: str) -> list[str]:
    """The clauses of a choice; an effect without a choice alone."""
    found = re.fullmatch(r"choose one(?: for as long as this card is in play)?: (.*), or (.*)", effect)
    return [found[1], found[2]] if found else [effect]


def proven_by_one(effect: str, seen: Seen) -> str:
    """Return why no alternative of an effect is what happened; empty where one is."""
    if LASTS.match(effect):
        return ""  # continuous from here on: `test_lasting_sentences`
    reasons = [unproven(one, seen) for one in alternatives(effect)]
    return "" if "" in reasons else reasons[0]
