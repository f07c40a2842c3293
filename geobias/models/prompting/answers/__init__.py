"""Answers: the free text of a model is read as one of declared answers, or as none with the reason why."""

from geobias.models.prompting.answers.answer_set import (
    CONTRADICTION,
    EMPTY,
    HEDGED,
    REASONS,
    REFUSAL,
    UNPARSED,
    Answer,
    AnswerSet,
    Parsed,
    Wording,
)
from geobias.models.prompting.answers.declaring import set_names
from geobias.models.prompting.answers.labelling import ABSTAINS, LABELLED, Labels, LabelTable, Unlabelled
from geobias.models.prompting.answers.language import check_language, language_codes
from geobias.models.prompting.answers.naming import NONE, Named, NameSet, refuses

__all__ = [
    "ABSTAINS",
    "CONTRADICTION",
    "EMPTY",
    "HEDGED",
    "LABELLED",
    "NONE",
    "REASONS",
    "REFUSAL",
    "UNPARSED",
    "Answer",
    "AnswerSet",
    "LabelTable",
    "Labels",
    "NameSet",
    "Named",
    "Parsed",
    "Unlabelled",
    "Wording",
    "check_language",
    "language_codes",
    "refuses",
    "set_names",
]
