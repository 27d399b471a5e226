"""Effects that take the place of others: "otherwise", "instead", and one of two actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from facts.oracle.read.effect_forms import inverted, unnumbered
from facts.oracle.read.joining import Joining
from facts.oracle.read.parts import NotRead
from facts.oracle.read.references import References
from facts.oracle.read.scene import RESOLVING, Draft, Scene

_JOINED = frozenset(("count", "at_least", "at_most", "exactly"))
"""Keys of a condition beside which another can stand in a list of conditions."""
_INSTEAD_IF = re.compile(r" instead if ")
_INSTEAD = re.compile(r",? instead\b|\binstead,? ")
_ANOTHER_COPY = re.compile(r"\binstead create a token that's a copy of [^.]*, except ", re.IGNORECASE)
"""Another token in place of the one before: the board shows which of the two was created."""
_A_COPY_INSTEAD = re.compile(r"If [^.]*, create [^.]*\btokens? that(?:'s| are) [^.]* instead$")
_MORE_OF_THEM = re.compile(r"\bcreate \w+ tokens that are copies of (?:it|that \w+)$|\bamass\b", re.IGNORECASE)
"""The same again, in another number: its characteristics stay."""
_INSTEAD_AFTER = re.compile(r"(?<=, )instead,? ")


@dataclass
class Alternatives:
    """Reads effects that take the place of others.

    Attributes:
        scene: The context of the ability.
        draft: Its effects so far.
        references: Tells which objects pronouns stand for.
        joining: Puts the effects of several sentences together.
        read_clauses: Reads the clauses of a sentence; tells whether any of them says something.
    """

    scene: Scene
    draft: Draft
    references: References
    joining: Joining
    read_clauses: Callable[[str], bool]

    def otherwise(self, sentence: str) -> None:
        """Read the effect for the case that the condition of the sentence before does not hold.

        Args:
            sentence: The sentence, with "Otherwise, ".

        Raises:
            NotRead: It is not clear what it is otherwise than.
        """
        key = "if" if self.scene.kind in RESOLVING else "as_long_as"
        if len(self.draft.effects) == 1 and self.joining.told is not None and "if" not in self.draft.effects[0]:
            self.draft.effects[0]["if"], self.joining.sometimes = self.joining.told, False
        condition = self.references.unheeded
        if condition is None and self.draft.effects:
            condition = self.draft.effects[-1].get(key)
        if condition is None and not self.draft.effects and not self.draft.unread and self.scene.kind in RESOLVING:
            self.read_clauses(sentence.removeprefix("Otherwise, "))
            return
        if condition is None or sum(condition == effect.get(key) for effect in self.draft.effects) > 1:
            raise NotRead("otherwise than what?")
        self.references.unheeded = None
        count = len(self.draft.effects)
        hangs_on, self.joining.hangs_on = self.joining.hangs_on, None
        self.joining.otherwise = True
        try:
            self.read_clauses(sentence.removeprefix("Otherwise, "))
        finally:
            self.joining.otherwise = False
        self.joining.hangs_on = hangs_on if condition != hangs_on else None  # it stood for its own sentence alone
        for effect in self.draft.effects[count:]:
            if key in effect:
                raise NotRead("otherwise, and under a condition")
            effect[key] = inverted(condition)
        self.draft.effects[count:] = [self.joining.hanging(effect) for effect in self.draft.effects[count:]]
        if len(self.draft.effects) == count:
            raise NotRead("otherwise joins what is before")

    def instead(self, sentence: str) -> bool:
        """Read the effect instead of the sentence before, under a condition that the effect form has.

        Args:
            sentence: The sentence.

        Returns:
            Whether it is such a sentence.

        Raises:
            NotRead: It is one, and it is not clear what happens instead of what.
        """
        alone = not self.draft.effects and not self.draft.unread and self.scene.kind in RESOLVING
        if alone and _INSTEAD_IF.search(sentence):
            self.read_clauses(_INSTEAD.sub("", sentence))  # instead of what changes no characteristic
            if any("if" not in effect for effect in self.draft.effects):
                raise NotRead("instead of what?")
            return True
        if alone and _A_COPY_INSTEAD.match(sentence):
            self.read_clauses(_INSTEAD.sub("", sentence))  # instead of another token, which the board would show
            return True
        if not _INSTEAD.search(sentence) or not self.draft.effects or self.references.note_since:
            return False
        if self.draft.makes_token and _ANOTHER_COPY.search(sentence):
            self.read_clauses(_INSTEAD.sub("", _INSTEAD_AFTER.sub("", sentence)))
            return True
        if (self.draft.makes_token or self.joining.one) and _MORE_OF_THEM.search(sentence):
            self.read_clauses(_INSTEAD.sub("", _INSTEAD_AFTER.sub("", sentence)))
            return True
        key = "if" if self.scene.kind in RESOLVING else "as_long_as"
        before = self.draft.effects[-1]
        under = before.get(key)
        if "mode" in before and under is None:
            return self._instead_of_modes(sentence)
        if "becomes_copy" in before or "mode" in before or (under is not None and not set(under) <= _JOINED):
            return False
        kept, self.draft.effects = self.draft.effects, []
        self.draft.replacing = True
        try:
            self.read_clauses(_INSTEAD.sub("", _INSTEAD_AFTER.sub("", sentence)))
            more = self.draft.effects
        finally:
            self.draft.effects, self.draft.replacing = kept, False
        if len(more) != 1 or key not in more[0]:
            raise NotRead("instead of what?")
        if under is not None and set(before) != set(more[0]):
            raise NotRead("instead of which part?")
        if not set(before) <= set(more[0]):
            before = self.joining.part_of(before, set(more[0]) - {key})
        if unnumbered(before["affects"]) != unnumbered(more[0]["affects"]) and "affected" in more[0][key]:
            raise NotRead("instead of what is done to another")
        so = more[0][key]
        if under is not None and under == self.joining.hangs_on and set(under) & set(so):
            more[0][key] = {"all": [under, so]}  # the condition of all of the ability holds for this, too (603.4)
        before[key] = inverted(so) if under is None else {"all": [under, inverted(so)]}
        for one in (before, more[0]):
            one["affects"] = unnumbered(one["affects"])
        self.draft.effects.append(more[0])
        return True

    def one_or_the_other(self, *parts: str) -> None:
        """Read two actions of which a player chooses one: each is a mode.

        Args:
            parts: The sentences of the actions.

        Raises:
            NotRead: An action changes no characteristic, or there are other effects.
        """
        if self.scene.kind not in RESOLVING or self.draft.effects:
            raise NotRead("one or the other, besides other effects")
        self.draft.chooses.append("mode")
        antecedent, ambiguous = self.scene.antecedent, self.references.ambiguous
        for number, part in enumerate(parts, start=1):
            self.scene.antecedent, self.references.ambiguous = antecedent, ambiguous
            count, self.joining.mode = len(self.draft.effects), number
            try:
                self.read_clauses(part[:1].upper() + part[1:])
            finally:
                self.joining.mode = 0
            if len(self.draft.effects) == count:
                raise NotRead("nothing to choose")
            for effect in self.draft.effects[count:]:
                effect["mode"] = number

    def _instead_of_modes(self, sentence: str) -> bool:
        """Read "it gains flying or haste. If it's red, it gains both instead": then no mode of those before happens."""
        modes, whom = self.draft.effects, unnumbered(self.draft.effects[0]["affects"])
        if any("mode" not in one or "if" in one or unnumbered(one["affects"]) != whom for one in modes):
            return False
        self.draft.effects, self.draft.replacing = [], True
        try:
            self.read_clauses(_INSTEAD.sub("", _INSTEAD_AFTER.sub("", sentence)))
            more = self.draft.effects
        finally:
            self.draft.effects, self.draft.replacing = modes, False
        if len(more) != 1 or "if" not in more[0] or unnumbered(more[0]["affects"]) != whom:
            raise NotRead("instead of which modes?")
        self.draft.effects = [{**one, "if": inverted(more[0]["if"])} for one in modes]
        self.draft.effects.append({**more[0], "affects": whom})
        return True
