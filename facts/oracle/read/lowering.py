"""Lowering: operations on known objects, as a typed effect of the effect form."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from facts.effects import listed
from facts.effects.form import Ability, Condition, Effect, Exceptions, FaceDownValues, Filter, FormError, FormMapping
from facts.oracle.read.amount_forms import scaled, told_amount, with_x
from facts.oracle.read.effect_forms import (
    attached_to,
    besides,
    mentions_x,
    of_its_controller,
    of_the_exiled,
    on_each,
    others_than_host,
    without_that_player,
)
from facts.oracle.read.filter_clauses import LESSER, none_of, one_or_list, put
from facts.oracle.read.joined_nouns import WITH_IT
from facts.oracle.read.parts import IT, Form, NotRead, Said, Who
from facts.oracle.read.scene import RESOLVING, Draft, Scene
from facts.oracle.read.sentences import merge, parse, parsed
from facts.oracle.read.told_conditions import told_as
from facts.words import keyword_of

_Mapping = TypeVar("_Mapping", bound=FormMapping)
_UNTIL_FACE_DOWN = re.compile(r"\buntil [^,.]* is turned face down\b")
_THAT_ONES = re.compile(r"where X is that (?:creature|permanent|artifact|land|Vehicle)'s ")
_ALL = frozenset(("both", "both creatures"))
_MANY = frozenset(("they", "those creatures", "those lands", "those artifacts", "those permanents", "each of them"))
_OF_A_CARD = frozenset(("that spell", "that card", "the exiled card"))
"""Cards that are not permanents. The board must supply X, as it does not show their power and mana value."""
_CASTS = re.compile(r"(?:[\w' -]+ — )?Whenever [^,.]*\bcasts?\b")
_TRIGGER = re.compile(r"(?:[\w' -]+ — )?(?:When|Whenever|At) [^,.]*,")
_ONE = re.compile(r"\b(?:creature|permanent|artifact|land|Vehicle|spell)s?\b")
_LISTED = {
    "set_types": "types", "set_subtypes": "subtypes", "add_supertypes": "supertypes", "set_colors": "colors",
    "set_power": "power", "set_toughness": "toughness", "add_abilities": "abilities",
}  # fmt: skip
"""Lists of characteristics of a face-down object, by the operations that the words mean."""
_CHOICES = {"color": "color", "creature_type": "creature type", "basic_land_type": "basic land type"}
_OF_ANY_COLOR = re.compile(r"\bmana of any (?:one )?color\b")
_OF_EACH = re.compile(r"\bit\b(?!'s (?:your|day|night))")


_OF_THE_BOARD = frozenset(("count", "counters", "power", "toughness", "mana_value", "greatest", "total", "devotion"))
"""The amounts that a board shows as a spell or ability resolves."""


@dataclass
class Lowering:
    """Writes effects of one ability in the effect form.

    Attributes:
        scene: The context of the ability.
        draft: The effects so far: choices are noted there.
        sentence: The sentence at hand.
        unsure: Kinds of choices that may not have been made, each with the condition under which a player makes it.
        hangs_on: That condition, where the effect at hand depends on such a choice.
    """

    scene: Scene
    draft: Draft
    sentence: str = ""
    unsure: dict[str, Condition | None] = field(default_factory=dict)
    hangs_on: Condition | None = None

    def effect(self, who: Who, ops: Form, condition: Form | None, asked: bool, where: Any, speaks_of: Who) -> Effect:
        """Write one effect.

        Args:
            who: The affected objects, without pronouns.
            ops: The operations, as the transformer made them.
            condition: Its condition.
            asked: Whether the condition is asked once ("if").
            where: The value of X.
            speaks_of: The object that a pronoun in the condition stands for.

        Returns:
            The effect.

        Raises:
            NotRead: The effect form has no place for it.
        """
        apart = isinstance(where, dict) and where.get("apart", False)
        if apart and not where.get("event"):
            raise NotRead("two values of X")
        if isinstance(where, dict) and where.get("event"):
            if not mentions_x(ops):
                raise NotRead("what is X?")
            exiled = of_the_exiled(where["event"]) if self.scene.kind not in RESOLVING else None
            if exiled is not None:
                ops = with_x(ops, exiled)
            elif apart or self.scene.kind not in RESOLVING:
                ops = with_x(ops, told_amount(where["event"]))
        elif where is not None:
            ops = with_x(ops, where)
        elif mentions_x(ops) and not self.scene.has_x and not self._x_is_from_elsewhere():
            raise NotRead("what is X?")
        clauses_ = who.clauses
        known = self.scene.has_x or self._x_is_from_elsewhere()
        if any("mana_value_x" in one for one in clauses_) and not known:
            if who.kind != "targets":
                raise NotRead("what is X?")
            clauses_ = [{key: value for key, value in one.items() if key != "mana_value_x"} for one in clauses_]
            who = replace(who, clauses=clauses_)  # no step shows X, and the board names the target
        effect: Form = {}
        if condition is not None and condition.get("paired"):
            condition = {key: value for key, value in condition.items() if key != "paired"} or None
            if who.clauses != [{"paired": True}]:
                raise NotRead("paired")
            who, clauses_ = Who("filter", [{"paired": True}]), [{"paired": True}]
        if condition is not None:
            condition, clauses_ = self.condition(who, dict(condition), asked, speaks_of)
            condition = attached_to(condition, who)
        effect["affects"] = self._affects(replace(who, clauses=attached_to(clauses_, who, "this")))
        if who.limit is not None:
            effect.update(self._limit(who.limit, who))
        if who.besides and self.scene.kind not in RESOLVING:
            raise NotRead("other than one that only a resolution names")
        if who.besides:
            effect["besides"] = "target"
        if who.shares is not None:
            if self.scene.kind not in RESOLVING:
                raise NotRead("what shares it, all the time")
            effect["shares"] = {kind: self._sharer(whose) for kind, whose in who.shares.items()}
        if condition:
            resolving = self.scene.kind in RESOLVING
            if resolving and not asked:
                raise NotRead("as long as, of something that resolves")
            told_of = str(condition.get("told", "")).replace("its", "it")
            if not resolving and who.kind == "filter" and _OF_EACH.search(told_of):
                raise NotRead("what a board would have to tell of each")
            settled = self.settled(others_than_host(condition, self.scene.type_line))
            if not resolving or settled != {"this": {"zone": "battlefield"}} or effect["affects"] != "this":
                effect["if" if resolving else "as_long_as"] = settled  # a missing object does not change
        self.hangs_on = None
        for key, value in ops.items():
            effect[key] = self._value(key, value, who)
        if self.hangs_on is not None:
            if "if" in effect:
                raise NotRead("under a condition, and something may not have been chosen")
            effect["if"] = self.hangs_on
        if texts := [one for one in effect.get("lose_abilities", ()) if one.endswith(".")]:
            effect["lose_texts"] = texts
            effect["lose_abilities"] = [one for one in effect["lose_abilities"] if one not in texts]
            if not effect["lose_abilities"]:
                del effect["lose_abilities"]
        _of_card_type(effect)
        barred = effect.get("cannot_have", [])
        if effect.get("lose_abilities") and set(effect["lose_abilities"]) <= set(barred):
            del effect["lose_abilities"]
        return _typed(Effect, of_its_controller(effect, who))

    def _limit(self, limit: tuple[str, str, int], who: Who) -> Form:
        """Read the amount that limits the targets; nothing if no step can tell it."""
        key, words, plus = limit
        if words.upper() == "X":
            return self._limit_of_x(key, plus, who) if self.scene.has_x else {}
        if words.startswith(LESSER):
            if self.scene.trigger is None or self.scene.trigger.kind != "this":
                return {}
            words = words.replace(LESSER, "~ 's")
        said = parsed(f"~ gets +X/+0, where X is {words}")
        amount = said.done[0].where if isinstance(said, Said) and len(said.done) == 1 else None
        if not isinstance(amount, dict):
            return {}
        if amount.get("event"):
            told = self.scene.kind in RESOLVING and not self.scene.has_x  # as X, if the step says it
            return self._limit_of_x(key, plus, who) if told else {}
        found: Form = self._value("add_power", scaled(amount, 1, plus), who)
        asks_others = {"affected", "target"} & {str(value) for value in found.values()}
        return {} if asks_others or not _OF_THE_BOARD & found.keys() else {key: found}

    def _limit_of_x(self, key: str, plus: int, who: Who) -> Form:
        return {key: self._value("add_power", scaled({"x": True}, 1, plus), who)}

    def _sharer(self, whose: str) -> str:
        """Return the object that others share something with: of a pronoun, the one that it stands for."""
        one = self.scene.antecedent
        found = {"this": "this", "attached": "attached", "targets": "target"}.get(one.kind if one is not None else "")
        if whose != WITH_IT:
            return whose
        if found is None:
            raise NotRead("shares it with whom?")
        return found

    def _x_is_from_elsewhere(self) -> bool:
        """Tell whether X is that of another cost, which a board says: as an object was cast, turned up, revealed."""
        text = self.scene.text
        return self.scene.kind == "triggered" and self.scene.printed and "X is" not in text and "X be" not in text

    def _affects(self, who: Who) -> Any:
        if who.kind in ("this", "attached"):
            return who.kind
        clauses_ = (
            [without_that_player(one, self.scene.text) for one in who.clauses] if who.kind == "targets" else who.clauses
        )
        wanted = one_or_list(self.settled(clauses_)) if clauses_ else None
        if who.kind == "targets" and who.group and wanted is not None:
            return {"targets": wanted, "nth": who.group, **({"optional": True} if who.optional else {})}
        if who.kind == "targets":
            return {"targets": wanted} if wanted is not None else "targets"
        return wanted

    def condition(self, who: Who, condition: Form, asked: bool, speaks_of: Who) -> tuple[Form, list[Form]]:
        """Settle the object of a condition; one about the objects of a filter becomes part of the filter.

        Where a condition stands before the subject of its sentence, its pronoun does not stand for that subject if
        something else was named before: "If it's an Aura, enchanted creature gets ...".
        """
        if "any" in condition:
            parts = [self.condition(who, dict(one), asked, speaks_of) for one in condition["any"]]
            if any(clauses_ != who.clauses for _, clauses_ in parts):
                raise NotRead("a filter, or a condition")
            return {**condition, "any": [part for part, _ in parts]}, who.clauses
        clauses_ = who.clauses
        if "all_share" in condition:
            return _all_share(condition, who), clauses_
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
            self.draft.works_in = functions
        if IT in condition:
            word = next(getattr(key, "word", "") for key in condition if key == IT)
            about = condition.pop(IT)
            if word in _ALL or (word in _MANY and who.kind == "targets" and asked):
                raise NotRead("a condition about all of them, not about each")
            if word.startswith("that ") and speaks_of.kind == "this" and self.scene.kind not in RESOLVING:
                raise NotRead(f"{word}, which the text does not name")
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
        if key == "add_abilities_of" and "targets" in value:
            if who.kind not in ("this", "filter") or self.scene.kind not in RESOLVING:
                raise NotRead("a target that lends abilities, to a target or for good")
            return self.settled(value)
        if key == "lose_abilities":
            return [self._lost(one) for one in value]
        if key == "if_creature":
            return {name: self._value(name, one, who) for name, one in value.items()}
        return self.settled(self._amount(value, who))

    def asked(self, condition: Form) -> Condition:
        """Return a condition with its choices settled.

        Args:
            condition: The condition, about known objects.

        Raises:
            NotRead: The effect form has no place for it.
        """
        return _typed(Condition, self.settled(condition))

    def filters(self, clauses_: list[Form]) -> list[Filter]:
        """Return the clauses of a filter with its choices settled.

        Args:
            clauses_: The clauses, about known objects.

        Raises:
            NotRead: The effect form has no place for one of them.
        """
        return [_typed(Filter, one) for one in self.settled(clauses_)]

    def listed(self, sentence: str) -> FaceDownValues | None:
        """Read the values of a face-down object, if the next sentence lists them (708.2)."""
        try:
            terms = parse(f"except {sentence[:1].lower()}{sentence[1:]}", "exceptions")
            found = self.exception(terms)
        except NotRead:
            return None
        given = found.given() if found is not None else {}
        if not given or set(given) - set(_LISTED):
            return None
        return _typed(FaceDownValues, {_LISTED[key]: value for key, value in given.items()})

    def exception(self, terms: Form) -> Exceptions | None:
        """Settle the exceptions of a copy.

        Args:
            terms: The transformer's results for the words.

        Returns:
            The exceptions; None where there are none.
        """
        found = self._value("becomes_copy", terms, Who("this")).get("except")
        return None if found is None else _typed(Exceptions, found)

    def _granted(self, one: Any, who: Who) -> str | Ability | Any:
        if isinstance(one, str) and one.startswith("⟦"):
            return self.scene.grant(int(one.strip("⟦⟧")), who.kind == "this")
        if one == "this ability":
            return self.scene.text
        if isinstance(one, str) and re.fullmatch(r"[a-z-]+(?: \d+| X)?", one) and keyword_of(one) is None:
            self.draft.unread.append(self.sentence)  # no list has this keyword, so its meaning is unknown
            return one
        if isinstance(one, str) and one.endswith(("from that color", "from the chosen color")):
            self._chosen({"chosen": "color"})
            return one.replace("that color", "the chosen color")
        for kind in ("color", "card type"):
            if isinstance(one, str) and f"the {kind} of your choice" in one:
                if kind.replace(" ", "_") not in self.draft.chooses:
                    self.draft.chooses.append(kind.replace(" ", "_"))
                return one.replace(f"the {kind} of your choice", f"the chosen {kind}")
        return one

    def _lost(self, one: str) -> str:
        """Return what an object loses by a quoted ability: the keyword that the ability is, or else its text."""
        if not one.startswith("⟦"):
            return one
        quote = self.scene.grant(int(one.strip("⟦⟧")))
        if not isinstance(quote, str):
            raise NotRead("loses an ability that changes objects")
        return keyword_of(quote) or f"{quote.rstrip('.')}."

    def _amount(self, value: Any, who: Who) -> Any:
        if isinstance(value, list):
            return value
        if not isinstance(value, dict):
            return value
        found = dict(value)
        if who.kind != "this" and "target" in (found.get("power"), found.get("toughness"), found.get("mana_value")):
            raise NotRead("the number of a target that it does not affect")
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
        if found.pop("shares_with", who.kind) != who.kind:
            raise NotRead("what shares it with the source, for another object")
        if "sharing" in found:  # it shares a type with another object anyway
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
            if getattr(about, "word", "").startswith("that ") and who.kind == "this":
                raise NotRead("the counters of which?")
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

    def settled(self, form: Any) -> Any:
        """Fill in which choices a form means, and note those that a player makes as the ability resolves."""
        if isinstance(form, list):
            return [self.settled(one) for one in form]
        if not isinstance(form, dict):
            return form
        if "chosen" in form:
            return self._chosen(dict(form))
        found = {key: self.settled(value) for key, value in form.items()}
        if found.get("subtype") == {"chosen": "card_type"}:  # "permanents of the chosen type"
            put(found, "type", found.pop("subtype"))
        return found

    def _chooses_within(self, kind: str) -> bool:
        """Tell whether the ability asks for a choice within a sentence that does something else.

        "Draw a card, then choose a color."
        """
        words = _CHOICES.get(kind)
        asking = rf"\bchoose an? (?:[a-z]+ )?{words}\b"
        return words is not None and re.search(asking, self.scene.text, re.IGNORECASE) is not None

    def _chosen(self, form: Form) -> Form:
        kind = form["chosen"]
        if self.scene.kind in RESOLVING and kind not in self.draft.chooses and self._chooses_within(kind):
            self.draft.chooses.append(kind)
        here = set(self.draft.chooses) | set(self.scene.chosen)
        if form.pop("choice", False):
            if kind not in self.draft.chooses:
                self.draft.chooses.append(kind)
            return form
        if kind == "type":
            own = {one for one in self.draft.chooses if one.endswith("_type")} or {
                one for one in here if one.endswith("_type")
            }
            if len(own) != 1:
                raise NotRead("which type is chosen?")
            return {"chosen": own.pop()}
        form.pop("that", None)
        if kind in self.unsure:
            self.hangs_on = self.unsure[kind]
            if self.hangs_on is None or self.scene.kind not in RESOLVING:
                raise NotRead("it may not have been chosen")
            if kind not in self.draft.chooses:
                self.draft.chooses.append(kind)
            return form
        if kind == "color" and kind not in here and _OF_ANY_COLOR.search(self.scene.text):
            self.draft.chooses.append(
                kind
            )  # "that color" is the color of the mana, which is chosen as it is made (106.1b)
            return form
        if kind == "player" and self.scene.kind in RESOLVING:
            if kind not in self.draft.chooses:
                self.draft.chooses.append(kind)
            return form
        if kind not in here:
            raise NotRead(f"no {kind} is chosen")
        return form


def _typed(kind: type[_Mapping], data: Form) -> _Mapping:
    """Return lowered data as a value of the effect form."""
    try:
        return kind.from_data(data)
    except FormError as error:
        raise NotRead(str(error)) from None


def _all_share(condition: Form, who: Who) -> Form:
    """Return the condition that all objects of a filter share a color: there is a color that none of them lacks."""
    if set(condition) != {"all_share"} or who.kind != "filter" or who.loose or len(who.clauses) != 1:
        raise NotRead("who shares a color?")
    found: list[Form] = []
    for color in "WUBRG":
        lacking = deepcopy(who.clauses[0])
        put(lacking, "not", {"color": color})
        found.append({"count": lacking, "at_most": 0})
    return {"any": found}


def _of_card_type(effect: Form) -> None:
    """Let "the chosen type" be a card type if a card type was chosen."""
    chosen = {"chosen": "card_type"}
    for verb in ("set", "add", "remove"):
        if chosen in effect.get(f"{verb}_subtypes", []):
            left = [one for one in effect.pop(f"{verb}_subtypes") if one != chosen]
            merge(effect, {f"{verb}_types": [chosen], **({f"{verb}_subtypes": left} if left else {})})
