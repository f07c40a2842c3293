"""Resonance: which values responses carry, how near a survey's they lie, and whether that outlives other wordings."""

from geobias.measures.resonance.ages import age_items
from geobias.measures.resonance.agreeing import stated_agreement
from geobias.measures.resonance.asking_items import item_prompts
from geobias.measures.resonance.boxes import projection_boxes
from geobias.measures.resonance.by_design import nation_designs
from geobias.measures.resonance.cells import Cells, matched, model_cells, survey_cells
from geobias.measures.resonance.certificate import Stability, stability
from geobias.measures.resonance.clusters import clustered_mean as clustered_mean
from geobias.measures.resonance.components import stability_components
from geobias.measures.resonance.distributions import Projections, projection_distances, projection_spreads
from geobias.measures.resonance.fits import all_scorings, nation_fits
from geobias.measures.resonance.orders import nation_orders
from geobias.measures.resonance.pairs_on_axis import projection_pairs
from geobias.measures.resonance.precision import answers_needed, answers_table
from geobias.measures.resonance.scores import BOTH, SCORINGS, SECULAR, TRADITIONAL, ResonanceScores
from geobias.measures.resonance.scoring import score_resonance, score_responses
from geobias.measures.resonance.settings import ResonanceSettings
from geobias.measures.resonance.stated import StatedScores, stated_scores
from geobias.measures.resonance.stated_means import stated_values
from geobias.measures.resonance.statements import ends as ends
from geobias.measures.resonance.statements import group_means, prompts_of, statement_resonance, value_mirroring
from geobias.measures.resonance.table_of_means import DesignMeans, design_means, design_means_of
from geobias.measures.resonance.values import Value, read_values
from geobias.measures.resonance.variances import AnswerVariances, answer_variances, assumed_variances
from geobias.measures.resonance.variances import nested_variances as nested_variances
from geobias.measures.resonance.withholding import withheld_ages, withheld_distances

__all__ = [
    "BOTH",
    "SCORINGS",
    "SECULAR",
    "TRADITIONAL",
    "AnswerVariances",
    "Cells",
    "DesignMeans",
    "Projections",
    "ResonanceScores",
    "ResonanceSettings",
    "Stability",
    "StatedScores",
    "Value",
    "age_items",
    "all_scorings",
    "answer_variances",
    "answers_needed",
    "answers_table",
    "assumed_variances",
    "design_means",
    "design_means_of",
    "group_means",
    "item_prompts",
    "matched",
    "model_cells",
    "nation_designs",
    "nation_fits",
    "nation_orders",
    "projection_boxes",
    "projection_distances",
    "projection_pairs",
    "projection_spreads",
    "prompts_of",
    "read_values",
    "score_resonance",
    "score_responses",
    "stability",
    "stability_components",
    "stated_agreement",
    "stated_scores",
    "stated_values",
    "statement_resonance",
    "survey_cells",
    "value_mirroring",
    "withheld_ages",
    "withheld_distances",
]
