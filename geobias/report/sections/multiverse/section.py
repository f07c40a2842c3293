"""The section on one relation in many specifications."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.multiverse.figures import specification_curve
from geobias.report.sections.multiverse.tables import choice_table, pair_agreement_table, specification_table
from geobias.report.sections.multiverse.words import CAUTION, agreement_findings, choice_finding, pair_finding

CURVE = (
    "Specification curve",
    "Above, the coefficient of every specification, the smallest first; filled where it is supported over all of them. "
    "The band holds 95\xa0% of the coefficients of each rank where the groups are permuted, in all specifications "
    "alike: sorted coefficients rise even where there is nothing. Below, a dot for what each specification chose.",
)


def _findings(run: Run) -> Iterator[Finding]:
    specifications, choices = run.table("specifications"), run.table("choices")
    agreement, pairs = run.table("agreement"), run.table("pair_agreement")
    if specifications is None or agreement is None:
        return
    for notice in run.record.get("notices") or []:
        yield Finding(str(notice), notice="note")
    yield from agreement_findings(agreement.to_dict("records")[0], specifications)
    if choices is not None:
        yield from choice_finding(specifications, choices)
    if pairs is not None:
        yield pair_finding(pairs)
    yield Finding(CAUTION, caution=True)


def _pictures(run: Run) -> Iterator[Picture]:
    specifications, choices = run.table("specifications"), run.table("choices")
    if specifications is not None and choices is not None:
        yield Picture("specification-curve", *CURVE, specification_curve(specifications, choices))


def _tables(run: Run) -> Iterator[PageTable]:
    specifications, choices = run.table("specifications"), run.table("choices")
    pairs = run.table("pair_agreement")
    if specifications is None:
        return
    if choices is not None:
        yield choice_table(specifications, choices)
    yield specification_table(specifications, choices)
    if pairs is not None:
        yield pair_agreement_table(pairs)


SECTION = Section("multiverse", "Specifications", _findings, _pictures, _tables)
