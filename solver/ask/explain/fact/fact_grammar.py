"""The grammar of facts in words: "humility is a 1/1 creature and has no abilities".

A fact names an object. Its verbs state the object's types, its abilities, its lost abilities, or the text of one.
``docs/explain.md`` has the list of forms; `solver.ask.explain.wording.FORMS` is that list as data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from facts.runtime import pattern
from facts.text import NUMBER_WORDS, InputError, did_you_mean, show
from facts.words import shown_examples as examples
from solver.ask.explain.fact.goal import Goal
from solver.ask.explain.fact.lookup import (
    AnsweredBoard,
    number_of,
    refused,
    unquoted,
)
from solver.ask.explain.wording import phrases as words

_QUOTED = pattern(r"\"(?:[^\"\\]|\\.)*\"|“[^”]*”|(?<!\w)'[^']*'(?!\w)")
_FIRST_PLACE = 0xE000
"""Texts in quotes are put aside while a fact is taken apart: unusual letters stand in their places."""
_VERBS_WRITTEN = (
    (r"(?:has not|hasn't|did not|didn't) (?:lost|lose)", "lost", True),
    (r"(?:has |have )?(?:lost|loses)", "lost", False),
    (r"(?:does not|doesn't|do not|don't) have|lacks|no longer (?:has|have)|(?:has|have) no longer", "has", True),
    (r"(?:has|have) (?:no|not)|hasn't", "has", True),
    (r"has|have", "has", False),
    (r"(?:is|are) (?:not|no longer|no)|isn't|aren't|no longer is", "is", True),
    (r"is|are", "is", False),
)
_VERBS = tuple(
    (pattern(rf"(?:{written})(?= |$)", re.IGNORECASE), kind, negated) for written, kind, negated in _VERBS_WRITTEN
)
_ANY_VERB = "|".join(rf"(?:{written})(?= |$)" for written, _, _ in _VERBS_WRITTEN)
_NEXT_CLAUSE = pattern(rf"(?:,? and |, | but )(?=(?:{_ANY_VERB}))", re.IGNORECASE)
_WHO = pattern(rf"(?P<who>.+?) (?={_ANY_VERB})", re.IGNORECASE)
_IN_CONTROL = pattern(
    r"^(?P<player>.+?) (?:controls?|(?P<not>doesn't control|does not control|don't control)) (?P<who>.+)$",
    re.IGNORECASE,
)
_CONTROLLED = pattern(r"^(?:controlled by|under the control of) (?P<player>.+)$", re.IGNORECASE)
_EVERY = pattern(r"^(?:every (?P<one>.+) type|all (?P<set>.+) types)$", re.IGNORECASE)
_FACE_UP = pattern(r"^(?:its )?(?P<face>\w+) face up$", re.IGNORECASE)
_NAMED = pattern(r"^(?:named|(?:the )?name) (?P<name>.+)$", re.IGNORECASE)
_SIZE = pattern(r"^(\d+|-\d+)/(\d+|-\d+)$")
_KINDS = "power|toughness|mana value"
_NUMBER = pattern(
    rf"^(?:an? )?(?:base )?(?P<kind>{_KINDS}) (?:of )?(?P<number>-?\d+)$|^(?P<first>-?\d+) (?P<last>{_KINDS})$"
)
_NUMBERED = pattern(rf"^(?:base )?(?:{_KINDS})\b", re.IGNORECASE)
_ABILITIES = pattern(r"^(?:(?:exactly )?(?P<number>\w+) )?abilit(?:y|ies)$", re.IGNORECASE)
_COUNTERS = pattern(
    rf"^(?:(?:exactly )?(?P<number>no|an?|\d+|{'|'.join(NUMBER_WORDS)}) )?(?P<kind>\S.*?) counters?$", re.IGNORECASE
)
_ALL_ABILITIES = pattern(r"^(?:(?:all|all of|all its|its|every|each of its)\s+)+abilit(?:y|ies)$", re.IGNORECASE)
_BESIDES = pattern(r"^(?:still|also|now|both) ", re.IGNORECASE)
_ARTICLE = pattern(r"^(?:an?|the) ", re.IGNORECASE)
_AND = pattern(r",? and |, ")
_OR = pattern(r",? or |, ")
_WITH = pattern(r"\b(?P<with>with|without) ", re.IGNORECASE)
_ASKING = ("who", "what")
_VARIABLE = pattern(r"[A-Z]\d*|(?i:who|what)")
"""Words that stand for any object in a query."""
_MODAL_AFTER = pattern(r"^\S+ (?:can|can't|can’t|cannot|must|may)\b", re.IGNORECASE)
_MODAL = pattern(r"(?:can|can't|can’t|cannot|must|may)\b", re.IGNORECASE)
"""The word after the subject in the text of an ability."""
_NON = pattern(r"^non-?(?P<word>.+)$", re.IGNORECASE)
_LONGEST = 3
"""The most words in one type."""


def in_words(text: str, about: AnsweredBoard) -> list[Goal]:
    """Read a fact in words.

    Args:
        text: The fact.
        about: The board that it is about, with its answer.

    Returns:
        The facts of the vocabulary that it states. The question is whether all of them hold.

    Raises:
        InputError: It is no such fact, or names something that is not there.
    """
    text = text.strip().rstrip("?").rstrip()
    text = text.removesuffix(".").rstrip() if not text.endswith("..") else text
    control = _IN_CONTROL.match(text)
    player = None if control is None else about.player_of(control["player"])
    if control is not None and player is not None:
        return [Goal("controller", about.label_of(control["who"]), player, bool(control["not"]))]
    masked = _Masked(text)
    who = about.called(text)
    if who is None:
        found = _WHO.match(masked.text)
        if found is None:
            raise _no_fact(text)
        who = masked.whole(found["who"])
    label = about.label_of(who)
    return list(_Reader(label, about).clauses(text[len(who) :].strip(), text))


def _is_keyword_ability(text: str) -> bool:
    """Tell whether a text is a keyword ability with its quality, number or cost: "protection from red", "ward {2}"."""
    from facts.oracle import read_wards
    from facts.words import OF_A_QUALITY, keyword_of

    keyword = keyword_of(text)
    if keyword not in OF_A_QUALITY:
        return keyword is not None
    named = read_wards(text)
    return named is not None and any(named[1:])  # no quality is a slip: "protection from blakc"


class Question(NamedTuple):
    """A fact in words with a variable in the place of the object: ``X is a creature``.

    Attributes:
        variable: The variable.
        rest: The statement about it.
        text: The whole fact as it is written.
    """

    variable: str
    rest: str
    text: str


def is_in_words(text: str) -> bool:
    """Tell whether a query looks like a fact in words, and not like atoms of the vocabulary.

    Args:
        text: The query.
    """
    masked = _Masked(text).text
    return re.search(r"\w\(", masked) is None and any(
        pattern.search(masked) for pattern in (_WHO, _IN_CONTROL, _MODAL_AFTER)
    )


def open_question(text: str, about: AnsweredBoard) -> Question | None:
    """Read a fact in words that asks for which objects it holds; None where it names its object.

    Args:
        text: Like ``X is a creature``, ``who has flying`` or ``Ann controls X``.
        about: The board that it is about, with its answer.
    """
    text = text.strip().rstrip("?").removesuffix(".").strip()
    if about.called(text) is not None:
        return None
    control = _IN_CONTROL.match(text)
    if control is not None and _VARIABLE.fullmatch(control["who"].strip()):
        player = about.player_of(control["player"])
        if player is not None:
            verb = "is not" if control["not"] else "is"
            rest = f"{verb} controlled by {json.dumps(player, ensure_ascii=False)}"
            return Question(_variable(control["who"]), rest, text)
    who, _, rest = text.partition(" ")
    return Question(_variable(who), rest, text) if _VARIABLE.fullmatch(who) else None


def said_of(label: str, question: Question, about: AnsweredBoard) -> list[Goal]:
    """Read the statements of a question about one object.

    Args:
        label: Its label.
        question: What is asked of it: ``X is a creature``.
        about: The board that it is about, with its answer.

    Returns:
        The facts. The question is whether all of them hold.

    Raises:
        InputError: It is no such fact.
    """
    return list(_Reader(label, about).clauses(question.rest, question.text))


def _variable(word: str) -> str:
    """Return the name of a variable: "who" and "what" stand for X."""
    word = word.strip()
    return "X" if word.lower() in _ASKING else word


def _no_fact(text: str) -> InputError:
    hint = 'Say it like: x is a 1/1 creature, x has flying, x has no abilities, or type(x,"Land")'
    return refused(f"{show(text)} is no fact", hint)


class _Masked:
    """A text in which texts in quotes are put aside.

    Attributes:
        text: The text, with an unusual letter in the place of each text in quotes.
    """

    def __init__(self, text: str) -> None:
        self._aside: list[str] = []
        self.text = _QUOTED.sub(self._put_aside, text).replace("’", "'")

    def _put_aside(self, found: re.Match[str]) -> str:
        self._aside.append(found[0])
        return chr(_FIRST_PLACE + len(self._aside) - 1)

    def whole(self, part: str) -> str:
        """Return a part of the text, with the texts in quotes put back."""
        for place, aside in enumerate(self._aside):
            part = part.replace(chr(_FIRST_PLACE + place), aside)
        return part


class _Reader:
    """Reads the statements about one object."""

    def __init__(self, label: str, about: AnsweredBoard) -> None:
        self._label = label
        self._about = about
        self._known = about.known_words()

    def clauses(self, rest: str, text: str) -> Iterator[Goal]:
        """Read the statements about the object, verb by verb."""
        masked = _Masked(rest)
        clauses = _NEXT_CLAUSE.split(masked.text)
        verb = _verb(clauses[0])
        if verb is None:
            # "can't block": the text of one of its abilities.
            if not rest:
                raise _no_fact(text)
            if unquoted(rest) == rest and not _MODAL.match(rest) and not self._reads(rest):
                raise refused(
                    f"{show(text)} is no fact: no ability on this board reads so",
                    examples.LIKE_A_FACT_WITH_TEXT,
                )
            yield self._goal("ability", unquoted(rest))
            return
        if len(clauses) > 1 and verb[0] == "has" and self._reads(masked.whole(masked.text[verb[2] :].strip())):
            clauses = [masked.text]  # one text, in which there are verbs
        for clause in clauses:
            verb = _verb(clause)
            if verb is None:
                raise _no_fact(text)
            kind, negated, end = verb
            what = clause[end:].strip()
            if not what:
                raise _no_fact(text)
            yield from self._clause(kind, negated, what, masked.whole)

    def _clause(self, kind: str, negated: bool, what: str, whole: Callable[[str], str]) -> Iterable[Goal]:
        """Read the words after one verb."""
        if kind == "is":
            found = list(self._being(what, whole))
        else:
            separators = _OR if negated and _OR.search(what) and not self._is_one(kind, whole(what)) else None
            found = list(self._listed(what, whole, kind, separators or _AND))
            if separators is not None:
                return [goal.denied() for goal in found]
        return _denied(found, whole(what)) if negated else found

    def _goal(self, predicate: str, value: str | int = "") -> Goal:
        return Goal(predicate, self._label, value)

    def _word(self, predicate: str, word: str) -> str:
        return self._about.word_of(predicate, word)

    def _reads(self, piece: str) -> bool:
        """Tell whether a piece of text stands in the text of an ability on the board."""
        piece = piece.lower()
        return any(piece in text.lower() for text in self._about.texts())

    # ---- "has" and "has lost"

    def _listed(self, what: str, whole: Callable[[str], str], kind: str, separators: re.Pattern[str]) -> Iterator[Goal]:
        """Read the words after "has" or "has lost": one thing or several."""
        read = self._had if kind == "has" else self._lost
        if self._is_one(kind, whole(what)):
            yield read(whole(what))
            return
        parts = [part.strip() for part in separators.split(what) if part.strip()]
        for part in parts:
            yield read(whole(part))

    def _is_one(self, kind: str, what: str) -> bool:
        """Tell whether the words after a verb are one thing, as a whole."""
        try:
            (self._had if kind == "has" else self._lost)(what)
        except InputError:
            return False
        return True

    def _lost(self, what: str) -> Goal:
        """Return the fact that words after "lost" say."""
        if _ALL_ABILITIES.match(what):
            return self._goal("lost_all")
        return self._goal("lost", self._piece(what))

    def _had(self, what: str) -> Goal:
        """Return the fact that words after "has" say."""
        plain = unquoted(what)
        if plain == what:
            plain = _BESIDES.sub("", plain)
            found = self._counted(plain)
            if found is not None:
                return found
        named = _NAMED.match(plain)
        if named is not None:
            return self._goal("name", unquoted(named["name"]))
        every = _EVERY.match(plain)
        if every is not None:
            return self._goal("every", self._word("every", every["one"] or every["set"]))
        number = _NUMBER.match(plain.lower())
        if number is not None:
            kind = (number["kind"] or number["last"]).replace(" ", "_")
            return self._goal(kind, number_of(number["number"] or number["first"]))
        face = _FACE_UP.match(plain)
        if face is not None:
            return self._goal("face", self._word("face", face["face"]))
        from facts.words import keyword_of

        keyword = keyword_of(plain)
        if keyword == plain.lower():
            return self._goal("keyword", keyword)
        return self._goal("ability", self._piece(what))

    def _counted(self, what: str) -> Goal | None:
        """Return the fact that an object has a number of abilities or counters; None if the words state none."""
        counters = _COUNTERS.match(what)
        if counters is not None:
            return self._with_counters((counters["number"] or "").lower(), counters["kind"])
        found = _ABILITIES.match(_ARTICLE.sub("", what))
        if found is None:
            return None
        number = (found["number"] or "").lower()
        if number in ("", "any"):
            return self._goal("abilities", 0).denied()
        if number in ("no", *NUMBER_WORDS):
            return self._goal("abilities", 0 if number == "no" else NUMBER_WORDS.index(number))
        return self._goal("abilities", number_of(number)) if number.isdigit() else None

    def _with_counters(self, number: str, kind: str) -> Goal:
        """Return the fact that an object has a number of counters of a kind; without a number, that it has some."""
        if not number:
            there = self._about.answer.objects[self._label].counters.get(kind, 0)
            return self._goal("counters", f"{there} {kind}") if there else self._goal("counters", f"0 {kind}").denied()
        if number.isdigit():
            return self._goal("counters", f"{number_of(number)} {kind}")
        place = {"no": 0, "a": 1, "an": 1}.get(number)
        return self._goal("counters", f"{NUMBER_WORDS.index(number) if place is None else place} {kind}")

    def _piece(self, what: str) -> str:
        """Return a piece of the text of an ability.

        Raises:
            InputError: It is not in quotes and stands in no text: that is more likely a slip.
        """
        from facts.words import keyword_names

        plain = unquoted(what)
        if plain.lower() in ("ability", "abilities"):
            raise refused(f"{show(plain)}: which ones?", "Ask for a keyword or a piece of a text")
        if plain != what or self._reads(plain) or plain.lower() in keyword_names() or _is_keyword_ability(plain):
            return plain
        if _NUMBERED.match(plain):
            raise refused(f"{show(plain)} does not end with a number", "Say it like: has power 3")
        hint = did_you_mean(plain, keyword_names()) or "A piece of an ability's text goes in quotes"
        raise refused(f"{show(plain)} is no keyword, and no ability reads so", hint)

    # ---- "is"

    def _being(self, what: str, whole: Callable[[str], str]) -> Iterator[Goal]:
        """Return the facts that words after "is" say."""
        what = _BESIDES.sub("", what)
        besides = _WITH.search(what)
        head = what if besides is None else what[: besides.start()].strip()
        if head:
            plain = unquoted(whole(head))
            as_one = self._whole_phrase(plain)
            for part in [head] if as_one else _AND.split(head):
                plain = unquoted(whole(part.strip()))
                goal = self._whole_phrase(plain)
                yield from [goal] if goal else self._types(_ARTICLE.sub("", _BESIDES.sub("", plain)))
        if besides is not None:
            had = list(self._listed(what[besides.end() :].strip(), whole, "has", _AND))
            yield from (goal.denied() for goal in had) if besides["with"].lower() == "without" else had

    def _whole_phrase(self, plain: str) -> Goal | None:
        """Return the fact that a phrase says as a whole, and not word by word."""
        small = _ARTICLE.sub("", plain.lower())
        if small in ("token", "copy"):
            return self._goal("token" if small == "token" else "copied")
        if small in ("face down", "face-down"):
            return self._goal("face", "down")
        if small == "permanent":
            return self._goal("zone", "battlefield")
        for zone, phrase in words.ZONES.items():
            spelled = (phrase, phrase.replace("the ", "a "), words.ZONE.format(zone=zone))
            if zone != words.GONE and plain.lower() in spelled:
                return self._goal("zone", zone)
        every = _EVERY.match(plain)
        if every is not None:
            return self._goal("every", self._word("every", every["one"] or every["set"]))
        named = _NAMED.match(plain)
        if named is not None:
            return self._goal("name", unquoted(named["name"]))
        controlled = _CONTROLLED.match(plain)
        if controlled is not None:
            return self._goal("controller", self._word("controller", unquoted(controlled["player"])))
        for value, (said, _) in words.PROPERTIES.items():
            if small in (value, said.removeprefix("{object} is ").removeprefix("a ").removeprefix("an ")):
                return self._goal("property", value)
        return None

    def _types(self, text: str) -> Iterator[Goal]:
        """Read a type line, a size or colors: "legendary 2/2 green Time Lord creature", "Land — Forest"."""
        left = [word for word in re.split(r"\s+(?:[—-]\s+)?|—", text) if word]
        while left:
            for length in range(min(_LONGEST, len(left)), 0, -1):
                found = list(self._one_word(" ".join(left[:length])))
                if found:
                    yield from found
                    left = left[length:]
                    break
            else:
                if "-" in left[0].strip("-"):
                    left[:1] = [word for word in left[0].split("-") if word]  # "land-creature"
                    continue
                raise self._unknown(left[0])

    def _one_word(self, word: str) -> Iterator[Goal]:
        """Return the meaning of a word; nothing if it is unknown."""
        size = _SIZE.match(word)
        if size is not None:
            yield self._goal("power", number_of(size[1]))
            yield self._goal("toughness", number_of(size[2]))
            return
        for predicate in ("type", "supertype", "color", "subtype"):
            for spelled in (word.lower(), word.lower().removesuffix("s")):
                if spelled in self._known[predicate]:
                    yield self._goal(predicate, self._known[predicate][spelled])
                    return
        if word.lower() in ("token", "permanent"):
            yield self._goal("token") if word.lower() == "token" else self._goal("zone", "battlefield")
            return
        without = _NON.match(word)
        if without is not None:
            yield from (goal.denied() for goal in self._one_word(without["word"]))

    def _unknown(self, word: str) -> InputError:
        known = [value for kind in ("type", "supertype", "subtype", "color") for value in self._known[kind].values()]
        return refused(f"{show(word)} is no type, subtype, supertype or color", did_you_mean(word, known))


def _verb(clause: str) -> tuple[str, bool, int] | None:
    """Return the verb that a clause begins with, whether it denies, and where it ends."""
    for verb, kind, negated in _VERBS:
        found = verb.match(clause)
        if found is not None:
            return kind, negated, found.end()
    return None


def _denied(goals: list[Goal], what: str) -> list[Goal]:
    """Return the fact that several facts do not all hold."""
    if len(goals) == 1:
        return [goals[0].denied()]
    if any(goal.negated for goal in goals):
        raise refused(f"not {show(what)}: it denies what is denied already", "Ask for one thing at a time")
    return [goals[0]._replace(negated=True, others=tuple(goals[1:]))]
