r"""The author's linter: every fault of a lesson file in one pass, with line, column and what could stand there.

    file_report.py  a fault, and the report on which one file is examined
    form.py       words of the format: unknown, missing, of the wrong type
    texts.py      lengths, exclamation marks, rules and places that there are
    walk.py       plays a lesson: its positions, its values, its best line
    positions.py  positions that cannot be, moves of the tutor that are refused, chance that never comes
    goals.py      goals that cannot be reached, hold already, or teach nothing
    questions.py  questions and "which is not allowed"
    hints.py      hints that are missing, wrong, or give the answer away
    course.py     rules in an order in which they can be learned; orders, ids and names of files
    run.py        all of it for files and for a whole course

>>> from rising_tutor.lessons.check import check_file
>>> faults = check_file(b'id = "one"\ngame = "fire-nation-rising"\nkind = "leson"\n', "one.toml")
>>> print(next(fault.as_text() for fault in faults if fault.code == "value"))
one.toml:3:8: error: 'leson' cannot be used [value]; expected one of lesson, scenario
"""

from rising_tutor.lessons.check.file_report import CODES, Fault
from rising_tutor.lessons.check.run import check_course, check_file, check_files

__all__ = ["CODES", "Fault", "check_course", "check_file", "check_files"]
