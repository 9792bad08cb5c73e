"""An odds lab to ask in tests: as it is opened, and with its answer."""

import re
from typing import Any

from rising_tutor.core.registry import load_game
from rising_tutor.probability.dice_turn.kit import dice_kit
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.odds.controller import OddsLab

KIT = dice_kit(load_game("fire"))
SMALL = {"pool": "2g1b", "need": "WWE"}
NUMBER = re.compile(r"\d+[.,]\d+|\d+ %|\d+/\d+")


def lab(words: dict[str, str] | None = None, **options: Any) -> OddsLab:
    made = OddsLab(KIT, **options)
    made.open(words or SMALL)
    return made


def solved(words: dict[str, str] | None = None) -> OddsLab:
    made = lab(words, guess_first=False)
    made.accept(made.work())
    return made


def send(view: Any, do: str, arg: str = "", **fields: str) -> None:
    view.handle(Message(do, arg, fields=fields))
