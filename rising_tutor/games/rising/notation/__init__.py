"""Moves as lines of text that a person can type: written, read, and understood where only a part is known."""
