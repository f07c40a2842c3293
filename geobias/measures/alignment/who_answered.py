"""Who answered: sizes of groups of annotators, and what they answered to single items."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from geobias.corpora import Judgements, joint_name
from geobias.measures.alignment.cells import Cell, cells_of
from geobias.measures.alignment.published import Suppression
from geobias.tables import AnnotatorGroup, AnnotatorGroupTable, ItemAnswer, ItemAnswerTable

LEAST = 2
"""Annotators of a mean answer that is told: that of one alone is what this person said."""


def annotator_groups(
    judgements: Judgements, attributes: Sequence[str | Sequence[str]], suppression: Suppression | None = None
) -> AnnotatorGroupTable:
    """Everybody, and every group of every attribute, those that are not told among them.

    >>> from geobias.corpora import make_judgements
    >>> annotator_groups(make_judgements(annotators=9), ["region"]).to_frame()["n_annotators"].tolist()
    [36, 9, 9, 9, 9]
    """
    rule = suppression or Suppression()
    rows = []
    for name, group, cell in _all_cells(judgements, attributes):
        answers, hidden = judgements.answers[cell.judgements], rule.reason(cell)
        sizes = (cell.annotators, cell.items, len(answers), cell.rows)
        per_item, mean = (len(answers) / cell.items, float(answers.mean())) if cell.items else (np.nan, np.nan)
        rows.append(AnnotatorGroup(name, group, *sizes, per_item, mean, not hidden, hidden))
    return AnnotatorGroupTable(tuple(rows))


def item_answers(
    judgements: Judgements,
    attributes: Sequence[str | Sequence[str]],
    items: Collection[str],
    suppression: Suppression | None = None,
) -> ItemAnswerTable:
    """Mean answers of everybody and of told groups to the items named, of two annotators or more."""
    rule = suppression or Suppression()
    wanted = np.flatnonzero(np.isin(judgements.items, list(items)))
    rows = []
    for name, group, cell in _all_cells(judgements, attributes):
        if rule.reason(cell):
            continue
        counts = np.bincount(judgements.item[cell.judgements], minlength=len(judgements.items))
        rows += [
            ItemAnswer(str(judgements.items[item]), name, group, int(counts[item]), float(cell.means[item]))
            for item in wanted
            if counts[item] >= LEAST
        ]
    return ItemAnswerTable(tuple(rows))


def _all_cells(judgements: Judgements, attributes: Sequence[str | Sequence[str]]) -> Iterator[tuple[str, str, Cell]]:
    for attribute in ((), *attributes):
        name = joint_name(attribute) if attribute else ""
        for group, cell in cells_of(judgements, attribute).items():
            yield name, group, cell
