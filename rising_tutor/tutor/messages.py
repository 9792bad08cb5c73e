"""What a browser says to a page: which control was pressed, with what, and the fields of its form.

`ui.components.view` says how a control of a page comes to send one. Whatever can be pressed has `handle(message)`:
it does what the message asks for and gives whether it was for it.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from rising_tutor.core.values import Value

#: What a browser may send as one word.
MAX_WORD: Final = 2000
MAX_FIELDS: Final = 60
PASTED: Final = "pasted"
"""The name of a field that may hold the text of a whole file."""
MAX_PASTED: Final = 64_000
#: Half of a character: nothing could be said back to the browser that has it.
_HALF: Final = re.compile("[\ud800-\udfff]")
NO_FIELDS: Final[Mapping[str, str]] = {}


class Message(Value, frozen=True):
    """A press.

    Attributes:
        do: what is asked for.
        arg: of what.
        at: the number of the picture that was pressed; -1 for any.
        fields: of the form, by name.
    """

    do: str
    arg: str = ""
    at: int = -1
    fields: Mapping[str, str] = NO_FIELDS


Handle = Callable[[Message], bool]


def unhandled(_message: Message) -> bool:
    """Does nothing of what a page may ask for."""
    return False


def understood(content: object) -> Message | None:
    r"""A message from the browser if it has the form of one, else None.

    >>> understood({"do": "pick", "arg": "die:0", "at": 3})
    Message(do='pick', arg='die:0', at=3, fields={})
    >>> understood({"do": 5}), understood({"do": "pick", "arg": "\ud800"})
    (None, None)
    """
    if not isinstance(content, dict):
        return None
    do, arg, at, fields = content.get("do"), content.get("arg", ""), content.get("at", -1), content.get("fields", {})
    if not isinstance(do, str) or not isinstance(arg, str) or len(do) > MAX_WORD or len(arg) > MAX_WORD:
        return None
    if isinstance(at, bool) or not isinstance(at, int) or not isinstance(fields, dict) or len(fields) > MAX_FIELDS:
        return None
    for key, value in fields.items():
        if not isinstance(key, str) or not isinstance(value, str) or len(key) > MAX_WORD:
            return None
        if len(value) > (MAX_PASTED if key == PASTED else MAX_WORD):
            return None
    if any(_HALF.search(text) for text in (do, arg, *fields, *fields.values())):
        return None
    return Message(do, arg, at, dict(fields))
