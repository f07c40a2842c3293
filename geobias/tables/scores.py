"""ScoreTable: scores of every model on every group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.errors import InputError
from geobias.tables.rows import pandas, typed

if TYPE_CHECKING:
    import pandas as pd


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
        """Long form: metric, model, repeat, group, value, union."""
        library = pandas()
        frames = []
        for name, values in self.metrics.items():
            repeats = values.shape[1]
            index = library.MultiIndex.from_product(
                [self.models, range(repeats), self.groups], names=["model", "repeat", "group"]
            )
            frame = library.DataFrame({"value": values.reshape(-1)}, index=index).reset_index()
            frame.insert(0, "metric", name)
            frames.append(frame.assign(union=frame["group"].isin(self.unions)))
        columns = ["metric", "model", "repeat", "group", "value", "union"]
        return library.concat(frames, ignore_index=True) if frames else library.DataFrame(columns=columns)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, **attributes: Any) -> ScoreTable:
        """Read the long form back; what is absent becomes NaN. Raises as `PairTable.from_frame` does."""
        metric, model, group = (typed(frame[name], str, name) for name in ("metric", "model", "group"))
        repeat, value = typed(frame["repeat"], int, "repeat"), typed(frame["value"], float, "value")
        metrics, models, groups = (tuple(dict.fromkeys(column)) for column in (metric, model, group))
        places = [{name: place for place, name in enumerate(names)} for names in (metrics, models, groups)]
        shape = (len(metrics), len(models), max(repeat, default=0) + 1, len(groups))
        values = np.full(shape, np.nan)
        at_metric, at_model, at_group = (
            [place[name] for name in column] for place, column in zip(places, (metric, model, group), strict=True)
        )
        values[at_metric, at_model, repeat, at_group] = value
        if "union" in frame:
            flags = zip(group, typed(frame["union"], bool, "union"), strict=True)
            attributes = {"unions": tuple(dict.fromkeys(name for name, flag in flags if flag))} | attributes
        return cls(models, groups, dict(zip(metrics, values, strict=True)), **attributes)
