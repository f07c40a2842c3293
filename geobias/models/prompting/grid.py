"""Grid: axes of values, all of which are combined; and marginals, where some axes are left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from geobias.errors import InputError
from geobias.suggest import nearest

Values = Mapping[str, str]
"""field -> text, of one value of an axis: a nationality may bring its article too."""


@dataclass(frozen=True)
class Grid:
    """Every combination of one value of each axis; the last axis changes fastest.

    Attributes
    ----------
    axes : name -> its values, each a mapping of fields; all values of an axis have the same fields.
    left_out : axis -> what its fields say in prompts without it. Such combinations (marginals) are made too.
    least : of the axes of `left_out`, at least so many stay in every combination.

    Raises
    ------
    InputError : an axis without values, values of other fields than the first, a field of two axes, an axis that is
        left out and is none, a `least` that no combination fulfils.
    """

    axes: Mapping[str, Sequence[Values]]
    left_out: Mapping[str, Values] = field(default_factory=dict)
    least: int = 1

    def __post_init__(self) -> None:
        owners: dict[str, str] = {}
        for axis, values in self.axes.items():
            if not values:
                raise InputError(f"axis '{axis}' of the grid must have values", "it has none", "Give it some.")
            for name in values[0]:
                if owners.setdefault(name, axis) != axis:
                    got = f"'{name}' is of '{owners[name]}' and '{axis}'"
                    raise InputError("a field of the grid must be of one axis", got, "Rename one.")
            for number, value in enumerate(values, 1):
                self._check_fields(axis, value, f"value {number}")
        for axis, value in self.left_out.items():
            if axis not in self.axes:
                mend = f"{nearest(axis, self.axes)}Name an axis."
                raise InputError("what is left out must be an axis of the grid", f"'{axis}' is none", mend)
            self._check_fields(axis, value, "what is said where it is left out")
        if self.left_out and not 0 <= self.least <= len(self.left_out):
            raise InputError(
                f"least must lie between 0 and {len(self.left_out)}, the number of axes that can be left out",
                f"it is {self.least}",
                "Correct it.",
            )

    def _check_fields(self, axis: str, value: Values, what: str) -> None:
        wanted = self.axes[axis][0]
        if set(value) != set(wanted):
            raise InputError(
                f"every value of axis '{axis}' must have the fields {list(wanted)}",
                f"{what} has {list(value)}",
                "Give each of them a text; one that says nothing is ''.",
            )

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(name for values in self.axes.values() for name in values[0])

    def rows(self) -> list[dict[str, str]]:
        """field -> text of every combination.

        >>> ages = [{"age": "20"}, {"age": "75"}]
        >>> Grid({"age": ages, "sex": [{"sex": "man"}]}, {"age": {"age": ""}}, least=0).rows()
        [{'age': '20', 'sex': 'man'}, {'age': '75', 'sex': 'man'}, {'age': '', 'sex': 'man'}]
        """
        choices = [
            [*((axis, value) for value in values), *([(None, self.left_out[axis])] if axis in self.left_out else [])]
            for axis, values in self.axes.items()
        ]
        rows = []
        for chosen in product(*choices):
            staying = sum(axis in self.left_out for axis, _ in chosen)
            if staying >= self.least or not self.left_out:
                rows.append({name: text for _, value in chosen for name, text in value.items()})
        return rows
