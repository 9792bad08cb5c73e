"""The page Learn: lessons, scenarios, exercises, what is known, a class."""
