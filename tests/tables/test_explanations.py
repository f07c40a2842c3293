"""What is printed of maskings says of what its verdict is."""

from __future__ import annotations

from dataclasses import MISSING, fields

from geobias.tables import DIFFERENT, MaskedExcess, MaskedExcessTable


def test_the_verdict_of_a_masking_is_that_of_the_regions_without_the_words():
    blank = {"str": "", "int": 0, "float": 0.5, "bool": False}
    given = {field.name: blank[str(field.type)] for field in fields(MaskedExcess) if field.default is MISSING}
    row = MaskedExcess(**given | {"n_words": 20, "masked": "found", "verdict": DIFFERENT})
    told = MaskedExcessTable.told(row)
    assert list(told) == ["masked", "excess", "left", "regions without them"]
    assert (told["masked"], told["regions without them"]) == ("20 found", "different")
