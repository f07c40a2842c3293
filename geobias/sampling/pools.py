"""Pools: the rows that each group's draws come from, and the rows that train."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from geobias.corpora import BASELINE, POOLED, REGION, Corpus, free_name
from geobias.sampling.groups import Groups, choose_groups
from geobias.sampling.halves import LEAST_SHARE, scored_halves
from geobias.sampling.plan import SamplingPlan
from geobias.sampling.training import choose_training, rows_of_two_labels
from geobias.seeds import generator

MIXED = "mixed"
BASELINE_GROUP, TEST_SPLIT, LEFT_OVER = "baseline group", "test split", "left over"
"""Layouts of a corpus (`make_pools`), by what its reference set is."""


@dataclass(frozen=True)
class Pools:
    """Rows of one corpus, int64 and without repetition.

    Attributes
    ----------
    rows : group -> the rows that its draws come from.
    scored : group -> the rows that its scores are computed on: its pool, half of it, or all that does not train.
    roles : group -> "region", "pooled" (made of other groups' texts) or "baseline".
    training : labelled rows that may train; no normalised text occurs twice or is scored, and none is a near-duplicate
        of a scored one.
    families : int64, one per row of `training`: near-duplicates have the same number.
    by : the attribute whose values are the groups.
    layout : which of the three layouts of `make_pools` the corpus has.
    reference : the reference set, which the baseline stands for: the test split where there is one, else what trains,
        or would if it were labelled.
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
    reference: np.ndarray = field(default_factory=lambda: np.empty(0, dtype=np.int64))
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
    def regions(self) -> tuple[str, ...]:
        """Groups that inference is about."""
        return tuple(group for group, role in self.roles.items() if role == REGION)

    @property
    def pooled_groups(self) -> tuple[str, ...]:
        """Groups that stay out of inference: pooled groups and the baseline."""
        return tuple(group for group, role in self.roles.items() if role != REGION)

    @property
    def baseline(self) -> str | None:
        """The group that is the reference, whatever its name; None where there is none."""
        return next((group for group, role in self.roles.items() if role == BASELINE), None)

    def without(self, groups: tuple[str, ...]) -> Pools:
        """The same without the draws of some groups."""
        kept = {group: rows for group, rows in self.rows.items() if group not in groups}
        return replace(self, rows=kept, roles={group: self.roles[group] for group in kept})


@dataclass(frozen=True)
class _Layout:
    """How a corpus is divided: by a declared baseline, by a test split, or by nothing."""

    corpus: Corpus
    by: str
    usable: np.ndarray
    standard: str | None

    @cached_property
    def has_test(self) -> bool:
        return self.standard is None and bool((self.corpus.splits == "test").any())  # type: ignore[union-attr]

    @property
    def divided(self) -> bool:
        """Whether the corpus itself says what trains."""
        return self.name != LEFT_OVER

    @property
    def name(self) -> str:
        return BASELINE_GROUP if self.standard is not None else TEST_SPLIT if self.has_test else LEFT_OVER

    @cached_property
    def evaluable(self) -> np.ndarray:
        return self.usable & (self.corpus.splits == "test") if self.has_test else self.usable

    def reserve(self, scored: dict[str, np.ndarray]) -> np.ndarray:
        """Rows that may train, before any is left out because of its text."""
        if self.has_test:
            return np.flatnonzero(self.usable & (self.corpus.splits == "train"))
        if self.standard is not None:
            return np.flatnonzero(self.usable & (self.corpus.attributes[self.by] == self.standard))
        left = self.usable & (self.corpus.splits != "unused")
        left[np.concatenate(list(scored.values()))] = False
        return np.flatnonzero(left)


def make_pools(corpus: Corpus, plan: SamplingPlan, usable: np.ndarray, seed: int, *, learns: bool = True) -> Pools:
    """Choose every group's pool and the training rows.

    Three layouts, by what the corpus has: (1) a declared baseline: it trains and is the reference; (2) a test split:
    groups are drawn from it, the train split trains, and the whole test split is the reference; (3) neither: what
    is not scored trains and is the reference. Where pools would leave next to nothing, half of each is scored.

    Parameters
    ----------
    usable : bool (n,), texts that have at least one token.
    learns : whether a task is to learn from the labels.

    Raises
    ------
    InputError : a group asked for is absent, or too small under `on_small="error"`; fewer than two are left.
    """
    corpus = corpus.grouped(plan.by)
    standard = next(iter(corpus.with_role(plan.attribute, BASELINE)), None)
    layout = _Layout(corpus, plan.attribute, usable, standard)
    counted = "usable texts of the test split" if layout.has_test else "usable texts"
    groups = choose_groups(corpus, plan, layout.evaluable, standard, counted)
    rows = {n: _draw_pool(pool, plan.pool, generator(seed, "pool", n)) for n, pool in groups.usable.items()}
    roles = {name: REGION if name in groups.regions else POOLED for name in rows}
    notices = [*groups.notices]
    scored = _scored(layout, plan, groups, rows, seed, learns, notices)
    taken = corpus.groups(plan.attribute)
    if plan.mixed and len(groups.regions) > 1:
        mixed = free_name(MIXED, taken)
        rows[mixed] = _mixed({name: rows[name] for name in groups.regions}, plan.pool, seed)
        halves = {name: scored[name] for name in groups.regions}
        scored[mixed] = rows[mixed] if layout.divided else _mixed(halves, plan.pool, seed)
        roles[mixed] = POOLED
    reserve = layout.reserve(scored)
    evaluable = layout.evaluable
    evaluated = np.flatnonzero(evaluable) if layout.has_test else np.unique(np.concatenate(list(scored.values())))
    two_labels = rows_of_two_labels(corpus, usable)
    chosen = choose_training(corpus, plan, reserve, evaluated, two_labels)
    reference = np.flatnonzero(evaluable) if layout.has_test else chosen.rows
    if plan.baseline and len(reference) >= plan.min_documents:
        name = standard or free_name(BASELINE, taken)
        rows[name] = _draw_pool(reference, plan.pool, generator(seed, "pool", BASELINE))
        scored[name] = rows[name] if layout.has_test and not plan.score_all else reference
        roles[name] = BASELINE
    elif plan.baseline:
        notices.append(f"There is no baseline group: only {len(reference)} texts are left over for it.")
    labelled = corpus.labelled[chosen.rows]
    return Pools(
        rows, scored, roles, chosen.rows[labelled], chosen.families[labelled], plan.attribute, layout.name, reference,
        np.flatnonzero(two_labels), chosen.left_out, notices,
    )  # fmt: skip


def _scored(
    layout: _Layout,
    plan: SamplingPlan,
    groups: Groups,
    rows: dict[str, np.ndarray],
    seed: int,
    learns: bool,
    notices: list[str],
) -> dict[str, np.ndarray]:
    """The rows that regions and pooled groups are scored on."""
    if layout.divided:
        return dict(groups.usable) if plan.score_all else dict(rows)
    labelled, everything = layout.corpus.labelled, np.concatenate(list(rows.values()))
    grouped = plan.train_ungrouped | (layout.corpus.attributes[plan.attribute] != "")
    scored, left = int(labelled[everything].sum()), int((labelled & grouped)[layout.reserve(rows)].sum())
    if not learns or left >= LEAST_SHARE * scored:
        return dict(rows)
    notices.append(
        f"Half of every group's labelled texts is scored and the other half trains, as whole pools (sampling.pool="
        f"{plan.pool or 'null'}) would leave {left or 'none'} to train. Distances are of whole pools."
    )
    return scored_halves(layout.corpus, rows, plan.near_duplicates, seed)


def _draw_pool(rows: np.ndarray, size: int | None, rng: np.random.Generator) -> np.ndarray:
    if size is None or len(rows) <= size:
        return rows.astype(np.int64)
    return np.sort(rng.choice(rows, size, replace=False)).astype(np.int64)


def _mixed(regions: dict[str, np.ndarray], pool: int | None, seed: int) -> np.ndarray:
    smallest = min(len(rows) for rows in regions.values())
    share = smallest if pool is None else max(1, min(smallest, pool // len(regions)))
    parts = [generator(seed, "mixed", name).choice(rows, share, replace=False) for name, rows in regions.items()]
    return np.sort(np.concatenate(parts)).astype(np.int64)
