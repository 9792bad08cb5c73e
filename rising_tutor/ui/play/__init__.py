"""The page Play: a game at the table, kept on disk as it is played."""
