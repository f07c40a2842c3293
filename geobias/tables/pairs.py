"""PairTable: one quantity for every pair of groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.errors import InputError
from geobias.means import known_mean
from geobias.tables.cells import pandas
from geobias.tables.groups import BASE, POOLED, GroupDescriptor
from geobias.tables.pair_frames import from_long, to_long
from geobias.tables.rsa import NAMES, from_rdms, to_rdms
from geobias.tables.summaries import aligned, number, pair, several
from geobias.tables.table import Table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False, eq=False)
class PairTable(Table):
    """One quantity for every pair of groups: a distance, a gap, a dependence.

    Attributes
    ----------
    groups : names of the G groups, as strings.
    values : float64 (repeats, G, G), symmetric; NaN = not measured. The diagonal takes no part in relations.
    quantity : what is measured, by name or as `Quantity`: "sinkhorn", "lda", "gap[accuracy]".
    units : e.g. "points" for gaps in percentage points.
    pooled_groups : groups that are made of other groups' texts or are a reference (mixed, multiple, baseline); they are
        shown, and stay out of inference unless asked in.
    nonnegative : declares an absolute quantity; a negative value is then an error.
    details : what made the numbers (backend, diameter, sizes ...), for the record.
    sizes : group -> texts (or other units) that it was measured on, as far as known.
    attributes : group -> attribute -> value, of groups that several attributes make, as far as known.

    >>> table = PairTable(("au", "ca"), np.array([[[0, 2.0], [2.0, 0]]]), "sinkhorn")
    >>> table.pairs, table.vector().tolist()
    ([('au', 'ca')], [2.0])
    """

    groups: tuple[str, ...]
    values: np.ndarray
    quantity: str
    units: str = ""
    pooled_groups: tuple[str, ...] = ()
    nonnegative: bool = False
    details: Mapping[str, Any] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    attributes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", tuple(self.groups))
        object.__setattr__(self, "quantity", str(self.quantity))
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
        self._check_described()

    def _check_sign(self) -> None:
        if not self.nonnegative or not (self.values < 0).any():
            return
        _, i, j = np.argwhere(self.values < 0)[0]
        raise InputError(
            f"the absolute quantity '{self.quantity}' must not be negative",
            f"{self.groups[i]}-{self.groups[j]} is {np.nanmin(self.values[:, i, j])}",
            "Take absolute values of all pairs, or declare the table signed (nonnegative=False).",
        )

    def _check_described(self) -> None:
        unknown = [name for name in (*self.sizes, *self.attributes) if name not in self.groups]
        if unknown:
            raise InputError(
                f"sizes and attributes of the table '{self.quantity}' must be of its groups",
                f"{unknown} are none",
                f"It has {list(self.groups)}.",
            )

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Pairs of distinct groups in the order of `vector`."""
        return list(combinations(self.groups, 2))

    @property
    def base_groups(self) -> tuple[str, ...]:
        """The groups that inference runs on by default: all but pooled groups and references."""
        return tuple(group for group in self.groups if group not in self.pooled_groups)

    @property
    def descriptors(self) -> tuple[GroupDescriptor, ...]:
        """What is known of every group, in the order of `groups`.

        >>> zero, attributes = np.zeros((1, 2, 2)), {"us / f": {"country": "us", "sex": "f"}}
        >>> PairTable(("us / f", "all"), zero, "lda", pooled_groups=("all",), attributes=attributes).descriptors[0]
        GroupDescriptor(name='us / f', role='base', size=None, attributes={'country': 'us', 'sex': 'f'})
        """
        return tuple(
            GroupDescriptor(
                name,
                POOLED if name in self.pooled_groups else BASE,
                self.sizes.get(name),
                self.attributes.get(name, {}),
            )
            for name in self.groups
        )

    def groups_where(self, **attributes: str) -> tuple[str, ...]:
        """The groups whose `attributes` have these values, for `select`: `groups_where(sex="f")`."""
        asked = attributes.items()
        return tuple(name for name in self.groups if asked <= dict(self.attributes.get(name, {})).items())

    def mean(self) -> np.ndarray:
        """Mean over the repeats that were measured, float64 (G, G); NaN where none was."""
        return known_mean(self.values, 0)

    def standard_deviation(self) -> np.ndarray:
        """Standard deviation over the measured repeats (n - 1), float64 (G, G); NaN with fewer than two."""
        known = ~np.isnan(self.values)
        counts = known.sum(0)
        squares = np.where(known, self.values - self.mean(), 0.0) ** 2
        return np.where(counts > 1, np.sqrt(squares.sum(0) / np.maximum(counts - 1, 1)), np.nan)

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
        kept: dict[str, Any] = {
            "pooled_groups": tuple(name for name in self.pooled_groups if name in names),
            "sizes": {name: size for name, size in self.sizes.items() if name in names},
            "attributes": {name: known for name, known in self.attributes.items() if name in names},
        }
        return replace(self, groups=names, values=self.values[:, index][:, :, index], **kept)

    def to_frame(self) -> pd.DataFrame:
        """Long form: the fields of `PairRow` in columns, those of sizes and attributes where they are known.

        The diagonal and `details` are left out. A table without a pair has no rows, so its groups and name are lost.
        """
        return pandas().DataFrame(to_long(self))

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, groups: Sequence[str] | None = None, **attributes: Any) -> PairTable:
        """Read the long form back; a pair or repeat that is absent becomes NaN.

        groups : their order; None = as they come. attributes : fields of the table that differ from what the frame
        says. Of a frame of several quantities, such as a run's `distances`, `quantity` names the one to read.

        Raises
        ------
        InputError : a column is missing, a group's name is blank (a csv reader took "NA" for a missing value), a cell
            is no number, a pair has two values in one repeat, or the frame has several quantities and none is named.
        """
        return cls(**from_long(frame, groups, attributes.get("quantity")) | attributes)

    def to_rdms(self) -> Any:
        """The table for rsatoolbox: an `RDMs`, each repeat an RDM and each group a pattern.

        The quantity is the dissimilarity measure, units and details are descriptors; pattern descriptors are "group",
        "pooled", "size" and "attributes". NaN stays NaN, which rsatoolbox leaves out; the diagonal is left out.
        Raises MissingDependencyError where rsatoolbox is not there.
        """
        return to_rdms(self)

    @classmethod
    def from_rdms(cls, rdms: Any, names: str = NAMES, **attributes: Any) -> PairTable:
        """The table of an `RDMs` of rsatoolbox; the inverse of `to_rdms`, and of any other with names.

        names : the pattern descriptor that has the groups' names. attributes : fields of the table that differ from
        what the RDMs say. Raises InputError where there is no such descriptor.
        """
        return cls(**from_rdms(rdms, names) | attributes)

    def summary(self, most: int = 3) -> str:
        """Groups, pairs and repeats; then of the pairs of base groups the `most` largest and the smallest: mean ± sd.

        >>> values = np.array([[[0, 2.0, 5.0], [2.0, 0, 3.5], [5.0, 3.5, 0]]])
        >>> print(PairTable(("au", "ca", "nz"), np.concatenate([values, values + 1]), "sinkhorn").summary())
        sinkhorn: 3 groups, 3 pairs, 2 repeats
          pair   mean  ± sd
          au–nz   5.5  ± 0.707
          ca–nz     4  ± 0.707
          au–ca   2.5  ± 0.707
        """
        base = self.select(self.base_groups)
        means, upper = base.vector(), np.triu_indices(len(base.groups), 1)
        repeats = several(len(self.values), "repeat")
        head = f"{self.quantity}: {several(len(base.groups), 'group')}, {several(len(means), 'pair')}, {repeats}"
        lines = [head + (f" [{self.units}]" if self.units else "")]
        if self.pooled_groups:
            lines.append(f"  beside them, out of inference: {', '.join(self.pooled_groups)}")
        known = [int(at) for at in np.argsort(-means, kind="stable") if not np.isnan(means[at])]
        chosen = known if len(known) <= most + 1 else [*known[:most], known[-1]]
        spread = base.standard_deviation()[upper]
        rows = [[pair(*base.pairs[at]), number(means[at]), f"± {number(spread[at])}"] for at in chosen]
        if len(chosen) < len(known):
            rows.insert(most, ["…", "", ""])
        columns = 2 if np.isnan(spread[chosen]).all() else 3
        lines += aligned(["pair", "mean", "± sd"][:columns], [row[:columns] for row in rows]) if rows else []
        lost = len(means) - len(known)
        return "\n".join([*lines, *([f"  not measured: {several(lost, 'pair')}"] if lost else [])])
