"""Synthetic respondents: nations, ages and sexes with planted positions between tradition and secularity."""

from __future__ import annotations

from collections.abc import Mapping
from math import erf, sqrt
from typing import Any

import numpy as np

from geobias.arguments import number, whole
from geobias.corpora.corpus import CountLog
from geobias.corpora.survey.declaration import Declaration, Item
from geobias.corpora.survey.declaring import declare
from geobias.corpora.survey.scaling import inverted, scaled
from geobias.corpora.survey.survey import AGE, NATION, SEX, Survey
from geobias.errors import InputError
from geobias.seeds import generator

POSITIONS = {
    "Northland": -0.6, "Lakeland": -0.4, "Westland": -0.25, "Midland": -0.1,
    "Eastland": 0.1, "Upland": 0.25, "Coastland": 0.4, "Southland": 0.6,
}  # fmt: skip
SEXES = ("man", "woman")
YOUNGEST, OLDEST = 18, 84
_MIDDLE, _SPAN = 50, 50
_PERSON, _ANSWER = 0.35, 0.4  # standard deviation of a person's own position, and of single answers
_EVEN = 0.3  # standard deviation of the logarithm of weights


def make_survey(
    *,
    positions: Mapping[str, float] | None = None,
    respondents: int = 400,
    age_effect: float = 0.2,
    sex_effect: float = 0.0,
    missing: float = 0.02,
    seed: int = 0,
) -> Survey:
    """Make up respondents of the World Values Survey's items whose truth is known.

    A respondent stands at the position of the nation, plus age_effect times (age - 50) / 50, plus half of sex_effect
    for a man and less half of it for a woman, plus N(0, 0.35^2) of their own. To each item they answer what they
    think, moved by N(0, 0.4^2) and rounded to the nearest code of the scale, whose ends are -1 and 1. Ages are
    uniform from 18 to 84, sexes alike, and weights log-normal, unrelated to answers.

    Parameters
    ----------
    positions : nation -> its position, +1 = traditional; None = eight made-up nations from -0.6 to 0.6.
    respondents : of each nation. missing : the share of answers that are not given.
    age_effect, sex_effect : see above; 0 = none.

    Returns
    -------
    Survey. `details["planted"]` has the parameters, `details["projection"]` what the mean projection of each nation
    is with respondents without end.
    """
    positions = dict(POSITIONS if positions is None else positions)
    _check(positions, missing)
    count = whole("respondents", respondents, 1)
    effects = number("age_effect", age_effect), number("sex_effect", sex_effect)
    declared = declare("wvs7")
    rng = generator(seed, "survey")
    of = np.repeat(np.arange(len(positions)), count)
    ages = rng.integers(YOUNGEST, OLDEST + 1, len(of)).astype(np.float64)
    sex = rng.integers(0, 2, len(of))
    place = np.array(list(positions.values()))[of] + _moved(ages, sex, *effects)
    place += _PERSON * rng.standard_normal(len(of))
    values, log = {}, CountLog()
    for name, item in declared.items.items():
        felt = place + _ANSWER * rng.standard_normal(len(of))
        codes = np.where(rng.random(len(of)) < missing, np.nan, _codes(felt, item))
        log.add("synthetic", name, "flagged", "missing:blank", int(np.isnan(codes).sum()))
        values[name] = scaled(codes, *item.ends, item.traditional)
    log.add("synthetic", "", "kept", "respondents", len(of))
    attributes = {NATION: np.array(list(positions), dtype=object)[of], SEX: np.array(SEXES, dtype=object)[sex]}
    planted = {"positions": positions, "age_effect": age_effect, "sex_effect": sex_effect, "seed": seed}
    return Survey(
        values=values,
        attributes={**attributes, AGE: np.array([f"{age:g}" for age in ages], dtype=object)},
        ages=ages,
        weights=np.exp(_EVEN * rng.standard_normal(len(of))),
        loadings={name: item.loading for name, item in declared.items.items()},
        columns={name: item.column for name, item in declared.items.items()},
        counts=log,
        details={"planted": planted, "projection": _truth(declared, positions, effects)},
        notices=("The respondents are made up.",),
    ).with_bins(declared.ages)


def _moved(ages: np.ndarray, sex: np.ndarray, age_effect: float, sex_effect: float) -> np.ndarray:
    return age_effect * (ages - _MIDDLE) / _SPAN + sex_effect * np.where(sex == 0, 0.5, -0.5)


def _codes(felt: np.ndarray, item: Item) -> np.ndarray:
    """What is felt, -1 .. 1 and beyond, as codes of the item."""
    low, high = item.ends
    codes = np.clip(np.round((low + high) / 2 + felt * (high - low) / 2), low, high)
    return codes if item.traditional == "high" else inverted(codes, low, high)


def _truth(declared: Declaration, positions: Mapping[str, float], effects: tuple[float, float]) -> dict[str, float]:
    """The expected projection of each nation: over all ages and both sexes, and over codes as often as they come."""
    ages = np.tile(np.arange(YOUNGEST, OLDEST + 1, dtype=np.float64), 2)
    moved = _moved(ages, np.repeat([0, 1], len(ages) // 2), *effects)
    spread = sqrt(_PERSON**2 + _ANSWER**2)
    out: dict[str, float] = {}
    for nation, position in positions.items():
        out[nation] = sum(item.loading * _expected(position + moved, spread, item) for item in declared.items.values())
    return out


def _expected(places: np.ndarray, spread: float, item: Item) -> float:
    low, high = item.ends
    codes = np.arange(low, high + 1, dtype=np.float64)
    borders = (codes[:-1] + 0.5 - (low + high) / 2) / ((high - low) / 2)
    below = np.vectorize(lambda z: 0.5 * (1 + erf(z / sqrt(2))))((borders - places[:, None]) / spread)
    shares = np.diff(below, axis=1, prepend=0.0, append=1.0).mean(0)
    return float(shares @ scaled(codes, low, high, "high"))


def _check(positions: Mapping[str, Any], missing: float) -> None:
    if not positions:
        raise InputError("positions must name at least one nation", "there is none", "Leave it out.")
    for nation, position in positions.items():
        number(f"the position of '{nation}'", position)
    if not 0 <= missing < 1:
        raise InputError("missing must lie in [0, 1)", f"it is {missing}", "Pass 0.02.")
