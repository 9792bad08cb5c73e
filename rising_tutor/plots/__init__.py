"""Numbers into figures.

A figure is a plain `plotly.graph_objects.Figure`, built when it is first looked at: importing this package imports no
plotly. Colours are written as the variables of the style sheet, `var(--rt-accent)`; `ui.components.plot_view` puts in
what they are in the theme of the page.
"""
