"""What is known of every group before anything is measured: how many texts, how long, how labelled, what share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from geobias.corpora import Corpus
from geobias.pipeline.materials import Materials
from geobias.sampling import BASELINE_GROUP, TEST_SPLIT

LEFT_OUT, NO_GROUP = "left out", "no group"


@dataclass(frozen=True)
class Shares:
    """Each region's texts among the reference set's, and their share of it; `of` says in words what the set is."""

    texts: dict[str, int]
    total: int
    of: str

    def __getitem__(self, group: str) -> float:
        """NaN for what is no region, and where the reference set is empty."""
        return self.texts[group] / self.total if group in self.texts and self.total else float("nan")


def group_rows(materials: Materials) -> list[dict[str, Any]]:
    """One record per group that is measured: how many texts were read and used for what, and what they are like."""
    of_set = shares(materials)
    out = []
    for group, pool in materials.pools.rows.items():
        rows = _all_rows(materials, group, pool)
        usable = rows[materials.statistics.usable[rows]]
        tokens = materials.statistics.tokens[usable]
        out.append(
            {
                "group": group,
                "role": materials.pools.roles[group],
                **_used(materials, _read(materials, group, pool)),
                "sampled": len(pool),
                "evaluated": len(materials.scored_rows(group)),
                "share": of_set[group],
                "share_texts": of_set.texts.get(group, np.nan),
                "share_of": of_set.of,
                "empty_share": 1 - len(usable) / max(1, len(rows)),
                "truncated_share": float(materials.statistics.truncated[usable].mean()) if len(usable) else np.nan,
                "mean_tokens": float(tokens.mean()) if len(usable) else np.nan,
                "sd_tokens": float(tokens.std(ddof=1)) if len(usable) > 1 else np.nan,
                **_label_statistics(materials.corpus, materials.pools.scored[group]),
            }
        )
    return out


def unmeasured_rows(materials: Materials) -> list[dict[str, Any]]:
    """One record per group that was read and left out, and one for texts without a group: they may train all the
    same."""
    values = materials.corpus.attributes[materials.pools.by]
    found = materials.corpus.groups(materials.pools.by)
    rest = {group: rows for group, rows in found.items() if group not in materials.pools.rows}
    out = [{"group": group, "role": LEFT_OUT, **_used(materials, rows)} for group, rows in rest.items()]
    ungrouped = np.flatnonzero(values == "")
    if len(ungrouped):
        # Not all of them are tokenized, so how many could be used is not known.
        out.append({"group": "", "role": NO_GROUP, **_used(materials, ungrouped), "usable": np.nan})
    return [{**record, "sampled": 0, "evaluated": 0} for record in out]


def _used(materials: Materials, rows: np.ndarray) -> dict[str, float]:
    """Of a group's rows in any split: read, of these with a token, those that may train, those with two labels."""
    pools = materials.pools
    return {
        "read": len(rows),
        "usable": int(materials.statistics.usable[rows].sum()),
        "trained": int(np.isin(pools.training, rows).sum()) if materials.task != "none" else 0,
        "two_labels": int(np.isin(pools.two_labels, rows).sum()),
    }


def _read(materials: Materials, group: str, pool: np.ndarray) -> np.ndarray:
    """Rows of a group in any split; of the baseline, the reference set; of a pooled group that was made, its pool."""
    if materials.pools.roles[group] == "baseline":
        return _all_rows(materials, group, pool)
    return materials.corpus.groups(materials.pools.by).get(group, pool)


def class_rows(materials: Materials) -> list[dict[str, Any]]:
    """Labels by group, counted over the texts that scores draw from."""
    corpus = materials.corpus
    if corpus.task == "none":
        return []
    out = []
    for group, rows in materials.pools.scored.items():
        labels = corpus.labels[rows[corpus.labelled[rows]]]  # type: ignore[index]
        for code, name in enumerate(corpus.label_names):
            count = (labels == code).sum() if labels.ndim == 1 else (labels[:, code] == 1).sum()
            out.append({"group": group, "label": name, "count": int(count)})
    return out


def _all_rows(materials: Materials, group: str, pool: np.ndarray) -> np.ndarray:
    """The rows that a group's pool was taken from, usable or not."""
    if materials.pools.roles[group] != "baseline":
        return region_rows(materials).get(group, pool)
    tested = np.flatnonzero(materials.corpus.splits == "test")
    return materials.pools.scored[group] if materials.pools.held_out_baseline else tested


def region_rows(materials: Materials) -> dict[str, np.ndarray]:
    """All rows, usable or not, of the groups that are values of the grouping attribute; of the test split if any."""
    by = materials.pools.by
    found = materials.corpus.groups(by)
    splits = materials.corpus.splits
    tested = not materials.pools.held_out_baseline
    named = {group: rows for group, rows in found.items() if materials.pools.roles.get(group) in ("region", "pooled")}
    return {group: rows[splits[rows] == "test"] if tested else rows for group, rows in named.items()}  # type: ignore[index]


def shares(materials: Materials) -> Shares:
    """How much of each region there is in the reference set, by the places that its texts carry.

    The reference set is what the baseline stands for: the whole test split, or the texts that train. Where these carry
    no region (texts of a baseline group), the regions' own numbers are all that is known.
    """
    pools = materials.pools
    regions = [group for group, role in pools.roles.items() if role == "region"]
    if pools.layout == BASELINE_GROUP:
        found = region_rows(materials)
        texts = {group: len(found[group]) for group in regions}
        return Shares(texts, sum(texts.values()), "the texts read of all regions")
    of_text = materials.corpus.attributes[pools.by][pools.reference]
    texts = {group: int((of_text == group).sum()) for group in regions}
    trains = "the texts that train" if materials.task != "none" else "the texts that no pool has"
    return Shares(texts, len(of_text), "the texts of the test split" if pools.layout == TEST_SPLIT else trains)


def _label_statistics(corpus: Corpus, rows: np.ndarray) -> dict[str, float]:
    labelled = rows[corpus.labelled[rows]]
    statistics = {"positive_share": np.nan, "label_cardinality": np.nan}
    if corpus.task == "binary" and len(labelled):
        statistics["positive_share"] = float((corpus.labels[labelled] == 1).mean())  # type: ignore[index]
    if corpus.task == "multilabel" and len(labelled):
        statistics["label_cardinality"] = float(corpus.labels[labelled].sum(1).mean())  # type: ignore[index]
    return statistics
