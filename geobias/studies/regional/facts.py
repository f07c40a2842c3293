"""What is known of every group before anything is measured: how many texts, how long, how labelled, what share."""

from __future__ import annotations

from typing import Any

import numpy as np

from geobias.corpora import Corpus
from geobias.studies.regional.materials import Materials


def group_rows(materials: Materials) -> list[dict[str, Any]]:
    """One record a group: how many texts were read, usable, drawn and labelled, and what they are like."""
    of_set = shares(materials)
    out = []
    for group, pool in materials.pools.rows.items():
        rows = _all_rows(materials, group, pool)
        usable = rows[materials.facts.usable[rows]]
        tokens = materials.facts.tokens[usable]
        out.append(
            {
                "group": group,
                "role": materials.pools.roles[group],
                "texts": len(rows),
                "usable": len(usable),
                "drawn": len(pool),
                "labelled": int(materials.corpus.labelled[materials.pools.scored[group]].sum()),
                "share": of_set.get(group, np.nan),
                "empty_share": 1 - len(usable) / max(1, len(rows)),
                "truncated_share": float(materials.facts.truncated[usable].mean()) if len(usable) else np.nan,
                "mean_tokens": float(tokens.mean()) if len(usable) else np.nan,
                "sd_tokens": float(tokens.std(ddof=1)) if len(usable) > 1 else np.nan,
                **_label_facts(materials.corpus, materials.pools.scored[group]),
            }
        )
    return out


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
    if materials.pools.roles[group] != "baseline":
        return region_rows(materials).get(group, pool)
    tested = np.flatnonzero(materials.corpus.splits == "test")
    return materials.pools.scored[group] if materials.pools.held_out_baseline else tested


def region_rows(materials: Materials) -> dict[str, np.ndarray]:
    """All rows, usable or not, of the groups that are values of the grouping attribute; of the test split if any."""
    by = materials.kinds["short"].pools.by
    found = materials.corpus.groups(by)
    splits = materials.corpus.splits
    tested = not materials.pools.held_out_baseline
    named = {group: rows for group, rows in found.items() if materials.pools.roles.get(group) in ("region", "union")}
    return {group: rows[splits[rows] == "test"] if tested else rows for group, rows in named.items()}  # type: ignore[index]


def shares(materials: Materials) -> dict[str, float]:
    """Share of each region among the texts of the standard set, by the places they carry; else among all regions.

    The standard set is what the baseline stands for: the whole test split, or the training texts. Where its texts
    carry no region (a baseline file), the regions' own numbers are all that is known.
    """
    regions = [group for group, role in materials.pools.roles.items() if role == "region"]
    found = region_rows(materials)
    counts = {group: len(found[group]) for group in regions}
    total = sum(counts.values())
    if not materials.pools.held_out_baseline:
        total = int((materials.corpus.splits == "test").sum())  # type: ignore[union-attr]
    return {group: count / total for group, count in counts.items()}


def _label_facts(corpus: Corpus, rows: np.ndarray) -> dict[str, float]:
    labelled = rows[corpus.labelled[rows]]
    facts = {"positive_share": np.nan, "label_cardinality": np.nan}
    if corpus.task == "binary" and len(labelled):
        facts["positive_share"] = float((corpus.labels[labelled] == 1).mean())  # type: ignore[index]
    if corpus.task == "multilabel" and len(labelled):
        facts["label_cardinality"] = float(corpus.labels[labelled].sum(1).mean())  # type: ignore[index]
    return facts
