"""Files that were opened here: each browser has its share, and nobody pushes out those of others."""

from pathlib import Path

import pytest

from rising_tutor.store import uploads
from rising_tutor.store.games import NotHere
from rising_tutor.store.uploads import MOST, Uploads
from rising_tutor.ui.components import file_picker
from rising_tutor.ui.components.file_picker import A_MINUTE, A_MINUTE_AT_ONCE, FilePicker


def of(folder: Path, browser: str) -> Uploads:
    return Uploads(folder, lambda: browser)


def fill(mine: Uploads, n: int, word: str) -> list[str]:
    return [mine.keep(f"{word}.replay", f"{word} {number}".encode()) for number in range(n)]


def is_kept(mine: Uploads, key: str) -> bool:
    try:
        mine.read(key)
    except NotHere:
        return False
    return True


def test_one_pupil_with_many_files_pushes_out_only_his_own(tmp_path):
    anna, ben = of(tmp_path, "anna"), of(tmp_path, "ben")
    hers = fill(anna, 3, "anna")
    his = fill(ben, MOST + 4, "ben")
    assert all(is_kept(anna, key) for key in hers)
    assert [is_kept(ben, key) for key in his] == [False] * 4 + [True] * MOST


def test_a_file_that_two_have_is_kept_until_neither_has_it(tmp_path):
    anna, ben = of(tmp_path, "anna"), of(tmp_path, "ben")
    [key] = {browser.keep("same.replay", b"same") for browser in (anna, ben)}
    fill(ben, MOST, "ben")
    assert is_kept(anna, key)
    fill(anna, MOST, "anna")
    assert not is_kept(anna, key)


def test_when_all_together_have_too_many_the_one_with_most_lets_go(tmp_path, monkeypatch):
    monkeypatch.setattr(uploads, "MOST_IN_ALL", 10)
    hers = fill(of(tmp_path, "anna"), 2, "anna")
    his = fill(of(tmp_path, "ben"), 20, "ben")
    assert all(is_kept(of(tmp_path, "anna"), key) for key in hers)
    assert [is_kept(of(tmp_path, "ben"), key) for key in his] == [False] * 12 + [True] * 8


def test_files_of_before_are_still_there_and_are_no_more_than_before(tmp_path):
    old = fill(of(tmp_path, "anna"), MOST, "old")
    for path in (tmp_path / "uploads" / "of").glob("*/*"):
        path.unlink()
    fill(of(tmp_path, "ben"), MOST + 5, "ben")
    assert all(is_kept(of(tmp_path, "ben"), key) for key in old)


@pytest.mark.parametrize("multiple", [False, True])
def test_a_browser_that_sends_file_after_file_is_told_to_wait(monkeypatch, multiple):
    now = [1000.0]
    monkeypatch.setattr(file_picker.time, "monotonic", lambda: now[0])
    picker, seen, said = FilePicker(multiple=multiple), [], []
    picker.on_file(lambda name, _: seen.append(name))
    monkeypatch.setattr(picker, "say", said.append)
    most = A_MINUTE_AT_ONCE if multiple else A_MINUTE
    for number in range(most + 3):
        now[0] += 0.1
        picker._take(picker, {"file": f"{number}.replay"}, [b"x"])
    assert len(seen) == most
    assert len(said) == 3
    assert f"{most}.replay was not opened: {most} files a minute" in said[0]
    now[0] += 60
    picker._take(picker, {"file": "later.replay"}, [b"x"])
    assert seen[-1] == "later.replay"
