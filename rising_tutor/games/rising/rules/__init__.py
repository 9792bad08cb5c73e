"""The engine: the state of a table, the steps of a turn, every choice and every draw, and what each card does."""
