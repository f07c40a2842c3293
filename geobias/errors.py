"""Errors that a user can mend: each names what must hold, what came instead, and what to do."""

from __future__ import annotations

import importlib
from types import ModuleType


class GeobiasError(Exception):
    """Base of every error that the command line prints as one paragraph, without a traceback."""


class InputError(GeobiasError, ValueError):
    """Something that was given cannot be used.

    Parameters
    ----------
    must : what has to hold, with the name of the thing ("group 'nz' needs at least 2 documents").
    got : what came instead, with its place ("it has 0, from nz.csv").
    mend : the next step ("add texts, or set sampling.on_small=drop").

    >>> print(InputError("scaling must lie in (0, 1)", "it is 1.5", "Pass scaling=0.5."))
    scaling must lie in (0, 1), but it is 1.5. Pass scaling=0.5.
    """

    def __init__(self, must: str, got: str, mend: str):
        self.must, self.got, self.mend = must, got, mend
        super().__init__(f"{must}, but {got}. {mend}")

    def __reduce__(self):
        # Exceptions are rebuilt from `args`, which holds one string here; workers send errors across processes.
        return type(self), (self.must, self.got, self.mend)


class StorageError(GeobiasError, OSError):
    """A file or folder cannot be written, read or made: there is no space, no permission, or something in its place."""


class MissingDependencyError(GeobiasError, ImportError):
    """A library of an extra is absent; the message carries the command that installs it."""


def require(module: str, *, extra: str, purpose: str) -> ModuleType:
    """Import `module` now, or raise `MissingDependencyError` naming the extra that brings it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingDependencyError(
            f"{purpose} needs the package '{module.split('.')[0]}', which cannot be imported ({error}). "
            f"Install it with: pip install 'geobias[{extra}]'"
        ) from error
