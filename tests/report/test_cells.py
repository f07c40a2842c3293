from __future__ import annotations

import numpy as np
from matplotlib.colors import to_rgba

from geobias.report.cells import Cells, cell_matrix
from geobias.report.style import new_figure, styled


@styled
def draw(values, texts, beneath=None, **options):
    figure = new_figure(4, 3, "")
    sides = [f"r{i}" for i in range(len(values))], [f"c{i}" for i in range(values.shape[1])]
    cell_matrix(
        figure.subplots(), Cells(values, texts, *sides, beneath=beneath), colours="Blues", limits=(0, 10), **options
    )
    return figure


def test_every_text_stands_in_its_cell():
    figure = draw(np.array([[1.0, 2.0], [3.0, 10.0]]), [["a", "b"], ["", "d"]], beneath=[["x", ""], ["y", "z"]])
    found = {text.get_text(): text.get_position()[0] for text in figure.axes[0].texts}
    assert found == {"a": 0, "x": 0, "b": 1, "d": 1, "z": 1}


def test_ink_follows_the_colour_of_the_cell():
    figure = draw(np.array([[0.0, 10.0]]), [["light", "dark"]])
    assert [text.get_color() for text in figure.axes[0].texts] == ["#222222", "white"]


def test_the_smaller_text_is_written_as_boldly():
    figure = draw(np.array([[4.5]]), [["0.67"]], beneath=[["0.76"]])
    assert [text.get_alpha() for text in figure.axes[0].texts] == [None, None]


def test_unmeasured_cells_are_grey_and_hatched():
    figure = draw(np.array([[np.nan, np.nan]]), [["n/a", ""]])
    [patch] = figure.axes[0].patches
    assert (patch.get_facecolor(), patch.get_hatch(), patch.get_x()) == (to_rgba("#F2F2F2"), "///", -0.5)


def test_one_value_and_no_value_have_a_scale_too():
    figure = new_figure(2, 2, "")
    for limits in ((4.0, 4.0), (np.nan, np.nan)):
        cells = Cells(np.array([[4.0]]), [["4"]], ["r"], ["c"])
        image = cell_matrix(figure.subplots(), cells, colours="Blues", limits=limits)
        assert image.norm.vmin < image.norm.vmax
