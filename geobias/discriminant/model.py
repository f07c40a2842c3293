"""Linear discriminant analysis with scikit-learn's conventions: one fit, in float64."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from geobias.arguments import choice, number, whole
from geobias.covariance import shrunk_covariance
from geobias.discriminant.cholesky import trusted_factors
from geobias.discriminant.inputs import as_classes, as_features
from geobias.discriminant.replicates import scatter
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
        choice("solver", self.solver, ("svd", "eigen"))
        choice("within_scatter", self.within_scatter, ("n", "n-classes"))
        self.shrinkage = checked_shrinkage(self.shrinkage)
        if self.solver == "svd" and self.shrinkage is not None:
            raise InputError(
                "shrinkage must go with solver='eigen'", "the solver is 'svd'", "Pass solver='eigen' or no shrinkage."
            )
        if self.n_components is not None:
            self.n_components = whole("n_components", self.n_components, 1)
        self.tol = number("tol", self.tol, "be a number >= 0", lambda v: v >= 0, "Pass tol=1e-4.")

    def fit(self, X: Any, y: Any) -> LinearDiscriminant:
        """Fit on X (n, d), any float type, and labels y (n,): strings or numbers.

        Raises `InputError` for one class, n <= classes, no scatter within classes, or values that are not finite.
        """
        features = as_features(X)
        self.notes_ = []
        self.classes_, codes = as_classes(features, y)
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
        features, width = as_features(X), len(getattr(self, "xbar_", ()))
        if features.shape[1] != width:
            got = f"it has {features.shape[1]}" if width else "nothing is fitted"
            raise InputError("X must have the features that the discriminant is fitted on", got, "Fit it on such X.")
        return (features - self.xbar_) @ self.scalings_

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
        divisor = n if self.within_scatter == "n" else n - classes
        lengths = (n * self.priors_ / (classes - 1)).sqrt()
        centres = lengths[:, None] * (self.means_ - self.xbar_)
        full = n - classes >= features.shape[1]
        factors, doubtful = trusted_factors(scatter(within[None]), self.tol) if full else (within[None], True)
        if doubtful:
            whitening = self._whitening(within, divisor)
            _, values, vectors = torch.linalg.svd(centres @ whitening, full_matrices=False)
            scalings = whitening @ vectors.T
        else:
            factor = factors[0] / math.sqrt(divisor)
            white = torch.linalg.solve_triangular(factor, centres.T, upper=False)
            vectors, values, _ = torch.linalg.svd(white, full_matrices=False)
            scalings = torch.linalg.solve_triangular(factor.T, vectors, upper=True)
        rank = int((values > self.tol * values[0]).sum())
        return scalings[:, :rank], values.square() / values.square().sum()

    def _whitening(self, within: Tensor, divisor: float) -> Tensor:
        """Directions (d, r) in which the covariance within classes is the identity; r is its rank, by `tol`."""
        scale = within.std(0, correction=0)
        scale[scale == 0] = 1.0
        _, values, vectors = torch.linalg.svd(within / scale / math.sqrt(divisor), full_matrices=False)
        rank = int((values > self.tol).sum())
        if not rank:
            got = f"tol is {self.tol:g} and the largest {float(values.max()):.3g}"
            raise InputError("a singular value within classes must be above tol", got, "Pass tol=1e-4.")
        return (vectors[:rank] / scale).T / values[:rank]

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


def checked_shrinkage(shrinkage: Any) -> str | float | None:
    """None, "auto" or a number in [0, 1]."""
    if shrinkage is None or (isinstance(shrinkage, str) and shrinkage == "auto"):
        return shrinkage
    must, mend = "be None, 'auto' or in [0, 1]", "Pass shrinkage='auto'."
    return number("shrinkage", shrinkage, must, lambda v: 0 <= v <= 1, mend)
