"""Cards: their printed values, from Scryfall's shape or from the effect form.

The classes are compared by identity: a card is read once. (They are plain dataclasses because making frozen ones
takes longer at start-up than all else in this module.)
"""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from facts.cards.mana import symbol_colors, symbols
from facts.effects import Entering
from facts.effects.form import Ability as AbilityForm
from facts.effects.form import Effect
from facts.runtime import CARDS, pattern
from facts.words import (
    BASIC_LAND_TYPES,
    COLORS,
    COUNTED,
    HOST_NOUNS,
    HOST_PHRASES,
    KEPT_NOUNS,
    OF_SPELLS,
    PERMANENT_TYPES,
    SUPERTYPES,
    TRIGGERED,
    TypeLine,
    is_activated,
    keyword_of,
    read_type_line,
)

if TYPE_CHECKING:
    from facts.cards.rules_text import Compiled

DOUBLE_FACED = ("transform", "modal_dfc", "meld")
TWO_FACED = ("transform", "modal_dfc", "double_faced_token", "reversible_card")
_SIDES = {
    "split": ("left", "right"),
    "room": ("left", "right"),
    "adventure": ("front", "adventure"),
    "omen": ("front", "adventure"),
    "prepare": ("front", "adventure"),
    "flip": ("front", "flipped"),
}
_COSTED = pattern(r"^(?:[^\"“:]{1,30} — )?[^\"“.:]+: ")
_LOYALTY = pattern(r"^\[?(?:[+\u2212-]?\d+|[+\u2212-]X)\]?: ")
_TRIGGERED = pattern(r"^(?:[^\"“:]{1,60}? — )?(?:When|Whenever|At) |^[IVX]+(?:, [IVX]+)* [—-] ")
_ADDS_MANA = pattern(
    r"^[^\"“:]*: add\b|\badds? (?:\w+ ){0,4}?(?:\{|mana\b)|\badds? (?:an amount|as much|that much)\b", re.IGNORECASE
)
_A_TARGET = pattern(r"\btarget\b", re.IGNORECASE)
_FOR_MANA = pattern(r"^(?:[^\"“:]{1,60}? — )?Whenever [^.]*?\btap(?:s|ped)?\b[^.]*? for mana\b")
_NOT_ITS_OWN = pattern(r"[\"“][^\"”]*[\"”]|\([^)]*\)|(?<=[.] )When(?:ever)? [^.]*")
"""Words that say nothing about what an ability itself does, and whose targets are not its own."""
_NUMBER = pattern(r"[+-]?[0-9]+")
_SORTED = json.JSONEncoder(sort_keys=True)


@dataclass(frozen=True, eq=False, repr=False)
class Ability:
    """One ability as printed.

    Attributes:
        given: Its given text without reminder text; None if the form is to be rendered.
        kind: ``static``, ``activated``, ``triggered``, ``loyalty``, ``spell``, ``as_enters`` or ``plain`` (not
            modelled).
        keyword: The keyword it is, if any.
        form: The ability in the effect form; None where it is a plain text.
        effects: Its effects in the effect form.
        attached_phrase: The words in its text for the host of its object: ``enchanted creature``.
        noun: A card type of its object, for "it's still a land".
        unread: The sentences of rules text that were not understood and could give a characteristic. None where
            there was no rules text to read.
        lines: The paragraphs of rules text that it is made of, where these are several.
        entering: What it says of counters with which something enters; None where that was not read.
    """

    given: str | None
    kind: str
    keyword: str | None
    form: AbilityForm | None
    effects: tuple[Effect, ...]
    attached_phrase: str = ""
    unread: tuple[str, ...] | None = None
    lines: tuple[str, ...] = ()
    noun: str = ""
    entering: Entering | None = None

    @cached_property
    def text(self) -> str:
        """Its text without reminder text."""
        if self.given is not None:
            return self.given
        from facts.oracle.say import ability_sentence

        host = self.attached_phrase or "the attached object"
        return ability_sentence(self.form or AbilityForm(), attached_phrase=host, noun=self.noun)

    @cached_property
    def changes_texts(self) -> bool:
        """True if it changes words in the texts of objects as long as its own object has it (613.1c)."""
        return any(effect.change_words_to is not None for effect in self.effects)

    @cached_property
    def modelled(self) -> bool:
        """True if its effects cover all that its text says about characteristics."""
        if self.unread is not None:
            return not self.unread
        return self.form is not None or self.keyword is not None or _touches_nothing(self.text)

    @cached_property
    def not_modelled(self) -> tuple[str, ...]:
        """The sentences that could change characteristics and are not modelled."""
        return () if self.modelled else self.unread or (self.text,)

    @cached_property
    def activated(self) -> bool:
        """True if it is an activated ability: "[Cost]: [Effect]" (602.1). Loyalty abilities are activated (606.1)."""
        if self.form is not None and self.kind != "plain":
            return self.kind in ("activated", "loyalty")
        if self.keyword is not None:
            return is_activated(self.keyword)
        return self.given is not None and bool(_COSTED.match(self.given))

    @cached_property
    def is_loyalty(self) -> bool:
        """True if its cost makes it a loyalty ability (606.1)."""
        return self.kind == "loyalty" or (self.given is not None and bool(_LOYALTY.match(self.given)))

    @cached_property
    def is_triggered(self) -> bool:
        """True if its first word, or its keyword, makes it a triggered ability (603.1)."""
        return (
            self.keyword in TRIGGERED
            or self.kind == "triggered"
            or (self.given is not None and bool(_TRIGGERED.match(self.given)))
        )

    @property
    def makes_token(self) -> bool:
        """True if it creates a token, and its effects describe that token."""
        return self.form is not None and bool(self.form.makes_token)

    @property
    def chooses(self) -> tuple[str, ...]:
        """The choices that it asks for."""
        asked = None if self.form is None else self.form.chooses
        return asked if isinstance(asked, tuple) else () if asked is None else (asked,)

    @cached_property
    def adds_mana(self) -> bool:
        """True if its own words add mana."""
        return self.given is not None and _ADDS_MANA.search(_NOT_ITS_OWN.sub(" ", self.given)) is not None

    @property
    def has_own_target(self) -> bool:
        """True if its own words have a target."""
        return self.given is not None and _A_TARGET.search(_NOT_ITS_OWN.sub(" ", self.given)) is not None

    @property
    def triggers_for_mana(self) -> bool:
        """True if it says that it triggers as something is tapped for mana."""
        return self.given is not None and _FOR_MANA.match(self.given) is not None


@dataclass(frozen=True, eq=False, repr=False)
class Face:
    """One face of a card.

    Attributes:
        side: ``front``, ``back``, ``left``, ``right``, ``adventure`` or ``flipped``.
        name: Its name.
        mana_cost: As printed, empty where there is none.
        type_line: Its type line.
        power: As printed, or None.
        toughness: As printed, or None.
        loyalty: As printed, or None.
        defense: As printed, or None.
        indicator: Letters of the color indicator.
        abilities: In printed order.
    """

    side: str
    name: str
    mana_cost: str
    type_line: TypeLine
    power: str | None
    toughness: str | None
    loyalty: str | None
    defense: str | None
    indicator: tuple[str, ...]
    abilities: tuple[Ability, ...]

    @property
    def is_instant_or_sorcery(self) -> bool:
        """True if its type line says that it is an instant or sorcery (304, 307)."""
        return not OF_SPELLS.isdisjoint(self.type_line.types)

    @property
    def brings_counters(self) -> bool:
        """True if objects of its types enter with counters of their own: loyalty, defense or lore."""
        return not COUNTED.isdisjoint((*self.type_line.types, *self.type_line.subtypes))


@dataclass(frozen=True, eq=False, repr=False)
class Card:
    """A card, or the description of a token.

    Attributes:
        name: Its name; of a double-faced card both, with `` // `` between.
        layout: As Scryfall calls it.
        faces: Its faces, front first.
        melds_from: The cards that meld into it.
        built_in: Whether it is of the built-in library.
    """

    name: str
    layout: str
    faces: tuple[Face, ...]
    melds_from: tuple[str, ...] = ()
    built_in: bool = False

    def face(self, side: str) -> Face | None:
        """Return a face.

        Args:
            side: ``front``, ``back``, ...

        Returns:
            The face, or None.
        """
        for face in self.faces:
            if face.side == side:
                return face
        return None


def described_card(data: Mapping[str, Any]) -> Card:
    """Return the card that a board describes. All boards with the same description share it, and its text is read once.

    Args:
        data: Scryfall's shape or the effect form; the schema accepts it.

    Returns:
        The card.
    """
    with CARDS:
        return _written(repr(data))


@lru_cache(maxsize=4096)
def _written(data: str) -> Card:
    """Return the card of a description as `repr` writes it: faster than JSON, but with keys in any order."""
    return _described(_SORTED.encode(literal_eval(data)))


@lru_cache(maxsize=4096)
def _described(data: str) -> Card:
    return read_card(json.loads(data))


def read_card(
    data: Mapping[str, Any], *, built_in: bool = False, compiled: Sequence[Sequence[Compiled]] | None = None
) -> Card:
    """Read a card that the schema accepts.

    Args:
        data: Scryfall's shape or the effect form.
        built_in: Whether it is of the built-in library.
        compiled: Its rules text, face by face, where that was compiled before (`facts.cards.rules_text.compile_card`).

    Returns:
        The card.
    """
    layout = str(data.get("layout") or "normal")
    parts = data.get("card_faces") or []
    melds = tuple(data.get("melds_from") or ())
    if not parts or layout == "meld":
        face = _read_face(data, {}, "front", compiled[0] if compiled else None)
        return Card(face.name, layout, (face,), melds, built_in)
    if layout in ("normal", "token"):
        layout = "transform"
    if layout in TWO_FACED:
        sides: tuple[str, ...] = ("front", "back")
    else:
        sides = _SIDES.get(layout, tuple(["front", "back", "third", "fourth"][: len(parts)]))
    faces = tuple(
        _read_face(part, data, side, compiled[at] if compiled else None)
        for at, (part, side) in enumerate(zip(parts, sides, strict=False))
    )
    name = str(data.get("name") or " // ".join(face.name for face in faces))
    return Card(name, layout, faces, melds, built_in)


def _read_face(
    data: Mapping[str, Any], card: Mapping[str, Any], side: str, compiled: Sequence[Compiled] | None
) -> Face:
    cost = str(data.get("mana_cost") or "")
    abilities = tuple(_abilities(data, card, compiled))
    return Face(
        side,
        str(data.get("name") or ""),
        cost,
        read_type_line(str(data.get("type_line") or card.get("type_line") or "")),
        _text(data.get("power")),
        _text(data.get("toughness")),
        _text(data.get("loyalty")),
        _text(data.get("defense")),
        _indicator(data, cost, abilities),
        abilities,
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _indicator(data: Mapping[str, Any], cost: str, abilities: Sequence[Ability]) -> tuple[str, ...]:
    """Return the colors that the mana cost does not give: of a color indicator, or of a token.

    Card data may name as a card's colors those that its own ability defines (604.3). These are not printed.
    """
    given = data.get("color_indicator")
    if given is None and any(
        effect.set_colors and effect.affects == "this"
        for one in abilities
        for effect in one.effects
        if one.kind == "static" and effect.if_ is None
    ):
        given = ()
    if given is None:
        by_cost = {color for symbol in symbols(cost) for color in symbol_colors(symbol)}
        given = [color for color in map(letter, data.get("colors") or ()) if color not in by_cost]
    return tuple(color for color in "WUBRG" if color in set(map(letter, given)))


def letter(color: str) -> str:
    """Return the letter of a color.

    Args:
        color: A letter or a word.
    """
    return COLORS.get(color.lower(), color.upper())


def _abilities(
    data: Mapping[str, Any], card: Mapping[str, Any], compiled: Sequence[Compiled] | None
) -> Iterator[Ability]:
    if "abilities" in data:
        phrase = _attached_phrase(data)
        types = [word for word in str(data.get("type_line") or "").lower().split() if word in KEPT_NOUNS]
        noun = types[-1] if types else ""
        yield from (read_ability(ability, phrase, noun) for ability in data["abilities"] or ())
        return
    text = data.get("oracle_text") or "\n".join(data.get("keywords") or ())  # data without a text may list keywords
    if compiled is None and text:
        from facts.cards.rules_text import compile_face

        compiled = compile_face({**data, "oracle_text": text}, card)
    for entry in compiled or ():
        form, unread = entry.get("form"), tuple(entry.get("unread") or ())
        if form is None:
            text = entry["text"]
            ability = Ability(text, "plain", keyword_of(text), None, (), unread=unread)
        else:
            ability = read_ability(AbilityForm.from_data(form).changed(text=entry["text"]))
            ability = replace(ability, keyword=None, unread=unread, lines=tuple(entry.get("lines") or ()))
        yield replace(ability, entering=Entering.from_data(entry["entering"])) if "entering" in entry else ability


def _attached_phrase(data: Mapping[str, Any]) -> str:
    """Return the words of an Aura, Equipment or Fortification for its host (301.5a, 301.6, 303.4b, 702.103).

    An Aura that can enchant objects of several kinds says "enchanted permanent".
    """
    for ability in data["abilities"] or ():
        if isinstance(ability, str) and ability.lower().startswith("bestow "):
            return "enchanted creature"
        if isinstance(ability, str) and (match := _ENCHANT.match(ability)):
            kinds = [word for word in match[1].lower().split() if word in HOST_NOUNS]
            several = "," in match[1] or " or " in match[1] or not kinds
            return f"enchanted {'permanent' if several else kinds[-1]}"
    words = str(data.get("type_line") or "")
    return next((phrase for subtype, phrase in HOST_PHRASES.items() if subtype in words), "")


_ENCHANT = pattern(r"enchant ((?:(?! you | an opponent | with ).)+)", re.IGNORECASE)


def read_ability(form: str | AbilityForm | Mapping[str, Any], attached_phrase: str = "", noun: str = "") -> Ability:
    """Read one ability.

    Args:
        form: A text, or the effect form: typed, or plain data that the schema accepts.
        attached_phrase: The words for its text to use for the host of its object.
        noun: The card type for its text to use in "it's still a land".

    Returns:
        The ability.
    """
    if isinstance(form, str):
        return Ability(form, "plain", keyword_of(form), None, ())
    typed = form if isinstance(form, AbilityForm) else AbilityForm.from_data(form)
    effects: tuple[Effect, ...] | None = typed.effects
    if effects is None:
        effects = (typed,) if typed.does_something else ()
    keyword = keyword_of(typed.text) if typed.text is not None else None
    return Ability(typed.text, typed.kind or "static", keyword, typed, effects, attached_phrase, noun=noun)


def printed_number(text: str | None) -> int | None:
    """Return the number of a printed power or toughness; an ability defines the value of a ``*``.

    Args:
        text: Like ``3``, ``*``, ``1+*``, or None.

    Returns:
        The number, with 0 for the star, or None.
    """
    if text is None:
        return None
    if text.lstrip("+-").startswith("."):
        return 0  # a half: the rules count in whole numbers (107.1)
    digits = _NUMBER.search(text.replace("*", "").rstrip("+-"))
    return int(digits[0]) if digits else 0


def _touches_nothing(text: str) -> bool:
    """Tell whether a text that is not modelled cannot change characteristics."""
    if ":" in text and re.search(r": add\b", text, re.IGNORECASE):
        return True
    return _suspect().search(text) is None


@cache
def _suspect() -> re.Pattern[str]:
    """Return the pattern of words that may change characteristics, made when it is first asked for."""
    nouns = "|".join((*map(str.lower, PERMANENT_TYPES), *BASIC_LAND_TYPES))
    words = "|".join((*COLORS, *SUPERTYPES))
    return re.compile(_SUSPECT.replace("NOUN", nouns).replace("WORD", words), re.IGNORECASE)


_SUSPECT = (
    r"\b(?:becomes? (?!tapped|untapped|blocked|the target|monstrous|attached|unattached|renowned|day|night|the monarch)"
    r"|(?:is|are|'s) (?:an? |the )?(?:[\w/*+-]+ )*(?:(?:NOUN)s?|"
    r"color(?:s|less)?|type|types|WORD)\b"
    r"|in addition to|loses? all|loses? (?!\d|life|that much|half|x life|the game|unspent)|copy of|still an?\b"
    r"|(?:have|has) base|base power|(?:gets?|get) [+-]|switch|every (?:NOUN|WORD) type|isn't an?\b|aren't)"
)
