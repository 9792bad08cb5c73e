"""The page Odds: the lab and the teaching units."""
