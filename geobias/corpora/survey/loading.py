"""A file of respondents becomes a `Survey`, read as a declaration says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import numpy as np

from geobias.arguments import choice
from geobias.corpora.survey.counting import Counting
from geobias.corpora.survey.declaration import Declaration
from geobias.corpora.survey.declaring import declare
from geobias.corpora.survey.items import read_items
from geobias.corpora.survey.people import chosen_nations, read_age, read_named, read_weights, refuse_unknown
from geobias.corpora.survey.reading import read_survey_table
from geobias.corpora.survey.scaling import SCALING
from geobias.corpora.survey.survey import AGE, NATION, SEX, Survey
from geobias.errors import InputError
from geobias.raw import RawTable

DECLARED = "declared"


def load_survey(
    path: str | Path,
    declaration: str | Path | Mapping[str, Any] | Declaration = "wvs7",
    *,
    nations: Sequence[str] = (),
    weight: str | None = DECLARED,
    scaling: SCALING = "steps",
) -> Survey:
    """Load microdata of a survey: csv, tsv, json, parquet, or SPSS (.sav, .zsav; extra `sav`).

    Parameters
    ----------
    declaration : "wvs7" (World Values Survey, wave 7), the path of a YAML file, or a mapping: which variables there
        are, and what their codes mean; see `Declaration`.
    nations : names, or codes, of those to keep; none = all. A nation that is named must have a complete case.
    weight : the column of survey weights; "declared" = the one of the declaration, None = all count alike.
    scaling : how codes between the middle and the ends are read, "steps" or "linear"; see `scaled`.

    Returns
    -------
    Survey. Its `counts` say of every variable what was missing for which reason, and of every nation how many
    respondents and complete cases there are.

    Raises
    ------
    InputError : a missing column, a nation that is in no declaration, a code outside the range that is not declared
        as missing, a negative weight, a chosen nation without a complete case, or none at all.
    MissingDependencyError : an SPSS file without pyreadstat.
    """
    choice("scaling", scaling, get_args(SCALING))
    declared = declare(declaration)
    counting = Counting(Path(path).name)
    weighed_by = declared.weight if weight == DECLARED else weight
    table, files = read_survey_table(path, _columns(declared, weighed_by))
    nations = [declared.nation.name_of(name) for name in nations]
    table, nation = chosen_nations(table, nations, declared, counting)
    values = read_items(table, declared, scaling, counting)
    attributes, ages = _people(table, declared, counting, len(nation))
    weights = np.ones(len(nation))
    if weighed_by is None:
        counting.say("All respondents count alike: there are no survey weights.")
    else:
        weights = read_weights(table, weighed_by, declared, counting)
    whole = Survey(
        values=values,
        attributes={NATION: nation, **attributes},
        ages=ages,
        weights=np.nan_to_num(weights),
        loadings={name: item.loading for name, item in declared.items.items()},
        columns={name: item.column for name, item in declared.items.items()},
        counts=counting.counts,
        files=files,
    )
    survey = whole.select(~np.isnan(weights))
    _count_complete(survey, nations, counting)
    if declared.ages:
        survey = survey.with_bins(declared.ages)
    return survey.noting(*table.notices, *counting.notices)


def _columns(declared: Declaration, weight: str | None) -> list[str]:
    """All columns that may be asked for."""
    names = [column for item in declared.items.values() for column in item.columns]
    for column in (declared.nation.column, declared.sex and declared.sex.column, declared.age, weight):
        names += [column] if isinstance(column, str) else (column or ())
    return list(dict.fromkeys(names))


def _people(
    table: RawTable, declared: Declaration, counting: Counting, size: int
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Sex and age as text, where they are declared, and ages as float64 (N,)."""
    attributes = {}
    if declared.sex is not None:
        attributes[SEX], unknown = read_named(table, declared.sex, SEX, declared, counting)
        refuse_unknown(unknown, declared.sex, SEX, declared, counting.source)
    ages = np.full(size, np.nan)
    if declared.age is not None:
        ages = read_age(table, declared, counting)
        attributes[AGE] = np.array(["" if np.isnan(age) else f"{age:g}" for age in ages], dtype=object)
    return attributes, ages


def _count_complete(survey: Survey, nations: Sequence[str], counting: Counting) -> None:
    """Complete cases of every nation.

    Raises
    ------
    InputError : none at all, or none of a nation that was asked for.
    """
    nation, complete = survey.attributes[NATION], survey.complete & (survey.weights > 0)
    lacking = {}
    for name in sorted(set(nation) - {""}):
        here = nation == name
        counting.add(name, "kept", "respondents", int(here.sum()))
        counting.add(name, "kept", "complete_cases", int((here & complete).sum()))
        if not (here & complete).any():
            lacking[name] = _unanswered(survey, here)
    if not complete.any():
        raise _incomplete("", _unanswered(survey, np.ones(len(nation), dtype=bool)), counting.source)
    for name in nations:
        if name in lacking:
            raise _incomplete(name, lacking[name], counting.source)
    total = int(complete.sum())
    counting.add("", "dropped", "not_a_complete_case", len(nation) - total)
    counting.say(f"{total} of {len(nation)} respondents answered every item; projections and means rest on these.")
    if lacking:
        told = ", ".join(f"{name}{why}" for name, why in lacking.items())
        counting.say(f"Nations without a complete case, of which no mean is told: {told}.")


def _unanswered(survey: Survey, here: np.ndarray) -> str:
    """The items that nobody of them answered, in brackets."""
    items = [name for name, values in survey.values.items() if np.isnan(values[here]).all()]
    return f" (nobody answered {', '.join(items)})" if items else ""


def _incomplete(nation: str, why: str, source: str) -> InputError:
    whose = f" of '{nation}'" if nation else ""
    return InputError(
        f"{source} must have a complete case{whose}: a respondent of weight above 0 who answered every item",
        f"there is none{why}",
        f"Leave {nation or 'an item'} out.",
    )
