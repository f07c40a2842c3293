"""A run directory like the one that a regional study leaves, with made-up numbers that are the same every time."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes

from geobias.measures.scores import dependence, gaps
from geobias.relations import judge, relate_all
from geobias.report.files import write_table
from geobias.report.run import Run, read_run
from geobias.tables import PairTable, RelationTable, ScoreTable

# Test modules are not on the path, so a neighbour is read by its place.
evidence = runpy.run_path(str(Path(__file__).with_name("made_evidence.py")))["evidence"]

ROLES = {
    "AU": "region",
    "CA": "region",
    "IN": "region",
    "NO": "region",
    "UK": "region",
    "US": "region",
    "mixed": "pooled",
    "baseline": "baseline",
}
SHARES = (0.06, 0.08, 0.11, 0.004, 0.196, 0.55)
QUANTITIES = {
    "sinkhorn": (60.0, 1.2, 0.5),
    "lda": (4.8, 0.6, 0.25),
    "lda_crossfit": (0.9, 0.35, 0.2),
    "lda_long": (6.1, 0.9, 0.3),
    "lda_long_crossfit": (1.8, 0.6, 0.3),
}
UNITS = {"sinkhorn": "half squared distance"}


def pair_values(
    rng: np.random.Generator, size: int, repeats: int, centre: float, between: float, within: float
) -> np.ndarray:
    """Symmetric (repeats, size, size): groups have an offset each, repeats a noise."""
    offsets = rng.normal(0, between, size)
    values = centre + np.abs(offsets[:, None] - offsets[None]) + rng.normal(0, within, (repeats, size, size))
    values = np.triu(values, 1)
    return values + values.transpose(0, 2, 1)


def record(task: str, label_names: Sequence[str]) -> dict[str, Any]:
    return {
        "study": "regional",
        "name": "tweets <demo> & more",
        "status": "finished",
        "config": {
            "study": "regional",
            "sampling": {"repeats": 20, "size": 200},
            "distance": {"blur": 0.05, "p": 2, "reach": None},
        },
        "seed": 20240,
        "versions": {"geobias": "0.1.0", "python": "3.12.1", "torch": "2.13.0"},
        "device": "cpu",
        "sources": {"data/au.csv": "a" * 64, "data/no.csv": "b" * 64},
        "fingerprint": "twitter-v1:0123456789abcdef",
        "timings": {"read": 1.25, "embed": 62.5, "distances": 300.0, "relations": 0.4},
        "started": "2025-03-01T09:30:00+00:00",
        "notices": ["Group 'NO' has 329 texts, fewer than the 810 asked for; all of them are drawn from."],
        "label_names": list(label_names),
        "task": task,
        "encoder": {"model": "all-MiniLM-L6-v2", "layer": -1, "max_length": 128, "parameters": 22713216},
        "seed_note": "The same seed gives the same numbers on one CPU machine.",
    }


def counts_frame(rng: np.random.Generator, groups: Sequence[str]) -> pd.DataFrame:
    rows = []
    for group in groups:
        source, kept = f"data/{group.lower()}.csv", 329 if group == "NO" else int(rng.integers(1500, 6000))
        dropped = {"no_text": int(rng.integers(5, 60)), "repeated_text": int(rng.integers(50, 400))}
        rows.append((source, group, "read", "records", kept + sum(dropped.values())))
        rows += [(source, group, "dropped", reason, n) for reason, n in dropped.items()]
        rows.append((source, group, "repaired", "mojibake", int(rng.integers(3, 30))))
        rows.append((source, group, "flagged", "empty_after_cleaning", int(rng.integers(1, 9))))
        rows.append((source, group, "flagged", "in_several_groups", int(rng.integers(1, 90))))
        rows.append((source, group, "kept", "texts", kept))
    return pd.DataFrame(rows, columns=["source", "group", "event", "reason", "count"])


def groups_frame(rng: np.random.Generator, roles: dict[str, str], task: str) -> pd.DataFrame:
    n = len(roles)
    regions = [name for name, role in roles.items() if role == "region"]
    shares = SHARES if len(regions) == len(SHARES) else tuple(np.full(len(regions), 1 / len(regions)))
    texts = rng.integers(1500, 6000, n)
    frame = pd.DataFrame({"group": list(roles), "role": list(roles.values()), "read": texts, "usable": texts - 7})
    frame["sampled"], frame["evaluated"] = 200, texts - 20 if task != "none" else 0
    frame["share_texts"], frame["share_of"] = texts, "the texts that train"
    frame["share"] = [*shares, *[np.nan] * (n - len(regions))]
    frame["empty_share"], frame["truncated_share"] = rng.uniform(0, 0.01, n), rng.uniform(0, 0.05, n)
    frame["mean_tokens"], frame["sd_tokens"] = rng.uniform(15, 19, n), rng.uniform(6, 8, n)
    frame["positive_share"] = rng.uniform(0.4, 0.6, n) if task == "binary" else np.nan
    frame["label_cardinality"] = rng.uniform(1, 1.5, n) if task == "multilabel" else np.nan
    return frame


def classes_frame(rng: np.random.Generator, groups: Sequence[str], labels: Sequence[str]) -> pd.DataFrame:
    counts = {(g, label): int(rng.integers(100, 2000) / (1 + i)) for g in groups for i, label in enumerate(labels)}
    return pd.DataFrame([(g, label, n) for (g, label), n in counts.items()], columns=["group", "label", "count"])


def distances_frame(
    rng: np.random.Generator, roles: dict[str, str], repeats: int, quantities: Sequence[str]
) -> pd.DataFrame:
    names = tuple(roles)
    tables = [
        PairTable(names, pair_values(rng, len(names), repeats, *QUANTITIES[name]), name, UNITS.get(name, ""))
        for name in quantities
    ]
    return pd.concat([table.to_frame() for table in tables], ignore_index=True)


def scores_frame(rng: np.random.Generator, groups: Sequence[str], models: int, repeats: int) -> pd.DataFrame:
    level = rng.uniform(0.74, 0.82, len(groups))
    metrics = {
        name: np.clip(
            level
            + shift
            + rng.normal(0, 0.012, (models, 1, len(groups)))
            + rng.normal(0, 0.01, (models, repeats, len(groups))),
            0,
            1,
        )
        for name, shift in {
            "accuracy": 0,
            "f1_macro": -0.01,
            "precision_pos": 0.01,
            "recall_pos": -0.02,
            "auc": 0.08,
        }.items()
    }
    metrics["n_texts"] = np.full((models, repeats, len(groups)), 200.0)
    return ScoreTable(tuple(f"set{m // 5}-fold{m % 5}" for m in range(models)), tuple(groups), metrics).to_frame()


def gaps_frame(scores: pd.DataFrame, models: int) -> pd.DataFrame:
    table = ScoreTable.from_frame(scores)
    metrics = [name for name in table.metrics if name != "n_texts"]
    tables = [gaps(table, name) for name in metrics]
    if models > 3:
        tables += [dependence(table, name) for name in metrics]
    return pd.concat([table.to_frame() for table in tables], ignore_index=True)


def relations_frame(
    distances: pd.DataFrame, measured: pd.DataFrame | None, pooled_groups: tuple[str, ...]
) -> pd.DataFrame:
    """Distances with gaps, with dependences, and with each other."""
    x, y = (
        [PairTable.from_frame(part, pooled_groups=pooled_groups) for part in _quantities(frame)]
        for frame in (distances, measured)
    )
    families = {
        "distance-gap": [(a, b) for a in x for b in y if b.quantity.startswith("gap")],
        "distance-dependence": [(a, b) for a in x for b in y if b.quantity.startswith("dcor")],
        "distance-distance": list(combinations(x, 2)),
    }
    rows = [
        row
        for family, pairs in families.items()
        for row in judge(relate_all(pairs, family=family, coefficients=["spearman", "kendall"], rng=1).rows)
    ]
    return RelationTable(tuple(rows)).to_frame()


def _quantities(frame: pd.DataFrame | None) -> list[pd.DataFrame]:
    return [] if frame is None else [part for _, part in frame.groupby("quantity", sort=False)]


def points_frame(rng: np.random.Generator, groups: Sequence[str]) -> pd.DataFrame:
    frames = []
    for texts, apart in (("short", 1.0), ("long", 2.5)):
        for group in groups:
            middle = rng.normal(0, apart, 2) * (1, len(groups) > 2)
            points = rng.normal(middle, (1, float(len(groups) > 2)), (60, 2))
            frames.append(
                pd.DataFrame({"texts": texts, "group": group, "component_1": points[:, 0], "component_2": points[:, 1]})
            )
    return pd.concat(frames, ignore_index=True)


def representation_frame(groups: pd.DataFrame, rng: np.random.Generator) -> pd.DataFrame:
    regions = groups[groups["role"] == "region"]
    parts = [
        pd.DataFrame(
            {
                "group": regions["group"],
                "share": regions["share"],
                "share_of": regions["share_of"],
                "quantity": q,
                "distance": rng.uniform(59, 62, len(regions)),
            }
        )
        for q in ("sinkhorn", "lda_crossfit")
    ]
    return pd.concat(parts, ignore_index=True)


def audit_frame(regions: Sequence[str]) -> pd.DataFrame:
    rows = [
        ("empty_share", g, 0.001, "ok", f"0.1% of the texts of {g} hold no token and are left out.") for g in regions
    ]
    rows.append(
        (
            "mean_tokens",
            regions[0],
            23.4,
            "warning",
            f"Texts of {regions[0]} have 23.4 tokens on average. Length alone can move distances.",
        )
    )
    rows.append(("shared_texts", regions[1], 31, "note", f"31 texts of {regions[1]} occur in another group too."))
    return pd.DataFrame(rows, columns=["check", "where", "value", "severity", "words"])


@pytest.fixture(scope="session")
def make_runs(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """As `make_run`, for fixtures that live longer than a test."""
    return lambda name, **options: write_run(tmp_path_factory.mktemp(name) / "run", **options)


@pytest.fixture
def make_run(tmp_path: Path) -> Callable[..., Path]:
    """Write a run directory; see `write_run`."""

    def make(name: str = "run", **options: Any) -> Path:
        return write_run(tmp_path / name, **options)

    return make


def write_run(
    directory: Path,
    *,
    roles: dict[str, str] | None = None,
    task: str = "binary",
    models: int = 25,
    repeats: int = 20,
    labels: Sequence[str] = ("negative", "positive"),
    quantities: Sequence[str] = tuple(QUANTITIES),
    changes: dict[str, Callable[[pd.DataFrame], pd.DataFrame]] | None = None,
    judged: bool = False,
) -> Path:
    """A whole run: groups by role; "binary", "multilabel" or "none"; `changes` to tables before they are written.

    A `judged` one has everything that stands beside distances and gaps: floors, intervals, controls, a verdict.
    """
    rng = np.random.default_rng(7)
    roles = roles or ROLES
    groups = groups_frame(rng, roles, task)
    regions = [name for name, role in roles.items() if role == "region"]
    tables = {
        "counts": counts_frame(rng, regions),
        "groups": groups,
        "distances": distances_frame(rng, roles, repeats, quantities),
        "lda_points": points_frame(rng, list(roles)),
        "representation": representation_frame(groups, rng),
        "audit": audit_frame(regions),
    }
    if task != "none":
        tables["classes"] = classes_frame(rng, list(roles), labels)
        tables["scores"] = scores_frame(rng, list(roles), models, 3)
        tables["gaps"] = gaps_frame(tables["scores"], models)
    pooled_groups = tuple(name for name in roles if name not in regions)
    tables["relations"] = relations_frame(tables["distances"], tables.get("gaps"), pooled_groups)
    if judged:
        tables |= evidence(rng, roles, tables)
    directory.mkdir(parents=True)
    for name, frame in tables.items():
        write_table(directory, name, (changes or {}).get(name, lambda table: table)(frame))
    (directory / "run.json").write_text(json.dumps(record(task, labels if task != "none" else ())))
    return directory


@pytest.fixture(scope="session")
def usual(make_runs: Callable[..., Path]) -> Run:
    """A run of six regions, a pooled group and a baseline, for tests that only read."""
    return read_run(make_runs("usual"))


@pytest.fixture(scope="session")
def judged(make_runs: Callable[..., Path]) -> Run:
    """The usual run with floors, intervals, tests, controls and a verdict, for tests that only read."""
    return read_run(make_runs("judged", judged=True))


class Rows:
    """What is drawn in the rows of a forest, from the lowest row up."""

    @staticmethod
    def dots(axes: Axes) -> tuple[list[float], list[bool]]:
        """Where the dots are, and which of them are hollow."""
        found = [
            (y, x, line.get_markerfacecolor() == "white")
            for line in axes.lines
            if line.get_marker() == "o"
            for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
        ]
        return [x for _, x, _ in sorted(found)], [hollow for *_, hollow in sorted(found)]

    @staticmethod
    def ranges(axes: Axes) -> np.ndarray:
        """Both ends (n, 2) of the first lines across the rows."""
        return np.array([line[:, 0] for line in axes.collections[0].get_segments()])


@pytest.fixture(scope="session")
def rows() -> type[Rows]:
    return Rows


@pytest.fixture
def effects() -> pd.DataFrame:
    """Effects of the training composition: regions lose 1, 2 and 3 points without their own texts."""
    rows = []
    for metric in ("auc", "accuracy"):
        for number, region in enumerate(("AU", "NO", "UK")):
            for share in (1.0, 0.5, 0.0):
                key = (region, share, share / 3, metric)
                fall = -(number + 1) * (1 - share)
                for group in ("AU", "NO", "UK"):
                    own = fall if group == region else 0.1 * (1 - share)
                    rows.append((*key, "score", group, 0.8 + own / 100, 0.75, 0.85, 0.95))
                    rows.append((*key, "change", group, own, own - 1.5, own + 1.5, 0.95))
                rows.append((*key, "gap", "others", fall, fall - 2, fall + 2, 0.95))
    names = ["region", "share", "training_share", "metric", "quantity", "group", "value", "low", "high", "level"]
    return pd.DataFrame(rows, columns=names)
