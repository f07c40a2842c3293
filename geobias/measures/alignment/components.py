"""A crossed model of answers: how much of what groups think of items is their own?

An answer of annotator a of group g to item i is g's mean (its sensitivity) + item + group x item + annotator +
residual, all but the first random and independent. Components come from mean products of pairs of answers, by what the
two share (the method of moments of Henderson 1953 and Koch 1967, Technometrics 9): two annotators of one group at one
item share item and group x item, of two groups the item, one annotator at two items himself. Where every annotator
answers every item this is the analysis of variance, and equals REML where no component is negative.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from geobias.corpora import Judgements
from geobias.errors import require
from geobias.measures.alignment.columns import Columns, Family
from geobias.measures.alignment.intervals import Attributes
from geobias.measures.alignment.moments import SHARES, GroupAnswers, P
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.measures.alignment.statistics import Measured
from geobias.stats import TwoWaySpread
from geobias.tables import (
    ANNOTATOR,
    COMPONENTS,
    GROUP,
    GROUP_ITEM,
    ITEM,
    OWN_SHARE,
    RESIDUAL,
    VarianceComponent,
    VarianceComponentTable,
)

FEW = "fewer than two groups with 10 items that two annotators of each answered"


def crossed_model(
    judgements: Judgements, attributes: Attributes, settings: AlignmentSettings | None = None
) -> VarianceComponentTable:
    """Components of every attribute over the groups that are told, annotators of several groups left out.

    >>> from geobias.corpora import make_judgements
    >>> found = crossed_model(make_judgements(annotators=40), ["region"]).rows
    >>> [(row.component, round(row.value, 1)) for row in found if row.component != "group"]
    [('item', 0.7), ('group x item', 0.4), ('annotator', 0.1), ('residual', 0.5), ('own share of opinions', 0.4)]
    """
    chosen = settings or AlignmentSettings()
    rows: list[VarianceComponent] = []
    for attribute in attributes:
        rows += _components(judgements, Family.of(judgements, attribute, chosen), chosen)
    return VarianceComponentTable(tuple(rows))


def _components(judgements: Judgements, family: Family, settings: AlignmentSettings) -> Iterator[VarianceComponent]:
    groups, left = _alone(judgements, family)
    note = f"{left} annotators of several groups left out" if left else ""
    if len(groups) < 2:
        yield from (VarianceComponent(family.name, name, note=FEW) for name in (*COMPONENTS, OWN_SHARE))
        return
    model = _Model.of(groups, len(judgements.items))
    ends = model.ends(judgements, settings.level)
    values, sizes = model.values, (len(groups), len(model.annotators), int((~np.isnan(model.means)).any(0).sum()))
    total = sum(max(value, 0) for value in values.values())
    for name in COMPONENTS:
        low, high = ends.get(name, (np.nan, np.nan))
        share = max(values[name], 0) / total if total > 0 else np.nan
        yield VarianceComponent(family.name, name, values[name], low, high, settings.level, share, *sizes, note)
    opinions = values[ITEM] + values[GROUP_ITEM]
    own = values[GROUP_ITEM] / opinions if opinions > 0 else np.nan
    yield VarianceComponent(family.name, OWN_SHARE, own, *ends[OWN_SHARE], settings.level, own, *sizes, note)


def _alone(judgements: Judgements, family: Family) -> tuple[dict[str, GroupAnswers], int]:
    """The groups by annotators who are in one alone, and how many are in several."""
    of = {group: judgements.annotator[cell.judgements] for group, cell in family.told.items()}
    times = np.zeros(len(judgements.annotators), dtype=np.int64)
    for who in of.values():
        times[np.unique(who)] += 1
    groups = {}
    for group, cell in family.told.items():
        kept = cell.judgements[times[of[group]] == 1]
        several = np.bincount(judgements.item[kept], minlength=len(judgements.items)) > 1
        groups[group] = GroupAnswers.of(judgements, kept, several)
    return {group: one for group, one in groups.items() if one.paired.sum() >= 10}, int((times > 1).sum())


@dataclass(frozen=True)
class _Model:
    """groups : one G of them. means : float64 (G, I), mean answers about the group's own mean, in units of the answers;
    NaN = none. levels : float64 (G,), the groups' own means. values : component -> its variance."""

    groups: list[GroupAnswers]
    means: np.ndarray
    values: Mapping[str, float]
    annotators: np.ndarray

    @classmethod
    def of(cls, groups: Mapping[str, GroupAnswers], n_items: int) -> _Model:
        means = np.full((len(groups), n_items), np.nan)
        for place, group in enumerate(groups.values()):
            means[place, group.items] = group.mean * group.unit
        products = np.array([_products(group) for group in groups.values()]) * [[g.unit**2] for g in groups.values()]
        single, item, annotator, nothing = products.mean(0)
        common = float(np.mean([_between(*means[[a, b]]) for a, b in combinations(range(len(groups)), 2)]))
        levels = np.array([group.level for group in groups.values()])
        noise = np.mean([(group.own_error * group.unit) ** 2 for group in groups.values()])
        values = {
            ITEM: common,
            GROUP: float(levels.var(ddof=1) - noise),
            GROUP_ITEM: float(item - nothing - common),
            ANNOTATOR: float(annotator - nothing),
            RESIDUAL: float(single - item - annotator + nothing),
        }
        who = np.unique(np.concatenate([group.annotator for group in groups.values()]))
        return cls(list(groups.values()), means, values, who)

    def ends(self, judgements: Judgements, level: float) -> dict[str, tuple[float, float]]:
        """Intervals of item and group x item, and of the share of the second, on the scale of log((a + b) / a)."""
        law = require("scipy.stats", extra="study", purpose="intervals of variance components")
        spread = self._spread(judgements)
        within, between = self.values[ITEM] + self.values[GROUP_ITEM], self.values[ITEM]
        known = within > 0 and between > 0
        out = {}
        for name, value, slopes in (
            (ITEM, between, (0.0, 1.0)),
            (GROUP_ITEM, within - between, (1.0, -1.0)),
            (OWN_SHARE, np.nan, (1 / within, -1 / between) if known else (np.nan, np.nan)),
        ):
            slope = np.array(slopes)
            half = law.t.ppf((1 + level) / 2, spread.df.min()) * np.sqrt(max(slope @ spread.covariance @ slope, 0))
            if name == OWN_SHARE:
                middle = np.log(within / between) if known else np.nan
                out[name] = (float(-np.expm1(half - middle)), float(-np.expm1(-half - middle)))
            else:
                out[name] = (float(value - half), float(value + half))
        return out

    def _spread(self, judgements: Judgements) -> TwoWaySpread:
        """Of the products within groups and of those between."""
        columns, size = Columns(judgements), len(self.groups)
        products = self.means - np.nanmean(self.means, 1, keepdims=True)
        parts = []
        for place, group in enumerate(self.groups):
            slopes = np.zeros((1, SHARES + len(group.values)))
            slopes[0, P] = group.unit**2 / size
            items, cells = group.influences(np.zeros((1, len(group))), slopes)
            others = np.delete(products, place, 0)[:, group.items]
            known = ~np.isnan(others)
            counts = (~np.isnan(np.delete(self.means, place, 0)) & ~np.isnan(self.means[place])).sum(1)[:, None]
            weights = known / np.maximum(counts, 1) / (size * (size - 1))
            facing = (np.where(known, others, 0) * weights).sum(0)
            own = products[place][group.items]
            joint = (own * np.where(known, others, 0) * weights - self.values[ITEM] * weights).sum(0)
            between = 2 * facing[group.item] * group.apart * group.unit
            found = Measured(np.zeros(2), np.column_stack([items, joint]), np.column_stack([cells, between]))
            parts.append((group, found, np.ones(2)))
        columns.add(parts)
        return columns.spread()


def _products(group: GroupAnswers) -> tuple[float, float, float, float]:
    """Mean products of two answers of a group: one and itself, at one item, of one annotator, of neither."""
    squares = group.y**2
    each = 1 / group.count[group.item]
    who, item_sums = np.unique(group.annotator, return_inverse=True)[1], group.mean.sum()
    of, shares = np.bincount(who, each * group.y), np.bincount(who, each)
    own, weights = (each**2 * squares).sum(), (each**2).sum()
    apart = item_sums**2 - (group.mean**2).sum() - (of**2).sum() + own
    pairs = len(group) ** 2 - len(group) - (shares**2).sum() + weights
    counts = np.bincount(who)
    many = counts > 1
    of_one = (np.bincount(who, group.y) ** 2 - np.bincount(who, squares))[many] / (counts[many] - 1)
    return (
        float((each * squares).sum() / len(group)),
        float(group.product[group.paired].mean()),
        float(of_one.sum() / counts[many].sum()) if many.any() else float("nan"),
        float(apart / pairs) if pairs > 0 else float("nan"),
    )


def _between(first: np.ndarray, second: np.ndarray) -> float:
    """Covariance of two groups' mean answers over the items that both answered."""
    both = ~np.isnan(first) & ~np.isnan(second)
    return float(np.cov(first[both], second[both])[0, 1]) if both.sum() > 1 else float("nan")
