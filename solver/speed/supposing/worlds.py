"""Which state each predicate of the law describes, and which object it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from clingo.ast import AST, ASTType, Sign, Variable

from solver.speed.supposing.rule_trees import atom_of, name_of, note_atoms, variables, with_variables

THEN, NOW, DOES = "then", "now", "does"
"""The meanings of a parameter of a part: the supposed state, the present one, or the results of effects now."""
WORLDS: Mapping[str, Mapping[str, str]] = {
    "look": {"step": THEN, "state": THEN},
    **{f"perform_{layer}": {"world": THEN, "step": THEN, "state": THEN} for layer in (4, 5, 6, 7)},
    "deeds": {"world": THEN},
    "one_applied": {"result": THEN, "world": DOES},
    "outcome": {"step": THEN, "state": NOW},
    "advance": {"step": THEN, "after": THEN},
    "state": {"after": THEN},
}
"""The parts of the law about a state and the results of effects in it, with the meaning of their parameters."""
OF_STATE = ("advance", "state")
"""The parts about one state alone, with what follows there from other values."""
ORDER = "order"
COMPARED = ("depends_on", "dependency_chain", "in_loop", "waits_for")
"""The atoms of the part `order` that compare two states; its other atoms choose the next effect."""
FLUENTS = ("has", "keeps_subtype", "keeps_every", "has_every", "exempt")
"""The predicates by which a state describes an object."""
OBJECT = "Object"
"""The law's name for the object that a rule is about."""
EFFECT = "Effect"
"""The law's name for the effect that a rule is about."""


NO_NUMBERS = ("type", "supertype", "subtype", "every", "except", "color", "ability", "banned")
"""The kinds of characteristics that are no numbers."""
_NAMES_ABILITY = "ability_keyword"
"""The predicate that names an ability for the effects that look for it."""
_NAMES_ANEW = ("keyword_now", "means")
"""The predicates by which a text change gives an ability another name (612.1): they end with the printed name and the
new one."""
MAY_NAME = "may_say"
"""The predicate of the engine for all names that an ability may have."""
ASKED_AS = {"has_every": "every", "exempt": "except"}
"""The names in the law of kinds of characteristics with a predicate of their own."""
_ABILITY_OF = "ability_of"
"""The predicate that links an effect to its object and its ability."""


def name_of_ability(known: Sequence[AST], ability: str = "") -> str | None:
    """Return the name by which effects look for an ability; None where it has none.

    Args:
        known: Literals that are the same in all states.
        ability: The ability; if it is empty, any.
    """
    symbols = [one.atom.symbol for one in known if one.sign == Sign.NoSign]
    names = (one.arguments for one in symbols if one.name == _NAMES_ABILITY)
    name = next((str(said) for one, said in names if ability in ("", str(one))), None)
    anew = ([str(term) for term in one.arguments[-2:]] for one in symbols if one.name in _NAMES_ANEW)
    return next((said for printed, said in anew if printed == name), name)


class Rule(NamedTuple):
    """A rule of the law that is rewritten.

    Attributes:
        part: The name of its part.
        tree: Its syntax tree.
    """

    part: str
    tree: AST


class Worlds:
    """The law's rules about a state, prepared for supposed states.

    Attributes:
        rules: The rules about a state, and about the results of effects in it.
        depend: The rules that compare two states.
        derived: The predicates that they derive about the supposed state.
        renamed: The predicates that only rename another one, with that one.
        same: The predicates that are the same in all states.
        places: At which place of its arguments a predicate has the object that it is about.
        carried: The predicates that may use the present state instead, for objects that are not revised.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        """Take the rules.

        Args:
            rules: The rules of the parts about a state.
        """
        rules = _named_alike(rules)
        self.rules = [one for one in rules if one.part != ORDER and not is_asked_once(one.tree)]
        self.depend = [one for one in rules if one.part == ORDER and name_of(one.tree.head) in COMPARED]
        self.derived = {
            name_of(one.tree.head) for one in self.rules if self.world(one.part, atom_of(one.tree.head)) == THEN
        }
        self.renamed = {
            body: head for one in self.rules if one.part == "advance" for head, body in other_names(one.tree)
        }
        self.same = self._same_in_all()
        looked = {name_of(one.tree.head) for one in self.rules if one.part == "look"}
        self.places = self._object_places()
        self.carried = {name for name in looked if name in self.places} | set(FLUENTS)

    def world(self, part: str, atom: AST) -> str | None:
        """Return the state that an atom is about; None if it is about none.

        Args:
            part: The name of the part that the atom stands in.
            atom: The atom.
        """
        if not atom.arguments:
            return None
        return WORLDS[part].get(str(atom.arguments[-1]))

    def asked_of_a_state(self, literal: AST) -> list[str]:
        """Return the predicates that a literal of the part `look` asks for and that tell of a state.

        Args:
            literal: The literal.
        """
        found: list[str] = []

        def note(symbol: AST) -> None:
            if self.world("look", symbol) == THEN:
                found.append(symbol.name)

        note_atoms(literal, note)
        return found

    def is_static(self, literal: AST) -> bool:
        """Tell whether a literal of the part `look` is the same in all states, and binds its variables.

        Args:
            literal: The literal.
        """
        return (
            literal.sign == Sign.NoSign
            and literal.atom.ast_type == ASTType.SymbolicAtom
            and self.world("look", literal.atom.symbol) is None
        )

    def is_about_an_effect(self, tree: AST) -> bool:
        """Tell whether a rule of the part `look` asks for something about its effect in a state.

        A rule that does not, such as the one for objects with a keyword, tells only of objects. The rules that ask for
        its atoms say for which effects these matter.

        Args:
            tree: The rule.
        """
        return any(
            one.sign == Sign.NoSign
            and one.atom.ast_type == ASTType.SymbolicAtom
            and self.world("look", one.atom.symbol) == THEN
            and EFFECT in map(str, one.atom.symbol.arguments)
            for one in tree.body
        )

    def own_abilities(self, tree: AST) -> dict[int, list[AST]]:
        """Return where a rule asks whether the ability of an effect is there.

        An effect that is compared exists, so its object has the ability now. It is enough to ask whether it is lost.

        Args:
            tree: The rule.

        Returns:
            The arguments of its atoms, by the number of the literal.
        """
        known = [variables(one) for one in tree.body if self.is_static(one) and one.atom.symbol.name == _ABILITY_OF]
        found: dict[int, list[AST]] = {}
        for number, one in enumerate(tree.body):
            if one.atom.ast_type == ASTType.SymbolicAtom and one.atom.symbol.name == "has" and one.sign == Sign.NoSign:
                about, _, value, _ = map(str, one.atom.symbol.arguments)
                if any({about, value} <= names for names in known):
                    found[number] = list(one.atom.symbol.arguments)
        return found

    def _same_in_all(self) -> set[str]:
        """Return the predicates of a state that are the same in all states: they depend on no characteristic."""
        bodies: dict[str, set[str]] = {}
        for one in self.rules:
            if one.part == "look":
                asked = bodies.setdefault(name_of(one.tree.head), set())
                asked |= {name for literal in one.tree.body for name in self.asked_of_a_state(literal)}
        same = {"pending"}
        while more := {name for name, asked in bodies.items() if asked <= same} - same:
            same |= more
        return same

    def _object_places(self) -> dict[str, int]:
        """Return the place of the object among the arguments of each predicate about an object."""
        places: dict[str, set[int | None]] = {"performing": {1}}
        for one in self.rules:
            names = [str(term) for term in atom_of(one.tree.head).arguments]
            places.setdefault(name_of(one.tree.head), set()).add(names.index(OBJECT) if OBJECT in names else None)
        places |= {name: {0} for name in FLUENTS}
        return {name: place for name, (place, *more) in places.items() if not more and place is not None}


def _named_alike(rules: Sequence[Rule]) -> list[Rule]:
    """Return rules in which the object and the effect have the names that the law gives them: house rules need not."""
    places: dict[str, dict[int, str]] = {}
    for one in rules:
        head = atom_of(one.tree.head)
        for place, term in enumerate(map(str, head.arguments)):
            if term in (OBJECT, EFFECT):
                places.setdefault(head.name, {}).setdefault(place, term)
    named = []
    for one in rules:
        head = atom_of(one.tree.head)
        instead = {
            str(head.arguments[place]): Variable(head.location, name)
            for place, name in places.get(head.name, {}).items()
            if place < len(head.arguments) and head.arguments[place].ast_type == ASTType.Variable
        }
        others = {name for name in map(str, instead.values()) if name not in instead} & variables(one.tree)
        instead = {mine: name for mine, name in instead.items() if mine != str(name)}
        if instead:
            further = {other: Variable(head.location, f"Other{other}") for other in others}
            named.append(Rule(one.part, with_variables(one.tree, {**instead, **further})))
        else:
            named.append(one)
    return named


def is_asked_once(tree: AST) -> bool:
    """Tell whether a rule is about a spell's findings as it resolves, which are the same in supposed states.

    Args:
        tree: The syntax tree of the rule.
    """
    return any(str(literal) in ("layer = 0", "only_finds(Effect)") for literal in tree.body)


def other_names(tree: AST) -> Iterator[tuple[str, str]]:
    """Return the head and the literal of a rule that only gives a predicate another name.

    Args:
        tree: The syntax tree of the rule.
    """
    head = atom_of(tree.head)
    if len(tree.body) == 1 and [str(one) for one in tree.body[0].atom.symbol.arguments[:-1]] == [
        str(one) for one in head.arguments[:-1]
    ]:
        yield str(head.name), str(tree.body[0].atom.symbol.name)
