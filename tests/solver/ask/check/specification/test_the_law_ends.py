"""The law comes to an end on every board: the premises of the proof in docs/check.md, read off its rules.

The proof needs a few properties of the rules, and no property of a board but that it is finite. Each test is one of
them. So a rule that breaks the proof fails here, whatever boards are enumerated.
"""

from __future__ import annotations

from functools import lru_cache

from solver.ask.explain.rules.compiling import read_forms, rule_trees
from solver.ask.explain.rules.rule_forms import Comparison, Compound, Const, Form, Literal, Var
from solver.engine.plain import law_statements


def test_only_an_effect_whose_part_is_not_applied_is_next() -> None:
    """Next, so it exists; so its part in this layer is pending; so that is not applied."""
    for head, body in (("next", "exists"), ("exists", "pending")):
        for form in _deriving(head):
            assert any(one.parts == form.parts for one in _literals(form, body)), form
    for form in _deriving("pending"):
        assert [one.parts for one in _literals(form, "applied", positive=False)] == [(form.parts[0], Var("layer"))]


def test_the_part_of_the_effect_that_is_next_is_applied_for_good() -> None:
    """An atom `applied` has no state: what is applied stays so. Nothing else is applied."""
    (applied,) = _deriving("applied")
    assert len(applied.parts) == 2
    assert [one.parts[:2] for one in _literals(applied, "part_applied")] == [applied.parts]
    (taken,) = _deriving("part_applied")
    assert [one.parts[0] for one in _literals(taken, "next")] == [taken.parts[0]]


def test_an_effect_begins_at_first_or_as_its_ability_is_granted() -> None:
    later = [form for form in _deriving("created") if _AT_FIRST not in form.body]
    assert later
    for form in later:
        effect = form.parts[0]
        assert isinstance(effect, Compound) and effect.name == "static"
        assert [one.parts[:2] for one in _literals(form, "granted")] == [effect.parts[:2]]


def test_an_ability_is_granted_as_an_effect_gives_it() -> None:
    """It does so as its part in layer 6 is applied, which happens once."""
    for form in _deriving("granted"):
        assert [one.parts[1:3] for one in _literals(form, "gained")] == [(_ABILITY, form.parts[1])]
    (gained,) = _deriving("gained")
    assert [one.parts[1:4] for one in _literals(gained, "gains")] == [gained.parts[:3]]
    assert len(_giving()) > 3
    for form in _giving():
        value = form.parts[3]
        assert isinstance(value, Compound) and value.name == "given"
        assert value.parts[0] == form.parts[0]
        assert [one.parts[2] for one in _literals(form, "performing")] == [Const(6)]


def test_it_gives_abilities_that_it_names_or_lends() -> None:
    """An ability that it names stands in its text. It lends abilities that other objects have."""
    for form in _giving():
        assert {one.parts[1] for one in _literals(form, "does")} in ({_NAMES}, {_LENDS}), form


def test_no_static_ability_is_lent_but_keywords() -> None:
    kinds = {form.parts[1] for form in _deriving("of_kind")}
    assert kinds == {
        *map(_word, ("activated", "activated_but_mana", "loyalty", "triggered")), Compound("keyword", (Var("Keyword"),))
    }  # fmt: skip


def test_keywords_give_only_abilities_without_an_effect() -> None:
    """(Backup gives the abilities that are printed below it: these stand in its text.)"""
    effects = {form.parts[1] for form in _deriving("keyword_effect")}
    words = {form.parts[0] for form in _deriving("keyword_effect")}
    assert len(effects) == len(words) > 5
    given = set()
    for form in _deriving("operation"):
        if form.parts[0] in effects:
            assert form.parts[1] != _LENDS, form
            if form.parts[1] == _NAMES:
                given.add(form.parts[2])
    assert given
    assert words.isdisjoint(form.parts[1] for form in _deriving("ability_keyword") if form.parts[0] in given)


def _word(word: str) -> Const:
    """Return a constant of the rules."""
    return Const((word,))


_AT_FIRST = Comparison(True, Var("round"), (("=", Const(0)),))
_ABILITY, _NAMES, _LENDS = map(_word, ("ability", "add_ability", "add_abilities_of"))


def _giving() -> list[Form]:
    """Return the forms by which an effect gives an ability."""
    return [form for form in _deriving("gains") if form.parts[2] == _ABILITY]


@lru_cache
def _forms() -> tuple[Form, ...]:
    """Return the forms of all rules of the law, also of the chapters that the engine replaces."""
    return tuple(
        form
        for one in law_statements()
        for tree in rule_trees(one.part, one.text)
        for form in read_forms(tree, one.part.partition("(")[2].rstrip(").").split(","))
    )


def _deriving(name: str) -> list[Form]:
    """Return the forms that derive a predicate."""
    return [form for form in _forms() if form.name == name]


def _literals(form: Form, name: str, *, positive: bool = True) -> list[Literal]:
    """Return the literals of a predicate in the body of a form."""
    return [one for one in form.body if isinstance(one, Literal) and one.name == name and one.positive is positive]
