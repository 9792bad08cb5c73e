"""Many games as tables: a row for each decision and each chance event, and what can be asked of them."""
