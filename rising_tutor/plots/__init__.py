"""Numbers into figures.

    style.py     how every figure looks
    states.py    the state of a table from position to position
    library.py   what draws figures in the browser

A figure is a plain `plotly.graph_objects.Figure`, built when it is first looked at: importing this package imports no
plotly. Colours are written as the variables of the style sheet, `var(--rt-accent)`; `widgets.plot_view` puts in
what they are in the theme of the page.
"""
