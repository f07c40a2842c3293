"""The audit of short texts of groups, such as statements and items: what a group has twice, and what sets it apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from geobias.audit.audited import Audited
from geobias.audit.copies import overlaps, repeats
from geobias.audit.names import group_names
from geobias.audit.texts import Audit
from geobias.corpora import Corpus
from geobias.tables import AuditFinding, FindingTable

Check = Callable[[Audited], Iterable[AuditFinding]]
GroupCheck = Callable[[Audited, np.ndarray, str], Iterable[AuditFinding]]


def audit_grouped(corpus: Corpus, by: str, checks: Iterable[Check], *, within: Iterable[GroupCheck] = ()) -> Audit:
    """Checks of all groups, of each by itself, and of their names; that several groups have a text is no fault.

    by : the attribute whose values are the groups. within : checks of one group's rows.
    """
    groups = corpus.groups(by)
    audited = Audited(corpus, groups, names={name: len(rows) for name, rows in groups.items()})
    table = overlaps(audited)

    def findings() -> Iterator[AuditFinding]:
        for check in checks:
            yield from check(audited)
        for group, rows in audited.kept.items():
            yield repeats(audited, table, group)
            for check_group in within:
                yield from check_group(audited, rows, group)
        yield from group_names(audited.names, f"{by}s")

    return Audit(FindingTable(tuple(findings())), table)
