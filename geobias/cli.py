"""The command `geobias`: finds the command that is meant, and ends as a command should.

The commands are the modules of `geobias.commands`; what names none of them is Hydra's grammar, and runs a study.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from geobias import __version__
from geobias.commands import call
from geobias.errors import GeobiasError
from geobias.files import sentence

PIPE_CLOSED = 128 + 13
"""The exit code of a program that SIGPIPE ended, as shells tell it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0, or 2 for something the user can mend."""
    words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        if "--version" in words:
            print(f"geobias {__version__}")
        else:
            call(words)
        sys.stdout.flush()  # where the reader has gone, this is the place to learn it
    except BrokenPipeError:  # of `geobias --help | head`, which has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except (GeobiasError, OSError) as error:
        print(f"geobias: {sentence(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("geobias: stopped. What was finished is kept; the same command goes on from there.", file=sys.stderr)
        return 130
    except SystemExit as ended:  # argparse's and Hydra's way to end, having said why
        return ended.code if isinstance(ended.code, int) else int(bool(ended.code))
    return 0
