"""What stops a run names the check, the finding, the mend and the word that lets it go on."""

from __future__ import annotations

import pytest

from geobias.audit import check_stops
from geobias.errors import InputError
from geobias.tables import AuditFinding, FindingTable

TWINS = AuditFinding("same_texts", "nz – za", "stop", words="nz and za are one group.", mend="Give the right file.")


def test_a_stop_ends_the_run():
    found = FindingTable((TWINS, AuditFinding("same_texts", "a – b", "stop", words="So are these."), TWINS))
    with pytest.raises(InputError) as error:
        check_stops(found)
    assert str(error.value) == (
        "the texts must allow a comparison, but the audit stops it (same_texts): nz and za are one group (and 2 more). "
        "Give the right file. To go on all the same pass 'audit.allow=[same_texts]'; the page then says so."
    )


def test_what_is_allowed_or_less_than_a_stop_does_not():
    check_stops(FindingTable((TWINS,)).allowing(["same_texts"]))
    check_stops(FindingTable((AuditFinding("shared_texts", "za", "warning"),)))
