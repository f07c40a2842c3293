"""Language: the words of one language that decide whether something is said, denied, hedged, refused or quoted."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any

from geobias.errors import InputError, require
from geobias.models.prompting.answers.phrases import Phrases
from geobias.suggest import nearest

_ROOM = "geobias.models.prompting.answers"
PURPOSE = "answer sets in YAML"


@dataclass(frozen=True)
class Language:
    """What `languages/<code>.yaml` lists.

    Attributes
    ----------
    yes, no : answer alone; the `plain` ones among them also before one of `continues` ("yes it is").
    eager : "of course": a yes where it is all that is said first, a courtesy before one of `chatty` ("of course! here ...").
    short_yes, short_no : "it is not" as a whole sentence.
    joins : after which a second answer may follow ("yes and no"). contradictions : answers that are both.
    markers : what stands before an answer and says that it is one ("answer", "i would choose option").
    openers, trailers : what may stand around an answer and changes nothing ("i think that it is").
    negations : turn what follows, and with `negation_after` what comes before, into its contrary; `not_negations` look
        like them ("not only"). concord : several are one, as in "no es nada bueno". spoiling : before a wording, make it none ("more polite"). predicating : what an adjective is said with
        ("is considered"), where one without it is said of something else ("polite people"); complements : may follow one
        that begins a clause all the same ("rude in public"). copulas : "is", by which the
        "not" of "not tipping is polite" is told from that of "not polite".
    softeners : hedge what is said in the same sentence ("might"). scopes : limit it ("in some cases"). hedges : whatever else is said ("it depends").
    conditions, contrasts, reasons : words that begin a clause of this kind ("if", "but", "because").
    forced : what looks like a condition, and gives an answer all the same ("if i had to choose").
    others : whose view is told, not the answerer's ("some people").
    questions, quoting : begin a sentence that asks, or repeats what was asked ("question").
    alternatives : "or", between options that are only listed.
    refusals : of an answer. disclaimers : of a view of its own, after which an answer may still come.
    """

    code: str
    yes: Phrases
    no: Phrases
    eager: Phrases
    chatty: Phrases
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
    lists = {one.name: Phrases.of(read.pop(one.name, ())) for one in fields(Language) if one.type == "Phrases"}
    return Language(code, **lists, **read)


def check_language(code: str) -> None:
    if code not in language_codes():
        raise InputError(
            f"the language of an answer must be one of {', '.join(language_codes())}",
            f"it is {code!r}",
            f"{nearest(code, language_codes())}Leave it out to have all of them tried.",
        )


def packaged(path: str) -> Any:
    """The content of a YAML file of this room."""
    yaml = require("yaml", extra="study", purpose=PURPOSE)
    return yaml.safe_load((resources.files(_ROOM) / path).read_text("utf-8"))
