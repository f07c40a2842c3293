from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.groups import Groups
from geobias.report.sections.distances.projections import discriminant_scatter


def test_short_and_long_texts_stand_side_by_side_with_their_centroids(usual):
    frame = usual.tables["lda_points"]
    figure = discriminant_scatter(frame, usual.groups)
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["Short texts", "Long texts"]
    axes = figure.axes[1]
    part = frame[(frame["texts"] == "long") & (frame["group"] == "NO")][["component_1", "component_2"]].to_numpy()
    lines = [line.get_xydata() for line in axes.lines]
    assert any(len(line) == 60 and np.array_equal(line, part) for line in lines)
    assert any(len(line) == 1 and np.allclose(line[0], part.mean(0)) for line in lines)
    assert {text.get_text() for text in axes.texts} - {""} == set(usual.groups.names)
    assert axes.get_aspect() == 1


def test_one_component_sets_the_groups_apart_for_the_eye():
    groups = Groups({"AU": "region", "UK": "region"})
    values = np.linspace(-1, 1, 40)
    for second in (0.0, np.nan):
        frame = pd.DataFrame(
            {"texts": "short", "group": ["AU", "UK"] * 20, "component_1": values, "component_2": second}
        )
        axes = discriminant_scatter(frame, groups).axes[0]
        au, uk = (line.get_ydata() for line in axes.lines if len(line.get_xydata()) == 20)
        assert au.min() > uk.max()
        assert (list(axes.get_yticks()), axes.get_ylabel()) == ([], "")
