from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import PolyCollection

from geobias.report.sections.relations.matrices import relation_matrices
from geobias.tables import NOT_SEPARABLE, SUPPORTED


def family(usual, name="distance-gap"):
    relations = usual.tables["relations"]
    return relations[relations["family"] == name]


def frames(axes):
    return [path for found in axes.collections if isinstance(found, PolyCollection) for path in found.get_paths()]


def test_cells_are_coefficients_and_p_values(usual):
    part = family(usual)
    figure = relation_matrices(part, "kendall_tau_b")
    rows = part[part["coefficient"] == "kendall_tau_b"].set_index(["x", "y"])
    first, second = figure.axes
    assert first.collections[0].get_array().shape == (5, 5)
    place = ["accuracy", "f1_macro", "precision_pos", "recall_pos", "auc"].index("auc")
    expected = rows.loc[("lda", "gap[auc]")]
    assert first.collections[0].get_array()[1, place] == pytest.approx(expected["statistic"])
    texts = [text.get_text() for text in second.texts]
    assert texts[5 + place] == f"{expected['p_qap']:.3f}"
    assert (first.get_title(loc="left"), len(texts)) == ("Kendall's τ-b", 25)
    assert [label.get_text() for label in first.get_yticklabels()][1] == "LDA centroid distance\n(in sample)"


def test_what_is_supported_is_framed_and_a_small_p_alone_is_not(usual):
    part = family(usual).assign(p_qap=0.0014, p_max=0.0014, verdict=NOT_SEPARABLE)
    assert not frames(relation_matrices(part, "spearman").axes[0])
    part.loc[(part["x"] == "lda") & (part["y"] == "gap[accuracy]"), "verdict"] = SUPPORTED
    figure = relation_matrices(part, "spearman")
    for axes in figure.axes:
        [frame] = frames(axes)
        assert frame.vertices[:4].mean(0).round(6).tolist() == [0, 1]
    assert "1 relation that the tests support" in figure.get_label()


def test_unrelated_cells_are_empty_and_failed_ones_say_so(usual):
    part = family(usual, "distance-distance").copy()
    part.loc[(part["x"] == "sinkhorn") & (part["y"] == "lda"), ["statistic", "p_qap"]] = np.nan
    axes = relation_matrices(part, "spearman").axes[0]
    assert len(axes.texts) == 10
    assert [text.get_text() for text in axes.texts].count("n/a") == 1


def test_many_columns_go_one_above_the_other(usual):
    parts = [family(usual).assign(y=lambda frame, i=i: frame["y"] + str(i)) for i in range(3)]
    first, second = relation_matrices(pd.concat(parts), "spearman").axes
    assert first.get_position().y0 > second.get_position().y1 or first.get_subplotspec().rowspan.start == 0
    assert first.collections[0].get_array().shape == (5, 15)
    assert (len(first.get_xticklabels()), len(second.get_xticklabels())) == (0, 15)


@pytest.mark.parametrize(("p", "step"), [(0.0014, 0), (0.01, 1), (0.0499, 1), (0.05, 2), (0.1, 3), (1.0, 3)])
def test_p_values_have_four_shades(usual, p, step):
    part = family(usual).assign(p_qap=p)
    assert (relation_matrices(part, "spearman").axes[1].collections[0].get_array() == step).all()
