"""Collect: a web page on which volunteers judge items, with nothing lost.

A room of its own, with the extra `geobias[collect]`: nothing else in geobias imports it. The libraries that it needs
come in when something is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from geobias.collect.names import DESIGNS, MARKS, PROGRAMS
from geobias.errors import require

__all__ = ["DESIGNS", "MARKS", "PROGRAMS", "export", "import_export", "init", "serve", "status"]

_KEEPING = ("sqlalchemy", "yaml")
_SERVING = (*_KEEPING, "starlette", "uvicorn", "jinja2", "itsdangerous", "babel")


def init(folder: str | Path, design: str = "social") -> list[Path]:
    """Write a commented study into a new folder; returns its files. See `geobias.collect.design.init_study`."""
    from geobias.collect.design import init_study

    return init_study(folder, design)


def serve(folder: str | Path, **how: object) -> None:
    """Serve a study until the process is asked to end. See `geobias.collect.listening.Serving` for `how`."""
    from geobias.collect.listening import Serving, listen

    chosen = Serving(**how)  # type: ignore[arg-type]
    with listen(chosen) as listening:
        _check(_SERVING)
        from geobias.collect.web import serve as serve_study

        serve_study(folder, chosen, listening)


def status(folder: str | Path) -> list[str]:
    """Lines on how far a collection is."""
    _check()
    from geobias.collect.counting import read_status
    from geobias.collect.design import read_study
    from geobias.collect.store import Store

    study = read_study(folder)
    with Store(study.store_url) as store:
        return read_status(study, store).lines(study.settings.plan.by)


def export(
    folder: str | Path, to: str | Path, *, keep: tuple[str, ...] = (), texts: bool = False, potato: bool = False
) -> list[str]:
    """Write what was collected; returns sentences on it. See `geobias.collect.exchange.export_study`."""
    _check()
    from geobias.collect.design import read_study
    from geobias.collect.exchange import export_study
    from geobias.collect.store import Store

    study = read_study(folder)
    with Store(study.store_url) as store:
        return export_study(study, store, to, keep=keep, texts=texts, potato=potato)


def import_export(file: str | Path, to: str | Path, program: str, question: str | None = None) -> list[str]:
    """Write what another program exported as judgements. See `geobias.collect.exchange.import_judgements`."""
    _check()
    from geobias.collect.exchange import import_judgements

    return import_judgements(file, to, program, question)


def _check(libraries: Sequence[str] = _KEEPING) -> None:
    for library in libraries:
        require(library, extra="collect", purpose="geobias collect")
