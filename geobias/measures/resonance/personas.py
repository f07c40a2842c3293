"""What personas state and what they write, one row a persona that both were asked of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.measures.resonance.scores import ResonanceScores
from geobias.measures.resonance.stated import StatedScores
from geobias.tables import STATED, SURVEY, WRITTEN, SurveyCell, SurveyCellTable

FIELDS = ("nation", "age", "sex")
PROJECTION = "projection"


@dataclass(frozen=True, eq=False)
class Personas:
    """k personas, V values and the projection, which is the last column and called "".

    nation : object (k,). names : V + 1. means : side -> float64 (k, V + 1), each a mean over designs and samples.
    counts : side -> int64 (k, V + 1), what each rests on. notices : what was left out, counted.
    """

    nation: np.ndarray
    names: tuple[str, ...]
    means: Mapping[str, np.ndarray]
    counts: Mapping[str, np.ndarray]
    notices: tuple[str, ...]

    @classmethod
    def of(cls, stated: StatedScores, written: ResonanceScores, fields: Sequence[str] = FIELDS) -> Personas:
        """Those with a nation whose fields both sides write alike.

        Raises `InputError` where they share no persona or no value.
        """
        used = [name for name in fields if name in stated.fields and name in written.fields]
        if fields[0] not in used:
            raise InputError(
                f"both sides must have the field '{fields[0]}'",
                f"there are {list(stated.fields)} and {list(written.fields)}",
                "Ask both with it.",
            )
        shared = [value for value in stated.values if value.name in [other.name for other in written.values]]
        if not shared:
            got = f"there are {[v.name for v in stated.values]} and {[v.name for v in written.values]}"
            raise InputError("what is stated and written must share a value", got, "Read the same values.")
        ours = [stated.values.index(value) for value in shared]
        at = [[other.name for other in written.values].index(value.name) for value in shared]
        whole = len(shared) == len(written.values) == len(stated.values)
        none = np.full(len(stated), np.nan), np.full(len(written), np.nan)
        columns = {
            STATED: np.column_stack([stated.places[:, ours], stated.projection() if whole else none[0]]),
            WRITTEN: np.column_stack([written.by_value()[:, at], written.projection() if whole else none[1]]),
        }
        keys = {side: list(zip(*(one.labels(name) for name in used), strict=True)) for side, one in
                ((STATED, stated), (WRITTEN, written))}  # fmt: skip
        theirs = set(keys[WRITTEN])
        people = [key for key in dict.fromkeys(keys[STATED]) if key in theirs and key[0] != ""]
        if not people:
            got = f"they have {keys[STATED][0]} and {keys[WRITTEN][0]}, for example"
            raise InputError("what is stated and written must share a persona", got, "Ask both of the same ones.")
        means, counts = {}, {}
        for side, values in columns.items():
            means[side], counts[side] = _means(values, keys[side], people)
        lost = {side: len({key for key in keys[side] if key[0] != ""} - set(people)) for side in keys}
        notices = tuple(f"{count} personas are {side} alone and left out." for side, count in lost.items() if count)
        nation = np.array([key[0] for key in people], dtype=object)
        return cls(nation, (*(value.name for value in shared), ""), means, counts, notices)

    @property
    def nations(self) -> list[str]:
        return list(dict.fromkeys(self.nation))

    def nation_means(self, side: str) -> np.ndarray:
        """float64 (nations, V + 1)."""
        return np.array([self.means[side][self.nation == nation].mean(0) for nation in self.nations])


def _means(values: np.ndarray, keys: Sequence[tuple], people: Sequence[tuple]) -> tuple[np.ndarray, np.ndarray]:
    """Of every persona the mean of each column over its rows that are known, and how many these are."""
    place = {key: at for at, key in enumerate(people)}
    row = np.array([place.get(key, -1) for key in keys])
    sums, counts = np.zeros((len(people), values.shape[1])), np.zeros((len(people), values.shape[1]), dtype=np.int64)
    known = ~np.isnan(values) & (row >= 0)[:, None]
    np.add.at(sums, row[row >= 0], np.where(known, values, 0.0)[row >= 0])
    np.add.at(counts, row[row >= 0], known[row >= 0].astype(np.int64))
    with np.errstate(invalid="ignore"):
        return np.where(counts > 0, sums / counts, np.nan), counts


def survey_rows(
    survey: SurveyCellTable | None, names: Sequence[str], items: Mapping[str, str]
) -> dict[tuple[str, str], SurveyCell]:
    """(nation, value) -> its mean in the survey; nation "" = everybody, value "" = the projection.

    items : value -> the survey's item, where it is called otherwise.
    """
    rows = () if survey is None else survey.rows
    of = {items.get(name, name) if name else PROJECTION: name for name in names}
    return {(row.nation, of[row.item]): row for row in rows if row.item in of and not row.age and not row.sex}


SIDES = (STATED, WRITTEN, SURVEY)
