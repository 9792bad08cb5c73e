"""Where a value stands in a TOML text: every one is found again at its place, in written and in generated texts."""

import tomllib
from datetime import date, datetime, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rising_tutor.core.ids import GameId
from rising_tutor.lessons.lesson_file import lesson_files
from rising_tutor.lessons.places import Path, Place, Places, path_of, places, written

FILES = list(lesson_files(GameId("fire-nation-rising")))


def leaves(value: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    if isinstance(value, dict) and value:
        return [leaf for key, part in value.items() for leaf in leaves(part, (*path, key))]
    if isinstance(value, list) and value:
        return [leaf for n, part in enumerate(value) for leaf in leaves(part, (*path, n))]
    return [(path, value)] if path else []


def offset(text: str, place: Place) -> int:
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1


def check_every_value(text: str) -> int:
    found = places(text)
    all_leaves = leaves(tomllib.loads(text))
    for path, value in all_leaves:
        span = found.spans[path]
        assert found.value(path) == found.at(span.start)
        assert offset(text, found.value(path)) == span.start
        if text[span.start] == "[" and value in ({}, []) and text[span.start : span.end].rstrip() != "[]":
            continue  # an empty table under a header
        assert tomllib.loads(f"x = {text[span.start : span.end]}")["x"] == value
        assert path_of(written(path)) == path
        if isinstance(value, str):
            check_inside(found, path, value)
    return len(all_leaves)


def check_inside(found: Places, path: Path, value: str) -> None:
    for index in range(0, len(value), 7):
        at = offset(found.text, found.inside(path, index))
        char = found.text[at]
        assert char == value[index] or char == "\\" or (value[index] == "\n" and char == "\r")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_value_of_a_lesson_is_found_at_its_place(file: Any) -> None:
    assert check_every_value(file.read_text(encoding="utf-8")) > 5


HARD = '''\
# a comment = "no"
title = "a \\"quoted\\" = sign # no comment"   # a comment ]
'odd key'.more = 1
dates = [1979-05-27T07:32:00Z, 1979-05-27 07:32:00, 1979-05-27, 07:32:00] # four
numbers = [ +1_000, 0xff, -1.5e3, inf, true,
  # a comment, in a list
  false, ]
inline = { a = 1, b.c = [ { d = "}" }, { d = ']' } ], "e f" = {} }
text = """
first line
 second \\
   joined "quote" ""two"" end"""
raw = \'\'\'C:\\no\\escape 'quoted\'\'\'\'

[position]
teams = ["toph", "aang"]
at.2 = ["june 1"]
[position.rows]
toph = ["toph"]

[[step]]
say = "one"
[step.hints]
goal = "\\u00e4h\\tno"
[[step.wrong]]
move = "a"
[[step.wrong]]
move = "b"
[[step]]
say = "two"
[[step.wrong]]
move = "c"
[a."b.c".d]
x = 1
'''


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_form_of_value_is_found(end: str) -> None:
    text = HARD.replace("\n", end)
    assert check_every_value(text) > 25
    found = places(text)
    line = next(n for n, one in enumerate(HARD.split("\n"), 1) if one.startswith('move = "c"'))
    assert found.value("step[1].wrong[0].move") == Place(line, 8)
    assert found.key("step[1].wrong[0].move") == Place(line, 1)
    assert found.nearest("step[1].wrong[0].nothing") == Place(line - 1, 1)
    assert found.nearest("nothing.at.all") == Place(1, 1)
    assert found.inside("title", 2) == Place(2, 12)
    assert found.inside("title", 3) == Place(2, 14)
    with pytest.raises(KeyError):
        found.value("step[2].say")


PLAIN = st.one_of(
    st.integers(-(2**40), 2**40),
    st.booleans(),
    st.floats(allow_nan=False),
    st.dates(date(1900, 1, 1)),
    st.datetimes(datetime(1900, 1, 1)),  # noqa: DTZ001  # TOML has times without a zone
    st.times(),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12),
)
KEYS = st.text(st.sampled_from("abc-_9 .#=é"), min_size=1, max_size=4)
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=12
)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def dumped(value: Any, draw: Any) -> str:
    """A value as TOML, with blanks, comments and quotes drawn at random."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            forms = [quoted(value)]
            if "'" not in value:
                forms.append(f"'{value}'")
            if not value.endswith('"'):
                forms.append('"""\n' + value.replace("\\", "\\\\").replace('"""', '""\\"') + '"""')
            return str(draw(st.sampled_from(forms)))
        case datetime():
            return value.isoformat(sep=draw(st.sampled_from("T ")))
        case date() | time():
            return value.isoformat()
        case list():
            blank = draw(st.sampled_from(["", " ", "\n  ", " # ] }\n"]))
            comma = draw(st.sampled_from(["", ","])) if value else ""
            return f"[{blank}{f',{blank}'.join(dumped(one, draw) for one in value)}{blank}{comma}{blank}]"
        case dict():
            blank = draw(st.sampled_from(["", " "]))
            inside = f"{blank},{blank}".join(f"{quoted(k)}{blank}={blank}{dumped(v, draw)}" for k, v in value.items())
            return f"{{{blank}{inside}{blank}}}"
        case _:
            return repr(value)


@pytest.mark.slow
@given(
    st.dictionaries(KEYS, VALUES, max_size=4),
    st.lists(st.dictionaries(KEYS, VALUES, max_size=3), max_size=3),
    st.data(),
)
def test_every_value_of_a_made_up_text_is_found(table: Any, steps: Any, data: Any) -> None:
    table.pop("a", None)
    lines = [f"{quoted(key)} = {dumped(value, data.draw)}" for key, value in table.items()]
    for step in steps:
        lines += [
            "# comment",
            "[[ a ]]",
            *(f"{quoted(key)} = {dumped(value, data.draw)}" for key, value in step.items()),
        ]
    text = data.draw(st.sampled_from(["\n", "\n\n"])).join(lines) + "\n"
    assert tomllib.loads(text) == (table | {"a": steps} if steps else table)
    check_every_value(text)
