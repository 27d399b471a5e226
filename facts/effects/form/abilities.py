"""Abilities and effects: the affected objects, the condition, and the operations, by layer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.effects.form.amounts import Amount
from facts.effects.form.conditions import Condition
from facts.effects.form.filters import Chosen, Filter, Filters
from facts.effects.form.mapping import FormMapping, Schema, key
from facts.effects.form.schemas import flag, list_of, one_of, one_or_more, ref, text, whole_number
from facts.effects.form.targeting import PLAIN_PATTERN

ManyWords = tuple[str | Chosen, ...]
"""Words, all of which are meant."""


class TargetsOf(FormMapping):
    """The objects that the board names, which must be legal targets."""

    targets: Filters | None = key(ref("filter", "Which targets are legal."))
    nth: int | None = key(
        {
            "title": "an integer of at least 1",
            "description": "Of the targets that the board names, the first, the second ...",
            "type": "integer",
            "minimum": 1,
            "maximum": 20,
        }
    )
    optional: bool | None = key(flag("Nobody has to choose this target: up to one target."))

    @classmethod
    def takes(cls, data: Mapping[str, Any]) -> bool:
        """Tell whether a mapping is about targets. An empty mapping is a filter.

        Args:
            data: The mapping, as plain data.
        """
        return "targets" in data and super().takes(data)


class KeptAbilities(FormMapping):
    """The abilities that stay."""

    except_: str | None = key(one_of("a kind of ability: mana", "Mana abilities stay.", ("mana",)), "except")


class FaceDownValues(FormMapping):
    """The values of an object while it is face down."""

    types: tuple[str, ...] | None = key(list_of("a list of card types", "Its card types.", ref("card_type")))
    subtypes: tuple[str, ...] | None = key(list_of("a list of subtypes", "Its subtypes.", ref("subtype")))
    supertypes: tuple[str, ...] | None = key(list_of("a list of supertypes", "Its supertypes.", ref("supertype")))
    colors: tuple[str, ...] | None = key(list_of("a list of color letters", "Its colors.", ref("color"), most=5))
    power: int | None = key(whole_number("Its power."))
    toughness: int | None = key(whole_number("Its toughness."))
    abilities: Abilities | None = key(ref("abilities", "Its abilities."))


_NAMED_OR_MATCHING: Schema = {
    "if": {"type": "object", "required": ["targets"]},
    "then": {
        "type": "object",
        "properties": {"targets": ref("filter", "Which targets are legal.")},
        "additionalProperties": False,
    },
    "else": ref("filter"),
}
_COPIED: Schema = {
    "title": "attached, this, a filter, or {targets: a filter}",
    "description": (
        "What it is a copy of: the source, what the source is attached to, or one of these, which the board names."
    ),
    "if": {"type": "string"},
    "then": {"title": "attached or this", "enum": ["attached", "this"]},
    "else": _NAMED_OR_MATCHING,
}
_LENDERS: Schema = {
    "title": "a filter, or {targets: a filter}",
    "description": (
        "It has all activated abilities of the objects that match. A spell or ability that resolves gives it those "
        "that these objects have then; the board names the targets."
    ),
    **_NAMED_OR_MATCHING,
}


class CopyTerms(FormMapping):
    """The original of a copy, and the exceptions."""

    of: str | TargetsOf | Filters | None = key(_COPIED)
    except_: Exceptions | None = key(ref("exception", "What the copy has instead; copied along with it."), "except")
    until_face_down: bool | None = key(
        flag("It is a copy until it is turned face down; it may become one as it is turned face up, too.")
    )


_CONTROL: Schema = {
    "title": "you, owner, exchange, exchange_with_this or {chosen: player}",
    "description": (
        "Who gains control of it: the source's controller, its owner, or a player who is chosen; or the two that are "
        "named are exchanged, or the one that is named and the source."
    ),
    "if": {"type": "object"},
    "then": {
        "type": "object",
        "required": ["chosen"],
        "properties": {"chosen": one_of("player", "The player who was chosen.", ["player"])},
        "additionalProperties": False,
    },
    "else": one_of(
        "you, owner, exchange or exchange_with_this",
        "Who gains control of it, or what is exchanged.",
        ["you", "owner", "exchange", "exchange_with_this"],
    ),
}


_NAME: Schema = {
    "title": "a name or {chosen: card_name}",
    "description": "Its name becomes this.",
    "if": {"type": "object"},
    "then": {
        "type": "object",
        "required": ["chosen"],
        "properties": {"chosen": one_of("card_name", "The card name that was chosen.", ["card_name"])},
        "additionalProperties": False,
    },
    "else": ref("name", "This name."),
}


class Operations(FormMapping):
    """The operations of an effect."""

    becomes_copy: CopyTerms | None = key(ref("copy_terms"))
    creates_copy: CopyTerms | None = key(ref("copy_terms", "A token is created that is a copy, beside something else."))
    turn: str | None = key(
        one_of(
            "a way of turning: face_down or over",
            "It is turned face down, or over: it transforms.",
            ("face_down", "over"),
        )
    )
    face_down_values: FaceDownValues | None = key(ref("face_down_values"))
    gain_control: str | Chosen | None = key(_CONTROL)
    change_words: tuple[str, ...] | None = key(
        list_of(
            "a list of kinds of words",
            "Which kinds of words may be replaced.",
            one_of(
                "a kind of words",
                "Words of this kind may be replaced.",
                ("color", "basic_land_type", "creature_type", "land_type"),
            ),
            unique=False,
        )
    )
    change_words_to: Chosen | None = key(
        {
            "title": "{chosen: ...}",
            "description": "All instances of these words become the chosen word, as long as a static ability says so.",
            "type": "object",
            "required": ["chosen"],
            "properties": {
                "chosen": one_of(
                    "a kind of words",
                    "The word that was chosen.",
                    ("color", "basic_land_type", "creature_type", "land_type"),
                )
            },
            "additionalProperties": False,
        }
    )
    full_text_of: Filters | None = key(ref("filter", "It has the full text of the topmost card that matches."))
    add_abilities_of: TargetsOf | Filters | None = key(_LENDERS)
    creature_types_of: Filters | None = key(
        ref("filter", "It has the creature types of the objects that match, in place of its own.")
    )
    lent: tuple[str, ...] | None = key(ref("lent", "Which of their abilities; the activated ones if this is left out."))
    emblem: Abilities | None = key(ref("abilities", "A player gets an emblem with these abilities."))
    emblem_for: str | None = key(
        one_of(
            "who gets the emblem: player, opponent or each_opponent",
            "Who gets the emblem, if not the controller: a target player or opponent, or each opponent.",
            ("player", "opponent", "each_opponent"),
        )
    )
    set_name: str | Chosen | None = key(_NAME)
    set_types: ManyWords | None = key(
        ref("card_type_words", "It is these card types; whether that replaces the others is for the rules.")
    )
    still: bool | None = key(flag('The wording "it\'s still a ...": it keeps everything it was.'))
    add_types: ManyWords | None = key(ref("card_type_words", "These card types in addition to its other types."))
    remove_types: ManyWords | None = key(ref("card_type_words", "It is not these card types."))
    loses_other_types: bool | None = key(flag("It loses all its other card types, said outright."))
    set_subtypes: ManyWords | None = key(ref("subtype_words", "These subtypes replace the others of the same set."))
    add_subtypes: ManyWords | None = key(ref("subtype_words", "These subtypes in addition to its other types."))
    remove_subtypes: ManyWords | None = key(ref("subtype_words", "It loses these subtypes."))
    add_every: tuple[str, ...] | None = key(ref("subtype_sets", "It has every subtype of these sets."))
    lose_every: tuple[str, ...] | None = key(ref("subtype_sets", "It loses all subtypes of these sets."))
    add_supertypes: tuple[str, ...] | None = key(ref("supertype_words", "It gains these supertypes."))
    remove_supertypes: tuple[str, ...] | None = key(ref("supertype_words", "It loses these supertypes."))
    set_colors: ManyWords | None = key(ref("color_words", "It is exactly these colors; the empty list is colorless."))
    add_colors: ManyWords | None = key(ref("color_words", "These colors in addition to its others."))
    lose_all_abilities: bool | KeptAbilities | None = key(
        ref("all_abilities", "It loses all abilities, or all but its mana abilities.")
    )
    loses_this_ability: bool | None = key(flag('It loses the ability that the effect comes of ("loses this ability").'))
    add_abilities: Abilities | None = key(ref("abilities", "It gains these abilities."))
    lose_abilities: tuple[str, ...] | None = key(ref("keyword_list", "It loses these keyword abilities."))
    lose_texts: tuple[str, ...] | None = key(
        list_of(
            "a list of texts of abilities",
            "It loses these of its own abilities, told by their whole texts.",
            text("the text of an ability", "As it stands on the card.", 1000),
        )
    )
    cannot_have: tuple[str, ...] | None = key(
        ref("keyword_list", "It loses these keyword abilities, and cannot have or gain them.")
    )
    suspect: bool | None = key(flag("It becomes suspected."))
    end_suspicion: bool | None = key(flag("It is no longer suspected."))
    set_power: Amount | None = key(ref("amount", "Its base power."))
    set_toughness: Amount | None = key(ref("amount", "Its base toughness."))
    add_power: Amount | None = key(ref("amount", "Added to its power."))
    add_toughness: Amount | None = key(ref("amount", "Added to its toughness."))
    switch: bool | None = key(flag("Its power and toughness are switched."))


_LOYALTY: Schema = {
    "title": "a number, or {x: true}",
    "description": "The loyalty of the copy: with so many loyalty counters it enters, if it is a planeswalker.",
    "if": {"type": "object"},
    "then": {
        "type": "object",
        "required": ["x"],
        "properties": {"x": flag("The X of the board.")},
        "additionalProperties": False,
    },
    "else": {**whole_number("So many."), "minimum": 0},
}


class Exceptions(Operations):
    """The exceptions of a copy: values instead, or in addition."""

    if_creature: Operations | None = key(ref("further_ops"))
    set_loyalty: Amount | None = key(_LOYALTY)
    keeps: tuple[str, ...] | None = key(
        list_of(
            "a list of what is kept: colors, abilities",
            (
                "What the object keeps of its own: its colors (\"doesn't copy that creature's color\"), "
                "its other abilities."
            ),
            one_of("colors or abilities", "Not copied, or kept beside what is copied.", ("colors", "abilities")),
        )
    )


class CounterChange(FormMapping):
    """How many counters are put on something instead, and which counters this is about."""

    number: str | None = key(
        one_of(
            "how many: twice, half, one_more or one_fewer",
            "So many instead: twice or half that many (rounded down), or that many plus or minus one.",
            ("twice", "half", "one_more", "one_fewer"),
        )
    )
    kind: str | None = key(
        {"title": "a kind of counter", "description": "Only counters of this kind.", "type": "string"}
    )
    by: str | None = key(
        one_of("you or opponent", "Only counters that this player would put on it.", ("you", "opponent"))
    )
    by_effect: bool | None = key(flag("Only counters that an effect would put on it."))


class Duration(FormMapping):
    """How long the effect of something that resolves lasts."""

    counter: str | None = key({"title": "a kind of counter", "description": "Such a counter.", "type": "string"})
    told: str | None = key({"title": "words for a duration", "description": "How long, in words.", "type": "string"})


def _shared(what: str) -> Schema:
    return one_of(
        "target, attached or this",
        f"Shares {what} with what the board's affects names, with what the source is attached to, or with the source.",
        ("target", "attached", "this"),
    )


class Shares(FormMapping):
    """A characteristic that objects share, and the object that they share it with."""

    creature_type: str | None = key(_shared("a creature type"))
    color: str | None = key(_shared("a color"))
    name: str | None = key(_shared("a name"))


FORBIDDEN = (
    "transform", "turn_face_up", "phase_in", "phase_out", "be_enchanted", "be_enchanted_by_others", "be_equipped",
    "be_target", "be_target_of_spells", "be_target_of_opponents", "become_suspected", "use_abilities",
    "use_abilities_but_mana", "use_abilities_but_mana_and_loyalty", "use_tapping_abilities", "use_loyalty_abilities",
    "get_counters", "get_plus_1_counters", "get_minus_1_counters",
)  # fmt: skip
"""The actions that an effect with ``cannot`` can forbid."""
COUNTER_ACTIONS = frozenset(("get_counters", "get_plus_1_counters", "get_minus_1_counters"))
"""The actions among these that put counters on something."""

Affected = str | TargetsOf | Filters
"""The affected objects: the source (``this``), its host (``attached``), targets, or the objects of a filter."""


class Effect(Operations):
    """An effect: the affected objects, the condition, and the operations."""

    affects: Affected | None = key(ref("affects"))
    as_long_as: Condition | None = key(ref("condition", "The effect exists as long as this holds (static abilities)."))
    if_: Condition | None = key(ref("condition", "Asked once, as the spell or ability resolves."), "if")
    lasts: str | Duration | None = key(ref("duration"))
    shares: Shares | None = key(ref("shares"))
    besides: str | None = key(ref("besides"))
    target_power_at_most: Amount | None = key(ref("amount", "A target with a greater power is not legal."))
    target_toughness_at_most: Amount | None = key(ref("amount", "A target with a greater toughness is not legal."))
    target_mana_value_at_most: Amount | None = key(ref("amount", "A target with a greater mana value is not legal."))
    mode: int | None = key(
        {
            "title": "a number from 1",
            "description": "It happens only if this mode is chosen as the ability resolves, which chooses a mode.",
            "type": "integer",
            "minimum": 1,
        }
    )
    cannot: tuple[str, ...] | None = key(
        list_of(
            f"a list of what it cannot do: {', '.join(FORBIDDEN)}",
            "It cannot do this, whatever tells it to.",
            {"enum": list(FORBIDDEN)},
            unique=False,
        )
    )
    counters_put: CounterChange | None = key(ref("counter_change"))
    cannot_be_target_of: tuple[str, ...] | None = key(
        list_of(
            "a list of spells or abilities in words",
            "It cannot be the target of these spells, or of these abilities: 'black or red spells'.",
            {
                "title": "words like 'blue spells', 'Aura spells', 'abilities from artifact sources'",
                "description": "Some spells, or some abilities by their sources.",
                "type": "string",
                "pattern": f"^(?:{PLAIN_PATTERN})$",
            },
        )
    )

    @property
    def affected(self) -> Affected:
        """The affected objects: the source, if the effect names none."""
        return "this" if self.affects is None else self.affects

    @property
    def affects_targets(self) -> bool:
        """True if it affects its targets, restricted or not: the board names them."""
        return self.affects == "targets" or isinstance(self.affects, TargetsOf)

    @property
    def affects_filter(self) -> bool:
        """True if it affects the objects that match a filter."""
        return isinstance(self.affects, (Filter, tuple))

    @property
    def does_something(self) -> bool:
        """True if it has an operation, or forbids something."""
        return not self.given().keys().isdisjoint(_DOING)


class Ability(Effect):
    """An ability."""

    kind: str | None = key(
        one_of(
            "a kind of ability",
            "static if left out; spell is what an instant or sorcery does.",
            ("static", "activated", "triggered", "loyalty", "spell", "as_enters"),
        )
    )
    text: str | None = key(
        ref(
            "phrase",
            "How the ability reads, cost and trigger included; otherwise written from its effects.",
            title="the ability's text",
        )
    )
    works_in: tuple[str, ...] | None = key(
        list_of("a list of zones", "Where a static ability functions, if not on the battlefield.", ref("zone"))
    )
    cda: bool | None = key(
        {"title": "true or false", "description": "Whether it is a characteristic-defining ability.", "type": "boolean"}
    )
    chooses: str | tuple[str, ...] | None = key(
        one_or_more(
            "a kind of choice",
            "The choice as the object enters or as the ability resolves.",
            ref("choice"),
        )
    )
    makes_token: bool | None = key(flag("The ability creates a token, which is what its effects describe."))
    effects: tuple[Effect, ...] | None = key(
        list_of("a list of effects", "The effects, in the order of the text.", ref("effect"), unique=False)
    )


ABOUT_EVENTS = ("cannot", "cannot_be_target_of", "counters_put")
"""The keys of an effect that say what cannot happen, or what happens instead."""
_DOING = frozenset((*Operations.properties(), *ABOUT_EVENTS)) - {"face_down_values", "lent", "emblem_for"}
"""The keys of an effect that do something. The other keys only say how, to what, or when."""

Abilities = tuple[str | Ability, ...]
"""Abilities that an effect grants: texts, or mappings."""
