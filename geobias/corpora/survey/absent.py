"""No survey: for studies of what a model says that is held against nobody's answers."""

from __future__ import annotations


def no_survey() -> None:
    """What stands in the place of a survey where there is none."""
