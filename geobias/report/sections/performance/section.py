"""The section on a task's scores and their gaps between groups."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.heatmaps import pair_heatmaps
from geobias.report.page_tables import PageTable, pair_tables
from geobias.report.pairs import main_gap
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.performance import tables
from geobias.report.sections.performance.figures import score_distributions
from geobias.report.sections.performance.gap_intervals import (
    gap_figure,
    gap_interval_table,
    score_interval_tables,
)
from geobias.report.sections.performance.gap_words import gap_findings
from geobias.report.sections.performance.words import performance_findings, task_finding

PERFORMANCE = (
    "Scores by group",
    "Each small mark is one model (mean over repeats); boxes show quartiles and median where there are at least five "
    "models. Axes do not start at zero.",
)
GAPS = ("Gaps between groups", "Absolute difference of the means over the models, for every two groups.")
GAP_INTERVALS = (
    "Gaps with their intervals, and beside their noise floor",
    "Left: the signed gap of two groups, all documents used, with its interval. Right: the expected absolute gap at an "
    "equal number of documents per group (dot), and between halves of one group (bar and tick, the floor). Hollow: "
    "pairs with a pooled group or baseline.",
)


def _findings(run: Run) -> Iterator[Finding]:
    scores, intervals = run.table("scores"), run.table("gap_intervals")
    of_gaps = gap_findings(intervals, run.groups) if intervals is not None else iter(())
    if scores is not None:
        first, *others = performance_findings(scores, run.table("gaps"), run.groups)
        yield first
        yield from of_gaps  # of the main score, before further scores
        yield from others
        yield from task_finding(str(run.record.get("task")), [str(name) for name in run.record.get("label_names", [])])
    yield from of_gaps


def _pictures(run: Run) -> Iterator[Picture]:
    scores, gaps, intervals = run.table("scores"), run.table("gaps"), run.table("gap_intervals")
    if scores is not None:
        yield Picture("performance", *PERFORMANCE, score_distributions(scores, run.groups))
    if gaps is not None and run.several:
        yield Picture("gaps", *GAPS, pair_heatmaps(gaps[gaps["quantity"] == main_gap(gaps)], run.groups))
    if intervals is not None:
        yield Picture("gap-intervals", *GAP_INTERVALS, gap_figure(intervals, run.groups))


def _tables(run: Run) -> Iterator[PageTable]:
    names = ("score_intervals", "gap_intervals", "scores", "label_scores", "models", "gaps")
    score_intervals, gap_intervals, scores, labels, models, gaps = map(run.table, names)
    if score_intervals is not None:
        yield from score_interval_tables(score_intervals, run.groups)
    if gap_intervals is not None:
        yield gap_interval_table(gap_intervals, run.groups)
    if scores is not None:
        yield from tables.score_tables(scores, run.groups)
        yield from tables.label_use_tables(scores, run.groups)
    if labels is not None:
        yield tables.label_table(labels, run.groups)
    if models is not None:
        yield tables.model_table(models)
    if gaps is not None:
        yield from pair_tables(gaps, run.groups, "All gaps and dependences", folded=True)


SECTION = Section("performance", "Performance", _findings, _pictures, _tables)
