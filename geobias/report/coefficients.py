"""Coefficients of alignment and groups of annotators as people read them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from geobias.report.estimates import between
from geobias.report.lettering import KEY, codes, distinct, key_of
from geobias.report.phrases import listing

if TYPE_CHECKING:
    import pandas as pd

R = "r"
WORDS = {"latent": "latent r", "corrected": "corrected r", "matched": "matched r", R: R}
"""Coefficients in words, those that take most away from r first: the first that a run has decides."""
LONG = {
    "latent": "r of the opinions behind the answers, without noise, numbers of annotators and the bend of the scale",
    "corrected": "r with mean answers of any number of annotators, without their noise",
    "matched": "r with mean answers of one number of annotators of an item",
    R: "r as published",
}
MOST_NAMED = 12


def two(value: float) -> str:
    """A coefficient with two decimals.

    >>> two(0.456), two(-0.5), two(-0.001), two(float("nan"))
    ('0.46', '−0.50', '0.00', '–')
    """
    return "–" if math.isnan(value) else f"{round(value, 2) or 0.0:.2f}".replace("-", "−")


def up_to_two(value: float) -> str:
    """A difference that would have been found; two coefficients cannot lie further apart than 2.

    >>> up_to_two(0.456), up_to_two(6.04)
    ('0.46', 'over 2')
    """
    return "over 2" if value > 2 else two(value)


def with_interval(value: float, low: float, high: float) -> str:
    """
    >>> with_interval(0.5, 0.4, 0.6), with_interval(0.5, float("nan"), 0.6)
    ('0.50 [0.40, 0.60]', '0.50')
    """
    return f"{two(value)} {between(low, high, two)}".strip()


def deciding(frame: pd.DataFrame, value: str = "value") -> str:
    """The coefficient of a table that takes most away from r and has a value, "r" where none has."""
    known = set(frame.loc[frame[value].notna(), "statistic"].astype(str))
    return next((name for name in WORDS if name in known), R)


def spaced(attribute: str) -> str:
    """
    >>> spaced("country_longest")
    'country longest'
    """
    return attribute.replace("_", " ")


def group_name(attribute: str, group: str) -> str:
    """A group in a sentence or a table.

    >>> group_name("native_language", "english"), group_name("", "")
    ('english (native language)', 'everybody')
    """
    return f"{group} ({spaced(attribute)})" if attribute else "everybody"


def some(names: Iterable[str], most: int = MOST_NAMED) -> str:
    """Names in a sentence, of many the first.

    >>> some(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    listed = list(names)
    return listing(listed) if len(listed) <= most else f"{', '.join(listed[:most])} and {len(listed) - most} more"


def names_in_order(frame: pd.DataFrame, column: str) -> list[str]:
    """The names of a column in order of appearance, blank ones left out."""
    return [name for name in dict.fromkeys(frame[column].fillna("").astype(str)) if name]


def short_names(names: Iterable[str], width: int, letter: str = "G") -> tuple[dict[str, str], str]:
    """Names that fit a figure, and what the codes among them stand for, for `in_figure`."""
    listed = list(dict.fromkeys(names))
    return distinct(listed, width, letter), key_of(codes(listed, letter))


def in_figure(*keys: str) -> str:
    """The key to the codes of a figure, as the end of its alternative text.

    >>> in_figure("G1 = one", "", "S2 = two"), in_figure("")
    (' In the figure, G1 = one, S2 = two.', '')
    """
    known = ", ".join(filter(None, keys))
    return f" {KEY}{known}." if known else ""
