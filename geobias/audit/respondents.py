"""The audit of a survey that answers are held against: nations by name, by size, and by who answered everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from geobias.audit.departures import odd_shares
from geobias.audit.names import group_names
from geobias.audit.texts import Audit
from geobias.corpora import Survey
from geobias.tables import NOTE, OK, WARNING, AuditFinding, FindingTable

LEAST_RESPONDENTS, COMPLETE_GAP, WEIGHT_SHARE = 100, 0.10, 0.20
NATION = "nation"


def audit_respondents(survey: Survey | None) -> Audit:
    """Every check that respondents allow; nothing without a survey."""
    return Audit(FindingTable(() if survey is None else tuple(_findings(survey))))


def _findings(survey: Survey) -> Iterator[AuditFinding]:
    nations = survey.attributes.get(NATION, np.full(len(survey), "", dtype=object))
    sizes = Counter(str(name) for name in nations if name)
    yield from group_names(sizes, "nations")
    rows = {name: np.flatnonzero(nations == name) for name in sizes}
    for nation, some in rows.items():
        yield _size(nation, int(survey.complete[some].sum()))
        yield _weight(nation, survey.weights[some])
    for nation, found in odd_shares({name: survey.complete[some] for name, some in rows.items()}, COMPLETE_GAP).items():
        words = f"{found.value:.1%} of the respondents of {nation} answered every item"
        words += f", {found.others:.1%} of the others'." if found.odd else "."
        mend = "Complete cases are no random part of a nation: say so beside its place." * found.odd
        severity = NOTE if found.odd else OK
        yield AuditFinding("complete_cases", nation, severity, found.value, len(rows[nation]), "", words, mend)


def _size(nation: str, complete: int) -> AuditFinding:
    bad = complete < LEAST_RESPONDENTS
    words = f"{complete:,} respondents of {nation} answered every item."
    mend = f"With fewer than {LEAST_RESPONDENTS} its mean is mostly noise: add a wave, or leave it out." * bad
    return AuditFinding("nation_size", nation, WARNING if bad else OK, complete, complete, "", words, mend)


def _weight(nation: str, weights: np.ndarray) -> AuditFinding:
    share = float(weights.max() / weights.sum()) if weights.any() else float("nan")
    bad = share > WEIGHT_SHARE
    words = f"One respondent has {share:.1%} of all weight of {nation}."
    mend = "See the weights of the file." * bad
    return AuditFinding("one_respondent", nation, WARNING if bad else OK, share, 1, "", words, mend)
