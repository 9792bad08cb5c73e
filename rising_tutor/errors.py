"""Everything that can go wrong with what a user hands in, in one tree.

    RisingTutorError
    |-- UnknownGame          a game name that fits none, or several
    |-- UnknownRule          a rule id that the catalogue does not have
    |-- BadArgument          an argument in a notebook: its name, the value, what was expected, what is nearest to it
    |-- BadOption            an option of a game: name, value, what was expected
    |-- BadSeat              who sits at a seat: its number, the value, what was expected
    |-- BadContent           a card file: file, path inside it, value, what was expected
    |-- BadPosition          a written position: which word of it, the value, what was expected
    |-- IllegalAction        an action that the rules refuse; carries the refusal
    |-- UnreadableMove       a text that names no action or outcome of the present position
    |-- UnreadableReplay     a recorded game: file, line, column, what was expected
    |   |-- ReplayTooOld     written in a version of the format that is no longer read
    |   `-- ReplayTooNew     written in a version of the format that a later program knows
    |-- UnreadableLearner    a learner file: file, line, column, what was expected
    |   `-- LearnerTooNew    written in a version of the format that a later program knows
    |-- BadProblem           a question about dice: what, the value, what was expected
    |   `-- TooLarge         a question that cannot be answered exactly here
    |-- NotInstalled         a package that is needed for what was asked, and is not there
    |-- LimitExceeded        a limit of the contract: which, its value, what was given
    `-- CannotStore          a record could not be written; what is on disk is still whole

Anything else that escapes is a bug. This module imports nothing.
"""

_SHOWN = 80
"""Most characters of a value that a message shows; the error itself keeps all of it."""


def shown(value: object) -> str:
    """Return a value as messages show it, cut if it is long."""
    try:
        text = repr(value)
    except RecursionError:
        text = f"a {type(value).__name__} of too many levels"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


class RisingTutorError(Exception):
    """Base of every error that a user's input can cause."""

    @property
    def said(self) -> str:
        """The message for a page, where nobody types the names that a command or a file uses."""
        return str(self)

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the sentence. The way through this package helps nobody with a wrong value."""
        return [f"{type(self).__name__}: {self}"]


class UnknownGame(RisingTutorError):
    """No game, or more than one, has this name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name = name
        self.known = known
        super().__init__(f"no single game is called {name!r}; known: {', '.join(known)}")


class UnknownRule(RisingTutorError):
    """The catalogue of a game has no rule with this id."""

    def __init__(self, rule_id: str, game: str) -> None:
        self.rule_id = rule_id
        self.game = game
        super().__init__(f"{game} has no rule {rule_id!r}")


class BadArgument(RisingTutorError):
    """What was handed to a widget or a function in a notebook cannot be used.

    Attributes:
        argument: its name.
        nearest: values that were probably meant, best first.
    """

    def __init__(self, argument: str, value: object, expected: str, nearest: tuple[str, ...] = ()) -> None:
        self.argument = argument
        self.value = value
        self.expected = expected
        self.nearest = nearest
        hint = f"; did you mean {' or '.join(map(repr, nearest))}?" if nearest else ""
        super().__init__(f"{argument}: {shown(value)} cannot be used; expected {expected}{hint}")


class BadOption(RisingTutorError):
    """An option of a game is unknown or has a value that it cannot have.

    Attributes:
        option: its name, as a command or a file has it.
        title: what a form calls it; by default the words of the name.
    """

    def __init__(self, option: str, value: object, expected: str, rule: str | None = None, *, title: str = "") -> None:
        self.option = option
        self.value = value
        self.expected = expected
        self.rule = rule
        self.title = title or option.lstrip("-").replace("_", " ").capitalize()
        super().__init__(f"option {option}: {self._fault}")

    @property
    def _fault(self) -> str:
        cited = f" ({self.rule})" if self.rule else ""
        return f"{shown(self.value)} cannot be used; expected {self.expected}{cited}"

    @property
    def said(self) -> str:
        """The message with the words of the form in place of the option's name."""
        return f"{self.title}: {self._fault}"


class BadSeat(RisingTutorError):
    """A seat that the table does not have, or that cannot be played so.

    Attributes:
        seat: as people count, from 1.
        value: the policy that was to play it; empty where the seat itself is wrong.
    """

    def __init__(self, seat: int, expected: str, value: str = "") -> None:
        self.seat = seat
        self.value = value
        self.expected = expected
        wrong = f"seat {seat}: {shown(value)} cannot play it" if value else f"there is no seat {seat}"
        super().__init__(f"{wrong}; expected {expected}")


class BadContent(RisingTutorError):
    """A card file says something that cannot be used."""

    def __init__(self, file: str, path: str, value: object, expected: str) -> None:
        self.file = file
        self.path = path
        self.value = value
        self.expected = expected
        super().__init__(f"{file}: {path}: {shown(value)} cannot be used; expected {expected}")


class BadPosition(RisingTutorError):
    """A written position that cannot lie on a table.

    Attributes:
        path: which word of it, such as "at.2[1]".
    """

    def __init__(self, path: str, value: object, expected: str, rule: str | None = None) -> None:
        self.path = path
        self.value = value
        self.expected = expected
        self.rule = rule
        cited = f" ({rule})" if rule else ""
        super().__init__(f"{path}: {shown(value)} cannot be used; expected {expected}{cited}")


class IllegalAction(RisingTutorError):
    """An action that the rules refuse.

    Attributes:
        refusal: the `rising_tutor.core.game.Refusal`: rule, reason, nearest legal action.
    """

    def __init__(self, refusal: object) -> None:
        self.refusal = refusal
        rule = getattr(refusal, "rule", "")
        why = getattr(refusal, "why", str(refusal))
        super().__init__(f"{why} ({rule})" if rule else why)


class UnreadableMove(RisingTutorError):
    """A text that names no action or chance outcome of the present position.

    Attributes:
        column: 1-based place in `text` where reading stopped.
        suggestions: words that were probably meant, best first.
    """

    def __init__(
        self,
        text: str,
        expected: str,
        *,
        column: int = 1,
        suggestions: tuple[str, ...] = (),
    ) -> None:
        self.text = text
        self.expected = expected
        self.column = column
        self.suggestions = suggestions
        hint = f"; did you mean {' or '.join(map(repr, suggestions))}?" if suggestions else ""
        super().__init__(f"column {column}: cannot read {text!r}; expected {expected}{hint}")


class MisplacedMove(UnreadableMove):
    """A well written text that names nothing that the position waits for, such as a flip where a card is paid."""


class _UnreadableFile(RisingTutorError):
    def __init__(self, file: str, line: int, column: int, message: str, expected: str = "") -> None:
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.expected = expected
        tail = f"; expected {expected}" if expected else ""
        super().__init__(f"{file}:{line}:{column}: {message}{tail}")


class UnreadableReplay(_UnreadableFile):
    """A recorded game that cannot be read, or not beyond some line."""


class ReplayTooOld(UnreadableReplay):
    """A recorded game in a version of the format that is no longer read."""


class ReplayTooNew(UnreadableReplay):
    """A recorded game in a version of the format that only a later program knows."""


class UnreadableLearner(_UnreadableFile):
    """A file with what a learner did that cannot be used, or a fact that cannot be written in one."""


class LearnerTooNew(UnreadableLearner):
    """A learner file in a version of the format that only a later program knows."""


class BadProblem(RisingTutorError):
    """A question about dice that no turn can ask."""

    def __init__(self, what: str, value: object, expected: str) -> None:
        self.what = what
        self.value = value
        self.expected = expected
        super().__init__(f"{what}: {shown(value)} cannot be used; expected {expected}")


class TooLarge(BadProblem):
    """A question about dice that has too many positions to be answered exactly; an estimate can be had."""


class NotReviewable(RisingTutorError):
    """A recorded game whose luck and skill cannot be told apart, and why."""


class NotInstalled(RisingTutorError):
    """What was asked needs a package that is not installed."""

    def __init__(self, package: str, wanted: str, instead: str) -> None:
        self.package = package
        super().__init__(f"{wanted} needs the package {package}, which is not installed; {instead}")


class LimitExceeded(RisingTutorError):
    """A limit of the contract was exceeded.

    Attributes:
        value: what was given; with `more` only the first value beyond the limit, where the true one is not known.
    """

    def __init__(self, what: str, limit: int, value: int, unit: str = "", *, more: bool = False) -> None:
        self.what = what
        self.limit = limit
        self.value = value
        self.unit = unit
        self.more = more
        tail = f" {unit}" if unit else ""
        given = f"more than {limit}" if more else value
        super().__init__(f"{what}: {given}{tail}, the limit is {limit}{tail}")


class CannotStore(RisingTutorError):
    """A record could not be written; everything acknowledged before is still on disk."""

    def __init__(self, file: str, reason: str) -> None:
        self.file = file
        self.reason = reason
        super().__init__(f"{file}: could not be written ({reason}); what was recorded before is kept")
