"""What cannot be used as a cloud, weight or setting is named, with its place and the mend."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch

from geobias.distances import cloud_diameter, sinkhorn_divergence
from geobias.errors import InputError

CASES: list[tuple[dict[str, Any], str]] = [
    (
        {"x": torch.zeros(0, 3)},
        r"x must hold at least one point, but its shape is \(0, 3\)\. Leave the empty cloud out",
    ),
    ({"x": torch.full((2, 3), torch.nan)}, r"points of x must be finite, but point 0 holds NaN or infinity\."),
    ({"y": torch.zeros(4, 2)}, r"x and y must have points of one dimension, but they have 3 and 2\."),
    ({"y": torch.zeros(4)}, r"points of y must be a float tensor \(n, d\), but they are torch.float32 of shape \(4,\)"),
    ({"x": torch.zeros(2, 3, dtype=torch.int64)}, r"points of x must be a float tensor"),
    ({"a": torch.tensor([-0.5, 1.5])}, r"weights of x must be finite and >= 0, but weight 0 is -0\.5\."),
    ({"a": torch.tensor([math.nan, 1.0])}, r"weights of x must be finite and >= 0, but weight 0 is nan\."),
    ({"b": torch.zeros(4)}, r"y must have a point of positive weight, but all 4 weights are 0\."),
    ({"b": torch.ones(3)}, r"weights of y must have one entry per point, shape \(4,\), but their shape is \(3,\)\."),
    ({"a": torch.ones(2)}, r"weights of x and y must have one sum for balanced transport, but they sum to 2 and 1\."),
    ({"x": torch.zeros(2, 2, 3), "y": torch.zeros(3, 4, 3)}, r"x and y must have leading axes that broadcast"),
    ({"x": torch.zeros(0, 2, 3), "y": torch.zeros(0, 4, 3)}, r"the batch must hold at least one pair, but its shape"),
    ({"diameter": -1.0}, r"diameter must be a finite number >= 0, up to 1e\+12, but it is -1\.0\."),
    (
        {"backend": "cuda"},
        r"backend must be 'auto' or one of \['native', 'triton', 'torch', 'geomloss', 'keops'\], but it is 'cuda'\.",
    ),
]


@pytest.mark.parametrize(("change", "text"), CASES, ids=lambda value: str(value)[:40])
def test_what_cannot_be_used_is_named(change: dict[str, Any], text: str) -> None:
    inputs = {"x": torch.zeros(2, 3), "y": torch.zeros(4, 3), **change}
    with pytest.raises(InputError, match=text):
        sinkhorn_divergence(**inputs)


def test_the_diameter_is_the_diagonal_of_the_box_of_what_counts() -> None:
    clouds = [torch.tensor([[0.0, 0.0], [9.0, 9.0]]), torch.tensor([[3.0, 4.0]])]
    assert cloud_diameter(clouds, [torch.tensor([1.0, 0.0]), None]) == 5.0
    assert cloud_diameter(clouds) == pytest.approx(math.sqrt(162))
