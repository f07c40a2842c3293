"""`geobias bench`: what the distances cost on the machine at hand, beside what others take for the same values."""

from geobias.bench.comparing import Row, Truth, compare, table
from geobias.bench.quick import measure

__all__ = [
    "Row",
    "Truth",
    "compare",
    "measure",
    "table",
]
