"""The groups of a run, in one order and with one look (colour, marker, hatching) in every figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from geobias.report.lettering import codes, distinct

if TYPE_CHECKING:
    import pandas as pd

# Eleven colours of Paul Tol's qualitative schemes and ColorBrewer's BrBG, ordered so that any first few of them stay
# apart (CIE76 >= 14.7) for normal, protan and deutan sight; markers tell further groups apart.
COLOURS = (
    "#4477AA", "#EE6677", "#CCBB44", "#332288", "#44BB99", "#882255", "#66CCEE", "#5D3A1A", "#8C510A", "#228833",
    "#999933",
)  # fmt: skip
MARKERS = ("o", "s", "^", "D", "v", "p", "X", "<", ">", "h", "*", "d")
GREYS = ("#6E6E6E", "#A3A3A3", "#454545", "#C4C4C4")
HATCHES = ("////", "....", "xxxx", "----")
REGION, POOLED, BASELINE = "region", "pooled", "baseline"
UNMEASURED = ("left out", "no group")  # roles of rows of the table `groups` that no figure shows


@dataclass(frozen=True)
class Look:
    """How one group is drawn everywhere; regions have a colour, pooled groups and baselines a grey and hatching."""

    colour: str
    marker: str
    hatch: str = ""

    @property
    def face(self) -> str:
        """Fill of a marker: pooled groups and baselines are hollow."""
        return "none" if self.hatch else self.colour


@dataclass(frozen=True)
class Groups:
    """Names of the groups in the order of the run, and what each is ("region", "pooled" or "baseline")."""

    roles: Mapping[str, str]

    @classmethod
    def from_tables(cls, tables: Mapping[str, pd.DataFrame]) -> Groups:
        """From the table `groups`; groups that occur in other tables alone follow as regions."""
        roles: dict[str, str] = {}
        if "groups" in tables:
            frame = tables["groups"]
            frame = frame[~frame["role"].isin(UNMEASURED)]
            roles = dict(zip(frame["group"].astype(str), frame["role"].astype(str), strict=True))
        for name in ("distances", "gaps", "scores", "classes", "lda_points"):
            if name in tables:
                columns = [column for column in ("group_a", "group_b", "group") if column in tables[name]]
                for column in columns:
                    for group in tables[name][column].astype(str).unique():
                        roles.setdefault(group, REGION)
        return cls(roles)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.roles)

    @property
    def regions(self) -> tuple[str, ...]:
        return tuple(name for name, role in self.roles.items() if role == REGION)

    @property
    def others(self) -> tuple[str, ...]:
        """Pooled groups and baselines: shown, and kept out of inference."""
        return tuple(name for name, role in self.roles.items() if role != REGION)

    def ordered(self, names: Iterable[str]) -> list[str]:
        """The names given, regions first, in the order of the run; unknown ones last."""
        order = {name: place for place, name in enumerate((*self.regions, *self.others))}
        return sorted(dict.fromkeys(names), key=lambda name: order.get(name, len(order)))

    def look(self, name: str) -> Look:
        if name in self.others:
            place = self.others.index(name)
            return Look(GREYS[place % len(GREYS)], MARKERS[place % len(MARKERS)], HATCHES[place % len(HATCHES)])
        place = self.regions.index(name) if name in self.regions else len(self.regions)
        return Look(COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)])

    @cached_property
    def codes(self) -> dict[str, str]:
        """Codes, "G3" for the third group, for those whose names no font of this machine has the letters for."""
        return codes(self.names, "G")

    def short(self, width: int) -> dict[str, str]:
        """Names of at most about `width` characters, still distinct, on one line; codes where letters are missing."""
        return distinct(self.names, width, "G")
