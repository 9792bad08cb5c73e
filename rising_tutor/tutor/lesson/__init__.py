"""A lesson at the table: its steps, its words, its notes."""
