"""How the cost of Sinkhorn divergences grows: with n^2, and linearly with pairs and replicates.

    python benchmarks/scaling.py [--sizes 250,500,1000,2000,4000,8000] [--groups 2,4,6,8,12] [--replicates 4,16,64]

float32 on one thread, held to the same call in float64; the figure goes to docs/images/scaling.png, with a line of the
slope that is expected beside what was measured.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from harness import corpus, numbers, parser, report
from matplotlib.ticker import LogLocator

from geobias.bench.clouds import document_clouds, token_clouds
from geobias.bench.comparing import Row, Truth, compare
from geobias.bench.quick import FLOAT32
from geobias.clouds import TokenClouds
from geobias.corpora import Corpus
from geobias.distances import (
    bootstrap_diameter,
    bootstrap_sinkhorn_divergence,
    pairwise_sinkhorn_divergence,
    sinkhorn_divergence,
)

FIGURE = Path(__file__).parents[1] / "docs" / "images" / "scaling.png"
POINTS, DOCUMENTS = 300, 50
"""Points of a cloud where pairs grow, documents of a draw where replicates do."""


def measured(case: str, single: Callable[[], Any], double: Callable[[], Any], runs: int) -> Row:
    """One row: the call in float32, held to that in float64."""
    (row,) = compare("scaling", case, {"geobias": single}, peer="geobias", truth=Truth(FLOAT32, double()), runs=runs)
    return row


def by_points(sizes: Sequence[int], texts: Corpus | None, runs: int) -> list[Row]:
    """One pair of clouds, debiased: three problems of n^2."""
    rows = []
    for size in sizes:
        x, y = token_clouds(size, corpus=texts)
        solve = partial(sinkhorn_divergence, x, y)
        rows.append(measured(f"{size} points", solve, partial(sinkhorn_divergence, x.double(), y.double()), runs))
    return rows


def by_pairs(groups: Sequence[int], texts: Corpus | None, runs: int) -> list[Row]:
    """A table of G groups: G (G - 1) / 2 pairs and G self terms, in one call."""
    many = torch.cat(token_clouds(POINTS * -(-max(groups) // 2), corpus=texts))
    clouds, rows = list(many.split(POINTS)), []
    for count in groups:
        solve = partial(pairwise_sinkhorn_divergence, clouds[:count], workers=1)
        double = partial(pairwise_sinkhorn_divergence, [cloud.double() for cloud in clouds[:count]])
        rows.append(measured(f"{count * (count - 1) // 2} pairs", solve, double, runs))
    return rows


def by_replicates(counts: Sequence[int], texts: Corpus | None, runs: int) -> list[Row]:
    """B replicates of a pair of groups, in one call."""
    pools = document_clouds(2, 2 * DOCUMENTS, texts)
    wide = [TokenClouds(pool.points.double(), pool.offsets) for pool in pools]
    shape = (max(counts), 2, DOCUMENTS)
    draws = torch.randint(2 * DOCUMENTS, shape, generator=torch.Generator().manual_seed(0))
    solve = partial(bootstrap_sinkhorn_divergence, diameter=bootstrap_diameter(pools, draws), workers=1)
    return [
        measured(f"{count} replicates", partial(solve, pools, draws[:count]), partial(solve, wide, draws[:count]), runs)
        for count in counts
    ]


def problems(pairs: float) -> float:
    """Transport problems of the table with so many pairs."""
    groups = (1 + np.sqrt(1 + 8 * pairs)) / 2
    return float(pairs + groups / 2)  # a self term is half a problem: the upper triangle


def draw(points: list[Row], pairs: list[Row], replicates: list[Row]) -> None:
    """Measured points, and the expected law through the last of them."""
    figure, axes = plt.subplots(1, 4, figsize=(15, 3.6), layout="constrained")
    panels: list[tuple[list[Row], str, Callable[[float], float], str, str]] = [
        (points, "seconds", lambda n: n**2, "points of each cloud, n", "n²"),
        (points, "peak_mib", lambda n: n**2, "points of each cloud, n", "n²"),
        (pairs, "seconds", problems, "pairs of a table", "pairs and self terms"),
        (replicates, "seconds", lambda b: b, "bootstrap replicates", "linear"),
    ]
    for axis, (rows, quantity, law, label, name) in zip(axes, panels, strict=True):
        x = np.array([float(row.case.split()[0]) for row in rows])
        y = np.array([getattr(row, quantity) for row in rows])
        shown = np.isfinite(y) & (y > 0)
        expected = np.array([law(value) for value in x])
        axis.plot(x, expected * y[-1] / expected[-1], "--", color="#777777", label=name)
        axis.plot(x[shown], y[shown], "o", color="#0072b2", label="measured")
        unit = "CPU seconds, one thread" if quantity == "seconds" else "MiB added at the peak"
        axis.set(xscale="log", yscale="log", xlabel=label, ylabel=unit)
        axis.set_xticks(x, [f"{value:g}" for value in x])
        axis.minorticks_off()
        axis.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.yaxis.set_major_formatter("{x:g}")
        axis.spines[["top", "right"]].set_visible(False)
        axis.legend(frameon=False, fontsize=9)
        axis.grid(alpha=0.25)
    FIGURE.parent.mkdir(exist_ok=True)
    figure.savefig(FIGURE, dpi=110)


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--sizes", type=numbers, default=[250, 500, 1000, 2000, 4000, 8000])
    flags.add_argument("--groups", type=numbers, default=[2, 4, 6, 8, 12])
    flags.add_argument("--replicates", type=numbers, default=[4, 8, 16, 32, 64])
    chosen = flags.parse_args()
    texts = corpus(chosen)
    measures = (by_points, chosen.sizes), (by_pairs, chosen.groups), (by_replicates, chosen.replicates)
    curves = []
    for measure, counts in measures:
        curves.append(measure(counts, texts, chosen.runs))
        report(curves[-1], chosen)
    draw(*curves)


if __name__ == "__main__":
    main()
