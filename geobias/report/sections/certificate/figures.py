"""The certificate as pictures: nations by design, pairs as a forest, ranks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import SIZE
from geobias.report.cells import Cells, cell_matrix, colour_bar
from geobias.report.coefficients import in_figure, short_names
from geobias.report.estimates import signed
from geobias.report.lettering import room
from geobias.report.phrases import plural
from geobias.report.sides import around, design_name, zero_line
from geobias.report.style import ACCENT, INK, WIDTH, new_figure, styled
from geobias.report.verdicts import sign_of
from geobias.tables import DIFFERENT

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 30  # pairs that the forest shows
NUMBERED = 14  # designs up to which cells have numbers
LINE, CELL = 0.2, 0.3  # inches of a pair, and of a nation in the matrix
GREY = "#8A8A8A"


@styled
def design_matrix(frame: pd.DataFrame, nations: Sequence[str]) -> Figure:
    """Nations in rows, designs in columns: a nation's mean less that of all nations by the same design."""
    designs = list(dict.fromkeys(frame["design"]))
    beyond = frame.pivot(index="nation", columns="design", values="beyond").loc[list(nations), designs]
    values = np.column_stack([beyond.to_numpy(float), beyond.mean(axis=1)])
    short, key = short_names(nations, 20)
    heads, design_key = short_names([*map(design_name, designs), "all designs"], 18, "D")
    texts = [[signed(value) for value in row] for row in values]
    if len(designs) > NUMBERED:
        texts = [["" for _ in row] for row in values]
    alt = (
        f"Matrix of {plural(len(nations), 'nation')} by {plural(len(designs), 'design')}: each nation's mean "
        f"projection less that of all nations by the same design.{in_figure(key, design_key)}"
    )
    figure = new_figure(WIDTH, CELL * len(nations) + 1.2, alt)
    axes = figure.subplots()
    most = float(np.abs(values).max()) or 1.0
    turn = 30 if max(map(room, heads.values())) > 60 / len(heads) else 0
    shown = cell_matrix(
        axes, Cells(values, texts, [short[name] for name in nations], [*heads.values()]), colours="RdBu_r",
        limits=(-most, most), size=8, turn=turn,
    )  # fmt: skip
    axes.axvline(len(designs) - 0.5, color=INK, linewidth=1.2)
    colour_bar(axes, shown)
    return figure


@styled
def pair_forest(rows: pd.DataFrame) -> Figure:
    """Differences with intervals on the range of single designs; filled where certified. rows : of `pairs_of`."""
    shown = rows[:MOST]
    short, key = short_names([*shown["group_a"], *shown["group_b"]], 22)
    alt = (
        f"{plural(len(shown), 'difference')} of two nations of {len(rows)}, with intervals, on the range that single "
        f"designs give, and the sign of each verdict. The numbers are in the table.{in_figure(key)}"
    )
    figure = new_figure(WIDTH, LINE * max(len(shown), 4) + 0.9, alt)
    axes = figure.subplots()
    places = np.arange(len(shown))
    axes.set_xlim(around(shown["least"], shown["most"], shown["low"].clip(-9, 9), shown["high"].clip(-9, 9)))
    zero_line(axes)
    axes.hlines(places, shown["least"], shown["most"], colors="#DCE1E7", linewidth=7, zorder=1.5)
    axes.hlines(places, shown["low"], shown["high"], colors=ACCENT, linewidth=1.5, alpha=0.6, zorder=2)
    certified = (shown["verdict"] == DIFFERENT).to_numpy()
    for which, face in ((certified, ACCENT), (~certified, "white")):
        axes.plot(shown["difference"][which], places[which], "o", ms=4.4, mfc=face, mec=ACCENT, mew=1, zorder=4)
    names = [f"{short[a]} over {short[b]}" for a, b in zip(shown["group_a"], shown["group_b"], strict=True)]
    _name_rows(axes, names)
    for place, row in enumerate(shown.to_dict("records")):
        text = f"{sign_of(row['verdict']) or ' '}   {row['kept']:.0f} of {row['n_designs']:.0f}"
        axes.text(1.01, place, text, transform=axes.get_yaxis_transform(), fontsize=SIZE, va="center", color=INK)
    axes.set_xlabel("difference in mean projection", fontsize=8)
    return figure


@styled
def rank_lines(frame: pd.DataFrame) -> Figure:
    """The rank of every nation, on the ranks over designs; a bar for those that certified differences leave open."""
    frame = frame.sort_values("mean", ascending=False, kind="stable")
    short, key = short_names(frame["nation"], 22)
    alt = (
        f"Ranks of {plural(len(frame), 'nation')} by their mean over designs, their ranks by single designs, and the "
        f"ranks that certified differences leave open.{in_figure(key)}"
    )
    figure = new_figure(WIDTH * 0.85, 0.27 * max(len(frame), 3) + 0.8, alt)
    axes = figure.subplots()
    places = np.arange(len(frame))
    judged = (frame["rank_high"] > 0).to_numpy()
    axes.hlines(
        places[judged], frame["rank_low"][judged], frame["rank_high"][judged], colors="#DCE1E7", linewidth=9, zorder=1.5
    )
    axes.hlines(places, frame["first"], frame["last"], colors=ACCENT, linewidth=1.5, alpha=0.6, zorder=2)
    axes.plot(frame["rank"], places, "o", ms=5, color=ACCENT, zorder=4)
    _name_rows(axes, [short[name] for name in frame["nation"]], 3)
    axes.set_xlim(0.5, max(len(frame), 2) + 0.5)
    axes.locator_params(axis="x", nbins=10, integer=True)
    axes.set_xlabel("rank, 1 = the most traditional", fontsize=8)
    return figure


def _name_rows(axes: Axes, names: Sequence[str], least: int = 4) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", labelsize=SIZE + 0.5, length=0)
    axes.tick_params(axis="x", labelsize=SIZE)
    axes.grid(axis="y", visible=False)
    axes.set_ylim(max(len(names), least) - 0.4, -0.6)
