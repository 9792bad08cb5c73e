"""Who looks at a table.

A view is built from nothing upwards: it lists what is shown. What is hidden appears as a count.
"""

from typing import TypeAlias

from rising_tutor.core.ids import Seat

Viewer: TypeAlias = Seat | None
"""A seat, or None for somebody who watches and sees only what all seats may see."""
