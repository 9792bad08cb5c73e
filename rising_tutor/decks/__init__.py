"""Hidden cards, for every game of cards: decks whose order nobody stores, who knows what, deck files.

    slots.py      a card face down or in a deck: settled by whoever saw it first, and who knows it
    moves.py      what happens to slots: settle, look, show, put in order, put back, shuffle, deal
    closed.py     lists that only their owners know: what is known of one, and lists that it may be
    imagine.py    a whole table from what one seat knows, and all such tables with their weights
    deck_file.py  deck files and lists in one line, every fault with its line and column
    construction.py  what the rules of a game ask of a deck: files, options, the decks that come with it
    options.py    options of a game of cards: decks, switches with several readings, numbers
    facts.py      what odds may ask about cards

A card is **settled** when somebody sees it. Before that it is one of its owner's unseen cards, and which one it is
falls by chance when it is seen: a state has no order that a program could look into. Nothing here knows a game.
"""
