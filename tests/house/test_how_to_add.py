"""docs/how-to-add.md, followed to the letter: each part in a fresh copy of the checkout, every block written or run."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to-add.md").read_text(encoding="utf-8")
PARTS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
BLOCK = re.compile(r"(?P<before>[^\n]*(?:\n[^\n]+)*)\n\n```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"(?:(?P<verb>Write|In)\s+`(?P<path>[^`]+)`|Run):$")


def steps(part: str) -> Iterator[tuple[str, str, str]]:
    """The blocks of a part: what to do, the path, the text."""
    for block in BLOCK.finditer(PARTS[part]):
        step = STEP.search(block["before"])
        assert step is not None, f"no instruction before this block:\n{block['before'][-200:]}"
        verb = step["verb"] or "Run"
        assert block["kind"] == {"Run": "sh", "In": "diff"}.get(verb, block["kind"])
        yield verb, step["path"] or "", block["text"]


def changed(text: str, diff: str) -> str:
    """The text with one place changed: lines with `-` go, lines with `+` come, the others say where."""
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    there = re.compile("^" + re.escape(old), re.MULTILINE)
    assert len(there.findall(text)) == 1, f"these lines stand there {len(there.findall(text))} times:\n{old}"
    return there.sub(lambda _: "".join(line[1:] for line in lines if line[0] in " +"), text)


def copy_of_the_checkout(to: Path) -> None:
    """What git knows, and what is new and not ignored; beside a module what it was compiled to, which saves seconds."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
            compiled = Path(cache_from_source(name))
            if name.endswith(".py") and (ROOT / compiled).is_file():
                (to / compiled).parent.mkdir(exist_ok=True)
                shutil.copy2(ROOT / compiled, to / compiled)


def follow(part: str, root: Path) -> None:
    """Do everything that a part says, in this copy of the checkout."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(root),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "RISING_TUTOR_DATA": str(root / "kept"),
    }
    for verb, path, text in steps(part):
        if verb == "Run":
            shell = ["bash", "-ec", text]
            done = subprocess.run(shell, cwd=root, env=environment, check=False, capture_output=True, text=True)
            assert done.returncode == 0, f"{text}\n{(done.stdout + done.stderr)[-4000:]}"
        elif verb == "Write":
            assert not (root / path).exists(), f"{path} is there already"
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        else:
            before = (root / path).read_text(encoding="utf-8")
            (root / path).write_text(changed(before, text), encoding="utf-8")


@pytest.mark.sweep(one_in=6)
@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_the_part_works_as_it_stands(part: str, tmp_path: Path) -> None:
    copy_of_the_checkout(tmp_path)
    follow(part, tmp_path)


def test_every_block_has_an_instruction_and_every_part_is_tried_out() -> None:
    blocks = PAGE.count("\n```") // 2
    assert sum(len(list(steps(part))) for part in PARTS) == blocks
    assert all("Run" in {verb for verb, _, _ in steps(part)} for part in PARTS)


@pytest.mark.parametrize("wrong", ["a line that is not there", "twice"])
def test_a_change_of_what_does_not_stand_there_once_is_a_fault(wrong: str) -> None:
    assert changed("\none\ntwo\n", " one\n+more\n-two\n") == "\none\nmore\n"
    with pytest.raises(AssertionError, match="these lines stand there"):
        changed("\ntwice\ntwice\n", f" {wrong}\n+more\n")
