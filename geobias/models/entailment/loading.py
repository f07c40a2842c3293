"""Loading: the entailer that settings name."""

from __future__ import annotations

from pathlib import Path

from geobias.errors import InputError
from geobias.models.entailment.entailer import Backend, Entailer
from geobias.models.entailment.judge import Judge
from geobias.models.entailment.lexical import Lexical
from geobias.models.entailment.nli import Nli
from geobias.models.entailment.settings import EntailmentSettings, JudgeSettings, NliSettings, TrainedSettings
from geobias.models.entailment.trained import Trained
from geobias.models.generation import Responder


def load_entailer(
    settings: EntailmentSettings,
    *,
    responder: Responder | None = None,
    store: str | Path | None = None,
    workers: int | None = None,
) -> Entailer:
    """The entailer of these settings.

    Parameters
    ----------
    responder : who is asked by `judge`; the other back ends need none.
    store : folder of what was judged before, kept between runs; None = nothing is kept.
    workers : threads that read on a CPU; None = every core. No number depends on it.

    Raises
    ------
    InputError : a model lacks something or says no order of its outputs; or there is no responder.
    ModelNotFoundError : the model is nowhere. StorageError : the store cannot be made.
    """
    return Entailer(_backend(settings, responder, workers), store=store, threshold=settings.threshold)


def _backend(settings: EntailmentSettings, responder: Responder | None, workers: int | None) -> Backend:
    if isinstance(settings, NliSettings):
        return Nli(settings, workers)
    if isinstance(settings, TrainedSettings):
        return Trained(settings)
    if not isinstance(settings, JudgeSettings):
        return Lexical()
    if responder is None:
        raise InputError(
            "entailment=judge needs a responder to ask", "there is none", "Pass one: load_entailer(..., responder=...)."
        )
    return Judge(responder, settings)
