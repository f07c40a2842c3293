"""The released files as arrays: scores, pairs, distances, test sets and texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from geobias.errors import InputError
from geobias.published._printed import printed_number, printed_rows
from geobias.published._reproduction import check_files
from geobias.published.regional.names import DISTANCES, F1_COLUMNS, GROUPS, SCORES, Pair, group_of, pair_of
from geobias.raw import read_table
from geobias.tables import ScoreTable

SETS = {"Test": "test", "CA": "ca", "AU": "au", "UK": "uk", "US": "us", "MTP": "mtp"}
"""Test sets of Reuters as the released scores call them -> their files."""
SET_SCORES = ("accuracy", "precision", "recall", "f1")
PAIRS, REUTERS_PAIRS = "pair_summary_sentiment140.csv", "pair_summary_reuters.csv"
PER_MODEL, CLOUDS, CENTROIDS = "performance_per_model.csv", "bert_distances.csv", "lda_distances.csv"
REUTERS_SCORES, LOCATIONS, TOPICS = "reuters_results.csv", "locations.csv", "reuters_test_sets/labels_115.txt"
COUNTRIES = ("us", "uk", "ca", "au", "nz", "za")
FILES = (
    PER_MODEL,
    *(f"performance_mean_{score.stem}.csv" for score in SCORES),
    PAIRS,
    CLOUDS,
    CENTROIDS,
    REUTERS_SCORES,
    REUTERS_PAIRS,
    LOCATIONS,
    TOPICS,
    *(f"reuters_test_sets/{name}.tsv" for name in SETS.values()),
    *(f"tweets/{name}.csv" for name in COUNTRIES),
)


@dataclass(frozen=True)
class TestSet:
    """Articles of one test set: how many, how many labels they have in all, and the rows without a text."""

    __test__ = False

    texts: int
    labels: int
    empty: tuple[int, ...]


@dataclass(frozen=True)
class Released:
    """scores : metric -> float64 (25 models, 30 rounds, groups), of `GROUPS`. means : of their means over the rounds,
    (25, 1, groups), a file of their own. pairs : the table of all pairs, as printed, by label. clouds : (corpus, pair)
    -> the distances of each run of repeats. centroids : pair -> distances. sets : name -> test set, whose printed
    scores are `set_scores`; `set_pairs` are their pairs by label. tweets : country -> texts."""

    scores: ScoreTable
    means: ScoreTable
    pairs: Mapping[str, Mapping[str, float]]
    clouds: Mapping[tuple[str, Pair], Sequence[np.ndarray]]
    centroids: Mapping[Pair, np.ndarray]
    sets: Mapping[str, TestSet]
    set_scores: Mapping[str, Mapping[str, float]]
    set_pairs: Mapping[str, Mapping[str, float]]
    tweets: Mapping[str, Sequence[str]]
    topics: int
    locations: int

    @classmethod
    def read(cls, folder: Path) -> Released:
        """Raises `InputError` for a folder or file that is missing, a column that a file lacks, a cell that is none."""
        check_files(folder, FILES)
        columns = [*DISTANCES, *F1_COLUMNS.values(), *(name for one in SCORES for name in (one.gap, one.dependence))]
        return cls(
            scores=_scores(folder / PER_MODEL),
            means=_means(folder),
            pairs=_by_label(folder / PAIRS, "label_mixed", columns),
            clouds=_clouds(folder / CLOUDS),
            centroids=_centroids(folder / CENTROIDS),
            sets={name: _test_set(folder / f"reuters_test_sets/{stem}.tsv") for name, stem in SETS.items()},
            set_scores=_by_label(folder / REUTERS_SCORES, "region", SET_SCORES),
            set_pairs=_by_label(folder / REUTERS_PAIRS, "lab", ["bert", *(f"{name}(%)" for name in SET_SCORES)]),
            tweets={name: _column(folder / f"tweets/{name}.csv", "text") for name in COUNTRIES},
            topics=sum(1 for line in (folder / TOPICS).read_text("utf-8").splitlines() if line.strip()),
            locations=int(
                sum(printed_number(row["n"]) for row in printed_rows(folder / LOCATIONS, ["location"], ["n"]))
            ),
        )


def _by_label(path: Path, label: str, numbers: Sequence[str]) -> dict[str, dict[str, float]]:
    rows = printed_rows(path, [label], numbers)
    return {row[label]: {name: printed_number(row[name]) for name in numbers} for row in rows}


def _scores(path: Path) -> ScoreTable:
    rows = printed_rows(path, ["metric", "group"], ["repeat", "model", "value"])
    models, rounds = (sorted({_whole(row[name]) for row in rows}) for name in ("model", "repeat"))
    values = {score.metric: np.full((len(models), len(rounds), len(GROUPS)), np.nan) for score in SCORES}
    for row in rows:
        if row["metric"] not in values:
            raise InputError(
                f"metrics of {path.name} must be {list(values)}", f"one is '{row['metric']}'", "Name the right folder."
            )
        place = (
            models.index(_whole(row["model"])),
            rounds.index(_whole(row["repeat"])),
            GROUPS.index(group_of(row["group"])),
        )
        values[row["metric"]][place] = printed_number(row["value"])
    return ScoreTable(tuple(map(str, models)), GROUPS, values, provenance=path.name)


def _means(folder: Path) -> ScoreTable:
    values = {}
    for score in SCORES:
        path = folder / f"performance_mean_{score.stem}.csv"
        columns = {group_of(name): name for name in _header(path)}
        if missing := [group for group in GROUPS if group not in columns]:
            raise InputError(
                f"{path.name} must have a column for each of {list(GROUPS)}", f"{missing} are missing", "Name another."
            )
        rows = printed_rows(path, [], list(columns.values()))
        values[score.metric] = np.array([[[printed_number(row[columns[group]]) for group in GROUPS]] for row in rows])
    return ScoreTable(tuple(map(str, range(len(rows)))), GROUPS, values, provenance="performance_mean_*.csv")


def _clouds(path: Path) -> dict[tuple[str, Pair], list[np.ndarray]]:
    """Distances of every pair, by run: a pair that was computed twice has its repeats twice, one run after another."""
    found: dict[tuple[str, Pair], list[list[float]]] = {}
    for row in printed_rows(path, ["dataset", "group_a", "group_b"], ["repeat", "distance"]):
        corpus = row["dataset"]
        name = _set_pair if corpus == "reuters" else pair_of
        runs = found.setdefault((corpus, name(f"{row['group_a']}_{row['group_b']}")), [])
        if not runs or _whole(row["repeat"]) == 0:
            runs.append([])
        runs[-1].append(printed_number(row["distance"]))
    return {key: [np.array(run) for run in runs] for key, runs in found.items()}


def _set_pair(label: str) -> Pair:
    a, b = sorted(word.upper() for word in label.split("_"))
    return a, b


set_pair = _set_pair


def _centroids(path: Path) -> dict[Pair, np.ndarray]:
    names = _header(path)
    rows = printed_rows(path, [], names)
    return {pair_of(name): np.array([printed_number(row[name]) for row in rows]) for name in names}


def _header(path: Path) -> list[str]:
    """Names of the columns but the first, which numbers the rows."""
    rows = printed_rows(path, [], [])
    if not rows:
        raise InputError(f"{path.name} must have rows", "it has none", "Name the right folder.")
    return [name for name in rows[0] if name]


def _whole(cell: str) -> int:
    return int(printed_number(cell))


def _test_set(path: Path) -> TestSet:
    label, text = _column(path, "label"), _column(path, "text")
    empty = tuple(place for place, one in enumerate(text) if not one.strip())
    return TestSet(len(text), sum(bits.count("1") for bits in label), empty)


def _column(path: Path, name: str) -> list[str]:
    table = read_table(path, needed=(name,))
    if name not in table.names:
        raise InputError(
            f"{path.name} must have the column '{name}'", f"it has {list(table.names)}", "Name the right folder."
        )
    return [str(cell) for cell in table.column(table.names.index(name))]
