"""Reading files that people write: TOML into typed values, with the path to whatever is wrong.

Card files, files of dice and teaching units are all read here.

>>> from rising_tutor.core.values import Value
>>> class Pawn(Value, frozen=True):
...     name: str
>>> read_toml(b'name = "pawn"', Pawn, "pawn.toml")
Pawn(name='pawn')
>>> read_toml(b'nam = "pawn"', Pawn, "pawn.toml")
Traceback (most recent call last):
rising_tutor.errors.BadContent: pawn.toml: $: 'nam' cannot be used; expected a known field
"""

import re
import tomllib
from typing import Any, TypeVar

import msgspec

from rising_tutor.errors import BadContent

T = TypeVar("T")
_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"unknown field `(?P<name>[^`]*)`")


def read_toml(data: bytes, kind: type[T], file: str) -> T:
    """A TOML file as a value of `kind`.

    Raises:
        BadContent: the text is no TOML (path is line and column), a field is unknown or missing, or a
            value has the wrong type; with file, path and value.
    """
    try:
        raw = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadContent(file, f"byte {error.start}", data[error.start : error.start + 1], "UTF-8") from None
    except (ValueError, RecursionError) as error:
        # TOMLDecodeError is a ValueError; a number of thousands of digits raises the latter.
        raise BadContent(file, "TOML", str(error), "a readable TOML file") from None
    try:
        return msgspec.convert(raw, kind)
    except RecursionError:
        raise BadContent(file, "TOML", "tables inside tables", "fewer levels of them") from None
    except msgspec.ValidationError as error:
        found = _WHERE.match(str(error))
        what, path = (found["what"], found["path"] or "$") if found else (str(error), "$")
        unknown = _UNKNOWN.search(what)
        if unknown:
            raise BadContent(file, path, unknown["name"], "a known field") from None
        raise BadContent(file, path, _at(raw, path), _expected(what)) from None


def _expected(what: str) -> str:
    return what.removeprefix("Expected ").strip().rstrip(".")


def _at(raw: Any, path: str) -> Any:
    """The value that a path such as `$.hero[3].cost` leads to, as far as it goes."""
    here = raw
    for name, index in re.findall(r"\.([A-Za-z_]\w*)|\[(\d+)\]", path):
        try:
            here = here[name] if name else here[int(index)]
        except (KeyError, IndexError, TypeError):
            break
    return here
