"""Checks of what is written down: moves as text, saved states, the same game again from its seed."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, Final

from rising_tutor.core.branch import Made
from rising_tutor.core.contract.sample import N_MOVES, N_POSITIONS, Sample, make, moves_of, spread, spread_over
from rising_tutor.core.information import alike, viewers, visible
from rising_tutor.core.node import Decision
from rising_tutor.core.playthrough import follow, lines
from rising_tutor.core.unknown import UNKNOWN, fitting, write_seen
from rising_tutor.errors import UnreadableMove


def check_text(sample: Sample) -> None:
    """Each move is one line of text that reads back as the same move; no two of a position are alike."""
    for at in spread(sample.trail.positions, N_POSITIONS):
        actions = at.node.actions if isinstance(at.node, Decision) else moves_of(at, sample.rng("text"))
        texts: dict[str, Any] = {}
        for move in dict.fromkeys(actions):
            text = sample.game.write(at.state, move)
            if text != text.strip() or not text.isprintable() or not text:
                raise sample.fault(at.state, f"{move} is written as {text!r}")
            if text in texts:
                raise sample.fault(at.state, f"{move} and {texts[text]} are both written {text!r}")
            texts[text] = move
            try:
                again = sample.game.read(at.state, text)
            except UnreadableMove as error:
                raise sample.fault(at.state, f"{move} is written {text!r} and cannot be read: {error}") from None
            if again != move:
                raise sample.fault(at.state, f"{move} is written {text!r} and read back as {again}")


ODD_TEXTS: Final = (
    "", " ", "?", "??", "#", ";", ":", "-1", "0", "\u00b2", "\u0661", "9" * 400, "x" * 400, "nothing", "nobody",
    "roll", "pass", "end", "result: unfinished", "replay: 1", "\u201croll\u201d", "na\u00efve \u6771\u4eac",
    "\u0130\u00df \ufb01\u00df\u00df", "\ufeffroll", "\ud800", "\x00", "\x1b[2J", "\u202eroll", "roll\nroll",
    "a > b > c", "{}", "%s %d", "../../x", "(((", "[[", "\\",
)  # fmt: skip
"""Texts that no game writes, or that mean nothing at most positions."""
N_TEXTS: Final = 8
"""Texts of the same game that are tried at one position, each as it is and damaged."""


def check_any_text(sample: Sample) -> None:
    """At every node, chance and the end included, `read` turns any text into a move or raises `UnreadableMove`.

    What it returns may be illegal: `check` must be able to judge it.
    """
    game, rng = sample.game, sample.rng("any text")
    known = [game.write(at.state, at.move) for at in sample.trail.positions]
    states = [at.state for at in spread(sample.trail.positions, N_POSITIONS)]
    for state in (*states, sample.trail.end):
        for text in (*ODD_TEXTS, *_texts_like(known, rng)):
            try:
                move = game.read(state, text)
                game.check(state, move)
            except UnreadableMove as error:
                if not 1 <= error.column <= len(text) + 1:
                    raise sample.fault(state, f"{text!r} cannot be read from column {error.column} on") from None
            except Exception as error:
                raise sample.fault(state, f"reading {text!r} ends in {error!r}") from error


def _texts_like(known: list[str], rng: Random) -> Iterator[str]:
    """Texts of the same game: unchanged, cut short, doubled, with words exchanged, and with strange numbers."""
    for text in rng.choices(known, k=N_TEXTS) if known else ():
        words = text.split()
        yield text
        yield text[: rng.randrange(len(text) + 1)]
        yield f"{text} {rng.choice(known)}"
        yield " ".join(rng.sample(words, len(words)))
        words[rng.randrange(len(words))] = rng.choice(ODD_TEXTS[:14])
        yield " ".join(words)


def check_seen_moves(sample: Sample) -> None:
    """A move as a viewer may know it can be the move that was made, and tells nothing that the viewer was not told."""
    game, rng = sample.game, sample.rng("seen moves")
    for viewer in viewers(sample.seats):
        for at in spread(sample.trail.positions, N_POSITIONS):
            text = write_seen(game, at.state, at.move, viewer)
            same = fitting(game, at.state, text)(at.move) if UNKNOWN in text else game.read(at.state, text) == at.move
            if not same:
                raise sample.fault(at.state, f"viewer {viewer}: {at.move} is written {text!r}, which means another")
        for at, twin in spread_over(list(alike(game, sample.trail, viewer, rng)), N_POSITIONS):
            if isinstance(at.node, Decision) and at.node.seat == viewer:
                continue
            text, told = write_seen(game, at.state, at.move, viewer), visible(at.step.events, viewer)
            node = game.node(twin)
            there = Made(at.at, twin, node, at.move, at.step)
            may = node.actions if isinstance(node, Decision) else [move for move, _ in islice(node.outcomes, N_MOVES)]
            for move in may:
                step = make(game, there, move)
                if visible(step.events, viewer) == told and write_seen(game, twin, move, viewer) != text:
                    raise sample.fault(at.state, f"viewer {viewer}: how {at.move} is written tells what is hidden")


def check_saving(sample: Sample) -> None:
    """A state that was saved and loaded is equal and goes on alike."""
    for at in spread(sample.trail.positions, N_POSITIONS):
        data = sample.game.dump(at.state)
        loaded = sample.game.load(data)
        if loaded != at.state or hash(loaded) != hash(at.state) or sample.game.dump(loaded) != data:
            raise sample.fault(at.state, "saved and loaded, the state is another")
        if make(sample.game, Made(at.at, loaded, at.node, at.move, at.step), at.move) != at.step:
            raise sample.fault(at.state, f"saved and loaded, the state goes on otherwise after {at.move}")


def check_repeatable(sample: Sample) -> None:
    """The same seed gives the same game, byte for byte."""
    again = follow(sample.game, seats=sample.seats, seed=sample.seed, options=sample.options)
    for number, (first, second) in enumerate(
        zip(lines(sample.game, sample.trail), lines(sample.game, again), strict=False), start=1
    ):
        if first != second:
            raise sample.fault(sample.trail.end, f"line {number} is {first!r}, then {second!r}")
    if sample.game.dump(again.end) != sample.game.dump(sample.trail.end):
        raise sample.fault(sample.trail.end, "the same seed gave two games")
