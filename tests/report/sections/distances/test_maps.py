from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist

from geobias.report.groups import Groups
from geobias.report.sections.distances.maps import group_maps
from geobias.tables import PairTable

GROUPS = Groups({"a": "region", "b": "region", "c": "region", "all": "pooled"})
POINTS = np.array([[0.0, 0], [4, 0], [0, 3], [2, 2]])


def table(values, quantity="lda_crossfit", units=""):
    return PairTable(GROUPS.names, values[None], quantity, units).to_frame()


def places(axes):
    lines = [line for line in axes.lines if str(line.get_label()).startswith("group ")]
    return {line.get_label()[6:]: line.get_xydata()[0] for line in lines}


def test_distances_on_the_map_are_the_measured_ones():
    figure = group_maps(table(cdist(POINTS, POINTS)), GROUPS)
    found = places(figure.axes[0])
    drawn = np.array([found[name] for name in GROUPS.names])
    np.testing.assert_allclose(cdist(drawn, drawn), cdist(POINTS, POINTS), atol=1e-6)
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert "share of variance 100\xa0%, stress 0.00" in texts
    assert {"a", "b", "c", "all"} <= set(texts)
    assert figure.axes[0].get_aspect() == 1


def test_half_squared_distances_count_by_their_root():
    figure = group_maps(table(cdist(POINTS, POINTS) ** 2 / 2, "sinkhorn", "half squared distance"), GROUPS)
    drawn = np.array(list(places(figure.axes[0]).values()))
    np.testing.assert_allclose(cdist(drawn, drawn), cdist(POINTS, POINTS), atol=1e-6)


def test_maps_are_turned_towards_the_first():
    turned = POINTS @ [[0, -1], [1, 0]]
    frame = pd.concat([table(cdist(POINTS, POINTS)), table(cdist(turned, turned), "lda_long_crossfit")])
    first, second = (np.array(list(places(axes).values())) for axes in group_maps(frame, GROUPS).axes)
    np.testing.assert_allclose(first, second, atol=1e-6)


def test_pooled_groups_are_hollow_and_unmeasured_groups_are_named():
    values = cdist(POINTS, POINTS)
    values[1, [0, 2, 3]] = values[[0, 2, 3], 1] = np.nan
    axes = group_maps(table(values), GROUPS).axes[0]
    assert list(places(axes)) == ["a", "c", "all"]
    assert any("not measured: b" in text.get_text() for text in axes.texts)
    faces = {line.get_label()[6:]: line.get_markerfacecolor() for line in axes.lines}
    assert (faces["all"], faces["a"]) == ("none", GROUPS.look("a").colour)


def test_nothing_measured_says_so():
    axes = group_maps(table(np.where(np.eye(4) > 0, 0, np.nan)), GROUPS).axes[0]
    assert [text.get_text() for text in axes.texts] == ["not measured"]
