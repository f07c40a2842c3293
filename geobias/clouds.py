"""TokenClouds: the token vectors of many documents, ragged and without padding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from geobias.arguments import choice, items, shown, whole
from geobias.errors import InputError
from geobias.tensors import dense

WEIGHTINGS = ("token", "document")


@dataclass(frozen=True)
class TokenClouds:
    """Documents as clouds of points: document i owns `points[offsets[i]:offsets[i + 1]]`.

    Attributes
    ----------
    points : float tensor (T, d), the vectors of all tokens, document after document.
    offsets : int64 tensor (documents + 1,), from 0 to T, never falling.

    >>> clouds = TokenClouds.from_list([torch.zeros(2, 3), torch.ones(1, 3)])
    >>> len(clouds), clouds.counts.tolist(), clouds[1].tolist()
    (2, [2, 1], [[1.0, 1.0, 1.0]])
    """

    points: torch.Tensor
    offsets: torch.Tensor

    def __post_init__(self) -> None:
        for name in ("points", "offsets"):
            object.__setattr__(self, name, dense(f"{name} of TokenClouds", getattr(self, name)))
        points, offsets = self.points, self.offsets
        if points.ndim != 2 or not points.is_floating_point():
            raise InputError(
                "points of TokenClouds must be a float tensor (T, d)",
                f"they are {points.dtype} of shape {tuple(points.shape)}",
                "Concatenate the token vectors of all documents along the first axis.",
            )
        ends_fit = offsets.ndim == 1 and len(offsets) > 0 and offsets[0] == 0 and offsets[-1] == len(points)
        if offsets.dtype != torch.int64 or not ends_fit or bool((offsets.diff() < 0).any()):
            raise InputError(
                f"offsets of TokenClouds must be int64, rise from 0 to {len(points)} and have one entry more than "
                "there are documents",
                f"they are {offsets.dtype} {offsets.reshape(-1)[:8].tolist()}",
                "Build them with TokenClouds.from_list or TokenClouds.from_padded.",
            )

    @classmethod
    def from_list(cls, documents: Sequence[torch.Tensor]) -> TokenClouds:
        """Clouds from one (tokens, d) tensor a document."""
        documents = [dense("a document", one) for one in items("documents", documents, "tensors (tokens, d)")]
        if not documents:
            raise InputError("TokenClouds need at least one document", "the list is empty", "Pass a document.")
        wrong = [tuple(one.shape) for one in documents if one.ndim != 2 or one.shape[1:] != documents[0].shape[1:]]
        if wrong:
            got = f"one is {wrong[0]} and the first {tuple(documents[0].shape)}"
            raise InputError("documents must be (tokens, d) with one d", got, "Embed all with one model.")
        counts = torch.tensor([len(document) for document in documents])
        return cls(torch.cat(list(documents)), _offsets(counts))

    @classmethod
    def from_padded(cls, values: torch.Tensor, mask: torch.Tensor) -> TokenClouds:
        """Clouds from a padded batch: values (documents, length, d), mask (documents, length), true = kept."""
        values, keep = dense("values", values), dense("mask", mask).bool()
        if values.ndim != 3 or keep.shape != values.shape[:2]:
            raise InputError(
                "values must be (documents, length, d) and mask (documents, length)",
                f"they are {tuple(values.shape)} and {tuple(keep.shape)}",
                "Pass the encoder's output with its attention mask.",
            )
        return cls(values[keep], _offsets(keep.sum(1)))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, document: int) -> torch.Tensor:
        place = range(len(self))[document]  # counts from the end where negative, and refuses what is not there
        return self.points[self.offsets[place] : self.offsets[place + 1]]

    @property
    def counts(self) -> torch.Tensor:
        """Tokens of every document, int64 (documents,)."""
        return self.offsets.diff()

    @property
    def owners(self) -> torch.Tensor:
        """The document that each point belongs to, int64 (T,)."""
        return torch.repeat_interleave(torch.arange(len(self), device=self.offsets.device), self.counts)

    def select(self, documents: torch.Tensor) -> TokenClouds:
        """The clouds of some documents, in the order given (int64 (k,)); a document may come twice."""
        places = [whole("a document", i, 0) for i in items("documents", documents, "positions")]
        if max(places, default=0) >= len(self):
            got = f"one is {max(places)}"
            raise InputError(f"documents must be positions below {len(self)}", got, "Pass what the clouds hold.")
        return TokenClouds.from_list([self[i] for i in places])

    def document_weights(self, multiplicity: torch.Tensor, weighting: str = "token") -> torch.Tensor:
        """Weights (T,) that sum to 1 when document i counts `multiplicity[i]` times.

        weighting : "token", every token of a counted document weighs the same; "document", every counted
            document weighs the same and shares its weight among its tokens.
        """
        share = dense("multiplicity", multiplicity).to(torch.float64)
        if share.shape != self.counts.shape or not bool((share >= 0).all()):
            got = f"it is {shown(multiplicity)}"
            raise InputError(f"multiplicity must be {len(self)} numbers >= 0", got, "Pass one a document.")
        if choice("weighting", weighting, WEIGHTINGS) == "document":
            share = share / self.counts.clamp(min=1)
        weights = torch.repeat_interleave(share, self.counts)
        total = weights.sum()
        if not total > 0:
            raise InputError(
                "a draw must hold at least one token",
                "every document drawn is empty",
                "Drop empty documents first.",
            )
        return (weights / total).to(self.points.dtype)


def _offsets(counts: torch.Tensor) -> torch.Tensor:
    return torch.cat([torch.zeros(1, dtype=torch.int64, device=counts.device), counts.to(torch.int64).cumsum(0)])
