"""Effects that take the place of others: "otherwise", "instead", and one of two actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from facts.effects.form import Condition, Effect
from facts.oracle.read.effect_changes import both, condition_on, inverted, not_numbered, under, unnumbered
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
"""Words for another number of the same objects, whose characteristics stay the same."""
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
            NotRead: It is not clear which condition "otherwise" is about.
        """
        resolving = self.scene.kind in RESOLVING
        if len(self.draft.effects) == 1 and self.joining.told is not None and self.draft.effects[0].if_ is None:
            self.draft.effects[0] = self.draft.effects[0].changed(if_=self.joining.lowering.asked(self.joining.told))
            self.joining.sometimes = False
        condition = self.references.unheeded
        if condition is None and self.draft.effects:
            condition = condition_on(self.draft.effects[-1], resolving)
        if condition is None and not self.draft.effects and not self.draft.unread and self.scene.kind in RESOLVING:
            self.read_clauses(sentence.removeprefix("Otherwise, "))
            return
        if condition is None or sum(condition == condition_on(effect, resolving) for effect in self.draft.effects) > 1:
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
        further = self.draft.effects[count:]
        if any(condition_on(effect, resolving) is not None for effect in further):
            raise NotRead("otherwise, and under a condition")
        further = [under(effect, inverted(condition), resolving) for effect in further]
        self.draft.effects[count:] = [self.joining.hanging(effect) for effect in further]
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
            if any(effect.if_ is None for effect in self.draft.effects):
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
        before = self.draft.effects[-1]
        condition = condition_on(before, self.scene.kind in RESOLVING)
        if before.mode is not None and condition is None:
            return self._instead_of_modes(sentence)
        joinable = condition is None or set(condition.given()) <= _JOINED
        if before.becomes_copy is not None or before.mode is not None or not joinable:
            return False
        more = self._replacing(sentence)
        if len(more) != 1:
            raise NotRead("instead of what?")
        self._instead_of_last(more[0], condition)
        return True

    def _replacing(self, sentence: str) -> list[Effect]:
        """Read the effects that happen instead of others, apart from these."""
        kept, self.draft.effects = self.draft.effects, []
        self.draft.replacing = True
        try:
            self.read_clauses(_INSTEAD.sub("", _INSTEAD_AFTER.sub("", sentence)))
            return self.draft.effects
        finally:
            self.draft.effects, self.draft.replacing = kept, False

    def _instead_of_last(self, more: Effect, condition: Condition | None) -> None:
        """Let an effect happen instead of the last one, or of a part of it.

        Args:
            more: The effect.
            condition: The condition of the last one.
        """
        before, resolving = self.draft.effects[-1], self.scene.kind in RESOLVING
        so, has, wanted = condition_on(more, resolving), set(before.given()), set(more.given())
        if so is None:
            raise NotRead("instead of what?")
        if condition is not None and has != wanted:
            raise NotRead("instead of which part?")
        if not has <= wanted:
            before = self.joining.part_of(before, wanted - {"if" if resolving else "as_long_as"})
        same = unnumbered(before.affected) == unnumbered(more.affected)
        if not same and so.affected is not None:
            raise NotRead("instead of what is done to another")
        if condition is not None and condition == self.joining.hangs_on and condition.given().keys() & so.given():
            more = under(more, both(condition, so), resolving)  # all of the ability hangs on it (603.4)
        otherwise = inverted(so) if condition is None else both(condition, inverted(so))
        self.draft.effects[-1] = not_numbered(under(before, otherwise, resolving))
        self.draft.effects.append(not_numbered(more))

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
            self.draft.put_in_mode(number, count)

    def _instead_of_modes(self, sentence: str) -> bool:
        """Read "it gains flying or haste. If it's red, it gains both instead": then no mode of those before happens."""
        modes, whom = self.draft.effects, unnumbered(self.draft.effects[0].affected)
        if any(one.mode is None or one.if_ is not None or unnumbered(one.affected) != whom for one in modes):
            return False
        more = self._replacing(sentence)
        so = more[0].if_ if len(more) == 1 else None
        if so is None or unnumbered(more[0].affected) != whom:
            raise NotRead("instead of which modes?")
        self.draft.effects = [one.changed(if_=inverted(so)) for one in modes]
        self.draft.effects.append(more[0].changed(affects=whom))
        return True
