"""Numbers and names as people read them."""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Sequence

from geobias.tables import (
    AT_M,
    CROSS_FITTED,
    DEPENDENCE,
    EXCESS,
    FLOOR,
    GAP,
    SHORT,
    UNTESTABLE,
    VALUE,
    VERDICTS,
    Quantity,
)

NOT_MEASURED = "not measured"
DISTANCES = {
    "sinkhorn": ("Sinkhorn divergence",),
    "lda": ("LDA centroid distance",),
    "energy": ("energy distance",),
    "mmd": ("maximum mean discrepancy", "squared"),
    "crossnobis": ("crossnobis distance",),
    "mahalanobis": ("Mahalanobis distance of means", "squared"),
    "wasserstein": ("Wasserstein distance",),
}
"""Kinds of distance in words, with a remark that each of them needs."""
ESTIMATES = {
    CROSS_FITTED: "cross-fitted",
    EXCESS: "excess over the noise floor",
    VALUE: "at one size",
    FLOOR: "floor",
    AT_M: "at one size",
    "bias_corrected": "bias-corrected",
    "seed_sd": "standard deviation over seeds",
}
KNOWN_METRICS = {"auc": "AUC", "f1": "F1", "fpr": "false positive rate", "brier": "Brier score"}
METRIC_REMARKS = {
    "all": "no answer counted as wrong",
    "macro": "macro",
    "micro": "micro",
    "neg": "negative",
    "pos": "positive",
    "standardised": "standardised prevalence",
}
COVARIATES = {
    "difference": "difference in {}",
    "mean": "mean {}",
    "sum": "sum of {}",
    "inverse_sum": "1/n + 1/n of {}",
    "total_variation": "total variation of {}",
    "jensen_shannon": "Jensen-Shannon divergence of {}",
}
COEFFICIENTS = {
    "spearman": "ρ",
    "kendall_tau_b": "τ-b",
    "kendall_tau_a": "τ-a",
    "pearson": "r",
    "distance_correlation": "dCor²",
    "distance_correlation_biased": "dCor (biased)",
}
COEFFICIENT_NAMES = {
    "spearman": "Spearman's ρ",
    "kendall_tau_b": "Kendall's τ-b",
    "kendall_tau_a": "Kendall's τ-a",
    "pearson": "Pearson's r",
    "distance_correlation": "distance correlation (squared, bias-corrected)",
    "distance_correlation_biased": "distance correlation (biased)",
}


def number(value: float) -> str:
    """A number with three or four digits that matter; NaN is "not measured".

    >>> [number(v) for v in (12345, 123.456, 60.1234, 1.86441, 0.80791, 0.03456, 0.0, -2.5, float("nan"))]
    ['12,345', '123.5', '60.12', '1.86', '0.808', '0.0346', '0', '−2.50', 'not measured']
    """
    if value is None or math.isnan(value):
        return NOT_MEASURED
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    size = abs(value)
    if size == 0:
        return "0"
    if size < 1e-4:
        text = f"{size:.1e}"
    else:
        decimals = 0 if size >= 1000 else 1 if size >= 100 else 2 if size >= 1 else 2 - math.floor(math.log10(size))
        text = f"{size:,.{decimals}f}"
    return ("−" if value < 0 else "") + text


def count(value: float) -> str:
    """A whole number with separators.

    >>> count(12345.0), count(float("nan"))
    ('12,345', 'not measured')
    """
    return NOT_MEASURED if value is None or math.isnan(value) else f"{round(value):,}"


def percent(share: float) -> str:
    r"""A share as a percentage, with a space that does not break; only nothing and all of it are 0 and 100.

    >>> [percent(share) for share in (0.1234, 0.0001, 0.9999, 1.0, 1.5, float("nan"))]
    ['12.3\xa0%', '<0.1\xa0%', '>99.9\xa0%', '100\xa0%', '150.0\xa0%', 'not measured']
    """
    if share is None or math.isnan(share):
        return NOT_MEASURED
    if 0 < share < 0.0005:
        return "<0.1\xa0%"
    if math.isclose(share, round(share), abs_tol=1e-9):
        return f"{share * 100:.0f}\xa0%"
    if 0.9995 <= share < 1:
        return ">99.9\xa0%"
    return f"{share * 100:.1f}\xa0%"


def points(value: float) -> str:
    """A difference in percentage points with its sign.

    >>> points(-2.345), points(0.05), points(float("nan"))
    ('−2.3', '+0.05', 'not measured')
    """
    if math.isnan(value):
        return NOT_MEASURED
    return f"{value:+.{1 if abs(value) >= 0.95 else 2}f}".replace("-", "−")


def metric_label(name: str) -> str:
    """
    >>> metric_label("f1_micro"), metric_label("precision_pos_standardised"), metric_label("exact_match")
    ('F1 (micro)', 'precision (positive, standardised prevalence)', 'exact match')
    """
    words = [word for word in name.split("_") if word]
    remarks = [METRIC_REMARKS[word] for word in words if word in METRIC_REMARKS]
    what = " ".join(KNOWN_METRICS.get(word, word) for word in words if word not in METRIC_REMARKS)
    return (what + (f" ({', '.join(remarks)})" if remarks else "")).strip() or name


OF_SCORES = {GAP: "gap in {}", DEPENDENCE: "distance correlation of {}", "transfer_loss": "loss of {} in transfer"}


def quantity_label(name: str) -> str:
    """What a quantity is, in words; one whose kind or estimate is not known keeps its name.

    >>> quantity_label("lda_long_crossfit"), quantity_label("sinkhorn_excess")
    ('LDA centroid distance (long texts, cross-fitted)', 'Sinkhorn divergence (excess over the noise floor)')
    >>> quantity_label("gap[f1]"), quantity_label("dcor[accuracy]"), quantity_label("my distance")
    ('gap in F1', 'distance correlation of accuracy', 'my distance')
    >>> quantity_label("difference[length]"), quantity_label("gap_at_m[accuracy]")
    ('difference in length', 'gap in accuracy at one size')
    """
    quantity = Quantity.parse(name)
    label, *remarks = _kind_words(quantity) or (name,)
    if label == name or not all(word in ESTIMATES for word in quantity.estimates):
        return name
    if quantity.metric and quantity.has(AT_M):
        label += f" {ESTIMATES[AT_M]}"
    remarks += [f"{quantity.texts} texts"] * (quantity.texts != SHORT)
    remarks += [ESTIMATES[word] for word in quantity.estimates if not (quantity.metric and word == AT_M)]
    remarks += ["in sample"] * quantity.in_sample
    return label + (f" ({', '.join(remarks)})" if remarks else "")


def _kind_words(quantity: Quantity) -> tuple[str, ...]:
    """The kind in words, with what it is taken of, and its remarks; nothing for one that is not known."""
    if not quantity.metric:
        return DISTANCES.get(quantity.kind, ())
    if quantity.kind in OF_SCORES:
        return (OF_SCORES[quantity.kind].format(metric_label(quantity.metric)),)
    if quantity.kind in COVARIATES:
        return (COVARIATES[quantity.kind].format(quantity.metric.replace("_", " ")),)
    return ()


def with_units(label: str, units: str) -> str:
    return f"{label} [{units}]" if units else label


def two_lines(label: str, width: int = 26) -> str:
    """A long label broken before its remarks, or at words.

    >>> two_lines("LDA centroid distance (long texts, in sample)")
    'LDA centroid distance\\n(long texts, in sample)'
    """
    if len(label) <= width:
        return label
    head, bracket, rest = label.partition(" (") if " (" in label else label.partition(" [")
    if bracket and max(len(head), len(rest) + 1) <= 1.25 * width:
        return f"{head}\n{bracket[1]}{rest}"
    return textwrap.fill(label, width, max_lines=3, break_on_hyphens=False, placeholder="…")


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


def pair(a: str, b: str) -> str:
    return f"{a}–{b}"


def listing(items: Sequence[str], last: str = "and") -> str:
    """
    >>> listing(["a", "b", "c"])
    'a, b and c'
    """
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else "none"


def plural(n: float, one: str, many: str = "") -> str:
    """
    >>> plural(1, "group"), plural(3, "group"), plural(1234, "text")
    ('1 group', '3 groups', '1,234 texts')
    """
    return f"{count(n)} {one if n == 1 else many or one + 's'}"


def census(words: Sequence[str], lacking: Sequence[str]) -> str:
    """How many pairs have which word of a verdict, the most telling first, with what those lack that have none.

    >>> census(["different", "different", "cannot be tested"], ["", "", "so few samples"])
    '2 are different and 1 cannot be tested with so few samples'
    """
    told = Counter((word, f" with {lack}" if lack else "") for word, lack in zip(words, lacking, strict=True))
    parts = [
        f"{count(n)} {'' if word == UNTESTABLE else 'are ' if n > 1 else 'is '}{word}{lack}"
        for (word, lack), n in sorted(told.items(), key=lambda item: VERDICTS.index(item[0][0]))
    ]
    return listing(parts)
