"""Groups by several attributes at once: "us / f" of a country and a sex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from geobias.errors import InputError

JOINT = " / "


def joint_name(names: str | Sequence[str]) -> str:
    """The attribute of groups by one attribute, or by several.

    >>> joint_name("country"), joint_name(["country", "sex"])
    ('country', 'country / sex')
    """
    return names if isinstance(names, str) else JOINT.join(dict.fromkeys(names))


def crossed(columns: Sequence[Sequence[str]], source: str, whole: Sequence[str] = ()) -> list[str]:
    """One group of every row's values, "" where one is missing; raises InputError where two would have one name.

    whole : a name for each row that is to keep it, uncrossed, or "".
    """
    known: dict[str, tuple[str, ...]] = {}
    out = []
    for place, row in enumerate(zip(*columns, strict=True)):
        kept = whole[place] if len(whole) else ""
        row, name = ((kept,), kept) if kept else (row, JOINT.join(row) if all(row) else "")
        if name and known.setdefault(name, row) != row:
            raise InputError(
                f"groups joined of several columns of {source} must have names of their own",
                f"{known[name]} and {row} are both '{name}'",
                f"Rename one, without '{JOINT}'.",
            )
        out.append(name)
    return out


def declared_names(
    columns: Sequence[Sequence[str]], roles: Sequence[Mapping[str, str]]
) -> tuple[list[str], dict[str, str]]:
    """Of every row the first value that has a role of its own (a pooled group, a baseline), or ""; and those roles."""
    rows = zip(*columns, strict=True)
    names = [next((value for value, of in zip(row, roles, strict=True) if value in of), "") for row in rows]
    return names, {value: role for of in roles for value, role in of.items()}
