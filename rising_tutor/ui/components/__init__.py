"""Widgets that several pages have: a view of HTML, a file picker, a playback bar, a plot, a drawn tree."""
