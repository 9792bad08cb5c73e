"""The base of every effect that a card can name."""

from rising_tutor.core.values import Value


def tag_of(name: str) -> str:
    """`DamageVillain` is written `damage_villain` in a card file."""
    return "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


class Effect(Value, frozen=True, omit_defaults=True, tag_field="do", tag=tag_of):
    """Something a card does, as data: no formulas and no code in strings.

    What has its default is left out where it is written, so that a field that no card of a title uses changes nothing.
    """
