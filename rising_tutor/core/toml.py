"""Reading files that people write: TOML into typed values, with the path to whatever is wrong.

Card files, files of dice and teaching units are all read here.

>>> from rising_tutor.core.values import Value
>>> class Pawn(Value, frozen=True):
...     name: str
>>> read_toml(b'name = "pawn"', Pawn, "pawn.toml")
Pawn(name='pawn')
>>> read_toml(b'nam = "pawn"', Pawn, "pawn.toml")
Traceback (most recent call last):
rising_tutor.errors.BadContent: pawn.toml: $: 'nam' cannot be used; expected a known field: name
"""

import re
import tomllib
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from rising_tutor.core.limits import DEPTH, INTEGER, LIST, PARTS, TEXT, UPLOADED, WORD
from rising_tutor.errors import BadContent, LimitExceeded

T = TypeVar("T")
_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"unknown field `(?P<name>[^`]*)`")
_MISSING = re.compile(r"missing required field `(?P<name>[^`]*)`")
_STEP = re.compile(r"\.([A-Za-z_]\w*)|\[(\d+|\.\.\.)\]")
_OTHERS: Final = {inspect.IntType: "a whole number", inspect.FloatType: "a number"}
_BOM = b"\xef\xbb\xbf"
_ASIDE = re.compile(
    r'"""(?:[^"\\]++|\\.|""?(?!"))*+(?:"{3,5})?'
    r"|'''(?:[^']++|''?(?!'))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]++|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""What holds no keys: texts and comments. One without its end goes on to that of the line or the file, so that nothing
is read twice; the reader of TOML refuses it there."""
_WORD = re.compile(rf"(?<![\w+-])[\w+-]{{{WORD.most + 1},}}+")
_BRACKET = re.compile(r"[\[\]{}]")
_DOTTED = re.compile(r"(?<![\w+-])[\w+-]++(?:[ \t]*+\.[ \t]*+[\w+-]++)++")


def read_toml(data: bytes, kind: type[T], file: str, *, packaged: bool = False) -> T:
    """A TOML file as a value of `kind`.

    Args:
        packaged: the file comes with the program, so it is not searched for what would cost the reader too much.

    Raises:
        BadContent: the text is no TOML (path is line and column), a field is unknown or missing, or a
            value has the wrong type; with file, path and value.
        LimitExceeded: it is too big, too deep, or holds too long a list or text or too large a number.
    """
    UPLOADED.check(len(data), file)
    try:
        text = text_of(data)
    except UnicodeDecodeError as error:
        raise BadContent(file, f"byte {error.start}", data[error.start : error.start + 1], "UTF-8") from None
    found_too_much = None if packaged else too_much(text)
    if found_too_much is not None:
        offset, limit = found_too_much
        line = text.count("\n", 0, offset) + 1
        raise LimitExceeded(f"{file}: line {line}: {limit.what}", limit.limit, limit.value, limit.unit)
    try:
        raw = tomllib.loads(text)
    except RecursionError:
        raise BadContent(file, "TOML", "lists inside lists", "fewer levels of them") from None
    except ValueError as error:
        # TOMLDecodeError is a ValueError.
        raise BadContent(file, "TOML", str(error), "a readable TOML file") from None
    check_values(raw, file)
    try:
        return msgspec.convert(raw, kind)
    except RecursionError:
        raise BadContent(file, "TOML", "tables inside tables", "fewer levels of them") from None
    except msgspec.ValidationError as error:
        found = _WHERE.match(str(error))
        what, path = (found["what"], found["path"] or "$") if found else (str(error), "$")
        if unknown := _UNKNOWN.search(what):
            known = ", ".join(sorted(_fields_at(kind, path)))
            raise BadContent(file, path, unknown["name"], f"a known field{known and f': {known}'}") from None
        value = _at(raw, path)
        if missing := _MISSING.search(what):
            named = value.get("id", value) if isinstance(value, dict) else value
            raise BadContent(file, path, named, f"the field {missing['name']!r}, which is missing") from None
        if what.startswith("Invalid enum value") and (allowed := _values_at(kind, path)):
            raise BadContent(file, path, value, f"one of: {', '.join(allowed)}") from None
        raise BadContent(file, path, value, _expected(what)) from None


def text_of(data: bytes) -> str:
    """The text of a file; the mark that some programs put before UTF-8 is no part of it. Raises UnicodeDecodeError."""
    return data.removeprefix(_BOM).decode("utf-8")


def too_much(text: str) -> tuple[int, LimitExceeded] | None:
    """What in a text would cost the reader of TOML too much, and its offset: it makes a table for each part of a key.

    >>> too_much("a.b = 1")
    >>> too_much("[" + "a." * 20 + "b]")
    (1, LimitExceeded('depth of nesting: 21, the limit is 16'))
    """
    # As long as before, so that offsets stay.
    plain = _ASIDE.sub(_stand_in, text)
    word = _WORD.search(plain)
    if word is not None:
        return word.start(), LimitExceeded(WORD.what, WORD.most, len(word[0]), WORD.unit)
    parts = 0
    for found in _DOTTED.finditer(plain):
        n = found[0].count(".") + 1
        parts += n if n > 2 else 0  # two of them may be a number
        error = DEPTH.exceeded(n) or PARTS.exceeded(parts)
        if error is not None:
            return found.start(), error
    return None


def too_deep(text: str) -> tuple[int, LimitExceeded] | None:
    """The offset of the list or table that is one level too deep; the reader of TOML calls itself for each level.

    >>> too_deep("a = " + "[" * 400 + "]" * 400)
    (20, LimitExceeded('depth of nesting: 400, the limit is 16'))
    """
    plain = _ASIDE.sub(_stand_in, text)
    depth = 0
    for bracket in _BRACKET.finditer(plain):
        depth = max(0, depth + (1 if bracket[0] in "[{" else -1))
        if depth > DEPTH.most:
            return bracket.start(), DEPTH.error(depth + _n_deeper(plain, bracket.end()))
    return None


def _n_deeper(plain: str, at: int) -> int:
    """Return the number of levels that are opened from a place on before one is closed."""
    deeper = 0
    for bracket in _BRACKET.finditer(plain, at):
        if bracket[0] in "]}":
            break
        deeper += 1
    return deeper


def _stand_in(found: re.Match[str]) -> str:
    n = found.end() - found.start()
    return "__" if n == 2 else "_" if n < 2 else "__" + " " * (n - 2)


def check_values(raw: Any, file: str) -> None:
    """Raises `LimitExceeded` for a list or text that is too long, or a whole number that is too large."""
    waiting = [raw]
    while waiting:
        value = waiting.pop()
        # What is read with the program itself is checked at every start: most values are texts.
        if isinstance(value, str):
            TEXT.check(len(value), file)
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            LIST.check(len(value), file)
            waiting += value
        elif isinstance(value, int):
            INTEGER.check(abs(value), file)


def _types_at(kind: Any, path: str) -> list[Any]:
    """The types that a value at a path such as `$.hero[3].cost` may have."""
    here = [inspect.type_info(kind)]
    for name, _ in _STEP.findall(path):
        here = [inner for outer in here for inner in _inside(outer, name)]
    return [one for outer in here for one in _each(outer)]


def _each(outer: Any) -> tuple[Any, ...]:
    return outer.types if isinstance(outer, inspect.UnionType) else (outer,)


def _inside(outer: Any, name: str) -> list[Any]:
    """The types of a field of a type; without a name, of what a list of this type holds."""
    found: list[Any] = []
    for one in _each(outer):
        if name and isinstance(one, inspect.StructType):
            found += [field.type for field in one.fields if field.encode_name == name]
        elif name and isinstance(one, inspect.DictType):
            found.append(one.value_type)
        elif not name and isinstance(one, inspect.CollectionType | inspect.VarTupleType):
            found.append(one.item_type)
        elif not name and isinstance(one, inspect.TupleType):
            found += one.item_types
    return found


def _fields_at(kind: Any, path: str) -> set[str]:
    structs = [one for one in _types_at(kind, path) if isinstance(one, inspect.StructType)]
    return {field.encode_name for one in structs for field in one.fields}


def _values_at(kind: Any, path: str) -> tuple[str, ...]:
    """What may stand there where not every text may: the texts, and other kinds of values by their name."""
    types = _types_at(kind, path)
    texts = tuple(str(value) for one in types if isinstance(one, inspect.LiteralType) for value in one.values)
    return (*(words for found, words in _OTHERS.items() if any(isinstance(one, found) for one in types)), *texts)


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
