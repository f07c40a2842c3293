"""TokenClouds: the token vectors of many documents, ragged and without padding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from geobias.errors import InputError


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
                f"they are {offsets.dtype} {offsets.tolist()[:8]}",
                "Build them with TokenClouds.from_list or TokenClouds.from_padded.",
            )

    @classmethod
    def from_list(cls, documents: Sequence[torch.Tensor]) -> TokenClouds:
        """Clouds from one (tokens, d) tensor a document."""
        if not documents:
            raise InputError("TokenClouds need at least one document", "the list is empty", "Pass a document.")
        counts = torch.tensor([len(document) for document in documents])
        return cls(torch.cat(list(documents)), _offsets(counts))

    @classmethod
    def from_padded(cls, values: torch.Tensor, mask: torch.Tensor) -> TokenClouds:
        """Clouds from a padded batch: values (documents, length, d), mask (documents, length), true = kept."""
        keep = mask.bool()
        if values.ndim != 3 or keep.shape != values.shape[:2]:
            raise InputError(
                "values must be (documents, length, d) and mask (documents, length)",
                f"they are {tuple(values.shape)} and {tuple(mask.shape)}",
                "Pass the encoder's output with its attention mask.",
            )
        return cls(values[keep], _offsets(keep.sum(1)))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, document: int) -> torch.Tensor:
        return self.points[self.offsets[document] : self.offsets[document + 1]]

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
        return TokenClouds.from_list([self[int(i)] for i in documents])

    def document_weights(self, multiplicity: torch.Tensor, weighting: str = "token") -> torch.Tensor:
        """Weights (T,) that sum to 1 when document i counts `multiplicity[i]` times.

        weighting : "token", every token of a counted document weighs the same; "document", every counted
            document weighs the same and shares its weight among its tokens.
        """
        share = multiplicity.to(torch.float64)
        if weighting == "document":
            share = share / self.counts.clamp(min=1)
        elif weighting != "token":
            raise InputError("weighting must be 'token' or 'document'", f"it is {weighting!r}", "Choose one of them.")
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
