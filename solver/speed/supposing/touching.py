"""Derive the values that an effect touches and uses, from the rules about effects in each layer.

``touches(Effect,Kind,Value,Layer)``: Effect may give or take the Value of Kind in Layer. ``uses(...)``: the result of
the effect depends on it. Value is ``any`` if it may be any. ``takes_away(Effect,Group,Layer)`` and
``gives_to(Effect,Group,Layer)`` say the same of groups, for effects whose order matters although neither depends on
the other's result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, product

from clingo.ast import AST, ASTType, Sign

from solver.speed.supposing.rule_trees import VARIABLE, Renaming, atom_of, counted, name_of, variable, variables
from solver.speed.supposing.rule_writing import written
from solver.speed.supposing.worlds import (
    ASKED_AS,
    EFFECT,
    MAY_NAME,
    NO_NUMBERS,
    OBJECT,
    Rule,
    Worlds,
    name_of_ability,
)

_PERFORM = "perform_"
_GAINS, _LOSES, _CHANGES, _SWITCHES = "gains", "loses", "changes", "switches"
_DONE = (_GAINS, _LOSES, _CHANGES)
"""The results of effects on a kind of characteristic of an object."""
_COMPARED = (_GAINS, _CHANGES)
"""The results that 613.8a compares."""
_SIZES = ("power", "toughness")
_EACH_HAS = "printed_as("
"""A fact of every effect, which therefore distinguishes none."""
_RENAMED = re.compile(r"^(Its\d+)+")


@dataclass(frozen=True)
class _Way:
    """A way to derive an atom, as far as it depends on effects and not on states.

    Attributes:
        known: The conditions on the effect, and on the words that it uses.
        layer: The layer in which the effect is applied; None where no literal says it.
        needs_type: The card type that the object must have, where it must have one.
        reads: Whether it also depends on the state.
    """

    known: tuple[AST, ...] = ()
    layer: str | None = None
    needs_type: str | None = None
    reads: bool = False

    def __and__(self, other: _Way) -> _Way:
        """Return the way in which both are derived."""
        return _Way(
            self.known + other.known,
            self.layer or other.layer,
            self.needs_type or other.needs_type,
            self.reads or other.reads,
        )


@dataclass
class _Said:
    """Rules about effects, without superfluous ones.

    Attributes:
        defining: The rules that define predicates about effects, by the predicate of their heads.
        bodies: The literals that each head depends on.
    """

    defining: Mapping[str, Sequence[AST]]
    bodies: dict[str, list[frozenset[str]]] = field(default_factory=dict)

    def say(self, head: str, known: Sequence[AST], *further: str) -> None:
        """Note a rule.

        Args:
            head: The atom that it derives.
            known: The conditions on the effect.
            further: More literals, as text.
        """
        kept = [one for one in known if not self._is_implied(one, known)]
        head, texts = _telling(head, kept, further)
        body = frozenset(texts)
        others = self.bodies.setdefault(head, [])
        if not any(other <= body for other in others):
            others[:] = [other for other in others if not body <= other] + [body]

    def _is_implied(self, literal: AST, known: Sequence[AST]) -> bool:
        """Tell whether a literal follows from another, or from others by a rule that defines a predicate."""
        if literal.sign != Sign.NoSign or variables(literal) != {EFFECT}:
            return False  # It binds more than that.
        others = [one for one in known if one.sign == Sign.NoSign and str(one) != str(literal)]
        if any(_covers(literal.atom.symbol, other.atom.symbol) for other in others):
            return True
        return any(_implies(rule, literal, known) for rule in self.defining.get(literal.atom.symbol.name, ()))

    def rules(self) -> list[str]:
        """Return the text of each rule."""
        return [
            written(head, [f"created({EFFECT},round)", *sorted(body, key=lambda text: (EFFECT not in text, text))]).text
            for head, bodies in self.bodies.items()
            for body in bodies
        ]


class Touching:
    """Finds in the rules of the parts ``perform_N`` the values that effects touch and use."""

    def __init__(self, worlds: Worlds, defining: Sequence[AST]) -> None:
        """Store the law's rules about states.

        Args:
            worlds: Its rules about states.
            defining: The rules that define predicates about effects, which are the same in all states.
        """
        self._worlds = worlds
        self._defining: dict[str, list[AST]] = {}
        for rule in defining:
            self._defining.setdefault(name_of(rule.head), []).append(rule)
        self._rules = [one for one in worlds.rules if one.part.startswith(_PERFORM)]
        self._fresh = count(1)
        self._ways_of: dict[tuple[str, int], list[_Way]] = {}
        # clingo makes a tree anew whenever it is asked for: ask for each head, and each atom of a body, once.
        heads = [atom_of(one.tree.head) for one in self._rules]
        self._made: dict[str, list[tuple[AST, Rule]]] = {}
        self._asking: dict[str, list[tuple[AST, Rule]]] = {}
        for head, one in zip(heads, self._rules, strict=True):
            self._made.setdefault(head.name, []).append((head, one))
            for literal in (*one.tree.body, *counted(one.tree)):
                if literal.atom.ast_type == ASTType.SymbolicAtom:
                    symbol = literal.atom.symbol
                    self._asking.setdefault(symbol.name, []).append((symbol, one))
        self._lost = {str(head.arguments[2]) for head in heads if head.name == _LOSES}
        self._parts: dict[str, set[str]] = {}
        for one in self._rules:
            head = atom_of(one.tree.head)
            for kind in _SIZES if head.name == _SWITCHES else [str(head.arguments[2])] if head.name in _DONE else []:
                self._parts.setdefault(kind, set()).add(one.part)

    def touched(self) -> list[str]:
        """Return the rules for the values that an effect touches, and for further pairs whose order could matter.

        Raises:
            ValueError: A rule does not say in which layer its effect is applied.
        """
        touches, clashes = _Said(self._defining), _Said(self._defining)
        for one in self._rules:
            head = atom_of(one.tree.head)
            for way in self._ways(one.part, one.tree) if head.name in (*_DONE, _SWITCHES) else []:
                if way.layer is None:
                    raise ValueError(f"in which layer? {one.tree}")
                if head.name == _SWITCHES:
                    for kind in _SIZES:
                        touches.say(f"touches({EFFECT},{kind},any,{way.layer})", way.known)
                    for verb in ("takes_away", "gives_to"):
                        clashes.say(f"{verb}({EFFECT},switch,{way.layer})", way.known)
                else:
                    self._touched(head, way, touches)
                    self._clashing(head, way, clashes)
        return [*touches.rules(), *clashes.rules()]

    def _touched(self, head: AST, way: _Way, said: _Said) -> None:
        """Write the values that a rule touches in one of its ways."""
        kind, value = str(head.arguments[2]), head.arguments[3]

        def say(value: str, *further: str, of_kind: str = kind) -> None:
            said.say(f"touches({EFFECT},{of_kind},{value},{way.layer})", way.known, *further)

        if kind != "ability":
            say("any" if kind in _SIZES else _value(value, way.known))
            return
        ability = _innermost(value)
        keyword = name_of_ability(way.known, ability)
        if keyword is not None:
            say(keyword)
        elif ability in _linked(way.known):
            say("Keyword", f"{MAY_NAME}({ability},Keyword)")
            say("some")
        else:
            say("any")
        if head.name == _LOSES:
            named = None if keyword is None else f"named({keyword})"
            say(named or way.needs_type or "any", of_kind="existence")

    def _clashing(self, head: AST, way: _Way, said: _Said) -> None:
        """Note the group from which a rule takes something, or to which it gives something, in one of its ways."""
        verb = "gives_to" if head.name == _GAINS else "takes_away"
        kind, value = str(head.arguments[2]), str(head.arguments[3])
        if head.name == _CHANGES or kind not in self._lost:
            return  # Changes add up in any order.
        if kind not in ("subtype", "every"):
            said.say(f"{verb}({EFFECT},{kind},{way.layer})", way.known)
        elif kind == "every":
            said.say(f"{verb}({EFFECT},{value},{way.layer})", way.known)
        else:
            known = [one for one in way.known if one.atom.symbol.name == "subtype_in"] if value != "any" else []
            sets = [str(one.atom.symbol.arguments[1]) for one in known if str(one.atom.symbol.arguments[0]) == value]
            if sets:
                said.say(f"{verb}({EFFECT},{sets[0]},{way.layer})", way.known)
            else:
                said.say(f"{verb}({EFFECT},Set,{way.layer})", way.known, f"subtype_in({value},Set)")

    # ---- the values that it uses

    def used(self) -> list[str]:
        """Return the rules for the values that the result of an effect depends on."""
        said = _Said(self._defining)
        for one in self._rules:
            own = self._known_in(one.part, one.tree)
            for literal in (*one.tree.body, *counted(one.tree)):
                kind_value = self._read(literal)
                if kind_value is None:
                    continue
                kind, value = kind_value
                if not VARIABLE.match(kind) and one.part not in self._parts.get(kind, ()):
                    continue  # In this layer it does not change.
                beside = [other for other in counted(one.tree) if self._is_known(one.part, other)]
                known = [*own, *(beside if literal in counted(one.tree) else [])]
                for found, meant in self._climbed(one.part, one.tree, known, value if kind in NO_NUMBERS else "any"):
                    said.say(f"uses({EFFECT},{kind},{meant})", found)
        return said.rules()

    def _read(self, literal: AST) -> tuple[str, str] | None:
        """Return the kind and value that a literal needs from the state; None if it needs none."""
        if literal.atom.ast_type != ASTType.SymbolicAtom or literal.atom.symbol.name not in ("has", "has_every"):
            return None
        symbol = literal.atom.symbol
        if symbol.name == "has_every":
            return ASKED_AS["has_every"], str(symbol.arguments[1])
        return str(symbol.arguments[1]), str(symbol.arguments[2])

    def _climbed(self, part: str, tree: AST, known: Sequence[AST], value: str) -> Iterator[tuple[Sequence[AST], str]]:
        """Return the conditions on the effects whose results depend on a rule that asks for a value, and the value.

        If the rule is about no effect itself, these are the effects of the rules that ask for its head.
        """
        head = atom_of(tree.head)
        if head.name == _LOSES:
            return  # 613.8a compares the values that an effect gives and changes.
        about_effect = any(EFFECT in variables(one) for one in known)
        bound = value == "any" or not VARIABLE.search(value) or set(VARIABLE.findall(value)) <= _linked(known)
        if head.name in _COMPARED:
            if not about_effect:
                for way in self._ways(part, tree):
                    yield (*known, *way.known), value if bound else "any"
            else:
                yield known, value if bound else "any"
            return
        if about_effect and bound:
            if self._leads_to_what_is_compared(head.name):
                yield known, value
            return
        for asked, caller in self._asking.get(head.name, ()):
            if not _unifies(head, asked):
                continue
            renaming = self._renaming(head, asked)
            passed = [renaming.visit(one) for one in (*known, *self._known_anyway(tree))]
            meant = str(renaming.visit(variable(value))) if VARIABLE.search(value) else value
            own = self._known_in(caller.part, caller.tree)
            yield from self._climbed(caller.part, caller.tree, [*own, *passed], meant)

    def _known_in(self, part: str, tree: AST) -> list[AST]:
        """Return the literals about effects that a rule needs, itself or in every rule for one of its literals."""
        found = [one for one in tree.body if self._is_known(part, one)]
        for literal in tree.body:
            if literal.sign != Sign.NoSign or literal.atom.ast_type != ASTType.SymbolicAtom:
                continue
            symbol = literal.atom.symbol
            made = [one for by, one in self._made.get(symbol.name, ()) if _unifies(by, symbol)]
            ways = (way.known for one in made for way in self._inner(one.part, one.tree, symbol))
            in_all = [known for known in next(ways, ()) if variables(known) == {EFFECT}]
            while in_all and (way := next(ways, None)) is not None:
                texts = set(map(str, way))
                in_all = [known for known in in_all if str(known) in texts]
            found += in_all
        return found

    def _leads_to_what_is_compared(self, name: str, seen: frozenset[str] = frozenset()) -> bool:
        """Tell whether the results of effects depend on a predicate."""
        if name in _COMPARED:
            return True
        callers = {name_of(one.tree.head) for _, one in self._asking.get(name, ())}
        return any(self._leads_to_what_is_compared(one, seen | {name}) for one in callers - seen - {name, _LOSES})

    def _known_anyway(self, tree: AST) -> list[AST]:
        """Return, negated, the conditions under which another rule makes the head of a rule true in any state."""
        found = []
        head = atom_of(tree.head)
        for same, one in self._made[head.name]:
            if one.tree is tree or list(map(str, same.arguments)) != list(map(str, head.arguments)):
                continue
            ways = list(self._ways(one.part, one.tree))
            found += [
                way.known[0].update(sign=Sign.Negation)
                for way in ways
                if len(way.known) == 1 and not way.reads and len(ways) == 1
            ]
        return found

    # ---- the ways to derive an atom

    def _ways(self, part: str, tree: AST) -> list[_Way]:
        """Return the ways in which a rule fires, with its literals about effects written out.

        Each rule is examined once; callers rename the variables (`_inner`).
        """
        key = (part, id(tree))  # The rules keep their trees.
        if key not in self._ways_of:
            self._ways_of[key] = list(self._ways_through(part, tree))
        return self._ways_of[key]

    def _ways_through(self, part: str, tree: AST) -> Iterator[_Way]:
        head = atom_of(tree.head)
        number = str(head.arguments[3]) if head.name in _DONE and str(head.arguments[2]) in _SIZES else None
        choices: list[list[_Way]] = []
        for literal in tree.body:
            if literal.sign != Sign.NoSign or literal.atom.ast_type != ASTType.SymbolicAtom:
                continue
            symbol = literal.atom.symbol
            terms = list(map(str, symbol.arguments))
            if self._is_known(part, literal):
                choices.append([_Way((literal,))])
            elif symbol.name == "performing":
                choices.append([_Way(layer=terms[2] if not VARIABLE.match(terms[2]) else None)])
            elif symbol.name == "has":
                needs = terms[2] if terms[:2] == [OBJECT, "type"] else None
                choices.append([_Way(needs_type=needs, reads=True)])
            elif number is not None and symbol.name not in _DONE and number in terms:
                continue  # Which number it is does not matter.
            elif made := [one for made_by, one in self._made.get(symbol.name, ()) if _unifies(made_by, symbol)]:
                choices.append([way for one in made for way in self._inner(one.part, one.tree, symbol)])
            else:
                choices.append([_Way(reads=True)])
        for chosen in product(*choices):
            whole = _Way()
            for one in chosen:
                whole = whole & one
            yield whole

    def _inner(self, part: str, tree: AST, asked: AST) -> Iterator[_Way]:
        """Return the ways to derive an atom that a rule asks for, in the variables of that rule."""
        renaming = self._renaming(atom_of(tree.head), asked)
        for way in self._ways(part, tree):
            needs = way.needs_type
            if needs is not None and VARIABLE.match(needs):
                needs = str(renaming.visit(variable(needs)))
            yield replace(way, known=tuple(renaming.visit(one) for one in way.known), needs_type=needs)

    def _renaming(self, head: AST, asked: AST) -> Renaming:
        """Return the renaming from the variables of a rule to those of the caller of its head."""
        instead = {
            str(mine): theirs
            for mine, theirs in zip(head.arguments, asked.arguments, strict=True)
            if mine.ast_type == ASTType.Variable
        }
        return Renaming(instead, f"Its{next(self._fresh)}")

    def _is_known(self, part: str, literal: AST) -> bool:
        """Tell whether a literal is the same in all states, and binds its variables."""
        return (
            literal.sign == Sign.NoSign
            and literal.atom.ast_type == ASTType.SymbolicAtom
            and self._worlds.world(part, literal.atom.symbol) is None
        )


def _implies(rule: AST, literal: AST, known: Sequence[AST]) -> bool:
    """Tell whether a literal follows from others by a rule, so that it need not be said.

    Args:
        rule: The rule.
        literal: The literal.
        known: All literals of the body.
    """
    if not _unifies(atom_of(rule.head), literal.atom.symbol):
        return False
    body = [one for one in rule.body if one.atom.ast_type != ASTType.SymbolicAtom or one.atom.symbol.name != "created"]
    others = [one for one in known if one is not literal and one.sign == Sign.NoSign]
    return all(
        one.sign == Sign.NoSign
        and one.atom.ast_type == ASTType.SymbolicAtom
        and any(_covers(one.atom.symbol, other.atom.symbol) for other in others)
        for one in body
    )


def _covers(asked: AST, said: AST) -> bool:
    """Tell whether an atom with the effect, and any other arguments, is the one that the literal asks for."""
    return (
        asked.name == said.name
        and len(asked.arguments) == len(said.arguments)
        and all(str(mine) in ("_", str(theirs)) for mine, theirs in zip(asked.arguments, said.arguments, strict=True))
    )


def _telling(head: str, known: Sequence[AST], further: Sequence[str]) -> tuple[str, list[str]]:
    """Return a rule without the literals that are not about the effect, as text.

    Args:
        head: The atom that the rule derives.
        known: The conditions on the effect.
        further: More literals, as text.

    Returns:
        The head, and the literals of the body.
    """
    texts = list(dict.fromkeys([*map(str, known), *further]))
    while True:
        others = [set(VARIABLE.findall(head)), *(set(VARIABLE.findall(text)) for text in texts)]
        idle = [
            text
            for number, text in enumerate(texts)
            if (EFFECT not in others[number + 1] or text.startswith(_EACH_HAS))
            and any(
                all(name not in other for place, other in enumerate(others) if place != number + 1)
                for name in others[number + 1]
            )
        ]
        if not idle:
            break
        texts.remove(idle[0])
    names: dict[str, str] = {}
    for text in (head, *sorted(texts)):
        for name in VARIABLE.findall(text):
            if name not in names:
                plain = _RENAMED.sub("", name)
                while plain in names.values():
                    plain = f"Other{plain}"
                names[name] = plain
    plain_head, *plain_texts = (VARIABLE.sub(lambda found: names[found[0]], text) for text in (head, *texts))
    return plain_head, plain_texts


def _linked(known: Sequence[AST]) -> set[str]:
    """Return the variables that have to do with the effect.

    Args:
        known: The conditions on the effect.
    """
    bodies = [variables(one) for one in known if one.sign == Sign.NoSign]
    linked = {EFFECT}
    while more := {name for one in bodies if one & linked for name in one} - linked:
        linked |= more
    return linked


def _value(term: AST, known: Sequence[AST]) -> str:
    """Return a value as a rule says it: any where nothing binds it.

    Args:
        term: The term of the value.
        known: The conditions on the effect.
    """
    return str(term) if variables(term) <= _linked(known) else "any"


def _innermost(value: AST) -> str:
    """Return the ability that an object has as its own, or as another effect gave it to it."""
    while value.ast_type == ASTType.Function and value.arguments:
        value = value.arguments[-1]
    return str(value)


def _unifies(one: AST, other: AST) -> bool:
    """Tell whether two terms can be the same."""
    if ASTType.Variable in (one.ast_type, other.ast_type):
        return True
    if one.ast_type != other.ast_type:
        return False
    if one.ast_type != ASTType.Function:
        return str(one) == str(other)
    return (
        one.name == other.name
        and len(one.arguments) == len(other.arguments)
        and all(_unifies(mine, theirs) for mine, theirs in zip(one.arguments, other.arguments, strict=True))
    )
