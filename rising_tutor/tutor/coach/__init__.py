"""What the coach knows at a table: choices with their worth, the warning, why not, the debrief of a turn."""
