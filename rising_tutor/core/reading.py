"""Reading the files that people name, within a limit: nothing beyond it is read, whatever the path leads to.

A pipe may have no writer and a device no end, so neither is read as a file would be.
"""

import errno
import os
import select
from pathlib import Path
from typing import Final

from rising_tutor.core.limits import UPLOADED, Limit

QUIET_S: Final = 2
"""Seconds that a pipe may be silent."""


def read_limited(path: str | Path, limit: Limit = UPLOADED, *, where: str = "", quiet_s: float = QUIET_S) -> bytes:
    """Return the bytes of a file.

    Args:
        where: what the message about the limit begins with, such as the name of the file.
        quiet_s: seconds that a pipe may be silent.

    Raises:
        OSError: the file cannot be opened, or it is a pipe into which nobody writes.
        LimitExceeded: there is more than the limit; with the size of the file, where it has one.
    """
    path = Path(path)
    if path.is_fifo():
        data, size = _from_pipe(path, limit.most, quiet_s), 0
    else:
        with path.open("rb") as file:
            data, size = file.read(limit.most + 1), os.fstat(file.fileno()).st_size
    if len(data) > limit.most:
        raise limit.error(max(size, len(data)), where, more=size <= limit.most)
    return data


def _from_pipe(path: Path, most: int, quiet_s: float) -> bytes:
    """The same from a pipe: to open or read it as a file would wait without end for a writer."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        data = b""
        while len(data) <= most:
            if not select.select([handle], [], [], quiet_s)[0]:
                raise TimeoutError(errno.ETIMEDOUT, f"nothing came through this pipe for {quiet_s} s", str(path))
            piece = os.read(handle, most + 1 - len(data))
            if not piece:
                break
            data += piece
        return data
    finally:
        os.close(handle)
