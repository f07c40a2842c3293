"""Whatever a public function of arrays is given, it gives a value or a sentence that names the argument."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch

from geobias import clouds, discriminant, distances, stats
from geobias.errors import GeobiasError

X = torch.randn(24, 2, generator=torch.Generator().manual_seed(0))
Y, LABELS, FOLDS = X[:6] + 1, np.repeat(["a", "b"], 12), np.tile([0, 1], 12)
TABLE = np.abs(np.subtract.outer(np.arange(6.0), np.arange(6.0)))
POOLS = [clouds.TokenClouds(X, torch.arange(25)), clouds.TokenClouds(Y, torch.arange(7))]
DRAWS = [torch.tensor([[0, 1, 2]]), torch.tensor([[3, 4, 5]])]
LINE, OTHER = [1.0, 2.0, 3.0, 5.0, 4.0], [2.0, 1.0, 3.0, 4.0, 5.0]
PAIR = {"x": X[:4], "y": Y, "a": torch.full((4,), 0.25), "b": torch.full((6,), 1 / 6)}
SOLVER = {
    "p": 2, "blur": 0.5, "scaling": 0.5, "reach": None, "debias": True, "diameter": None, "tol": None,
    "backend": "auto", "precision": "ieee",
}  # fmt: skip
SPREAD = {"pairs": None, "names": None, "workers": None, "devices": None}
EYE, ZERO = torch.eye(2), torch.zeros(2)
TWO = {"matrix": TABLE, "labels": [0, 0, 0, 1, 1, 1]}
PERMUTED = stats.permutations(5)
DISCRIMINANT = {
    "solver": "svd", "shrinkage": None, "n_components": None, "within_scatter": "n", "tol": 1e-4
}  # fmt: skip
FITTED = discriminant.LinearDiscriminant().fit(X, LABELS)

CALLS: dict[Callable[..., Any], dict[str, Any]] = {
    distances.sinkhorn_divergence: {**PAIR, **SOLVER},
    distances.solve_sinkhorn: {**PAIR, **SOLVER},
    distances.pairwise_sinkhorn_divergence: {"clouds": [X, Y], "weights": None, **SOLVER, **SPREAD},
    distances.bootstrap_sinkhorn_divergence: {
        "pools": POOLS, "draws": DRAWS, "weighting": "token", "progress": None, **SOLVER, **SPREAD,
    },
    distances.bootstrap_diameter: {"pools": POOLS, "draws": DRAWS},
    distances.cloud_diameter: {"clouds": [X, Y], "weights": None},
    distances.energy_distance: {**PAIR, "estimator": "v"},
    distances.mmd: {**PAIR, "bandwidth": None, "estimator": "biased"},
    distances.median_bandwidth: PAIR,
    distances.exact_wasserstein: {**PAIR, "p": 2},
    distances.gaussian_wasserstein: PAIR,
    distances.bures_wasserstein: {"mean_x": ZERO, "covariance_x": EYE, "mean_y": ZERO, "covariance_y": EYE},
    distances.sliced_wasserstein: {**PAIR, "p": 2, "n_projections": 3, "projections": None, "rng": 0},
    distances.wasserstein_1d: {**PAIR, "x": X[:4, 0], "y": Y[:, 0], "p": 2},
    distances.SamplesLoss: {
        "loss": "sinkhorn", "p": 2, "blur": 0.5, "reach": None, "diameter": None, "scaling": 0.5, "cost": None,
        "kernel": None, "debias": True, "potentials": False, "backend": "auto",
    },
    discriminant.centroid_distances: {
        "X": X, "y": LABELS, "groups": None, "cross_fit": 2, "folds": None, "rng": 0, "min_group": 2, **DISCRIMINANT,
    },
    discriminant.batched_centroid_distances: {
        "features": X, "draws": {"a": torch.arange(12)[None], "b": torch.arange(12, 24)[None]}, "cross_fit": 2,
        "folds": None, "rng": 0, "min_group": 2, "dtype": torch.float64, "workers": 1, **DISCRIMINANT,
    },
    discriminant.crossnobis: {
        "X": X, "y": LABELS, "groups": None, "cross_fit": 2, "folds": FOLDS, "shrinkage": "auto", "rng": 0,
    },
    discriminant.LinearDiscriminant: DISCRIMINANT,
    discriminant.LinearDiscriminant().fit: {"X": X, "y": LABELS},
    FITTED.transform: {"X": X},
    clouds.TokenClouds: {
        "points": X, "offsets": torch.arange(25), "token_ids": torch.arange(24), "spans": torch.zeros(24, 2).long(),
    },
    clouds.TokenClouds.from_list: {"documents": [X, Y]},
    clouds.TokenClouds.from_padded: {
        "values": X[None], "mask": torch.ones(1, 24), "token_ids": torch.arange(24)[None],
        "spans": torch.zeros(1, 24, 2).long(),
    },
    clouds.TokenClouds.concat: {"parts": POOLS},
    POOLS[0].select: {"documents": torch.tensor([0, 1])},
    POOLS[0].document_weights: {"multiplicity": torch.ones(24), "weighting": "token"},
    stats.pearson: {"x": LINE, "y": OTHER, "alternative": "less"},
    stats.kendall: {"x": LINE, "y": OTHER, "variant": "b", "alternative": "less"},
    stats.correlate: {"x": LINE, "y": OTHER, "coefficient": "spearman"},
    stats.correlation_matrix: {"columns": X, "coefficient": "spearman"},
    stats.merge_ties: {"values": LINE, "tolerance": 1e-8},
    stats.midranks: {"values": LINE},
    stats.distance_correlation: {"x": LINE, "y": OTHER, "bias_corrected": True, "n_resamples": 9, "rng": 0},
    stats.distance_correlation_matrix: {"columns": X, "bias_corrected": False},
    stats.control_pvalue: {"observed": 1.0, "placebo": LINE, "alternative": "greater"},
    stats.power_curve: {"shift": [0.0, 1.0], "pvalues": [[0.1, 0.2], [0.0, 0.1]], "alpha": 0.05, "confidence": 0.95},
    stats.mean_dissimilarities: {**TWO, "n_groups": 2},
    stats.excess: {"means": TABLE},
    stats.jackknife_excess: {**TWO, "blocks": None},
    stats.shuffle_excess: {**TWO, "n_resamples": 9, "rng": 0},
    stats.wilson_interval: {"successes": 8, "n": 10, "level": 0.95, "widening": 1.0},
    stats.percentile_interval: {"replicates": np.arange(9.0), "level": 0.95, "widening": 1.0},
    stats.max_statistic: {
        "observed": [0.9, 0.5], "null": TABLE[:2], "exact": False, "alternative": "two-sided", "step_down": True,
    },
    stats.benjamini_hochberg: {"p": [0.1, 0.2]},
    stats.holm: {"p": [0.1, 0.2]},
    stats.permutations: {"n": 4, "exact_limit": 50, "n_resamples": 9, "rng": 0},
    stats.relabelled_pairs: {"groups": PERMUTED},
    stats.PermutationSource: {"rng": 0, "exact_limit": 50, "n_resamples": 9},
    stats.permutation_test: {
        "x": np.array(LINE), "ys": np.array([OTHER]), "permuted": PERMUTED, "coefficient": "spearman",
        "alternative": "two-sided",
    },
    stats.mrqap: {
        "y": np.arange(10.0) ** 2, "predictors": [np.arange(10.0)], "permuted": stats.relabelled_pairs(PERMUTED),
        "names": None, "alternative": "two-sided",
    },
    stats.share_against_distance: {
        "shares": LINE, "left_in": OTHER, "left_out": None, "coefficient": "spearman", "alternative": "two-sided",
        "exact_limit": 50, "n_resamples": 9, "rng": 0,
    },
}  # fmt: skip

ODD: dict[str, Callable[[Any], Any]] = {
    "none": lambda _: None,
    "true": lambda _: True,
    "text": lambda _: "0.05",
    "nan": lambda _: math.nan,
    "infinite": lambda _: -math.inf,
    "negative": lambda _: -1,
    "zero": lambda _: 0,
    "half": lambda _: 0.5,
    "two": lambda _: np.float64(2.0),
    "tiny": lambda _: 1e-300,
    "huge": lambda _: 1e300,
    "object": lambda _: object(),
    "empty": lambda _: [],
    "mapping": lambda given: {"a": given},
    "set": lambda _: {1, 2},
    "generator": lambda given: iter(given) if hasattr(given, "__iter__") else (g for g in [given]),
    "list": lambda given: given.tolist() if hasattr(given, "tolist") else [given],
    "frame": lambda _: pd.DataFrame({"a": [1.0, 2.0], "b": ["x", None]}),
    "objects": lambda _: np.array([object(), None]),
    "texts": lambda _: np.array([["a", "b"]]),
    "ragged": lambda _: [[1.0, 2.0], [3.0]],
    "no points": lambda _: torch.zeros(0, 2),
    "a point": lambda _: torch.ones(1, 2),
    "a scalar": lambda _: torch.tensor(0.5),
    "deep": lambda _: torch.ones(2, 1, 3, 1, 2),
    "wide": lambda _: torch.ones(2, 200),
    "whole": lambda _: torch.ones(4, 2, dtype=torch.int64),
    "complex": lambda _: torch.ones(4, 2, dtype=torch.complex64),
    "truths": lambda _: torch.ones(4, 2, dtype=torch.bool),
    "sparse": lambda _: torch.ones(4, 2).to_sparse(),
    "meta": lambda _: torch.ones(4, 2, device="meta"),
    "with gradients": lambda _: torch.ones(4, 2, requires_grad=True),
    "far": lambda _: torch.full((4, 2), 1e20) * torch.arange(8.0).view(4, 2),
    "farther": lambda _: np.arange(8.0).reshape(4, 2) * 1e200,
    "swapped bytes": lambda _: np.ones((4, 2), dtype=">f4"),
    "backwards": lambda _: np.ones((4, 2))[::-1],
    "half type": lambda _: torch.ones(4, 2, dtype=torch.bfloat16),
    "masked": lambda _: np.ma.masked_array(np.ones((4, 2)), mask=np.eye(4, 2)),
}


def alike(word: str) -> str:
    """What a message may call an argument: by its name, or, for arrays that belong together, in its own words."""
    return "|".join({word, word.rstrip("s"), *SYNONYMS.get(word, ())})


SYNONYMS: dict[str, tuple[str, ...]] = {
    "documents": ("a document", "draw"), "matrix": ("dissimilarities",), "kernel": ("dissimilarities", "cost"),
    "features": ("X",), "multiplicity": ("draw",), "observed": ("family",), "null": ("family",), "a": ("x",),
    "b": ("y",), "values": ("mask",), "mask": ("values",), "weights": ("cloud", "group"), "clouds": ("group",),
    "pools": ("draws", "group", "points"), "draws": ("group",), "groups": ("group", "Permutations"),
    "folds": ("fold",), "X": ("features", "group"), "y": ("x", "class", "group"), "x": ("y",), "p": ("p-values",),
    "labels": ("dissimilarities", "test", "group"), "shares": ("x",), "left_in": ("'y'", "x"), "left_out": ("y",),
    "permuted": ("Permutations",), "means": ("excess",), "solver": ("shrinkage",), "names": ("group",),
    "cross_fit": ("group", "fold"), "min_group": ("group",), "predictors": ("predictor", "regression", "response"),
    "pvalues": ("shift",), "replicates": ("level",), "ys": ("x",), "potentials": ("loss",), "loss": ("potentials",),
    "n": ("successes",), "columns": ("observations",), "placebo": ("control",), "offsets": ("points",),
    "points": ("offsets",), "reach": ("blur", "masses"),
    "covariance_x": ("mean_x",), "covariance_y": ("mean_x",), "mean_x": ("covariance_x",),
    "tol": ("rank",), "estimator": ("points",), "pairs": ("pair",), "debias": (), "bandwidth": ("distance",),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", CALLS, ids=lambda function: getattr(function, "__qualname__", str(function)))
def test_a_value_or_a_sentence(function: Callable[..., Any]) -> None:
    given = CALLS[function]
    function(**given)
    wrong = []
    for name, kind in ((name, kind) for name in given for kind in ODD):
        try:
            function(**{**given, name: ODD[kind](given[name])})
        except GeobiasError as error:
            if not re.search(rf"\b({alike(name)})", str(error)):
                wrong.append(f"{name}={kind}: unnamed: {error}")
        except Exception as error:  # what must not come
            wrong.append(f"{name}={kind}: {type(error).__name__}: {str(error)[:90]}")
    assert not wrong, "\n".join(wrong)


def strided(value: Any) -> Any:
    """The same numbers, standing otherwise in memory."""
    if isinstance(value, torch.Tensor) and value.ndim:
        return value.mT.contiguous().mT if value.ndim > 1 else torch.stack([value, value], 1)[:, 0]
    if isinstance(value, np.ndarray) and value.ndim:
        return np.asfortranarray(value) if value.ndim > 1 else np.stack([value, value], 1)[:, 0]
    if isinstance(value, dict):
        return {name: strided(inner) for name, inner in value.items()}
    return [strided(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", CALLS, ids=lambda function: getattr(function, "__qualname__", str(function)))
def test_a_view_has_the_bits_of_its_copy(function: Callable[..., Any]) -> None:
    given = CALLS[function]
    plain, viewed = function(**given), function(**{name: strided(value) for name, value in given.items()})
    assert repr(flat(plain)) == repr(flat(viewed))


def flat(result: Any) -> Any:
    """Numbers to the last digit of what a function gives."""
    if isinstance(result, (torch.Tensor, np.ndarray)):
        return result.tolist()
    if isinstance(result, (tuple, list)):
        return [flat(part) for part in result]
    kept = {name: part for name, part in getattr(result, "__dict__", {}).items() if not name.startswith("_")}
    return {name: flat(part) for name, part in kept.items()} if kept else result
