"""A table is a loop over pairs at one diameter, with every self term solved once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
import torch

from geobias.distances import backends, cloud_diameter, pairwise_sinkhorn_divergence, sinkhorn_divergence
from geobias.distances.problems import Problem
from geobias.errors import InputError

Normal = Callable[..., torch.Tensor]
pytestmark = pytest.mark.usefixtures("automatic")


@pytest.fixture
def clouds(normal: Normal) -> list[torch.Tensor]:
    return [normal(n, 6, seed=n) + n / 50 for n in (20, 35, 50)]


@pytest.mark.parametrize("settings", [{}, {"p": 1}, {"reach": 2.0}, {"debias": False}], ids=str)
def test_a_table_is_a_loop_at_its_diameter(clouds: list[torch.Tensor], settings: dict[str, Any]) -> None:
    table = pairwise_sinkhorn_divergence(clouds, **settings)
    diameter = cloud_diameter(clouds)
    for i in range(3):
        for j in range(3):
            expected = sinkhorn_divergence(clouds[i], clouds[j], diameter=diameter, **settings)
            torch.testing.assert_close(table[i, j], expected, rtol=1e-10, atol=1e-12)
    assert torch.equal(table, table.T)


def test_the_diagonal_is_zero_and_the_order_of_groups_does_not_matter(clouds: list[torch.Tensor]) -> None:
    table = pairwise_sinkhorn_divergence(clouds)
    assert torch.equal(table.diagonal(), torch.zeros(3, dtype=torch.float64))
    torch.testing.assert_close(pairwise_sinkhorn_divergence(clouds[::-1]).flip(0, 1), table, rtol=1e-12, atol=1e-14)


def test_self_terms_are_solved_once(clouds: list[torch.Tensor], monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[Problem] = []
    solve = backends.TorchBackend.solve_many

    def counted(self: Any, problems: Sequence[Problem], *rest: Any) -> Any:
        solved.extend(problems)
        return solve(self, problems, *rest)

    monkeypatch.setattr(backends.TorchBackend, "solve_many", counted)
    pairwise_sinkhorn_divergence(clouds, workers=1, backend="torch")
    assert sorted(len(problem.clouds) for problem in solved) == [1, 1, 1, 2, 2, 2]


def test_workers_do_not_change_the_bits(normal: Normal) -> None:
    clouds = [normal(n, 16, seed=n).float() for n in (300, 280, 310)]
    tables = [pairwise_sinkhorn_divergence(clouds, workers=workers) for workers in (1, 2, 4)]
    assert torch.equal(tables[0], tables[1])
    assert torch.equal(tables[0], tables[2])


def test_only_the_pairs_asked_for(clouds: list[torch.Tensor]) -> None:
    names = ["au", "ca", "nz"]
    table = pairwise_sinkhorn_divergence(clouds, names=names, pairs=[("nz", "au")])
    whole = pairwise_sinkhorn_divergence(clouds)
    assert torch.equal(table[0, 2], whole[0, 2])
    assert torch.isnan(table[0, 1])
    assert torch.isnan(table[1, 2])
    assert torch.equal(pairwise_sinkhorn_divergence(clouds, pairs=[(0, 2)]).nan_to_num(), table.nan_to_num())


def test_weights_of_zero_do_not_widen_the_diameter(clouds: list[torch.Tensor]) -> None:
    far = torch.cat([clouds[0], torch.full((1, 6), 1e6, dtype=torch.float64)])
    weights = torch.ones(21, dtype=torch.float64) / 20
    weights[-1] = 0
    assert cloud_diameter([far, clouds[1]], [weights, None]) == cloud_diameter(clouds[:2])
    table = pairwise_sinkhorn_divergence([far, *clouds[1:]], [weights, None, None])
    torch.testing.assert_close(table, pairwise_sinkhorn_divergence(clouds), rtol=1e-12, atol=0)


def test_one_point_for_all_groups_is_no_distance() -> None:
    table = pairwise_sinkhorn_divergence([torch.ones(5, 3), torch.ones(7, 3)])
    assert torch.equal(table, torch.zeros(2, 2))


CASES: list[tuple[dict[str, Any], str]] = [
    (
        {"clouds": [torch.ones(2, 3), torch.zeros(0, 3)], "names": ["ca", "nz"]},
        r"group 'nz' must hold at least one point, but its shape is \(0, 3\)\. Leave the empty cloud out",
    ),
    (
        {"clouds": [torch.ones(2, 3), torch.full((1, 3), torch.nan)], "names": ["ca", "nz"]},
        r"points of group 'nz' must be finite, but point 0 holds NaN or infinity\.",
    ),
    ({"weights": [None, torch.tensor([2.0, 1])]}, r"weights of group '0' and group '1' must have one sum"),
    ({"weights": [None]}, r"weights must have one entry per cloud \(2\), but there are 1\."),
    ({"clouds": []}, r"clouds must hold at least one cloud, but the list is empty\."),
    ({"pairs": [("nz", "au")]}, r"pairs must name groups of the table, but 'nz' is none\. The groups are \['0', '1'\]"),
    ({"names": ["a", "a"]}, r"names must be 2 distinct strings, one per group, but they are \['a', 'a'\]\."),
]


@pytest.mark.parametrize(("change", "text"), CASES, ids=lambda value: str(value)[:40])
def test_what_cannot_be_used_is_named(change: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError, match=text):
        pairwise_sinkhorn_divergence(**{"clouds": [torch.ones(2, 3), torch.zeros(2, 3)], **change})
