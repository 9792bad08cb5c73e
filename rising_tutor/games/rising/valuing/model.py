"""The data file of the evaluator: weights, and where they come from."""

import json
from importlib.resources import files
from math import isfinite
from typing import Final

from msgspec.structs import asdict

from rising_tutor.core.band import Band
from rising_tutor.core.evaluated import Source
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent
from rising_tutor.games.rising.cards.spec import Spec
from rising_tutor.games.rising.valuing.features import features_of

FORMAT: Final = 1
FILE: Final = "evaluator.toml"
WEIGHT_GRID: Final = 1 << 20
"""Weights are taken to the nearest part of this size, so that scores are exact sums."""


class Model(Value, frozen=True):
    """Weights by phase and feature.

    Attributes:
        format: of this file.
        game: the id of the title.
        provenance: where the weights come from.
        phase1, phase2: a weight for each feature of that phase.
        band: how far the chance to win may be off, by its size; empty where nobody checked.
    """

    format: int
    game: str
    provenance: Source
    phase1: dict[str, float]
    phase2: dict[str, float]
    band: tuple[Band, ...] = ()


def load_model(title: str, spec: Spec) -> Model:
    """The model in the folder of a title.

    Raises:
        BadContent: the file is missing, of another format, title or rules, or its weights do not fit.
    """
    folder = files(title).joinpath(FILE)
    if not folder.is_file():
        raise BadContent(FILE, "file", "missing", "a file that `rising-tutor evaluator fit` has written")
    return read_model(folder.read_bytes(), spec)


def read_model(data: bytes, spec: Spec, file: str = FILE) -> Model:
    """A model from its file. Raises `BadContent`."""
    model = read_toml(data, Model, file)
    fit = "; fit it again with `rising-tutor evaluator fit`"
    if model.format != FORMAT:
        raise BadContent(file, "format", model.format, f"{FORMAT}{fit}")
    if model.game != spec.id:
        raise BadContent(file, "game", model.game, spec.id)
    if model.provenance.rules_version not in (spec.rules_version, *spec.older_rules):
        raise BadContent(file, "provenance.rules_version", model.provenance.rules_version, f"{spec.rules_version}{fit}")
    for phase, weights in ((1, model.phase1), (2, model.phase2)):
        path = f"phase{phase}"
        known = {feature.name: feature for feature in features_of(spec) if phase in feature.phases}
        for name in sorted(known.keys() - weights.keys()):
            raise BadContent(file, path, name, f"a weight of this name{fit}")
        for name, weight in weights.items():
            if name not in known:
                raise BadContent(file, path, name, f"one of {', '.join(known)}{fit}")
            if not isfinite(weight) or abs(weight) > 100:
                raise BadContent(file, f"{path}.{name}", weight, "a number from -100 to 100")
            if weight * known[name].sign < 0:
                sense = "at least 0" if known[name].sign > 0 else "at most 0"
                raise BadContent(file, f"{path}.{name}", weight, f"a weight of {sense}")
    if model.band and (model.band[-1].upto < 1 or list(model.band) != sorted(model.band, key=lambda band: band.upto)):
        raise BadContent(file, "band", model.band[-1].upto, "bands by rising upto, the last one 1")
    return model


def write_model(model: Model) -> str:
    """The file of a model."""
    lines = [
        "# The evaluator of this title: weights of a logistic model of the chance to win, between two turns.",
        "# Written by the command below, not by hand; docs/evaluator.md says how well it does.",
        "",
        f"format = {model.format}",
        f'game = "{model.game}"',
        "",
        "[provenance]",
        *(f"{name} = {json.dumps(value)}" for name, value in asdict(model.provenance).items()),
    ]
    for phase, weights in ((1, model.phase1), (2, model.phase2)):
        lines += ["", f"[phase{phase}]", *(f"{name} = {weight:.4f}" for name, weight in weights.items())]
    for band in model.band:
        lines += ["", "[[band]]", f"upto = {band.upto}", f"low = {band.low:.3f}", f"high = {band.high:.3f}"]
    return "\n".join(lines) + "\n"
