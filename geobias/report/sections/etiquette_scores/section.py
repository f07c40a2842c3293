"""The section on how right answers are."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.cell_scores import by_model, of_model, planted, read_cells, slug
from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.etiquette_scores.figures import cell_map, region_dots
from geobias.report.sections.etiquette_scores.tables import score_tables
from geobias.report.sections.etiquette_scores.words import MAIN, score_findings
from geobias.tables import ANSWERED

DOTS = (
    "How right it is about each region",
    "Dots: share of the answers that are right, with its interval. Bars: between the share with every abstention "
    "counted wrong and with every one right. Dotted: chance. Right: answers of questions asked.",
)
MAP = (
    "Regions and types",
    "Share of the answers that are right, beneath it how many answers there are; with so few the intervals in the "
    "table are wide.",
)


def _findings(run: Run) -> Iterator[Finding]:
    frame = read_cells(run, "etiquette_scores", "counted")
    if frame is not None:
        yield from score_findings(
            frame, {name: planted(run, name, "region", "accuracy") for name, _ in by_model(frame)}
        )


def _pictures(run: Run) -> Iterator[Picture]:
    frame = read_cells(run, "etiquette_scores", "counted")
    if frame is None:
        return
    for place, (model, part) in enumerate(by_model(frame[frame["metric"] == MAIN])):
        rows, truth = part[part["type"] == ""], planted(run, model, "region", "accuracy")
        answered = rows[rows["counted"] == ANSWERED]
        if answered["value"].isna().all():
            continue
        order = {name: at for at, name in enumerate(answered.sort_values("value", kind="stable")["region"])}
        order[""] = len(order)
        lines = rows.sort_values("region", key=lambda names, order=order: names.map(order), kind="stable")
        caption = DOTS[1] + (" Crosses: what was planted." if truth else "")
        yield Picture(
            slug("etiquette-regions", place), of_model(DOTS[0], model, frame), caption, region_dots(lines, truth)
        )
        crossed = part[(part["region"] != "") & (part["type"] != "") & (part["counted"] == ANSWERED)]
        if len(crossed):
            yield Picture(
                slug("etiquette-cells", place), of_model(MAP[0], model, frame), MAP[1], cell_map(crossed), folded=True
            )


def _tables(run: Run) -> Iterator[PageTable]:
    frame = read_cells(run, "etiquette_scores", "counted")
    if frame is not None:
        yield from score_tables(frame, run.cells)


SECTION = Section("etiquette-scores", "How right it is", _findings, _pictures, _tables)
