from __future__ import annotations

import numpy as np

from geobias.report.sections.differences.tables import difference_tables


def test_tables_are_pairs_adjusted_placebos_and_single_statistics(judged):
    tables = list(difference_tables(judged.tables["differences"], judged.groups))
    assert [(table.title, len(table.rows)) for table in tables] == [
        ("Differences of every pair", 21),
        ("The same, brought to one distribution of length and label", 21),
        ("Placebo: parts of one group that differ in length alone, as they are and matched", 4),
        ("p of each statistic alone", 21),
    ]
    assert all(table.folded for table in tables)


def test_a_row_has_its_sizes_and_what_the_test_lacks(judged):
    frame = judged.tables["differences"].assign(verdict="cannot be tested", lacking="so few samples", p_max=np.nan)
    table = next(difference_tables(frame, judged.groups))
    cells = dict(zip(table.columns, table.rows[0], strict=True))
    assert (cells["units"], cells["p over pairs"]) == ("150, 160", "–")
    assert cells["verdict"] == "cannot be tested with so few samples"
    top = frame[frame["adjusted"] == ""].sort_values("auc").iloc[-1]
    assert cells["held-out AUC"] == f"{top['auc']:.3f} [{top['auc_low']:.3f}, {top['auc_high']:.3f}]"
