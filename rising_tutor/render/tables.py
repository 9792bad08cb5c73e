"""A table of a page or a report: named columns, rows that begin with what they are about, numbers at the right.

>>> table(("Choice", "Chance"), [("Roll", "50 %")], caption="Both choices", numbers=1)
'<table><caption class="rt-sr">Both choices</caption><thead><tr><th scope="col">Choice</th><th class="n" scope="col">\
Chance</th></tr></thead><tbody><tr><th scope="row">Roll</th><td class="n">50 %</td></tr></tbody></table>'
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rising_tutor.render.html import Attribute, Child, Html, el


class Row(NamedTuple):
    """A row with attributes of its own; `row` makes it. A row without any is just its cells."""

    cells: Sequence[Child]
    attributes: Mapping[str, Any]


def row(*cells: Child, **attributes: Attribute) -> Row:
    """A row that is marked, such as the best one.

    Args:
        attributes: of the row, as `el` takes them.
    """
    return Row(cells, attributes)


def table(
    heads: Sequence[Child],
    rows: Iterable[Sequence[Child] | Row],
    *,
    caption: str = "",
    shown: bool = False,
    numbers: int = 99,
    named: int = 0,
    foot: Sequence[Sequence[Child]] = (),
    roles: bool = False,
    cls: str | None = None,
    label: str | None = None,
) -> Html:
    """The table.

    Args:
        heads: what the columns are; none for a table that needs no head.
        rows: the cells of each row.
        caption: says what it shows, to those who listen.
        shown: whether everybody sees that.
        numbers: from this column on, from 0, stand numbers.
        named: the column that says what a row is about; -1 for none.
        foot: rows that belong to no sum of the others.
        roles: whether to say that it is a table. What the styles show as cards stays one for those who listen.
        label: the same as a caption that nobody sees, where the styles would show one.
    """

    def part(tag: str, lines: list[Html]) -> Html:
        return el(tag, lines, role="rowgroup" if roles else None)

    def line(one: Sequence[Child] | Row) -> Html:
        cells, more = (one.cells, one.attributes) if isinstance(one, Row) else (one, {})
        return el("tr", [cell(at, inside) for at, inside in enumerate(cells)], role="row" if roles else None, **more)

    def cell(at: int, inside: Child) -> Html:
        if at == named:
            return el("th", inside, scope="row", role="rowheader" if roles else None)
        return el("td", inside, cls=_n(at, numbers), role="cell" if roles else None)

    columns = [
        el("th", head, cls=_n(at, numbers), scope="col", role="columnheader" if roles else None)
        for at, head in enumerate(heads)
    ]
    return el(
        "table",
        el("caption", caption, cls=None if shown else "rt-sr") if caption else None,
        part("thead", [el("tr", columns, role="row" if roles else None)]) if heads else None,
        part("tbody", [line(one) for one in rows]),
        part("tfoot", [line(one) for one in foot]) if foot else None,
        cls=cls,
        role="table" if roles else None,
        aria_label=label,
    )


def _n(at: int, numbers: int) -> str | None:
    return "n" if at >= numbers else None
