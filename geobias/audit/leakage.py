"""Leakage: evaluated texts of which a copy trains."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geobias.audit.audited import Audited
from geobias.tables import NOTE, OK, WARNING, AuditFinding, listed_ids

NOTED = 0.01


def leakage(audited: Audited) -> Iterator[AuditFinding]:
    """Texts of the test split that stand in the train split too; none where the corpus has no splits."""
    splits = audited.corpus.splits
    test, train = (np.flatnonzero((splits == name) & audited.usable) for name in ("test", "train"))
    if not len(test) or not len(train):
        return
    shared = test[np.isin(audited.kinds[test], audited.kinds[train])]
    share = len(shared) / len(test)
    words = f"{len(shared):,} of {len(test):,} texts of the test split stand in the train split too."
    mend = "geobias trains on no evaluated text; a model that was trained elsewhere has seen them." * bool(len(shared))
    severity = WARNING if share > NOTED else NOTE if len(shared) else OK
    yield AuditFinding("train_test", "", severity, share, len(shared), listed_ids(audited.ids(shared)), words, mend)
