"""Rules that boards of one sort do not need, though its facts make them possible.

Which rules can fire is found out from kinds of values (`solver.speed.possible`), so many rules are loaded that never
do. A board tells more once it is derived: if no atom of a predicate was derived, no rule that asks for one has fired.
So, after a few boards of a sort, these rules are left out. After each further board, typeline checks whether such an
atom was derived after all; if so, it derives the board once more with all rules.

That is sound. Let P be all rules, Q the loaded ones, and M the model of Q. Each rule that is left out asks for an atom
that is not in M. So M is a model of P, too, and the reducts of P and Q by M have the same least model. P is stratified,
so M is its only stable model.

It is enough to look at predicates that loaded rules can derive: if all rules of a predicate are left out, it has no
atoms.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from clingo import Control

from solver.speed.unfolding import Other, Rule, names_in

__all__ = ["Profile", "idle_rules", "names_derived"]

_LEARNS = 16
"""After so many boards of a sort, rules are left out. Finding them costs what it saves on some hundred boards."""
_FAILURES = 3
"""A sort that has needed a rule that was left out so many times gets all rules from then on."""


class Profile:
    """What boards of one sort have derived so far.

    Attributes:
        which: The places of the rules that are possible.
        told: The predicates of the facts.
        many: Whether the facts are many.
        there: The predicates of which a board has derived atoms.
    """

    def __init__(self, which: tuple[int, ...], told: frozenset[str], *, many: bool) -> None:
        """Begin with no board.

        Args:
            which: The places of the rules that are possible.
            told: The predicates of the facts.
            many: Whether the facts are many.
        """
        self.which = which
        self.told = told
        self.many = many
        self.there: set[str] = set()
        self._boards = 0
        self._failures = 0

    def learn(self, control: Control) -> bool:
        """Note what a board has derived with all rules.

        Args:
            control: The grounding.

        Returns:
            Whether it is now time to leave out rules.
        """
        if self._failures == _FAILURES or self._boards == _LEARNS:
            return False
        atoms = control.symbolic_atoms
        self.there.update(
            name for name, arity, _ in atoms.signatures if any(True for _ in atoms.by_signature(name, arity))
        )
        self._boards += 1
        return self._boards == _LEARNS

    def fail(self) -> None:
        """Note that a board needed a rule that was left out."""
        self._failures += 1
        self._boards = 0


def idle_rules(
    rules: Mapping[int, Rule | Other], without: Collection[str], told: Collection[str], stays: Collection[str] = ()
) -> tuple[set[int], set[tuple[str, int]]]:
    """Find the rules that ask for a predicate without atoms.

    Args:
        rules: The rules, by their places.
        without: The predicates of which no board has derived an atom.
        told: The predicates of the facts.
        stays: Parts of the program whose rules are not left out.

    Returns:
        The places of these rules; and the predicates without atoms that the rules left might derive, with their
        number of arguments.
    """
    asks = {
        number: [(one.name, len(one.arguments)) for one in rule.body if one.name in without and not one.sign]
        for number, rule in rules.items()
        if isinstance(rule, Rule) and rule.part not in stays
    }
    idle = {number for number, found in asks.items() if found}
    derived = set(told)
    for number, rule in rules.items():
        if number not in idle:
            derived.update(names_derived(rule))
    return idle, {asks[number][0] for number in idle if all(name in derived for name, _ in asks[number])}


def names_derived(rule: Rule | Other) -> Collection[str]:
    """Return the predicates that a statement may derive.

    Args:
        rule: The statement.
    """
    if not isinstance(rule, Rule):
        return rule.names
    return (rule.head.name,) if rule.head else names_in(rule.head_text)
