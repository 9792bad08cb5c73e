"""Lessons, scenarios, the coach, and what a learner knows: all of it data and pure functions, drawn by widgets."""
