"""The section on the pipeline where nothing, or a known thing, is to be found."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.page_tables import PageTable
from geobias.report.pairs import main_gap
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.controls.figures import control_figure, power_figure
from geobias.report.sections.controls.rows import main_controls
from geobias.report.sections.controls.tables import control_table, power_table, repeat_table
from geobias.report.sections.controls.words import control_findings, power_finding, repeat_findings

CONTROLS = (
    "Negative control: random partitions of the same texts",
    "How many partitions gave which coefficient (bars), where there are no regions to be found, and the coefficient of "
    "the true groups (line).",
)
POWER = (
    "Positive control: how large a planted shift must be",
    "Share of runs in which a shift that was planted is found, with its exact binomial interval. Dashed, where there "
    "is a second line: what would be found without the negative control.",
)


def _findings(run: Run) -> Iterator[Finding]:
    controls, power, repeats = run.table("controls"), run.table("power"), run.table("control_repeats")
    if controls is not None:
        yield from control_findings(controls, _gap(run))
    if repeats is not None:
        yield from repeat_findings(repeats)
    if power is not None:
        yield power_finding(power)


def _pictures(run: Run) -> Iterator[Picture]:
    controls, values, power = run.table("controls"), run.table("control_values"), run.table("power")
    if controls is not None and values is not None:
        yield Picture("controls", *CONTROLS, control_figure(main_controls(controls, _gap(run)), values))
    if power is not None:
        yield Picture("power", *POWER, power_figure(power))


def _tables(run: Run) -> Iterator[PageTable]:
    controls, power, repeats = run.table("controls"), run.table("power"), run.table("control_repeats")
    if controls is not None:
        yield control_table(controls, _gap(run))
    if repeats is not None:
        yield repeat_table(repeats)
    if power is not None:
        yield power_table(power)


def _gap(run: Run) -> str:
    gaps = run.table("gaps")
    return main_gap(gaps) if gaps is not None else ""


SECTION = Section("controls", "Controls", _findings, _pictures, _tables)
