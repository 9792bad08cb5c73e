"""Tables of many games: what is asked of them, and games that are analysed while somebody waits."""
