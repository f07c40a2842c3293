"""Relations between pairwise tables: coefficients, regressions, and tests that respect what pairs share."""

from geobias.relations.covariates import pair_covariate
from geobias.relations.questions import QUESTIONS, Answer, AnswerTable, answer_questions
from geobias.relations.regression import mrqap
from geobias.relations.relating import DEFAULT_COEFFICIENTS, leave_one_group_out, relate, relate_all
from geobias.relations.separations import judge_separations, separation_verdict
from geobias.relations.strength import Strength
from geobias.relations.verdict import Verdict, judge, verdict
from geobias.tables import RegressionTable, RegressionTerm
from geobias.tables.verdicts import AMONG_DISTANCES, NOT_COMPUTED, NOT_SEPARABLE, PRIMARY, SUPPORTED, UNTESTABLE

__all__ = [
    "AMONG_DISTANCES",
    "DEFAULT_COEFFICIENTS",
    "NOT_COMPUTED",
    "NOT_SEPARABLE",
    "PRIMARY",
    "QUESTIONS",
    "SUPPORTED",
    "UNTESTABLE",
    "Answer",
    "AnswerTable",
    "RegressionTable",
    "RegressionTerm",
    "Strength",
    "Verdict",
    "answer_questions",
    "judge",
    "judge_separations",
    "leave_one_group_out",
    "mrqap",
    "pair_covariate",
    "relate",
    "relate_all",
    "separation_verdict",
    "verdict",
]
