"""The panel of notes, marks and side lines beside an open record."""
