"""What the scores say, and what they do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.groups import Groups
from geobias.report.pairs import pair_table, quantities
from geobias.report.phrases import NOT_MEASURED, listing, metric_label, number, pair, plural
from geobias.report.section import Finding
from geobias.report.sections.performance.figures import main_metrics, model_means
from geobias.tables import GAP, Quantity

if TYPE_CHECKING:
    import pandas as pd

LIMITS = (
    "Gaps are absolute differences, so chance alone makes them larger than zero, and more so for small groups; gaps of "
    "precision follow the shares of the labels. These scores count every evaluated text; intervals and verdicts count "
    "copies once, so that their gaps may differ a little."
)


def task_finding(task: str, labels: Sequence[str]) -> Iterator[Finding]:
    """Which label is the positive one, or that none is."""
    if task == "binary" and len(labels) == 2:
        negative, positive = labels
        words = f"In the names of scores, pos is the label '{positive}' and neg the label '{negative}'."
        yield Finding(words)
    if task == "multiclass":
        words = f"The task tells {len(labels)} labels apart, none of them the positive one: {listing(labels)}. "
        words += "Precision, recall and F1 are means over the labels, as is the AUC, of each label against the others."
        yield Finding(words)


def performance_findings(scores: pd.DataFrame, gaps: pd.DataFrame | None, groups: Groups) -> Iterator[Finding]:
    """Best and worst region and the largest gap by every main metric; then the cautions."""
    metrics = main_metrics(scores)
    for metric in metrics:
        words = f"{_scores(scores, metric, groups)} {_largest_gap(gaps, metric, groups)}"
        yield Finding(words.strip(), headline=metric == metrics[0])
    yield Finding(_spread(scores, metrics[0], groups), caution=True)
    if gaps is not None:
        yield Finding(LIMITS, caution=True)


def _scores(scores: pd.DataFrame, metric: str, groups: Groups) -> str:
    label = metric_label(metric)
    means = model_means(scores, metric, groups).mean()
    means = means[[name for name in means.index if name in groups.regions]]
    known = means.dropna()
    if known.empty:
        return f"The {label} was {NOT_MEASURED} for any region."
    missing = means.index[means.isna()].tolist()
    gone = f" It was {NOT_MEASURED} for {listing(missing)}." if missing else ""
    if len(known) == 1:
        return f"The {label} is {number(known.iloc[0])} for {known.index[0]}.{gone}"
    best, worst = known.idxmax(), known.idxmin()
    if known[best] == known[worst]:
        return f"The {label} is {number(known[best])} for all regions.{gone}"
    ends = f"highest for {best} ({number(known[best])}) and lowest for {worst} ({number(known[worst])})"
    return f"The {label} is {ends}.{gone}"


def _largest_gap(gaps: pd.DataFrame | None, metric: str, groups: Groups) -> str:
    name = Quantity(GAP, metric)
    if gaps is None or name not in quantities(gaps):
        return ""
    table = pair_table(gaps, name, groups)
    table = table.select(table.base_groups)
    values = table.vector()
    if not len(values) or np.isnan(values).all():
        return ""
    top = int(np.nanargmax(values))
    units = f" {table.units}" if table.units else ""
    return f"The largest gap between two regions is {number(values[top])}{units}, {pair(*table.pairs[top])}."


def _spread(scores: pd.DataFrame, metric: str, groups: Groups) -> str:
    """How much models differ within a group, or that there is one model alone."""
    table = model_means(scores, metric, groups)
    if len(table) < 2:
        return "There is one model, so it is not known how much another training would change the scores."
    within = float(np.sqrt((table.std() ** 2).mean()))
    return (
        f"In one group the {metric_label(metric)} of {plural(len(table), 'model')} varies with a standard deviation of "
        f"{number(within)}; models that share training texts are not independent, so this is not a confidence interval."
    )
