"""geobias: whether, where and how much a language model treats regions and cultures differently.

Importing the package is free: rooms are imported by name (`geobias.distances`, `geobias.studies.regional`).
"""

__version__ = "0.1.0"
