"""The panel of the same dice and other choices beside an open record."""
