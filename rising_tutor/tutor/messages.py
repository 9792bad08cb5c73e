"""What a browser says to a page: which control was pressed, with what, and the fields of its form.

`ui.components.view` says how a control of a page comes to send one.
"""

import re
from typing import Any

#: What a browser may send as one word.
MAX_WORD = 2000
MAX_FIELDS = 60
#: Half of a character: nothing could be said back to the browser that has it.
_HALF = re.compile("[\ud800-\udfff]")

Message = dict[str, Any]


def understood(content: object) -> Message | None:
    r"""A message from the browser if it has the form of one, else None.

    >>> understood({"do": "pick", "arg": "die:0", "at": 3})
    {'do': 'pick', 'arg': 'die:0', 'at': 3, 'fields': {}}
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
        if not isinstance(key, str) or not isinstance(value, str) or len(key) > MAX_WORD or len(value) > MAX_WORD:
            return None
    if any(_HALF.search(text) for text in (do, arg, *fields, *fields.values())):
        return None
    return {"do": do, "arg": arg, "at": at, "fields": dict(fields)}
