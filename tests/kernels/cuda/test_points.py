"""Coordinates as the kernels read them."""

from __future__ import annotations

import dataclasses
import re

import pytest
import torch

from geobias_kernels.cuda.points import prepare, round_to_tf32
from geobias_kernels.ragged import RaggedProblems, Side, ragged_problems


def problems(d: int, dtype: torch.dtype = torch.float32) -> RaggedProblems:
    generator = torch.Generator().manual_seed(0)
    x, y = (Side(torch.randn(n, d, generator=generator, dtype=dtype) + 5, torch.ones(n) / n) for n in (4, 3))
    return ragged_problems([(x, y), (y, None)], 2)


def test_points_are_centred_padded_and_measured() -> None:
    made = problems(33)
    prepared = prepare(made, "ieee")
    expected = (made.points.double() - made.centre).float()
    assert prepared.precision == "ieee"
    assert prepared.values.shape == (7, 64)
    assert torch.equal(prepared.values[:, :33], expected)
    assert not prepared.values[:, 33:].any()
    torch.testing.assert_close(prepared.norms, expected.square().sum(1) / 2, rtol=1e-6, atol=0)
    assert prepared.index.tolist() == [0, 1, 2, 3, 4, 5, 6, 4, 5, 6]
    assert torch.equal(prepared.weights, torch.cat([made.a, made.b]))


def test_one_centre_a_problem_writes_the_points_out() -> None:
    made = problems(33)
    centres = torch.stack([made.centre, made.centre + 1])
    prepared = prepare(dataclasses.replace(made, centre=centres), "ieee")
    assert prepared.index.tolist() == list(range(10))
    assert torch.equal(prepared.values[4:7, :33], (made.points[4:].double() - centres[1]).float())
    assert torch.equal(prepared.values[7:, :33], (made.points[4:].double() - centres[0]).float())


def test_tf32_rounds_points_and_measures_what_it_rounded() -> None:
    prepared = prepare(problems(33), "tf32")
    assert torch.equal(prepared.values, round_to_tf32(prepared.values))
    exact = prepared.values.double().square().sum(1) / 2
    torch.testing.assert_close(prepared.norms.double(), exact, rtol=2**-24, atol=0)


def test_rounding_to_tf32_is_to_the_nearest() -> None:
    values = torch.randn(1000, generator=torch.Generator().manual_seed(0)) * 100
    rounded = round_to_tf32(values)
    assert float(((rounded - values) / values).abs().max()) <= 2**-11
    assert not (rounded.view(torch.int32) & 0x1FFF).any()
    assert torch.equal(round_to_tf32(-values), -rounded)


@pytest.mark.parametrize("precision", ["ieee", "tf32"])
def test_few_dimensions_take_differences_of_points_as_they_are(precision: str) -> None:
    made = problems(16)
    prepared = prepare(made, precision)
    assert prepared.precision == "direct"
    assert torch.equal(prepared.values[:, :16], (made.points.double() - made.centre).float())


def test_what_kernels_cannot_take_is_named() -> None:
    with pytest.raises(
        ValueError, match=re.escape("precision must be one of ('ieee', 'tf32x3', 'tf32'), but it is 'bf16'.")
    ):
        prepare(problems(3), "bf16")
    with pytest.raises(TypeError, match=re.escape("the kernels take float32 points, but these are torch.float64.")):
        prepare(problems(3, torch.float64), "ieee")
