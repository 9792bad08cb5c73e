"""Numbers along a game, as curves that belong into one picture."""

from rising_tutor.core.values import Value


class Curve(Value, frozen=True):
    """One number at each position.

    Attributes:
        tone: the role of its colour in the style sheet, such as "threat"; a dash tells it apart as well.
        dash: "solid", "dash", "dot", "dashdot" or "longdash".
        values: None where there is no such thing at that position, as a track that has left the game.
    """

    name: str
    tone: str
    dash: str
    values: tuple[int | None, ...]


class Chart(Value, frozen=True):
    """Curves that belong into one picture.

    Attributes:
        unit: what is counted, for the axis.
        top: the end of the scale where there is a natural one, else 0.
        short: what a tab calls it, where the words of the id are not those of the game.
    """

    id: str
    title: str
    unit: str
    curves: tuple[Curve, ...]
    top: int = 0
    short: str = ""

    @property
    def tab(self) -> str:
        """What a tab calls it."""
        return self.short or self.id.capitalize()
