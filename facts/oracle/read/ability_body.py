"""The effects of one ability, sentence by sentence: parse, resolve references, lower, join."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from facts.effects.form import Chosen, CopyTerms, Duration, Effect, Filter, TargetsOf
from facts.oracle.read.alternatives import Alternatives
from facts.oracle.read.clauses import clauses
from facts.oracle.read.durations import lasting_of, untils_of
from facts.oracle.read.effect_changes import defines, does_only, not_numbered
from facts.oracle.read.effect_forms import asks_the_exiled, by_condition, copied, with_what_x_is
from facts.oracle.read.event_conditions import about_the_event
from facts.oracle.read.joined_nouns import EITHER
from facts.oracle.read.joining import Joining
from facts.oracle.read.lowering import Lowering
from facts.oracle.read.parts import Clause, Done, Form, NotRead, Said, Who
from facts.oracle.read.references import ONE_OF_THEM, References
from facts.oracle.read.relevance import relevant, suspicious
from facts.oracle.read.scene import RESOLVING, Draft, Scene
from facts.oracle.read.verb_phrases import check_losses
from facts.oracle.read.whole_sentences import read_whole
from facts.oracle.read.work_limit import used_up
from facts.words import NUMBERS, sets_by_word

Outcome = Literal["read", "unread", "passed over"]
"""The result for a sentence. The reader passes over a sentence that cannot concern characteristics."""
_HOW_CAST = re.compile(
    r"^if (?:~ was (?:\w+(?: (?:from|using) [^,]*)?)|(?:a|another) [^,]* (?:died|left the battlefield) this turn|"
    r"[^,]* to (?:cast|activate) (?:~|this ability|that spell)|"
    r"the gift was promised|evidence was collected|you cast ~[^,]*|you (?:do|don't)|"
    r"~'?s? ?(?:'s )?\w+ cost was paid),? ?$",
    re.IGNORECASE,
)
"""A reference to the casting of a spell: no antecedent for a pronoun."""
_UNSURE = re.compile(
    r"^(?:if|when) [^.]*\bchoose an? (color|creature type|basic land type|land type|card type|player)\b", re.IGNORECASE
)
_AS_IT_ENTERS = re.compile(r"^As ~ (?:enters|is turned face up)\b")
_FOR_EACH = re.compile(r"for each ", re.IGNORECASE)
_SOMETIMES_EXCEPT = re.compile(r", except if ~ was [^.]*$|, except [^,.]* if that creature doesn't [^,.]*$")
"""A conditional exception of a copy. The reader drops it, reads the rest of the copy, and warns."""
_VILLAINOUS = re.compile(
    r"(?:For each of them, )?[^.,]*? faces a villainous choice — (?P<one>[^.]*), or (?P<other>[^.,]+)", re.IGNORECASE
)
"""A choice between two actions (701.53), both of which change characteristics."""
_CHOOSE_A_MODE = re.compile(r"choose a mode", re.IGNORECASE)
_OF_A_MODE = re.compile(r"Mode (\d+) — ")
"""A mode by its number, as `say` words it: cards list modes as paragraphs, or name them within a sentence."""
_SAME_FOR = re.compile(r"^The same is true for (?=[a-z])(?![^.]*\b(?:creature|permanent|spell|card|land)s?\b)")
_ALSO = re.compile(r"~ is also ")
_OF_THE_TOKEN = re.compile(
    r"(?:its (?:power|toughness)|(?:it|the token|that token) has|"
    r"(?:they|they each|each of them|the tokens|those tokens|those creatures) ha(?:ve|s)) ",
    re.IGNORECASE,
)
"""What a token has that an earlier sentence creates: like its size, that is one of its own characteristics (111.3)."""
_HOW_MUCH_X = re.compile(rf"X is (\d+|{'|'.join(NUMBERS)})(?: or (more|greater|less|fewer))?")


@dataclass
class Body:
    """The effects of one ability.

    Attributes:
        scene: Their context.
        draft: The effects so far.
        references: Tells which objects pronouns stand for.
        lowering: Writes effects in the effect form.
        joining: Puts the effects of several sentences together.
        alternatives: Reads effects that take the place of others.
    """

    scene: Scene
    draft: Draft = field(init=False)
    references: References = field(init=False)
    lowering: Lowering = field(init=False)
    joining: Joining = field(init=False)
    alternatives: Alternatives = field(init=False)

    def __post_init__(self) -> None:
        """Let all parts share the scene and the draft."""
        self.draft = Draft()
        self.scene.trigger = self.scene.antecedent
        self.references = References(self.scene, self.draft)
        self.lowering = Lowering(self.scene, self.draft)
        self.joining = Joining(self.scene, self.draft, self.references, self.lowering)
        self.alternatives = Alternatives(self.scene, self.draft, self.references, self.joining, self._clauses)

    def read(self, sentence: str) -> Outcome:
        """Read one sentence.

        Args:
            sentence: A normalised sentence.

        Returns:
            Its result.
        """
        if _CHOOSE_A_MODE.fullmatch(sentence):
            self.draft.chooses.append("mode")
            return "read"
        numbered = _OF_A_MODE.match(sentence) if "mode" in self.draft.chooses else None
        if numbered is not None:
            return self._read_in_mode(int(numbered[1]), sentence[numbered.end() :])
        self.lowering.sentence = sentence
        self.draft.entering = self.draft.entering or _AS_IT_ENTERS.match(sentence) is not None
        sometimes = _SOMETIMES_EXCEPT.search(sentence)
        if sometimes is not None:
            self.draft.unread.append(sentence)
            return self.read(sentence[: sometimes.start()])
        if not relevant(sentence) and not sentence.lower().startswith(("choose", "as ~ enters", "you choose")):
            if not self.joining.replaced(sentence):
                self.draft.unread.append(sentence)
                return "unread"
            self.references.note(sentence)
            unsure = _UNSURE.match(sentence)
            if unsure is not None:
                self.lowering.unsure[unsure[1].lower().replace(" ", "_")] = self.references.unheeded
            return "passed over"
        if self.references.after_token and _OF_THE_TOKEN.match(sentence):
            return "passed over"
        if (
            self.draft.effects
            and self.draft.effects[-1].turn == "face_down"
            and sentence.lower().startswith(("it's ", "they're "))
        ):
            listed = self.lowering.listed(sentence)
            if listed is not None and self.draft.effects[-1].face_down_values is None:
                self.draft.effects[-1] = self.draft.effects[-1].changed(face_down_values=listed)
                return "read"
        if self.references.face_down and sentence.lower().startswith(("it's ", "they're ", "it is ", "they are ")):
            listed = self.lowering.listed(sentence)
            if listed is None:
                self.draft.unread.append(sentence)  # turning it over changes it, and no effect does
                return "unread"
            self.draft.effects.append(Effect(affects="targets", turn="face_down", face_down_values=listed))
            return "read"
        if sentence.lower().startswith("the same is true for") and not self.draft.effects and not self.draft.unread:
            return "passed over"  # the sentence before it is about no characteristic
        before = self.draft.state()
        said = True
        try:
            if read_whole(sentence, self.scene, self.draft):
                return "read"
            if _SAME_FOR.match(sentence):
                self.joining.same_for_keywords(_SAME_FOR.sub("", sentence))
            elif (villainous := _VILLAINOUS.fullmatch(sentence)) is not None:
                self.alternatives.one_or_the_other(villainous["one"], villainous["other"])
            elif sentence.startswith("Otherwise, "):
                self.alternatives.otherwise(sentence)
            elif not self.alternatives.instead(sentence):
                said = self._clauses(sentence)
            did = len(self.draft.effects) > len(before[0])
            self.joining.may = (
                self.joining.may or "you may have" in sentence.lower() or (did and "you may " in sentence.lower())
            )
        except NotRead:
            self.draft.restore(before)
            matters = suspicious(sentence) or not self.joining.replaced(sentence)
            if matters:
                self.draft.unread.append(sentence)
            self.references.note(sentence)
            return "unread" if matters else "passed over"
        return "read" if said else "passed over"

    def _read_in_mode(self, mode: int, sentence: str) -> Outcome:
        """Read a sentence of one of several modes."""
        count, self.joining.mode = len(self.draft.effects), mode
        try:
            outcome = self.read(sentence)
        finally:
            self.joining.mode = 0
        self.draft.put_in_mode(mode, count)
        return outcome

    def _clauses(self, sentence: str) -> bool:
        """Read the clauses of a sentence; return whether any of them says something."""
        found = clauses(sentence) if not used_up() else None
        if found is None:
            raise NotRead("no sentence of the grammar")
        self.joining.untils = untils_of(sentence)
        for clause in found:
            self._clause(clause)
        return any(clause.said is not None for clause in found)

    def _clause(self, clause: Clause) -> None:
        clause = self.joining.told_at_the_end(self._with_known_x(clause))
        said = clause.said
        if said is None:
            if not _HOW_CAST.match(clause.text):
                self.references.note(clause.text)
        elif said.kind == "chooses" and (clause.condition is not None or clause.sometimes):
            self.lowering.unsure |= dict.fromkeys(said.chooses)
        elif said.kind == "chooses":
            self._choose(said)
        elif said.kind == "still":
            self._still(said)
        elif said.kind == "same_for":
            self.joining.same_for(said)
        elif said.kind == "enters_as_copy":
            self.draft.enters = True
            self._do(clause, said)
        elif said.kind == "earthbends":
            self._earthbend()
        elif said.kind == "makes_copy":
            self._make_copy(clause, said)
        elif said.kind == "chooses_one":
            self._do_to_one(clause, said)
        else:
            self._do(clause, said)

    def _still(self, said: Said) -> None:
        """Let the objects of the effects before keep what they are: "they're still lands"."""
        last = self.draft.effects[-1] if self.draft.effects else Effect()
        if _alike(last.set_subtypes or (), said.kept):
            raise NotRead("subtypes that it gets take the place of those that it still has")
        if last.creature_types_of is not None:
            self.draft.effects[-1] = last.changed(add_subtypes=tuple(said.kept))
        since = len(self.draft.effects) - max(len(self.references.together), 1)
        for place, effect in enumerate(self.draft.effects):
            if place >= since and effect.set_types is not None:
                self.draft.effects[place] = effect.changed(still=True)

    def _with_known_x(self, clause: Clause) -> Clause:
        """Let "if X is 5 or more" ask about the X of a cost, so that no board needs to tell the condition."""
        asked = clause.told if clause.sometimes and clause.condition is None else clause.condition
        found = _HOW_MUCH_X.fullmatch(asked.get("told", "")) if asked is not None and len(asked) == 1 else None
        if found is None or not self.scene.has_x or self.scene.kind not in RESOLVING:
            return clause
        bound = {"more": "at_least", "greater": "at_least", "less": "at_most", "fewer": "at_most"}
        condition: Form = {"x": True, bound.get(found[2] or "", "exactly"): int(NUMBERS.get(found[1], found[1]))}
        return replace(clause, condition=condition, asked=True, sometimes=False, told=None)

    def _earthbend(self) -> None:
        """Target land you control becomes a 0/0 creature with haste that's still a land."""
        target = TargetsOf(targets=Filter(type="Land", controller="you"))
        land = Effect(
            affects=target,
            set_types=("Creature",),
            still=True,
            set_power=0,
            set_toughness=0,
            add_abilities=("haste",),
        )
        if all(not_numbered(effect) != land for effect in self.draft.effects):
            self.references.groups += 1
            self.draft.effects.append(land.changed(affects=target.changed(nth=self.references.groups)))
        who = Who("targets", [{"type": "Land", "controller": "you"}], group=self.references.groups)
        self.scene.antecedent, self.references.ambiguous = who, False

    def _do_to_one(self, clause: Clause, said: Said) -> None:
        """Do something to an object that is chosen as this happens: an Army, a Ring-bearer.

        A board names it like a target, in the order of the text.
        """
        if (
            self.joining.one
            and clause.text.lower().startswith("amass")
            and any(does_only(effect, Effect.from_data(said.done[0].ops[0])) for effect in self.draft.effects)
        ):
            return  # it amasses again, with more or fewer counters
        loose = any(effect.affects == "targets" for effect in self.draft.effects)
        if self.scene.kind not in RESOLVING or loose or self.references.many or self.joining.one:
            raise NotRead("one that is chosen, besides targets that are not told apart")
        self._do(clause, replace(said, kind="does"))
        self.joining.one = True

    def _choose(self, said: Said) -> None:
        self.draft.enters = self.draft.enters or said.as_enters
        self.draft.chooses += [one for one in said.chooses if one not in self.draft.chooses]

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
        if said.who is not None and said.who.kind == "it" and said.who.word == "it":
            antecedent = self.scene.antecedent
            itself = antecedent is not None and antecedent.kind == "this" and self.scene.kind == "triggered"
            itself = itself and not self.references.ambiguous and not _FOR_EACH.match(self.lowering.sentence)
            said = replace(said, who=Who("this" if itself else "it"))  # the board tells which other object it is
        if self.draft.makes_token and len(self.draft.effects) == 1 and said.who is not None and said.who.kind == "it":
            (before,), terms = self.draft.effects, said.done[0].ops[0]["becomes_copy"]
            if set(before.given()) == {"affects", "becomes_copy"} and before.becomes_copy == CopyTerms() and not terms:
                return  # a number of further copies of the same: the board shows how many
        if self.draft.effects:
            self._make_copy_besides(clause, said)
            return
        if self.scene.kind not in RESOLVING and said.who is not None and said.who.kind == "it":
            said = replace(said, who=Who("targets"))  # one that is chosen as tokens would be created
        self.draft.makes_token = True
        self._do(clause, said)
        self.joining.on_token = True
        self.scene.antecedent = Who("targets")
        self.references.ambiguous = False

    def _make_copy_besides(self, clause: Clause, said: Said) -> None:
        """Read a token copy in an ability that does something else, too: it becomes an effect of its own."""
        if self.scene.kind not in RESOLVING or ("mode" in self.draft.chooses and not self.joining.mode):
            raise NotRead("a token besides other effects")
        self.joining.set_tokens_apart()
        before, self.draft.effects = self.draft.effects, []
        antecedent, groups, many = self.scene.antecedent, self.references.groups, self.references.many
        self.references.groups, self.references.many = 0, False  # its target is no target of the rest
        hangs_on, self.joining.hangs_on = self.joining.hangs_on, None
        try:
            self.draft.makes_token = True
            self._do(replace(clause, sometimes=False, told=None), said)
            self.joining.set_tokens_apart()
            made = self.draft.effects
        finally:
            self.draft.effects, self.draft.makes_token = before, False
            self.joining.hangs_on = hangs_on
            self.references.groups, self.references.many = groups, many
        self.draft.effects = [*before, *made]
        self.scene.antecedent = antecedent
        self.references.ambiguous = True  # "it" may be the token

    def _choose_between(self, clause: Clause, said: Said) -> None:
        """Read a choice between several things: each becomes an effect of its own, a mode (700.2)."""
        among = next(done for done in said.done if done.options)
        several = sum(bool(done.options) for done in said.done) > 1 or "mode" in self.draft.chooses
        if self.scene.kind not in RESOLVING or several or self.draft.makes_token:
            raise NotRead("a choice between effects")
        self.draft.chooses.append("mode")
        antecedent, ambiguous = self.scene.antecedent, self.references.ambiguous
        for number, ops in enumerate(among.options, start=1):
            self.scene.antecedent, self.references.ambiguous = antecedent, ambiguous
            done = [replace(one, ops=[ops], options=[]) if one is among else copied(one) for one in said.done]
            count = len(self.draft.effects)
            self.joining.mode = number
            try:
                self._do(clause, replace(said, done=done))
            finally:
                self.joining.mode = 0
            in_parts = said.who is not None and said.who.kind == "several"
            if len(self.draft.effects) == count or (len(self.draft.effects) > count + 1 and not in_parts):
                raise NotRead("more than one effect to choose")
            self.draft.put_in_mode(number, count)

    def _do(self, clause: Clause, said: Said) -> None:
        """Turn a statement into effects."""
        if any(done.options for done in said.done):
            self._choose_between(clause, said)
            return
        if said.who is not None and said.who.kind == "several" and said.who.word != EITHER:
            if _one_of_both(said.who) and _changes_size(said):
                raise NotRead("it may be one of them, and would be counted twice")
            together = []
            for each in said.who.several:
                self._do(clause, replace(said, who=each))
                together.append(self.scene.antecedent or each)
            self.references.together = together
            return
        if together := self.references.all_of_them(said.who):
            overlapping = any("other" not in one for each in together if each.kind == "filter" for one in each.clauses)
            if overlapping and _changes_size(said):
                raise NotRead("one of them may be one of the others, and would be counted twice")
            for each in together:
                self.scene.antecedent, self.references.ambiguous = each, False
                self._do(clause, replace(said, who=Who("it", word=ONE_OF_THEM)))
            self.references.together = together
            return
        if clause.enters is not None:
            if not any("becomes_copy" in ops or "turn" in ops for done in said.done for ops in done.ops):
                raise NotRead("what it is as it enters")
            self.scene.antecedent, self.references.ambiguous = clause.enters, False
            self.draft.enters = True
        if clause.condition is not None and self.scene.kind not in RESOLVING:
            clause = replace(clause, condition=asks_the_exiled(clause.condition))
        condition = clause.condition or self._told_of_static(clause)
        who = self.references.others(self.references.who(said.who or Who("it"), condition), clause)
        who = self.references.numbered(who, said.who, clause.text)
        if self.joining.loses_all_else(clause, said, who):
            return
        clause, said = about_the_event(clause, said, who, self.scene, self.lowering.sentence)
        clause = self.joining.seen_to_happen(clause, said)
        check_losses(said.done)
        for done in said.done:
            self.draft.chooses += [one for one in done.chooses if one not in self.draft.chooses]
        self.draft.enters = self.draft.enters or said.as_enters
        lasting = clause.lasting or any(done.lasting for done in said.done)
        resolving = self.scene.kind in RESOLVING
        lasting = lasting and clause.enters is None
        if (
            self.draft.entering
            and who.kind == "this"
            and any("becomes_copy" in ops for done in said.done for ops in done.ops)
        ):
            self.draft.enters, lasting = True, False
        if not resolving and (lasting or who.kind == "targets") and said.kind == "does":
            raise NotRead("nothing resolves here")
        if any(not (resolving or self.draft.enters) or done.lasting for done in said.done if _of_suspicion(done)):
            raise NotRead("being suspected begins and ends as something resolves, and not with a duration")
        where = next((done.where for done in said.done if done.where is not None), None)
        groups = by_condition(said.done, clause)
        before = self.scene.antecedent if said.who is not None and said.who.kind != "it" else None
        speaks_of = before if clause.condition is not None and before is not None and before.kind != who.kind else who
        made: list[Effect] = []
        lasts = clause.lasts or lasting_of(clause.text)
        for condition, asked, ops in groups:
            if condition is not None and not resolving:
                condition = asks_the_exiled(condition)
            for one in ops:
                if one:
                    named = with_what_x_is(one, clause.text)
                    effect = self.lowering.effect(who, named, condition, asked, where, speaks_of)
                    if lasts is not None and resolving:
                        effect = effect.changed(lasts=lasts) if effect.becomes_copy is None else _copying(effect, lasts)
                    made.append(effect)
        made = self.joining.take_durations_apart(made, lasting=lasting)
        self.joining.keep(said, [self.joining.hanging(effect) for effect in made])
        self.references.note_since = False
        self.references.unheeded = None
        if said.defines and who.kind == "this" and self.scene.kind == "static" and len(made) == 1:
            self.draft.cda = self.scene.printed and made[0].as_long_as is None
        elif (
            who.kind == "this"
            and self.scene.kind == "static"
            and len(made) == 1
            and (defines(made[0]) or (_ALSO.match(clause.text) and set(made[0].given()) == {"affects", "add_subtypes"}))
        ):
            self.draft.cda = self.scene.printed
        self.scene.antecedent = who
        self.references.together = []
        self.references.ambiguous = False
        self.references.after_token = False

    def _told_of_static(self, clause: Clause) -> Form | None:
        """Return the condition that a board tells of a static ability: a pronoun after it may stand for its object."""
        return clause.told if self.scene.kind not in RESOLVING else None


def _alike(some: tuple[str | Chosen, ...], others: list[str]) -> bool:
    """Tell whether a subtype of one list and one of the other are in the same set, such as the creature types."""
    sets = [
        {name for word in one if isinstance(word, str) for name in sets_by_word().get(word, ())}
        for one in (some, others)
    ]
    return bool(sets[0] & sets[1])


def _copying(effect: Effect, lasts: str | Duration) -> Effect:
    """Return a copy effect with its duration: the rules follow what it is attached to, and a board tells the others."""
    if lasts == "while_attached":
        return effect.changed(lasts=lasts)
    if lasts != "while_tapped" and not (isinstance(lasts, Duration) and lasts.told is not None):
        raise NotRead("a copy effect does not end by itself so")
    return effect


def _of_suspicion(done: Done) -> bool:
    """Tell whether something becomes suspected, or stops being suspected."""
    return any({"suspect", "end_suspicion"} & set(ops) for ops in done.ops)


def _changes_size(said: Said) -> bool:
    """Tell whether a sentence adds to power or toughness: an object that it names twice would get the bonus twice."""
    return any({"add_power", "add_toughness"} & set(ops) for one in said.done for ops in one.ops)


def _one_of_both(who: Who) -> bool:
    """Tell whether the object of a pronoun may be one of those that are named with it."""
    first, *rest = who.several
    return first.kind == "it" and any("other" not in clause for one in rest for clause in one.clauses if not one.shares)
