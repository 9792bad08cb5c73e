"""The odds lab: a question about dice, its answer, a guess before it, a turn rolled and played through."""
