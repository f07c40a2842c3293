from __future__ import annotations

from itertools import combinations

import pytest

from geobias.report.forest import ENDS, ends_of
from geobias.report.groups import Groups
from geobias.report.heatmaps import pair_heatmaps
from geobias.report.layout import BETWEEN
from geobias.report.pairs import pair_summary, pair_table
from geobias.report.sections.distances.spread import pair_spread
from geobias.report.style import freeze_layout, panels, styled
from geobias.tables import PairTable


def extents(figure):
    """What each of the axes takes with all that belongs to it, in pixels."""
    freeze_layout(figure)
    return [axes.get_tightbbox().extents for axes in figure.axes]


def hold(figure):
    """Nothing is cut, and no two panels meet."""
    found = extents(figure)
    width, height = figure.get_size_inches() * figure.dpi
    assert all(x0 >= 0 and y0 >= 0 and x1 <= width + 1 and y1 <= height + 1 for x0, y0, x1, y1 in found)
    for (a0, b0, a1, b1), (c0, d0, c1, d1) in combinations(found, 2):
        assert a1 <= c0 + 1 or c1 <= a0 + 1 or b1 <= d0 + 1 or d1 <= b0 + 1


@styled
def drawn(label: str, n: int, columns: int, shape: str):
    figure, found = panels(n, columns, 1.5, "")
    for axes in found:
        axes.set(title=label, xlabel=label, ylabel=label, ylim=(-1e6, 1e-3), aspect=shape)
    return figure


@pytest.mark.parametrize("label", ["a", "a label that is wider than its panel", "two\nlines"])
@pytest.mark.parametrize("shape", ["auto", "equal"])
def test_labels_are_neither_cut_nor_covered(label, shape):
    hold(drawn(label, 5, 3, shape))


def table(groups):
    import numpy as np

    size = len(groups.names)
    values = np.random.default_rng(3).random((2, size, size))
    return PairTable(groups.names, values + values.transpose(0, 2, 1), "lda").to_frame()


@pytest.mark.parametrize("name", ["G{}", "A region with a rather long name, number {}"])
@pytest.mark.parametrize("size", [2, 4, 8, 18])
def test_names_of_groups_have_room_however_many(size, name):
    groups = Groups({name.format(number): "region" for number in range(size)})
    frame = table(groups)
    hold(pair_spread(frame, groups))
    hold(pair_heatmaps(frame, groups))


def test_many_pairs_show_the_ends_and_say_how_many_are_between():
    groups = Groups({f"r{number}": "region" for number in range(40)})
    summary = pair_summary(pair_table(table(groups), "lda", groups)).sort_values("mean")
    ends = ends_of(summary)
    assert ends["between"].tolist() == [0] * ENDS + [780 - 2 * ENDS] + [0] * ENDS
    assert ends["mean"].dropna().tolist() == [*summary["mean"][:ENDS], *summary["mean"][-ENDS:]]
    axes = pair_spread(table(groups), groups).axes[0]
    assert axes.get_yticklabels()[ENDS].get_text() == "… 750 between …"
    assert len(axes.get_yticklabels()) == 2 * ENDS + 1


def test_axes_share_what_the_labels_leave():
    figure = drawn("a", 2, 2, "auto")
    (_, _, right, _), (left, *_) = extents(figure)
    first, second = (axes.get_position() for axes in figure.axes)
    assert first.width == pytest.approx(second.width)
    assert left - right == pytest.approx(BETWEEN * figure.dpi, abs=2)
