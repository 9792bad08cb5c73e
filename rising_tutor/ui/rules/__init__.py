"""The page Rules, and the rule reader that every page can open."""
