"""Why two groups differ: which words, tokens and texts their distance is made of, and what is left without them."""

from geobias.measures.explaining.axis import axis_of_items
from geobias.measures.explaining.documents import GroupTexts, document_rows
from geobias.measures.explaining.estimates import Estimates
from geobias.measures.explaining.items import Spoken, Vocabulary, words_at
from geobias.measures.explaining.masking import alike_words, masked_row, masked_text, samples_of, without
from geobias.measures.explaining.odds import odds_of_items
from geobias.measures.explaining.potentials import SampleCosts, sample_costs
from geobias.measures.explaining.settings import ExplainSettings
from geobias.measures.explaining.tabulating import Compared, explanation_row, word_rows
from geobias.measures.explaining.transport import excess_of_items, parts_of_items, shares_of_points
from geobias.measures.explaining.unit_items import UnitItems

__all__ = [
    "Compared",
    "Estimates",
    "ExplainSettings",
    "GroupTexts",
    "SampleCosts",
    "Spoken",
    "UnitItems",
    "Vocabulary",
    "alike_words",
    "axis_of_items",
    "document_rows",
    "excess_of_items",
    "explanation_row",
    "masked_row",
    "masked_text",
    "odds_of_items",
    "parts_of_items",
    "sample_costs",
    "samples_of",
    "shares_of_points",
    "without",
    "word_rows",
    "words_at",
]
