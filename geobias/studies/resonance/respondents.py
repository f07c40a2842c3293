"""Respondents of a survey in the words of an interview: its nations, its ages, its sexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geobias.corpora.survey import AGE_BIN, NATION, SEX, Survey, declare
from geobias.errors import InputError
from geobias.models.prompting import Interview
from geobias.pipeline import check_names

AXES = ("nation", "age", "sex")
"""Of an interview that can be held against a survey."""


def in_words_of(interview: Interview, survey: Survey) -> Survey:
    """The respondents of nations that the interview names, with nation, age bin and sex as it writes them.

    A nation is found by its name, or by another that the World Values Survey's declaration knows: a code, an adjective.
    Ages that are none of the survey's bins become bins around them. Notices count who and what has no partner.

    Raises
    ------
    InputError : no nation of the interview is in the survey; ages or sexes that respondents do not have.
    """
    survey, lost = _nations(interview.axes["nation"], survey)
    survey = _ages(interview.axes["age"], survey)
    sexes = sorted(set(survey.attribute(SEX)) - {""})
    check_names(
        "sex of the interview", list(interview.axes["sex"]), interview.axes["sex"], sexes, "sexes of the survey"
    )
    return survey.noting(*lost)


def comparable(interview: Interview) -> bool:
    """Whether it has the three axes that respondents are told apart by."""
    return set(AXES) <= set(interview.axes)


def _nations(names: Sequence[str], survey: Survey) -> tuple[Survey, list[str]]:
    there = dict.fromkeys(str(name) for name in survey.attribute(NATION) if name)
    known = declare("wvs7").nation
    partner = {name: name if name in there else known.name_of(name) for name in names}
    lost = [name for name in names if partner[name] not in there]
    if len(lost) == len(names):
        raise InputError(
            "the survey must have respondents of a nation that the interview names",
            f"the interview has {list(names)[:8]}, the survey {list(there)[:8]}",
            "Choose another interview.source, another survey, or corpus=no_survey.",
        )
    written = {ours: name for name, ours in partner.items() if name not in lost}
    kept = np.array([name in written for name in survey.attribute(NATION)])
    notices = [f"The survey has no respondents of {', '.join(lost)}: nothing is compared there."] if lost else []
    if not kept.all():
        notices.append(f"{int((~kept).sum())} respondents are of nations that the interview does not name.")
    chosen = survey.select(kept)
    nation = np.array([written[name] for name in chosen.attribute(NATION)], dtype=object)
    return replace(chosen, attributes={**chosen.attributes, NATION: nation}), notices


def _ages(ages: Sequence[str], survey: Survey) -> Survey:
    if set(ages) <= set(survey.age_bins):
        return survey
    try:
        centres = sorted(float(age) for age in ages)
    except ValueError:
        raise InputError(
            f"ages of the interview must be bins of the survey, {list(survey.age_bins)}, or numbers",
            f"they are {list(ages)}",
            "Write them so, or declare bins of these names (docs/survey.md).",
        ) from None
    binned = survey.with_bins(centres)
    written = {f"{float(age):g}": age for age in ages}
    names = np.array([written.get(name, name) for name in binned.attribute(AGE_BIN)], dtype=object)
    return binned.with_attribute(AGE_BIN, list(names))
