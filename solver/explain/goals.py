"""What is asked about: a fact in the vocabulary (``type(x,"Land")``) or in words (``x is a land``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from facts.board import Board
from facts.errors import InputError, show
from facts.names import did_you_mean, slug
from facts.subtypes import CARD_TYPES, COLORS, SUPERTYPES, sets_by_word
from facts.term import quoted
from solver.answer import Answer, ObjectAnswer
from solver.explain import words
from solver.explain.speech import article, zone_phrase

_ARGUMENT = r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^,()\"]+"
_IN_VOCABULARY = re.compile(
    rf"\s*(?P<not>not\s+)?(?P<predicate>\w+)\(\s*(?P<who>{_ARGUMENT})\s*(?:,\s*(?P<what>{_ARGUMENT})\s*)?\)\s*"
)
_BEGINS_SO = re.compile(r"\s*(?:not\s+)?\w+\(")
_IN_WORDS = re.compile(
    r"^(?P<who>.+?)(?: (?P<is>is|are)| (?P<has>has|have)|(?P<isnt> isn't| aren't)"
    r"|(?P<lacks> lacks| doesn't have| does not have))"
    r"(?P<not> not| no longer| no)?(?P<article> (?:an?|the))? (?P<what>.+?)\.?$",
    re.IGNORECASE,
)
_IN_CONTROL = re.compile(
    r"^(?P<player>.+?) (?:controls?|(?P<not>doesn't control|does not control|don't control)) (?P<who>.+?)\.?$",
    re.IGNORECASE,
)
_CONTROLLED = re.compile(r"^(?:controlled by|under the control of) (?P<player>.+)$", re.IGNORECASE)
_EVERY = re.compile(r"^every (?P<set>.+) type$", re.IGNORECASE)
_FACE_UP = re.compile(r"^(?:its )?(?P<face>\w+) face up$", re.IGNORECASE)
_NAMED = re.compile(r"^(?:named|(?:the )?name) (?P<name>.+)$", re.IGNORECASE)
_SIZE = re.compile(r"^(\d+|-\d+)/(\d+|-\d+)$")
_NUMBER = re.compile(r"^(?:base )?(power|toughness|mana value) (-?\d+)$|^(-?\d+) (power|toughness|mana value)$")
_NUMBERED = re.compile(r"^(?:base )?(power|toughness|mana value)\b", re.IGNORECASE)
_MOST = 1_000_000
"""Numbers on boards are not beyond this."""

PREDICATES = (
    "type", "subtype", "supertype", "color", "every", "keyword", "ability", "power", "toughness", "mana_value", "name",
    "property", "controller", "zone", "face", "token", "copied",
)  # fmt: skip
"""The predicates of the vocabulary that a proof may be asked for."""
_UNARY = ("token", "copied")
_NUMERIC = ("power", "toughness", "mana_value")


class Goal(NamedTuple):
    """A fact about one object.

    Attributes:
        predicate: One of `PREDICATES`.
        label: The object's label.
        value: Of what: a word as printed, a number; empty for ``token`` and ``copied``.
        negated: Whether the opposite is asked.
    """

    predicate: str
    label: str
    value: str | int = ""
    negated: bool = False

    @property
    def written(self) -> str:
        """The fact in the vocabulary."""
        value = self.value if isinstance(self.value, int) else quoted(self.value)
        inside = quoted(self.label) if self.predicate in _UNARY else f"{quoted(self.label)},{value}"
        return f"{'not ' if self.negated else ''}{self.predicate}({inside})"

    def said(self, names: Mapping[str, str]) -> str:
        """Return the fact in words.

        Args:
            names: What to call each object, by label.
        """
        pattern = words.GOALS[self.predicate][self.negated]
        value = str(self.value).replace("_", " ")
        if self.predicate == "color":
            value = words.COLORS.get(value, value)
        elif self.predicate in ("type", "supertype"):
            value = value.lower()
        elif self.predicate == "zone":
            value = zone_phrase(value)
        elif self.predicate == "face" and value == "down":
            pattern = words.FACE_DOWN[self.negated]
        elif self.predicate == "property":
            pattern, value = words.PROPERTIES.get(value, words.PROPERTY)[self.negated], value
        elif self.predicate == "controller":
            pattern = words.YOU_CONTROL[self.negated] if value == "you" else pattern
            value = words.OBJECTIVE.get(value, value)
        return pattern.format(object=names.get(self.label, self.label), value=value, article=article(value))

    def holds(self, answer: Answer) -> bool:
        """Tell whether an answer says so.

        Args:
            answer: The answer.
        """
        one = answer.objects.get(self.label)
        return one is not None and (_says(one, self.predicate, self.value) != self.negated)


def _says(one: ObjectAnswer, predicate: str, value: str | int) -> bool:
    """Tell whether an object is so."""
    if predicate == "keyword":
        return any(ability.keyword == value for ability in one.abilities)
    if predicate == "ability":
        return any(str(value).lower() in ability.text.lower() for ability in one.abilities)
    several = {
        "type": one.types, "subtype": one.subtypes, "supertype": one.supertypes, "color": one.colors,
        "every": one.every, "property": one.properties,
    }  # fmt: skip
    if predicate in several:
        return value in several[predicate] or (predicate == "color" and value == "colorless" and not one.colors)
    if predicate in _UNARY:
        return bool(getattr(one, predicate))
    return bool(getattr(one, predicate) == value)


def read_goal(text: str, board: Board, answer: Answer) -> list[Goal]:
    """Read what is asked about.

    Args:
        text: A fact in the vocabulary or in words.
        board: The board.
        answer: Its answer.

    Returns:
        The facts, all of which are asked: ``x is 4/4`` is two.

    Raises:
        InputError: It is no such fact, or names something that is not there.
    """
    if _BEGINS_SO.match(text):
        return list(_conjunction(text, board, answer))
    text = text.strip()
    control = _IN_CONTROL.match(text)
    player = None if control is None else _player(control["player"], board)
    if control is not None and player is not None:
        return [Goal("controller", _label(control["who"], board, answer), player, bool(control["not"]))]
    words = _IN_WORDS.match(text)
    if words is None:
        raise _no_fact(text)
    label = _label(words["who"], board, answer)
    negated = any(words[key] for key in ("isnt", "lacks", "not"))
    found = _in_words(words["what"].strip(), label, words, board, answer)
    return [goal._replace(negated=negated) for goal in found]


def _no_fact(text: str) -> InputError:
    hint = 'Say it like: "dryad_arbor is a Mountain", "x has flying", or type(dryad_arbor,"Land")'
    return InputError(f"{show(text)} is no fact", hint, source="<fact>")


def _conjunction(text: str, board: Board, answer: Answer) -> Iterator[Goal]:
    """Read facts of the vocabulary, with commas between them."""
    at = 0
    while True:
        found = _IN_VOCABULARY.match(text, at)
        if found is None:
            raise _no_fact(text)
        yield _in_vocabulary(found, board, answer)
        at = found.end()
        if text[at:].strip() in ("", "."):
            return
        if text[at] != ",":
            raise _no_fact(text)
        at += 1


def _in_vocabulary(found: re.Match[str], board: Board, answer: Answer) -> Goal:
    predicate, what = found["predicate"], found["what"]
    if predicate not in PREDICATES:
        hint = did_you_mean(predicate, PREDICATES) or f"There are {', '.join(PREDICATES)}"
        raise InputError(f"{show(predicate)} is no predicate that can be asked about", hint, source="<fact>")
    label, negated = _label(found["who"], board, answer), bool(found["not"])
    if (predicate in _UNARY) != (what is None):
        example = f"{predicate}({label})" if predicate in _UNARY else f'{predicate}({label},"...")'
        raise InputError(f"{show(found[0].strip())} is no fact", f"Write {example}", source="<fact>")
    if what is None:
        return Goal(predicate, label, negated=negated)
    if predicate in _NUMERIC:
        if not re.fullmatch(r"-?\d+", what.strip()):
            raise InputError(f"{show(what)} is no number", f"Write {predicate}({label},3)", source="<fact>")
        return Goal(predicate, label, _number(what), negated)
    return Goal(predicate, label, _word(predicate, _unquoted(what.strip()), board, answer), negated)


def _number(text: str) -> int:
    number = int(text)
    if abs(number) > _MOST:
        raise InputError(f"{show(text)} is too large a number", "Numbers go to a million", source="<fact>")
    return number


def _unquoted(text: str) -> str:
    if len(text) < 2 or text[0] != text[-1] or text[0] not in "\"'":
        return text
    if text[0] == "'":
        return text[1:-1]
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text[1:-1])


def _label(who: str, board: Board, answer: Answer) -> str:
    """Return the label of an object: its label, or its name where only one has it."""
    given = who.strip()
    for label in (given, _unquoted(given), slug(_unquoted(given))):
        if label in answer.objects:
            return label
    who = _unquoted(given)
    named = [label for label, one in answer.objects.items() if one.name and slug(one.name) == slug(who)]
    if len(named) == 1:
        return named[0]
    if named:
        raise InputError(f"{show(who)} could be {', '.join(named)}", "Name it by its label", source="<fact>")
    gone = departure(who, board)
    if gone is not None:
        raise InputError(gone, "Ask about what is there", source="<fact>")
    hint = did_you_mean(who, answer.objects) or f"There are: {', '.join(list(answer.objects)[:8])}"
    raise InputError(f"{show(who)}: no such object", hint, source="<fact>")


def departure(who: str, board: Board) -> str | None:
    """Say that an object has left, if it has.

    Args:
        who: Its label.
        board: The board.
    """
    for label in (who, slug(who)):
        thing = board.timeline.things.get(label)
        if thing is not None and thing.left is not None:
            return f"{show(label)} has left in step {thing.left}"
    return None


def _player(who: str, board: Board) -> str | None:
    """Return a player by name."""
    who = _unquoted(who.strip()).lower()
    return next((one for one in board.players if who in (one.lower(), words.OBJECTIVE.get(one, one))), None)


def _word(predicate: str, word: str, board: Board, answer: Answer) -> str:
    """Return a word as the vocabulary spells it."""
    known = _known(board, answer).get(predicate)
    if known is None:
        return word
    found = known.get(word.lower())
    if found is None:
        spelled = list(dict.fromkeys(known.values()))
        hint = did_you_mean(word, spelled)
        if not hint and len(spelled) <= _FEW:
            hint = f"There are {', '.join(spelled)}"
        raise InputError(f"{show(word)} is no {_NOUNS.get(predicate, predicate)}", hint, source="<fact>")
    return found


_NOUNS = {"type": "card type", "every": "set of subtypes", "face": "face that could be up", "controller": "player"}
_FEW = 20
"""So many words are listed where none is near."""


def _known(board: Board, answer: Answer) -> Mapping[str, Mapping[str, str]]:
    """Return the words that each predicate knows, by how they may be written."""
    from facts.keywords import keyword_names

    there = answer.objects.values()
    printed = {word for one in there for word in one.subtypes}
    keywords = {*keyword_names(), *(ability.keyword for one in there for ability in one.abilities if ability.keyword)}
    colors = {**COLORS, **{letter.lower(): letter for letter in COLORS.values()}}
    sets = {name: name for name in _SETS}
    return {
        "type": _by_small(CARD_TYPES),
        "supertype": _by_small(SUPERTYPES),
        "subtype": _by_small((*sets_by_word(), *printed)),
        "color": {**colors, "colorless": "colorless"},
        "every": {**sets, **{name.replace("_", " "): name for name in sets}},
        "keyword": _by_small(sorted(keywords)),
        "property": _by_small(words.PROPERTIES),
        "controller": _by_small(board.players),
        "zone": _by_small([zone for zone in words.ZONES if zone != words.GONE]),
        "face": _by_small(FACES),
    }


def _by_small(known: Iterable[str]) -> dict[str, str]:
    return {word.lower(): word for word in known}


_SETS = ("artifact", "creature", "enchantment", "land", "nonbasic_land", "planeswalker", "spell")
FACES = ("front", "back", "left", "right", "adventure", "flipped", "down")
"""The faces that an object may have up."""


def _in_words(what: str, label: str, words_found: re.Match[str], board: Board, answer: Answer) -> Iterable[Goal]:
    """Return the facts that words after "is" or "has" say."""
    plain = _unquoted(what)
    every = _EVERY.match(plain)
    if every is not None:
        return [Goal("every", label, _word("every", every["set"], board, answer))]
    named = _NAMED.match(plain)
    if named is not None:
        return [Goal("name", label, _unquoted(named["name"]))]
    if words_found["has"] or words_found["lacks"]:
        return [_had(what, plain, label, board, answer)]
    return _been(plain, label, board, answer)


def _had(what: str, plain: str, label: str, board: Board, answer: Answer) -> Goal:
    """Return the fact that words after "has" say."""
    from facts.keywords import keyword_names, keyword_of

    number = _NUMBER.match(plain.lower())
    if number is not None:
        kind = (number[1] or number[4]).replace(" ", "_")
        return Goal(kind, label, _number(number[2] or number[3]))
    face = _FACE_UP.match(plain)
    if face is not None:
        return Goal("face", label, _word("face", face["face"], board, answer))
    keyword = keyword_of(plain)
    if keyword == plain.lower():
        return Goal("keyword", label, keyword)
    texts = [ability.text.lower() for one in answer.objects.values() for ability in one.abilities]
    if plain == what and not any(plain.lower() in text for text in texts):
        # What is not in quotes and stands in no text is more likely a slip than a piece of a text.
        if _NUMBERED.match(plain):
            raise InputError(f"{show(plain)} is no number of that kind", "Say it like: has power 3", source="<fact>")
        hint = did_you_mean(plain, keyword_names()) or "A piece of an ability's text goes in quotes"
        raise InputError(f"{show(plain)} is no keyword, and no ability reads so", hint, source="<fact>")
    if plain.lower() in ("ability", "abilities"):
        raise InputError(f"{show(plain)}: which ones?", "Ask for a keyword or a piece of a text", source="<fact>")
    return Goal("ability", label, plain)


def _been(plain: str, label: str, board: Board, answer: Answer) -> Iterable[Goal]:
    """Return the facts that words after "is" say."""
    small = plain.lower()
    size = _SIZE.match(plain)
    if size is not None:
        return [Goal("power", label, _number(size[1])), Goal("toughness", label, _number(size[2]))]
    if small in ("token", "copy"):
        return [Goal("token" if small == "token" else "copied", label)]
    if small in ("face down", "face-down"):
        return [Goal("face", label, "down")]
    for zone, phrase in words.ZONES.items():
        if zone != words.GONE and small in (phrase, phrase.replace("the ", "a "), words.ZONE.format(zone=zone)):
            return [Goal("zone", label, zone)]
    controlled = _CONTROLLED.match(plain)
    if controlled is not None:
        return [Goal("controller", label, _word("controller", _unquoted(controlled["player"]), board, answer))]
    for value, (said, _) in words.PROPERTIES.items():
        if small in (value, said.removeprefix("{object} is ").removeprefix("a ").removeprefix("an ")):
            return [Goal("property", label, value)]
    return [_one_word(word, label, board, answer) for word in _parts(plain, board, answer)]


def _parts(text: str, board: Board, answer: Answer) -> list[str]:
    """Split a type line: ``Land Creature — Mountain Dryad``; a type of two words is one."""
    known = _known(board, answer)
    if any(text.lower() in known[kind] for kind in ("type", "supertype", "subtype", "color")):
        return [text]
    return [word for word in re.split(r"[\s—-]+", text) if word]


def _one_word(word: str, label: str, board: Board, answer: Answer) -> Goal:
    known = _known(board, answer)
    for predicate in ("type", "supertype", "color", "subtype"):
        for spelled in (word.lower(), word.lower().removesuffix("s")):
            if spelled in known[predicate]:
                return Goal(predicate, label, known[predicate][spelled])
    hint = did_you_mean(
        word, [value for kind in ("type", "supertype", "subtype", "color") for value in known[kind].values()]
    )
    raise InputError(f"{show(word)} is no type, subtype, supertype or color", hint, source="<fact>")
