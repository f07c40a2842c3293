"""Losses in transfer: by hand, and which scores count."""

import pytest

from geobias.errors import InputError
from geobias.measures.etiquette import transfer_losses
from geobias.tables import ANSWERED, AS_WRONG, EtiquetteScore, EtiquetteScoreTable

VALUES = {("a", "a"): 0.9, ("a", "b"): 0.5, ("b", "a"): 0.6, ("b", "b"): 0.8, ("all", "a"): 0.9, ("all", "b"): 0.7}


def rows(values, counted=ANSWERED, kind=""):
    return [
        EtiquetteScore(model, "accuracy", counted, region, kind, value) for (model, region), value in values.items()
    ]


def test_a_loss_is_the_mean_of_both_directions():
    other = (
        rows(VALUES, AS_WRONG) + rows(VALUES, kind="dining") + [EtiquetteScore("a", "f1_pos", ANSWERED, "b", "", 0.1)]
    )
    table = transfer_losses(EtiquetteScoreTable((*rows(VALUES), *other)))
    assert table.groups == ("a", "b")
    # ((.8 - .5) + (.9 - .6)) / 2, in points
    assert table.vector() == pytest.approx([30])
    assert (table.quantity, table.units) == ("transfer_loss[accuracy]", "points")


def test_one_region_has_no_transfer():
    with pytest.raises(InputError) as error:
        transfer_losses(EtiquetteScoreTable(tuple(rows({("a", "a"): 0.9, ("all", "a"): 0.9}))))
    assert (
        str(error.value) == "transfer must be between two regions or more, but there are ['a']. Train on every region."
    )
