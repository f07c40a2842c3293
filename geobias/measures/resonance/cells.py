"""Cells: the mean projection of each nation, age and sex, of a model or of a survey, with what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from geobias.arrays import reals
from geobias.errors import InputError
from geobias.measures.resonance.clusters import clustered_mean
from geobias.measures.resonance.scores import BOTH, ResonanceScores
from geobias.measures.resonance.statements import prompts_of


@dataclass(frozen=True, eq=False)
class Cells:
    """C cells, no two of one nation, age and sex.

    Attributes
    ----------
    nation, age, sex : C strings. mean, error : float64 (C,), mean projection and its standard error. n : int64 (C,),
        rows that it rests on.
    units : of each cell the sums and the weights of what may be drawn anew, float64 (2, units): responses to its
        prompt, or its prompts where it has several. Empty = its mean is drawn from the normal law of `error`.
    notices : what was left out, counted.
    """

    nation: tuple[str, ...]
    age: tuple[str, ...]
    sex: tuple[str, ...]
    mean: np.ndarray
    error: np.ndarray
    n: np.ndarray
    units: tuple[np.ndarray, ...] = ()
    notices: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        keys, count = self.keys, len(self.nation)
        twice = [key for key in dict.fromkeys(keys) if keys.count(key) > 1]
        if twice:
            raise InputError("a cell must be there once", f"{twice[0]} is there twice", "Average or drop one.")
        for name in ("mean", "error", "n"):
            values = reals(name, getattr(self, name))
            if values.shape != (count,) or (name == "mean" and np.isnan(values).any()):
                got = f"its shape is {values.shape}" if values.shape != (count,) else "one is NaN"
                raise InputError(f"{name} must be a number for each of {count} cells", got, "Leave such a cell out.")
            object.__setattr__(self, name, values.astype(np.int64) if name == "n" else values)

    @property
    def keys(self) -> list[tuple[str, str, str]]:
        return list(zip(self.nation, self.age, self.sex, strict=True))

    def only(self, places: Sequence[int], notices: tuple[str, ...] = ()) -> Cells:
        """These cells, in this order."""
        at = np.asarray(places, dtype=np.int64)
        nation, age, sex = (tuple(column[place] for place in at) for column in (self.nation, self.age, self.sex))
        units = tuple(self.units[place] for place in at) if self.units else ()
        return Cells(nation, age, sex, self.mean[at], self.error[at], self.n[at], units, self.notices + notices)

    def drawn(self, replicates: int, rng: np.random.Generator) -> np.ndarray:
        """Means of rows drawn anew, float64 (B, C): of units with replacement, of others by the normal law.

        What units deviate by is stretched by the root of G / (G - 1), so that replicates vary as the mean of G does. A
        cell of one unit, or with an error of NaN, keeps its mean.
        """
        if not self.units:
            return self.mean + np.nan_to_num(self.error) * rng.standard_normal((replicates, len(self.mean)))
        out = np.empty((replicates, len(self.mean)))
        for at, (sums, weights) in enumerate(self.units):
            count = len(sums)
            times = rng.multinomial(count, np.full(count, 1 / count), replicates)
            means = (times @ sums) / (times @ weights)
            out[:, at] = self.mean[at] + (means - self.mean[at]) * (np.sqrt(count / (count - 1)) if count > 1 else 0.0)
        return out


def survey_cells(
    projection: object,
    nation: Sequence[str],
    age: Sequence[str],
    sex: Sequence[str],
    weights: object | None = None,
) -> Cells:
    """Weighted mean projections of respondents; error as of `clustered_mean`, every respondent his own cluster.

    projection : float64 (N,), NaN = incomplete, left out. age : bins as the responses write them. weights : float64
    (N,), none negative; a weight of 0 leaves a respondent out, as "" of an attribute does. Notices count them.

    >>> cells = survey_cells([1.0, 0.0, 0.5], ["de"] * 3, ["20", "20", "30"], ["man"] * 3)
    >>> cells.keys, cells.mean.tolist(), cells.n.tolist()
    ([('de', '20', 'man'), ('de', '30', 'man')], [0.5, 0.5], [2, 1])
    """
    values = reals("projection", projection)
    shares = np.ones(len(values)) if weights is None else reals("weights", weights)
    if shares.shape != values.shape or np.isnan(shares).any() or (shares < 0).any():
        raise InputError("weights must be a number >= 0 for each respondent", "they are not", "Mend the column.")
    columns = [np.asarray(column, dtype=object) for column in (nation, age, sex)]
    known = np.logical_and.reduce([column != "" for column in columns])
    reasons = {
        "have no complete projection": np.isnan(values),
        "lack nation, age or sex": ~known,
        "have a weight of 0": shares == 0,
    }
    notices, left = [], np.zeros(len(values), dtype=bool)
    for reason, those in reasons.items():
        count = int((those & ~left).sum())
        notices += [f"{count} of {len(values)} respondents {reason} and are left out."] if count else []
        left |= those
    return _cells(values[~left], [column[~left] for column in columns], shares[~left], None, tuple(notices))


def model_cells(
    scores: ResonanceScores, scoring: str = BOTH, fields: Sequence[str] = ("nation", "age", "sex")
) -> Cells:
    """Mean projections of the responses whose three fields are all filled; marginal prompts are left out and counted.

    The units of a cell of one prompt are its responses; of several prompts (questions, designs) the prompts, since
    responses to one of them are no independent draws of the cell.
    """
    columns = [scores.labels(name) for name in fields]
    kept = np.logical_and.reduce([column != "" for column in columns])
    left = int((~kept).sum())
    notices = (f"{left} of {len(kept)} responses are to marginal prompts and are left out.",) if left else ()
    values = scores.projection(scoring)[kept]
    return _cells(values, [c[kept] for c in columns], np.ones(len(values)), prompts_of(scores)[kept], notices)


def _cells(
    values: np.ndarray,
    columns: Sequence[np.ndarray],
    weights: np.ndarray,
    prompts: np.ndarray | None,
    notices: tuple[str, ...],
) -> Cells:
    """Cells in the order of their first rows."""
    rows: dict[tuple[str, ...], list[int]] = {}
    for at, key in enumerate(zip(*columns, strict=True)):
        rows.setdefault(key, []).append(at)
    if not rows:
        raise InputError("cells need rows with nation, age and sex", "there is none", "See which were left out.")
    means, errors, units = [], [], []
    for places in rows.values():
        y, w = values[places], weights[places]
        of = np.arange(len(y)) if prompts is None else np.unique(prompts[places], return_inverse=True)[1]
        of = np.arange(len(y)) if of.max() == 0 else of
        found = clustered_mean(y[:, None], of, w)
        means.append(found.mean[0])
        errors.append(found.error[0])
        if prompts is not None:
            units.append(np.stack([np.bincount(of, w * y), np.bincount(of, w)]))
    nation, age, sex = zip(*rows, strict=True)
    counts = np.array([len(places) for places in rows.values()])
    return Cells(nation, age, sex, np.array(means), np.array(errors), counts, tuple(units), notices)


def matched(model: Cells, survey: Cells) -> tuple[Cells, Cells]:
    """The cells that both have, in the model's order, with a notice of each side's others.

    Raises
    ------
    InputError : they share no cell; the message says what each writes.
    """
    of_survey = {key: at for at, key in enumerate(survey.keys)}
    shared = [at for at, key in enumerate(model.keys) if key in of_survey]
    if not shared:
        got = f"the model has {model.keys[0]} and the survey {survey.keys[0]}, for example"
        raise InputError("model and survey must share a cell", got, "Write nations, ages and sexes alike.")
    lost = {"model": len(model.mean) - len(shared), "survey": len(survey.mean) - len(shared)}
    said = {side: (f"{count} cells of the {side} have no partner.",) if count else () for side, count in lost.items()}
    others = [of_survey[model.keys[at]] for at in shared]
    return model.only(shared, said["model"]), survey.only(others, said["survey"])
