"""Sentences about what lasts: continuous abilities at every position, and continuous effects that a power gives.

The rules compute the same position with the ability and without it. What differs must be what the sentence says of this
very position, and nothing where its condition is not met.
"""

import re
from collections.abc import Iterator, Mapping

import pytest

from rising_tutor.core.node import Decision
from rising_tutor.games.quickstrike.choices import reflips
from rising_tutor.games.quickstrike.clauses import ability_sentence
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import forbids, protects, sidebar, skipped, values
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from tests.games.quickstrike.beside import (
    CONTINUOUS,
    EVENTS,
    MOST,
    REAL,
    lies_at,
    n_in_play,
    name,
    next_action,
    owner_of,
    settled,
)
from tests.games.quickstrike.test_every_card import CARDS, PREFERENCES, positions, without
from tests.testkit.card_tables import strikes
from tests.testkit.quickstrike import Scene


def lasting(scene: Scene, owner: int) -> dict[str, int]:
    """Values that continuous abilities can change, computed by the rules of the scene."""
    run, found = Run(scene.state, scene.game.book), dict[str, int]()  # type: ignore[arg-type]
    t, foe = scene.state, 1 - owner
    for seat, zone in strikes(scene):
        who, now = "own" if seat == owner else "foe", values(run, seat, zone)
        found[f"{who} {zone} force"], found[f"{who} {zone} intercept"] = now.force, now.intercept
        card = run.lies(seat, zone)
        assert card is not None
        for colour, n in zip(COLOURS, sidebar(run, seat, card), strict=True) if seat == t.defender else ():
            found[f"{who} {zone} costs {colour}"] = n
    for colour in COLOURS:
        found[f"skips {colour}"] = int(COLOURS.index(colour) in skipped(run))
    for what in ("charge", "focus", "pitch", "signature", "play"):
        found[f"cannot {what}"] = int(bool(forbids(run, what, foe)))
    for what in ("uncharge", "allies"):
        found[f"kept {what}"] = int(bool(protects(run, what, owner)))
    decides = isinstance(scene.game.node(t), Decision) and t.phase == "flip" and 0 <= t.zone < FRONT
    card = run.lies(t.defender, t.zone) if decides else None
    if card is not None:
        found["reflips"] = len(reflips(run, card))
        found["powers"] = sum(text.startswith("power") for text in scene.legal)
    return found


FORBIDS = (
    ("zones cannot be charged", "cannot charge"),
    ("cannot focus", "cannot focus"),
    ("or pitch", "cannot pitch"),
    ("cannot play signature moves", "cannot signature"),
    ("cannot play advantages or allies in green", "cannot play"),
    ("your zones cannot be uncharged", "kept uncharge"),
    ("your allies cannot be moved or eliminated", "kept allies"),
)


def says_now(sentence: str, card: str, scene: Scene, owner: int) -> dict[str, int]:
    """Return the differences that a sentence claims for this very position."""
    t, mat, text = scene.state, scene.state.mats[owner], sentence.rstrip(".")
    lies = lies_at(card, scene, owner)
    copies = n_in_play(card, scene, owner)
    attacks = t.attack in ("strike", "signature") and t.defender != owner
    if not copies:
        return {}
    if text.startswith("While this strike attacks, "):
        if not attacks or t.attack_zone not in lies:
            return {}
        text = text.removeprefix("While this strike attacks, ")
    found = re.match(r"While the opponent defends(?: in (green|yellow|red))?, ", text)
    if found:
        if t.defender == owner or (found[1] and (t.zone < 0 or COLOURS[t.zone] != found[1])):
            return {}
        text = text[found.end() :]
    said: dict[str, int] = {}
    for words, key in FORBIDS:
        if words in text:
            said[key] = 1
    if found := re.match(r"(?:the opponent|they) skips? (.*)", text):
        said |= {f"skips {colour}": 1 for colour in COLOURS if colour in found[1]}
    if found := re.match(r"(?:the opponent's|their) strikes cost 1 more (green|yellow|red)", text):
        said |= {f"foe {zone} costs {found[1]}": copies for seat, zone in strikes(scene) if seat != owner}
    changes = re.search(r"ha(?:s|ve) ([+-]\d+) (force|intercept)(?: and ([+-]\d+) (force|intercept))?", text)
    if changes:
        per = sum(ally is not None for ally in mat.allies) if "for each of your allies" in text else 1
        for zone in (zone for seat, zone in strikes(scene) if seat == owner):
            bound = copies if text.lower().startswith("your strikes") else lies.count(zone)
            n = bound if touches(text, zone, lies, mat.charged, [ally is not None for ally in mat.allies]) else 0
            said[f"own {zone} {changes[2]}"] = n * per * int(changes[1])
            if changes[3]:
                said[f"own {zone} {changes[4]}"] = n * per * int(changes[3])
    return {key: n for key, n in said.items() if n}


def touches(text: str, zone: int, lies: list[int], charged: tuple[bool, ...], ally: list[bool]) -> bool:
    """Return True if the strike in a place is one that a sentence about values speaks of."""
    in_zone = zone < FRONT
    if "Your strikes in charged zones" in text:
        return in_zone and charged[zone]
    if found := re.match(r"Your strikes in (green|yellow|red)", text):
        return in_zone and COLOURS[zone] == found[1]
    if text.lower().startswith("your strikes"):
        return True
    if zone not in lies:
        return False
    if "in a charged zone" in text or "While this zone is charged" in text:
        return in_zone and charged[zone]
    if "While you have an ally in this strike's zone" in text:
        return in_zone and ally[zone]
    return True


GIVEN = [
    one
    for one in EVENTS
    if re.search(r"while (it|your strike)|for as long", ability_sentence(CARDS[one[0]], CARDS[one[0]].ability[one[1]]))
]


@pytest.mark.slow
@pytest.mark.parametrize("one", GIVEN, ids=name)
def test_what_a_power_gives_lasts_as_its_sentence_says(one: tuple[str, int]) -> None:
    card, index = one
    sentence = ability_sentence(CARDS[card], CARDS[card].ability[index])
    clause = re.sub(r".*?(?:attacks, |in play: )", "", sentence.rstrip("."), count=1)
    proven = 0
    for real, dull, owner, *_ in partings_unseen(card, index):
        for _ in range(6):
            here, there = lasting(real, owner), lasting(dull, owner)
            attacks = real.state.attack in ("strike", "signature") and real.state.defender != owner
            if "play:" in sentence or attacks:
                wanted = [expected(one_, real, owner) for one_ in clause.split(", or ")]
                differs = {key: here[key] - there.get(key, 0) for key in here if here[key] != there.get(key, 0)}
                found = {
                    key: n for key, n in differs.items() if key.split()[0] in ("skips", "cannot", "kept", "own", "foe")
                }
                if here.keys() == there.keys() and found:
                    assert found in wanted, (sentence, found, wanted)
                    proven += 1
            if real.legal != dull.legal or not real.legal:
                break
            text = next_action(real, PREFERENCES[0], powers=False)
            real.do(text)
            dull.do(text)
    assert proven, f"{sentence}: nowhere to be seen"


def partings_unseen(card: str, index: int) -> Iterator[tuple[Scene, Scene, int]]:
    """Both games after the action by which the ability has given something, before anybody sees it."""
    dull_game = without(card, index)
    for real, dull in zip(positions(CARDS[card], REAL), positions(CARDS[card], dull_game), strict=True):
        owner, used = owner_of(card, real), False
        for _ in range(MOST):
            if real.state != dull.state:
                if settled(real, dull):
                    yield real, dull, owner
                break
            text = next_action(real, PREFERENCES[0], powers=not used)
            if not text:
                break
            used = used or text.startswith("power")
            real.do(text)
            dull.do(text)


def expected(clause: str, scene: Scene, owner: int) -> dict[str, int]:
    """Return the claim of a clause about the time of an attack for this very position."""
    said = {key: 1 for words, key in FORBIDS if words in clause}
    if found := re.match(r"(?:the opponent|they) skips? (.*)", clause):
        said |= {f"skips {colour}": 1 for colour in COLOURS if colour in found[1]}
    if found := re.match(r"(?:the opponent's|their) strikes cost 1 more (green|yellow|red)", clause):
        said |= {f"foe {zone} costs {found[1]}": 1 for seat, zone in strikes(scene) if seat != owner}
    for n, value in re.findall(r"([+-]\d+) (force|intercept)", clause):
        said |= {f"own {zone} {value}": int(n) for seat, zone in strikes(scene) if seat == owner}
    return said


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize("one", CONTINUOUS, ids=name)
def test_what_a_continuous_ability_says_holds_at_every_position(one: tuple[str, int]) -> None:
    card, index = one
    sentence = ability_sentence(CARDS[card], CARDS[card].ability[index])
    dull_game, proven = without(card, index), 0
    for wanted in PREFERENCES[:2]:
        for scene in positions(CARDS[card], REAL):
            owner = owner_of(card, scene)
            for _ in range(5):
                dull = Scene.__new__(Scene)
                dull.game, dull.state, dull.events = dull_game, scene.state, []
                proven += compare(sentence, card, scene, dull, owner)
                text = next_action(scene, wanted, powers=False)
                if not text:
                    break
                scene.do(text)
    assert proven, f"{sentence}: nowhere to be seen"


def compare(sentence: str, card: str, scene: Scene, dull: Scene, owner: int) -> bool:
    """Compare one position with and without the ability; True if the sentence said something about it."""
    if not scene.state.attack or n_in_play(card, scene, 1 - owner):
        return False  # between two rounds nobody defends; two cards of that name are two sentences
    here, there = lasting(scene, owner), lasting(dull, owner)
    if "reflip" in sentence or "has this power" in sentence or "cleaned up" in sentence:
        gives = {key: here[key] > there[key] for key in ("reflips", "powers") if key in here}
        return granted(sentence, card, scene, owner, gives)
    says = says_now(sentence, card, scene, owner)
    for key in here:
        if key in ("reflips", "powers"):
            continue
        wanted = max(0, there[key] + says.get(key, 0)) if not key.startswith(("skips", "cannot", "kept")) else None
        assert here[key] == (max(there[key], says.get(key, 0)) if wanted is None else wanted), (sentence, key, here)
    return bool(says)


def granted(sentence: str, card: str, scene: Scene, owner: int, gives: Mapping[str, bool]) -> bool:
    """Compare Reflip, a power or the side of a Chamber that a card gives."""
    if "cleaned up" in sentence:
        return "your Chamber stays on its back" in sentence and scene.state.mats[owner].side == 1
    t = scene.state
    theirs = "the opponent may" in sentence or "each of the opponent's strikes" in sentence
    run = Run(scene.state, scene.game.book)  # type: ignore[arg-type]
    flipped = run.lies(t.defender, t.zone) if gives else None
    if flipped is None:
        return False
    right_player = (t.defender != owner) == theirs
    lies = lies_at(card, scene, owner)
    if "reflip" in sentence:
        strike_here = "a strike in this zone" not in sentence or (flipped.type == "strike" and t.zone in lies)
        attacking = not theirs or t.attack_zone in lies
        has = CARDS[card].type == "advantage" or bool(lies)
        says = right_player and strike_here and attacking and has
        says = says and (
            CARDS[card].type != "advantage"
            or any(run.card(owner, laid.card).id == card for laid in t.mats[owner].advantages)
        )
        assert gives["reflips"] == says, (sentence, scene.legal)
        return bool(says)
    says = right_player and t.attack_zone in lies and flipped.type == "strike"
    assert gives["powers"] == says, (sentence, scene.legal)
    return bool(says)
