"""A game at a table: the controller of the page Play, its advice, and the odds of the roll that lies there."""
