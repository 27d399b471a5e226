"""The abilities of an object, those that it has lost, and who granted or took them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from clingo import Symbol, SymbolType

from facts.board import BoardFacts, Chosen, Moment, Resolution
from facts.cards import Face
from facts.words import BASIC_LAND_TYPES, keyword_of
from solver.answer.answer_values import AbilityAnswer, LostAbility
from solver.answer.chosen_words import with_chosen_words
from solver.answer.exchanged_words import exchanged, reworded
from solver.answer.rule_texts import mana_text, rule_text
from solver.answer.symbols import Kinds, Value, Values, term

_Order = tuple[int, int, int, str]
"""The place of an ability among those of an object."""


class AbilityAnswers:
    """Makes the abilities of the objects of one board."""

    def __init__(self, facts: BoardFacts, values: Values) -> None:
        """Take the facts and the derived values.

        Args:
            facts: The facts that the board was written as.
            values: The values that the rules derive for each object.
        """
        self._timeline = facts.timeline
        self._abilities = facts.abilities
        self._values = values
        self._granted_before: dict[Value, tuple[_Order, AbilityAnswer]] = {}
        self._texts: dict[str, tuple[str, bool, str | None]] = {}
        self._chosen: dict[Symbol, set[tuple[str, str]]] | None = None
        self._said: dict[int, dict[str, str]] = {}
        for one in facts.settled.findings:
            if one.name == "said" and isinstance(step := one.arguments[0], Moment):
                self._said.setdefault(step.number, {})[str(one.arguments[1])] = str(one.arguments[2])

    def text(self, effect: Symbol) -> str:
        """Return the text of the ability that makes a continuous effect.

        Args:
            effect: The effect, as the rules write it.

        Returns:
            The text; empty for an effect of the rules themselves.
        """
        if effect.name == "static":
            ability = effect.arguments[1]
            return self._text_of(str(ability.arguments[-1]))[0]
        resolution = self._resolution(effect) if effect.name == "resolved" else None
        return resolution.ability.text if resolution is not None else ""

    def answers(self, values: Kinds, face: Face) -> Iterable[AbilityAnswer]:
        """Return the abilities of an object: printed ones, then intrinsic ones, then granted ones by timestamp.

        Args:
            values: The values that the rules derive for the object.
            face: The face of its card that is up, or would be if it were face up.
        """
        swaps = exchanged(values)
        for value in sorted(values.get("ability", ()), key=self._ability_order):
            yield self._ability_answer(value, values, face, swaps)

    def _ability_answer(self, value: Value, values: Kinds, face: Face, swaps: Mapping[str, str]) -> AbilityAnswer:
        kind, inner = parts(value)
        if kind == "intrinsic":
            word = term(inner).string
            return AbilityAnswer(mana_text(word), "intrinsic", rule="305.6", printed=word in face.type_line.subtypes)
        if kind == "own":
            text, modelled, keyword = self._text_of(inner)
            said = reworded(text, swaps, face.name)
            keyword = keyword if said == text else keyword_of(said)
            origin = "copied" if "copied" in values else "printed"
            printed = said == text and inner in self._abilities
            return AbilityAnswer(said, origin, modelled=modelled, keyword=keyword, printed=printed)
        return self._granted(value)[1]

    def lost(self, values: Kinds, face: Face) -> Iterable[LostAbility]:
        """Return the abilities that an object no longer has, and the effects that took them, as the rules name them.

        Args:
            values: The values that the rules derive for the object.
            face: As for `answers`.
        """
        swaps = exchanged(values)
        taken = {ability: (by, rule) for ability, by, rule in map(lost_parts, values["lost"])}
        for value in sorted(taken, key=self._ability_order):
            one = self._ability_answer(value, values, face, swaps)
            by, rule = taken[value]
            if isinstance(by, int):
                by = next(called(one) for one in self._timeline.resolutions if one.step == by)
            yield LostAbility(one.text, one.origin, one.source, by, rule)

    def _granted(self, value: Value) -> tuple[_Order, AbilityAnswer]:
        """Return an ability that an effect grants, and its place: the same for all on the board that have it."""
        found = self._granted_before.get(value)
        if found is None:
            effect, ability = term(value).arguments
            text, modelled, keyword = self._text_of(str(ability))
            chosen = self._chosen_by(effect) if "chosen" in text else {}
            # A choice is no word of the text: text changes leave it (612.2, 607.2d).
            said = with_chosen_words(reworded(text, self._swaps_of(effect), ""), chosen)
            keyword = keyword if said == text else keyword_of(said)
            place = ability.arguments[1].number if len(ability.arguments) > 1 else 0
            order = (2, self._time(effect), place, str(value))
            found = order, AbilityAnswer(said, "granted", self.source(effect), None, modelled, keyword)
            self._granted_before[value] = found
        return found

    def _swaps_of(self, effect: Symbol) -> Mapping[str, str]:
        """Return the exchanged words of the text that grants something: of an object, or of what resolved (612.1).

        "Landwalk of that type" has no word for a basic land type.
        """
        if effect.name == "resolved":
            return self._said.get(effect.arguments[0].arguments[1].number, {})
        if effect.name != "static":
            return {}
        swaps = exchanged(self._values.get(effect.arguments[0].arguments[1].string, {}))
        granting = effect.arguments[1]
        if not swaps or granting.name != "own":
            return swaps
        text = self._text_of(str(granting.arguments[0]))[0]
        return {word: new for word, new in swaps.items() if reworded(text, {word: new}, "") != text}

    def _text_of(self, ability_term: str) -> tuple[str, bool, str | None]:
        found = self._texts.get(ability_term)
        if found is None:
            ability = self._abilities.get(ability_term)
            if ability is None:
                text = rule_text(ability_term)
                found = text, True, keyword_of(text)
            else:
                found = ability.text, ability.modelled, ability.keyword
            self._texts[ability_term] = found
        return found

    def _chosen_by(self, effect: Symbol) -> Chosen:
        """Return the choices to which the text of an effect refers, as the board names them: the rules say which."""
        first = effect.arguments[0]
        if effect.name == "static":
            named = self._timeline.things[first.arguments[1].string].chosen
        elif (resolution := self._resolution(effect) if effect.name == "resolved" else None) is not None:
            source = self._timeline.things.get(resolution.source)
            named = {**(source.chosen if source is not None else {}), **resolution.chosen}
        else:
            return {}
        if self._chosen is None:
            self._chosen = _chosen_for(self._values.values())
        meant = self._chosen.get(effect, set())
        return {
            key: found for key, said in named.items() if (found := tuple(x for x in said if (key, str(x)) in meant))
        }

    def _resolution(self, effect: Symbol) -> Resolution | None:
        step = effect.arguments[0].arguments[1].number
        return next((one for one in self._timeline.resolutions if one.step == step), None)

    def _ability_order(self, value: Value) -> _Order:
        """Order abilities: printed ones in printed order, then intrinsic ones, then granted ones by time."""
        kind, inner = parts(value)
        if kind == "own":
            return (0, *_place(inner))
        if kind == "intrinsic":
            return (1, BASIC_LAND_TYPES.index(term(inner).string), 0, "")
        return self._granted(value)[0]

    def _time(self, effect: Symbol) -> int:
        """Return about when an effect began, for the order of the abilities that it grants."""
        if effect.name == "resolved":
            return int(effect.arguments[0].arguments[1].number)
        place = effect.arguments[0] if effect.name == "static" else effect.arguments[1]
        thing = self._timeline.things[place.arguments[1].string]
        return max(thing.step, thing.attached[1] if thing.attached else 0)

    def source(self, effect: Symbol) -> str:
        """Return the label of an effect's source, or the name of the spell or ability that resolved.

        Args:
            effect: The effect, as the rules write it.
        """
        first = effect.arguments[0]
        if effect.name == "static":
            return first.arguments[1].string
        resolution = self._resolution(effect) if effect.name == "resolved" else None
        if resolution is not None:
            return called(resolution)
        return str(effect.arguments[1].arguments[1].string)


def _chosen_for(objects: Iterable[Kinds]) -> dict[Symbol, set[tuple[str, str]]]:
    """Return what was chosen for each effect that gives abilities: the kind and the value, as the rules say."""
    found: dict[Symbol, set[tuple[str, str]]] = {}
    for values in objects:
        for effect, kind, value in (term(one).arguments for one in values.get("chosen", ())):
            player = value.arguments[1] if value.type == SymbolType.Function else value
            text = str(player.number) if player.type == SymbolType.Number else player.string
            found.setdefault(effect, set()).add((kind.name, text))
    return found


@lru_cache(maxsize=8192)
def parts(value: Value) -> tuple[str, str]:
    """Return the kind of an ability term, and its arguments.

    Args:
        value: The term of an ability, as the rules write it.
    """
    kind, _, inner = str(value).partition("(")
    return kind, inner[:-1]


@lru_cache(maxsize=8192)
def lost_parts(value: Value) -> tuple[str, str | int | None, str]:
    """Return a lost ability, the effect that took it (a label, the step of its resolution, or None), and the rule.

    Args:
        value: A value of the kind ``lost``.
    """
    ability, by, rule = term(value).arguments
    if by.type == SymbolType.Function:
        return str(ability), None, rule.string
    return str(ability), by.string if by.type == SymbolType.String else by.number, rule.string


@lru_cache(maxsize=8192)
def _place(ability: str) -> tuple[int, int, str]:
    """Return the place of an own ability: those of a face, the first one first, before those of a copy's exception."""
    symbol = term(ability)
    number = symbol.arguments[1].number if symbol.arguments[1].type == SymbolType.Number else 0
    face = symbol.arguments[0]
    if face.name != "face":
        return (2, number, ability)
    return (0 if face.arguments[1].name in ("front", "left") else 1, number, ability)


def called(resolution: Resolution) -> str:
    """Return the name of a resolved spell or ability: the label of its source, its own label, or its name.

    Args:
        resolution: The spell or ability that resolved.
    """
    return resolution.source or resolution.label or resolution.name
