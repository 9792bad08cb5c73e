"""A record that is open: stepping, notes and side lines, and what nobody wrote down."""
