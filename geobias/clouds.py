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
    token_ids : int64 tensor (T,), the tokenizer's number of every token; None = not kept.
    spans : int64 tensor (T, 2), where every token begins and ends in its text, in characters; None = not kept.

    >>> clouds = TokenClouds.from_list([torch.zeros(2, 3), torch.ones(1, 3)])
    >>> len(clouds), clouds.counts.tolist(), clouds[1].tolist()
    (2, [2, 1], [[1.0, 1.0, 1.0]])
    """

    points: torch.Tensor
    offsets: torch.Tensor
    token_ids: torch.Tensor | None = None
    spans: torch.Tensor | None = None

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
        self._check_tokens()

    def _check_tokens(self) -> None:
        """Make what is kept of the tokens tensors, and see that there is one entry per point."""
        for name, shape in (("token_ids", (len(self.points),)), ("spans", (len(self.points), 2))):
            given = getattr(self, name)
            if given is None:
                continue
            kept = dense(f"{name} of TokenClouds", given)
            if kept.dtype != torch.int64 or kept.shape != shape:
                raise InputError(
                    f"{name} of TokenClouds must be int64 {shape}, for {len(self.points)} tokens",
                    f"they are {kept.dtype} of shape {tuple(kept.shape)}",
                    "Pass them token by token, special tokens left out, or leave them out.",
                )
            object.__setattr__(self, name, kept)

    @classmethod
    def from_list(cls, documents: Sequence[torch.Tensor]) -> TokenClouds:
        """Clouds from one (tokens, d) tensor per document."""
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
    def from_padded(
        cls,
        values: torch.Tensor,
        mask: torch.Tensor,
        *,
        token_ids: torch.Tensor | None = None,
        spans: torch.Tensor | None = None,
    ) -> TokenClouds:
        """Clouds from a padded batch: values (documents, length, d), mask (documents, length), true = kept.

        token_ids (documents, length) and spans (documents, length, 2): of the same tokens, as a tokenizer gives them.
        """
        values, keep = dense("values", values), dense("mask", mask).bool()
        if values.ndim != 3 or keep.shape != values.shape[:2]:
            raise InputError(
                "values must be (documents, length, d) and mask (documents, length)",
                f"they are {tuple(values.shape)} and {tuple(keep.shape)}",
                "Pass the encoder's output with its attention mask.",
            )
        kept = [
            None if given is None else _kept(name, dense(name, given), keep, ends)
            for name, given, ends in (("token_ids", token_ids, ()), ("spans", spans, (2,)))
        ]
        return cls(values[keep], _offsets(keep.sum(1)), *kept)

    @classmethod
    def concat(cls, parts: Sequence[TokenClouds]) -> TokenClouds:
        """The documents of all parts, one after another; tokens are kept where every part has them.

        >>> one = TokenClouds.from_list([torch.zeros(2, 3)])
        >>> TokenClouds.concat([one, one]).counts.tolist()
        [2, 2]
        """
        parts = items("parts", parts, "TokenClouds")
        if not parts or not all(isinstance(part, TokenClouds) for part in parts):
            got = "one is none" if parts else "the list is empty"
            raise InputError("parts must be one or more TokenClouds", got, "Pass clouds.")
        widths = {part.points.shape[1] for part in parts}
        if len(widths) > 1:
            got = f"they have {sorted(widths)}"
            raise InputError("parts must have one d", got, "Embed all with one model.")
        counts = torch.cat([part.counts for part in parts])
        return cls(torch.cat([part.points for part in parts]), _offsets(counts), *map(_joined, *map(_tokens, parts)))

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
        if self.token_ids is None and self.spans is None:
            return TokenClouds.from_list([self[i] for i in places])
        return TokenClouds.concat([self._alone(i) for i in places])

    def _alone(self, document: int) -> TokenClouds:
        """One document with what is kept of its tokens."""
        at = slice(*self.offsets[document : document + 2].tolist())
        kept = (None if values is None else values[at] for values in _tokens(self))
        return TokenClouds(self.points[at], _offsets(self.counts[document : document + 1]), *kept)

    def document_weights(self, multiplicity: torch.Tensor, weighting: str = "token") -> torch.Tensor:
        """Weights (T,) that sum to 1 when document i counts `multiplicity[i]` times.

        weighting : "token", every token of a counted document weighs the same; "document", every counted
            document weighs the same and shares its weight among its tokens.
        """
        share = dense("multiplicity", multiplicity).to(torch.float64)
        if share.shape != self.counts.shape or not bool((share >= 0).all()):
            got = f"it is {shown(multiplicity)}"
            raise InputError(f"multiplicity must be {len(self)} numbers >= 0", got, "Pass one per document.")
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


def _tokens(clouds: TokenClouds) -> tuple[torch.Tensor | None, torch.Tensor | None]:
    return clouds.token_ids, clouds.spans


def _joined(*parts: torch.Tensor | None) -> torch.Tensor | None:
    """What all parts have, joined; None where one has none."""
    known = [part for part in parts if part is not None]
    return torch.cat(known) if len(known) == len(parts) else None


def _kept(name: str, values: torch.Tensor, keep: torch.Tensor, ends: tuple[int, ...]) -> torch.Tensor:
    """Of a padded batch, what belongs to the tokens that are kept."""
    if values.shape != (*keep.shape, *ends):
        must = f"{name} must be {(*keep.shape, *ends)}, as mask is {tuple(keep.shape)}"
        raise InputError(must, f"it is {tuple(values.shape)}", "Pass the tokenizer's output for the same batch.")
    kept = values[keep]
    return kept if kept.is_floating_point() else kept.to(torch.int64)
