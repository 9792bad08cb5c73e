"""Words of English for what a Rising title counts."""

from rising_tutor.core.english import counted


def up_to(n: int) -> str:
    """One counter is removed or it is not; of several a part may be."""
    return "1" if n == 1 else f"up to {n}"


def spaces(n: int) -> str:
    """A number of spaces of a track."""
    return counted(n, "space")
