"""Cells: the answers about a region, a type of etiquette, one in the other, and all."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geobias.measures.etiquette.answers import Answers

Cell = tuple[str, str]
"""A region and a type; "" = all of them."""


def regions_of(answers: Answers) -> tuple[str, ...]:
    """In order of appearance."""
    return tuple(dict.fromkeys(answers.regions.tolist()))


def types_of(answers: Answers) -> tuple[str, ...]:
    """In order of appearance; a blank one is none."""
    return tuple(name for name in dict.fromkeys(answers.types.tolist()) if name)


def cells(answers: Answers) -> Mapping[Cell, np.ndarray]:
    """Cell -> places, int64: all, the regions, the types, the types of each region; those without an answer are not.

    >>> from geobias.measures.etiquette import EtiquetteAnswers
    >>> strings = lambda *names: np.array(names, dtype=object)
    >>> truth, said = np.array([1, -1]), np.array([1, 0])
    >>> found = cells(EtiquetteAnswers(truth, said, strings("a", "b"), strings("t", ""), np.arange(2), strings("", "")))
    >>> {cell: places.tolist() for cell, places in found.items()}
    {('', ''): [0, 1], ('a', ''): [0], ('b', ''): [1], ('', 't'): [0], ('a', 't'): [0]}
    """
    of_region = {name: answers.regions == name for name in regions_of(answers)}
    of_type = {name: answers.types == name for name in types_of(answers)}
    masks = {("", ""): np.ones(len(answers), dtype=bool)}
    masks |= {(name, ""): mask for name, mask in of_region.items()} | {
        ("", name): mask for name, mask in of_type.items()
    }
    masks |= {(region, kind): a & b for region, a in of_region.items() for kind, b in of_type.items()}
    return {cell: np.flatnonzero(mask) for cell, mask in masks.items() if mask.any()}
