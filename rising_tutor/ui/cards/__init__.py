"""The reader of cards: search them all, and read one."""
