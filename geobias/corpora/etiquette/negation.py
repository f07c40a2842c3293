"""Statements negated by rule: an English statement becomes one that says the opposite, where a rule is sure."""

from __future__ import annotations

import re

_PREFIX = re.compile(r"(?P<prefix>(?:[^\s:]+\s){0,4}[^\s:]+:\s+|Please\s+)(?P<rest>.+)", re.DOTALL)
_DENIED = re.compile(r"(?:do not|don['’]t|never)\s+(?=\w)", re.IGNORECASE)
_ALWAYS = re.compile(r"always\s+(?=\w)", re.IGNORECASE)
_AUXILIARY = re.compile(
    r"\b(?P<verb>should|must|could|may|might|will|would|shall|is|are|was|were|cannot|can)"
    r"(?P<after>n['’]t|\s+not|\s+never|\s+always)?\b",
    re.IGNORECASE,
)
# What stands behind one of these is no part of the main clause.
_SUBORDINATE = re.compile(
    r",|;|\b(?:when|if|that|who|whom|which|because|while|before|after|until|where|what|how|as|so|but|and)\b",
    re.IGNORECASE,
)
_COMMANDS = """
    accept add address admire allow answer apologise apologize appear arrange arrive ask avoid bargain beckon
    begin bow break bring build burp buy call carry change chat chew choose clean clear climb close come
    compliment congratulate cover cross cut decline discuss display dress drink drive drop eat enter exchange
    excuse expect express finish flash fold follow give greet haggle hand help hold hug ignore insist interrupt
    introduce invite join keep kiss kneel knock learn leave let lift listen look make mention move offer open
    order pass pay photograph pick place plan play point pour praise prepare present pronounce provide push put
    reach read receive refuse remain remember remove reply reserve respect respond return say serve set shake
    share show sit slurp smile smoke speak spit stand start stay stop take talk tell thank tip touch treat try
    turn use visit wait walk wash watch wear wipe wish wrap write yawn
"""
_VERBS = frozenset(_COMMANDS.split())


def negated(text: str) -> str | None:
    """The opposite of a statement; None where no rule fits.

    "Do not", "don't" and "never" at the start go; a verb such as "should", "is" or "can" in the main clause gets or
    loses its "not"; a command begins with "Do not". What stands before a colon ("In Japan: ...") stays, and "Please".

    >>> negated("Thank the cook."), negated("Never thank the cook."), negated("It is polite to bow when you are late.")
    ('Do not thank the cook.', 'Thank the cook.', 'It is not polite to bow when you are late.')
    >>> negated("Italians greet friends with a kiss.") is None
    True
    """
    prefix, rest = "", text.strip()
    if match := _PREFIX.fullmatch(rest):
        prefix, rest = match["prefix"], match["rest"]
    if match := _DENIED.match(rest):
        return prefix + _like(rest[0], rest[match.end() :], at_start=not prefix.startswith("Please"))
    if match := _ALWAYS.match(rest):
        return prefix + _like(rest[0], f"never {rest[match.end() :]}", at_start=True)
    if rest.split(maxsplit=1)[:1] and rest.split()[0].casefold().strip(",.") in _VERBS:
        return prefix + _like(rest[0], f"do not {rest[0].lower()}{rest[1:]}", at_start=True)
    turned = _turned(rest)
    return None if turned is None else prefix + turned


def _like(first: str, rest: str, *, at_start: bool) -> str:
    """The text with a capital where the old one had it."""
    return rest[0].upper() + rest[1:] if first.isupper() and at_start else rest


def _turned(text: str) -> str | None:
    """The main clause's auxiliary with "not", or without."""
    match = _AUXILIARY.search(text)
    subordinate = _SUBORDINATE.search(text)
    if match is None or (subordinate is not None and subordinate.start() < match.start()):
        return None
    verb, after = match["verb"], (match["after"] or "").strip().casefold()
    if verb.casefold() == "cannot":
        new = verb[:3]
    elif after == "always":
        new = f"{verb} never"
    elif after:
        # "won't", "can't" and "shan't" have lost letters of their verbs, and are not matched as such.
        new = verb
    else:
        new = f"{verb}not" if verb.casefold() == "can" else f"{verb} not"
    return text[: match.start()] + new + text[match.end() :]
