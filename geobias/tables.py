"""The tables that flow between rooms: PairTable, ScoreTable, Predictions and RelationTable.

Values are numpy arrays; pandas is imported by `to_frame` and `from_frame` alone, so that the light rooms stay light.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.errors import InputError, require

if TYPE_CHECKING:
    import pandas as pd


def _pandas() -> Any:
    return require("pandas", extra="study", purpose="a table as a data frame")


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
        known = ~np.isnan(self.values)
        counts = known.sum(0)
        sums = np.where(known, self.values, 0.0).sum(0)
        return np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)

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
        """Long form: quantity, units, repeat, group_a, group_b, value; the diagonal is left out."""
        repeats = len(self.values)
        rows, columns = np.triu_indices(len(self.groups), 1)
        names = np.array(self.groups, dtype=object)
        return _pandas().DataFrame(
            {
                "quantity": self.quantity,
                "units": self.units,
                "repeat": np.repeat(np.arange(repeats), len(rows)),
                "group_a": np.tile(names[rows], repeats),
                "group_b": np.tile(names[columns], repeats),
                "value": self.values[:, rows, columns].reshape(-1),
            }
        )

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, groups: Sequence[str] | None = None, **attributes: Any) -> PairTable:
        """Read the long form back; a pair or repeat that is absent becomes NaN."""
        names = tuple(groups) if groups is not None else tuple(dict.fromkeys([*frame.group_a, *frame.group_b]))
        place = {name: i for i, name in enumerate(names)}
        repeats = int(frame.repeat.max()) + 1 if len(frame) else 1
        values = np.full((repeats, len(names), len(names)), np.nan)
        values[:, range(len(names)), range(len(names))] = 0.0
        a, b = frame.group_a.map(place).to_numpy(), frame.group_b.map(place).to_numpy()
        values[frame.repeat, a, b] = values[frame.repeat, b, a] = frame.value
        for name in ("quantity", "units"):
            if name not in attributes:
                attributes[name] = str(frame[name].iloc[0]) if len(frame) else ""
        return cls(names, values, **attributes)


@dataclass(frozen=True)
class Predictions:
    """What every model says of every text; all scores are computed from these.

    Attributes
    ----------
    models : names of the M models, e.g. "set0-fold3".
    rows : int64 (n,), rows of the corpus.
    labels : int8 (n,) for one of two labels a text, (n, L) of 0 and 1 for more; -1 = not labelled.
    probabilities : float32 (M, n) of the positive label, or (M, n, L); NaN = this model gives none for this row.
    label_names : the two labels (negative first), or the L labels.
    threshold : a probability of at least this counts as positive; one for all models, or float64 (M,), one each.
    exclusive : a text has one of the L labels; the most probable one counts as said, whatever the threshold.
    """

    models: tuple[str, ...]
    rows: np.ndarray
    labels: np.ndarray
    probabilities: np.ndarray
    label_names: tuple[str, ...]
    threshold: float | np.ndarray = 0.5
    exclusive: bool = False

    def __post_init__(self) -> None:
        if np.ndim(self.threshold) and np.shape(self.threshold) != (len(self.models),):
            raise InputError(
                f"thresholds must be one number, or {len(self.models)}, one a model",
                f"they are {np.shape(self.threshold)}",
                "Give one for every model.",
            )
        expected = (len(self.models), *self.labels.shape)
        if len(self.rows) != len(self.labels) or self.probabilities.shape != expected:
            raise InputError(
                f"probabilities must be {expected} for {len(self.models)} models and {len(self.rows)} rows",
                f"they are {self.probabilities.shape}, with labels {self.labels.shape}",
                "Give one prediction a model and row, NaN where there is none.",
            )

    @property
    def multilabel(self) -> bool:
        """Whether every label has a probability of its own."""
        return self.labels.ndim == 2

    @property
    def task(self) -> str:
        """ "binary", "multiclass" (one of several labels a text) or "multilabel"; see `Corpus.task`."""
        return ("multiclass" if self.exclusive else "multilabel") if self.multilabel else "binary"

    def thresholds(self, at: np.ndarray) -> np.ndarray:
        """float64, to compare the probabilities of the places `at` (k,) with: (M, 1), (M, 1, 1) or (M, k, 1)."""
        if self.exclusive:
            return self.probabilities[:, at].max(-1, keepdims=True).astype(np.float64)
        shape = (len(self.models), *(1 for _ in self.labels.shape))
        return np.broadcast_to(np.reshape(self.threshold, (-1, *shape[1:])), shape).astype(np.float64)


@dataclass(frozen=True)
class ScoreTable:
    """Scores of every model on every group, for several metrics.

    Attributes
    ----------
    models, groups : names, M and G of them.
    metrics : metric name -> float64 (models, repeats, groups); NaN = undefined or not labelled.
    unions : see `PairTable`.
    provenance : "computed from predictions", or where imported values came from.
    """

    models: tuple[str, ...]
    groups: tuple[str, ...]
    metrics: Mapping[str, np.ndarray]
    unions: tuple[str, ...] = ()
    provenance: str = "computed from predictions"

    def __post_init__(self) -> None:
        for name, values in self.metrics.items():
            if values.ndim != 3 or values.shape[::2] != (len(self.models), len(self.groups)):
                raise InputError(
                    f"scores '{name}' must be ({len(self.models)}, repeats, {len(self.groups)})",
                    f"they are {values.shape}",
                    "Order the axes as models, repeats, groups.",
                )

    def to_frame(self) -> pd.DataFrame:
        """Long form: metric, model, repeat, group, value."""
        pandas = _pandas()
        frames = []
        for name, values in self.metrics.items():
            repeats = values.shape[1]
            index = pandas.MultiIndex.from_product(
                [self.models, range(repeats), self.groups], names=["model", "repeat", "group"]
            )
            frame = pandas.DataFrame({"value": values.reshape(-1)}, index=index).reset_index()
            frame.insert(0, "metric", name)
            frames.append(frame)
        columns = ["metric", "model", "repeat", "group", "value"]
        return pandas.concat(frames, ignore_index=True) if frames else pandas.DataFrame(columns=columns)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, **attributes: Any) -> ScoreTable:
        """Read the long form back; what is absent becomes NaN."""
        models = tuple(dict.fromkeys(frame.model.astype(str)))
        groups = tuple(dict.fromkeys(frame.group.astype(str)))
        shape = (len(models), int(frame.repeat.max()) + 1 if len(frame) else 1, len(groups))
        metrics = {}
        for name, part in frame.groupby("metric", sort=False):
            values = np.full(shape, np.nan)
            at_model = part.model.astype(str).map({m: i for i, m in enumerate(models)})
            at_group = part.group.astype(str).map({g: i for i, g in enumerate(groups)})
            values[at_model, part.repeat, at_group] = part.value
            metrics[str(name)] = values
        return cls(models, groups, metrics, **attributes)


@dataclass(frozen=True)
class Relation:
    """How one pairwise table goes with another, by one coefficient.

    `x` and `y` are quantities; `n_groups` and `n_pairs` say what was used; `coefficient` names the statistic and
    its variant ("spearman", "kendall_tau_b", "pearson"), `strength` puts it in a word. `p_relabel` comes from
    relabelling the groups of one table (`relabel_method` "exact" over all G! or "sampled"), `p_seed_sd` is its standard
    deviation over seeds (0 when exact), `p_smallest` the least value it could take. `p_asymptotic` and
    `p_pair_shuffle` treat pairs as independent, which they are not: both are anti-conservative.

    Over the declared `family`, `q_relabel` is `p_relabel` after Benjamini-Hochberg (false discovery rate), `p_holm`
    after Holm, and `p_max` by the largest statistic of each relabelling (Westfall and Young, step-down); both control
    the family-wise error rate. `excluded` names the groups left out on purpose. `note` says why a value is NaN.
    """

    x: str
    y: str
    coefficient: str
    statistic: float
    n_groups: int
    n_pairs: int
    groups: str
    alternative: str
    p_relabel: float
    relabel_method: str
    n_relabelings: int
    p_smallest: float
    p_asymptotic: float
    p_pair_shuffle: float
    family: str = ""
    q_relabel: float = float("nan")
    p_holm: float = float("nan")
    p_max: float = float("nan")
    p_seed_sd: float = float("nan")
    strength: str = ""
    excluded: str = ""
    note: str = ""


@dataclass(frozen=True)
class RelationTable:
    """Relations, one a row; `to_frame` has the fields of `Relation` as columns."""

    rows: tuple[Relation, ...]

    def to_frame(self) -> pd.DataFrame:
        return _pandas().DataFrame(
            [asdict(row) for row in self.rows], columns=[column.name for column in fields(Relation)]
        )

    @classmethod
    def from_frame(cls, frame: pd.DataFrame) -> RelationTable:
        return cls(tuple(Relation(**record) for record in frame.to_dict("records")))
