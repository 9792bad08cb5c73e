"""The page Many games."""
