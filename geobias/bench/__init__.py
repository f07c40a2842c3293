"""`geobias bench`: what the distances cost on the machine at hand, beside what others take for the same values."""

from geobias.bench.comparing import Row, compare, table

__all__ = ["Row", "compare", "table"]
