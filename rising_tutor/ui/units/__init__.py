"""The teaching units as widgets."""
