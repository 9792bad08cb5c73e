"""A lesson at the table: its steps, its words, its notes; an own mistake once more; illegal on purpose."""
