"""The specification curve: sorted coefficients above, what each specification chose below."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.estimates import signed
from geobias.report.phrases import COEFFICIENT_NAMES, plural, quantity_label
from geobias.report.style import ACCENT, FAINT, INK, WIDTH, new_figure, say_nothing_measured, styled
from geobias.tables import SUPPORTED

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 0.17  # inches of a row of choices
MOST_VALUES = 12  # of a setting that are drawn; the table has all
QUANTITIES = ("distance", "gap")  # choices whose values are quantities
BAND, DOT = "#E6EAF0", "#8A8A8A"


@styled
def specification_curve(specifications: pd.DataFrame, choices: pd.DataFrame) -> Figure:
    """Coefficients in their order, filled where supported over all specifications, on the band of permuted groups.

    Below them how many pairs of groups differ, where that was tested, and a dot for what every specification chose.
    """
    rows = specifications[specifications["rank"] > 0].sort_values("rank")
    lines = choice_rows(choices)
    counted = bool((rows["pairs_compared"] > 0).any())
    heights = [2.6, *[0.75] * counted, *[max(ROW * len(lines), 0.5)] * bool(lines)]
    figure = new_figure(WIDTH, sum(heights) + 0.9, _alt(rows, lines))
    axes = figure.subplots(len(heights), 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": heights}).ravel()
    size = float(np.clip(420 / max(len(rows), 1), 1.6, 5.0))
    _draw_curve(axes[0], rows, size)
    if counted:
        _draw_counts(axes[1], rows)
    if lines:
        _draw_choices(axes[-1], rows, choices, lines, size)
    axes[-1].set_xlabel("rank of the specification by its coefficient")
    axes[-1].set_xlim(0.3, max(len(rows), 1) + 0.7)
    if len(rows):
        axes[-1].locator_params(axis="x", integer=True)
    return figure


def choice_rows(choices: pd.DataFrame) -> list[tuple[str, str]]:
    """(setting, value) of every row of dots, from the top; before each setting a row (setting, "") that names it.

    Settings with more than `MOST_VALUES` values are not drawn.
    """
    out = []
    for setting, part in choices.groupby("setting", sort=False):
        values = sorted(part["value"].astype(str).unique(), key=_order)
        if len(values) <= MOST_VALUES:
            out += [(str(setting), ""), *((str(setting), value) for value in values)]
    return out


def choice_label(setting: str, value: str) -> str:
    """A value of a setting; quantities by their names in words."""
    return quantity_label(value) if setting in QUANTITIES else value


def _order(value: str) -> tuple[int, float, str]:
    """Numbers by their size, before words by their letters."""
    try:
        return 0, float(value), value
    except ValueError:
        return 1, 0.0, value


def _alt(rows: pd.DataFrame, lines: list[tuple[str, str]]) -> str:
    settings = len({setting for setting, _ in lines})
    ends = "none of them computed"
    if len(rows):
        ends = f"from {signed(rows['statistic'].iloc[0])} to {signed(rows['statistic'].iloc[-1])}"
    return (
        f"Coefficients of {plural(len(rows), 'specification')} in their order, {ends}, and below each a dot for its "
        f"choice in {plural(settings, 'setting')}. The numbers are in the table of specifications."
    )


def _draw_curve(axes: Axes, rows: pd.DataFrame, size: float) -> None:
    if not len(rows):
        say_nothing_measured(axes)
        return
    if rows["low"].notna().all():
        axes.fill_between(rows["rank"], rows["low"], rows["high"], color=BAND, linewidth=0, step="mid", zorder=1)
    axes.axhline(0, color=FAINT, linewidth=0.9, zorder=1.5)
    supported = (rows["verdict"] == SUPPORTED).to_numpy()
    for chosen, face, edge in ((~supported, "white", DOT), (supported, ACCENT, ACCENT)):
        axes.plot(rows["rank"][chosen], rows["statistic"][chosen], "o", ms=size, mfc=face, mec=edge, mew=0.9, zorder=3)
    name = str(rows["coefficient"].iloc[0])
    axes.set_ylabel(COEFFICIENT_NAMES.get(name, name).split(" (")[0])
    axes.grid(axis="x", visible=False)


def _draw_counts(axes: Axes, rows: pd.DataFrame) -> None:
    axes.bar(rows["rank"], rows["pairs_different"], width=0.8, color=ACCENT, alpha=0.55, linewidth=0)
    most = int(rows["pairs_compared"].max())
    axes.set_ylim(0, most)
    axes.set_yticks([0, most])
    axes.set_ylabel("pairs that\ndiffer", fontsize=8)
    axes.grid(axis="x", visible=False)


def _draw_choices(
    axes: Axes, rows: pd.DataFrame, choices: pd.DataFrame, lines: list[tuple[str, str]], size: float
) -> None:
    places = {line: place for place, line in enumerate(lines)}
    ranks = dict(zip(rows["specification"], rows["rank"], strict=True))
    dots = [
        (ranks[number], places[setting, value])
        for number, setting, value in zip(choices["specification"], choices["setting"], choices["value"], strict=True)
        if number in ranks and (setting, value) in places
    ]
    if dots:
        axes.plot(*zip(*dots, strict=True), "o", ms=min(size, 3.6), mfc=INK, mec="none", zorder=3)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.set_yticks(range(len(lines)), [choice_label(*line) if line[1] else line[0] for line in lines])
    axes.tick_params(axis="y", length=0, labelsize=7.5)
    for label, (_, value) in zip(axes.get_yticklabels(), lines, strict=True):
        if not value:
            label.set_fontweight("bold")
            label.set_color(INK)
    axes.grid(axis="x", visible=False)
