from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from geobias.report.labels import place_labels
from geobias.report.style import new_figure, styled


@styled
def scatter(points: np.ndarray, texts: list[str]):
    figure = new_figure(4, 3, "")
    axes = figure.subplots()
    axes.plot(points[:, 0], points[:, 1], "o", ms=5)
    axes.margins(0.15)
    figure.labels = place_labels(axes, points, texts, size=7)
    return figure


def boxes(figure):
    renderer = figure.canvas.get_renderer()
    return [note.get_window_extent(renderer) for note in figure.labels]


@pytest.mark.parametrize("seed", range(3))
def test_labels_cover_neither_each_other_nor_points_and_stay_inside(seed):
    points = np.random.default_rng(seed).normal(size=(30, 2))
    figure = scatter(points, [f"AB–C{i}" for i in range(30)])
    found = boxes(figure)
    assert len(found) >= 20
    assert not any(a.overlaps(b) for a, b in combinations(found, 2))
    pixels = figure.axes[0].transData.transform(points)
    assert not any(box.contains(*pixel) for box in found for pixel in pixels)
    frame = figure.axes[0].get_window_extent()
    assert all(frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1 for box in found)


def test_few_labels_stand_beside_their_points():
    points = np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]])
    figure = scatter(points, list("abcd"))
    assert [note.get_text() for note in figure.labels] == list("abcd")
    pixels = figure.axes[0].transData.transform(points)
    for box, pixel in zip(boxes(figure), pixels, strict=True):
        middle = np.array([(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2])
        assert np.hypot(*(middle - pixel)) < 16 * figure.dpi / 72


def test_labels_without_a_place_are_left_out():
    points = np.zeros((200, 2))
    figure = scatter(points, ["a rather long label"] * 200)
    assert 0 < len(figure.labels) < 200
