"""Checks of scores by group: columns that are another, repeats that do not vary, recalls, and gaps of precision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from geobias.audit.score_tables.answer_counts import ACCURACY, PRECISIONS, Confusions, confusions
from geobias.audit.score_tables.prevalence import prevalence_gaps
from geobias.audit.score_tables.reading import FoundTable
from geobias.audit.score_tables.score_blocks import ScoreBlock
from geobias.audit.score_tables.series import identical_series, same_in_every_repeat
from geobias.tables import WARNING, AuditFinding, PrevalenceGap

_TOLERANCE = 1e-6
_IDENTICAL = "Compute the columns anew: one variable was stored under several names."


def column_findings(table: FoundTable) -> Iterator[AuditFinding]:
    """Columns of one table that are the same numbers."""
    for names in identical_series(table.numbers):
        words = f"The columns {', '.join(names)} are the same in all {len(table)} rows."
        yield AuditFinding("identical_columns", table.name, WARNING, float("nan"), len(table), "", words, _IDENTICAL)


def family_findings(family: Sequence[FoundTable]) -> Iterator[AuditFinding]:
    """One column of several files, each of its own metric, that is the same in some of them."""
    for column in family[0].numbers:
        values = {table.name: table.numbers[column] for table in family if not _counts_rows(table.numbers[column])}
        for names in identical_series(values):
            words = f"The column {column} is the same in {', '.join(names)}."
            where = f"{names[0]}: {column}"
            yield AuditFinding("identical_columns", where, WARNING, float("nan"), len(family[0]), "", words, _IDENTICAL)


def _counts_rows(values: np.ndarray) -> bool:
    return bool((np.diff(values) == 1).all())


def block_findings(block: ScoreBlock) -> Iterator[AuditFinding]:
    for place, group in enumerate(block.groups):
        columns = {name: values[:, :, place] for name, values in block.metrics.items()}
        for names in identical_series(columns):
            words = f"{', '.join(names)} of {group} are the same everywhere."
            where = f"{block.place}: {group}"
            yield AuditFinding(
                "identical_columns", where, WARNING, float("nan"), columns[names[0]].size, "", words, _IDENTICAL
            )
    yield from _constant(block)
    known = block.known
    if ACCURACY in known and all(name in known for name in PRECISIONS):
        behind = confusions(known[ACCURACY], *(known[name] for name in PRECISIONS))
        if behind is not None:
            yield from _recalls(block, behind)
            yield from _prevalence(block, behind)


def _constant(block: ScoreBlock) -> Iterator[AuditFinding]:
    """Groups whose scores are the same in all repeats, where other groups' vary."""
    fixed = {
        group: [name for name, values in block.metrics.items() if same_in_every_repeat(values[:, :, place])]
        for place, group in enumerate(block.groups)
    }
    if all(fixed.values()):
        return
    for group, names in fixed.items():
        if names:
            repeats = block.metrics[names[0]].shape[1]
            yield AuditFinding(
                "constant_repeats", f"{block.place}: {group}", WARNING, float("nan"), repeats, "",
                f"{', '.join(names)} of {group} are the same in all {repeats} repeats, those of other groups are not.",
                "Draw its texts anew in each repeat, or do not take its repeats for repeats.",
            )  # fmt: skip


def _recalls(block: ScoreBlock, behind: Confusions) -> Iterator[AuditFinding]:
    for metric, right in behind.recalls.items():
        if metric not in block.known:
            continue
        off = np.abs(right - block.known[metric])
        for place, group in enumerate(block.groups):
            wrong = off[:, :, place] > _TOLERANCE
            if wrong.any():
                given, found = (float(values[:, :, place].mean()) for values in (block.known[metric], right))
                yield AuditFinding(
                    "wrong_recalls", f"{block.place}: {group}", WARNING, found, int(wrong.sum()), "",
                    f"{metric} of {group} is {given:.4f} in the mean, but {found:.4f} follows from accuracy, both "
                    f"precisions and whole numbers of {behind.texts} texts.",
                    "Take the recalls that follow, or compute them anew.",
                )  # fmt: skip


def _prevalence(block: ScoreBlock, behind: Confusions) -> Iterator[AuditFinding]:
    """Of each precision how many gaps are mostly gaps of prevalence, and the one that loses most."""
    by_metric: dict[str, list[PrevalenceGap]] = {}
    for gap in prevalence_gaps(behind, block.groups):
        by_metric.setdefault(gap.metric, []).append(gap)
    for metric, gaps in by_metric.items():
        explained = [gap for gap in gaps if gap.explained]
        if not explained:
            continue
        worst = max(explained, key=lambda gap: gap.raw - gap.standardised)
        yield AuditFinding(
            "precision_by_prevalence", f"{block.place}: {metric}", WARNING, worst.standardised, len(explained), "",
            f"{len(explained)} of {len(gaps)} gaps of {metric} are mostly gaps of prevalence, as {worst.group_a} – "
            f"{worst.group_b}: {worst.raw:.2f} points, {worst.standardised:.2f} where both have "
            f"{worst.common:.0%} of the second label.",
            "Compare recalls, or precisions standardised to one prevalence.",
        )  # fmt: skip
