"""Languages: what a small identifier takes the texts of every group for. Without its package the audit says so.

The identifier is py3langid (the classifier of Lui and Baldwin 2012: naive Bayes on byte n-grams, numpy alone, its model
inside the package). It errs on short texts, alike in all groups; so groups are compared with each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from geobias.audit.audited import Audited
from geobias.audit.departures import odd_shares
from geobias.errors import MissingDependencyError, require
from geobias.tables import NOTE, OK, WARNING, AuditFinding, listed_ids

MARGIN, ANYWHERE = 0.05, 0.20
LEAST_LETTERS, MOST_TEXTS = 20, 500
"""Shorter texts are not told; of every group so many are, spread over it."""


def languages(audited: Audited) -> Iterator[AuditFinding]:
    """Texts in another language than most: a fifth of a group, or 5 points more or less than the others."""
    try:
        langid = require("py3langid", extra="audit", purpose="the check of languages")
    except MissingDependencyError as error:
        yield AuditFinding("language", "", NOTE, words=f"Languages were not looked at: {error}.")
        return
    told = {group: _spread(audited, rows) for group, rows in audited.kept.items()}
    of_group = {
        group: np.array([langid.classify(text)[0] for text in audited.corpus.texts[rows]], dtype=object)
        for group, rows in told.items()
    }
    counts = Counter(name for names in of_group.values() for name in names)
    if not counts:
        return
    main = counts.most_common(1)[0][0]
    hits = {group: names != main for group, names in of_group.items()}
    for group, found in odd_shares(hits, MARGIN).items():
        bad = found.odd or found.value > ANYWHERE
        most = ", ".join(f"{name} {count}" for name, count in Counter(of_group[group][hits[group]]).most_common(3))
        words = f"{found.value:.1%} of {len(told[group]):,} texts of {group} look like another language than {main}"
        words += f" ({most})." if most else "."
        mend = "Compare groups in one language, or say that languages are compared." * bad
        severity, ids = WARNING if bad else OK, listed_ids(audited.ids(told[group][hits[group]]))
        yield AuditFinding("language", group, severity, found.value, int(hits[group].sum()), ids, words, mend)


def _spread(audited: Audited, rows: np.ndarray) -> np.ndarray:
    long = rows[[sum(map(str.isalpha, text)) >= LEAST_LETTERS for text in audited.corpus.texts[rows]]]
    if len(long) <= MOST_TEXTS:
        return long
    return long[np.linspace(0, len(long) - 1, MOST_TEXTS).astype(np.int64)]
