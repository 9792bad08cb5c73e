"""The line of pages that wait for their turn to start: in order, and a place in it is kept through a reload.

A page that is loaded again is another request of the same browser. The place of a page that left the line without
having been served is kept for that browser for a while: it lets others by, and whoever comes back stands where he
stood.

>>> line = Line()
>>> anna, ben = line.join("anna"), line.join("ben")
>>> line.leave(anna)
>>> line.first() is ben, line.ahead(ben)
(True, 0)
>>> again = line.join("anna")
>>> line.first() is again, line.ahead(ben)
(True, 1)
"""

import time
from dataclasses import dataclass, field
from itertools import count

#: A place is kept for so long after its page left.
KEPT_S = 60.0
#: So much of what is expected of a start comes from the last one.
_LATEST = 0.3


@dataclass(eq=False)
class Place:
    """The place of a page.

    Attributes:
        browser: whose page it is.
        number: the smaller, the earlier.
        here: whether the page waits; else the place is kept for its browser.
    """

    browser: str
    number: int
    here: bool = True
    left: float = field(default=0.0, repr=False)
    n_failed: int = 0


class Line:
    """The places.

    Attributes:
        start_s: how long a start takes, by those that were.
    """

    def __init__(self) -> None:
        self.start_s = 3.0
        self._places: list[Place] = []
        self._numbers = count()

    def join(self, browser: str) -> Place:
        now = time.monotonic()
        self._places = [place for place in self._places if place.here or now - place.left < KEPT_S]
        for place in self._places:
            if place.browser == browser and not place.here:
                place.here = True
                return place
        self._places.append(Place(browser, next(self._numbers)))
        return self._places[-1]

    def leave(self, place: Place) -> None:
        """Keep the place of a page that is gone, or whose start went wrong.

        That a page is gone is often noticed only after the one that was loaded in its stead has come: that one stands
        there then.
        """
        place.here, place.left = False, time.monotonic()
        if place not in self._places:
            self._places.append(place)
        later = [one for one in self._places if one.here and one.browser == place.browser and one.number > place.number]
        if later:
            last = max(later, key=lambda one: one.number)
            place.number, last.number = last.number, place.number
        self._places.sort(key=lambda one: one.number)

    def take(self, place: Place) -> None:
        self._places.remove(place)

    def first(self) -> Place | None:
        return next((place for place in self._places if place.here), None)

    def ahead(self, place: Place) -> int:
        return sum(one.here and one.number < place.number for one in self._places)

    def waiting(self, browser: str | None = None) -> int:
        return sum(one.here and browser in (None, one.browser) for one in self._places)

    def started(self, seconds: float) -> None:
        self.start_s += _LATEST * (seconds - self.start_s)
