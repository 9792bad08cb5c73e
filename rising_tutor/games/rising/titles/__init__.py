"""The titles: each folder is data (spec.toml, cards.toml, evaluator.toml, SOURCES.md) and a line that loads it."""
