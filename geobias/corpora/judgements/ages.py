"""Ages become decades, as NLPositionality (Santy et al. 2023) groups them."""

from __future__ import annotations

import re

OLDEST = 80


def decade(age: str) -> str | None:
    """The decade of an age in years, its first year in it and its last not; None where it is no age.

    What is a decade already stays one.

    >>> decade("34"), decade("30"), decade("81.5"), decade("20-30"), decade("old")
    ('30-40', '30-40', '>80', '20-30', None)
    """
    text = age.replace(" ", "")
    if re.fullmatch(rf"\d+-\d+|>{OLDEST}", text):
        return text
    try:
        years = float(text)
    except ValueError:
        return None
    if not 0 <= years < 130:
        return None
    start = int(years // 10) * 10
    return f">{OLDEST}" if start >= OLDEST else f"{start}-{start + 10}"
