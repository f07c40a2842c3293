from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.colors import to_rgba

from geobias.report.groups import Groups
from geobias.report.sections.texts.shares import class_distribution, regional_shares


def test_shares_are_sorted_bars_in_the_colours_of_the_regions(usual):
    figure = regional_shares(usual.tables["groups"], usual.groups)
    axes = figure.axes[0]
    names = [label.get_text() for label in axes.get_yticklabels()]
    widths = [patch.get_width() for patch in axes.patches]
    assert names == ["NO", "AU", "CA", "IN", "UK", "US"]
    np.testing.assert_allclose(widths, [0.4, 6, 8, 11, 19.6, 55])
    assert axes.patches[0].get_facecolor() == to_rgba(usual.groups.look("NO").colour)
    assert figure.get_label() == "Share of 6 regions among the texts that train, from US 55.0\xa0% down to NO 0.4\xa0%."


def test_shares_that_are_all_small_keep_the_figure_in_its_width(usual):
    figure = regional_shares(usual.tables["groups"].assign(share=0.0), usual.groups)
    assert figure.axes[0].get_xlim()[1] > 100 / 6


def test_few_labels_are_stacked_to_a_hundred(usual):
    axes = class_distribution(usual.tables["classes"], usual.groups).axes[0]
    ends = {}
    for patch in axes.patches:
        ends[round(patch.get_y(), 3)] = patch.get_x() + patch.get_width()
    np.testing.assert_allclose(list(ends.values()), [100] * 8)
    frame = usual.tables["classes"].set_index(["group", "label"])["count"]
    share = 100 * frame["AU", "negative"] / frame["AU"].sum()
    assert f"{share:.1f} %  ({frame['AU', 'negative']:,})" in [text.get_text() for text in axes.texts]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["negative", "positive"]


def test_many_labels_are_a_heat_map_of_the_most_frequent():
    groups = Groups({"AU": "region", "UK": "region"})
    labels = [f"topic {i}" for i in range(30)]
    rows = [(group, label, 1 + i if group == "AU" else 0) for group in groups.names for i, label in enumerate(labels)]
    figure = class_distribution(pd.DataFrame(rows, columns=["group", "label", "count"]), groups)
    axes = figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()][:2] == ["topic 29", "topic 28"]
    values = axes.collections[0].get_array()
    assert values.shape == (20, 2)
    np.testing.assert_allclose(values[0, 0], 100 * 30 / sum(range(1, 31)))
    assert values.mask[:, 1].all()  # UK has no labels at all, so it has no shares
    assert "the 20 most frequent of 30 labels" in figure.get_label()
