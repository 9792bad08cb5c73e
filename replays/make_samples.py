#!/usr/bin/env python3
"""Makes the sample replays that were played by the program, always the same ones.

Looks through seeds for the first game of each wanted kind. The worked example is typed by hand and
not touched. Run from anywhere: `python replays/make_samples.py [NAME ...]`.
"""

import sys
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from rising_tutor.core.branch import Made
from rising_tutor.core.drive import play_out
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.core.values import Value
from rising_tutor.replay import Replay, Scribe, header_of, replay_of, save
from rising_tutor.replay.one_sided import one_sided

FIRE, DEATH, DARK = "fire-nation-rising", "death-eaters-rising", "dark-side-rising"
AVATAR, RISE = "avatar-tcg", "rise-tcg"
FOLDER = Path(__file__).parent
MOST_SEEDS = 20_000


class Sample(Value, frozen=True):
    """A kind of game: how it is set up, and how its end is known.

    Attributes:
        fits: asked with the last state and all events.
        title: what to call it, where the name of the file does not say it as the title prints it.
        again: other options for a second game with the same seed, or None; asked with the last state.
        side: the seat, from 1, whose side of the game is written down; 0 for the whole game.
    """

    name: str
    about: str
    seats: int
    fits: Callable[[Any, list[Any]], bool]
    options: Mapping[str, str] = {}
    policy: str = "greedy"
    game: str = FIRE
    title: str = ""
    again: Callable[[Any], Mapping[str, str] | None] | None = None
    side: int = 0


def lost_at_the_end(state: Any) -> Mapping[str, str] | None:
    """The limit of lost Heroes that a game which was won would have reached at its end."""
    if state.result != "win":
        return None
    return {"hero_loss_limit": str(len(state.defeated))} if state.defeated else None


def sun(events: list[Any]) -> tuple[str, bool]:
    """What brought the Day of Black Sun (track, both tracks); an empty text if it did not come."""
    found = [(event.track, event.both) for event in events if type(event).__name__ == "BlackSunCame"]
    return found[0] if found else ("", False)


def signature_moves(events: list[Any]) -> bool:
    """Whether both seats played one, and one of them was not stopped."""
    played = {event.seat for event in events if event.rule == "QS-712"}
    strikes = [
        (event.rule, type(event).__name__) for event in events if type(event).__name__ in ("Countered", "PointScored")
    ]
    return len(played) == 2 and any(
        before == ("QS-712", "Countered") and after[1] == "PointScored" for before, after in pairwise(strikes)
    )


SAMPLES = (
    Sample("won", "The players win.", 2, lambda state, _: state.reasons == ("FNR-801",)),
    Sample("lost-by-casualties", "Too many Heroes were defeated.", 3, lambda state, _: state.reasons == ("FNR-802",)),
    Sample(
        "lost-by-a-team",
        "A whole Team was wiped out.",
        2,
        lambda state, _: state.reasons == ("FNR-803",),
        policy="random",
    ),
    Sample(
        "black-sun-by-balance",
        "Balance brought the Day of Black Sun.",
        3,
        lambda _, e: sun(e) == ("balance", False),
        {"difficulty": "medium"},
    ),
    Sample("black-sun-by-ruin", "Ruin brought the Day of Black Sun.", 4, lambda _, e: sun(e) == ("ruin", False)),
    Sample(
        "black-sun-by-both", "Both tracks were filled in one turn.", 3, lambda _, e: sun(e)[1], {"difficulty": "hard"}
    ),
    Sample("solo", "One player with three Teams.", 1, lambda s, _: s.result == "win", {"solo_teams": "3"}),
    Sample(
        "five-players", "Five players, medium difficulty.", 5, lambda s, _: bool(s.result), {"difficulty": "medium"}
    ),
    Sample(
        "win-and-loss-in-one-turn",
        "The last Final Battle and the last Hero fall in one turn: a win goes before a loss.",
        2,
        lambda s, _: s.result == "win" and bool({"FNR-802", "FNR-803"} & set(s.reasons)),
        {"hero_loss_limit": "40"},
        again=lost_at_the_end,
    ),
    Sample("won", "The players win.", 2, lambda s, _: s.reasons == ("DSR-1101",), game=DARK),
    Sample(
        "lost-by-casualties", "Too many Rebels were defeated.", 3, lambda s, _: s.reasons == ("DSR-1104",), game=DARK
    ),
    Sample(
        "lost-by-a-team",
        "A whole Team was wiped out.",
        2,
        lambda s, _: s.reasons == ("DSR-1105",),
        policy="random",
        game=DARK,
        title="Lost by a Team",
    ),
    Sample(
        "death-star-operational",
        "All six Components are operational.",
        4,
        lambda s, _: s.reasons == ("DSR-1103",),
        {"head_start": "1", "hero_loss_limit": "40", "target": "11"},
        game=DARK,
        title="Death Star operational",
    ),
    Sample(
        "win-and-loss-in-one-turn",
        "The last Imperial and the last Rebel fall in one turn: a win goes before a loss.",
        2,
        lambda s, _: s.result == "win" and bool({"DSR-1104", "DSR-1105"} & set(s.reasons)),
        {"hero_loss_limit": "40"},
        again=lost_at_the_end,
        game=DARK,
    ),
    Sample("won", "The players win.", 2, lambda s, _: s.reasons == ("DER-1101",), game=DEATH),
    Sample(
        "lost-by-casualties", "Too many Wizards were defeated.", 3, lambda s, _: s.reasons == ("DER-1102",), game=DEATH
    ),
    Sample(
        "lost-by-a-team",
        "A whole Team was wiped out.",
        2,
        lambda s, _: s.reasons == ("DER-1103",),
        policy="random",
        game=DEATH,
        title="Lost by a Team",
    ),
    Sample(
        "four-places-corrupted",
        "Four Places are corrupted.",
        4,
        lambda s, _: s.reasons == ("DER-1104",),
        {"hero_loss_limit": "33"},
        game=DEATH,
        title="Four Places corrupted",
    ),
    Sample(
        "a-location-corrupted",
        "A whole Location is corrupted, its base as well.",
        4,
        lambda s, _: s.reasons == ("DER-1105",),
        {"hero_loss_limit": "33", "fallen_limit": "6"},
        policy="random",
        game=DEATH,
        title="A Location corrupted",
    ),
    Sample(
        "win-and-loss-in-one-turn",
        "Lord Voldemort and the last Wizard fall in one turn: the players win.",
        2,
        lambda s, _: s.result == "win" and bool({"DER-1102", "DER-1103"} & set(s.reasons)),
        {"hero_loss_limit": "33"},
        again=lost_at_the_end,
        game=DEATH,
    ),
    Sample(
        "seat-1-wins",
        "The first seat has three points before the other has two.",
        2,
        lambda s, _: s.winner == 0 and s.mats[1].points < 2,
        game=AVATAR,
    ),
    Sample(
        "by-signature-moves",
        "Both seats play a signature move, and one of them brings a point.",
        2,
        lambda s, events: s.winner >= 0 and signature_moves(events),
        game=AVATAR,
    ),
    Sample(
        "seat-2-wins",
        "The second seat has three points after the first had two.",
        2,
        lambda s, _: s.winner == 1 and s.mats[0].points == 2,
        {"deck-1": "katara", "deck-2": "bumi"},
        game=AVATAR,
    ),
    Sample(
        "given-up",
        "The first seat gives up; the other one wins.",
        2,
        lambda s, _: s.reason == "QS-911" and s.winner == 1 and s.turn > 3,
        {"deck-1": "first-steps-fire", "deck-2": "first-steps-water", "concede": "true"},
        policy="random",
        game=AVATAR,
    ),
    Sample(
        "stopped-at-the-limit",
        "The game stops at its limit of turns, and nobody wins.",
        2,
        lambda s, _: s.reason == "QS-911" and s.winner < 0,
        {"deck-1": "first-steps-water", "deck-2": "first-steps-fire", "turn_limit": "8"},
        game=AVATAR,
    ),
    Sample(
        "new-decks-for-both",
        "Both decks run out and are made of energies and discard pile.",
        2,
        lambda s, _: s.winner >= 0 and all(mat.shuffle > 1 for mat in s.mats),
        {"deck-1": "first-steps-water", "deck-2": "first-steps-water"},
        game=AVATAR,
    ),
    *(
        Sample(
            f"seen-by-seat-{side}",
            f"What seat {side} saw: cards that the other seat looked at are unknown until they come to light.",
            2,
            lambda s, events: s.winner >= 0 and {event.seat for event in events if event.rule == "QS-1013"} == {0, 1},
            {"deck-1": "zuko", "deck-2": "zuko"},
            game=AVATAR,
            side=side,
        )
        for side in (1, 2)
    ),
    Sample(
        "gates-against-plague",
        "The two sample libraries against each other.",
        2,
        lambda s, _: s.winner == 1,
        game=RISE,
    ),
    Sample(
        "plague-mirror",
        "Equal libraries, full of coins and Diseases.",
        2,
        lambda s, _: s.turn < 40,
        options={"deck-1": "plague", "deck-2": "plague"},
        game=RISE,
    ),
    Sample(
        "seat-2-wins",
        "A short game: the second seat wins while the first still has a hand.",
        2,
        lambda s, _: s.winner == 1 and s.turn <= 18,
        game=RISE,
    ),
    Sample(
        "seen-by-seat-1",
        "What seat 1 saw: cards that the other seat draws are unknown until they come to light.",
        2,
        lambda s, _: s.winner >= 0 and s.turn <= 18,
        game=RISE,
        side=1,
    ),
    Sample("three-seats", "Three seats, each for itself.", 3, lambda s, _: s.winner == 1, game=RISE),
)


def play(sample: Sample, seed: int, options: Mapping[str, str]) -> tuple[Any, list[Any], Replay]:
    """One game: its last state, its events and its replay."""
    game = load_game(sample.game)
    scribe = Scribe(game)
    events: list[Any] = []
    moves: list[Made] = []

    def watch(state: Any, move: Any, step: Any) -> None:
        scribe.watch(state, move, step)
        moves.append(Made(len(moves), state, game.node(state), move, step))
        events.extend(step.events)

    played = play_out(
        game, seats=sample.seats, seed=seed, policy=sample.policy, options=options, limit=5000, watch=watch
    )
    called = {"_title": sample.title} if sample.title else {}
    fields = called | {"_about": sample.about, "_played-by": f"the program, policy {sample.policy}"}
    header = header_of(game, sample.seats, options=options, fields=fields)
    replay = replay_of(header, scribe, played.state)
    if sample.side:
        replay = one_sided(game, replay, moves, Seat(sample.side - 1))
    return played.state, events, replay


def find(sample: Sample) -> tuple[int, Replay]:
    """The first seed whose game fits, and that game.

    Raises:
        LookupError: no seed fits.
    """
    for seed in range(MOST_SEEDS):
        state, events, replay = play(sample, seed, sample.options)
        if sample.again is not None:
            options = sample.again(state)
            if options is None:
                continue
            state, events, replay = play(sample, seed, options)
        over = isinstance(load_game(sample.game).node(state), Terminal)
        if over and sample.fits(state, events):
            return seed, replay
    raise LookupError(f"{sample.name}: none of {MOST_SEEDS} seeds fits")


def main(names: list[str]) -> None:
    """Makes the samples with these names, or all."""
    for sample in SAMPLES:
        if not names or sample.name in names or f"{sample.game}/{sample.name}" in names:
            seed, replay = find(sample)
            save(replay, FOLDER / sample.game / f"{sample.name}.replay")
            sys.stdout.write(f"{sample.game}/{sample.name}: seed {seed}, {len(replay)} actions and outcomes\n")


if __name__ == "__main__":
    main(sys.argv[1:])
