"""Checks of what is written down: moves as text, saved states, the same game again from its seed."""

from typing import Any

from rising_tutor.core.branch import Made
from rising_tutor.core.contract.sample import N_POSITIONS, Sample, make, moves_of, spread
from rising_tutor.core.node import Decision
from rising_tutor.core.playthrough import follow, lines
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
