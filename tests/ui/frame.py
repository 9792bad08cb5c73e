"""What a page of the app sends to its kernel, without a browser."""

from typing import Any


def send(view: Any, do: str, arg: str = "", at: int = -1, **fields: str) -> None:
    """Press or type something in a view."""
    view._take(view, {"do": do, "arg": arg, "at": at, "fields": fields}, [])
