"""A kernel that several notebooks share: as good as new before each.

Starting one and importing the package takes longer than most notebooks run.
"""

_EMPTY = """
import gc, os, tempfile
from ipywidgets import Widget
Widget.close_all()
del Widget
os.chdir({folder!r})
os.environ["RISING_TUTOR_DATA"] = tempfile.mkdtemp(dir={data!r})
gc.collect()
get_ipython().run_line_magic("reset", "-f")
"""


def emptied(folder: object, data: object) -> str:
    """Code that takes all names and widgets away, and goes to a folder.

    Args:
        folder: where the next notebook lies.
        data: a folder in which it gets a new one for what the tutor keeps.
    """
    return _EMPTY.format(folder=str(folder), data=str(data))
