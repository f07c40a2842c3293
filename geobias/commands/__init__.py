"""The commands of `geobias`, one file each; Hydra stays in `geobias.commands.grammar` and `run`.

A command is a module of this package. Its name is the file's, and it has

    USAGE = "report DIR"                    what is typed after `geobias`
    HELP = "draw a page anew"               one line
    def add_arguments(parser) -> None       what it takes, in argparse's terms
    def main(args) -> None                  what it does; a mistake is an `InputError`

With `OVERRIDES = True` what follows its name is Hydra's grammar instead, which `main` gets as `args.words`.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Sequence
from typing import Protocol, cast

from geobias.errors import InputError

__all__ = ["OWN", "Command", "call", "command_names", "find_command", "listing"]

OWN = "run"
"""The command of words that name none."""

_HELP = {"-h", "--help"}


class Command(Protocol):
    """What a module of this package has; `OVERRIDES` may be left out."""

    USAGE: str
    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def main(self, args: argparse.Namespace) -> None: ...


def command_names() -> list[str]:
    """The commands that there are, found without importing one; that of bare overrides first."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg]
    return sorted(names, key=lambda name: (name != OWN, name))


def find_command(name: str) -> Command:
    return cast(Command, importlib.import_module(f"{__name__}.{name}"))


def call(words: Sequence[str]) -> None:
    """Run the command that the first word names; words of Hydra's grammar alone run a study."""
    name, *rest = words
    if name not in command_names():
        find_command(OWN).main(argparse.Namespace(words=list(words)))
        return
    command = find_command(name)
    parser = argparse.ArgumentParser(f"geobias {name}", usage=f"geobias {command.USAGE}", description=command.HELP)
    command.add_arguments(parser)
    if _HELP & set(rest):
        parser.print_help()
    elif getattr(command, "OVERRIDES", False):
        command.main(argparse.Namespace(words=rest))
    else:
        given, more = parser.parse_known_args(rest)
        if more:
            taken = "what its --help lists" if vars(given) else "no arguments"
            raise InputError(f"geobias {name} takes {taken}", f"there are {more}", "Leave them out.")
        command.main(given)


def listing() -> str:
    """Every command with what it does, one per line."""
    lines = [(f"geobias {command.USAGE}", command.HELP) for command in map(find_command, command_names())]
    lines.append(("geobias --version", "which geobias this is"))
    width = max(len(usage) for usage, _ in lines)
    return "\n".join(f"{usage:<{width}}  {said}" for usage, said in lines)
