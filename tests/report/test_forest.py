"""Names of pairs beside rows: in full where a panel has room, else shortened alike."""

import pandas as pd
import pytest

from geobias.report.forest import name_pairs
from geobias.report.groups import Groups
from geobias.report.style import WIDTH, new_figure

LONG = ("India", "Middle East and Africa", "North America-Europe")


def names(groups, panels, sign=""):
    """What stands beside the rows of the first of so many panels."""
    pairs = [(a, b) for place, a in enumerate(groups) for b in groups[place + 1 :]]
    rows = pd.DataFrame(pairs, columns=["group_a", "group_b"]).assign(between=0)
    axes = new_figure(WIDTH, 2.0, "").subplots(1, panels, squeeze=False)[0, 0]
    name_pairs(axes, rows, Groups(dict.fromkeys(groups, "region")), sign)
    return [label.get_text() for label in axes.get_yticklabels()]


@pytest.mark.parametrize(
    ("panels", "sign", "last"),
    [
        (2, "−", "Middle East and Africa − North America-Europe"),
        (2, "", "Middle East and Africa–North America-Europe"),
        (3, "", "M. E. & Africa–N. America-Eur…"),
    ],
)
def test_names_are_whole_where_there_is_room(panels, sign, last):
    assert names(LONG, panels, sign)[-1] == last


def test_one_line_of_a_figure_is_never_longer_than_its_panel_allows():
    shown = names([f"{'Republic ' * 6}number {n}" for n in range(12)], 2)
    assert len(set(shown)) == len(shown) == 66
    assert max(map(len, shown)) <= 46
