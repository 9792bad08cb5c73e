"""The page Compare: the games of a family side by side."""
