"""Positions that people write: a table put together card by card, and what can be asked about any table."""

from rising_tutor.games.rise_tcg.scene.build import build, play_moves
from rising_tutor.games.rise_tcg.scene.facts import fact, fact_about, fact_names
from rising_tutor.games.rise_tcg.scene.meaning import meaning_of
from rising_tutor.games.rise_tcg.scene.unmet import unmet

LAST_PHASE = ""
"""Every phase of a turn matters to its end: a step of a lesson ends with its turn."""

__all__ = ["LAST_PHASE", "build", "fact", "fact_about", "fact_names", "meaning_of", "play_moves", "unmet"]
