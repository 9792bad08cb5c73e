"""What an evaluator counts, and the data file of its weights.

>>> form = Form("rising_tutor.games.quickstrike", ("set_up",), ("set-up",), (Feature("lead", 0, "points", +1),))
>>> form.names(0)
('lead',)
"""

import json
from array import array
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import asdict

from rising_tutor.core.band import Band
from rising_tutor.core.evaluated import Source
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent

FORMAT: Final = 2
FILE: Final = "evaluator.toml"
LARGEST: Final = 100


class Feature(Value, frozen=True):
    """One number that is counted.

    Attributes:
        phase: the number of its phase in `Form.phases`.
        says: what it counts.
        sign: +1 for a weight from 0, -1 for one up to 0, 0 for any; for the side that is counted.
    """

    name: str
    phase: int
    says: str
    sign: int = 0


class Counted(NamedTuple):
    """What was counted of a position.

    Attributes:
        phase: its number.
        side: 1 where the numbers are seat 1's, -1 where they are seat 2's.
        numbers: one for each feature of the phase.
    """

    phase: int
    side: int
    numbers: tuple[float, ...]

    def as_bytes(self) -> bytes:
        return array("d", (self.side, *self.numbers)).tobytes()


class Model(Value, frozen=True):
    """Weights by phase and feature.

    Attributes:
        format: of this file.
        provenance: where the weights come from.
        weights: section of a phase -> feature -> weight.
        band: how far the chance to win may be off, by its size; empty where nobody checked.
    """

    format: int
    provenance: Source
    weights: dict[str, dict[str, float]]
    band: tuple[Band, ...] = ()


class Form(Value, frozen=True):
    """What an evaluator of a game counts.

    Attributes:
        package: of the game, in which the data file lies.
        sections: of the data file, one for each phase.
        phases: the same in words.
        features: of all phases, those of a phase in the order of the numbers.
    """

    package: str
    sections: tuple[str, ...]
    phases: tuple[str, ...]
    features: tuple[Feature, ...]

    def of_phase(self, phase: int) -> tuple[Feature, ...]:
        """The features of a phase."""
        return tuple(one for one in self.features if one.phase == phase)

    def names(self, phase: int) -> tuple[str, ...]:
        """Their names."""
        return tuple(one.name for one in self.of_phase(phase))

    @property
    def file(self) -> Path:
        """Where the data file lies."""
        return Path(str(files(self.package).joinpath(FILE)))

    def load(self, rules_version: str, older: tuple[str, ...] = ()) -> Model:
        """Return the model of the game, fitted by its rules or by `older` ones.

        Raises:
            BadContent: its file is missing or does not fit.
        """
        if not self.file.is_file():
            raise BadContent(FILE, "file", "missing", "a file that `rising-tutor evaluator fit` has written")
        return self.read(self.file.read_bytes(), rules_version, older)

    def read(self, data: bytes, rules_version: str, older: tuple[str, ...] = (), file: str = FILE) -> Model:
        """Return a model from its file. Raises `BadContent`."""
        model = read_toml(data, Model, file)
        fit = "; fit it again with `rising-tutor evaluator fit`"
        if model.format != FORMAT:
            raise BadContent(file, "format", model.format, f"{FORMAT}{fit}")
        if model.provenance.rules_version not in (rules_version, *older):
            raise BadContent(file, "provenance.rules_version", model.provenance.rules_version, f"{rules_version}{fit}")
        if unknown := sorted(model.weights.keys() - set(self.sections)):
            raise BadContent(file, "weights", unknown[0], f"one of {', '.join(self.sections)}{fit}")
        for phase, section in enumerate(self.sections):
            self._check(model.weights.get(section, {}), phase, f"weights.{section}", file, fit=fit)
        if model.band and (
            model.band[-1].upto < 1 or list(model.band) != sorted(model.band, key=lambda band: band.upto)
        ):
            raise BadContent(file, "band", model.band[-1].upto, "bands by rising upto, the last one 1")
        return model

    def _check(self, weights: dict[str, float], phase: int, section: str, file: str, *, fit: str) -> None:
        known = {feature.name: feature for feature in self.of_phase(phase)}
        for missing in sorted(known.keys() - weights.keys()):
            raise BadContent(file, section, missing, f"a weight of this name{fit}")
        for one, weight in weights.items():
            if one not in known:
                raise BadContent(file, section, one, f"one of {', '.join(known)}{fit}")
            if not isfinite(weight) or abs(weight) > LARGEST:
                raise BadContent(file, f"{section}.{one}", weight, f"a number from -{LARGEST} to {LARGEST}")
            if weight * known[one].sign < 0:
                sense = "at least 0" if known[one].sign > 0 else "at most 0"
                raise BadContent(file, f"{section}.{one}", weight, f"a weight of {sense}")

    def write(self, model: Model) -> str:
        """The file of a model."""
        lines = [
            "# The evaluator of the game: weights of a logistic model of the chance to win, by phases of the game.",
            "# Written by the command below; docs/evaluator.md says how well it does.",
            "",
            f"format = {model.format}",
            "",
            "[provenance]",
            *(f"{name} = {json.dumps(value)}" for name, value in asdict(model.provenance).items()),
        ]
        for section in self.sections:
            weights = model.weights[section]
            lines += ["", f"[weights.{section}]", *(f"{one} = {weight:.4f}" for one, weight in weights.items())]
        for band in model.band:
            lines += ["", "[[band]]", f"upto = {band.upto}", f"low = {band.low:.3f}", f"high = {band.high:.3f}"]
        return "\n".join(lines) + "\n"
