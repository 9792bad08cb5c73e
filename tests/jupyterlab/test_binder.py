"""A Binder host can build our image: its steps run in a clean environment, and the links lead somewhere."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_the_steps_of_the_image_run_and_every_link_answers(tmp_path: Path) -> None:
    checkout = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", checkout], check=True)
    said = subprocess.run(
        ["bash", checkout / "binder" / "try", tmp_path / "image", sys.executable],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stdout[-3000:]
    assert said.stdout.count(" answers") >= 3
