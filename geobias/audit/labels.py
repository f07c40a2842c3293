"""Labels: copies of one text with unlike ones, names that are slips of others, shares that differ between groups."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geobias.audit.audited import Audited
from geobias.audit.departures import odd_means, odd_shares
from geobias.corpora import alike_names
from geobias.sampling import conflicting
from geobias.tables import NOTE, OK, WARNING, AuditFinding, listed_ids

PREVALENCE_GAP, CARDINALITY_RATIO, CONFLICTS = 0.10, 1.25, 0.02
RARE_TEXTS, RARE_SHARE, FEW_NAMES, BY_CHANCE = 2, 0.01, 20, 1e-3


def labels(audited: Audited) -> Iterator[AuditFinding]:
    """Names of labels, and how groups differ in them; none where no text has one."""
    corpus = audited.corpus
    if corpus.task != "none":
        yield _alike(audited)
        yield from _cardinality(audited) if corpus.task == "multilabel" else _single(audited)


def conflicts(audited: Audited) -> Iterator[AuditFinding]:
    """Copies of one text with unlike labels, in the whole corpus."""
    return conflicts_of(audited, np.flatnonzero(audited.usable))


def conflicts_of(audited: Audited, rows: np.ndarray, where: str = "") -> Iterator[AuditFinding]:
    """The same among these rows, int64, of a group."""
    corpus = audited.corpus
    rows = rows[corpus.labelled[rows]]
    if not len(rows):
        return
    unlike = rows[conflicting(audited.kinds[rows], corpus.labels[rows])]  # type: ignore[index]
    share = len(unlike) / len(rows)
    severity = WARNING if share > CONFLICTS else NOTE if len(unlike) else OK
    texts = len(np.unique(audited.kinds[unlike]))
    of = f" of {where}" if where else ""
    words = f"{len(unlike):,} of {len(rows):,} labelled texts{of} are copies of {texts:,} that carry unlike labels."
    mend = "They do not train (sampling.on_conflict=drop); correct them, or leave them out." * bool(len(unlike))
    ids = listed_ids(audited.ids(unlike))
    yield AuditFinding("conflicting_labels", where, severity, share, len(unlike), ids, words, mend)


def _alike(audited: Audited) -> AuditFinding:
    names = audited.corpus.label_names
    same = [name for found in alike_names(names) for name in found]
    words = f"Some labels differ in name by case, blanks, dots or hyphens alone: {', '.join(same)}." if same else ""
    words = words or f"No two of {len(names)} labels have names that may be one."
    mend = "Join them by corpus.label_map." * bool(same)
    return AuditFinding("label_names", "", WARNING if same else OK, count=len(same), words=words, mend=mend)


def _single(audited: Audited) -> Iterator[AuditFinding]:
    """Of one label per text: shares of each by group, those that one group alone has, and those that hardly any has."""
    corpus = audited.corpus
    codes = {group: corpus.labels[rows[corpus.labelled[rows]]] for group, rows in audited.groups.items()}  # type: ignore[index]
    codes = {group: some for group, some in codes.items() if len(some)}
    binary = corpus.task == "binary"
    for code, name in enumerate(corpus.label_names):
        if binary and code == 0:
            continue
        for group, found in odd_shares({group: some == code for group, some in codes.items()}, PREVALENCE_GAP).items():
            words = f"{found.value:.1%} of the labelled texts of {group} are {name}"
            words += f", {found.others:.1%} of the others'. Gaps of precision follow it." if found.odd else "."
            check = "positive_share" if binary else "label_share"
            where = group if binary else f"{group}: {name}"
            mend = "Read precision beside a score that prevalence leaves alone (recall, AUC)." * found.odd
            severity, count = WARNING if found.odd else OK, int((codes[group] == code).sum())
            yield AuditFinding(check, where, severity, found.value, count, "", words, mend)
        yield from _seldom(audited, name, code)
        yield from _of_one_group(codes, name, code)


def _seldom(audited: Audited, name: str, code: int) -> Iterator[AuditFinding]:
    """A value that next to no text has, among few names, may be a slip: outside the set that was meant."""
    corpus = audited.corpus
    rows, labelled = np.flatnonzero(corpus.labels == code), int(corpus.labelled.sum())
    rare = len(rows) <= RARE_TEXTS and len(rows) < RARE_SHARE * labelled and len(corpus.label_names) <= FEW_NAMES
    if rare and len(rows):
        words = f"{len(rows)} of {labelled:,} labelled texts {'is' if len(rows) == 1 else 'are'} {name}: a slip?"
        mend = "Correct it, or say by corpus.label_map what it means (null = not labelled)."
        yield AuditFinding(
            "label_outside", name, WARNING, len(rows) / labelled, len(rows), listed_ids(audited.ids(rows)), words, mend
        )


def _of_one_group(codes: dict[str, np.ndarray], name: str, code: int) -> Iterator[AuditFinding]:
    counts = {group: int((some == code).sum()) for group, some in codes.items()}
    having = [group for group, count in counts.items() if count]
    if len(codes) < 2 or len(having) != 1:
        return
    [group] = having
    share = counts[group] / len(codes[group])
    others = sum(len(some) for other, some in codes.items() if other != group)
    if (1 - share) ** others < BY_CHANCE:
        words = f"The label {name} occurs in {group} alone: the groups were labelled from different sets."
        mend = "Map labels to one set (corpus.label_map)."
        yield AuditFinding("label_of_one_group", f"{group}: {name}", WARNING, share, counts[group], "", words, mend)


def _cardinality(audited: Audited) -> Iterator[AuditFinding]:
    corpus = audited.corpus
    sums = {group: corpus.labels[rows[corpus.labelled[rows]]].sum(1) for group, rows in audited.groups.items()}  # type: ignore[index]
    for group, found in odd_means(sums, CARDINALITY_RATIO).items():
        words = f"Texts of {group} have {found.value:.2f} labels on average"
        words += f", {found.others:.2f} those of the others: exact matches are harder with more." if found.odd else "."
        mend = "Read scores per label beside exact match." * found.odd
        severity = WARNING if found.odd else OK
        yield AuditFinding("label_cardinality", group, severity, found.value, len(sums[group]), "", words, mend)
