"""Positions that people write: a table put together card by card, and what can be asked about any table."""

from rising_tutor.games.rising.scene.build import build, play_moves
from rising_tutor.games.rising.scene.facts import fact, fact_about, fact_names
from rising_tutor.games.rising.scene.unmet import unmet

LAST_PHASE = "turn.5e"
"""The results are judged: from here on no choice of the turn brings anything about in it."""

__all__ = ["LAST_PHASE", "build", "fact", "fact_about", "fact_names", "play_moves", "unmet"]
