r"""What is wrong with a line of a record that is no JSON, or other JSON than a record has, and at which column.

>>> diagnosed(b'{"move":"roll","depth":NaN}', "", 1)
WrongJson(column=24, code='value', message='NaN is no number', limit=None)
>>> diagnosed(b'{"move":roll}', "", 1).message
'this is no JSON: Expecting value'
"""

import json
import re
from typing import Any, Final, NoReturn

from rising_tutor.core.limits import DEPTH, INTEGER
from rising_tutor.core.values import Value
from rising_tutor.errors import LimitExceeded
from rising_tutor.replay.limits import DIGITS, clipped
from rising_tutor.replay.record_place import refused_column, wrong_token

_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')
_BRACKETS: Final = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))


class WrongJson(Value, frozen=True):
    """The first thing that is wrong with a line.

    Attributes:
        limit: the limit that was exceeded, if it was one; code and message are empty then.
    """

    column: int
    code: str = ""
    message: str = ""
    limit: LimitExceeded | None = None


def diagnosed(text: bytes, why: str, column: int) -> WrongJson:
    """What is wrong with a line, without its checksum, that could not be decoded.

    Args:
        why: what the decoder says; it names the place if there is one.
        column: the place, where that is known already; else 1.
    """
    try:
        line = text.decode()
    except UnicodeDecodeError as error:
        return WrongJson(len(text[: error.start].decode()) + 1, "encoding", "these bytes are not UTF-8 text")
    too_deep = DEPTH.exceeded(_depth(text))
    try:
        json.loads(
            line,
            object_pairs_hook=no_duplicate,
            parse_int=bounded,
            parse_constant=no_constant,
            parse_float=_no_fraction,
        )
    except RecursionError:
        too_deep = DEPTH.exceeded(max(_depth(text), DEPTH.most + 1))
    except LimitExceeded as error:
        return WrongJson(wrong_token(line), limit=error)
    except json.JSONDecodeError as error:
        return WrongJson(error.colno, "syntax", f"this is no JSON: {error.msg}")
    except WrongValue as error:
        return WrongJson(wrong_token(line), error.code, str(error))
    if too_deep is not None:
        return WrongJson(wrong_token(line), limit=too_deep)
    return WrongJson(max(column, refused_column(line, why)), "syntax", why)


class WrongValue(Exception):
    """A value of a JSON text that no file of ours has; `code` is that of the problem."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def no_duplicate(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once each. Raises `WrongValue`."""
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise WrongValue("duplicate", f"the key {clipped(twice)} stands twice")
    return made


def bounded(digits: str) -> int:
    """A whole number within the limits. Raises `LimitExceeded`."""
    DIGITS.check(len(digits.removeprefix("-")))
    INTEGER.check(abs(int(digits)))
    return int(digits)


def no_constant(name: str) -> NoReturn:
    """For `NaN` and its like. Raises `WrongValue`."""
    raise WrongValue("value", f"{name} is no number")


def _no_fraction(text: str) -> NoReturn:
    raise WrongValue("value", f"only whole numbers are written, not {clipped(text)}")


def _depth(text: bytes) -> int:
    """How deep lists and objects are nested, at most one more than allowed.

    >>> _depth(b'{"a":[[],{"[[[":1}]}')
    3
    """
    signs = _STRING.sub(b"", text).translate(_BRACKETS, _NO_BRACKETS)
    # Each round takes the innermost pairs away.
    depth = 0
    while signs and depth <= DEPTH.most:
        signs = signs.replace(b"[]", b"")
        depth += 1
    return depth
