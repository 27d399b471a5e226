"""References: the objects of a pronoun, "that creature" or "other", in view of the sentences before."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from facts.effects import listed
from facts.effects.form import Condition, Effect, Filter
from facts.oracle.read.antecedents import EVENT, TWO, all_of, condition_of, target_who, trigger_who
from facts.oracle.read.effect_forms import others_than_host, sole, speaks_of_what_is_on
from facts.oracle.read.joined_nouns import EITHER
from facts.oracle.read.parts import IT, Clause, Form, NotRead, Who
from facts.oracle.read.scene import RESOLVING, Draft, Scene

ONE_OF_THEM = "one of them"
"""The word for one of several objects that a sentence names, as a further sentence is about each of them."""
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
_ONE = frozenset(("it", "he", "she"))
_MANY = frozenset(("each of those creatures", "both creatures", "them", "both", "each of them"))
_IT = _ONE | _MANY | {"they", ONE_OF_THEM}
_BETWEEN_TARGETS = re.compile(r"(?:,| and|, and) (?=(?:another |other |up to one (?:other )?)?target\b)", re.IGNORECASE)
_THE_ONE = re.compile(
    r"(?:that|the|the chosen) (creature|land|artifact|enchantment|planeswalker|equipment|aura|vehicle)", re.IGNORECASE
)
_TARGET = re.compile(
    r"\b(?:(?:another|other|up to (?:one|two|three|four|X)(?: other)?|any number of|one or two|two|three|X) )?target\b",
    re.IGNORECASE,
)
AIMS = re.compile(r"\btarget (?!players?\b|opponents?\b)", re.IGNORECASE)
"""A target that is an object."""
_A_TARGET = re.compile(r"\btarget\b", re.IGNORECASE)
_OF_ANOTHER = re.compile(r"(?<=\w) that target \w+ (?:blocked|attacked|dealt damage to) this turn\b", re.IGNORECASE)
"""What another target did to a target: the pronoun after it stands for that one."""
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
_PUT_ON_IT = re.compile(
    r"^(?:then )?(?:if you do, )?(?:you may )?(?:put [^.]*\bcounters? on ~|(?:un)?tap ~|"
    r"return ~ (?:from your graveyard )?to the battlefield(?: tapped)?(?: under (?:your|its owner's) control)?)$",
    re.IGNORECASE,
)
_SACRIFICED = re.compile(r"^(?:you may )?sacrifice (?!~|it\b)[^.,]*$", re.IGNORECASE)
"""Objects that have left: the pronoun after it does not stand for them, if it can stand for the source."""
_TOKEN = re.compile(r"\bcreates?\b", re.IGNORECASE)
INNER_TRIGGER = re.compile(r"(?:^|.*(?:, and|,) )((?:when(?:ever)?|as you) .*)")
"""A further trigger within the body of an ability: "it" stands for its object."""
_JUST_A_TOKEN = re.compile(
    r"^creates? (?:an?|two|three|four|five|six|X) [^.]*? tokens?\b(?!.*\b(?:then|and)\b)", re.IGNORECASE
)
"""A sentence that only creates tokens: the next pronoun stands for them."""
_COPY_OF_ANOTHER = re.compile(r"\bcop(?:y|ies) of (?:that |it\b|target |the chosen |enchanted )")
_QUALITY = re.compile(
    r"(?:that's )?(?:attacking (?:you|one of your opponents|"
    r"your opponents(?: and/or planeswalkers they control)?|the chosen player|enchanted player|a player)|blocking ~|"
    r"from (?:exile|your hand|your graveyard|a graveyard|anywhere other than your hand|the top of your library)|"
    r"blocked by ~|blocking or blocked by ~|that mana from an? \w+ was spent to cast|"
    r"(?:played or )?cast this way|controlled by players who chose [a-z]+)|"
    r"that (?:(?:entered|attacked|blocked|dealt damage|was dealt damage)|(?:saddled|crewed) (?:it|~)) this turn",
    re.IGNORECASE,
)
"""A property of an object that the board supplies."""
_AND_EACH_OTHER = re.compile(
    r"\b(?:[Uu]ntap|[Tt]ap|[Dd]estroy|[Ee]xile) target [^.]*? and each other [^.]*\. (?:Those|They)\b"
)
_CHOSEN_ONE = re.compile(r"the chosen (creature|permanent|land|artifact)", re.IGNORECASE)
_BOUNDS = frozenset(("at_least", "exactly"))
_ITS_COST = re.compile(r"The [a-z]+ cost is equal to its mana cost$")
"""A sentence about a keyword that was given before: nothing is named anew."""
_CARDS_AWAY = re.compile(r"\b(?:exile|reveal|discard)s? [^.,]*?\bcards? from (?:your|a) (?:graveyard|hand|library)\b")
"""Cards of another zone: "other" does not mean other objects than these."""
_LAND_ENTERS = re.compile(r"\bWhenever (?:an?|another|one or more) (?:[\w-]+ )?lands? (?:you control )?enters?\b")
"""A trigger of a land: "other creatures" does not mean other creatures than that."""
_OF_ITSELF = re.compile(r"^(?:this|its)\b")
"""A condition that is told about the source."""
_ONLY_ITSELF = re.compile(r"(?:[\w' -]+ — )?At the beginning of [^,]*,")
_NAMED_ANEW = re.compile(
    r"\b(?:choose|create|return|exile|put|that (?:creature|permanent|card|token)|those)\b", re.IGNORECASE
)
"""Words that make "other" exclude an object that is not the source."""
_OF_EACH_PLAYER = re.compile(r"\bfor each (?:other )?(?:opponent|player), ", re.IGNORECASE)
_UP_TO_ONE = re.compile(r"\bup to one (?:other |another )?target\b", re.IGNORECASE)
_SEVERAL_TARGETS = re.compile(
    r"\b(?:any number of|two|three|four|five|X|one or two|one, two, or three|up to (?!one\b)[\w ]+?) "
    r"(?:other )?target\b",
    re.IGNORECASE,
)


@dataclass
class References:
    """The antecedents of one ability, sentence by sentence.

    The scene holds the antecedent itself: a paragraph that continues another one finds it there.

    Attributes:
        scene: The context of the ability.
        draft: The effects so far.
        ambiguous: Whether a pronoun could stand for more than one object.
        after_token: Whether the sentence before creates a token.
        face_down: Whether the sentence before puts or turns something face down.
        note_since: Whether a sentence without effects stands after the last effect.
        unheeded: The condition of a sentence without effects: "otherwise" may refer to it.
        groups: The number of groups of targets so far.
        many: Whether the last group has several targets.
        told_apart: The targets of one sentence, each by its noun.
        together: The objects that the sentence before names beside each other: "~ and target creature".
    """

    scene: Scene
    draft: Draft
    ambiguous: bool = False
    after_token: bool = False
    face_down: bool = False
    note_since: bool = False
    unheeded: Condition | None = None
    groups: int = 0
    many: bool = False
    told_apart: dict[str, Who] = field(default_factory=dict)
    together: list[Who] = field(default_factory=list)

    def others(self, who: Who, clause: Clause) -> Who:
        """Settle what "other" excludes: the source, or objects named before."""
        other = who.kind == "filter" and not who.besides and any("other" in one for one in who.clauses)
        if other and self.scene.kind == "static":
            return self._other_than_named(who)
        if other and clause.said is not None:
            if any("becomes_copy" in ops for one in clause.said.done for ops in one.ops):
                of_another = _COPY_OF_ANOTHER.search(clause.text) is not None and "other than ~" not in clause.text
                return _besides_them(who) if of_another else who
            antecedent = self.scene.antecedent
            named = antecedent is not None and antecedent.kind == "targets" and antecedent.word != EVENT
            if antecedent is not None and named and _apart(antecedent.clauses, who.clauses):
                named = False  # they cannot be other creatures than a land that entered
            if named and not self.draft.effects and _LAND_ENTERS.search(self.scene.text):
                named = any("Creature" not in listed(one.get("type", [])) for one in who.clauses)
            if named and self.scene.kind == "triggered" and _ONLY_ITSELF.match(self.scene.text):
                named = bool(_TARGET.search(self.scene.text) or _NAMED_ANEW.search(self.scene.text))
            if named and not _TARGET.search(self.scene.text) and _CARDS_AWAY.search(self.scene.text):
                named = antecedent is None or bool(antecedent.clauses)
            first = self._others_of_them(who) if self.scene.kind == "spell" else None
            if first is not None:
                return first
            if self.scene.kind == "spell" or named:
                if self.scene.kind != "spell" or not self._one_is_named(antecedent):
                    raise NotRead("other than which?")
                return _besides_them(who)
            if any(isinstance(one.affects, Filter) and _is_of_all(one.affects) for one in self.draft.effects):
                raise NotRead("other than the source, or than those before?")
            return self._other_than_host(who)
        return who

    def _other_than_named(self, who: Who) -> Who:
        """Check that "other" cannot mean an object that a static ability named before."""
        before = [clause for effect in self.draft.effects for clause in _clauses_of(effect)]
        if any(map(_is_of_all, before)):
            raise NotRead("other than the source, or than those before?")
        return self._other_than_host(who)

    def _other_than_host(self, who: Who) -> Who:
        """Let "other creatures" on an Aura or Equipment be others than the creature it is attached to."""
        return replace(who, clauses=others_than_host(who.clauses, self.scene.type_line))

    def _others_of_them(self, who: Who) -> Who | None:
        """Read "Zombies you control get +2/+1. Other creatures you control get +1/+1": those that are no Zombies."""
        named = self.draft.effects[0].affects if len(self.draft.effects) == 1 and not self.note_since else None
        if not isinstance(named, Filter) or named.other is not None or len(who.clauses) != 1:
            return None
        before = named.to_data()
        (clause,) = ({key: value for key, value in one.items() if key != "other"} for one in who.clauses)
        apart = {key: value for key, value in before.items() if clause.get(key) != value}
        if len(apart) != 1 or not set(apart) <= {"subtype", "supertype", "color", "keyword", "token"}:
            return None
        if "not" in clause or set(clause) - set(before) - {"type"}:
            return None
        return replace(who, clauses=[{**clause, "not": apart}])

    def _one_is_named(self, antecedent: Who | None) -> bool:
        """Tell whether the text names one target, or one group of targets, that "other" can exclude."""
        named = antecedent is not None and antecedent.kind == "targets" and antecedent.word != EVENT
        return named and len(_A_TARGET.findall(self.scene.text)) == 1 and not self.draft.makes_token

    def numbered(self, who: Who, subject: Who | None, text: str) -> Who:
        """Number the targets, to distinguish the targets of different sentences."""
        if who.kind != "targets" or not who.clauses:
            return who
        if who.group and (subject is None or subject.kind == "it"):
            return who
        many = _SEVERAL_TARGETS.search(text) is not None or _OF_EACH_PLAYER.search(self.scene.text) is not None
        if self.groups and not self.draft.replacing and (many or self.many):
            raise NotRead("which of the targets?")
        self.groups, self.many = self.groups + 1, many
        return replace(who, group=self.groups, optional=_UP_TO_ONE.search(text) is not None)

    def _each_target(self, text: str) -> dict[str, Who]:
        """Read the targets of "choose target creature and target land": each by the noun that stands for it later."""
        named: dict[str, Who] = {}
        parts = _BETWEEN_TARGETS.split(text)
        for part in parts:
            start = _TARGET.search(part)
            who = target_who(part[start.start() :]) if start is not None else None
            only = who.clauses[0] if who is not None and len(who.clauses) == 1 else {}
            noun = str(only.get("type", only.get("subtype", ""))).lower()
            if who is None or not noun.isalpha() or noun in named or _SEVERAL_TARGETS.search(part):
                return {}
            named[noun] = who
        if len(named) < 2:
            return {}
        self.groups += len(named)
        first = self.groups - len(named) + 1
        return {noun: replace(who, group=first + number) for number, (noun, who) in enumerate(named.items())}

    def all_of_them(self, who: Who | None) -> list[Who]:
        """Tell the objects of "they" where the sentence before names several beside each other.

        Args:
            who: The subject of a sentence.

        Returns:
            Each of them; nothing where the subject is no such pronoun.
        """
        return self.together if who is not None and who.kind == "it" and who.word in _ALL_OF_THEM else []

    def who(self, who: Who, condition: Form | None = None) -> Who:
        """Tell the objects of a noun phrase.

        Args:
            who: The noun phrase; kind ``it`` is a pronoun.
            condition: The condition before it, which may name the object.

        Returns:
            The same without a pronoun.

        Raises:
            NotRead: The pronoun may stand for several objects, or for none.
        """
        noun = _THE_ONE.fullmatch(who.word) if who.kind == "it" else None
        if noun is not None and noun[1] in self.told_apart:
            return self.told_apart[noun[1]]
        if who.loose:
            if self.scene.kind not in RESOLVING:
                if not _QUALITY.fullmatch(who.loose):
                    raise NotRead("a quality that no filter has")
                words = who.loose.lower().removeprefix("that's ").removeprefix("that ").replace("~", "this")
                words = f"cast {words}" if words.startswith("from ") else words
                return replace(who, clauses=[{**one, "as_told": words} for one in who.clauses], loose="")
            if any(effect.affects != "this" for effect in self.draft.effects):
                raise NotRead("a quality that no filter has")
            if AIMS.search(self.scene.text):
                raise NotRead("a quality that no filter has, beside a target: a step names the target")
            return Who("targets")  # the board names those that have it
        if who.kind == "it" and who.word.startswith(("those ", "they")) and _AND_EACH_OTHER.search(self.scene.text):
            raise NotRead("a target and others, which no sentence before affects")
        if who.word == EITHER:
            return self._either(who)
        if who.kind != "it":
            return who
        antecedent = self.scene.antecedent
        if antecedent is not None and antecedent.word == EVENT and who.word in ("he", "she"):
            return Who("this")  # one that is cast or created is no "he": the text speaks of its own character
        if antecedent is not None and antecedent.kind == "targets" and who.word == "the exiled card":
            return Who("targets")  # what was a target is a card in exile by now
        if antecedent is not None and antecedent.group and who.word.startswith("the other "):
            raise NotRead("which is the other one?")
        if antecedent is not None and antecedent.kind == "filter" and who.word in _ONE and self.scene.kind in RESOLVING:
            raise NotRead("one, after many were named")
        only = sole(condition) if who.word.startswith("that ") else None
        counted = condition is not None and set(condition) <= {"count", *_BOUNDS}
        if who.word.startswith("those ") and condition is not None and counted and self.scene.kind not in RESOLVING:
            return Who("filter", [dict(one) for one in listed(condition.get("count", []))])  # those that are counted
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
            own = {"functions", "status", "counters", "class_level", "symbol"} & set(condition)
            if not about and own and condition.get("on") != IT:
                about = [Who("this")]
            if about:
                return about[0]
        if self.scene.kind == "spell" and antecedent is not None and antecedent.kind == "this":
            if who.word in _ONE:
                raise NotRead("a spell that affects itself")
            return Who("targets")
        many = who.word in _MANY or (who.word == "they" and self.note_since)
        if many and antecedent is not None and antecedent.kind == "this":
            if self.scene.kind not in RESOLVING:
                raise NotRead("whom they stand for")
            return Who("targets")
        if self.groups > 1 and antecedent is not None and antecedent.group and who.word in _ALL_OF_THEM:
            return Who("targets")
        if antecedent is not None and antecedent.word == TWO and who.word not in _IT:
            return Who("targets")
        told_of = str((condition or {}).get("told"))
        itself = _OF_ITSELF.search(told_of) is not None or (who.word in ("he", "she") and bool(condition))
        if who.word in _ONE and antecedent is None and itself:
            return Who("this")
        if who.word in _IT:
            if self.ambiguous or antecedent is None:
                raise NotRead("whom it stands for")
            return antecedent
        if antecedent is None or antecedent.kind == "this":
            if self.scene.kind in RESOLVING:
                return Who("targets")
            one = _CHOSEN_ONE.fullmatch(who.word)
            if one is not None:  # as it entered, which a board tells of the one that was chosen
                kind = {} if one[1] == "permanent" else {"type": one[1].capitalize()}
                return Who("filter", [{**kind, "as_told": f"the chosen {one[1]}"}])
            raise NotRead("whom it stands for")
        if antecedent.kind == "filter" and who.word.startswith("that ") and self.scene.kind in RESOLVING:
            raise NotRead("that one, after many were named")
        if noun is not None and antecedent.kind == "targets" and _is_one_of(noun[1].capitalize(), antecedent.clauses):
            raise NotRead("one of several targets")
        return antecedent

    def _either(self, who: Who) -> Who:
        """Read "equipped creature or a creature you control": one of them, which a board names."""
        whose: dict[str, Form] = {"this": {"self": True}, "attached": {"attached_to_this": True}}
        if self.scene.kind not in RESOLVING or any(one.loose or one.besides for one in who.several):
            raise NotRead("one or the other")
        return Who("targets", [clause for one in who.several for clause in one.clauses or [whose[one.kind]]])

    def note(self, text: str) -> None:
        """Remember the objects that a sentence without effects named, for the pronouns after it."""
        if _ITS_COST.match(text):
            return
        self.together = []
        self.note_since = True
        self.unheeded = condition_of(text)
        self.after_token = bool(_TOKEN.search(text))
        self.face_down = "face down" in text
        if self.scene.antecedent == Who("this") and _SACRIFICED.match(text):
            return
        inner = INNER_TRIGGER.search(text)
        if inner is not None and not inner[1].lower().startswith(("when you do", "when that happens")):
            self.scene.antecedent, self.ambiguous = trigger_who(inner[1]), False
            return
        if _RETURNED.search(text):
            self.scene.antecedent, self.ambiguous = Who("targets"), False
            return
        if _JUST_A_TOKEN.match(text):
            beside = AIMS.search(self.scene.text) is not None  # a step names the target, and not the token
            self.scene.antecedent, self.ambiguous = Who("targets"), beside
            return
        text = _OF_ANOTHER.sub("", text)
        found = list(_TARGET.finditer(text))
        itself = _MENTION.search(text)
        if found:
            self.told_apart = self._each_target(text) if len(found) > 1 else {}
            who = target_who(text[found[0].start() :]) if len(found) == 1 else None
            if who is not None and any("zone" in clause for clause in who.clauses):
                who = None  # it may be elsewhere by now
            self.scene.antecedent = who or Who("targets")
            self.ambiguous = itself is not None
        elif _CHOSEN_BY_ANOTHER.search(text) and not itself:
            self.scene.antecedent, self.ambiguous = Who("targets"), False
        elif _ATTACHED.search(text) and not itself:
            self.scene.antecedent = Who("attached")
            self.ambiguous = False
        elif itself and _PUT_ON_IT.search(text):
            self.scene.antecedent, self.ambiguous = Who("this"), False
        elif itself:
            self.ambiguous = bool(self.after_token) or (
                self.scene.antecedent is not None and self.scene.antecedent.kind != "this" and not text.startswith("~")
            )
            self.scene.antecedent = Who("this")
        elif all_of(text) is not None:
            self.scene.antecedent, self.ambiguous = all_of(text), False
        elif self.scene.antecedent is not None and _BACK.search(text) and not _CARD_MOVED.search(text):
            return
        elif _NEW.search(text):
            self.scene.antecedent = Who("targets")
            self.ambiguous = False


def _apart(some: list[Form], others: list[Form]) -> bool:
    """Tell whether the filters ask for different card types throughout."""
    types = [{word for one in clauses_ for word in listed(one.get("type", "any"))} for clauses_ in (some, others)]
    return bool(some) and "any" not in types[0] | types[1] and not types[0] & types[1]


def _is_one_of(kind: str, clauses_: list[Form]) -> bool:
    """Tell whether some targets are of a card type, and others need not be."""
    alike = [listed(one.get("type", kind)) == [kind] for one in clauses_]
    return any(kind in listed(one.get("type", kind)) for one in clauses_) and not all(alike)


def _besides_them(who: Who) -> Who:
    """Let "other" mean other than the objects that the board names."""
    others = [{key: value for key, value in one.items() if key != "other"} for one in who.clauses]
    return replace(who, clauses=others, besides=True)


def _clauses_of(effect: Effect) -> list[Filter]:
    """Return the clauses of the filter that says which objects an effect affects."""
    return [one for one in listed(effect.affects) if isinstance(one, Filter)]


def _is_of_all(clause: Filter) -> bool:
    """Tell whether the source may be one of the objects that a filter finds."""
    return clause.other is None and clause.self is None
