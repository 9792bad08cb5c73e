"""What a game is: nodes, actions, chance, events, views, and the registry of games."""
