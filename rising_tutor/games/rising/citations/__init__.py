"""Where a rule is used: which events, refusals and moves of a Rising game cite it."""
