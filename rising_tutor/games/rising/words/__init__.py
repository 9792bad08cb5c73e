"""A Rising game in plain English: names, cards, effects and events."""
