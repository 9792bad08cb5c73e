"""One engine for the Rising dice games; a title is a folder of data.

Where to look:

    spec.py        numbers, switches and rule citations of a title
    vocabulary.py  what a card can say
    book.py        the cards, dice and tracks of a title, looked up fast
    state.py       the frozen state and its mutable twin, the Table, on which the rules work
    tasks.py       what can wait on the agenda: steps, choices, chance
    turn.py        the steps of a turn, in the order the title lists them
    legal.py       the legal actions of every choice
    refusal.py     why an action is not legal
    handlers.py    what each effect does
    game.py        the doors of the protocol in `rising_tutor.core.game`
"""
