"""Language: the words of one language that decide whether something is said, denied, hedged, refused or quoted."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any

from geobias.errors import InputError
from geobias.models.prompting.answers.phrases import Phrases
from geobias.yaml_files import read_yaml

_ROOM = "geobias.models.prompting.answers"


@dataclass(frozen=True)
class Language:
    """What `languages/<code>.yaml` lists.

    Attributes
    ----------
    yes, no : answer alone; the `plain` ones among them also before one of `continues` ("yes it is").
    eager : "of course", a yes where nothing else is said first, but a courtesy before one of `chatty` ("here is").
    courtesies : after a yes or its like they answer the person, not the question ("yes, i can help with that").
    short_yes, short_no : answer as a whole sentence ("it is not").
    joins : after these a second answer may follow ("yes and no"). contradictions : are both answers.
    markers : stand before an answer and say that it is one ("my answer is", "i would choose option").
    openers, trailers : may stand around an answer and change nothing ("i think that it is").
    negations : turn what follows, and with `negation_after` what comes before, into its contrary; `not_negations` only
        look like them ("not only"). concord : several count once, as in "no es nada bueno".
    spoiling : right before a wording, make it no answer ("more polite").
    predicating : what an adjective is said of something with ("is considered"); without it "polite people" would judge.
        complements : may follow an adjective that begins a clause ("rude in public").
    copulas : "is"; they tell the "not" of "not tipping is polite" from that of "it is not polite".
    softeners : put in doubt what their sentence says ("might"). partly : do so right after a yes or no ("not always").
        scopes : limit what it says ("in some cases"). hedges : do so for the whole text ("it depends").
    conditions, contrasts, reasons : begin a clause of their kind ("if", "but", "because").
    forced : look like a condition, and an answer follows all the same ("if i had to choose").
    others : begin what others think ("some people").
    questions, quoting : begin a sentence that asks, or repeats what was asked ("question").
    alternatives : stand between options that are only listed ("or").
    refusals : of an answer. disclaimers : of a view of one's own, after which an answer may still come.
    """

    code: str
    yes: Phrases
    no: Phrases
    eager: Phrases
    chatty: Phrases
    courtesies: Phrases
    short_yes: Phrases
    short_no: Phrases
    plain: Phrases
    continues: Phrases
    joins: Phrases
    contradictions: Phrases
    markers: Phrases
    openers: Phrases
    trailers: Phrases
    negations: Phrases
    not_negations: Phrases
    spoiling: Phrases
    predicating: Phrases
    complements: Phrases
    copulas: Phrases
    softeners: Phrases
    partly: Phrases
    scopes: Phrases
    hedges: Phrases
    conditions: Phrases
    contrasts: Phrases
    reasons: Phrases
    forced: Phrases
    others: Phrases
    questions: Phrases
    quoting: Phrases
    alternatives: Phrases
    refusals: Phrases
    disclaimers: Phrases
    negation_after: bool = False
    concord: bool = False


@cache
def language_codes() -> tuple[str, ...]:
    """ISO 639-1 codes of the languages that answers are read in."""
    names = (entry.name for entry in (resources.files(_ROOM) / "languages").iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


@cache
def language(code: str) -> Language:
    """A language by its code; raises `InputError` for one that is not there."""
    check_language(code)
    read = packaged(f"languages/{code}.yaml")
    lists: dict[str, Any] = {
        one.name: Phrases.of(read.pop(one.name, ())) for one in fields(Language) if one.type == "Phrases"
    }
    return Language(code, **lists, **read)


def check_language(code: str) -> None:
    """Raise `InputError` for a language that no words are listed of."""
    if code not in language_codes():
        raise InputError(
            f"the language of an answer must be one of {', '.join(language_codes())}",
            f"it is {code!r}",
            "Leave it out to have all of them tried.",
        )


def packaged(path: str) -> Any:
    """The content of a YAML file of this room."""
    return read_yaml(resources.files(_ROOM) / path, "answer sets")
