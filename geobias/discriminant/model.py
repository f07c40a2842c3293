"""Linear discriminant analysis with scikit-learn's conventions, and the distances of class centroids it gives.

Everything is float64; torch and numpy alone. In many dimensions the in-sample centroids of pure noise stand far apart
(8 groups of 100 in 512 dimensions: 3.7), so `centroid_distances` also measures them on documents held out.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from geobias.covariance import shrunk_covariance
from geobias.errors import InputError


@dataclass
class LinearDiscriminant:
    """Projection on the directions that part classes best, relative to the scatter within them.

    Parameters
    ----------
    solver : "svd" whitens the features within classes by a singular value decomposition with a rank cut, and never
        builds a covariance; "eigen" solves the generalised eigenproblem of the scatters and takes a shrinkage.
    shrinkage : None, a number in [0, 1] (towards the mean variance), or "auto" (Ledoit and Wolf 2004); "eigen" only.
    n_components : at most this many; None = all. More than min(classes - 1, features) is cut to that and noted.
    within_scatter : what the "svd" solver divides the scatter within classes by: "n" (scikit-learn from 1.9 on) or
        "n-classes" (before); distances differ by the factor sqrt(n / (n - classes)).
    tol : singular values below it are dropped ("svd"; absolute within classes after scaling the features).

    Attributes
    ----------
    classes_ (K,) values of y, sorted; means_ (K, d); xbar_ (d,); scalings_ (d, components); explained_variance_ratio_
    (components,); n_components_; notes_, what was done otherwise than asked.

    >>> X = [[0.0, 0], [1, 1], [0, 1], [5, 0], [6, 1], [5, 1]]
    >>> LinearDiscriminant().fit(X, [0, 0, 0, 1, 1, 1]).transform(X).shape
    torch.Size([6, 1])
    """

    solver: str = "svd"
    shrinkage: str | float | None = None
    n_components: int | None = None
    within_scatter: str = "n"
    tol: float = 1e-4
    n_components_: int = field(default=0, init=False, repr=False)
    notes_: list[str] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        for name, allowed in (("solver", ("svd", "eigen")), ("within_scatter", ("n", "n-classes"))):
            if getattr(self, name) not in allowed:
                raise InputError(f"{name} must be one of {allowed}", f"it is {getattr(self, name)!r}", "Choose one.")
        if self.solver == "svd" and self.shrinkage is not None:
            raise InputError(
                "shrinkage must go with solver='eigen'", "the solver is 'svd'", "Pass solver='eigen' or no shrinkage."
            )
        number = isinstance(self.shrinkage, (int, float)) and 0 <= self.shrinkage <= 1
        if self.shrinkage not in (None, "auto") and not number:
            raise InputError(
                "shrinkage must be None, 'auto' or in [0, 1]", f"it is {self.shrinkage!r}", "Pass shrinkage='auto'."
            )
        if self.n_components is not None and self.n_components < 1:
            raise InputError("n_components must be at least 1", f"it is {self.n_components}", "Pass None for all.")

    def fit(self, X: Any, y: Any) -> LinearDiscriminant:
        """Fit on X (n, d), any float type, and labels y (n,): strings or numbers.

        Raises `InputError` for one class, n <= classes, no scatter within classes, or values that are not finite.
        """
        features = _features(X)
        self.notes_ = []
        self.classes_, codes = _classes(features, np.asarray(y))
        classes, n = len(self.classes_), len(features)
        places = torch.as_tensor(codes, device=features.device)
        counts = torch.bincount(places).to(features)
        sums = torch.zeros(classes, features.shape[1], dtype=features.dtype, device=features.device)
        self.means_ = sums.index_add_(0, places, features) / counts[:, None]
        self.priors_ = counts / n
        self.xbar_ = self.priors_ @ self.means_
        within = features - self.means_[places]
        if float(within.square().sum()) <= 1e-24 * float(features.square().sum()):
            raise InputError(
                "features must vary within a class", "all rows of every class are equal", "Drop duplicate texts."
            )
        self.n_components_ = self.cut_components(classes, features.shape[1])
        solve = self._solve_svd if self.solver == "svd" else self._solve_eigen
        scalings, ratios = solve(features, within, places)
        self.n_components_ = min(self.n_components_, scalings.shape[1])
        self.scalings_ = scalings[:, : self.n_components_]
        self.explained_variance_ratio_ = ratios[: self.n_components_]
        return self

    def transform(self, X: Any) -> Tensor:
        """Coordinates of X (n, d) in the discriminant space, float64 (n, components), centred at `xbar_`.

        (scikit-learn centres with its svd solver only; distances do not depend on it.)
        """
        return (_features(X) - self.xbar_) @ self.scalings_

    def cut_components(self, classes: int, width: int) -> int:
        """The components that so many classes and features leave of those asked for; noted where they are fewer."""
        most = min(classes - 1, width)
        if self.n_components is None or self.n_components <= most:
            return self.n_components or most
        self._note(f"n_components={self.n_components} is cut to {most}: {classes} classes, {width} features")
        return most

    def shrink_instead(self) -> str:
        """The shrinkage that is taken where the scatter within classes is singular without; noted."""
        self._note("shrinkage='auto' is used: the scatter within classes is singular without")
        return "auto"

    def _note(self, text: str) -> None:
        self.notes_.append(text)
        warnings.warn(text, stacklevel=3)

    def _solve_svd(self, features: Tensor, within: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        n, classes = len(features), len(self.classes_)
        scale = within.std(0, correction=0)
        scale[scale == 0] = 1.0
        divisor = n if self.within_scatter == "n" else n - classes
        _, values, vectors = torch.linalg.svd(within / scale / math.sqrt(divisor), full_matrices=False)
        rank = int((values > self.tol).sum())
        whitening = (vectors[:rank] / scale).T / values[:rank]
        lengths = (n * self.priors_ / (classes - 1)).sqrt()
        centres = (lengths[:, None] * (self.means_ - self.xbar_)) @ whitening
        _, values, vectors = torch.linalg.svd(centres, full_matrices=False)
        rank = int((values > self.tol * values[0]).sum())
        return whitening @ vectors[:rank].T, values.square() / values.square().sum()

    def _solve_eigen(self, features: Tensor, within: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        groups = [features[places == k] for k in range(len(self.classes_))]
        shrinkage = self.shrinkage
        constant = features.std(0, correction=0) <= 1e-12 * features.abs().amax(0)
        if shrinkage is None and (bool(constant.any()) or len(features) - len(groups) < features.shape[1]):
            shrinkage = self.shrink_instead()
        scatters = [shrunk_covariance(group, shrinkage) for group in groups]
        spread = torch.stack([w * scatter for w, scatter in zip(self.priors_, scatters, strict=True)]).sum(0)
        between = shrunk_covariance(features, shrinkage) - spread
        factor, failed = torch.linalg.cholesky_ex(spread)
        if failed:
            raise InputError(
                "the scatter within classes must be positive definite for solver='eigen'",
                f"it is singular with shrinkage={shrinkage!r}",
                "Pass shrinkage='auto', or solver='svd'.",
            )
        half = torch.linalg.solve_triangular(factor, between, upper=False)
        inner = torch.linalg.solve_triangular(factor, half.T, upper=False)
        values, vectors = torch.linalg.eigh((inner + inner.T) / 2)
        scalings = torch.linalg.solve_triangular(factor.T, vectors.flip(1), upper=True)
        return scalings, values.flip(0) / values.sum()


def centroid_distances(
    X: Any,
    y: Any,
    groups: Sequence[Any] | None = None,
    *,
    n_components: int | None = None,
    cross_fit: int | None = None,
    folds: Any = None,
    rng: np.random.Generator | int | None = None,
    min_group: int = 10,
    **discriminant: Any,
) -> np.ndarray:
    """Euclidean distances between the centroids of groups in their discriminant space.

    Parameters
    ----------
    X : features (n, d); y : labels (n,).
    groups : the labels to compare, in the order of the table; None = all, sorted. Other rows take no part.
    n_components : as in `LinearDiscriminant`, which the remaining keywords go to.
    cross_fit : None projects the documents that the discriminant was fitted on, as published. A number k >= 2 fits on
        k - 1 of k folds (drawn within groups by `rng`), takes the centroids of the documents held out, and averages
        the distances over the folds. What noise leaves then is the error of means of n_g / k documents alone: few
        folds of many documents leave least.
    folds : integers (n,) that say which fold a document is in, in place of folds that are drawn; for documents that
        share sources, which then belong in one fold. Every group must be in at least two, the same for all groups.
    min_group : a smaller group is an error.

    Returns
    -------
    float64 (G, G), symmetric with a zero diagonal.

    >>> rng = np.random.default_rng(0)
    >>> X, y = rng.normal(size=(60, 4)), np.repeat(["a", "b", "c"], 20)
    >>> inside, outside = centroid_distances(X, y), centroid_distances(X, y, cross_fit=4, rng=0)
    >>> inside.shape, np.allclose(outside, outside.T)
    ((3, 3), True)
    """
    features, labels = _features(X), np.asarray(y)
    names = list(np.unique(labels)) if groups is None else list(groups)
    rows = [np.flatnonzero(labels == name) for name in names]
    smallest = max(min_group, cross_fit or 0)
    for name, members in zip(names, rows, strict=True):
        if len(members) < smallest:
            raise InputError(
                f"group '{name}' must have at least {smallest} documents",
                f"it has {len(members)}",
                "Leave it out, add documents, or lower min_group (or cross_fit).",
            )
    model = LinearDiscriminant(n_components=n_components, **discriminant)
    if folds is None and cross_fit is None:
        return _projected_distances(model, features, rows, rows)
    parts = _drawn_folds(rows, cross_fit, rng) if folds is None else _given_folds(rows, np.asarray(folds), names)
    tables = []
    for held in range(len(parts[0])):
        kept = [np.concatenate(of_group[:held] + of_group[held + 1 :]) for of_group in parts]
        tables.append(_projected_distances(model, features, kept, [of_group[held] for of_group in parts]))
    return np.mean(tables, axis=0)


def _drawn_folds(rows: list[np.ndarray], count: int | None, rng: Any) -> list[list[np.ndarray]]:
    if count is None or count < 2:
        raise InputError("cross_fit must be None or at least 2", f"it is {count}", "Pass cross_fit=5.")
    generator = np.random.default_rng(rng)
    return [np.array_split(generator.permutation(members), count) for members in rows]


def _given_folds(rows: list[np.ndarray], folds: np.ndarray, names: list[Any]) -> list[list[np.ndarray]]:
    numbers = np.unique(folds[np.concatenate(rows)])
    parts = [[members[folds[members] == number] for number in numbers] for members in rows]
    for name, of_group in zip(names, parts, strict=True):
        if len(numbers) < 2 or not all(map(len, of_group)):
            raise InputError(
                "every group must have documents in each of at least two folds",
                f"'{name}' has {[len(part) for part in of_group]} in the folds {numbers.tolist()}",
                "Use fewer folds, or more documents.",
            )
    return parts


def _projected_distances(
    model: LinearDiscriminant, features: Tensor, fitted: list[np.ndarray], measured: list[np.ndarray]
) -> np.ndarray:
    """Distances between the centroids of `measured` rows, one array a group, after a fit on the `fitted` rows."""
    codes = np.repeat(np.arange(len(fitted)), [len(rows) for rows in fitted])
    model.fit(features[np.concatenate(fitted)], codes)
    centroids = torch.stack([model.transform(features[rows]).mean(0) for rows in measured])
    differences = centroids[:, None] - centroids[None]
    return torch.linalg.vector_norm(differences, dim=-1).cpu().numpy()


def _classes(features: Tensor, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The sorted classes of the labels, and the place of each label in them."""
    if labels.shape != (len(features),):
        raise InputError(
            f"y must have one label a row ({len(features)})", f"its shape is {labels.shape}", "Align X and y."
        )
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise InputError("y must hold at least two classes", f"it holds only {classes.tolist()}", "Add another group.")
    if len(labels) <= len(classes):
        raise InputError(
            f"X must have more rows than the {len(classes)} classes",
            f"it has {len(labels)}",
            "Add documents to every group.",
        )
    return classes, codes


def _features(X: Any) -> Tensor:
    tensor = torch.as_tensor(X)
    if tensor.ndim != 2 or tensor.numel() == 0:
        raise InputError("X must be (n, d)", f"its shape is {tuple(tensor.shape)}", "Pass one row a document.")
    tensor = tensor.detach().double()
    if not bool(torch.isfinite(tensor).all()):
        row = int((~torch.isfinite(tensor)).any(1).nonzero()[0])
        raise InputError("X must be finite", f"row {row} holds NaN or infinity", "Drop that document.")
    return tensor
