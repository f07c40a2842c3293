"""Interviews: who a model speaks as and what it is asked, as data, in as many designs as are declared."""

from geobias.models.prompting.interviews.design import Design
from geobias.models.prompting.interviews.interview import DESIGN, GENERAL, QUESTION, Interview
from geobias.models.prompting.interviews.prompts import Combinations, interview_prompts, personas
from geobias.models.prompting.interviews.reading import read_designs, read_interview
from geobias.models.prompting.interviews.wording import Wording

__all__ = [
    "DESIGN",
    "GENERAL",
    "QUESTION",
    "Combinations",
    "Design",
    "Interview",
    "Wording",
    "interview_prompts",
    "personas",
    "read_designs",
    "read_interview",
]
