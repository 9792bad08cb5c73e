"""The panel of the decision tree of the position shown."""
