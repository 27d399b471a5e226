"""The effects of one ability: its sentences together, with pronouns, choices and X resolved."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from facts.cards.keywords import keyword_of
from facts.cards.subtypes import sets_by_word
from facts.effects.filter_facts import listed
from facts.oracle.lexicon import NUMBERS
from facts.oracle.read.amounts import with_x
from facts.oracle.read.antecedents import EVENT, TWO, all_of, condition_of, target_who, trigger_who
from facts.oracle.read.clauses import Clause, clauses, happened, lasting_of
from facts.oracle.read.conditions import IT
from facts.oracle.read.effect_forms import (
    attached_to,
    besides,
    by_condition,
    conditional,
    copied,
    defines,
    inverted,
    is_named,
    mentions_x,
    names_keyword,
    of_its_controller,
    on_each,
    others_than_host,
    sole,
    speaks_of_what_is_on,
    unnumbered,
    with_keyword,
    with_what_x_is,
    without_that_player,
)
from facts.oracle.read.noun_phrases import none_of, one_or_list, put
from facts.oracle.read.parts import Form, NotRead, Said, Who
from facts.oracle.read.relevance import relevant, suspicious
from facts.oracle.read.sentences import merge, parse
from facts.oracle.read.told_conditions import told, told_as
from facts.oracle.read.verb_phrases import check_losses
from facts.oracle.read.work_limit import used_up

RESOLVING = frozenset(("spell", "activated", "triggered", "loyalty"))
"""Kinds of abilities whose effects come of resolving."""


_IT = frozenset(
    ("it", "he", "she", "each of those creatures", "both creatures", "they", "them", "both", "each of them")
)
_ALL_OF_THEM = frozenset(
    (
        "they",
        "them",
        "both",
        "both creatures",
        "those creatures",
        "those permanents",
        "those artifacts",
        "those enchantments",
        "those lands",
        "those planeswalkers",
        "those tokens",
        "each of them",
        "each of those creatures",
    )
)
_MANY = frozenset(("each of those creatures", "both creatures", "them", "both", "each of them"))
_BETWEEN_TARGETS = re.compile(r"(?:,| and|, and) (?=(?:another |other |up to one (?:other )?)?target\b)", re.IGNORECASE)
_THE_ONE = re.compile(r"(?:that|the|the chosen) (creature|land|artifact|enchantment|planeswalker)", re.IGNORECASE)
_TARGET = re.compile(
    r"\b(?:(?:another|other|up to (?:one|two|three|four|X)(?: other)?|any number of|one or two|two|three|X) )?target\b",
    re.IGNORECASE,
)
_A_TARGET = re.compile(r"\btarget\b", re.IGNORECASE)
_MENTION = re.compile(r"(?<![\w])~(?![\w])")
_NEW = re.compile(
    r"\b(?:create|return|onto the battlefield|exile|choose|sacrifice|reveal|manifest|cloak|amass|put|each|all|cast|"
    r"attach|(?:creature|artifact|enchantment|land|planeswalker|permanent) spell|creature|"
    r"(?:from|on) an? (?:artifact|enchantment|land|planeswalker|permanent))\b",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"\b(?:it|them|they|that (?:creature|land|permanent|artifact|enchantment|planeswalker|token)|"
    r"those (?:creatures|lands|permanents|artifacts|enchantments|planeswalkers|tokens))\b",
    re.IGNORECASE,
)
_HOW_CAST = re.compile(
    r"^if (?:~ was (?:\w+(?: (?:from|using) [^,]*)?)|(?:a|another) [^,]* (?:died|left the battlefield) this turn|"
    r"[^,]* to (?:cast|activate) (?:~|this ability|that spell)|"
    r"the gift was promised|evidence was collected|you cast ~[^,]*|you (?:do|don't)|"
    r"~'?s? ?(?:'s )?\w+ cost was paid),? ?$",
    re.IGNORECASE,
)
"""A reference to the casting of a spell: no antecedent for a pronoun."""
_CARD_MOVED = re.compile(r"\b(?:exile|choose) an? (?:[\w-]+ )*card\b", re.IGNORECASE)
"""A card that is named anew: the pronoun after it, even in the same sentence, stands for it."""
_ATTACHED = re.compile(
    r"\b(?:enchanted|equipped|fortified) (?:creature|permanent|land|artifact|enchantment|planeswalker)\b(?! you)",
    re.IGNORECASE,
)
_RETURNED = re.compile(
    r"\b(?:return|put)s? (?!~ )[^.]*\b(?:to|onto) the battlefield\b",
    re.IGNORECASE,
)
_CHOSEN_BY_ANOTHER = re.compile(
    r"\bchooses? (?:an?|another|up to \w+) (?:other )?(?:[\w-]+ ){0,3}?"
    r"(?:creature|land|artifact|enchantment|permanent|planeswalker|token)s?\b(?! (?:type|card))",
    re.IGNORECASE,
)
"""One that is chosen, without being a target: the pronoun after it stands for that."""
_UNSURE = re.compile(
    r"^(?:if|when) [^.]*\bchoose an? (color|creature type|basic land type|land type|card type|player)\b", re.IGNORECASE
)
_AS_IT_ENTERS = re.compile(r"^As ~ (?:enters|is turned face up)\b")
_LANDWALKS = ("plainswalk", "islandwalk", "swampwalk", "mountainwalk", "forestwalk")
_OF_A_QUALITY = re.compile(r"(?:protection|hexproof)(?: from .*| from)?")
"""Keywords of which a filter can't say the quality: a creature with protection from red has no other protection."""
_UNTIL_FACE_DOWN = re.compile(r"\buntil [^,.]* is turned face down\b")
_INSTEAD = re.compile(r",? instead\b|\binstead,? ")
_REPLACES = re.compile(
    r"^(?:If (?P<before>(?:(?! would )[^,])+), (?:instead (?:you may )?put [^.]*|(?:you may )?put [^.]* instead)|"
    r"Put (?:(?! would )[^,.])* instead if (?P<after>[^,.]+))$"
)
_MORE_OF_THEM = re.compile(r"\bcreate \w+ tokens that are copies of (?:it|that \w+)$|\bamass\b", re.IGNORECASE)
"""The same again, in another number: what it is stays."""
_INSTEAD_AFTER = re.compile(r"(?<=, )instead,? ")
_PUT_ON_IT = re.compile(
    r"^(?:then )?(?:if you do, )?(?:you may )?(?:put [^.]*\bcounters? on ~|(?:un)?tap ~|"
    r"return ~ (?:from your graveyard )?to the battlefield(?: tapped)?(?: under (?:your|its owner's) control)?)$",
    re.IGNORECASE,
)
_THAT_ONES = re.compile(r"where X is that (?:creature|permanent|artifact|land|Vehicle)'s ")
_OF_A_CARD = frozenset(("that spell", "that card", "the exiled card"))
"""Cards that are not permanents. The board must supply X, as it does not show their power and mana value."""
_CASTS = re.compile(r"(?:[\w' -]+ — )?Whenever [^,.]*\bcasts?\b")
_TRIGGER = re.compile(r"(?:[\w' -]+ — )?(?:When|Whenever|At) [^,.]*,")
_ONE = re.compile(r"\b(?:creature|permanent|artifact|land|Vehicle|spell)s?\b")
_TOKEN = re.compile(r"\bcreates?\b", re.IGNORECASE)
INNER_TRIGGER = re.compile(r"(?:^|.*(?:, and|,) )((?:when(?:ever)?|as you) .*)")
"""A further trigger within what an ability does: "it" stands for what that one is about."""
_JUST_A_TOKEN = re.compile(
    r"^creates? (?:an?|two|three|four|five|six|X) [^.]*? tokens?\b(?!.*\b(?:then|and)\b)", re.IGNORECASE
)
"""A sentence that only creates tokens: the next pronoun stands for them."""


@dataclass
class Scene:
    """The context of the sentences of one ability.

    Attributes:
        kind: The kind of the ability.
        chosen: The choices that the card makes.
        grant: Reads a quoted ability: its number among the quotes, and whether it is given to the object itself.
        has_x: X is known from a cost.
        text: The text of the ability.
        printed: It is printed, not granted.
        antecedent: Whom "it" stands for.
        type_line: The type line of the card with the ability.
    """

    kind: str
    chosen: frozenset[str]
    grant: Callable[..., Any]
    has_x: bool = False
    text: str = ""
    printed: bool = True
    antecedent: Who | None = None
    type_line: str = ""


Outcome = Literal["read", "unread", "passed over"]
"""The result for a sentence. The reader passes over a sentence that cannot concern characteristics."""


@dataclass
class Body:
    """The effects of one ability, sentence by sentence.

    Attributes:
        scene: Their context.
        effects: The result of reading.
        chooses: The choice.
        unread: Sentences that were not read and could matter.
        works_in: Zones where it functions.
        cda: It is characteristic-defining.
        makes_token: It creates tokens that are copies.
        enters: It is about how the object enters.
    """

    scene: Scene
    effects: list[Form] = field(default_factory=list)
    chooses: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    works_in: list[str] = field(default_factory=list)
    cda: bool = False
    makes_token: bool = False
    enters: bool = False
    _ambiguous: bool = False
    _after_token: bool = False
    _on_token: bool = False
    _face_down: bool = False
    _may: bool = False
    _sometimes: bool = False
    _note_since: bool = False
    _unheeded: Form | None = None
    _entering: bool = False
    _one: bool = False
    _told: Form | None = None
    _replacing: bool = False
    _mode: int = 0
    _groups: int = 0
    _told_apart: dict[str, Who] = field(default_factory=dict)
    _many: bool = False
    _unsure: set[str] = field(default_factory=set)
    _hangs_on: Form | None = None
    _sentence: str = ""

    def hang_on_first(self, sentence: str) -> None:
        """Let all of a triggered ability hang on the condition that stands between its trigger and the rest (603.4).

        Args:
            sentence: The first sentence of what the ability does, which was read already.
        """
        if self.scene.kind != "triggered" or not sentence.lower().startswith("if ") or self.makes_token:
            return
        found = [effect.get("if") for effect in self.effects]
        condition = found[0] if found else condition_of(sentence[:1].upper() + sentence[1:])
        if not found and '"is"' in json.dumps(condition):
            condition = None  # a board seldom tells a status; that the ability resolved says that it was so
        self._hangs_on = condition if all(one == condition for one in found) else None

    def _hanging(self, effect: Form) -> Form:
        """Put an effect under the condition of all of its ability, too, where it has none of that kind itself."""
        own = effect.get("if") or {}
        if self._hangs_on is None or set(own) & set(self._hangs_on):
            return effect
        return {**effect, "if": {**self._hangs_on, **own}}

    def read(self, sentence: str) -> Outcome:
        """Read one sentence.

        Args:
            sentence: A normalised sentence.

        Returns:
            Its result.
        """
        self._sentence = sentence
        self._entering = self._entering or _AS_IT_ENTERS.match(sentence) is not None
        sometimes = _SOMETIMES_EXCEPT.search(sentence)
        if sometimes is not None:
            self.unread.append(sentence)
            return self.read(sentence[: sometimes.start()])
        if not relevant(sentence) and not sentence.lower().startswith(("choose", "as ~ enters", "you choose")):
            if not self._replaced(sentence):
                self.unread.append(sentence)
                return "unread"
            self._note(sentence)
            unsure = _UNSURE.match(sentence)
            if unsure is not None:
                self._unsure.add(unsure[1].lower().replace(" ", "_"))
            return "passed over"
        if self._after_token and sentence.lower().startswith(
            ("it has ", "they have ", "the token has ", "that token has ", "the tokens have ", "those tokens have ")
        ):
            return "passed over"
        if (
            self.effects
            and self.effects[-1].get("turn") == "face_down"
            and sentence.lower().startswith(("it's ", "they're "))
        ):
            listed = self._listed(sentence)
            if listed is not None and "face_down_values" not in self.effects[-1]:
                self.effects[-1]["face_down_values"] = listed
                return "read"
        if self._face_down and sentence.lower().startswith(("it's ", "they're ", "it is ", "they are ")):
            listed = self._listed(sentence)
            if listed is None:
                self.unread.append(sentence)  # what a face-down object is comes of its being turned, not of an effect
                return "unread"
            self.effects.append({"affects": "targets", "turn": "face_down", "face_down_values": listed})
            return "read"
        if sentence.lower().startswith("the same is true for") and not self.effects and not self.unread:
            return "passed over"  # of something that is no characteristic
        before = self._state()
        said = True
        try:
            if _SAME_FOR.match(sentence):
                self._same_for_keywords(_SAME_FOR.sub("", sentence))
            elif sentence.startswith("Otherwise, "):
                self._otherwise(sentence)
            elif not self._instead(sentence):
                said = self._clauses(sentence)
            did = len(self.effects) > len(before[0])
            self._may = self._may or "you may have" in sentence.lower() or (did and "you may " in sentence.lower())
        except NotRead:
            self._restore(before)
            matters = suspicious(sentence) or not self._replaced(sentence)
            if matters:
                self.unread.append(sentence)
            self._note(sentence)
            return "unread" if matters else "passed over"
        return "read" if said else "passed over"

    def _clauses(self, sentence: str) -> bool:
        """Read the clauses of a sentence; return whether any of them says something."""
        found = clauses(sentence) if not used_up() else None
        if found is None:
            raise NotRead("no sentence of the grammar")
        for clause in found:
            self._clause(clause)
        return any(clause.said is not None for clause in found)

    def _otherwise(self, sentence: str) -> None:
        """Read what happens where the condition of the sentence before does not hold."""
        key = "if" if self.scene.kind in RESOLVING else "as_long_as"
        if len(self.effects) == 1 and self._told is not None and "if" not in self.effects[0]:
            self.effects[0]["if"], self._sometimes = self._told, False
        condition = self._unheeded
        if condition is None and self.effects:
            condition = self.effects[-1].get(key)
        if condition is None and not self.effects and not self.unread and self.scene.kind in RESOLVING:
            self._clauses(sentence.removeprefix("Otherwise, "))
            return
        if condition is None or sum(condition == effect.get(key) for effect in self.effects) > 1:
            raise NotRead("otherwise than what?")
        self._unheeded = None
        count = len(self.effects)
        hangs_on, self._hangs_on = self._hangs_on, None
        self._clauses(sentence.removeprefix("Otherwise, "))
        self._hangs_on = hangs_on if condition != hangs_on else None  # it stood for its own sentence alone
        for effect in self.effects[count:]:
            if key in effect:
                raise NotRead("otherwise, and under a condition")
            effect[key] = inverted(condition)
        self.effects[count:] = [self._hanging(effect) for effect in self.effects[count:]]
        if len(self.effects) == count:
            raise NotRead("otherwise joins what is before")

    def _instead(self, sentence: str) -> bool:
        """Read what happens instead of the sentence before, under a condition that the effect form has."""
        if not _INSTEAD.search(sentence) or not self.effects or self._note_since:
            return False
        if (self.makes_token or self._one) and _MORE_OF_THEM.search(sentence):
            self._clauses(_INSTEAD.sub("", _INSTEAD_AFTER.sub("", sentence)))
            return True
        key = "if" if self.scene.kind in RESOLVING else "as_long_as"
        before = self.effects[-1]
        if key in before or "becomes_copy" in before or "mode" in before:
            return False
        kept, self.effects = self.effects, []
        self._replacing = True
        try:
            self._clauses(_INSTEAD.sub("", _INSTEAD_AFTER.sub("", sentence)))
            more = self.effects
        finally:
            self.effects, self._replacing = kept, False
        if len(more) != 1 or key not in more[0]:
            raise NotRead("instead of what?")
        if not set(before) <= set(more[0]):
            before = self._part_of(before, set(more[0]) - {key})
        if unnumbered(before["affects"]) != unnumbered(more[0]["affects"]) and "affected" in more[0][key]:
            raise NotRead("instead of what is done to another")
        before[key] = inverted(more[0][key])
        for one in (before, more[0]):
            one["affects"] = unnumbered(one["affects"])
        self.effects.append(more[0])
        return True

    def _part_of(self, before: Form, keys: set[str]) -> Form:
        """Take apart what was said before: "it becomes a 4/4 Beast", of which "it's 6/6 instead" replaces the size."""
        sizes = {"set_power", "set_toughness", "add_power", "add_toughness"}
        if not keys - {"affects"} or not keys - {"affects"} <= sizes or not keys <= set(before):
            raise NotRead("instead of what?")
        part = {name: before.pop(name) if name in sizes else before[name] for name in sorted(keys)}
        if "lasts" in before:
            part["lasts"] = before["lasts"]
        self.effects.append(part)
        return part

    def settle_groups(self) -> None:
        """Leave out which targets an effect means where all that the board names are those."""
        named = [effect["affects"] for effect in self.effects if is_named(effect)]
        numbers = sorted({affects.get("nth", 0) if isinstance(affects, dict) else 0 for affects in named} - {0})
        for affects in named:
            if isinstance(affects, dict) and "nth" in affects:
                number = affects.pop("nth")
                if len(numbers) > 1 and "mode" not in self.chooses:
                    affects["nth"] = numbers.index(number) + 1

    def _replaced(self, sentence: str) -> bool:
        """Let a sentence without effects that happens instead of the one before take its condition from it.

        "Put a +1/+1 counter on it instead if it's a Mount": what was said before is done only if it isn't.

        Returns:
            Whether that could be said, if anything had to be.
        """
        found = _REPLACES.match(sentence)
        if found is None or not self.effects or self._note_since:
            return True
        key = "if" if self.scene.kind in RESOLVING else "as_long_as"
        before = self.effects[-1]
        words = found["before"] or found["after"]
        affects = before["affects"]
        who = Who(affects) if affects in ("this", "attached") else Who("targets" if is_named(before) else "filter")
        try:
            condition, _ = self._condition(who, dict(parse(words, "condition")), True, who)
        except NotRead:
            condition = told(words) or (told_as(words) if happened(words) else {})
        if not condition or key in before or len(self.effects) > 1:
            return False
        before[key] = inverted(self._settled(condition))
        return True

    def _state(self) -> tuple[Any, ...]:
        return [dict(effect) for effect in self.effects], list(self.chooses), self.cda, self.makes_token, self.enters

    def _restore(self, state: tuple[Any, ...]) -> None:
        self.effects, self.chooses, self.cda, self.makes_token, self.enters = state

    # ------------------------------------------------------------------------------------------- clauses

    def _clause(self, clause: Clause) -> None:
        clause = self._with_known_x(clause)
        said = clause.said
        if said is None:
            if not _HOW_CAST.match(clause.text):
                self._note(clause.text)
        elif said.kind == "chooses" and (clause.condition is not None or clause.sometimes):
            self._unsure |= set(said.chooses)
        elif said.kind == "chooses":
            self._choose(said)
        elif said.kind == "still":
            if self.effects and _alike(self.effects[-1].get("set_subtypes", []), said.kept):
                raise NotRead("subtypes that it gets take the place of those that it still has")
            if self.effects and "set_types" in self.effects[-1]:
                self.effects[-1]["still"] = True
        elif said.kind == "same_for":
            self._same_for(said)
        elif said.kind == "enters_as_copy":
            self.enters = True
            self._do(clause, said)
        elif said.kind == "earthbends":
            self._earthbend()
        elif said.kind == "makes_copy":
            self._make_copy(clause, said)
        elif said.kind == "chooses_one":
            self._do_to_one(clause, said)
        else:
            self._do(clause, said)

    def _with_known_x(self, clause: Clause) -> Clause:
        """Let "if X is 5 or more" ask of the X that a cost says, which no board need tell."""
        asked = clause.told if clause.sometimes and clause.condition is None else clause.condition
        found = _HOW_MUCH_X.fullmatch(asked.get("told", "")) if asked is not None and len(asked) == 1 else None
        if found is None or not self.scene.has_x or self.scene.kind not in RESOLVING:
            return clause
        bound = {"more": "at_least", "greater": "at_least", "less": "at_most", "fewer": "at_most"}
        condition: Form = {"x": True, bound.get(found[2] or "", "exactly"): int(NUMBERS.get(found[1], found[1]))}
        return replace(clause, condition=condition, asked=True, sometimes=False, told=None)

    def _earthbend(self) -> None:
        """Target land you control becomes a 0/0 creature with haste that's still a land."""
        land: Form = {"affects": {"targets": {"type": "Land", "controller": "you"}}}
        land |= {
            "set_types": ["Creature"],
            "still": True,
            "set_power": 0,
            "set_toughness": 0,
            "add_abilities": ["haste"],
        }
        if not any({**effect, "affects": unnumbered(effect["affects"])} == land for effect in self.effects):
            self._groups += 1
            self.effects.append({**land, "affects": {**land["affects"], "nth": self._groups}})
        who = Who("targets", [{"type": "Land", "controller": "you"}], group=self._groups)
        self.scene.antecedent, self._ambiguous = who, False

    def _do_to_one(self, clause: Clause, said: Said) -> None:
        """Do something to an object that is chosen as this happens: an Army, a Ring-bearer.

        A board names it like a target, in the order of the text.
        """
        if (
            self._one
            and clause.text.lower().startswith("amass")
            and any(_does(effect, said) for effect in self.effects)
        ):
            return  # with more or fewer counters
        loose = any(effect["affects"] == "targets" for effect in self.effects)
        if self.scene.kind not in RESOLVING or loose or self._many or self._one:
            raise NotRead("one that is chosen, besides targets that are not told apart")
        self._do(clause, replace(said, kind="does"))
        self._one = True

    def _choose(self, said: Said) -> None:
        self.enters = self.enters or said.as_enters
        self.chooses += [one for one in said.chooses if one not in self.chooses]

    def _same_for(self, said: Said) -> None:
        affects = self.effects[-1].get("affects") if self.effects else None
        if (
            not isinstance(affects, (dict, list))
            or (isinstance(affects, dict) and "targets" in affects)
            or not said.who
        ):
            raise NotRead("the same as what?")
        before = affects if isinstance(affects, list) else [affects]
        self.effects[-1]["affects"] = [*before, *self._settled(said.who.clauses)]

    def _same_for_keywords(self, listed: str) -> None:
        """Repeat the effect before for further keywords: "the same is true for first strike and vigilance"."""
        every = [name for name in re.split(r",? and |, ", listed.rstrip(".")) if name]
        every = ["protection" if name == "protection from any color" else name for name in every]
        unsaid = [name for name in every if name != "hexproof" and _OF_A_QUALITY.fullmatch(name)]
        names = [
            each for name in every if name not in unsaid for each in (_LANDWALKS if name == "landwalk" else (name,))
        ]  # fmt: skip
        before = self.effects[-1] if self.effects else {}
        given = before.get("add_abilities") or [None]
        key = "if" if self.scene.kind in RESOLVING else "as_long_as"
        known = all(keyword_of(name) == name for name in names)
        if (
            len(given) != 1
            or not isinstance(given[0], str)
            or not known
            or set(before) - {"affects", "add_abilities", key}
        ):
            raise NotRead("the same as what?")
        if not names_keyword(before.get(key), given[0]) and not names_keyword(before["affects"], given[0]):
            raise NotRead("the same as what?")
        self.effects += [with_keyword(before, given[0], name) for name in names]
        lent = self._of_every_quality(before, given[0]) if unsaid == ["protection"] else None
        if lent is not None:
            self.effects.append(lent)
        elif unsaid:
            self.unread.append(f"The same is true for {' and '.join(unsaid)}")

    def _of_every_quality(self, before: Form, keyword: str) -> Form | None:
        """Return the effect by which an object has each protection ability of what a keyword was counted on.

        Args:
            before: The effect for the keyword: "as long as a card with flying is in a graveyard, ~ has flying".
            keyword: The keyword.
        """
        condition = before.get("as_long_as") or {}
        counted = condition.get("count")
        if set(condition) != {"count"} or not isinstance(counted, dict) or counted.get("keyword") != keyword:
            return None
        wanted = {key: value for key, value in counted.items() if key != "keyword"}
        return {"affects": before["affects"], "add_abilities_of": wanted, "lent": ["protection"]}

    def _make_copy(self, clause: Clause, said: Said) -> None:
        """Read a token copy: a board that has the token implies that its conditions were met."""
        of_its_host = said.who is not None and said.who.kind == "attached"
        if (
            self.scene.kind not in RESOLVING
            and clause.condition is not None
            and not (of_its_host and clause.condition == {"attached": {"type": "Creature"}})
        ):
            raise NotRead("a copy under a condition")
        clause = replace(clause, condition=None)
        if self.makes_token and len(self.effects) == 1 and said.who is not None and said.who.kind == "it":
            (before,), terms = self.effects, said.done[0].ops[0]["becomes_copy"]
            if set(before) == {"affects", "becomes_copy"} and before["becomes_copy"] == terms == {}:
                return  # a number of further copies of the same: the board shows how many
        if self.effects:
            raise NotRead("a token besides other effects")
        if self.scene.kind not in RESOLVING and said.who is not None and said.who.kind == "it":
            said = replace(said, who=Who("targets"))  # one that is chosen as tokens would be created
        self.makes_token = True
        self._do(clause, said)
        self._on_token = True
        self.scene.antecedent = Who("targets")
        self._ambiguous = False

    def _choose_between(self, clause: Clause, said: Said) -> None:
        """Read each of several things of which one is chosen as an effect of its own: a mode (700.2)."""
        among = next(done for done in said.done if done.options)
        several = sum(bool(done.options) for done in said.done) > 1 or "mode" in self.chooses
        if self.scene.kind not in RESOLVING or several or self.makes_token:
            raise NotRead("a choice between effects")
        self.chooses.append("mode")
        antecedent, ambiguous = self.scene.antecedent, self._ambiguous
        for number, ops in enumerate(among.options, start=1):
            self.scene.antecedent, self._ambiguous = antecedent, ambiguous
            done = [replace(one, ops=[ops], options=[]) if one is among else copied(one) for one in said.done]
            count = len(self.effects)
            self._mode = number
            try:
                self._do(clause, replace(said, done=done))
            finally:
                self._mode = 0
            in_parts = said.who is not None and said.who.kind == "several"
            if len(self.effects) == count or (len(self.effects) > count + 1 and not in_parts):
                raise NotRead("more than one effect to choose")
            for effect in self.effects[count:]:
                effect["mode"] = number

    def _do(self, clause: Clause, said: Said) -> None:
        """Turn a statement into effects."""
        if any(done.options for done in said.done):
            self._choose_between(clause, said)
            return
        if said.who is not None and said.who.kind == "several":
            if _one_of_both(said.who) and any(
                {"add_power", "add_toughness"} & set(ops) for one in said.done for ops in one.ops
            ):
                raise NotRead("it may be one of them, and would be counted twice")
            for each in said.who.several:
                self._do(clause, replace(said, who=each))
            return
        if clause.enters is not None:
            if not any("becomes_copy" in ops or "turn" in ops for done in said.done for ops in done.ops):
                raise NotRead("what it is as it enters")
            self.scene.antecedent, self._ambiguous = clause.enters, False
            self.enters = True
        who = self._grouped(
            self._about(self._who(said.who or Who("it"), clause.condition or self._told_of_static(clause)), clause),
            said.who,
            clause.text,
        )
        if self._loses_all_else(clause, said, who):
            return
        clause = self._seen_to_happen(clause, said)
        check_losses(said.done)
        for done in said.done:
            self.chooses += [one for one in done.chooses if one not in self.chooses]
        self.enters = self.enters or said.as_enters
        lasting = clause.lasting or any(done.lasting for done in said.done)
        resolving = self.scene.kind in RESOLVING
        lasting = lasting and clause.enters is None
        if (
            self._entering
            and who.kind == "this"
            and any("becomes_copy" in ops for done in said.done for ops in done.ops)
        ):
            self.enters, lasting = True, False
        if not resolving and (lasting or who.kind == "targets") and said.kind == "does":
            raise NotRead("nothing resolves here")
        where = next((done.where for done in said.done if done.where is not None), None)
        groups = by_condition(said.done, clause)
        before = self.scene.antecedent if said.who is not None and said.who.kind != "it" else None
        speaks_of = before if clause.condition is not None and before is not None and before.kind != who.kind else who
        made: list[Form] = []
        lasts = clause.lasts or lasting_of(clause.text)
        for condition, asked, ops in groups:
            for one in ops:
                if one:
                    named = with_what_x_is(one, clause.text)
                    effect = self._effect(who, named, condition, asked, where, speaks_of)
                    copies = "becomes_copy" in effect and lasts != "while_attached"
                    if lasts is not None and resolving and who.kind != "this" and not copies:
                        effect["lasts"] = lasts
                    made.append(effect)
        self._keep(said, who, [self._hanging(effect) for effect in made])
        self._note_since = False
        self._unheeded = None
        if said.defines and who.kind == "this" and self.scene.kind == "static" and len(made) == 1:
            self.cda = self.scene.printed and "as_long_as" not in made[0]
        elif (
            who.kind == "this"
            and self.scene.kind == "static"
            and len(made) == 1
            and (defines(made[0]) or (_ALSO.match(clause.text) and set(made[0]) == {"affects", "add_subtypes"}))
        ):
            self.cda = self.scene.printed
        self.scene.antecedent = who
        self._ambiguous = False
        self._after_token = False

    def _told_of_static(self, clause: Clause) -> Form | None:
        """Return what a board tells of a static ability: a pronoun after it may stand for what that is about."""
        return clause.told if self.scene.kind not in RESOLVING else None

    def _loses_all_else(self, clause: Clause, said: Said, who: Who) -> bool:
        """Let "it loses all other abilities" be part of the effect before, which gives it some."""
        alone = len(said.done) == 1 and said.done[0].needs_abilities and clause.condition is None
        if not alone or self.scene.kind not in RESOLVING or self._note_since or not self.effects:
            return False
        before = self.effects[-1]
        if "add_abilities" not in before or who.kind != "this" or before["affects"] not in ("this", "targets"):
            return False
        before["lose_all_abilities"] = True
        return True

    def _seen_to_happen(self, clause: Clause, said: Said) -> Clause:
        """Let a board tell whether an event happened, if one effect depends on it and others are always there.

        Alone it needs no condition: a board that says it resolved says that it happened.
        """
        if not any(ops for done in said.done for ops in done.ops):
            return clause
        if clause.sometimes and self.scene.kind not in RESOLVING and not self._entering and clause.enters is None:
            if clause.told is None or clause.condition is not None:
                raise NotRead("only if something happened")
            return replace(clause, condition=clause.told, sometimes=False)
        if clause.sometimes and self._one:
            raise NotRead("only if something happened, besides one that is chosen")
        alone = not self.effects and not self._replacing
        by_choice = self._may and (clause.told is None or clause.told in _THEN)
        if clause.sometimes and not alone and not by_choice and (not self._sometimes or clause.told != self._told):
            conditional = clause.condition is not None or any(done.condition is not None for done in said.done)
            if clause.told is None or conditional:
                if self._may or self._sometimes:
                    return clause
                raise NotRead("only if something happened")
            if self._sometimes and self._told is not None and len(self.effects) == 1 and "if" not in self.effects[0]:
                self.effects[0]["if"] = self._told
            return replace(clause, condition=clause.told, asked=True, sometimes=False)
        if self._sometimes and not clause.sometimes and not (said.who is not None and said.who.kind == "it"):
            raise NotRead("besides what is only if something happened")
        self._sometimes = self._sometimes or clause.sometimes
        if not clause.sometimes or clause.told != self._told:
            self._told = clause.told if alone and clause.sometimes else None
        return clause

    def _keep(self, said: Said, who: Who, made: list[Form]) -> None:
        """Take effects up; what is done to the same object in a further sentence joins the effect before."""
        if self._on_token and said.who is not None and said.who.kind == "it" and made and self.effects:
            for effect in made:
                more = {key: value for key, value in effect.items() if key != "affects"}
                if "if" in more or "as_long_as" in more:
                    raise NotRead("done to the token under a condition")
                merge(self.effects[-1], more)
            return
        if self.makes_token and self.effects and made:
            raise NotRead("something besides a token")
        if len({str(one["gain_control"]) for one in (*self.effects, *made) if "gain_control" in one}) > 1:
            raise NotRead("control that goes to several")
        if self._mode or (self.effects and "mode" in self.effects[-1]):
            self.effects += made
            return
        self._on_token = False
        joins = self.scene.kind in RESOLVING and said.who is not None and said.who.kind == "it" and len(made) == 1
        if (
            joins
            and self.effects
            and self.effects[-1]["affects"] == made[0]["affects"]
            and not conditional(self.effects[-1], made[0], apart=self._hangs_on)
        ):
            same = self.effects[-1].get("lasts") == made[0].get("lasts")
            more = {key: value for key, value in made[0].items() if key not in ("affects", "lasts", "if")}
            if (
                same
                and not set(more) & set(self.effects[-1]) - {"add_abilities"}
                and "becomes_copy" not in self.effects[-1]
            ):
                merge(self.effects[-1], more)
                return
        made = self._given_to_copies(made)
        if self._one and any(effect["affects"] == "targets" for effect in made):
            raise NotRead("targets that are not told apart, besides one that is chosen")
        self.effects += made

    def _given_to_copies(self, made: list[Form]) -> list[Form]:
        """Add the ability itself, which the copy also gains, to the copy effect (707.9a).

        It is said in the same breath or in a further clause, of which nothing is left then.
        """
        before = self.effects[-1] if self.effects else {}
        left: list[Form] = []
        for one in made:
            further = "becomes_copy" not in one
            copying = before if further else one
            alone = (
                len(made) == 1 and set(one) == {"affects", "add_abilities"} and one["affects"] == before.get("affects")
            )
            if one.get("add_abilities") == [self.scene.text] and "becomes_copy" in copying and (alone or not further):
                granted = copying["becomes_copy"].setdefault("except", {}).setdefault("add_abilities", [])
                granted += one.pop("add_abilities")
                if further:
                    continue
            left.append(one)
        return left

    def _effect(self, who: Who, ops: Form, condition: Form | None, asked: bool, where: Any, speaks_of: Who) -> Form:
        if isinstance(where, dict) and where.get("event"):
            if not mentions_x(ops):
                raise NotRead("what is X?")
            if self.scene.kind not in RESOLVING:
                ops = with_x(ops, {"told": where["event"]})
        elif where is not None:
            ops = with_x(ops, where)
        elif mentions_x(ops) and not self.scene.has_x and not self._x_is_from_elsewhere():
            raise NotRead("what is X?")
        clauses_ = who.clauses
        if any("mana_value_x" in one for one in clauses_) and not self.scene.has_x:
            if who.kind != "targets":
                raise NotRead("what is X?")
            clauses_ = [{key: value for key, value in one.items() if key != "mana_value_x"} for one in clauses_]
            who = replace(who, clauses=clauses_)  # the board names the target, and no step shows X
        effect: Form = {}
        if condition is not None and condition.get("paired"):
            condition = {key: value for key, value in condition.items() if key != "paired"} or None
            if who.clauses != [{"paired": True}]:
                raise NotRead("paired")
            who, clauses_ = Who("filter", [{"paired": True}]), [{"paired": True}]
        if condition is not None:
            condition, clauses_ = self._condition(who, dict(condition), asked, speaks_of)
            condition = attached_to(condition, who)
        effect["affects"] = self._affects(replace(who, clauses=attached_to(clauses_, who, "this")))
        if who.besides:
            effect["besides"] = "target"
        if who.shares is not None:
            if self.scene.kind not in RESOLVING:
                raise NotRead("what shares it, all the time")
            effect["shares"] = who.shares
        if condition:
            resolving = self.scene.kind in RESOLVING
            if resolving and not asked:
                raise NotRead("as long as, of something that resolves")
            told_of = str(condition.get("told", "")).replace("its", "it")
            if not resolving and who.kind == "filter" and _OF_EACH.search(told_of):
                raise NotRead("what a board would have to tell of each")
            settled = self._settled(others_than_host(condition, self.scene.type_line))
            if not resolving or settled != {"this": {"zone": "battlefield"}} or effect["affects"] != "this":
                effect["if" if resolving else "as_long_as"] = settled  # of what is not there, nothing becomes anything
        for key, value in ops.items():
            effect[key] = self._value(key, value, who)
        _of_card_type(effect)
        barred = effect.get("cannot_have", [])
        if effect.get("lose_abilities") and set(effect["lose_abilities"]) <= set(barred):
            del effect["lose_abilities"]
        settled_form: Form = of_its_controller(effect, who)
        return settled_form

    def _x_is_from_elsewhere(self) -> bool:
        """Tell whether X is that of another cost, which a board says: of what was cast, turned face up, revealed."""
        text = self.scene.text
        return self.scene.kind == "triggered" and self.scene.printed and "X is" not in text and "X be" not in text

    def _about(self, who: Who, clause: Clause) -> Who:
        """See that "other" means other than the source."""
        other = who.kind == "filter" and any("other" in one for one in who.clauses)
        if other and self.scene.kind == "static":
            return self._other_than_named(who)
        if other and clause.said is not None:
            if any("becomes_copy" in ops for one in clause.said.done for ops in one.ops):
                of_another = _COPY_OF_ANOTHER.search(clause.text) is not None and "other than ~" not in clause.text
                return _besides_them(who) if of_another else who
            antecedent = self.scene.antecedent
            named = antecedent is not None and antecedent.kind == "targets" and antecedent.word != EVENT
            if antecedent is not None and named and _apart(antecedent.clauses, who.clauses):
                named = False  # a land that entered is no creature that others could be told from
            if named and self.scene.kind == "triggered" and _ONLY_ITSELF.match(self.scene.text):
                named = bool(_TARGET.search(self.scene.text) or _NAMED_ANEW.search(self.scene.text))
            first = self._others_of_them(who) if self.scene.kind == "spell" else None
            if first is not None:
                return first
            if self.scene.kind == "spell" or named:
                if self.scene.kind != "spell" or not self._one_is_named(antecedent):
                    raise NotRead("other than which?")
                return _besides_them(who)
            return self._other_than_host(who)
        return who

    def _other_than_named(self, who: Who) -> Who:
        """See that nothing that a static ability named before could be what "other" sets apart."""
        before = [clause for effect in self.effects for clause in listed(effect["affects"]) if isinstance(clause, dict)]
        if before and not all("other" in clause or "self" in clause for clause in before):
            raise NotRead("other than the source, or than those before?")
        return self._other_than_host(who)

    def _other_than_host(self, who: Who) -> Who:
        """Let "other creatures" on an Aura or Equipment be others than the creature it is attached to."""
        return replace(who, clauses=others_than_host(who.clauses, self.scene.type_line))

    def _others_of_them(self, who: Who) -> Who | None:
        """Read "Zombies you control get +2/+1. Other creatures you control get +1/+1": those that are no Zombies."""
        before = self.effects[0].get("affects") if len(self.effects) == 1 and not self._note_since else None
        if not isinstance(before, dict) or "targets" in before or "other" in before or len(who.clauses) != 1:
            return None
        (clause,) = ({key: value for key, value in one.items() if key != "other"} for one in who.clauses)
        apart = {key: value for key, value in before.items() if clause.get(key) != value}
        if len(apart) != 1 or not set(apart) <= {"subtype", "supertype", "color", "keyword", "token"}:
            return None
        if "not" in clause or set(clause) - set(before) - {"type"}:
            return None
        return replace(who, clauses=[{**clause, "not": apart}])

    def _one_is_named(self, antecedent: Who | None) -> bool:
        """Tell whether the text names one target, or one group of them, from which others can be told."""
        named = antecedent is not None and antecedent.kind == "targets" and antecedent.word != EVENT
        return named and len(_A_TARGET.findall(self.scene.text)) == 1 and not self.makes_token

    def _affects(self, who: Who) -> Any:
        if who.kind in ("this", "attached"):
            return who.kind
        clauses_ = [without_that_player(one) for one in who.clauses] if who.kind == "targets" else who.clauses
        wanted = one_or_list(self._settled(clauses_)) if clauses_ else None
        if who.kind == "targets" and who.group and wanted is not None:
            return {"targets": wanted, "nth": who.group}
        if who.kind == "targets":
            return {"targets": wanted} if wanted is not None else "targets"
        return wanted

    def _grouped(self, who: Who, subject: Who | None, text: str) -> Who:
        """Number the targets, to distinguish the targets of different sentences."""
        if who.kind != "targets" or not who.clauses:
            return who
        if who.group and (subject is None or subject.kind == "it"):
            return who
        many = _SEVERAL_TARGETS.search(text) is not None or _OF_EACH_PLAYER.search(self.scene.text) is not None
        if self._groups and not self._replacing and (many or self._many):
            raise NotRead("which of the targets?")
        self._groups, self._many = self._groups + 1, many
        return replace(who, group=self._groups)

    def _condition(self, who: Who, condition: Form, asked: bool, speaks_of: Who) -> tuple[Form, list[Form]]:
        """Settle whom a condition is about; one about what a filter finds becomes part of the filter.

        The pronoun of a condition that stands before a subject of its own is not about that subject, where something
        was named before: "If it's an Aura, enchanted creature gets ...".
        """
        clauses_ = who.clauses
        asked = asked and self.scene.kind in RESOLVING
        if set(condition) == {"not"} and set(condition["not"]) == {IT}:
            about = condition["not"][IT]
            condition = {IT: {"not": none_of(about if isinstance(about, list) else [about])}}
        elif "not" in condition and IT in condition["not"]:
            raise NotRead("not both")
        for form in (condition, condition.get("not", {})):
            if form.pop("on", "this") == IT and speaks_of.kind != "this":
                kind = form.pop("counters")["kind"]
                if kind == "any" or "at_least" not in form or IT in form:
                    raise NotRead("counters are counted on the source alone")
                form[IT] = {"counters": {kind: form.pop("at_least")}}
        functions = condition.pop("functions", None)
        if isinstance(functions, list):
            if who.kind not in ("this", "filter"):
                raise NotRead("functions elsewhere")
            self.works_in = functions
        if IT in condition:
            about = condition.pop(IT)
            if speaks_of.kind in ("this", "attached"):
                condition[speaks_of.kind] = about
            elif speaks_of is not who:
                raise NotRead("a condition about something else")
            elif who.kind == "targets" and asked:
                condition["affected"] = about
            elif who.kind == "filter" and not asked and not condition and isinstance(about, dict):
                clauses_ = deepcopy(clauses_)
                for clause in clauses_:
                    for key, value in about.items():
                        put(clause, key, value)
            else:
                raise NotRead("whom the condition is about")
        return condition, clauses_

    # ---------------------------------------------------------------------------------------- settling

    def _value(self, key: str, value: Any, who: Who) -> Any:
        if key == "add_abilities":
            return [self._granted(one, who) for one in value]
        if key == "becomes_copy":
            terms: Form = {"until_face_down": True} if _UNTIL_FACE_DOWN.search(self.scene.text) else {}
            if "of" in value:
                terms["of"] = self._affects(value["of"]) if isinstance(value["of"], Who) else value["of"]
            except_ = value.get("except")
            if except_:
                terms["except"] = {name: self._value(name, one, who) for name, one in except_.items()}
            return terms
        if key == "lose_abilities":
            return [self._lost(one) for one in value]
        if key == "if_creature":
            return {name: self._value(name, one, who) for name, one in value.items()}
        return self._settled(self._amount(value, who))

    def _listed(self, sentence: str) -> Form | None:
        """Read what a face-down object is, where the sentence after lists it (708.2)."""
        try:
            terms = parse(f"except {sentence[:1].lower()}{sentence[1:]}", "exceptions")
            found = self.exception(terms)
        except NotRead:
            return None
        if not found or set(found) - set(_LISTED):
            return None
        return {_LISTED[key]: value for key, value in found.items()}

    def exception(self, terms: Form) -> Form | None:
        """Settle what a copy has instead.

        Args:
            terms: The transformer's results for the words.

        Returns:
            Operations of the effect form; None where there are none.
        """
        found: Form | None = self._value("becomes_copy", terms, Who("this")).get("except")
        return found

    def _granted(self, one: Any, who: Who) -> Any:
        if isinstance(one, str) and one.startswith("⟦"):
            return self.scene.grant(int(one.strip("⟦⟧")), who.kind == "this")
        if one == "this ability":
            return self.scene.text
        if isinstance(one, str) and re.fullmatch(r"[a-z-]+(?: \d+| X)?", one) and keyword_of(one) is None:
            self.unread.append(self._sentence)  # a keyword that no list has: it is given, but what it does is unknown
            return one
        if isinstance(one, str) and one.endswith(("from that color", "from the chosen color")):
            self._chosen({"chosen": "color"})
            return one.replace("that color", "the chosen color")
        for kind in ("color", "card type"):
            if isinstance(one, str) and f"the {kind} of your choice" in one:
                if kind.replace(" ", "_") not in self.chooses:
                    self.chooses.append(kind.replace(" ", "_"))
                return one.replace(f"the {kind} of your choice", f"the chosen {kind}")
        return one

    def _lost(self, one: str) -> str:
        """Return the keyword that a quoted ability, lost, is."""
        if not one.startswith("⟦"):
            return one
        quote = self.scene.grant(int(one.strip("⟦⟧")))
        keyword = keyword_of(quote) if isinstance(quote, str) else None
        if keyword is None:
            raise NotRead("loses an ability that is no keyword")
        return keyword

    def _amount(self, value: Any, who: Who) -> Any:
        if isinstance(value, list):
            return value
        if not isinstance(value, dict):
            return value
        found = dict(value)
        if "its" in found:
            stat = found.pop("its")
            about = found.pop("of", IT)
            if getattr(about, "word", "") in _OF_A_CARD and self.scene.kind not in RESOLVING:
                if about.word != "the exiled card":
                    raise NotRead(f"the {stat} of a card")
                return {"greatest": stat, "among": {"zone": "exile", "exiled_with": "this"}, **found}
            if about == IT and self.scene.kind in RESOLVING and self._of_another(who, about, stat):
                return {"x": True, **found}
            if getattr(about, "word", "").startswith("that ") and who.kind == "this":
                if self.scene.kind not in RESOLVING:
                    raise NotRead(f"the {stat} of which?")
                return {"x": True, **found}  # another one's, which the trigger speaks of
            holder = who.kind if about == IT else about
            if about == "each" and self.scene.kind in RESOLVING:
                found[stat] = "this" if who.kind == "this" else "affected"
            elif holder == "this":
                found[stat] = "this"
            elif about in (IT, who.kind) and (stat == "mana_value" or self.scene.kind in RESOLVING):
                found[stat] = "affected"
            else:
                raise NotRead(f"the {stat} of something else")
        if "creature_types" in found and self.scene.kind in RESOLVING:
            raise NotRead("its creature types, once and for all")
        found = attached_to(on_each(found, who), who)
        if "sharing" in found:  # what it shares a type with is another one anyway
            alone = [{name: one[name] for name in one if name != "other"} for one in listed(found["count"])]
            return {**found, "count": one_or_list(alone)}
        for key in ("count", "among", "count_types", "count_colors", "count_basic_land_types"):
            if key in found and any("other" in one for one in listed(found[key])):
                found = besides(found, key, who, self.scene.type_line)
        event = found.pop("event", None)
        if event is not None and self.scene.kind not in RESOLVING:
            del found["x"]
            found["told"] = event
        if "told" in found:
            found["told"] = self._told_of(who, found["told"])
        if "counters" in found:
            about = found.pop("on", "this")
            if about == IT and who.kind == "targets" and _TRIGGER.match(self.scene.text):
                raise NotRead("counters on whom?")
            if about in (IT, who.kind) and who.kind != "this":
                found["on"] = "affected"
            elif about not in ("this", IT):
                raise NotRead("counters on something else")
        return found

    def _told_of(self, who: Who, words: str) -> str:
        """Return an amount that a board tells in the words for it."""
        if who.kind == "filter" and _OF_EACH.search(words.replace("its", "it")):
            raise NotRead("what a board would have to tell of each")
        if "~" in words and self.scene.kind in RESOLVING:
            raise NotRead("an amount of itself")
        return str(told_as(words)["told"])

    def _of_another(self, who: Who, about: str, stat: str) -> bool:
        """Tell whether "that creature's power" may be that of one that the trigger speaks of, and no target's."""
        if getattr(about, "word", "") in _OF_A_CARD:
            return True
        if stat == "mana_value" and who.kind == "this" and _CASTS.match(self.scene.text):
            return True
        if not _THAT_ONES.search(self.scene.text):
            return False
        trigger = _TRIGGER.match(self.scene.text)
        return who.kind not in ("targets", "attached") or (trigger is not None and bool(_ONE.search(trigger[0])))

    def _settled(self, form: Any) -> Any:
        """Say which choice is meant, and note what is chosen as this happens."""
        if isinstance(form, list):
            return [self._settled(one) for one in form]
        if not isinstance(form, dict):
            return form
        if "chosen" in form:
            return self._chosen(dict(form))
        found = {key: self._settled(value) for key, value in form.items()}
        if found.get("subtype") == {"chosen": "card_type"}:  # "permanents of the chosen type"
            put(found, "type", found.pop("subtype"))
        return found

    def _chosen(self, form: Form) -> Form:
        kind = form["chosen"]
        here = set(self.chooses) | set(self.scene.chosen)
        if form.pop("choice", False):
            if kind not in self.chooses:
                self.chooses.append(kind)
            return form
        if kind == "type":
            own = {one for one in self.chooses if one.endswith("_type")} or {
                one for one in here if one.endswith("_type")
            }
            if len(own) != 1:
                raise NotRead("which type is chosen?")
            return {"chosen": own.pop()}
        form.pop("that", None)
        if kind in self._unsure:
            raise NotRead("it may not have been chosen")
        if kind == "color" and kind not in here and _OF_ANY_COLOR.search(self.scene.text):
            self.chooses.append(kind)  # "that color" is the color of the mana, which is chosen as it is made (106.1b)
            return form
        if kind == "player" and self.scene.kind in RESOLVING:
            if kind not in self.chooses:
                self.chooses.append(kind)
            return form
        if kind not in here:
            raise NotRead(f"no {kind} is chosen")
        return form

    # ---------------------------------------------------------------------------------------- pronouns

    def _each_target(self, text: str) -> dict[str, Who]:
        """Read the targets of "choose target creature and target land": each by the noun that stands for it later."""
        named: dict[str, Who] = {}
        parts = _BETWEEN_TARGETS.split(text)
        for part in parts:
            start = _TARGET.search(part)
            who = target_who(part[start.start() :]) if start is not None else None
            noun = str(who.clauses[0].get("type", "")).lower() if who is not None and len(who.clauses) == 1 else ""
            if who is None or not noun.isalpha() or noun in named or _SEVERAL_TARGETS.search(part):
                return {}
            named[noun] = who
        if len(named) < 2:
            return {}
        self._groups += len(named)
        first = self._groups - len(named) + 1
        return {noun: replace(who, group=first + number) for number, (noun, who) in enumerate(named.items())}

    def _who(self, who: Who, condition: Form | None = None) -> Who:
        noun = _THE_ONE.fullmatch(who.word) if who.kind == "it" else None
        if noun is not None and noun[1] in self._told_apart:
            return self._told_apart[noun[1]]
        if who.loose:
            if self.scene.kind not in RESOLVING:
                if not _QUALITY.fullmatch(who.loose):
                    raise NotRead("a quality that no filter has")
                words = who.loose.lower().removeprefix("that's ").removeprefix("that ").replace("~", "this")
                words = f"cast {words}" if words.startswith("from ") else words
                return replace(who, clauses=[{**one, "as_told": words} for one in who.clauses], loose="")
            if self.effects:
                raise NotRead("a quality that no filter has")
            return Who("targets")  # the board names those that have it
        if who.kind != "it":
            return who
        antecedent = self.scene.antecedent
        only = sole(condition) if who.word.startswith("that ") else None
        if only is not None:
            return Who("filter", [dict(only)])
        if who.word.startswith("that ") and condition is not None and set(condition) == {"attached"}:
            return Who("attached")
        if condition is not None and who.word in _IT:
            if condition.get("paired"):
                return Who("filter", [{"paired": True}])
            if condition == {"not": {"attached": {"type": "Creature"}}}:
                return Who("this")
            about = [Who(kind) for kind in ("this", "attached") if kind in condition]
            about = about or [Who(one) for one in ("this", "attached") if speaks_of_what_is_on(one, condition)]
            if not about and {"functions", "status", "counters"} & set(condition) and condition.get("on") != IT:
                about = [Who("this")]
            if about:
                return about[0]
        if self.scene.kind == "spell" and antecedent is not None and antecedent.kind == "this":
            if who.word in ("it", "he", "she"):
                raise NotRead("a spell that affects itself")
            return Who("targets")
        many = who.word in _MANY or (who.word == "they" and self._note_since)
        if many and antecedent is not None and antecedent.kind == "this":
            if self.scene.kind not in RESOLVING:
                raise NotRead("whom they stand for")
            return Who("targets")
        if self._groups > 1 and antecedent is not None and antecedent.group and who.word in _ALL_OF_THEM:
            return Who("targets")
        if antecedent is not None and antecedent.word == TWO and who.word not in _IT:
            return Who("targets")
        told_of = str((condition or {}).get("told"))
        if who.word in ("it", "he", "she") and antecedent is None and _OF_ITSELF.search(told_of):
            return Who("this")
        if who.word in _IT:
            if self._ambiguous or antecedent is None:
                raise NotRead("whom it stands for")
            return antecedent
        if antecedent is None or antecedent.kind == "this":
            if self.scene.kind in RESOLVING:
                return Who("targets")
            raise NotRead("whom it stands for")
        return antecedent

    def _note(self, text: str) -> None:
        """Remember whom a sentence without effects named, for the pronouns after it."""
        self._note_since = True
        self._unheeded = condition_of(text)
        self._after_token = bool(_TOKEN.search(text))
        self._face_down = "face down" in text
        inner = INNER_TRIGGER.search(text)
        if inner is not None and not inner[1].lower().startswith(("when you do", "when that happens")):
            self.scene.antecedent, self._ambiguous = trigger_who(inner[1]), False
            return
        if _RETURNED.search(text) or _JUST_A_TOKEN.match(text):
            self.scene.antecedent, self._ambiguous = Who("targets"), False
            return
        found = list(_TARGET.finditer(text))
        itself = _MENTION.search(text)
        if found:
            self._told_apart = self._each_target(text) if len(found) > 1 else {}
            who = target_who(text[found[0].start() :]) if len(found) == 1 else None
            if who is not None and any("zone" in clause for clause in who.clauses):
                who = None  # it may be elsewhere by now
            self.scene.antecedent = who or Who("targets")
            self._ambiguous = itself is not None
        elif _CHOSEN_BY_ANOTHER.search(text) and not itself:
            self.scene.antecedent, self._ambiguous = Who("targets"), False
        elif _ATTACHED.search(text) and not itself:
            self.scene.antecedent = Who("attached")
            self._ambiguous = False
        elif itself and _PUT_ON_IT.search(text):
            self.scene.antecedent, self._ambiguous = Who("this"), False
        elif itself:
            self._ambiguous = bool(self._after_token) or (
                self.scene.antecedent is not None and self.scene.antecedent.kind != "this" and not text.startswith("~")
            )
            self.scene.antecedent = Who("this")
        elif all_of(text) is not None:
            self.scene.antecedent, self._ambiguous = all_of(text), False
        elif self.scene.antecedent is not None and _BACK.search(text) and not _CARD_MOVED.search(text):
            return
        elif _NEW.search(text):
            self.scene.antecedent = Who("targets")
            self._ambiguous = False


def _alike(some: list[Any], others: list[str]) -> bool:
    """Tell whether a subtype of the one list is of the same set as one of the other, as creature types are."""
    sets = [
        {name for word in one if isinstance(word, str) for name in sets_by_word().get(word, ())}
        for one in (some, others)
    ]
    return bool(sets[0] & sets[1])


def _of_card_type(effect: Form) -> None:
    """Let "the chosen type" be a card type where that is what was chosen."""
    chosen = {"chosen": "card_type"}
    for verb in ("set", "add", "remove"):
        if chosen in effect.get(f"{verb}_subtypes", []):
            left = [one for one in effect.pop(f"{verb}_subtypes") if one != chosen]
            merge(effect, {f"{verb}_types": [chosen], **({f"{verb}_subtypes": left} if left else {})})


def _does(effect: Form, said: Said) -> bool:
    """Tell whether an effect does just what a sentence says."""
    return {key: value for key, value in effect.items() if key not in ("affects", "if")} == said.done[0].ops[0]


def _one_of_both(who: Who) -> bool:
    """Tell whether what a pronoun stands for may be one of those that are named with it."""
    first, *rest = who.several
    return first.kind == "it" and any("other" not in clause for one in rest for clause in one.clauses)


def _apart(some: list[Form], others: list[Form]) -> bool:
    """Tell whether the filters ask for different card types throughout."""
    types = [{word for one in clauses_ for word in listed(one.get("type", "any"))} for clauses_ in (some, others)]
    return bool(some) and "any" not in types[0] | types[1] and not types[0] & types[1]


def _besides_them(who: Who) -> Who:
    """Let "other" mean other than what the board names."""
    others = [{key: value for key, value in one.items() if key != "other"} for one in who.clauses]
    return replace(who, clauses=others, besides=True)


_COPY_OF_ANOTHER = re.compile(r"\bcop(?:y|ies) of (?:that |it\b|target |the chosen |enchanted )")
_SOMETIMES_EXCEPT = re.compile(r", except if ~ was [^.]*$|, except [^,.]* if that creature doesn't [^,.]*$")
"""A conditional exception of a copy. The reader drops it, reads the rest of the copy, and warns."""
_LISTED = {
    "set_types": "types", "set_subtypes": "subtypes", "add_supertypes": "supertypes", "set_colors": "colors",
    "set_power": "power", "set_toughness": "toughness", "add_abilities": "abilities",
}  # fmt: skip
"""Lists of characteristics of a face-down object, by the operations that the words mean."""


_SAME_FOR = re.compile(r"^The same is true for (?=[a-z])(?![^.]*\b(?:creature|permanent|spell|card|land)s?\b)")


_THEN = tuple({"told": words} for words in ("you do", "they do", "that player does", "that happens"))
"""Conditions that the optional part before was done."""


_QUALITY = re.compile(
    r"(?:that's )?(?:attacking (?:you|one of your opponents|"
    r"your opponents(?: and/or planeswalkers they control)?|the chosen player|enchanted player|a player)|blocking ~|"
    r"from (?:exile|your hand|your graveyard|a graveyard|anywhere other than your hand|the top of your library)|"
    r"blocked by ~|blocking or blocked by ~)|that (?:entered|attacked|blocked|dealt damage|was dealt damage) this turn",
    re.IGNORECASE,
)
"""A property of an object that the board supplies."""
_OF_ANY_COLOR = re.compile(r"\bmana of any (?:one )?color\b")
_OF_ITSELF = re.compile(r"^(?:this|its)\b")
"""A condition that is told about the source."""
_ALSO = re.compile(r"~ is also ")
_ONLY_ITSELF = re.compile(r"(?:[\w' -]+ — )?At the beginning of [^,]*,")
_NAMED_ANEW = re.compile(
    r"\b(?:choose|create|return|exile|put|that (?:creature|permanent|card|token)|those)\b", re.IGNORECASE
)
"""Words that make "other" exclude an object that is not the source."""
_HOW_MUCH_X = re.compile(rf"X is (\d+|{'|'.join(NUMBERS)})(?: or (more|greater|less|fewer))?")
_OF_EACH = re.compile(r"\bit\b(?!'s (?:your|day|night))")
_OF_EACH_PLAYER = re.compile(r"\bfor each (?:other )?(?:opponent|player), ", re.IGNORECASE)
_SEVERAL_TARGETS = re.compile(
    r"\b(?:any number of|two|three|four|five|X|one or two|one, two, or three|up to (?!one\b)[\w ]+?) "
    r"(?:other )?target\b",
    re.IGNORECASE,
)
