"""The log of the card game tells everything: the open table follows from the events alone, in any game and position."""

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.core.branch import Made
from rising_tutor.core.contract import Sample, take_sample
from rising_tutor.core.contract.telling import check_events_tell_all
from rising_tutor.core.node import Chance, Terminal
from rising_tutor.core.playthrough import Trail
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike.after_event import CHANGES
from rising_tutor.games.quickstrike.options import SWITCHES
from rising_tutor.games.quickstrike.words import SENTENCES
from rising_tutor.replay import verify
from tests.games.quickstrike.test_cards_left_open import GAMES
from tests.games.quickstrike.test_every_card import CARDS, positions
from tests.games.quickstrike.test_random_games import random_options
from tests.testkit import telling
from tests.testkit.games import rules_of
from tests.testkit.quickstrike import GAME, Scene, Side

DECKS = ("aang", "zuko", "katara", "bumi")
RULES = rules_of("avatar-tcg")
MOST = 1_000
"""Decisions of a game after which it is left."""
PARTS = 14
"""The cards are divided into so many parts."""


def options_of(seed: int) -> dict[str, str]:
    """Any reading of each gap, with decks of any cards or two of those that come with the game."""
    rng = Random(f"open table {seed}")
    options = random_options(rng) | {"turn_limit": rng.choice(["12", "60"]), "flip_guard": rng.choice(["6", "200"])}
    if seed % 2:
        options |= {name: rng.choice(DECKS) for name in ("deck-1", "deck-2")}
    return options


def game_sample(options: dict[str, str], seed: int) -> Sample:
    return take_sample(GAME, rules=RULES, seats=2, options=options, seed=seed, bound=MOST)


def sample_of(moves: list[Made]) -> Sample:
    return Sample(GAME, RULES, 2, {}, 1, Trail(tuple(moves), moves[-1].step.state, None))


def made(state: Any, move: Any, at: int = 0) -> Made:
    node = GAME.node(state)
    return Made(at, state, node, move, (GAME.resolve if isinstance(node, Chance) else GAME.act)(state, move))  # type: ignore[arg-type]


def played(scene: Scene, rng: Random, most: int = 20) -> Sample:
    """Return random moves from a position on."""
    state, kept = scene.state, list[Made]()
    while len(kept) < most and not isinstance(node := GAME.node(state), Terminal):
        kept.append(made(state, node.outcomes.sample(rng) if isinstance(node, Chance) else rng.choice(node.actions)))
        state = kept[-1].step.state
    return sample_of(kept)


def by_hand(scene: Scene, *texts: str) -> Sample:
    """Return these moves from a position on."""
    state, kept = scene.state, list[Made]()
    for text in texts:
        kept.append(made(state, GAME.read(state, text)))
        state = kept[-1].step.state
    return sample_of(kept)


def said(sample: Sample) -> list[str]:
    return [GAME.say(event) for at in sample.trail.positions for event in at.step.events]  # type: ignore[arg-type]


# whole games and every card --------------------------------------------------------------------------------------


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(15))
def test_games_of_any_decks_and_options_are_told_to_the_end(part: int) -> None:
    for seed in range(part * 40, part * 40 + 40):
        check_events_tell_all(game_sample(options_of(seed), seed))


@pytest.mark.slow
@pytest.mark.parametrize("name", SWITCHES)
def test_games_of_every_reading_of_a_gap_are_told_to_the_end(name: str) -> None:
    for value in SWITCHES[name].values:
        for seed, deck in enumerate(DECKS):
            check_events_tell_all(game_sample({"deck-1": deck, "deck-2": DECKS[seed - 1], name: value}, seed))


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_all_that_a_card_does_is_told(part: int) -> None:
    rng = Random(f"open table of cards {part}")
    for card in list(CARDS.values())[part::PARTS]:
        for scene in positions(card, GAME):
            if rng.random() < 0.1:
                check_events_tell_all(played(scene, rng))


@pytest.mark.slow
@pytest.mark.parametrize("unnamed", ["", "paid", "look", "paid|look"])
@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_recorded_games_are_told_also_where_cards_are_not_named(file: Path, unnamed: str) -> None:
    text = file.read_text()
    if unnamed:
        text = re.sub(rf"\b({unnamed}) [\w-]+", r"\1 ?", text)
    moves = verify(text.encode(), file.name).moves
    check_events_tell_all(sample_of([made(one.state, one.move) for one in moves]))


# what was told wrongly, or not at all ----------------------------------------------------------------------------

MOMO, APPA = "Momo, hungry lemur", "Appa, flying bison"
FOE = Side(deck="skewer")
AWAY: dict[str, Any] = {"foe": Side(flips={"green": "downdraft"}, deck="skewer"), "attack": "green", "step": "turn"}
"""A strike of seat 2 attacks, and the turn of seat 1 begins."""
CHARGED: dict[str, Any] = {"charged": "green yellow red"}
SEARCHES = Side(
    chamber="fpr001", **CHARGED, more=0, unseen="appa appa momo evade evade skewer pummel", energies=("? ?", 2, "?")
)
LINES: dict[str, tuple[Scene, tuple[str, ...], tuple[str, ...]]] = {
    "the second of two equal allies changes places": (
        Scene(Side(deck="skewer", allies={"green": "appa", "yellow": "momo", "red": "momo"})),
        ("choose 1 red",),
        (f"Player 1 rearranges the allies: {MOMO} goes from red to green; {APPA} goes from green to red.",),
    ),
    "of two equal allies one stays where it is": (
        Scene(Side(deck="juggle skewer", allies={"green": "momo", "red": "momo"}), FOE),
        ("counter", "choose - momo momo"),
        (
            f"Player 1 arranges the allies for Juggle: no ally in green; {MOMO} in yellow; {MOMO} in red.",
            f"Player 1 rearranges the allies: {MOMO} goes from green to yellow.",
        ),
    ),
    "an ally that is moved names both zones": (
        Scene(Side(deck="air-scooter", allies={"red": "momo", "yellow": "momo"})),
        ("choose 1 red to green",),
        (f"{MOMO} goes from Player 1's red zone to Player 1's green zone.",),
    ),
    "an ally on top of a deck": (
        Scene(Side(deck="rocky-road", allies={"yellow": "momo"}), FOE),
        ("counter", "choose 1 yellow"),
        (f"{MOMO} goes from Player 1's yellow zone on top of its owner's deck.",),
    ),
    "an advantage that is eliminated as a cost": (
        Scene(Side(deck="skewer evade", advantages="open-hand-form pai-sho-mastery")),
        ("reflip pai-sho-mastery",),
        ("Player 1 eliminates the advantage Pai Sho Mastery as a cost.",),
    ),
    "an effect that a strike gains": (
        Scene(Side(deck="terra-break"), FOE),
        ("power", "counter"),
        (
            "Player 1's Terra Break gets -2 intercept: it now has force 6 and intercept 4.",
            'Player 1\'s Terra Break gains an effect for as long as it lies in green: "{}".',
            "Player 1 stops force 4 with Terra Break and counterattacks from green with force 6.",
            "Player 2 must defend against Terra Break, which attacks from green with force 6.",
        ),
    ),
    "an effect that an ally gives to a strike": (
        Scene(Side(deck="snapped-off", allies={"green": "malu"}), FOE),
        ("power ally",),
        (
            "Player 1 pays for a power of Malu, a reclusive orphan.",
            'Player 1\'s Snapped Off gains an effect for as long as it lies in green: "{}".',
        ),
    ),
    "an effect after a move to red": (
        Scene(Side(deck="open-palm-pushback"), FOE),
        ("power",),
        (
            "Player 1 moves Open-Palm Pushback from green to red and defends there.",
            'Player 1\'s Open-Palm Pushback gains an effect for as long as it lies in red: "{}".',
        ),
    ),
    "an effect that an advantage gains": (
        Scene(Side(deck="sculpted-flame skewer", advantages="sculpted-flame")),
        ("play", "choose -1 force +1 intercept"),
        ('Player 1\'s Sculpted Flame gains an effect for as long as it is in play: "{}".',),
    ),
    "an effect that waits": (
        Scene(Side(deck="sweet-revenge"), FOE),
        ("power",),
        (
            "Player 1's Sweet Revenge gets -1 intercept: it now has force 3 and intercept 4.",
            'Sweet Revenge waits for Player 1\'s counterattack from green: "{}".',
        ),
    ),
    "a signature move that is offered": (
        Scene(Side(deck="snapped-off"), Side(**CHARGED)),
        ("counter",),
        ("Player 2 may play the signature move Penguin Sledding.",),
    ),
    "a signature move that is declined": (
        Scene(Side(**CHARGED), **AWAY),
        ("decline",),
        ("Player 1 does not play the signature move.", "Player 1 defends in green."),
    ),
    "a signature move that becomes too weak": (
        Scene(Side(chamber="ame221", **CHARGED), **AWAY | {"foe": Side(flips={"green": "quicksand"}, deck="skewer")}),
        ("power",),
        ("Player 1 can no longer play the signature move Tornado Punch.", "Player 1 defends in green."),
    ),
    "a signature move that is played": (
        Scene(Side(**CHARGED, deck="skewer"), **AWAY),
        ("signature", "discard", "discard", "discard"),
        (
            "Player 1 plays the signature move Penguin Sledding.",
            "Player 2 defends in red.",
            "Round 1 is over: Player 1 got through, and nobody attacks now.",
        ),
    ),
    "a Chamber that is turned": (
        Scene(Side(deck="hollow-soul-hurricane", side=1)),
        ("power",),
        ("Player 1 turns the Chamber, front up.",),
    ),
    "a zone that is raised": (
        Scene(Side(deck="yip-yip skewer"), zone="red"),
        ("play",),
        ("Player 1 now defends in yellow.", "Player 1 discards Yip Yip! from red."),
    ),
    "an energy that its owner chooses": (
        Scene(Side(deck="snapped-off", energies=("skewer pummel", 3, 3)), FOE, energy_paid="owner_chooses"),
        ("counter", "choose skewer"),
        ("Player 1 chooses the green energy that goes next: Skewer.", "Player 1 pays a green energy: Skewer."),
    ),
    "cards that one seat puts in order": (
        Scene(Side(deck="contemplate", more=0, unseen="pummel skewer evade evade evade")),
        ("play", "look evade", "look skewer", "choose 2 1"),
        ("Player 1 looks at card 2 of their deck.", "Player 1's deck now begins with Skewer and Evade."),
    ),
    "open cards that are put in order": (
        Scene(Side(deck="contemplate pummel skewer")),
        ("play", "choose 2 1"),
        ("Player 1 puts 2 cards back; Skewer is card 1; Pummel is card 2.",),
    ),
    "an ally that is found": (
        Scene(SEARCHES, **AWAY),
        ("signature", "choose green", "energy appa", "energy evade", "energy momo"),
        ("Player 1 searches the deck: Appa, flying bison joins in green, and the rest is shuffled.",),
    ),
    "an ally that is not found": (
        Scene(SEARCHES, **AWAY),
        ("signature", "choose green", "energy appa", "energy evade", "energy appa"),
        ("Player 1 searches the deck: no ally named Appa lies in it, and it is shuffled.",),
    ),
    "a known card of a deck that is searched": (
        Scene(replace(SEARCHES, deck="skewer", unseen="momo evade pummel pummel", energies=(3, 2, 2)), **AWAY),
        ("signature", "choose green"),
        ("Player 1 searches the deck: no ally named Appa lies in it, and it is shuffled.",),
    ),
    "a seat that gives up": (Scene(concede=True), ("concede",), ("Player 1 gives up.",)),
}
"""Positions, what is done in them, and what must be said then; {} stands for any words of a card."""


@pytest.mark.parametrize("name", LINES)
def test_the_log_says_with_names_and_places(name: str) -> None:
    scene, texts, sentences = LINES[name]
    sample = by_hand(scene, *texts)
    check_events_tell_all(sample)
    for sentence in sentences:
        pattern = re.escape(sentence).replace(r"\{\}", r"[^\"]{12,}")
        assert any(re.fullmatch(pattern, one) for one in said(sample)), said(sample)


ASKED_BEFORE = [
    (card.id, index)
    for card in CARDS.values()
    for index, one in enumerate(card.ability)
    if one.when == "power" and one.cost.intercept
]


@pytest.mark.parametrize(("card", "index"), ASKED_BEFORE, ids=[f"{CARDS[card].name}-{at}" for card, at in ASKED_BEFORE])
def test_intercept_that_is_paid_is_told(card: str, index: int) -> None:
    name, cost = CARDS[card].name, CARDS[card].ability[index].cost.intercept
    for scene in positions(CARDS[card], GAME):
        powers = [text for text in scene.legal if text.startswith("power")]
        for text in powers:
            sample = by_hand(scene, text)
            used = [one for one in sample.trail.positions[0].step.events if isinstance(one, ev.PowerUsed)]
            if [(one.card, one.index, one.by) for one in used] == [(card, index, "strike")]:
                assert any(f"{name} gets -{cost} intercept: " in one for one in said(sample)), said(sample)
                return
    pytest.fail(f"the power of {name} was never offered")


@pytest.mark.parametrize("card", ["ember-shot", "kindle"])
def test_nobody_chooses_where_there_is_one_way(card: str) -> None:
    sample = by_hand(Scene(Side(deck=f"{card} skewer"), zone="yellow"), "power")
    assert "Player 1's yellow zone is charged." in said(sample)
    assert not any("choose" in one for one in said(sample))


# logs that are broken on purpose ---------------------------------------------------------------------------------

ONLY_SPOKEN = {
    ev.TotalsCompared: "the totals follow from the open cards",
    ev.CoinTossed: "what it decides is in `DefenderChosen`",
    ev.NothingAdded: "nothing happens",
    ev.Replenished: "each energy is in `EnergyAdded`",
    ev.SignatureReady: "the move lies in front since it was offered",
    ev.ZoneSkipped: "the zone that is defended is in `ZoneEntered`",
    ev.NothingToFlip: "nothing happens",
    ev.GuardReached: "the loss is in `ZoneLost`",
    ev.PaymentChosen: "each energy is in `Paid`",
    ev.ZoneLost: "where the defence goes on is in `ZoneEntered`, and its end in `RoundEnded`",
    ev.Celebrated: "each energy is in `EnergyAdded`",
    ev.PileRefilled: "each card is in `Revealed`",
    ev.Chosen: "what comes of it has its own events",
    ev.ChargeForbidden: "nothing happens",
}
"""The kinds of event that change nothing on the table, each with the reason."""
NOT_OF_THE_TABLE = {
    ("DefenderChosen", "seat"): "who decided",
    ("OpeningSent", "force"): "follows from the cards in play",
    ("TurnBegan", "force"): "follows from the cards in play",
    ("Countered", "force"): "follows from the cards in play",
    ("StrikeChanged", "force"): "follows from the changes",
    ("StrikeChanged", "intercept"): "follows from the changes",
    ("TurnLimitReached", "seat"): "nobody wins",
    ("NothingFound", "named"): "nobody sees it",
}
"""Fields of events that change the table and that say what follows from the rest, each with the reason."""


@cache
def many_samples() -> list[Sample]:
    games = [game_sample(options_of(seed), seed) for seed in range(120)]
    return [*games, *(by_hand(scene, *texts) for scene, texts, _ in LINES.values())]


@cache
def steps_of() -> dict[str, list[Sample]]:
    return telling.steps_by_kind(many_samples())


def test_every_kind_of_event_changes_the_table_or_has_a_reason() -> None:
    assert set(CHANGES) | set(ONLY_SPOKEN) == set(SENTENCES)
    assert set(ONLY_SPOKEN) & set(CHANGES) == {ev.ZoneLost}, "it must fit the zone that is defended"


@pytest.mark.slow
def test_every_kind_of_event_that_is_dropped_is_missed() -> None:
    steps = steps_of()
    assert set(steps) == {kind.__name__ for kind in set(SENTENCES) - set(ONLY_SPOKEN)}
    assert [kind for kind, found in steps.items() if not telling.is_missed(found, kind)] == []


@pytest.mark.slow
def test_an_event_with_another_seat_zone_or_card_is_found() -> None:
    """Every field counts, but for those that say what follows from the rest."""
    swapped, unfound = set[tuple[str, str]](), set[tuple[str, str]]()
    for kind, steps in steps_of().items():
        for name, values in telling.values_of(many_samples(), kind).items():
            others = [other for step in steps[:8] for other in telling.with_another(step, kind, name, values[:4])]
            if others:
                swapped.add((kind, name))
                if not any(map(telling.is_found, others)):
                    unfound.add((kind, name))
    assert unfound == swapped & set(NOT_OF_THE_TABLE)
