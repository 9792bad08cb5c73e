"""The launcher refuses what is unsafe, and the app is one notebook in two places."""

import importlib.metadata
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from rising_tutor.server import launcher, watch
from rising_tutor.server.options import NOTEBOOK, ServerOptions

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "share" / "jupyter" / "voila" / "templates" / "rising"
GOOD = {"voila": "0.5.13", "jupyter_server": "2.20.0", "nbconvert": "7.17.1"}


@pytest.mark.parametrize(
    ("package", "old"),
    [
        ("voila", "0.5.12"),
        ("voila", "0.5.13rc1"),
        ("voila", "0.5"),
        ("jupyter_server", "2.19.9"),
        ("jupyter_server", "1.99"),
        ("nbconvert", "7.17.0"),
        ("nbconvert", "7.2.10"),
    ],
)
def test_an_older_version_is_refused_by_name(package, old):
    with pytest.raises(launcher.CannotLaunch, match=re.escape(f"{package} {old} is too old, {GOOD[package]}")):
        launcher.check_versions({**GOOD, package: old}.__getitem__)


@pytest.mark.parametrize("newer", [{}, {"voila": "0.5.13.post1"}, {"voila": "0.6"}, {"jupyter_server": "2.20"}])
def test_the_oldest_safe_versions_and_newer_ones_are_taken(newer):
    launcher.check_versions({**GOOD, **newer}.__getitem__)


def test_launch_says_what_is_too_old_and_starts_nothing(monkeypatch, capsys):
    versions = {**GOOD, "voila": "0.5.1"}
    monkeypatch.setattr(launcher.check_versions, "__defaults__", (versions.__getitem__,))
    assert launcher.launch(browser=False) == 1
    assert "voila 0.5.1 is too old, 0.5.13 is the oldest that is safe" in capsys.readouterr().err


def test_a_missing_package_is_named():
    def version(package: str) -> str:
        if package == "voila":
            raise importlib.metadata.PackageNotFoundError(package)
        return GOOD[package]

    with pytest.raises(launcher.CannotLaunch, match="voila is not installed"):
        launcher.check_versions(version)


def test_a_token_is_made_unless_one_is_given(monkeypatch):
    monkeypatch.delenv("JUPYTER_TOKEN", raising=False)
    assert len(launcher.choose_token("127.0.0.1", None)) >= 40
    assert launcher.choose_token("127.0.0.1", None) != launcher.choose_token("127.0.0.1", None)
    assert launcher.choose_token("0.0.0.0", "mine") == "mine"  # noqa: S104
    monkeypatch.setenv("JUPYTER_TOKEN", "from the environment")
    assert launcher.choose_token("127.0.0.1", None) == "from the environment"


def test_a_server_that_others_reach_is_never_open():
    assert launcher.choose_token("127.0.0.1", "") == ""
    with pytest.raises(launcher.CannotLaunch, match="must ask for a token"):
        launcher.choose_token("0.0.0.0", "")  # noqa: S104


def test_the_next_free_port_is_taken():
    with launcher.listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with launcher.listen("127.0.0.1", port) as second:
            assert second.getsockname()[0] == "127.0.0.1"
            assert port < second.getsockname()[1] < port + launcher.PORTS_TRIED


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", -1), ("127.0.0.1", 65536), ("no.such.host.invalid", 0)])
def test_an_address_that_cannot_be_is_refused_in_a_sentence(host, port, capsys):
    assert launcher.launch(host, port, browser=False) == 1
    said = capsys.readouterr().err
    assert said.endswith(".\n")
    assert "Traceback" not in said


def test_localhost_is_the_older_address():
    with launcher.listen("localhost", 0) as listening:
        assert listening.family == socket.AF_INET


@pytest.mark.parametrize("changes", [{"max_kernels": 0}, {"pool": -1}, {"gone_s": 0}])
def test_limits_that_make_no_server_are_refused(changes):
    with pytest.raises(ValueError, match="the least is"):
        ServerOptions(**changes)


def test_a_page_that_vanished_costs_its_kernel_within_a_minute():
    # 20 s until the socket of a vanished page is closed, 5 s between two looks at most.
    assert ServerOptions().gone_s + 20 + 5 <= 60
    assert ServerOptions().idle_s == 30 * 60


def test_the_notebook_of_the_package_is_the_one_that_people_open():
    assert NOTEBOOK.read_bytes() == (ROOT / "notebooks" / "app.ipynb").read_bytes()


def test_the_notebook_is_one_thin_cell_without_outputs():
    notebook = json.loads(NOTEBOOK.read_text())
    [cell] = notebook["cells"]
    assert (cell["outputs"], cell["execution_count"]) == ([], None)
    assert len("".join(cell["source"])) < 80
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert "widgets" not in notebook["metadata"]


@pytest.mark.parametrize("file", sorted(p for p in TEMPLATE.rglob("*") if p.is_file()), ids=lambda p: p.name)
def test_the_template_names_no_other_host(file):
    assert not re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", file.read_text())


@pytest.mark.wide
def test_the_server_builds_no_grammars_before_it_answers():
    """They check addresses of a kind that no schema here has, and took most of the time of its start."""
    asked = "import sys, rising_tutor.server.process; print(sorted({'jsonschema', 'lark'} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert said == "['jsonschema']\n"


def test_pages_share_the_modules_that_one_of_them_compiled(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in watch.server_environment([], None)
    assert os.environ["PYTHONDONTWRITEBYTECODE"] == "1", "that of the launcher stays as it is"


@pytest.mark.parametrize(("host", "most"), [("127.0.0.1", 0), ("localhost", 0), ("127.0.0.2", launcher.PER_BROWSER)])
def test_one_browser_is_limited_where_others_can_reach_the_server(monkeypatch, host, most):
    served = []
    monkeypatch.setattr(launcher, "_serve", lambda options, *_, **__: served.append(options) or 0)
    assert launcher.launch(host, 0, browser=False) == 0
    assert [options.per_browser for options in served] == [most]
