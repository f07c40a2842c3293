"""The section on statements."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.estimates import signed, with_ends
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, percent
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.statements.figures import mirroring_dots, waterfall
from geobias.report.sections.statements.words import mirroring_findings, statement_findings
from geobias.report.sides import texts_of

WATERFALL = (
    "What answers resonate with",
    "Left: shares of answers that a statement follows from (blue) and that contradict it (red), with intervals. Right: "
    "what each adds to the mean projection, half its loading times its mean score, inversions with opposite sign; with "
    "the standard error of the step, at its end.",
)
MIRRORING = (
    "Do answers mirror?",
    "An answer mirrors where its label of the inversion is the opposite of its label of the hypothesis; it contradicts "
    "itself where it has the same of both, and not 0. With intervals that let answers to one prompt depend on each "
    "other.",
)
SHARES = ("unmirrored", "contradictory")


def _tables_of(run: Run):
    frames = run.table("statement_resonance"), run.table("value_mirroring")
    return [None if frame is None else texts_of(frame, "value") for frame in frames]


def _findings(run: Run) -> Iterator[Finding]:
    statements, mirroring = _tables_of(run)
    if statements is not None:
        yield from statement_findings(statements, headline=run.table("projection_boxes") is None)
    if mirroring is not None:
        yield from mirroring_findings(mirroring)


def _pictures(run: Run) -> Iterator[Picture]:
    statements, mirroring = _tables_of(run)
    if statements is not None:
        yield Picture("statements", *WATERFALL, waterfall(statements))
    if mirroring is not None:
        yield Picture("mirroring", *MIRRORING, mirroring_dots(mirroring), folded=True)


def _tables(run: Run) -> Iterator[PageTable]:
    statements, mirroring = _tables_of(run)
    if statements is not None:
        rows = [
            [
                row["value"], str(row["side"]), str(row["statement"]),
                *(with_ends(row, name, percent) for name in ("resonance", "conflict")),
                f"{signed(row['contribution'])} ± {row['error']:.2f}", signed(row["reached"]),
            ]
            for row in statements.to_dict("records")
        ]  # fmt: skip
        columns = ["value", "side", "statement", "resonate", "conflict", "adds ± error", "reached"]
        yield PageTable("Statements", columns, rows, names=3)
    if mirroring is not None:
        rows = [
            [
                row["value"] or "all",
                *(with_ends(row, name, percent) for name in SHARES),
                percent(row["silent"]),
                count(row["n"]),
            ]
            for row in mirroring.to_dict("records")
        ]  # fmt: skip
        yield PageTable("Mirroring", ["value", "not mirrored", "contradictory", "silent", "pairs"], rows, folded=True)


SECTION = Section("statements", "What answers resonate with", _findings, _pictures, _tables)
