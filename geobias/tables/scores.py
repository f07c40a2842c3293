"""ScoreTable: scores of every model on every group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.errors import InputError
from geobias.tables.cells import columns_of, marked, pandas, positions
from geobias.tables.summaries import NOT_MEASURED, aligned, number, several
from geobias.tables.table import Table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ScoreRow:
    """One metric of one model on one group in one repeat; `pooled` says what the group is."""

    metric: str
    model: str
    repeat: int
    group: str
    value: float
    pooled: bool = False


@dataclass(frozen=True, repr=False, eq=False)
class ScoreTable(Table):
    """Scores of every model on every group, for several metrics.

    Attributes
    ----------
    models, groups : names, M and G of them.
    metrics : metric name -> float64 (models, repeats, groups); NaN = undefined or not labelled.
    pooled_groups : see `PairTable`.
    provenance : "computed from predictions", or where imported values came from.
    """

    models: tuple[str, ...]
    groups: tuple[str, ...]
    metrics: Mapping[str, np.ndarray]
    pooled_groups: tuple[str, ...] = ()
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
        """Long form: the fields of `ScoreRow` in columns."""
        library = pandas()
        frames = []
        for name, values in self.metrics.items():
            repeats = values.shape[1]
            index = library.MultiIndex.from_product(
                [self.models, range(repeats), self.groups], names=["model", "repeat", "group"]
            )
            frame = library.DataFrame({"value": values.reshape(-1)}, index=index).reset_index()
            frame.insert(0, "metric", name)
            frames.append(frame.assign(pooled=frame["group"].isin(self.pooled_groups)))
        columns = [field.name for field in fields(ScoreRow)]
        return library.concat(frames, ignore_index=True) if frames else library.DataFrame(columns=columns)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, **attributes: Any) -> ScoreTable:
        """Read the long form back; what is absent becomes NaN. Raises as `RowTable.from_frame` does."""
        rows = columns_of(frame, ScoreRow, ("metric", "model", "repeat", "group"), made_by=cls.__name__)
        metrics, models, groups = (tuple(dict.fromkeys(rows[name])) for name in ("metric", "model", "group"))
        shape = (len(metrics), len(models), max(rows["repeat"], default=0) + 1, len(groups))
        values = np.full(shape, np.nan)
        values[
            positions(metrics, rows["metric"]), positions(models, rows["model"]), rows["repeat"],
            positions(groups, rows["group"]),
        ] = rows["value"]  # fmt: skip
        if "pooled" in rows:
            attributes = {"pooled_groups": marked(rows["group"], rows["pooled"])} | attributes
        return cls(models, groups, dict(zip(metrics, values, strict=True)), **attributes)

    def summary(self) -> str:
        """Models, groups and repeats; of every metric the mean over models and repeats, lowest and highest group.

        >>> print(ScoreTable(("m",), ("au", "ca"), {"accuracy": np.array([[[0.8, 0.75]]])}).summary())
        1 metric: 1 model, 2 groups, 1 repeat
          metric     mean  lowest     highest
          accuracy  0.775  ca (0.75)  au (0.8)
        """
        repeats = max((values.shape[1] for values in self.metrics.values()), default=0)
        sizes = ((len(self.models), "model"), (len(self.groups), "group"), (repeats, "repeat"))
        head = f"{several(len(self.metrics), 'metric')}: {', '.join(several(*size) for size in sizes)}"
        rows = [[name, *self._ends(values)] for name, values in self.metrics.items()]
        return "\n".join([head, *(aligned(["metric", "mean", "lowest", "highest"], rows) if rows else [])])

    def _ends(self, values: np.ndarray) -> list[str]:
        """Mean over the groups, lowest and highest group, as texts."""
        known = ~np.isnan(values)
        counts, sums = known.sum((0, 1)), np.where(known, values, 0.0).sum((0, 1))
        means = [(sums[at] / counts[at], self.groups[at]) for at in np.flatnonzero(counts)]
        if not means:
            return [NOT_MEASURED] * 3
        ends = [f"{group} ({number(mean)})" for mean, group in (min(means), max(means))]
        return [number(float(np.mean([mean for mean, _ in means]))), *ends]
