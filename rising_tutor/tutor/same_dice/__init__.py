"""Another choice with the same dice, and both results side by side."""
