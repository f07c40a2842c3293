"""Do nations whose answers lie further apart in embedding space lie further apart in a survey?

Answers to one prompt are no independent draws, so a prompt is the unit of distances; the tests of a relation permute
nations.
"""

from geobias.pipeline.answer_distances.clouds import AnswerClouds, embed_answers, without_names
from geobias.pipeline.answer_distances.measuring import AnswerGeometry, answer_geometry
from geobias.pipeline.answer_distances.settings import AnswerGeometrySettings

__all__ = [
    "AnswerClouds",
    "AnswerGeometry",
    "AnswerGeometrySettings",
    "answer_geometry",
    "embed_answers",
    "without_names",
]
