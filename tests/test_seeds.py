"""Seeds: a stream a purpose, independent of the others."""

from __future__ import annotations

from geobias.seeds import generator


def test_streams_are_named_by_seed_and_purpose():
    def first(*key):
        return generator(*key).integers(2**60)

    assert first(0, "draws", "au") == first(0, "draws", "au")
    different = {first(0, "draws", "au"), first(1, "draws", "au"), first(0, "draws", "nz"), first(0, "folds", "au")}
    assert len(different) == 4
    assert first(0, "training", 1) != first(0, "training", 2)
