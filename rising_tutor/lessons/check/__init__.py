r"""The author's linter: every fault of a lesson file in one pass, with line, column and what could stand there.

>>> from rising_tutor.lessons.check import check_file
>>> faults = check_file(b'id = "one"\ngame = "fire-nation-rising"\nkind = "leson"\n', "one.toml")
>>> print(next(fault.as_text() for fault in faults if fault.code == "value"))
one.toml:3:8: error: 'leson' cannot be used [value]; expected one of lesson, scenario, mission
"""

from rising_tutor.lessons.check.answered import Answered, answered, share_of
from rising_tutor.lessons.check.file_report import CODES, Fault
from rising_tutor.lessons.check.run import check_course, check_file, check_files

__all__ = ["CODES", "Answered", "Fault", "answered", "check_course", "check_file", "check_files", "share_of"]
