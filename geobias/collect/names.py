"""Words of the command line that other files go by too."""

from __future__ import annotations

DESIGNS = ("social", "hate")
"""Social acceptability: 25 items on five grades. Hate speech: 15 items, three answers, a definition and examples."""
MARKS = ("repeats", "cheating")
"""People who took part before, and those who say that they cheated."""
PROGRAMS = ("potato", "labelstudio", "argilla")
"""Whose exports are read."""
