"""Cards named by people: by id, by printed name, or by the beginning of either where it fits one card only.

>>> ids = ("lance-rider", "lantern", "razor-hound")
>>> fitting("Razor Hound", ids), fitting("lance", ids), fitting("lan", ids), fitting("hound", ids), fitting("ox", ids)
(('razor-hound',), ('lance-rider',), ('lance-rider', 'lantern'), ('razor-hound',), ())
>>> fitting("uncle", ("iroh",), {"iroh": "Uncle Iroh, Zuko's mentor"})
('iroh',)
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from rising_tutor.core.english import counted, listed

_LISTED: Final = 5


def slug(name: str) -> str:
    """Return a name as one word.

    >>> slug("Bonzu Pippinpaddle-Oppsokopolis III"), slug("Roku's Guidance")
    ('bonzu-pippinpaddle-oppsokopolis-iii', 'rokus-guidance')
    """
    return re.sub(r"[^a-z0-9]+", "-", name.casefold().replace("'", "")).strip("-")


def fitting(text: str, ids: Iterable[str], names: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the ids that a text may stand for: one for an id or a whole name, else all that begin so.

    If none begins so, those are returned that have a later word beginning so.

    Args:
        names: printed names by id, where they differ from the id.
    """
    wanted, known = slug(text), tuple(dict.fromkeys(ids))
    if not wanted:
        return ()
    if wanted in known:
        return (wanted,)
    printed = {one: slug((names or {}).get(one, "")) for one in known}
    whole = tuple(one for one in known if printed[one] == wanted)
    begins = tuple(one for one in known if one.startswith(wanted) or printed[one].startswith(wanted))
    later = tuple(one for one in known if f"-{wanted}" in one or f"-{wanted}" in printed[one])
    return whole or begins or later


def one_of_several(text: str, fits: tuple[str, ...]) -> str:
    """Return what is expected in place of a text that fits several names.

    >>> one_of_several("lan", ("lance-rider", "lantern"))
    "one of the names that 'lan' fits: lance-rider or lantern"
    """
    more = len(fits) - _LISTED
    named = [*fits[:_LISTED], *([counted(more, "other")] if more > 0 else [])]
    return f"one of the names that {text!r} fits: {listed(named, 'or')}"
