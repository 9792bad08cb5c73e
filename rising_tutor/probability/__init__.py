"""Mathematics of chance: exact odds, and a model that is fitted on results."""
