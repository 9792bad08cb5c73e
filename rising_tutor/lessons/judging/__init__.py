"""What the actions of a step are worth, and whether a text gives the answer away."""
