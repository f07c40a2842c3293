"""Quantity: what a table measures, as a value with parts; the one place that knows how its name is written."""

from __future__ import annotations

from functools import lru_cache

from geobias.errors import InputError

SHORT, LONG = "short", "long"
TEXTS = (SHORT, LONG)
"""Kinds of texts: "short" are the corpus's own, which a name leaves out; "long" are joined of them."""

LDA, GAP, DEPENDENCE = "lda", "gap", "dcor"
"""Kinds that code asks for by name; there may be any others."""

CROSS_FITTED, EXCESS, VALUE, FLOOR, AT_M = "crossfit", "excess", "value", "floor", "at_m"
ESTIMATES = (
    CROSS_FITTED, "bias_corrected", AT_M, VALUE, FLOOR, "floor_a", "floor_b", EXCESS, "low", "high", "ratio",
    "p_permutation", "p_smallest", "p_holm", "seed_sd",
)  # fmt: skip
"""Words for how a quantity was estimated, or which number of its estimate a table holds."""


_PARTS = ("kind", "metric", "texts", "estimate")


class Quantity(str):
    """What a table measures; a string, its name, that knows its parts. `parse` is the inverse of `str`.

    kind : "sinkhorn", "lda", "gap", "dcor", "difference" ...; any word, the list is open.
    metric : what it is taken of, in brackets: a score ("accuracy", "precision[positive]") or a statistic; "" = none.
    texts : "short" or "long", see `TEXTS`.
    estimate : one word of `ESTIMATES`, or several joined by "_"; "" = as it is.

    The name is "<kind>_<texts>_<estimate>[<metric>]", less what is empty and "short". Every string is the name of one
    quantity alone, if only of the kind that it spells; so equal names are equal quantities, a table takes
    either, and holds the name. Raises InputError where the parts are not those that their name is read as.

    >>> Quantity("lda", texts="long", estimate="crossfit"), Quantity("gap", "f1[positive]", estimate="at_m")
    ('lda_long_crossfit', 'gap_at_m[f1[positive]]')
    >>> gap = Quantity.parse("gap_at_m[f1[positive]]")
    >>> gap.kind, gap.metric, gap.texts, gap.estimate
    ('gap', 'f1[positive]', 'short', 'at_m')
    >>> Quantity.parse("my distance").kind
    'my distance'
    """

    __slots__ = ()  # nothing but its name: it cannot change

    def __new__(cls, kind: str, metric: str = "", texts: str = SHORT, estimate: str = "") -> Quantity:
        words = [kind] + [texts] * (texts != SHORT) + [estimate] * bool(estimate)
        name = "_".join(words) + (f"[{metric}]" if metric else "")
        read = dict(zip(_PARTS, _parts(name), strict=True))
        if (kind, metric, texts, estimate) != tuple(read.values()):
            raise InputError(
                f"the parts of a quantity must be those that its name {name!r} is read as",
                f"it is read as {read}",
                f"Pass these, texts among {list(TEXTS)} and words of geobias.tables.quantity.ESTIMATES, "
                "or Quantity.parse(name).",
            )
        return super().__new__(cls, name)

    @classmethod
    def parse(cls, name: str) -> Quantity:
        """The quantity of a name; a quantity is itself."""
        return name if isinstance(name, cls) else super().__new__(cls, name)

    @property
    def kind(self) -> str:
        return _parts(str(self))[0]

    @property
    def metric(self) -> str:
        return _parts(str(self))[1]

    @property
    def texts(self) -> str:
        return _parts(str(self))[2]

    @property
    def estimate(self) -> str:
        return _parts(str(self))[3]

    @property
    def estimates(self) -> tuple[str, ...]:
        """The words of the estimate."""
        return _split(str(self))[1]

    def has(self, estimate: str) -> bool:
        """Whether a word is among those of its estimate.

        >>> Quantity.parse("sinkhorn_long_excess").has("excess"), Quantity.parse("sinkhorn_floor_a").has("floor")
        (True, False)
        """
        return estimate in self.estimates

    @property
    def cross_fitted(self) -> bool:
        """Whether it was measured on texts that its discriminant was not fitted to."""
        return self.has(CROSS_FITTED)

    @property
    def in_sample(self) -> bool:
        """Whether it is a discriminant distance on the very texts that the discriminant was fitted to.

        >>> [Quantity.parse(name).in_sample for name in ("lda_long", "lda_long_crossfit", "sinkhorn")]
        [True, False, False]
        """
        return self.kind == LDA and not self.cross_fitted

    def changed(self, **parts: str) -> Quantity:
        """The quantity with other parts: `changed(estimate="at_m")`.

        >>> Quantity("gap", "auc").changed(estimate="at_m")
        'gap_at_m[auc]'
        """
        return Quantity(**dict(zip(_PARTS, _parts(str(self)), strict=True)) | parts)

    def further(self, estimate: str) -> Quantity:
        """The quantity with one more word after its estimate, e.g. the "excess" of a cross-fitted one.

        >>> Quantity.parse("sinkhorn_long").further("excess"), Quantity("lda", estimate="crossfit").further("value")
        ('sinkhorn_long_excess', 'lda_crossfit_value')
        """
        return self.changed(estimate="_".join(filter(None, (self.estimate, estimate))))

    def __getnewargs__(self) -> tuple[str, str, str, str]:  # type: ignore[override]  # pickled and copied by its parts
        return _parts(str(self))


def _parts(name: str) -> tuple[str, str, str, str]:
    """kind, metric, texts and estimate of any string, such that they give that string back."""
    (kind, metric, texts), estimate = _split(name)
    return kind, metric, texts, "_".join(estimate)


@lru_cache(maxsize=4096)
def _split(name: str) -> tuple[tuple[str, str, str], tuple[str, ...]]:
    """kind, metric and texts, and the words of the estimate."""
    head, metric = name, ""
    opened = name.find("[")
    if opened > 0 and name.endswith("]") and opened < len(name) - 2:
        head, metric = name[:opened], name[opened + 1 : -1]
    estimate: list[str] = []
    while word := _last(head, ESTIMATES):
        head, estimate = head[: -len(word) - 1], [word, *estimate]
    texts = _last(head, TEXTS[1:]) or SHORT
    kind = head[: -len(texts) - 1] if texts != SHORT else head
    return (kind, metric, texts), tuple(estimate)


def _last(head: str, words: tuple[str, ...]) -> str:
    """The word that a name ends in, if another stands before it; "" where it is none of them."""
    return next((word for word in words if head.endswith(f"_{word}") and len(head) > len(word) + 1), "")
