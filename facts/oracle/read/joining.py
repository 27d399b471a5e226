"""Joining: how the effects of a sentence go together with those before it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from facts.effects import TARGET_LIMITS, listed
from facts.effects.form import (
    Condition,
    CopyTerms,
    Duration,
    Effect,
    Exceptions,
    Filter,
    FormMapping,
    Operations,
    TargetsOf,
)
from facts.oracle.read.antecedents import condition_of
from facts.oracle.read.clause_conditions import happened
from facts.oracle.read.effect_changes import (
    condition_on,
    conditional,
    inverted,
    joined,
    names_keyword,
    under,
    unnumbered,
    with_keyword,
)
from facts.oracle.read.effect_forms import copied
from facts.oracle.read.lowering import Lowering
from facts.oracle.read.parts import Clause, Done, Form, NotRead, Said, Who
from facts.oracle.read.references import AIMS, References
from facts.oracle.read.scene import RESOLVING, Draft, Scene
from facts.oracle.read.sentences import parse
from facts.oracle.read.told_conditions import told, told_as
from facts.oracle.read.verb_phrases import check_losses
from facts.words import UNREAD_STATUSES, keyword_of, landwalks

_OF_A_QUALITY = re.compile(r"(?:protection|hexproof)(?: from .*| from)?")
"""Keywords whose quality a filter can't express: a creature with protection from red need not have any other."""
_REPLACES = re.compile(
    r"^(?:If (?P<before>(?:(?! would )[^,])+), (?:instead (?:you may )?put [^.]*|(?:you may )?put [^.]* instead)|"
    r"Put (?:(?! would )[^,.])* instead if (?P<after>[^,.]+))$"
)
_SHOWN_BY_STEP = re.compile(r"^(?:you|they|that player) do(?:es)?$|^that happens$|\bthis way\b|n't$")
"""What happened as the ability resolved. A step that tells of the effect shows that it did."""
_OWN_RESULT = re.compile(r"(?:you|they|that player) (?:win|won|lose)\b(?! life)|that mana ")
"""What a coin or a clash shows as the ability resolves. On it alone hangs what the text does to its object."""
_THEN = tuple({"told": words} for words in ("you do", "they do", "that player does", "that happens"))
"""Conditions that the optional part before was done."""


@dataclass
class Joining:
    """Puts the effects of one ability together.

    Attributes:
        scene: The context of the ability.
        draft: The effects so far.
        references: Its antecedents.
        lowering: Writes conditions.
        on_token: Whether the sentence before creates a token that is a copy. The next sentence may do more to it.
        may: Whether an earlier sentence lets a player decide if its action happens.
        sometimes: Whether an earlier sentence happens only if some event happened.
        told: That event, in the words by which a board tells it.
        one: Whether something is done to an object that is chosen without being a target.
        mode: The mode at hand, from 1 on.
        otherwise: Whether the sentence at hand happens only if the sentence before does not.
        hangs_on: The condition that all of a triggered ability hangs on (603.4).
        untils: The durations that stand in the sentence at hand.
        lasted: The duration of the effects so far; empty if none has one.
        permanent: Whether an earlier sentence has an effect without a duration.
        only_sentence: Whether the ability has no other sentence.
        earlier: The sentences before the one at hand.
    """

    scene: Scene
    draft: Draft
    references: References
    lowering: Lowering
    on_token: bool = False
    may: bool = False
    sometimes: bool = False
    told: Form | None = None
    one: bool = False
    mode: int = 0
    otherwise: bool = False
    hangs_on: Condition | None = None
    untils: tuple[str, ...] = ()
    lasted: str = ""
    permanent: bool = False
    only_sentence: bool = True
    earlier: str = ""

    def take_durations_apart(self, made: list[Effect], *, lasting: bool) -> list[Effect]:
        """Give effects the words of their duration if an earlier sentence has none: a board may end them alone.

        Args:
            made: The effects of a clause.
            lasting: Whether the clause has a duration. A duration of its sentence holds for all of its clauses.

        Returns:
            The effects.
        """
        if self.scene.kind not in RESOLVING or not made or self.mode:
            return made
        if lasting and self.untils and not self.draft.replacing and all(one.lasts is None for one in made):
            if {self.lasted or self.untils[0], *self.untils} != {self.untils[0]}:
                raise NotRead("of two effects one lasts longer, and a board could end only both")
            self.lasted = self.untils[0]
        if lasting and self.untils and self.permanent:
            if all(one.lasts is None and one.becomes_copy is None for one in made):
                return [one.changed(lasts=Duration(told=self.untils[0])) for one in made]
        elif not lasting and not self.untils:
            # That a token is made is no effect that lasts.
            lasting_on = [one for one in made if not (one.becomes_copy is not None and self.draft.makes_token)]
            self.permanent = self.permanent or any(one.lasts is None and one.turn is None for one in lasting_on)
        return made

    def hang_on_first(self, sentence: str) -> None:
        """Let all of a triggered ability hang on the condition that stands between its trigger and the rest (603.4).

        Args:
            sentence: The first sentence of the ability's body, which was read already.
        """
        if self.scene.kind != "triggered" or not sentence.lower().startswith("if ") or self.draft.makes_token:
            return
        found = [effect.if_ for effect in self.draft.effects]
        condition = found[0] if found else condition_of(sentence[:1].upper() + sentence[1:])
        if not found and condition is not None and any(_asks_of_moment(one) for _, one in condition.parts()):
            condition = None  # a board seldom tells such a status; that the ability resolved implies it
        self.hangs_on = condition if all(one == condition for one in found) else None

    def hanging(self, effect: Effect) -> Effect:
        """Also put an effect under the condition of its whole ability, unless it has one of that kind itself."""
        own = effect.if_ or Condition()
        if self.hangs_on is None or vars(own).keys() & vars(self.hangs_on):
            return effect
        return effect.changed(if_=self.hangs_on.changed(**vars(own)))

    def part_of(self, before: Effect, keys: set[str]) -> Effect:
        """Take apart the sentence before: "it becomes a 4/4 Beast", of which "it's 6/6 instead" replaces the size."""
        sizes = {"set_power", "set_toughness", "add_power", "add_toughness"}
        if not keys - {"affects"} or not keys - {"affects"} <= sizes or not keys <= set(before.given()):
            raise NotRead("instead of what?")
        part = Effect(**{name: vars(before)[name] for name in sorted(keys)}).changed(lasts=before.lasts)
        self.draft.effects[-1:] = [before.changed(**dict.fromkeys(keys & sizes)), part]
        return part

    def settle_groups(self) -> None:
        """Leave out the numbers of the targets where effects mean all objects that the board names."""
        numbers: dict[int | None, set[int]] = {}  # for each mode, and for effects in all of them
        for effect in self.draft.effects:
            if isinstance(effect.affects, TargetsOf) and effect.affects.nth is not None:
                numbers.setdefault(effect.mode, set()).add(effect.affects.nth)
        for place, effect in enumerate(self.draft.effects):
            affects, in_mode = effect.affects, sorted(numbers.get(effect.mode, ()))
            if not isinstance(affects, TargetsOf) or affects.nth is None:
                continue
            if len(in_mode) > 1 and (effect.mode is not None or "mode" not in self.draft.chooses):
                affects = affects.changed(nth=in_mode.index(affects.nth) + 1)
            else:
                affects = affects.changed(nth=None, optional=None)
            self.draft.effects[place] = effect.changed(affects=affects)

    def replaced(self, sentence: str) -> bool:
        """Let a sentence without effects that happens instead of the one before take its condition from it.

        "Put a +1/+1 counter on it instead if it's a Mount": the effect before happens only if it isn't.

        Returns:
            False if the effect before needs such a condition, and it cannot be expressed.
        """
        found = _REPLACES.match(sentence)
        if found is None or not self.draft.effects or self.references.note_since:
            return True
        resolving = self.scene.kind in RESOLVING
        before = self.draft.effects[-1]
        words = found["before"] or found["after"]
        affects = before.affects
        named = affects if affects in ("this", "attached") else "targets" if before.affects_targets else "filter"
        who = Who(str(named))
        try:
            condition, _ = self.lowering.condition(who, dict(parse(words, "condition")), True, who)
        except NotRead:
            condition = told(words) or (told_as(words) if happened(words) else {})
        if not condition or condition_on(before, resolving) is not None or len(self.draft.effects) > 1:
            return False
        self.draft.effects[-1] = under(before, inverted(self.lowering.asked(condition)), resolving)
        return True

    def same_for(self, said: Said) -> None:
        """Let the effect before apply to further objects: "the same is true for creature spells you control".

        Args:
            said: The sentence.

        Raises:
            NotRead: There is no such effect.
        """
        affects = self.draft.effects[-1].affects if self.draft.effects else None
        if not isinstance(affects, (Filter, tuple)) or not said.who:
            raise NotRead("the same as what?")
        before = affects if isinstance(affects, tuple) else (affects,)
        further = self.lowering.filters(said.who.clauses)
        self.draft.effects[-1] = self.draft.effects[-1].changed(affects=(*before, *further))

    def same_for_keywords(self, listed: str) -> None:
        """Repeat the effect before for further keywords: "the same is true for first strike and vigilance"."""
        every = [name for name in re.split(r",? and |, ", listed.rstrip(".")) if name]
        every = ["protection" if name == "protection from any color" else name for name in every]
        before = self.draft.effects[-1] if self.draft.effects else Effect()
        given = before.add_abilities or (None,)
        lent = self._of_every_quality(before, given[0], [name for name in every if name in ("landwalk", "protection")])
        said = (lent.lent or ()) if lent is not None else ()
        unsaid = [name for name in every if name not in ("hexproof", *said) and _OF_A_QUALITY.fullmatch(name)]
        names = [
            each
            for name in every
            if name not in unsaid and name not in said
            for each in (landwalks() if name == "landwalk" else (name,))
        ]
        key = "if" if self.scene.kind in RESOLVING else "as_long_as"
        known = all(keyword_of(name) == name for name in names)
        if (
            len(given) != 1
            or not isinstance(given[0], str)
            or not known
            or set(before.given()) - {"affects", "add_abilities", key}
        ):
            raise NotRead("the same as what?")
        condition = condition_on(before, self.scene.kind in RESOLVING)
        if not names_keyword(condition, given[0]) and not names_keyword(before.affects, given[0]):
            raise NotRead("the same as what?")
        self.draft.effects += [with_keyword(before, given[0], name) for name in names]
        if lent is not None:
            self.draft.effects.append(lent)
        if unsaid:
            self.draft.unread.append(f"The same is true for {' and '.join(unsaid)}")

    def _of_every_quality(self, before: Effect, keyword: object, kinds: list[str]) -> Effect | None:
        """Return the effect by which an object has each such ability of the objects whose keyword was counted.

        "Landwalk" and "protection" stand for abilities that differ by a quality (702.14a, 702.16a).

        Args:
            before: The effect for the keyword: "as long as a card with flying is in a graveyard, ~ has flying".
            keyword: The keyword.
            kinds: Which abilities: landwalk, protection.

        Returns:
            The effect; None if there are no such kinds, or the condition is another one.
        """
        condition = condition_on(before, self.scene.kind in RESOLVING) or Condition()
        counted = condition.count
        if not kinds or set(condition.given()) != {"count"} or not isinstance(counted, Filter):
            return None
        if counted.keyword != keyword:
            return None
        return Effect(affects=before.affects, add_abilities_of=counted.changed(keyword=None), lent=tuple(kinds))

    def loses_all_else(self, clause: Clause, said: Said, who: Who) -> bool:
        """Let "it loses all other abilities" be part of the effect before, which gives it some."""
        if self._loses_all_other(clause, said, who):
            return True
        alone = len(said.done) == 1 and said.done[0].needs_abilities and clause.condition is None
        if not alone or self.scene.kind not in RESOLVING or self.references.note_since or not self.draft.effects:
            return False
        before = self.draft.effects[-1]
        if before.add_abilities is None or who.kind != "this" or before.affects not in ("this", "targets"):
            return False
        self.draft.effects[-1] = before.changed(lose_all_abilities=True)
        return True

    def _loses_all_other(self, clause: Clause, said: Said, who: Who) -> bool:
        """Let "it loses all other card types and abilities" be part of the effect before, which says what it is."""
        if len(said.done) != 1 or said.who is None or said.who.kind != "it" or not self.draft.effects:
            return False
        done, before = copied(said.done[0]), self.draft.effects[-1]
        plain = clause.condition is None and not (done.lasting or done.condition or done.where or done.chooses)
        losses = len(done.ops) == 1 and set(done.ops[0]) <= {"loses_other_types", "lose_all_abilities"}
        if not plain or not losses or before.set_types is None or "all other " not in clause.text.lower():
            return False
        same = before.affects_targets if who.kind == "targets" else before.affects == who.kind
        if not same or self.references.note_since:
            return False
        check_losses([Done([before.to_data()]), done])
        self.draft.effects[-1] = before.changed(**vars(Operations.from_data(done.ops[0])))
        return True

    def told_at_the_end(self, clause: Clause) -> Clause:
        """Let a board tell a condition behind a clause, unless the ability says nothing else.

        Args:
            clause: A clause.
        """
        alone = self.only_sentence and self.scene.kind in RESOLVING
        if not clause.at_the_end or clause.condition is not None or alone:
            return clause
        return replace(clause, condition=clause.told, asked=True, sometimes=False)

    def seen_to_happen(self, clause: Clause, said: Said) -> Clause:
        """Let a board tell whether an event happened, if one effect depends on it and others are always there.

        If it is the only effect, it needs no condition: a step that lets it resolve implies that the event happened.
        """
        if not any(ops for done in said.done for ops in done.ops):
            return clause
        if clause.sometimes and self.scene.kind not in RESOLVING and not self.draft.entering and clause.enters is None:
            if clause.told is None or clause.condition is not None:
                raise NotRead("only if something happened")
            return replace(clause, condition=clause.told, sometimes=False)
        if clause.sometimes and self.one:
            raise NotRead("only if something happened, besides one that is chosen")
        alone = not self.draft.effects and not self.draft.replacing
        if alone and self._changes_all_or_nothing(clause, said):
            return replace(clause, condition=clause.told, asked=True, sometimes=False)
        by_choice = self.may and (clause.told is None or clause.told in _THEN)
        if clause.sometimes and not alone and not by_choice and (not self.sometimes or clause.told != self.told):
            conditional = clause.condition is not None or any(done.condition is not None for done in said.done)
            if clause.told is None or conditional:
                if self.may or self.sometimes:
                    return clause
                raise NotRead("only if something happened")
            if (
                self.sometimes
                and self.told is not None
                and len(self.draft.effects) == 1
                and self.draft.effects[0].if_ is None
            ):
                self.draft.effects[0] = self.draft.effects[0].changed(if_=self.lowering.asked(self.told))
            return replace(clause, condition=clause.told, asked=True, sometimes=False)
        if self.sometimes and not clause.sometimes and not (said.who is not None and said.who.kind == "it"):
            raise NotRead("besides what is only if something happened")
        self.sometimes = self.sometimes or clause.sometimes
        if not clause.sometimes or clause.told != self.told:
            self.told = clause.told if alone and clause.sometimes else None
        return clause

    def _changes_all_or_nothing(self, clause: Clause, said: Said) -> bool:
        """Tell whether a step does not show that an event happened.

        The text finds what it affects by itself, or an earlier sentence does something to the same object. That
        sentence happens in any case, so the step alone does not say so.
        """
        return (
            clause.sometimes
            and clause.told is not None
            and clause.condition is None
            and bool(self.earlier)
            and _SHOWN_BY_STEP.search(str(clause.told.get("told", ""))) is None
            and not (self.may or self.sometimes)
            and said.who is not None
            and (_finds_its_own(said.who) or self._is_named_before(clause, said.who))
            and not any(done.condition is not None for done in said.done)
        )

    def _is_named_before(self, clause: Clause, who: Who) -> bool:
        """Tell whether an earlier sentence speaks of the same object, and the event is no result of the ability."""
        if clause.said is None or clause.said.kind != "does" or _OWN_RESULT.match(str((clause.told or {}).get("told"))):
            return False
        if who.kind == "this":
            return "~" in self.earlier
        named = who.kind in ("it", "targets") or bool(who.spoken_of)
        return named and AIMS.search(clause.text) is None and AIMS.search(self.earlier) is not None

    def set_tokens_apart(self) -> None:
        """Write the token that an ability creates as an effect of its own, so that others can stand beside it.

        Raises:
            NotRead: Something is done to the token, or there are several.
        """
        if not self.draft.makes_token:
            return
        effect = self.draft.effects[0] if len(self.draft.effects) == 1 else Effect()
        terms = effect.becomes_copy
        if terms is None or set(effect.given()) - {"if"} != {"affects", "becomes_copy"}:
            raise NotRead("a token to which something is done, besides other effects")
        of = unnumbered(effect.affected)
        if of != "targets":
            terms = CopyTerms(of=of).changed(**vars(terms))
        self.draft.effects = [Effect(affects="this", creates_copy=terms)]
        self.draft.makes_token = False
        self.on_token = False

    def keep(self, said: Said, made: list[Effect]) -> None:
        """Add effects to the draft; a further sentence about the same object joins the effect before."""
        if self.on_token and said.who is not None and said.who.kind == "it" and made and self.draft.effects:
            for effect in made:
                if effect.if_ is not None or effect.as_long_as is not None:
                    raise NotRead("done to the token under a condition")
                self.draft.effects[-1] = joined(self.draft.effects[-1], effect.changed(affects=None))
            return
        if self.draft.makes_token and self.draft.effects and made:
            self.set_tokens_apart()
        if (
            not self.otherwise
            and len({str(one.gain_control) for one in (*self.draft.effects, *made) if one.gain_control is not None}) > 1
        ):
            raise NotRead("control that goes to several")
        if self.mode or (self.draft.effects and self.draft.effects[-1].mode is not None):
            self.draft.effects += made
            return
        self.on_token = False
        joins = self.scene.kind in RESOLVING and said.who is not None and said.who.kind == "it" and len(made) == 1
        if joins and self.draft.effects and self._joins_last(made[0]):
            return
        made = self._given_to_copies(made)
        if self.one and any(effect.affects == "targets" for effect in made):
            raise NotRead("targets that are not told apart, besides one that is chosen")
        self.draft.effects += made

    def _joins_last(self, made: Effect) -> bool:
        """Let an effect on the same objects be part of the last one, if it takes nothing of that away.

        Returns:
            Whether it is.
        """
        before = self.draft.effects[-1]
        if before.affects != made.affects or conditional(before, made, apart=self.hangs_on):
            return False
        more = made.changed(**dict.fromkeys(_SHARED))
        twice = (more.given().keys() & before.given()) - {"add_abilities"}
        if before.lasts != made.lasts or _undoes(before, more) or twice or before.becomes_copy is not None:
            return False
        self.draft.effects[-1] = joined(before, more)
        return True

    def _given_to_copies(self, made: list[Effect]) -> list[Effect]:
        """Add the ability itself, which the copy also gains, to the copy effect (707.9a).

        The text says so within the copy effect, or in a further clause. Of that clause, nothing is left then.
        """
        before = self.draft.effects[-1] if self.draft.effects else Effect()
        left: list[Effect] = []
        for one in made:
            further = one.becomes_copy is None
            alone = len(made) == 1 and one == Effect(affects=before.affects, add_abilities=one.add_abilities)
            gains_itself = one.add_abilities == (self.scene.text,)
            if gains_itself and not further:
                left.append(_copied_with_it(one, one))
            elif gains_itself and alone and before.becomes_copy is not None:
                self.draft.effects[-1] = _copied_with_it(before, one)
            else:
                left.append(one)
        return left


def _copied_with_it(copying: Effect, gaining: Effect) -> Effect:
    """Return a copy effect whose copies have the abilities that an effect gives, too."""
    terms = copying.becomes_copy or CopyTerms()
    excepted = terms.except_ or Exceptions()
    granted = (*(excepted.add_abilities or ()), *(gaining.add_abilities or ()))
    terms = terms.changed(except_=excepted.changed(add_abilities=granted))
    kept = copying.changed(add_abilities=None) if copying is gaining else copying
    return kept.changed(becomes_copy=terms)


def _asks_of_moment(part: FormMapping) -> bool:
    """Tell whether a filter asks for a status that comes and goes: tapped, attacking, suspected."""
    return isinstance(part, Filter) and any(one not in UNREAD_STATUSES for one in listed(part.is_ or ()))


def _finds_its_own(who: Who) -> bool:
    """Tell whether a text finds the objects by itself, and speaks of none that it named before."""
    return who.kind == "filter" and not who.spoken_of


_SHARED = frozenset(("affects", "lasts", "if_", *TARGET_LIMITS))
"""Attributes of an effect that those of one target have in common."""
_GIVEN_AND_TAKEN = (
    ({"add_abilities"}, {"lose_all_abilities", "lose_abilities", "lose_texts"}),
    ({"add_colors"}, {"set_colors"}),
    (
        {"add_types", "add_subtypes", "add_every"},
        {"set_types", "set_subtypes", "remove_types", "remove_subtypes", "lose_every", "loses_other_types"},
    ),
    ({"add_power", "add_toughness"}, {"set_power", "set_toughness"}),
)
"""Operations that give something, and those of the same kind that would take it away if they came afterwards."""


def _undoes(before: Effect, more: Effect) -> bool:
    """Tell whether a further sentence takes away what the one before gives: then they are two effects."""
    return any(given & before.given().keys() and taken & more.given().keys() for given, taken in _GIVEN_AND_TAKEN)
