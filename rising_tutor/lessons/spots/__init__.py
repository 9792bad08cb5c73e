"""Illegal on purpose: positions with one action that a rule refuses, as exercises."""
