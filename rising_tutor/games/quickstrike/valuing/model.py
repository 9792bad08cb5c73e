"""The data file of the evaluator: weights, and where they come from."""

import json
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import Final

from msgspec.structs import asdict

from rising_tutor.core.band import Band
from rising_tutor.core.evaluated import Source
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent
from rising_tutor.games.quickstrike.valuing.features import DEFENCE, FEATURES, SET_UP

FORMAT: Final = 1
FILE: Final = "evaluator.toml"
LARGEST: Final = 100


class Model(Value, frozen=True):
    """Weights by phase and feature.

    Attributes:
        format: of this file.
        provenance: where the weights come from.
        set_up, defence: a weight for each feature.
        band: how far the chance to win may be off, by its size; empty where nobody checked.
    """

    format: int
    provenance: Source
    set_up: dict[str, float]
    defence: dict[str, float]
    band: tuple[Band, ...] = ()

    def weights(self, phase: int) -> dict[str, float]:
        return self.set_up if phase == SET_UP else self.defence


def model_file() -> Path:
    """Where the data file lies."""
    return Path(str(files("rising_tutor.games.quickstrike").joinpath(FILE)))


def load_model(rules_version: str) -> Model:
    """The model of the game. Raises `BadContent`: its file is missing or does not fit."""
    file = model_file()
    if not file.is_file():
        raise BadContent(FILE, "file", "missing", "a file that `rising-tutor evaluator fit` has written")
    return read_model(file.read_bytes(), rules_version)


def read_model(data: bytes, rules_version: str, file: str = FILE) -> Model:
    """A model from its file. Raises `BadContent`."""
    model = read_toml(data, Model, file)
    fit = "; fit it again with `rising-tutor evaluator fit`"
    if model.format != FORMAT:
        raise BadContent(file, "format", model.format, f"{FORMAT}{fit}")
    if model.provenance.rules_version != rules_version:
        raise BadContent(file, "provenance.rules_version", model.provenance.rules_version, f"{rules_version}{fit}")
    for phase, name in ((SET_UP, "set_up"), (DEFENCE, "defence")):
        known = {feature.name: feature for feature in FEATURES if feature.phase == phase}
        weights = model.weights(phase)
        for missing in sorted(known.keys() - weights.keys()):
            raise BadContent(file, name, missing, f"a weight of this name{fit}")
        for one, weight in weights.items():
            if one not in known:
                raise BadContent(file, name, one, f"one of {', '.join(known)}{fit}")
            if not isfinite(weight) or abs(weight) > LARGEST:
                raise BadContent(file, f"{name}.{one}", weight, f"a number from -{LARGEST} to {LARGEST}")
            if weight * known[one].sign < 0:
                sense = "at least 0" if known[one].sign > 0 else "at most 0"
                raise BadContent(file, f"{name}.{one}", weight, f"a weight of {sense}")
    if model.band and (model.band[-1].upto < 1 or list(model.band) != sorted(model.band, key=lambda band: band.upto)):
        raise BadContent(file, "band", model.band[-1].upto, "bands by rising upto, the last one 1")
    return model


def write_model(model: Model) -> str:
    """The file of a model."""
    lines = [
        "# The evaluator of the game: weights of a logistic model of the chance to win, before a flip of whoever",
        "# defends, in the set-up of seat 1. Written by the command below; docs/evaluator.md says how well it does.",
        "",
        f"format = {model.format}",
        "",
        "[provenance]",
        *(f"{name} = {json.dumps(value)}" for name, value in asdict(model.provenance).items()),
    ]
    for name, weights in (("set_up", model.set_up), ("defence", model.defence)):
        lines += ["", f"[{name}]", *(f"{one} = {weight:.4f}" for one, weight in weights.items())]
    for band in model.band:
        lines += ["", "[[band]]", f"upto = {band.upto}", f"low = {band.low:.3f}", f"high = {band.high:.3f}"]
    return "\n".join(lines) + "\n"
