"""Drawing: values into strings of HTML and SVG. Nothing here knows a game.

    html.py       the only way for text to reach a page
    symbols.py    the signs of all pages, as one hidden sprite
    dice.py       dice by colour and face
    theme.py      the colours of the style sheet, and their contrast
    parts.py      small parts that every page uses: rule chip, button, empty state

The signs themselves lie in sprite.svg.
"""
