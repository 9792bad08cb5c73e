"""Reading a number that came from outside: a page, an address, a file."""


def whole(text: str, below: int = 1_000_000) -> int | None:
    r"""The whole number that a text is, in plain digits and below a limit; else None.

    Digits of other scripts and raised ones pass `str.isdigit`, but not `int` or not as what they look like; a million
    digits pass both and take minutes.

    >>> whole("12"), whole("12", below=12), whole("0")
    (12, None, 0)
    >>> [whole(text) for text in ("", "-1", "+1", " 1", "1_0", "1.0", "\u00b2", "\u0661", "nan", "9" * 100)]
    [None, None, None, None, None, None, None, None, None, None]
    """
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 16 else below
    return number if number < below else None
