"""Names of groups as they stand in files: blanks around them go; names that may be one, or none, are pointed out."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from geobias.characters import strip_blanks

# What people and programs write where there is nothing to say, as `_likeness` gives it. A group may be called so (NA is
# Namibia), so it stays one.
_NOTHING = {"nan", "none", "n/a", "na", "#n/a", "#na", "<na>", "nat", "null", "nil", "no data", "not available"}
_NOTHING |= {"missing", "unknown", "undefined", "unspecified", "not specified", "not applicable", "blank", "empty"}
_NOTHING |= {"?", "??", "-", "--", "---", "(blank)", "[none]", "(none)"}
_SHOWN = 12


def tidy_groups(values: Sequence[str]) -> tuple[list[str], dict[int, Counter[str]]]:
    """The names without blanks around them, and by row what was mended; a name of blanks alone is "", no group.

    >>> tidy_groups([" US", "US", " "])
    (['US', 'US', ''], {0: Counter({'blank_around_group': 1})})
    """
    tidy = {
        value: strip_blanks(value.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
        for value in set(values)
    }
    names = [tidy[value] for value in values]
    mended = {
        row: Counter(blank_around_group=1)
        for row, (old, new) in enumerate(zip(values, names, strict=True))
        if new and old != new
    }
    return names, mended


def blank_notice(mended: Mapping[int, Counter[str]], source: str, what: str = "group") -> list[str]:
    """One sentence on rows whose names had blanks around them, nothing where none had. mended : of `tidy_groups`.

    >>> blank_notice(tidy_groups(["Nordics ", "Nordics"])[1], "norms.csv", "region")
    ['1 row of norms.csv had blanks around the name of the region, which do not count.']
    """
    if not mended:
        return []
    rows = f"{len(mended)} row{'s' * (len(mended) > 1)}"
    return [f"{rows} of {source} had blanks around the name of the {what}, which do not count."]


def name_notices(
    sizes: Mapping[str, int], what: str = "groups", mend: str = "rename them in the file to join or drop them"
) -> list[str]:
    """One sentence on names that differ by case, blanks or dots alone, and on those that may say "missing".

    `sizes` are the texts of every group (or of `what` else they name); all of them stay as they are.
    """
    alike = _by_likeness(sizes)

    def listed(names: Sequence[str]) -> str:
        shown = ", ".join(f"'{name}' ({sizes[name]})" for name in names[:_SHOWN])
        return shown + f" and {len(names) - _SHOWN} more" * (len(names) > _SHOWN)

    same = [name for names in alike.values() if len(names) > 1 for name in names]
    nothing = [name for key, names in alike.items() if key in _NOTHING for name in names]
    remarks = []
    if same:
        remarks.append(f"some {what} differ in name by case, blanks, dots or hyphens alone: {listed(same)}")
    if nothing:
        remarks.append(f"some {what} may say that there is none: {listed(nothing)}")
    if not remarks:
        return []
    sentence = "; ".join(remarks)
    return [f"{sentence[0].upper()}{sentence[1:]}. All stay as they are; {mend}."]


def alike_names(names: Iterable[str]) -> list[list[str]]:
    """Names that may be one, those of one thing together: they differ by case, blanks, dots or hyphens alone.

    >>> alike_names(["UK", "us", "u.k.", "U.S.", "za"])
    [['UK', 'u.k.'], ['us', 'U.S.']]
    """
    return [found for found in _by_likeness(names).values() if len(found) > 1]


def _by_likeness(names: Iterable[str]) -> dict[str, list[str]]:
    alike: dict[str, list[str]] = defaultdict(list)
    for name in names:
        alike[_likeness(name)].append(name)
    return alike


def says_nothing(name: str) -> bool:
    """Whether a name is blank, or one of the words that people and programs write where there is none.

    >>> [name for name in ("", " ", "NaN", "n/a", "Ann") if says_nothing(name)]
    ['', ' ', 'NaN', 'n/a']
    """
    return not strip_blanks(name) or _likeness(strip_blanks(name)) in _NOTHING


def _likeness(name: str) -> str:
    """Equal for names that a reader may take for one: they differ by case, blanks, what cannot be seen, dots that
    part no digits, and hyphens between letters. A name of dots alone is itself."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(c for c in " ".join(folded.split()) if unicodedata.category(c) not in ("Cc", "Cf"))
    if bare in _NOTHING:
        return bare
    bare = re.sub(r"(?<=[^\W\d_])[-_\u2010-\u2015](?=[^\W\d_])", "", bare)
    bare = re.sub(r"\.(?!\d)", "", bare)
    return bare.replace(" ", "") or name
