"""What every table drawn for a page is asked again and again: what is unfolded on it, and what is pointed at."""

from typing import Any, Final

from rising_tutor.boards.ports import Look
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button
from rising_tutor.render.symbols import use

MARKED: Final = "look here"


class Picture:
    """One picture of a table: what the page knows of it. What lies on it is up to each board."""

    def __init__(self, look: Look) -> None:
        self.look = look

    def opened(self, part: str) -> bool:
        """Whether a part of the table is unfolded; where nobody can press, as in a picture, it stays in short."""
        return part in self.look.open

    def marked(self, *names: str) -> bool:
        """Whether one of these places is pointed at."""
        return any(name in self.look.marks for name in names)

    def mark(self, *names: str) -> Html | None:
        """The tag of a place that is pointed at."""
        return el("span", use("i-goal"), MARKED, cls="rt-tag rt-tag--mark") if self.marked(*names) else None

    # What the page asks for ------------------------------------------------------------------------------------------

    def read_button(self, part: str, words: Child, label: str, **attributes: Any) -> Html:
        """The button that opens something to be read, and closes it again."""
        expanded = "true" if self.opened(part) else "false"
        return button(words, "unfold", part, cls="rt-open", aria_expanded=expanded, aria_label=label, **attributes)

    def beat(self, *names: str) -> str | None:
        """The beats in which one of these places is seen, for `data-beat`; None for none."""
        found = [at for at, beat in enumerate(self.look.beats, 1) if set(names) & set(beat.lands)]
        return " ".join(map(str, found)) or None
