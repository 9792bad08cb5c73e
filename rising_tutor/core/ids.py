"""Names of things, as types that cannot be mixed up."""

from typing import NewType

GameId = NewType("GameId", str)
RuleId = NewType("RuleId", str)
CardId = NewType("CardId", str)
Seat = NewType("Seat", int)
"""A place at the table, 0-based in code, 1-based in text."""
