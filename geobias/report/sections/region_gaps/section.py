"""The sections on gaps between regions, or a benchmark's groups: in scores, in these with abstentions counted as the
worst answers, and in coverage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from geobias.report.cell_scores import by_model, of_model, slug
from geobias.report.page_tables import PageTable
from geobias.report.phrases import capital, census, metric_label, plural
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.performance import gap_figure, gap_interval_table
from geobias.report.sides import texts_of
from geobias.tables import DIFFERENT

if TYPE_CHECKING:
    import pandas as pd

MAIN, ALL_ASKED = "accuracy", "accuracy_all"
DISTANCE = "distance"
SHOWN = (MAIN, ALL_ASKED, DISTANCE, f"{DISTANCE}_all", "coverage")
READ = (
    "Left: the signed gap of two {0}s, with its interval. Right: the expected absolute gap at an equal number of "
    "units in each {0} (dot), and between halves of one {0} (bar and tick, the floor)."
)
UNANSWERED = (
    "A gap over the answers without one where no answer counts as wrong may be one of what is not answered: look at "
    "both. "
)
LIMITS = "{1} about {0}s differ in more than the {0}: a gap is one between these sets of {2}."


def _frame(run: Run) -> pd.DataFrame | None:
    frame = run.table("region_gaps")
    return None if frame is None else texts_of(frame, "model", "metric", "verdict", "lacking")


def _findings(run: Run) -> Iterator[Finding]:
    frame = _frame(run)
    if frame is None:
        return
    for model, part in by_model(frame):
        for metric in [name for name in SHOWN if name in set(part["metric"])]:
            rows = part[(part["metric"] == metric) & (part["verdict"] != "")]
            if len(rows):
                told = census(rows["verdict"], rows["lacking"])
                yield Finding(
                    f"'{model}', {metric_label(metric)}: of {plural(len(rows), 'pair')} of {run.cells[0]}s {told}."
                )
        if said := _both(part):
            yield Finding(said)
    silent = frame["metric"].isin([ALL_ASKED, f"{DISTANCE}_all"]).any()
    texts = "items" if run.benchmarked else "statements"
    limits = LIMITS.format(run.cells[0], capital(texts), texts)
    yield Finding(UNANSWERED + limits if silent else limits, caution=True)


def _both(part: pd.DataFrame) -> str:
    """Pairs that only abstentions set apart, or hide."""
    found = {
        metric: {(row["group_a"], row["group_b"]) for row in part[part["metric"] == metric].to_dict("records")
                 if row["verdict"] == DIFFERENT}
        for metric in (MAIN, ALL_ASKED)
    }  # fmt: skip
    if ALL_ASKED not in set(part["metric"]):
        return ""
    only = found[ALL_ASKED] - found[MAIN]
    if not only:
        return ""
    return (
        f"{plural(len(only), 'pair')} {'is' if len(only) == 1 else 'are'} different only where no answer counts as a "
        "wrong one."
    )


def _pictures(run: Run) -> Iterator[Picture]:
    frame = _frame(run)
    if frame is None:
        return
    for place, (model, part) in enumerate(by_model(frame)):
        for metric in SHOWN:
            rows = part[part["metric"] == metric]
            if rows["gap"].notna().any():
                title = of_model(f"Gaps in {metric_label(metric)}", model, frame)
                figure = gap_figure(rows, run.groups, "units")
                name = slug(f"region-gaps-{metric.replace('_', '-')}", place)
                yield Picture(name, title, READ.format(run.cells[0]), figure, folded=metric not in (MAIN, DISTANCE))


def _tables(run: Run) -> Iterator[PageTable]:
    frame = _frame(run)
    if frame is not None:
        for model, part in by_model(frame):
            title = capital(of_model(f"gaps of {run.cells[0]}s [points]", model, frame))
            yield gap_interval_table(part, run.groups, "units", title)


SECTION = Section("region-gaps", "Gaps between regions", _findings, _pictures, _tables)
OF_GROUPS = replace(SECTION, title="Gaps between groups")
