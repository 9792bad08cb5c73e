"""The learner files of a class, as a teacher hands them in: collected, reported, saved as a table.

>>> ClassController("fire-nation-rising").csv().splitlines()[0][:10]
'place,rule'
"""

from rising_tutor.lessons.learner.class_report import FILES, ClassReport, as_csv, class_report
from rising_tutor.lessons.learner.facts import Header
from rising_tutor.lessons.learner.text import LearnerReading, read_learner
from rising_tutor.render.html import Html
from rising_tutor.ui.learn import known as parts


class ClassController:
    """The files of a class. Nothing of them is kept on disk.

    Args:
        game: the id of the game; files of others do not count.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.files: dict[tuple[str, Header | None], LearnerReading] = {}

    def add(self, name: str, data: bytes) -> str:
        """Takes a file; one of the same name and the same learner is replaced. Gives what is wrong, or ""."""
        reading = read_learner(name, data)
        which = (name, reading.header)
        if which not in self.files and (error := FILES.exceeded(len(self.files) + 1)) is not None:
            return str(error)
        self.files[which] = reading
        if reading.usable:
            return ""
        first = reading.problems[0]
        return f"{name}, line {first.line}, column {first.column}: {first.message}"

    def clear(self) -> None:
        """Begins anew."""
        self.files.clear()

    def report(self) -> ClassReport:
        """What the class knows."""
        return class_report(self.files.values(), self.game)

    def csv(self) -> str:
        """The report as a table."""
        return as_csv(self.report())

    def html(self) -> Html:
        """The report as a tab of the page."""
        return parts.class_report(self.report() if self.files else None, len(self.files))
