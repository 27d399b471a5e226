"""The invariants: their names, their sentences, and the vocabulary of the boards that each is proved over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from clingo.ast import AST, ASTType, Sign, parse_string


class Invariant(NamedTuple):
    """A statement that holds on every board.

    Attributes:
        name: As in ``violated(...)`` of ``invariants.lp``.
        says: In a sentence.
        words: The vocabularies of the boards to search for a counterexample: keys of `proof_vocabulary.WORDS`.
        rule: Within `antecedents`, the number of one of its rules, from 1 on; 0 for all of them.
    """

    name: str
    says: str
    words: tuple[str, ...] = ("plain", "conditions", "counts", "sets", "control", "granted")
    rule: int = 0

    @property
    def asked(self) -> str:
        """Its name in ``violated(...)``, with the number of its rule if it stands for one."""
        return f"{self.name}__{self.rule}" if self.rule else self.name

    @property
    def of_order(self) -> bool:
        """True if it concerns the order of effects and not their results."""
        return self.name in _OF_ORDER

    @property
    def of_pairs(self) -> bool:
        """True if it concerns two effects and the result of another order."""
        return self.name in (WOULD_CHANGE, AFTER_ANOTHER)

    @property
    def mirrored(self) -> bool:
        """True if it compares two boards."""
        return self.words == (MIRRORED,)


VIOLATED = "violated"
"""The predicate of ``invariants.lp``."""
DECIDES = "decides"
"""The predicate of the rules that say when the rule for ``violated`` above them has something to decide."""
ONE_ANSWER = "one_answer"
MIRRORED = "mirrored"
WOULD_CHANGE = "dependency_is_what_would_change"
AFTER_ANOTHER = "at_once_is_one_after_the_other"
_OF_ORDER = (
    "dependency_is_irreflexive", "dependency_has_an_order", "some_effect_is_next", "clashing_effects_take_turns",
    "all_effects_are_applied",
)  # fmt: skip
INVARIANTS = (
    Invariant(ONE_ANSWER, "each board has one answer and only one: nothing depends on its own absence"),
    Invariant("types_only_by_type_effects", "only an effect about card types changes card types (205.1a)"),
    Invariant("supertypes_only_by_supertype_effects", "only an effect about supertypes changes them (205.4b)"),
    Invariant("no_subtype_without_its_type", "no object has a subtype without a correlated card type (205.3d)"),
    Invariant(
        "subtypes_are_kept", "only effects that set, add or remove subtypes, or set types, change subtypes (205.1a)"
    ),
    Invariant("hidden_subtypes_return", "a hidden subtype comes back with its card type (205.1a)"),
    Invariant(
        "basic_land_types_take_abilities",
        "objects lose abilities in layer 4 if and only if an effect sets a basic land type (305.7)",
    ),
    Invariant(
        "granted_abilities_survive", "only an effect that takes abilities takes a granted ability (305.7, 613.1f)"
    ),
    Invariant("dependency_is_irreflexive", "no effect depends on itself (613.8a)"),
    Invariant("dependency_has_an_order", "effects wait for each other in one direction, loops aside (613.8b)"),
    Invariant("some_effect_is_next", "while effects are left in a layer, one is next (613.8b)"),
    Invariant("clashing_effects_take_turns", "effects that clash are not applied at once (613.7, 613.8)"),
    Invariant(
        WOULD_CHANGE,
        "an effect depends on another if and only if applying the other changes its existence, its affected set or its "
        "result (613.8a)",
    ),
    Invariant(
        AFTER_ANOTHER,
        "effects that are applied at once have the same result one after the other, by timestamp (613.7)",
    ),
    Invariant("each_effect_is_applied_once", "no effect is applied twice in a layer (613.6)"),
    Invariant("all_effects_are_applied", "no effect is left over at the end of a layer (613.1)"),
    Invariant(
        "effects_reach_what_they_say",
        "an effect begins to apply to all objects that it names, and to no others (611.3)",
    ),
    Invariant("what_is_done_is_there", "an object has what an effect gives it, and not what an effect takes (613.1)"),
    Invariant("nothing_comes_of_nothing", "effects that do nothing change nothing (613.1)"),
    Invariant("conditions_decide", "an effect begins if and only if its condition holds (611.3a)", ("conditions",)),
    Invariant(
        "numbers_are_done",
        "effects change power and toughness as they say, and nothing else changes them (613.4)",
        ("numbers", "counts", "granted"),
    ),
    Invariant(
        "control_by_control_effects",
        "the latest control effect decides who controls an object, or else its own controller does (613.1b)",
        ("control",),
    ),
    Invariant(
        "text_changes_words",
        "a text change exchanges its words on the type line and nothing else (612.2)",
        ("control",),
    ),
    Invariant(
        "bans_are_kept", "an object does not have an ability that an effect of layer 6 forbids (613.1f)", ("sets",)
    ),
    Invariant("sets_are_whole", "every subtype of a set is given and taken as one (205.3m)", ("sets",)),
    Invariant(
        "copies_are_exact",
        "a copy has the copiable values of the copied object, whatever layers 2 to 7 do (707.2)",
        ("plain",),
    ),
    Invariant("copies_of_copies", "a copy of a copy is a copy of the original (707.3)", ("plain",)),
    Invariant("transforming_turns", "a transforming card that transforms has its back face up (701.28a)", ("plain",)),
    Invariant("transforming_twice_is_nothing", "transforming twice changes nothing (701.28a)", ("plain",)),
    Invariant(
        "face_down_is_plain",
        "a face-down object is a 2/2 creature, without subtypes or anything else (708.2a)",
        ("plain", "sets"),
    ),
    Invariant("one_power", "power and toughness are one number each (208.1)", ("numbers",)),
    Invariant(
        "everything_has_a_size",
        "each permanent has a hidden power and toughness, in case it is a creature (107.2)",
        ("numbers",),
    ),
    Invariant(
        "independent_effects_commute", "where no effects clash, timestamps do not matter (613.7, 613.8)", (MIRRORED,)
    ),
)


@lru_cache(maxsize=1)
def _written() -> str:
    return Path(__file__).with_name("invariants.lp").read_text(encoding="utf-8")


def rules_of_invariants() -> str:
    """Return the rules for ``violated``; within `antecedents`, those for the boards that an invariant applies to."""
    return _antecedents() if _asked else _without_antecedents()


@lru_cache(maxsize=1)
def _without_antecedents() -> str:
    return "\n".join(line for line in _written().splitlines() if not line.startswith(f"{DECIDES}("))


_asked: list[None] = []


@contextmanager
def antecedents() -> Iterator[None]:
    """Make ``violated`` say that an invariant has something to decide, until the ``with`` block ends.

    A rule for ``violated`` has the literals for which an invariant applies and, negated, the literals that must hold
    then. The rule without its negated literals says when it has something to decide. If no literal is negated (no
    effect depends on itself), or a negated one is a condition, the rule for ``decides`` below it says when. The rules
    of one invariant are told apart by their numbers (`of_rules`).
    """
    _asked.append(None)
    try:
        yield
    finally:
        _asked.pop()


def of_rules(invariant: Invariant) -> tuple[Invariant, ...]:
    """Return an invariant once for each of its rules, as `antecedents` asks it.

    Args:
        invariant: The invariant.
    """
    return tuple(invariant._replace(rule=one.rule) for one in _decisions() if one.name == invariant.name)


def text_of_rule(invariant: Invariant) -> str:
    """Return a rule of an invariant.

    Args:
        invariant: One of `of_rules`.
    """
    return next(str(one.violated) for one in _decisions() if (one.name, one.rule) == (invariant.name, invariant.rule))


class _Decision(NamedTuple):
    """A rule for ``violated``, and the body of the rule that says when it has something to decide."""

    name: str
    rule: int
    violated: AST
    body: Sequence[AST]


@lru_cache(maxsize=1)
def _trees() -> tuple[AST, ...]:
    trees: list[AST] = []
    parse_string(_written(), trees.append)
    return tuple(trees[1:])


@lru_cache(maxsize=1)
def _decisions() -> tuple[_Decision, ...]:
    found: list[_Decision] = []
    trees = _trees()
    for tree, below in zip(trees, (*trees[1:], None), strict=True):
        if _predicate(tree) == VIOLATED:
            name = str(tree.head.atom.symbol.arguments[0])
            number = 1 + sum(one.name == name for one in found)
            found.append(_Decision(name, number, tree, _antecedent(tree, below)))
    return tuple(found)


@lru_cache(maxsize=1)
def _antecedents() -> str:
    decisions = {id(one.violated): one for one in _decisions()}
    written = []
    for tree in _trees():
        if (one := decisions.get(id(tree))) is not None:
            place = tree.head.atom.symbol.arguments[1]
            body = "; ".join(map(str, one.body))
            written.append(f"{VIOLATED}({one.name}__{one.rule},{place}) :- {body}.")
        elif _predicate(tree) != DECIDES:
            written.append(str(tree))
    return "\n".join(written)


def _predicate(tree: AST) -> str | None:
    """Return the predicate of the head of a rule."""
    if tree.ast_type is not ASTType.Rule or tree.head.ast_type is not ASTType.Literal:
        return None
    atom = tree.head.atom
    return getattr(atom.symbol, "name", None) if atom.ast_type is ASTType.SymbolicAtom else None


def _antecedent(tree: AST, below: AST | None) -> Sequence[AST]:
    """Return the literals for which a rule for ``violated`` has something to decide.

    Args:
        tree: The rule.
        below: The next statement.
    """
    if below is not None and _predicate(below) == DECIDES:
        if str(below.head) != str(tree.head).replace(VIOLATED, DECIDES, 1):
            raise ValueError(f"{below} stands below a rule with another head")
        return tuple(below.body)
    asked = [one for one in tree.body if one.ast_type is not ASTType.Literal or one.sign == Sign.NoSign]
    if len(asked) == len(tree.body):
        raise ValueError(f"no rule for {DECIDES} says when this one has something to decide: {tree}")
    return tuple(asked)


@lru_cache(maxsize=1)
def any_state() -> str:
    """Return the choices of any state that a round may begin in."""
    return Path(__file__).with_name("any_state.lp").read_text(encoding="utf-8")
