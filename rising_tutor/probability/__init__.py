"""Exact mathematics of chance."""
