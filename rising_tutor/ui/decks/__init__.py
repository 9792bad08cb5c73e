"""The page Decks: put a deck together, keep it, play it."""
