"""How every figure looks: our colours, no box, horizontal lines only, no words of its own."""

from typing import Any


def colour(tone: str) -> str:
    """The colour of a role in the style sheet.

    >>> colour("threat")
    'var(--rt-threat)'
    """
    return f"var(--rt-{tone})"


def layout(x_title: str, y_title: str) -> dict[str, Any]:
    """The common part of a layout.

    The template is an empty one: plotly's own brings a white ground and seven kilobytes.
    """
    title = {"font": {"size": 12, "color": colour("ink-2")}}
    axis: dict[str, Any] = {
        "gridcolor": colour("line"),
        "linecolor": colour("line-strong"),
        "tickfont": {"size": 12, "color": colour("ink-2")},
        "zeroline": False,
        "fixedrange": True,
        "automargin": True,
    }
    return {
        "template": {},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": "system-ui, sans-serif", "size": 12, "color": colour("ink")},
        "margin": {"l": 44, "r": 12, "t": 12, "b": 40},
        "height": 260,
        "showlegend": False,
        "hovermode": "x unified",
        "hoverlabel": {"bgcolor": colour("card"), "bordercolor": colour("line-strong"), "font": {"size": 13}},
        "dragmode": False,
        "xaxis": {
            **axis,
            "showgrid": False,
            "ticks": "outside",
            "tickcolor": colour("line-strong"),
            "title": {"text": x_title, **title},
        },
        "yaxis": {**axis, "rangemode": "tozero", "title": {"text": y_title, **title}},
    }
