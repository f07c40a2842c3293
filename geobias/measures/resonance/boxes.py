"""What box plots of projections need: quantiles and means by group, of a model and of a survey."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from geobias.arguments import whole
from geobias.measures.resonance.clusters import clustered_mean
from geobias.measures.resonance.distributions import Projections
from geobias.measures.resonance.settings import ResonanceSettings
from geobias.measures.resonance.statements import ends
from geobias.tables import MODEL, SURVEY, ProjectionBox, ProjectionBoxTable

QUANTILES = {"lowest": 0.05, "lower": 0.25, "median": 0.5, "upper": 0.75, "highest": 0.95}
LEAST, SMALL, FEW_PROMPTS = 5, 30, 5
"""Respondents that a number of a survey must rest on; rows, and prompts, below which a mean is flagged."""


@dataclass(frozen=True)
class _Group:
    """Rows of one group of one side; `least` of them must lie at a quantile and beyond it for it to be told."""

    values: np.ndarray
    weights: np.ndarray
    clusters: np.ndarray | None
    least: int

    @classmethod
    def of(cls, side: Projections, attribute: str, group: str, least: int) -> _Group:
        at = side.rows(attribute, group)
        clusters = None if side.clusters is None else np.asarray(side.clusters)[at]
        return cls(side.values[at], side.shares[at], clusters, least)

    def quantiles(self) -> dict[str, Any]:
        order = np.argsort(self.values, kind="stable")
        values, reached = self.values[order], np.cumsum(self.weights[order])
        out: dict[str, Any] = {}
        for name, share in QUANTILES.items():
            # Sums of weights that are equal but for rounding count as equal.
            place = np.searchsorted(reached, share * reached[-1] * (1 - 1e-12))
            found = values[min(int(place), len(values) - 1)]
            beyond = min((values <= found).sum(), (values >= found).sum())
            out[name] = float(found) if beyond >= self.least else np.nan
        return out


def projection_boxes(
    model: Projections,
    survey: Projections | None,
    attributes: Sequence[str],
    settings: ResonanceSettings | None = None,
    *,
    least: int = LEAST,
) -> ProjectionBoxTable:
    """The boxes of all rows and of every group that either side has.

    Parameters
    ----------
    model, survey : as for `projection_distances`; None = no survey. A survey whose rows are responses too is treated as
        respondents are.
    least : a group of fewer respondents is not told, with a note, and of another group only quantiles at and beyond
        which so many lie. Of a model everything is told.

    >>> one = Projections(np.arange(5.0), {"sex": ["man"] * 4 + ["woman"]})
    >>> [(row.side, row.group, row.lower, row.median, row.n) for row in projection_boxes(one, one, ["sex"]).rows[:3]]
    [('model', '', 1.0, 2.0, 5), ('survey', '', nan, nan, 5), ('model', 'man', 0.0, 1.0, 4)]
    """
    chosen, least = settings or ResonanceSettings(), whole("least", least, 1)
    sides = {MODEL: (model, 1)} | ({} if survey is None else {SURVEY: (survey, least)})
    rows = []
    for attribute, group in _groups([side for side, _ in sides.values()], attributes):
        for name, (side, least_of) in sides.items():
            found = _Group.of(side, attribute, group, least_of)
            rows.append(_box(name, attribute, group, found, chosen.level))
    return ProjectionBoxTable(tuple(rows))


def _groups(sides: Sequence[Projections], attributes: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield "", ""
    for attribute in attributes:
        for group in dict.fromkeys(group for side in sides for group in side.groups(attribute)):
            yield attribute, group


def _box(side: str, attribute: str, group: str, found: _Group, level: float) -> ProjectionBox:
    n = len(found.values)
    if n < found.least:
        what = "respondents" if side == SURVEY else "responses"
        note = f"fewer than {found.least} {what}" if n else f"no {what}"
        return ProjectionBox(side, attribute, group, level=level, n=n, clusters=n, small=True, note=note)
    mean = clustered_mean(found.values[:, None], found.clusters, found.weights)
    low, high = ends(mean, level)
    small = n < SMALL or mean.clusters < FEW_PROMPTS
    return ProjectionBox(
        side, attribute, group, **found.quantiles(), mean=float(mean.mean[0]), low=float(low[0]), high=float(high[0]),
        level=level, n=n, clusters=mean.clusters, small=bool(small),
    )  # fmt: skip
