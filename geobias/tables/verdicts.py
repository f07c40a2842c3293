"""The words of every verdict; `geobias.relations` decides which one is said, and writes it into the tables."""

SUPPORTED = "supported"
NOT_SEPARABLE = "not separable from noise"
UNTESTABLE = "cannot be tested with so few groups"
NOT_COMPUTED = "not computed"
