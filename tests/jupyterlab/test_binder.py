"""A Binder host can build our image: its steps run in a clean environment, and the links lead somewhere."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_the_steps_of_the_image_run_and_every_link_answers() -> None:
    # In a folder with a short name: the sockets of kernels lie in the home of the image, and a path of one is at most
    # 107 bytes long.
    with TemporaryDirectory(prefix="rt") as folder:
        checkout = Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", checkout], check=True)
        said = subprocess.run(
            ["bash", checkout / "binder" / "try", Path(folder) / "i", sys.executable],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    assert said.returncode == 0, said.stdout[-6000:]
    links = (ROOT / "binder" / "README.md").read_text(encoding="utf-8").count("`?urlpath=")
    assert links == 3
    assert said.stdout.count(" answers") == links
