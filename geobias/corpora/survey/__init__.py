"""Surveys: what respondents of many nations answered, and what is told of them in groups."""

from geobias.corpora.survey.absent import no_survey
from geobias.corpora.survey.ages import bins_around
from geobias.corpora.survey.declaration import Declaration
from geobias.corpora.survey.declaring import declare
from geobias.corpora.survey.group_means import PROJECTION, cell_means
from geobias.corpora.survey.iw_scores import IWScores, load_iw_scores
from geobias.corpora.survey.loading import load_survey
from geobias.corpora.survey.scaling import scaled
from geobias.corpora.survey.survey import AGE, AGE_BIN, NATION, SEX, Survey
from geobias.corpora.survey.synthetic import make_survey

__all__ = [
    "AGE",
    "AGE_BIN",
    "NATION",
    "PROJECTION",
    "SEX",
    "Declaration",
    "IWScores",
    "Survey",
    "bins_around",
    "cell_means",
    "declare",
    "load_iw_scores",
    "load_survey",
    "make_survey",
    "no_survey",
    "scaled",
]
