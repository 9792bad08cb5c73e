"""The page Home: start a game, go on with one, find the other pages."""
