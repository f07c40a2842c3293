"""Etiquette: how right a model's answers about statements of regions are, and which regions it prefers."""

from geobias.measures.etiquette.answers import EtiquetteAnswers
from geobias.measures.etiquette.gaps import GAP_METRICS, region_gaps
from geobias.measures.etiquette.generated import GeneratedPairs, alignment_scores, ordered_pairs
from geobias.measures.etiquette.graded import GradedAnswers, graded_gaps, graded_scores
from geobias.measures.etiquette.identification import identified
from geobias.measures.etiquette.namings import RegionNamings, region_bias, region_confusions
from geobias.measures.etiquette.reading import ABSTAINED
from geobias.measures.etiquette.scores import COVERAGE, etiquette_counts, etiquette_scores, region_weights
from geobias.measures.etiquette.settings import EtiquetteSettings
from geobias.measures.etiquette.shares import abstentions, wrong_by_type
from geobias.measures.etiquette.transfer import TRANSFER_LOSS, transfer_losses
from geobias.measures.etiquette.words import word_odds

__all__ = [
    "ABSTAINED",
    "COVERAGE",
    "GAP_METRICS",
    "TRANSFER_LOSS",
    "EtiquetteAnswers",
    "EtiquetteSettings",
    "GeneratedPairs",
    "GradedAnswers",
    "RegionNamings",
    "abstentions",
    "alignment_scores",
    "etiquette_counts",
    "etiquette_scores",
    "graded_gaps",
    "graded_scores",
    "identified",
    "ordered_pairs",
    "region_bias",
    "region_confusions",
    "region_gaps",
    "region_weights",
    "transfer_losses",
    "word_odds",
    "wrong_by_type",
]
