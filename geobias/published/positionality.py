"""Table 2 of NLPositionality (Santy et al. 2023), from the answers that its project has released since."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from geobias.corpora import Judgements, load_judgements
from geobias.errors import InputError
from geobias.measures.alignment import LATENT, AlignmentSettings, R, Suppression, align, alignment_intervals
from geobias.published._printed import printed_number, printed_rows
from geobias.published._reproduction import Reproduction, check_files
from geobias.tables import (
    ALPHA,
    Alignment,
    AlignmentInterval,
    AlignmentIntervalTable,
    AlignmentTable,
    Comparison,
    ComparisonTable,
    compare,
)

TITLE = "NLPositionality, Table 2: counts, correlations and agreement by group of annotators"
FILES = ("social_acceptability.csv", "toxicity.csv", "table2_published.csv")
_ATTRIBUTES = (
    "age", "gender", "ethnicity", "religion", "education", "country_longest", "country_residence", "native_language",
)  # fmt: skip
_LEFT_OUT = {"ethnicity": {"mixed": None, "arab-american": None}}
SIGNIFICANT = 0.001
"""The level of Bonferroni's p, over the groups of a source, that the paper states for its stars."""
_KNOWN = {
    ("social acceptability", "age", "> 80", "gpt4"): "the paper prints the number of delphi",
    ("social acceptability", "country_longest", "English-Speaking", ""): "a country has left the released spheres",
    ("social acceptability", "country_residence", "English-Speaking", ""): "a country has left the released spheres",
}


@dataclass(frozen=True)
class _Task:
    """A half of the table. first : annotators that there were when it was made, the first of the file."""

    name: str
    file: str
    prefix: str
    sources: tuple[str, ...]
    first: int


TASKS = (
    _Task("social acceptability", FILES[0], "social", ("socialchem", "delphi", "gpt4"), 612),
    _Task("toxicity", FILES[1], "tox", ("dynahate", "perspective", "rewire", "hateroberta", "gpt4"), 490),
)


@dataclass(frozen=True)
class _Found:
    """A half as recomputed: as the published code does, with Bonferroni's p as of Table 3, and with intervals."""

    task: _Task
    alignments: AlignmentTable
    intervals: AlignmentIntervalTable
    notices: tuple[str, ...]

    @classmethod
    def of(cls, folder: Path, task: _Task) -> _Found:
        judged = load_judgements(
            folder / task.file,
            item="action",
            answer="litw",
            attributes=_ATTRIBUTES,
            sources=task.sources,
            maps=_LEFT_OUT,
        )
        some = judged.select(_of_first(judged, folder / task.file, task.first))
        settings = AlignmentSettings(statistics=(R, LATENT), suppression=Suppression(2, 1))
        return cls(
            task,
            align(some, _ATTRIBUTES, paper_compat=True, suppression=Suppression(1, 1)),
            alignment_intervals(some, _ATTRIBUTES, settings),
            judged.notices,
        )

    @property
    def by_cell(self) -> Mapping[tuple[str, str, str], Alignment]:
        return {(row.attribute, row.group, row.source): row for row in self.alignments.rows}

    @property
    def by_interval(self) -> Mapping[tuple[str, str, str, str], AlignmentInterval]:
        return {(row.statistic, row.attribute, row.group, row.source): row for row in self.intervals.rows}


def reproduce(folder: Path) -> Reproduction:
    """Every cell of Table 2 beside the same from the released files, as the published code computes it.

    The files have answers given after the paper; of social acceptability those of its 612 annotators are taken. Of
    toxicity the paper had 484 annotators, but the first 484 of the file give 133 of 244 correlations to .005 (mean
    difference .011); the first 490 come nearest, with 166 (.009), and one more takes it to 132. Others must have been
    taken out since, so this half is not exact. Bonferroni's p are those of Table 3, of which the files hold no printed
    ones; they are held against the stars of Table 2, which stand beside each r above 0 and no other.

    Beside the recomputed r stand r of mean answers that are not rounded, with its interval, and "latent" with its own.
    Groups of one annotator have neither.

    Parameters
    ----------
    folder : with `FILES`; the first two as the project's API gives them (columns action, annotator, litw ...), the
        third with a column for each of the table's.

    Raises
    ------
    InputError : a folder or file is missing, a file lacks a column, an annotator or a printed number is none.
    """
    check_files(folder, FILES)
    numbers = [f"{task.prefix}_{name}" for task in TASKS for name in ("n", "alpha", *task.sources)]
    published = printed_rows(folder / FILES[2], ("column", "value"), numbers)
    halves = [_Found.of(folder, task) for task in TASKS]
    comparisons = ComparisonTable(tuple(row for half in halves for row in _compared(half, published)))
    tables: dict[str, AlignmentTable | AlignmentIntervalTable] = {}
    for half in halves:
        name = half.task.name.replace(" ", "_")
        tables |= {f"{name}_alignment": half.alignments, f"{name}_intervals": half.intervals}
    return Reproduction(comparisons, tables, [note for half in halves for note in _notes(half, comparisons)])


def _of_first(judged: Judgements, path: Path, first: int) -> np.ndarray:
    """bool (n,), judgements by the annotators numbered up to `first`."""
    names = judged.annotators.tolist()
    strange = [name for name in names if not name.isdigit()]
    if strange:
        raise InputError(
            f"annotators of {path.name} must be numbered in the order in which they came",
            f"one is '{strange[0]}'",
            "Number them from 1.",
        )
    return np.array([int(name) <= first for name in names])[judged.annotator]


def _compared(half: _Found, published: list[dict[str, str]]) -> Iterator[Comparison]:
    task, cells, ends = half.task, half.by_cell, half.by_interval
    for row in published:
        place = row["column"], row["value"]
        name = ": ".join(place)
        first = cells.get((*place, task.sources[0]))
        count = math.nan if first is None else float(first.n_rows)
        note = _KNOWN.get((task.name, *place, ""), "")
        yield from _one(f"{task.name}, rows", name, row[f"{task.prefix}_n"], count, 0, note=note)
        for source in task.sources:
            printed, cell = row[f"{task.prefix}_{source}"], cells.get((*place, source))
            r, p = (math.nan, math.nan) if cell is None else (cell.r, cell.p * len(published))
            plain, latent = ends.get((R, *place, source)), ends.get((LATENT, *place, source))
            more = _intervals(plain, latent) | {"note": _note(plain, latent, (task.name, *place, source))}
            where = f"{name}, {source}"
            yield from _one(f"{task.name}, correlation", where, printed, r, 2, **more)
            if not math.isnan(printed_number(printed)):
                starred = math.nan if math.isnan(p) else float(p < SIGNIFICANT)
                yield compare(f"{task.name}, star for p < .001", where, float("*" in printed), starred, 0)
        alpha = ends.get((ALPHA, *place, ""))
        interval = {} if alpha is None else {"low": alpha.low, "high": alpha.high}
        alone = math.nan if first is None else first.alpha
        yield from _one(f"{task.name}, alpha", name, row[f"{task.prefix}_alpha"], alone, 2, **interval)


def _one(quantity: str, cell: str, printed: str, recomputed: float, decimals: int, **more: Any) -> Iterator[Comparison]:
    """The comparison of a cell, none where the table has a dash."""
    if not math.isnan(number := printed_number(printed)):
        yield compare(quantity, cell, number, recomputed, decimals, **more)


def _intervals(plain: AlignmentInterval | None, latent: AlignmentInterval | None) -> dict[str, float | str]:
    out: dict[str, float | str] = {}
    if plain is not None:
        out |= {"estimate": plain.value, "low": plain.low, "high": plain.high}
    if latent is not None:
        out |= {"corrected": latent.value, "corrected_low": latent.low, "corrected_high": latent.high}
    return out


def _note(plain: AlignmentInterval | None, latent: AlignmentInterval | None, where: tuple[str, str, str, str]) -> str:
    missing = next((row.note for row in (plain, latent) if row is not None and row.note), "")
    return "; ".join(filter(None, (_KNOWN.get(where, ""), missing)))


def _notes(half: _Found, comparisons: ComparisonTable) -> Iterator[str]:
    task = half.task
    rows = [row for row in comparisons.rows if row.quantity == f"{task.name}, correlation"]
    known = [row for row in rows if not math.isnan(row.recomputed)]
    apart = [abs(row.recomputed - row.published) for row in known]
    yield (
        f"{task.name.capitalize()}: annotators 1 to {task.first}. Correlations are off by {np.mean(apart):.4f} on "
        f"average, {sum(one <= 0.005 for one in apart)} of {len(known)} by .005 or less."
    )
    yield from (f"  {notice}" for notice in half.notices)
    inside = [row for row in rows if row.low <= row.published <= row.high]
    told = [row for row in rows if not math.isnan(row.corrected)]
    width = np.median([row.high - row.low for row in rows if not math.isnan(row.low)])
    beyond = np.median([row.corrected - row.estimate for row in told])
    yield (
        f"  The interval of r (median width {width:.2f}) holds the printed one in {len(inside)} of {len(rows)}; "
        f"latent r can be told of {len(told)}, and is larger than r by {beyond:.2f} in the median."
    )
    tested = [row for row in half.alignments.rows if row.group and not math.isnan(row.p)]
    below = sum(row.p_bonferroni < SIGNIFICANT for row in tested)
    yield f"  Bonferroni's p (Table 3) is below {SIGNIFICANT:g} in {below} of {len(tested)} cells."
