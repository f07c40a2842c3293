"""Pools: the rows that each group's draws come from, and the rows that train."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from geobias.corpora import Corpus
from geobias.errors import InputError
from geobias.sampling.plan import SamplingPlan
from geobias.sampling.training import choose_training, rows_of_two_labels
from geobias.seeds import generator

MIXED, BASELINE = "mixed", "baseline"
BASELINE_GROUP, TEST_SPLIT, LEFT_OVER = "baseline group", "test split", "left over"
"""Layouts of a corpus (`make_pools`), by what its standard set is."""


@dataclass(frozen=True)
class Pools:
    """Rows of one corpus, int64 and without repetition.

    Attributes
    ----------
    rows : group -> the rows that its draws come from.
    scored : group -> the rows that its scores are computed on: its pool, or all that does not train.
    roles : group -> "region", "union" (made of other groups' texts) or "baseline".
    training : labelled rows that may train; no normalised text occurs twice or in an evaluated pool, and none is a
        near-duplicate of an evaluated one.
    families : int64, one a row of `training`: near-duplicates have the same number.
    by : the attribute whose values are the groups.
    layout : which of the three layouts of `make_pools` the corpus has.
    standard : the standard set, which the baseline stands for: the test split where there is one, else what trains, or
        would if it were labelled.
    two_labels : rows of which a copy carries another label. They stay in the pools, each with its own label.
    left_out : why texts that were not drawn do not train (`sampling.training`) -> how many.
    notices : what a reader should know, one sentence each.
    """

    rows: dict[str, np.ndarray]
    scored: dict[str, np.ndarray]
    roles: dict[str, str]
    training: np.ndarray
    families: np.ndarray
    by: str
    layout: str
    standard: np.ndarray = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    two_labels: np.ndarray = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    left_out: dict[str, int] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(self.rows)

    @property
    def held_out_baseline(self) -> bool:
        """Whether the baseline is scored on each model's own held-out fold of `training`."""
        return self.layout != TEST_SPLIT

    @property
    def unions(self) -> tuple[str, ...]:
        """Groups that stay out of inference: unions and the baseline."""
        return tuple(group for group, role in self.roles.items() if role != "region")


def make_pools(corpus: Corpus, plan: SamplingPlan, usable: np.ndarray, seed: int) -> Pools:
    """Choose every group's pool and the training rows.

    Three layouts, by what the corpus has: (1) a group "baseline": it trains and is the reference; (2) a test split:
    groups are drawn from it, the train split trains, and the whole test split is the reference; (3) neither: what
    the groups' pools leave over trains and is the reference.

    Parameters
    ----------
    usable : bool (n,), texts that have at least one token.

    Raises
    ------
    InputError : a group asked for is absent, too small under `on_small="error"`, or overlaps another.
    """
    notices: list[str] = []
    found = corpus.groups(plan.by)
    has_test = BASELINE not in found and bool((corpus.splits == "test").any())  # type: ignore[union-attr]
    evaluable = usable & (corpus.splits == "test") if has_test else usable
    candidates = {name: rows[evaluable[rows]] for name, rows in found.items() if name != BASELINE}
    rows, roles = _group_pools(candidates, found, plan, seed, notices)
    whole = plan.score_all and (has_test or BASELINE in found)
    scored = {name: candidates.get(name, pool) if whole else pool for name, pool in rows.items()}
    reserve = _training_reserve(corpus, found, rows, usable, has_test)
    evaluated = np.flatnonzero(evaluable) if has_test else np.unique(np.concatenate(list(scored.values())))
    two_labels = rows_of_two_labels(corpus, usable)
    chosen = choose_training(corpus, plan, reserve, evaluated, two_labels)
    standard = np.flatnonzero(evaluable) if has_test else chosen.rows
    if plan.baseline and len(standard) >= plan.min_documents:
        rows[BASELINE] = _draw_pool(standard, plan.pool, generator(seed, "pool", BASELINE))
        scored[BASELINE] = rows[BASELINE] if has_test and not whole else standard
        roles[BASELINE] = "baseline"
    elif plan.baseline:
        notices.append(f"There is no baseline group: only {len(standard)} texts are left over for it.")
    labelled = corpus.labelled[chosen.rows]
    return Pools(
        rows,
        scored,
        roles,
        chosen.rows[labelled],
        chosen.families[labelled],
        plan.by,
        TEST_SPLIT if has_test else (BASELINE_GROUP if BASELINE in found else LEFT_OVER),
        standard,
        np.flatnonzero(two_labels),
        chosen.left_out,
        notices,
    )


def _group_pools(
    candidates: dict[str, np.ndarray], found: dict, plan: SamplingPlan, seed: int, notices: list[str]
) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """Pools and roles of base groups, unions and the mixed group."""
    names = _base_groups(candidates, found, plan)
    regions = _sized({name: candidates[name] for name in names}, found, plan, notices)
    unions = _sized({name: candidates[name] for name in plan.unions if name in candidates}, found, plan, notices)
    groups = regions | unions
    rows = {name: _draw_pool(pool, plan.pool, generator(seed, "pool", name)) for name, pool in groups.items()}
    roles = {name: "region" if name in regions else "union" for name in rows}
    _refuse_overlap(rows)
    if plan.mixed and len(regions) > 1:
        rows[MIXED] = _mixed({name: rows[name] for name in regions}, plan.pool, seed)
        roles[MIXED] = "union"
    return rows, roles


def _base_groups(candidates: dict, found: dict, plan: SamplingPlan) -> tuple[str, ...]:
    if plan.groups is None:
        names = tuple(name for name in candidates if name not in (*plan.unions, MIXED))
    else:
        names = plan.groups
    missing = [name for name in names if name not in candidates]
    if missing:
        raise InputError(
            f"sampling.groups must name values of '{plan.by}' that occur in the corpus",
            f"{missing} do not",
            f"There are {sorted(found)}.",
        )
    if len(names) < 2:
        raise InputError(
            "a study of groups needs at least two base groups",
            f"there is {list(names)}",
            "Name more in sampling.groups.",
        )
    return names


def _sized(groups: dict[str, np.ndarray], found: dict, plan: SamplingPlan, notices: list[str]) -> dict[str, np.ndarray]:
    kept = {}
    for name, rows in groups.items():
        if len(rows) >= plan.min_documents or (plan.on_small == "all" and len(rows) > 1):
            kept[name] = rows
            continue
        if plan.on_small != "drop":
            raise InputError(
                f"group '{name}' needs at least {plan.min_documents if plan.on_small == 'error' else 2} usable texts",
                f"it has {len(rows)} (of {len(found[name])} read)",
                "Add texts, leave it out of sampling.groups, or set sampling.on_small=all or drop.",
            )
        notices.append(
            f"Group '{name}' was left out: it has {len(rows)} usable texts, fewer than {plan.min_documents}."
        )
    return kept


def _draw_pool(rows: np.ndarray, size: int | None, rng: np.random.Generator) -> np.ndarray:
    if size is None or len(rows) <= size:
        return rows.astype(np.int64)
    return np.sort(rng.choice(rows, size, replace=False)).astype(np.int64)


def _refuse_overlap(rows: dict[str, np.ndarray]) -> None:
    for a, b in combinations(rows, 2):
        shared = np.intersect1d(rows[a], rows[b])
        if len(shared):
            raise InputError(
                f"groups '{a}' and '{b}' must not share texts",
                f"they share {len(shared)} rows",
                "Declare one of them in sampling.unions.",
            )


def _mixed(regions: dict[str, np.ndarray], pool: int | None, seed: int) -> np.ndarray:
    smallest = min(len(rows) for rows in regions.values())
    share = smallest if pool is None else max(1, min(smallest, pool // len(regions)))
    parts = [generator(seed, "mixed", name).choice(rows, share, replace=False) for name, rows in regions.items()]
    return np.sort(np.concatenate(parts)).astype(np.int64)


def _training_reserve(corpus: Corpus, found: dict, rows: dict, usable: np.ndarray, has_test: bool) -> np.ndarray:
    if has_test:
        return np.flatnonzero(usable & (corpus.splits == "train"))
    if BASELINE in found:
        return found[BASELINE][usable[found[BASELINE]]]
    left = usable.copy()
    left[np.concatenate(list(rows.values()))] = False
    return np.flatnonzero(left & (corpus.splits != "unused"))
