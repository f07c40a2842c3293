"""Tables of rows that take long, an attribute at a time: what a stopped run finished is not measured again."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np

from geobias.corpora import joint_name
from geobias.pipeline.session import Session
from geobias.tables import RowTable, pandas

Table = TypeVar("Table", bound=RowTable)
Attribute = str | tuple[str, ...]


def kept_by_attribute(
    session: Session,
    attributes: Sequence[Attribute],
    inputs: Mapping[str, Any],
    words: str,
    kind: type[Table],
    compute: Callable[[Sequence[Attribute]], Table],
) -> Table:
    """`compute([attribute])` of every attribute in one table; rows that several have, such as everybody's, stand once.

    Parameters
    ----------
    inputs : what decides the tables besides the attribute. words : of the progress bar; they name the part as well.
    kind : class of the table.
    """
    rows: dict[tuple[Any, ...], Any] = {}
    with session.bar(words, "attributes") as progress:
        for place, attribute in enumerate(attributes):
            name, inside = f"{words} {joint_name(attribute)}", {**inputs, "attribute": attribute}
            kept = session.directory.memo(name, inside, partial(_packed, compute, attribute))
            for row in _unpacked(kind, kept).rows:
                rows.setdefault(tuple(getattr(row, field) for field in kind.key), row)
            progress(place + 1, len(attributes))
    return kind(tuple(rows.values()))


def _packed(compute: Callable[[Sequence[Attribute]], RowTable], attribute: Attribute) -> np.ndarray:
    file = io.BytesIO()
    compute([attribute]).to_frame().to_parquet(file, index=False)
    return np.frombuffer(file.getvalue(), dtype=np.uint8)


def _unpacked(kind: type[Table], content: np.ndarray) -> Table:
    return kind.from_frame(pandas().read_parquet(io.BytesIO(content.tobytes())))
