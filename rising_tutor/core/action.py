"""Bases of what a seat chooses and of what chance gives."""

from rising_tutor.core.values import Value


class Action(Value, frozen=True):
    """A seat's choice, in the imperative: `PlaceDie`, `Roll`."""


class Outcome(Value, frozen=True):
    """What chance gave, in the past: `Rolled`, `Revealed`."""
