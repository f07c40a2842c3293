"""PairTable: one quantity for every pair of groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.errors import InputError
from geobias.means import known_mean
from geobias.tables.rows import pandas, typed

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class PairTable:
    """One quantity for every pair of groups: a distance, a gap, a dependence.

    Attributes
    ----------
    groups : names of the G groups, as strings.
    values : float64 (repeats, G, G), symmetric; NaN = not measured. The diagonal takes no part in relations.
    quantity : what is measured, e.g. "sinkhorn", "lda", "gap[accuracy]".
    units : e.g. "points" for gaps in percentage points.
    unions : groups that are made of other groups' texts or are a reference (mixed, multiple, baseline); they are
        shown, and stay out of inference unless asked in.
    nonnegative : declares an absolute quantity; a negative value is then an error.
    details : what made the numbers (backend, diameter, sizes ...), for the record.

    >>> table = PairTable(("au", "ca"), np.array([[[0, 2.0], [2.0, 0]]]), "sinkhorn")
    >>> table.pairs, table.vector().tolist()
    ([('au', 'ca')], [2.0])
    """

    groups: tuple[str, ...]
    values: np.ndarray
    quantity: str
    units: str = ""
    unions: tuple[str, ...] = ()
    nonnegative: bool = False
    details: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", tuple(self.groups))
        object.__setattr__(self, "values", np.asarray(self.values, dtype=np.float64))
        size = len(self.groups)
        if len(set(self.groups)) != size:
            raise InputError(
                f"groups of the table '{self.quantity}' must be distinct",
                f"they are {self.groups}",
                "Rename one.",
            )
        if self.values.ndim != 3 or self.values.shape[1:] != (size, size):
            raise InputError(
                f"values of the table '{self.quantity}' must be (repeats, {size}, {size}) for its {size} groups",
                f"they are {self.values.shape}",
                "Add a leading axis for a single repeat.",
            )
        if not np.array_equal(self.values, self.values.transpose(0, 2, 1), equal_nan=True):
            raise InputError(
                f"the table '{self.quantity}' must be symmetric",
                "it is not",
                "Measure each pair once and mirror it.",
            )
        self._check_sign()

    def _check_sign(self) -> None:
        if not self.nonnegative or not (self.values < 0).any():
            return
        _, i, j = np.argwhere(self.values < 0)[0]
        raise InputError(
            f"the absolute quantity '{self.quantity}' must not be negative",
            f"{self.groups[i]}-{self.groups[j]} is {np.nanmin(self.values[:, i, j])}",
            "Take absolute values of all pairs, or declare the table signed (nonnegative=False).",
        )

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Pairs of distinct groups in the order of `vector`."""
        return list(combinations(self.groups, 2))

    @property
    def base_groups(self) -> tuple[str, ...]:
        """The groups that inference runs on by default: all but unions and references."""
        return tuple(group for group in self.groups if group not in self.unions)

    def mean(self) -> np.ndarray:
        """Mean over the repeats that were measured, float64 (G, G); NaN where none was."""
        return known_mean(self.values, 0)

    def vector(self) -> np.ndarray:
        """`mean` of every pair of distinct groups, float64 (G (G - 1) / 2,)."""
        return self.mean()[np.triu_indices(len(self.groups), 1)]

    def select(self, groups: Iterable[str]) -> PairTable:
        """The table of some groups, in the order given."""
        names = tuple(groups)
        missing = [name for name in names if name not in self.groups]
        if missing:
            raise InputError(
                f"groups asked of the table '{self.quantity}' must be in it",
                f"{missing} are not",
                f"It has {list(self.groups)}.",
            )
        index = [self.groups.index(name) for name in names]
        unions = tuple(name for name in self.unions if name in names)
        values = self.values[:, index][:, :, index]
        return PairTable(names, values, self.quantity, self.units, unions, self.nonnegative, self.details)

    def to_frame(self) -> pd.DataFrame:
        """Long form: quantity, units, repeat, group_a, group_b, value, and what `unions` and `nonnegative` say.

        The diagonal and `details` are left out.
        """
        repeats = len(self.values)
        sides = dict(zip("ab", np.triu_indices(len(self.groups), 1), strict=True))
        names = np.array(self.groups, dtype=object)
        union = np.array([name in self.unions for name in self.groups], dtype=bool)
        return pandas().DataFrame(
            {
                "quantity": self.quantity,
                "units": self.units,
                "repeat": np.repeat(np.arange(repeats), len(sides["a"])),
                **{f"group_{side}": np.tile(names[at], repeats) for side, at in sides.items()},
                "value": self.values[:, sides["a"], sides["b"]].reshape(-1),
                **{f"union_{side}": np.tile(union[at], repeats) for side, at in sides.items()},
                "nonnegative": self.nonnegative,
            }
        )

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, groups: Sequence[str] | None = None, **attributes: Any) -> PairTable:
        """Read the long form back; a pair or repeat that is absent becomes NaN.

        Raises
        ------
        InputError : a group's name is blank (a csv reader took "NA" for a missing value), or a cell is no number.
        """
        a, b = (typed(frame[name], str, name) for name in ("group_a", "group_b"))
        names = tuple(groups) if groups is not None else tuple(dict.fromkeys([*a, *b]))
        repeat = typed(frame["repeat"], int, "repeat")
        values = np.full((max(repeat, default=0) + 1, len(names), len(names)), np.nan)
        values[:, range(len(names)), range(len(names))] = 0.0
        at_a, at_b = ([names.index(name) for name in side] for side in (a, b))
        values[repeat, at_a, at_b] = values[repeat, at_b, at_a] = typed(frame["value"], float, "value")
        return cls(names, values, **(_said_of_all(frame, [*a, *b]) | attributes))


def _said_of_all(frame: pd.DataFrame, members: Sequence[str]) -> dict[str, Any]:
    """What the columns of a pairwise table's frame say of the whole table."""
    said: dict[str, Any] = {
        name: (typed(frame[name], str, name, optional=True) or [""])[0] for name in ("quantity", "units")
    }
    if "union_a" in frame:
        flags = [flag for name in ("union_a", "union_b") for flag in typed(frame[name], bool, name)]
        said["unions"] = tuple(dict.fromkeys(name for name, flag in zip(members, flags, strict=True) if flag))
    if "nonnegative" in frame:
        said["nonnegative"] = any(typed(frame["nonnegative"], bool, "nonnegative"))
    return said
