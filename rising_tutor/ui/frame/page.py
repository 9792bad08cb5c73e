"""The page that the notebook shows."""

import ipywidgets
from IPython.display import display

from rising_tutor.ui.frame.browser import Session
from rising_tutor.ui.frame.guard import h, report_fault
from rising_tutor.ui.frame.shell import Shell


def build() -> ipywidgets.Widget:
    """Return the root widget of the page."""
    return Shell(Session())


def show() -> None:
    """Display the page. What cannot be built is said in a sentence; the log has the reason."""
    try:
        root = build()
    except Exception:  # noqa: BLE001 - whatever it is, the learner must see a page and the server must log it
        report_fault("build")
        sentence = "The table could not be set up. Reload the page to try again."
        root = ipywidgets.VBox([ipywidgets.HTML(f"<h1>Rising Tutor</h1><p role='alert'>{h(sentence)}</p>")])
    root.add_class("rt-app")
    root.add_class("rt-root")
    display(root)  # type: ignore[no-untyped-call]  # IPython ships no types for it
