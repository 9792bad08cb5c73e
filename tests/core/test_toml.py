"""Files in TOML that anybody can hand in: one reader, the same limits, whatever the file is for."""

import resource
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

from rising_tutor.core.toml import read_toml, too_much
from rising_tutor.core.values import Value
from rising_tutor.errors import BadContent, LimitExceeded
from rising_tutor.games.rising.cards.content import read_content
from rising_tutor.lab.unit_file import _decoded
from rising_tutor.lessons.check import check_file
from rising_tutor.lessons.lesson_file import read_lesson
from rising_tutor.probability.dice_turn.dice_file import read_dice

ROOT = Path(__file__).parents[2]
M = 1 << 20


def key(parts: int) -> str:
    return ".".join(["a"] * parts)


HOSTILE: dict[str, tuple[str, str]] = {
    "a key of many parts": (f"{key(20_000)} = 1", "depth of nesting: 20000, the limit is 16"),
    "a key of 17 parts": (f"{key(17)} = 1", "depth of nesting: 17, the limit is 16"),
    "parts with blanks": (" \t. ".join(["a"] * 500) + " = 1", "depth of nesting: 500"),
    "quoted parts": (".".join(['"a.b"', "'#'"] * 300) + " = 1", "depth of nesting: 600"),
    "parts in a header": (f"[{key(20_000)}]", "depth of nesting: 20000"),
    "parts in a list of tables": (f"[[{key(300)}]]", "depth of nesting: 300"),
    "parts in a table in a line": (f"a = {{ {key(300)} = 1 }}", "depth of nesting: 300"),
    "parts after a text of four quotes": (f'a = ["""x"""", {{ {key(300)} = 1 }}, "z"]', "depth of nesting: 300"),
    "parts after a comment with quotes": (f'# """\n{key(300)} = 1\n# """', "line 2: depth of nesting: 300"),
    "parts after an escaped quote": (f'a = "\\\\"\n{key(300)} = 1\nb = "\\\\"', "line 2: depth of nesting: 300"),
    "many headers": (
        "".join(f"[k{n}.{key(15)}]\n" for n in range(20_000))[: 60 << 10] + "]\n",
        "parts of keys with dots",
    ),
    "a long number": ("a = " + "9" * 5_000, "length of a word or number without quotes: 5000"),
    "a long hexadecimal number": ("a = 0x" + "f" * 60_000, "length of a word or number"),
    "a large number": (f"a = {2**53 + 1}", f"a whole number: {2**53 + 1}, the limit is {2**53}"),
    "a negative one": (f"a = -{2**60}", "a whole number"),
    "a long list": ("a = [" + "1," * 20_000 + "]", "number of entries in a list: 20000, the limit is 1000"),
    "a long list of tables": ("[[a]]\n" * 1_001, "number of entries in a list: 1001"),
    "a long text": ('a = "' + "x" * 5_000 + '"', "length of a text: 5000 characters, the limit is 4000"),
}


def of_dice(data: bytes) -> object:
    return read_dice(data, "mine.toml")


def of_lesson(data: bytes) -> object:
    return read_lesson(data, "mine.toml")


def of_unit(data: bytes) -> object:
    return _decoded(data, "mine.toml")


@pytest.mark.parametrize("read", [of_dice, of_lesson, of_unit])
@pytest.mark.parametrize(("text", "told"), HOSTILE.values(), ids=HOSTILE)
def test_every_reader_has_the_same_limits_in_the_same_words(
    read: Callable[[bytes], object], text: str, told: str
) -> None:
    with pytest.raises(LimitExceeded) as caught:
        read(text.encode())
    assert told in str(caught.value)
    assert str(caught.value).startswith("mine.toml: ")


@pytest.mark.parametrize(("text", "told"), HOSTILE.values(), ids=HOSTILE)
def test_a_card_file_has_them_too(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(LimitExceeded) as caught:
        read_content("rising_tutor.games.rising.titles.fire_nation", str(tmp_path))
    assert told in str(caught.value)


@pytest.mark.parametrize(("text", "told"), HOSTILE.values(), ids=HOSTILE)
def test_the_check_of_a_lesson_says_so_with_line_and_column(text: str, told: str) -> None:
    [fault] = check_file(text.encode(), "mine.toml")
    assert told.removeprefix("line 2: ") in fault.message
    assert (fault.line, fault.column) >= (1, 1)
    if told.startswith("line 2"):
        assert fault.line == 2


SOUND = {
    "texts with many dots": 'a = "x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x"\n# ' + "b." * 40 + "\nc = 1.5\n",
    "texts over lines": 'a = """\n' + "b." * 40 + '\n\\""" c."""\nd = \'\'\'\n' + "e." * 40 + "'''\n",
    "texts in quotes of the other kind": f"a = '\"{key(20)}'\nb = \"'{key(20)}\"\n",
    "sixteen parts": f"{key(16)} = 1\n",
    "numbers": "a = [" + "1.5, " * 900 + "]\nb = 1979-05-27T07:32:00.999999-07:00\n",
}


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_what_only_looks_like_a_long_key_is_none(text: str) -> None:
    assert too_much(text) is None
    assert read_toml(text.encode(), dict[str, Any], "mine.toml") == tomllib.loads(text)


def test_a_mark_before_the_text_is_no_part_of_it() -> None:
    assert read_toml(b"\xef\xbb\xbfa = 1", dict[str, int], "mine.toml") == {"a": 1}
    with pytest.raises(BadContent, match="UTF-8"):
        read_toml("a = 1".encode("utf-16"), dict[str, int], "mine.toml")
    with pytest.raises(BadContent, match="TOML"):
        read_toml(b"\xef\xbb\xbf\xef\xbb\xbfa = 1", dict[str, int], "mine.toml")


def test_a_file_beyond_the_limit_is_not_read() -> None:
    with pytest.raises(LimitExceeded, match=r"mine\.toml: size of the file: 1048577 bytes, the limit is 1048576"):
        read_toml(b"#" * (M + 1), dict[str, int], "mine.toml")


LARGE = {
    "dotted keys": "".join(f"k{n}.{key(15)} = 1\n" for n in range(M // 45)),
    "headers": "".join(f"[k{n}.{key(15)}]\n" for n in range(M // 45)),
    "keys": "".join(f"k{n} = 1\n" for n in range(M // 13)),
    "keys of two parts": "".join(f"k{n}.a = 1\n" for n in range(M // 14)),
    "one long word": "a" * M,
    "one long line of dots": "a." * (M // 2),
    "blanks": "a = " + " " * (M - 8) + "1",
    "quotes": '"' * M,
    "quotes that open": "'''" + '"""' * (M // 3 - 2),
    "words and quotes": 'a"' * (M // 2),
    "escaped quotes": '"\\' * (M // 2),
    "a long text": 'a = """' + "x" * (M - 16) + '"""',
    "escapes": 'a = "' + "\\\\" * (M // 2 - 4) + '"',
    "comments": "#\n" * (M // 2),
    "hashes": "#" * M,
    "brackets": "a = " + "[" * (M - 4),
    "empty lists": "a = [" + "[]," * (M // 3 - 4) + "]",
}
WATCHED = """
import sys
from pathlib import Path
from rising_tutor.core.toml import read_toml
from rising_tutor.errors import RisingTutorError

def most():
    [line] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) // 1024

before = most()
for path in sorted(Path(sys.argv[1]).iterdir()):
    try:
        read_toml(path.read_bytes(), dict, path.name)
    except RisingTutorError:
        pass
    print(path.name, most() - before)
"""


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory of a process is read from /proc")
def test_no_text_of_a_mebibyte_takes_much_memory_or_time(tmp_path: Path) -> None:
    for name, text in LARGE.items():
        assert len(text) <= M
        (tmp_path / name).write_text(text)
    program = [sys.executable, "-c", WATCHED, str(tmp_path)]
    # A text that takes more than linear time would take minutes of the processor.
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60))  # noqa: E731 - one line
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False, preexec_fn=limit)
    assert done.returncode == 0, (done.stdout, done.stderr)
    taken = {name: int(mb) for name, _, mb in (line.rpartition(" ") for line in done.stdout.splitlines())}
    assert set(taken) == set(LARGE)
    assert max(taken.values()) < 64, done.stdout


class Card(Value, frozen=True):
    id: str
    rank: int | Literal["infinite"]
    type: tuple[Literal["creature", "door"], ...] = ()


class Cards(Value, frozen=True):
    card: tuple[Card, ...]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('id = "g"\nrank = "many"', "$.card[0].rank: 'many' cannot be used; expected one of: a whole number, infinite"),
        ('id = "g"\nrank = 1\ntype = ["monster"]', "'monster' cannot be used; expected one of: creature, door"),
        ('id = "g"', "$.card[0]: 'g' cannot be used; expected the field 'rank', which is missing"),
        ('id = "g"\nrank = 1\nrunk = 2', "'runk' cannot be used; expected a known field: id, rank, type"),
    ],
)
def test_what_may_stand_there_is_said(text: str, told: str) -> None:
    with pytest.raises(BadContent) as found:
        read_toml(f"[[card]]\n{text}\n".encode(), Cards, "cards.toml")
    assert told in str(found.value)
