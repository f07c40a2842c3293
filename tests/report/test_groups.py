from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.report.groups import COLOURS, Groups
from geobias.report.lettering import shorten

GROUPS = Groups({"baseline": "baseline", "AU": "region", "mixed": "pooled", "UK": "region"})
# Machado, Oliveira and Fernandes (2009), severity 1: sight without red or green cones, in linear RGB.
SIGHTS = {
    "full": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
}


def test_roles_come_from_the_groups_table_and_other_groups_follow():
    tables = {
        "groups": pd.DataFrame({"group": ["UK", "all"], "role": ["region", "pooled"]}),
        "distances": pd.DataFrame({"group_a": ["UK", "NO"], "group_b": ["all", "UK"]}),
        "scores": pd.DataFrame({"group": ["UK", "IN"]}),
    }
    assert dict(Groups.from_tables(tables).roles) == {"UK": "region", "all": "pooled", "NO": "region", "IN": "region"}


def test_regions_come_first_in_the_order_of_the_run():
    assert (GROUPS.regions, GROUPS.others) == (("AU", "UK"), ("baseline", "mixed"))
    assert GROUPS.ordered(["mixed", "UK", "baseline", "AU", "UK"]) == ["AU", "UK", "baseline", "mixed"]


def test_pooled_groups_and_baselines_are_grey_hatched_and_hollow():
    looks = [GROUPS.look(name) for name in ("baseline", "mixed")]
    assert all(look.hatch and look.face == "none" for look in looks)
    assert all(len({look.colour[i : i + 2] for i in (1, 3, 5)}) == 1 for look in looks)
    assert GROUPS.look("AU").face == GROUPS.look("AU").colour == COLOURS[0]


def test_twelve_regions_look_different():
    groups = Groups({f"g{i}": "region" for i in range(12)})
    assert len({(groups.look(name).colour, groups.look(name).marker) for name in groups.names}) == 12


@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_stay_apart(sight):
    places = [_lab(np.asarray(SIGHTS[sight]) @ _linear(colour)) for colour in COLOURS]
    assert min(np.linalg.norm(a - b) for a, b in combinations(places, 2)) >= 14.6


def _linear(colour: str) -> np.ndarray:
    values = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _lab(linear: np.ndarray) -> np.ndarray:
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ np.clip(linear, 0, 1) / [0.9505, 1, 1.089]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@given(st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=12, unique=True), st.integers(6, 20))
def test_short_names_are_short_distinct_and_on_one_line(names, width):
    short = Groups(dict.fromkeys(names, "region")).short(width)
    assert len(set(short.values())) == len(names)
    assert all(len(text) <= width + 1 and text == " ".join(text.split()) for text in short.values())


def test_shortening_keeps_the_last_word_longest():
    assert shorten("United Kingdom of Great Britain", 20) == "U. K. o. G. Britain"
    assert shorten("New Zealand", 7) == "N. Zea…"
    assert shorten("  ", 7) == "(blank)"
