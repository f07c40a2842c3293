"""The section on single wrong answers; of strangers' data the statements are named, not shown."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.cell_scores import by_model, of_model, read_cells
from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Section

SAID = {1: "accepted", -1: "not accepted"}
NAMED = (
    "Statements of data of your own stand here by their names alone: a page may travel further than the data's licence "
    "lets them. Look them up by id."
)


def _findings(run: Run) -> Iterator[Finding]:
    frame = read_cells(run, "examples", "text")
    if frame is not None and not (frame["text"] != "").any():
        yield Finding(NAMED)


def _tables(run: Run) -> Iterator[PageTable]:
    frame = read_cells(run, "examples", "text")
    if frame is None:
        return
    for model, part in by_model(frame):
        shown = bool((part["text"] != "").any())
        rows = [
            [row["id"], row["region"], row["type"], *[row["text"]] * shown, SAID[row["truth"]], SAID[row["said"]]]
            for row in part.to_dict("records")
        ]
        columns = ["statement", "region", "type", *["text"] * shown, "right", "said"]
        title = of_model("Wrong answers", model, frame)
        yield PageTable(title, columns, rows, names=len(columns), folded=True)


SECTION = Section("etiquette-examples", "Examples", _findings, tables=_tables)
