"""What a card can say, for every family of games: typed effects, their handlers and sentences.

A family brings its own vocabulary of effects (frozen types, tagged `do` in the card files) and fills
two `ByType` tables: what an effect does, and how it is said. A test holds the two complete.
"""
