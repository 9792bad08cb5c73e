"""A piece of work in a process of its own: all that it needed goes with it, and it ends when whoever asked is gone.

>>> apart(double, 21, progress=lambda done, total: None)
42

The process is a new program (a copy of this one would hold the locks of threads that it has not). It gets its work
through its input, tells through its output how far it is and what came of it, and ends when its input does.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final

_TOLD_S: Final = 0.2
"""So often a piece of work tells how far it is, and can be stopped."""
_OVER: Final = object()


class NotDone(Exception):
    """A piece of work failed in its process, or the process was ended."""


def apart(work: Callable[..., Any], *args: Any, progress: Callable[[int, int], object]) -> Any:
    """The result of a piece of work in a process of its own.

    Args:
        work: a function of a module; it gets the arguments, and as `progress` what to call now and again with what is
            done and what there is to do.
        progress: called with the same, and while nothing is told; what it raises stops the work.

    Raises:
        NotDone: it failed, or its process was ended.
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    program = [sys.executable, "-m", __name__]
    try:
        process = subprocess.Popen(  # noqa: S603 - our own program, without a shell
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
    except OSError as error:
        raise NotDone from error
    assert process.stdin is not None
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    listener = threading.Thread(target=_listen, args=(process, told), daemon=True, name="apart")
    listener.start()
    so_far = (0, 0)
    try:
        pickle.dump((work, args), process.stdin)
        process.stdin.flush()
        while True:
            try:
                message = told.get(timeout=_TOLD_S)
            except queue.Empty:
                message = (False, so_far)
            if message is _OVER:
                raise NotDone
            is_result, value = message
            if is_result:
                return value
            so_far = value
            progress(*so_far)
    except (BrokenPipeError, pickle.PicklingError) as error:
        raise NotDone from error
    finally:
        process.kill()
        listener.join()
        process.wait()
        _shut(process)


def _listen(process: "subprocess.Popen[bytes]", told: "queue.SimpleQueue[Any]") -> None:
    """Hands on what the process says, and at last that it says nothing more."""
    assert process.stdout is not None
    try:
        while True:
            told.put(pickle.load(process.stdout))  # noqa: S301 - it comes from our own program
    except Exception:  # noqa: BLE001 - whatever it was, nothing more can be read
        told.put(_OVER)


def _shut(process: "subprocess.Popen[bytes]") -> None:
    for pipe in (process.stdin, process.stdout):
        try:
            if pipe is not None:
                pipe.close()
        except BrokenPipeError:
            continue


def double(n: int, *, progress: Callable[[int, int], object]) -> int:
    """An example of a piece of work."""
    progress(1, 1)
    return 2 * n


def main() -> None:
    """The other side."""
    # What a library prints must not come between what is told.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    # Whoever asked decides when to stop; a process that is interrupted too would print a traceback.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work, args = pickle.load(sys.stdin.buffer)  # noqa: S301 - it comes from our own program
    threading.Thread(target=_end_with_input, daemon=True).start()
    last = time.monotonic()

    def tell(message: Any) -> None:
        out.write(pickle.dumps(message))
        out.flush()

    def progress(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > _TOLD_S:
            last = time.monotonic()
            tell((False, (done, total)))

    try:
        result = work(*args, progress=progress)
        tell((True, result))
    except Exception:  # noqa: BLE001 - whoever asked does the work again where it can be told, and sees what is wrong
        sys.exit(1)


def _end_with_input() -> None:
    while sys.stdin.buffer.read(1):
        continue
    os._exit(1)


if __name__ == "__main__":
    main()
