"""What the labels allow: what can be learned of them, which texts train and why others do not, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from geobias.corpora import UNLABELLED, Corpus, listed, name_notices
from geobias.sampling import BASELINE_GROUP, COPIES, NEAR, NO_GROUP, NO_LABEL, TWO_LABELS, Fold, Pools, conflicting

_LEFT_OUT = {
    NO_GROUP: "{} without a group (sampling.train_ungrouped=true lets them train)",
    NO_LABEL: "{} without a label",
    TWO_LABELS: "{} of which a copy carries another label (sampling.on_conflict=first lets the first of each train)",
    COPIES: "{} evaluated or repeated",
    NEAR: "{} so like an evaluated one that they count as copies of it",
}


def learnable(corpus: Corpus, pools: Pools, unseen_labels: str) -> tuple[Corpus, str, list[str]]:
    """The corpus with the labels that some training text has, its task, and what is said of the other labels.

    No model can say a label that it never saw: an evaluated text that carries it would be missed, whatever the model
    is like. So under `unseen_labels="drop"` such labels are no part of the task; texts of one label are then not
    labelled. Under "keep" they stay and are missed. Where too few are left to tell apart there is no task.
    """
    labels = corpus.labels
    if labels is None or not len(pools.training):
        return corpus, corpus.task, []
    carried = _carried(labels, len(corpus.label_names))
    seen = carried[pools.training].any(0)
    scored = np.unique(np.concatenate(list(pools.scored.values())))
    counts = dict(zip(corpus.label_names, carried[scored].sum(0).tolist(), strict=True))
    unseen = {name: counts[name] for name, known in zip(corpus.label_names, seen, strict=True) if not known}
    missed = listed({name: count for name, count in unseen.items() if count})
    if unseen_labels == "keep":
        told = f"Labels that no training text has, with the evaluated texts that carry them: {missed}. All are missed."
        return corpus, corpus.task, [told] if missed else []
    names = tuple(name for name in corpus.label_names if name not in unseen)
    if len(names) < (2 if labels.ndim == 1 else 1):
        texts = f"All {len(pools.training)} texts that could train have the labels {list(names)}"
        return corpus, "none", [f"{texts}: there is nothing to learn."]
    if labels.ndim == 2:
        labels = labels[:, seen]
    else:
        labels = np.append(np.where(seen, np.cumsum(seen) - 1, UNLABELLED), UNLABELLED)[labels]
    told = (
        f"Labels left out of the task because no training text has them, with the evaluated texts that carry them: "
        f"{missed} (sampling.unseen_labels=keep lets them count as missed)."
    )
    kept = replace(corpus, labels=labels, label_names=names)
    return kept, kept.task, [told] if missed else []


def fold_notices(corpus: Corpus, folds: Sequence[Fold]) -> Iterator[str]:
    """Labels that some models' training texts lack."""
    carried = _carried(corpus.labels, len(corpus.label_names))  # type: ignore[arg-type]
    seen = np.array([carried[fold.train].any(0) for fold in folds])
    lacking = {name: int(n) for name, n in zip(corpus.label_names, (~seen).sum(0), strict=True) if n}
    if lacking:
        yield (
            f"Labels that the training texts of some of the {len(folds)} models lack, with the number of these models, "
            f"which cannot say them: {listed(lacking)}."
        )


def _carried(labels: np.ndarray, names: int) -> np.ndarray:
    """bool (n, L): which labels every text carries."""
    return labels == 1 if labels.ndim == 2 else labels[:, None] == np.arange(names)


def training_notices(corpus: Corpus, pools: Pools, *, held_out: bool = True) -> Iterator[str]:
    """What a reader should know of the texts that train: why others do not, and which groups have none.

    held_out : whether folds of them are, so that near-duplicates must share one.
    """
    texts = dict(zip(corpus.label_names, _carried(corpus.labels, len(corpus.label_names)).sum(0).tolist(), strict=True))  # type: ignore[arg-type]
    if "+" in texts:
        texts.pop("-", None)  # beside a plus it is a minus
    yield from name_notices(texts, "labels", "corpus.label_map joins or drops them")
    outside = corpus.details.get("outside_labels")
    if outside:
        yield f"Labels outside the label set, with the texts that were read with them: {listed(outside)}."
    if pools.left_out:
        reasons = [_LEFT_OUT[reason].format(count) for reason, count in pools.left_out.items()]
        yield f"Texts that could train and do not: {', '.join(reasons)}."
    scored = np.unique(np.concatenate(list(pools.scored.values())))
    two = int(np.isin(pools.two_labels, scored).sum())
    if two:
        yield f"Evaluated texts of which a copy carries another label: {two}. Each is scored against its own."
    yield from _near_duplicates(corpus, pools, held_out)
    yield from _without_training(corpus, pools)


def _near_duplicates(corpus: Corpus, pools: Pools, held_out: bool) -> Iterator[str]:
    _, sizes = np.unique(pools.families, return_counts=True)
    near = int(sizes[sizes > 1].sum())
    if near:
        unlike = int(conflicting(pools.families, corpus.labels[pools.training]).sum())  # type: ignore[index]
        beside = f" Those with such a neighbour of another label: {unlike}." if unlike else ""
        shared = "; such texts share a fold" if held_out else ""
        yield f"{near} training texts are near-duplicates of another one{shared}.{beside}"


def _without_training(corpus: Corpus, pools: Pools) -> Iterator[str]:
    """Groups without a label, and those that no model sees in training; a baseline that trains alone leaves all of
    them out, on purpose."""
    of_text = corpus.attributes[pools.by][pools.training]
    regions = [group for group, role in pools.roles.items() if role == "region"]
    labelled = set(corpus.attributes[pools.by][corpus.labelled])
    unknown = [group for group in regions if group not in labelled]
    silent = [group for group in regions if group in labelled and not (of_text == group).any()]
    if unknown:
        yield f"No text of {', '.join(unknown)} is labelled, so nothing is said of a task's performance there."
    ungrouped = int((of_text == "").sum())
    if ungrouped:
        yield f"Texts without a group among the {len(of_text)} that train: {ungrouped}."
    if silent and pools.layout != BASELINE_GROUP:
        who = ", ".join(silent) if len(silent) < len(regions) else "any region"
        yield f"No text of {who} trains: all of theirs are evaluated, or do not train for another reason."
