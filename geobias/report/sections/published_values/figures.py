"""How many numbers of each quantity are valid, and how many recompute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.style import INK, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@styled
def validity_bars(tally: Mapping[str, Sequence[int]], looks: Mapping[str, str]) -> Figure:
    """A bar a quantity, of shares. tally : quantity -> numbers, those that recompute, those of each word of `looks`.

    looks : word -> colour, in the order of the counts.
    """
    names = list(tally)
    sentences = [f"{name} {counts[1]} of {counts[0]}" for name, counts in tally.items()]
    alt = f"Share of the published numbers that are valid, by quantity; recomputing: {', '.join(sentences)}."
    figure = new_figure(7.2, 0.21 * len(names) + 0.9, alt)
    axes = figure.subplots()
    left = np.zeros(len(names))
    for place, (word, colour) in enumerate(looks.items(), 2):
        shares = np.array([counts[place] / counts[0] for counts in tally.values()])
        axes.barh(range(len(names)), shares, left=left, color=colour, height=0.72, label=word)
        left += shares
    for row, counts in enumerate(tally.values()):
        axes.text(1.015, row, f"{counts[1]} of {counts[0]}", va="center", fontsize=7, color=INK)
    axes.text(1.015, -1.1, "recompute", va="center", fontsize=7, color=INK)
    axes.set_yticks(range(len(names)), names, fontsize=7)
    axes.set_xticks([0, 0.5, 1], ["0", "half", "all"], fontsize=7)
    axes.set_xlim(0, 1)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1.01), ncols=len(looks), fontsize=7.5, frameon=False)
    return figure
