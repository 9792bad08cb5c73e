"""A label that is wrong is located where its wrong part stands, in both forms of a file, wherever it was put."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from rising_tutor.replay import NOTATION_SUFFIX, RECORD_SUFFIX, Replay, read, verify, write

SAMPLES = Path(__file__).parents[2] / "replays"
TITLES = sorted(path.name for path in SAMPLES.iterdir() if path.is_dir())
WRONG = "turn 999"


def labelled(title: str) -> tuple[Replay, list[int]]:
    """The beginning of a sample of a title, and the lines of it that have a label."""
    whole = read(next(iter(sorted((SAMPLES / title).glob(f"*{NOTATION_SUFFIX}")))))
    cut = Replay(whole.header, whole.lines[:90])
    return cut, [at for at, line in enumerate(cut.lines) if line.label]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [NOTATION_SUFFIX, RECORD_SUFFIX])
@pytest.mark.parametrize("title", TITLES)
def test_the_wrong_part_of_a_label_is_pointed_at(title: str, suffix: str) -> None:
    sound, places = labelled(title)
    assert places
    for at in places:
        parts = [part.strip() for part in sound.lines[at].label.split(",")]
        for n in range(len(parts)):
            label = ", ".join([*parts[:n], WRONG, *parts[n + 1 :]])
            lines = (*sound.lines[:at], replace(sound.lines[at], label=label), *sound.lines[at + 1 :])
            data = write(Replay(sound.header, lines), f"a{suffix}")
            first = next(iter(verify(data, f"a{suffix}").problems))
            row = data.decode().split("\n")[first.line - 1]
            assert first.code == "label"
            assert row[first.column - 1 :].startswith(WRONG), (label, row, first.column)
            assert first.excerpt[first.caret - 1 :].startswith(WRONG)


@pytest.mark.parametrize("apart", ["{} {}", "{}\n{}", "{}\n# a comment\n\n{}", "{}   # said beside it\n{}"])
def test_also_where_the_label_stands_in_a_row_of_its_own(apart: str) -> None:
    sound, [first, *_] = labelled("dark-side-rising")
    text = write(sound, f"a{NOTATION_SUFFIX}").decode()
    label = f"[{sound.lines[first].label}] "
    assert label in text
    spread = text.replace(label, apart.format(f"[setup,   {WRONG}]", ""), 1)
    problem = next(iter(verify(spread.encode(), f"a{NOTATION_SUFFIX}").problems))
    row = spread.split("\n")[problem.line - 1]
    assert (problem.code, row[problem.column - 1 :][: len(WRONG)]) == ("label", WRONG)
