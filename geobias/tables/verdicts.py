"""The words of every verdict; `geobias.relations` decides which one is said, and writes it into the tables."""

SUPPORTED = "supported"
NOT_SEPARABLE = "not separable from noise"
UNTESTABLE = "cannot be tested with so few groups"
NOT_COMPUTED = "not computed"

VERDICTS = (SUPPORTED, NOT_SEPARABLE, UNTESTABLE, NOT_COMPUTED)
"""All of them, the most telling first; a field `verdict` that is "" was not judged."""
NOT_JUDGED = "not judged"
