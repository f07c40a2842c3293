"""How a p-value is written, everywhere in one way: then none reads smaller than the least that was attainable."""

from __future__ import annotations

import math

SMALLEST_WRITTEN = 1e-4


def write_p(value: float, name: str = "") -> str:
    """A probability in two or more digits; small ones are bounded, never written as zero.

    name : put before it with its sign.

    The larger of two is never written as less, so rounding turns no order round.

    >>> write_p(0.0312), write_p(1 / 720), write_p(0.00001, "p"), write_p(0.2, "q"), write_p(1.0)
    ('0.031', '0.0014', 'p < 0.0001', 'q = 0.200', '1')
    >>> write_p(float("nan"))
    'not measured'
    """
    if value is None or math.isnan(value):
        return "not measured"
    if value < SMALLEST_WRITTEN:
        sign, digits = "<", f"{SMALLEST_WRITTEN:.4f}"
    else:
        sign, digits = "", "1" if value >= 0.9995 else f"{value:.{4 if value < 0.01 else 3}f}"
    return f"{name} {sign or '='} {digits}" if name else sign + digits
