"""Naming: which of several names a text gives as its answer, where it may give more than one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from geobias.errors import InputError
from geobias.models.prompting.answers.answer_set import EMPTY, REFUSAL, UNPARSED
from geobias.models.prompting.answers.containers import without_thinking
from geobias.models.prompting.answers.folding import is_word, tokens, words
from geobias.models.prompting.answers.language import Language, language
from geobias.models.prompting.answers.phrases import Phrases

NONE = "none"
"""Why no name is given: the text says that none fits."""
_PARTED = re.compile(r"\s*(?:[-–—/,;&]|\band\b|\bor\b)\s*", re.IGNORECASE)
_ENDS = frozenset(".?\n")
_JOINING = frozenset(("and", "or", "nor", "also", "both", "either", "neither"))
_COPULAS = frozenset(("is", "are", "was", "were", "does", "do", "would", "has"))
_EXCEPT = Phrases.of(("except (for|)", "rather than", "instead of", "other than", "unlike", "neither", "apart from"))
_ALL = Phrases.of(
    ("all (of|) (the|these|them) (above|regions|)", "all (four|five|six|) regions", "(every|each) region")
)
_NONE = Phrases.of(("none", "no region", "no (single|particular|specific) region"))


@dataclass(frozen=True)
class Named:
    """names : those that a text gives, in the order of the set. reason : why there is none, "" where there are some."""

    names: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True)
class NameSet:
    """Names of which a text may give several.

    names : in their order. wordings : how each is said. spoken : the words that refuse and deny.
    """

    names: tuple[str, ...]
    wordings: Phrases
    spoken: Language

    @classmethod
    def of(cls, names: Sequence[str], also: Mapping[str, Sequence[str]] | None = None, code: str = "en") -> NameSet:
        """also : name -> what else it is called. Parts of a name stand for it where they are of no other name.

        Raises
        ------
        InputError : `also` names what is none of the names, or calls two by one word; a name has no letter.

        >>> regions = NameSet.of(["India", "Middle East and Africa", "East Asia"])
        >>> regions.read("It is not India, but East Asia and parts of Africa.").names
        ('Middle East and Africa', 'East Asia')
        >>> regions.read("I cannot answer that of India.").reason
        'refusal'
        """
        given = {name: [name, *(also or {}).get(name, ())] for name in names}
        if strange := [name for name in also or {} if name not in given]:
            raise InputError("other names must be of names", f"'{strange[0]}' is none", f"There are {list(names)}.")
        said = {name: [" ".join(words(one)) for one in listed] for name, listed in given.items()}
        taken = Counter(one for listed in said.values() for one in dict.fromkeys(listed))
        for one, times in taken.items():
            if times > 1 or not one:
                got = f"'{one}' is said of {times}" if one else "one has no letter"
                raise InputError("a name must be said in words of its own", got, "Rename it.")
        parts = {name: [" ".join(words(part)) for part in _PARTED.split(name)] for name in names}
        owners = Counter(part for listed in parts.values() for part in dict.fromkeys(listed))
        for name, listed in parts.items():
            said[name] += [part for part in listed if part and owners[part] == 1 and part not in taken]
        return cls(tuple(names), Phrases.of(said), language(code))

    def read(self, text: str, listed: str = "") -> Named:
        """What a text names. In doubt it is a refusal, and a name that is denied is not given.

        listed : the list that was asked with; where a text repeats it and then names some, the repetition is none.
        """
        spoken = without_thinking(text)
        if listed and listed in spoken and (rest := self._read(spoken.replace(listed, "."))).names:
            return rest
        return self._read(spoken)

    def _read(self, text: str) -> Named:
        sentences = [*_sentences(tokens(text))]
        every = [word for sentence in sentences for clause in sentence for word in clause]
        if not every:
            return Named((), EMPTY)
        if _refuses(sentences, self.spoken):
            return Named((), REFUSAL)
        found = {name for sentence in sentences for name in self._named(sentence)}
        if found:
            return Named(tuple(name for name in self.names if name in found))
        if _ALL.occur(every) and not self.spoken.negations.occur(every):
            return Named(self.names)
        return Named((), NONE if _NONE.occur(every) else UNPARSED)

    def _named(self, clauses: Sequence[Sequence[str]]) -> Iterator[str]:
        """Names that a sentence gives: a denial holds to the end of its clause, and over bare names that follow."""
        denied = False
        for clause in clauses:
            found = [*self.wordings.find(clause)]
            inside = {at for one in found for at in range(one.start, one.stop)}
            denied &= all(at in inside or word in _JOINING for at, word in enumerate(clause))
            turns = self._turns(clause)
            for one in found:
                before = [denies for at, denies in turns.items() if at < one.start]
                denied = before[-1] if before else denied
                # "India is not one of them"
                behind = turns.get(one.stop + 1, False) and clause[one.stop] in _COPULAS
                if not denied and not behind:
                    yield one.what

    def _turns(self, clause: Sequence[str]) -> dict[int, bool]:
        """Place of a word -> whether names behind it are denied: after "not" and its like they are, after "but" not."""
        harmless = {at for one in self.spoken.not_negations.find(clause) for at in range(one.start, one.stop)}
        denials = {one.start for of in (self.spoken.negations, _EXCEPT) for one in of.find(clause)} - harmless
        turns = dict.fromkeys(denials, True) | {at: False for at, word in enumerate(clause) if word == "but"}
        return dict(sorted(turns.items()))


def refuses(text: str, code: str = "en") -> bool:
    """Whether a sentence of the text refuses to answer.

    >>> refuses("I'm sorry, but I cannot answer that."), refuses("Do not refuse tea.")
    (True, False)
    """
    return _refuses([*_sentences(tokens(text))], language(code))


def _refuses(sentences: Sequence[Sequence[Sequence[str]]], spoken: Language) -> bool:
    return any(spoken.refusals.occur([word for clause in one for word in clause]) for one in sentences)


def _sentences(said: Sequence[str]) -> Iterator[list[list[str]]]:
    """Every sentence as its clauses of words."""
    clauses: list[list[str]] = [[]]
    for token in said:
        if token in _ENDS:
            yield [clause for clause in clauses if clause]
            clauses = [[]]
        elif is_word(token):
            clauses[-1].append(token)
        else:
            clauses.append([])
    yield [clause for clause in clauses if clause]
