"""Drawing: values into strings of HTML and SVG. Nothing here knows a game. The signs themselves lie in sprite.svg."""
