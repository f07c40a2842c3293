from __future__ import annotations

import numpy as np
import pytest

from geobias.report.groups import Groups
from geobias.report.heatmaps import pair_heatmaps
from geobias.report.pairs import pair_table
from geobias.tables import PairTable


def panel(figure, number):
    return [axes for axes in figure.axes if axes.collections][number]


def test_cells_are_the_means_over_repeats(usual):
    frame = usual.tables["distances"]
    figure = pair_heatmaps(frame, usual.groups)
    mean = pair_table(frame, "lda", usual.groups).mean()
    shown = panel(figure, 1).collections[0].get_array()
    lower = np.tril_indices(7)
    np.testing.assert_array_equal(shown[lower].data, mean[1:, :-1][lower])
    assert shown.mask[np.triu_indices(7, 1)].all()


def test_every_pair_has_its_mean_and_spread_written(usual):
    frame = usual.tables["distances"]
    figure = pair_heatmaps(frame, usual.groups)
    axes = panel(figure, 0)
    assert len(axes.texts) == 2 * 28
    values = frame[(frame["quantity"] == "sinkhorn") & (frame["group_a"] == "AU") & (frame["group_b"] == "CA")]["value"]
    assert [text.get_text() for text in axes.texts[:2]] == [f"{values.mean():.1f}", f"±{values.std():.2f}"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["CA", "IN", "NO", "UK", "US", "mixed", "baseline"]
    assert axes.get_title(loc="left") == "Sinkhorn divergence [half squared distance]"


def test_pooled_groups_are_set_apart(usual):
    axes = panel(pair_heatmaps(usual.tables["distances"], usual.groups), 0)
    italics = [label.get_text() for label in axes.get_yticklabels() if label.get_fontstyle() == "italic"]
    assert italics == ["mixed", "baseline"]
    assert [label.get_text() for label in axes.get_xticklabels() if label.get_fontstyle() == "italic"] == ["mixed"]
    assert len(axes.lines) == 2


def test_one_repeat_has_no_spread_and_missing_pairs_say_so(usual):
    frame = usual.tables["distances"]
    frame = frame[(frame["repeat"] == 0) & (frame["quantity"] == "sinkhorn")].copy()
    frame.loc[(frame["group_a"] == "AU") & (frame["group_b"] == "NO"), "value"] = np.nan
    texts = [text.get_text() for text in panel(pair_heatmaps(frame, usual.groups), 0).texts]
    assert len(texts) == 28
    assert texts.count("n/a") == 1


def test_quantity_that_was_never_measured_says_so(usual):
    frame = usual.tables["distances"]
    frame = frame[frame["quantity"] == "lda"].assign(value=np.nan)
    figure = pair_heatmaps(frame, usual.groups)
    assert [text.get_text() for text in figure.axes[0].texts] == ["not measured"]
    assert figure.get_label().endswith("LDA centroid distance (in sample): not measured.")


@pytest.mark.parametrize(
    ("scale", "mean", "spread"),
    [(1, "12.0", "±1.41"), (100, "1200", "±141.42"), (0.1, "1.20", "±0.14"), (1e-4, "0.00120", "±0.00014")],
)
def test_numbers_in_cells_fit_their_size(scale, mean, spread):
    values = np.zeros((2, 3, 3))
    values[0], values[1] = 11 * scale, 13 * scale
    frame = PairTable(("a", "b", "c"), values, "d").to_frame()
    texts = [text.get_text() for text in panel(pair_heatmaps(frame, Groups(dict.fromkeys("abc", "region"))), 0).texts]
    assert texts == [mean, spread] * 3


def test_alternative_text_names_the_ends(usual):
    frame = usual.tables["distances"]
    part = frame[frame["quantity"] == "sinkhorn"]
    means = part.groupby(["group_a", "group_b"])["value"].mean()
    top, bottom = "–".join(means.idxmax()), "–".join(means.idxmin())
    assert pair_heatmaps(part, usual.groups).get_label() == (
        f"1 heat map of pairs of groups. Sinkhorn divergence is largest for {top} ({means.max():.2f}) and smallest for "
        f"{bottom} ({means.min():.2f})."
    )
