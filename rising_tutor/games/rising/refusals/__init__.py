"""Why an action is not legal. Here an explanation can be poor, but never allow or forbid anything."""
