"""Energy distance and MMD in float32: formulas over torch.cdist and geomloss against ours.

    python benchmarks/kernel_distances.py [--sizes 200,500,1000,2000] [--width 384]

Two clouds of independent noise whose means are 0.1 apart in every coordinate; the Gaussian is as wide as two points are
apart. The truth is the formula in float64; in float32 the formulas' differences of large sums keep three digits.
"""

from __future__ import annotations

import math
from functools import partial

import torch
from geomloss import SamplesLoss
from harness import numbers, parser, report
from torch import Tensor

from geobias.bench.comparing import Side, Truth, compare
from geobias.distances import energy_distance, mmd

TOLERANCE = {"torch.cdist": 1e-3, "geomloss tensorized": 1e-3, "geobias": 1e-6}


def clouds(size: int, width: int) -> tuple[Tensor, Tensor]:
    """Points (size, width) of two clouds, float32."""
    generator = torch.Generator().manual_seed(0)
    return torch.randn(size, width, generator=generator), torch.randn(size, width, generator=generator) + 0.1


def energy_by_formula(x: Tensor, y: Tensor) -> Tensor:
    return 2 * torch.cdist(x, y).mean() - torch.cdist(x, x).mean() - torch.cdist(y, y).mean()


def mmd_by_formula(x: Tensor, y: Tensor, bandwidth: float) -> Tensor:
    def mean(left: Tensor, right: Tensor) -> Tensor:
        return torch.exp(torch.cdist(left, right).square() * (-0.5 / bandwidth**2)).mean()

    return mean(x, x) + mean(y, y) - 2 * mean(x, y)


def twice(loss: SamplesLoss, x: Tensor, y: Tensor) -> Tensor:
    """geomloss's value is half of ours."""
    return 2 * loss(x, y)


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--sizes", default="200,500,1000,2000")
    flags.add_argument("--width", type=int, default=384)
    chosen = flags.parse_args()
    bandwidth = math.sqrt(2 * chosen.width)
    for size in numbers(chosen.sizes):
        x, y = clouds(size, chosen.width)
        energy: dict[str, Side] = {
            "torch.cdist": partial(energy_by_formula, x, y),
            "geomloss tensorized": partial(twice, SamplesLoss("energy", backend="tensorized"), x, y),
            "geobias": partial(energy_distance, x, y),
        }
        gaussian: dict[str, Side] = {
            "torch.cdist": partial(mmd_by_formula, x, y, bandwidth),
            "geomloss tensorized": partial(twice, SamplesLoss("gaussian", blur=bandwidth, backend="tensorized"), x, y),
            "geobias": partial(mmd, x, y, bandwidth=bandwidth),
        }
        wide = x.double(), y.double()
        for name, sides, truth in (
            ("energy distance", energy, energy_by_formula(*wide)),
            ("MMD", gaussian, mmd_by_formula(*wide, bandwidth)),
        ):
            held = Truth(TOLERANCE, truth)
            case = f"{name}, {size} x {size}, {chosen.width} dimensions"
            report(compare("kernel distances", case, sides, peer="torch.cdist", truth=held, runs=chosen.runs), chosen)


if __name__ == "__main__":
    main()
