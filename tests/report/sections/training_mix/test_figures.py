from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from geobias.report.groups import Groups
from geobias.report.sections.training_mix.figures import composition_curves, composition_matrix, main_metric

GROUPS = Groups({"AU": "region", "NO": "region", "UK": "region"})


def test_the_common_metric_is_shown(effects):
    assert main_metric(effects) == "accuracy"
    assert main_metric(pd.DataFrame({"metric": ["brier", "fpr"]})) == "brier"


def test_a_panel_a_region_with_its_own_line_over_the_others(effects):
    figure = composition_curves(effects, GROUPS)
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["AU", "NO", "UK"]
    last = [axes.lines[-1] for axes in figure.axes]
    assert [line.get_ydata().tolist() for line in last] == [[-1, -0.5, 0], [-2, -1, 0], [-3, -1.5, 0]]
    assert all(line.get_xdata().tolist() == [0, 50, 100] for line in last)
    assert all(axes.xaxis_inverted() and len(axes.collections) == 1 for axes in figure.axes)


def test_the_matrix_shows_the_least_share_with_intervals(effects):
    axes = composition_matrix(effects, GROUPS).axes[0]
    image = axes.collections[0].get_array()
    np.testing.assert_allclose(np.diag(image), [-1, -2, -3])
    assert image[0, 1] == pytest.approx(0.1)
    texts = [text.get_text() for text in axes.texts]
    assert texts[:4] == ["−1.0", "−2.5 to +0.50", "+0.10", "−1.4 to +1.6"]
