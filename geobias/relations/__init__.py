"""Relations between pairwise tables: coefficients, regressions, and tests that respect what pairs share.

Public is what `__all__` names; the other names are for the rooms of geobias.
"""

from geobias.relations.aligning import LEAST as LEAST
from geobias.relations.alignment_answers import alignment_verdict
from geobias.relations.alignment_answers import answer_alignments as answer_alignments
from geobias.relations.alignments import judge_alignments
from geobias.relations.ceilings import ceiling as ceiling
from geobias.relations.ceilings import corrected as corrected
from geobias.relations.ceilings import with_ceilings as with_ceilings
from geobias.relations.covariates import pair_covariate
from geobias.relations.critical import critical_coefficients as critical_coefficients
from geobias.relations.differences import difference_verdict, judge_differences
from geobias.relations.gaps import LEAST_UNITS as LEAST_UNITS
from geobias.relations.gaps import gap_verdict, judge_gaps
from geobias.relations.judging import judge
from geobias.relations.nation_orders import answer_orders as answer_orders
from geobias.relations.nation_orders import judge_orders
from geobias.relations.power import with_power as with_power
from geobias.relations.questions import QUESTIONS as QUESTIONS
from geobias.relations.questions import Answer as Answer
from geobias.relations.questions import AnswerTable as AnswerTable
from geobias.relations.questions import answer_questions as answer_questions
from geobias.relations.region_distances import TRANSFER as TRANSFER
from geobias.relations.region_distances import answer_region_distances as answer_region_distances
from geobias.relations.region_distances import family_of as family_of
from geobias.relations.region_gaps import answer_region_gaps as answer_region_gaps
from geobias.relations.regression import mrqap
from geobias.relations.relating import DEFAULT_COEFFICIENTS, leave_one_group_out, relate, relate_all
from geobias.relations.resonances import answer_resonances as answer_resonances
from geobias.relations.resonances import certified_ranks, judge_resonances, resonance_verdict
from geobias.relations.separations import judge_separations, separation_verdict
from geobias.relations.specification_answers import answer_specifications as answer_specifications
from geobias.relations.specification_answers import with_verdicts_alone as with_verdicts_alone
from geobias.relations.specifications import relate_specifications
from geobias.relations.stating import Verdict
from geobias.relations.strength import Strength
from geobias.relations.verdict import verdict
from geobias.relations.words import judge_masked as judge_masked
from geobias.relations.words import judge_words as judge_words
from geobias.tables import (
    DIFFERENT,
    EQUIVALENT,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    SUPPORTED,
    UNTESTABLE,
    RegressionTable,
    RegressionTerm,
)

__all__ = [
    "DEFAULT_COEFFICIENTS",
    "DIFFERENT",
    "EQUIVALENT",
    "NOT_COMPUTED",
    "NOT_SEPARABLE",
    "SUPPORTED",
    "UNTESTABLE",
    "RegressionTable",
    "RegressionTerm",
    "Strength",
    "Verdict",
    "alignment_verdict",
    "certified_ranks",
    "difference_verdict",
    "gap_verdict",
    "judge",
    "judge_alignments",
    "judge_differences",
    "judge_gaps",
    "judge_orders",
    "judge_resonances",
    "judge_separations",
    "leave_one_group_out",
    "mrqap",
    "pair_covariate",
    "relate",
    "relate_all",
    "relate_specifications",
    "resonance_verdict",
    "separation_verdict",
    "verdict",
]
