"""Alignment as published: Pearson's r of a group's mean answers with a source.

Source: Santy et al. 2023, NLPositionality: Characterizing design biases of datasets and models.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from geobias.corpora import Judgements, joint_name
from geobias.measures.alignment.cells import Cell, cells_of
from geobias.stats import LEVEL, krippendorff_alpha, pearson
from geobias.tables import Alignment, AlignmentTable


@dataclass(frozen=True)
class Suppression:
    """The rule by which small cells are not told: people could be known again, and the numbers say little.

    A cell is told that has answers of at least `annotators` people to at least `items` items.
    """

    annotators: int = 5
    items: int = 10

    def reason(self, cell: Cell) -> str:
        """Why a cell is not told, or ""."""
        if cell.annotators < self.annotators:
            return f"fewer than {self.annotators} annotators"
        return f"fewer than {self.items} items" if cell.items < self.items else ""


def align(
    judgements: Judgements,
    attributes: Sequence[str | Sequence[str]],
    *,
    paper_compat: bool = False,
    level: LEVEL = "interval",
    suppression: Suppression | None = None,
) -> AlignmentTable:
    """Every group of every attribute, and everybody, with every source.

    Parameters
    ----------
    attributes : names, or lists of several that are crossed.
    paper_compat : round mean answers to whole ones (half to even) and count an answer once for each row of the file, as
        the published code does. The published numbers come out so, and no others should be made so: rounding takes
        from a mean what several annotators add to it.
    level : of the answers' scale, for alpha.
    suppression : which cells are not told.
    """
    rule = suppression or Suppression()
    rows = []
    for attribute in ((), *attributes):
        name = joint_name(attribute) if attribute else ""
        for group, cell in cells_of(judgements, attribute, by_rows=paper_compat).items():
            rows += _rows(judgements, name, group, cell, rule.reason(cell), paper_compat, level)
    return AlignmentTable(tuple(ranked(corrected(rows))))


def _rows(
    judgements: Judgements, attribute: str, group: str, cell: Cell, hidden: str, rounded: bool, level: LEVEL
) -> list[Alignment]:
    means = np.round(cell.means) if rounded else cell.means
    alpha = float("nan")
    if not hidden:
        alpha = krippendorff_alpha(
            judgements.item[cell.judgements], judgements.answers[cell.judgements], level=level
        ).alpha
    out = []
    for source, values in judgements.sources.items():
        row = Alignment(source, attribute, group, rounded=rounded, note=hidden)
        if not hidden:
            found = pearson(means, values)
            row = replace(row, r=found.statistic, p=found.pvalue, note=found.note, alpha=alpha, n_items=found.n_used)
        out.append(replace(row, n_annotators=cell.annotators, n_judgements=len(cell.judgements), n_rows=cell.rows))
    return out


def corrected(rows: Sequence[Alignment]) -> list[Alignment]:
    """With Bonferroni over the groups of one source, those of all attributes together, everybody left out."""
    tested: Mapping[str, int] = defaultdict(int)
    for row in rows:
        tested[row.source] += bool(row.group) and not np.isnan(row.p)  # type: ignore[index]
    return [
        replace(row, p_bonferroni=min(1.0, row.p * tested[row.source])) if row.group and not np.isnan(row.p) else row
        for row in rows
    ]


def ranked(rows: Sequence[Alignment]) -> list[Alignment]:
    """With the rank of each group among those of its attribute."""
    families: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in rows:
        if row.group and not np.isnan(row.r):
            families[row.attribute, row.source].append(row.r)
    return [
        replace(row, rank=1 + sum(other > row.r for other in families[row.attribute, row.source]))
        if row.group and not np.isnan(row.r)
        else row
        for row in rows
    ]
