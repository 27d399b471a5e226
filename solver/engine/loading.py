"""Loading the facts of some boards, and the rules that they need, into a control."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from clingo import Control

from solver.engine.fact_atoms import add_facts
from solver.program import (
    as_written,
    forget_too,
    further_chapter,
    in_force,
    loads,
    named,
    rules_text,
    statements,
    syntax_trees,
    trees_within,
)
from solver.speed import (
    ASKED,
    ASKED_BY_QUESTION,
    Switch,
    chosen,
    chosen_for_more,
    has_gates,
    is_built,
    is_mostly_sketched,
    is_on,
    open_to,
    told_by,
    words_in,
)

if TYPE_CHECKING:
    from solver.speed import Profile
    from solver.speed.unfolding import Other, Rule


class Loaded(NamedTuple):
    """The part of the rules that a control holds, or may hold.

    Attributes:
        rules: The places of the loaded statements among all statements.
        unfolded: The replacements for unfolded statements, each after its place; None for nothing.
        further: Further rules to load: ``#program`` lines, each with rules.
        comparing: The places of those statements that `load_comparing` loads, once two effects may clash.
        weighing: The places of those that `load_weighing` loads, once dependencies may decide which effect is next.
        profile: What boards of this sort have derived so far; None where that leaves out no rule.
        without_idle: Whether rules are left out that no board of this sort has needed so far.
        unless: Predicates with their number of arguments. An atom of one shows that a rule was needed that is left out.
    """

    rules: tuple[int, ...]
    unfolded: tuple[tuple[int, str | None], ...] = ()
    further: tuple[tuple[str, str], ...] = ()
    comparing: tuple[int, ...] = ()
    weighing: tuple[int, ...] = ()
    profile: Profile | None = None
    without_idle: bool = False
    unless: tuple[tuple[str, int], ...] = ()


def load_rules(
    control: Control,
    facts: Sequence[str],
    *,
    answer_only: bool = False,
    unfolded: bool = False,
    question: bool = False,
    with_idle: bool = False,
) -> Loaded:
    """Load the facts of some boards, and the rules that they need.

    Args:
        control: An empty control.
        facts: Facts as text, each with its full stop.
        answer_only: Leave out rules that contribute nothing to the answer.
        unfolded: Unfold the other rules.
        question: Leave out rules that only contribute to the answer, too: the question is a decision of the board.
        with_idle: Load also the rules that no board of this sort has needed so far (`solver.speed.idle_rules`).

    Returns:
        The loaded rules.

    Raises:
        InputError: The engine's rules were made from another law.
    """
    check_rules()
    loads(control)
    # `chosen` knows only the rules as written: a broken rule needs other atoms, and a watcher's additions change often.
    if not as_written():
        loaded = _by_gates(words_in(facts), answer_only=False)
    else:
        loaded = _selected(
            facts, answer_only=answer_only and is_on(Switch.NEEDED), unfolded=unfolded, question=question
        )
    if _loads < _WARM:
        loaded = loaded._replace(unfolded=(), further=(), profile=None)  # They are read as they are written.
    elif loaded.profile and not with_idle:
        loaded = _enough.get(loaded.profile, loaded)
    while loaded in _needed_more:
        loaded = _needed_more[loaded]
    add(control, loaded.rules, loaded.unfolded, loaded.further)
    add_facts(control, facts)
    return loaded


@lru_cache(maxsize=1)
def check_rules() -> None:
    """Check that the files of the build were made from the present rules: warn if it only takes time if they were not.

    Raises:
        InputError: The engine's rules were made from another law, so answers could be wrong.
    """
    if not is_built():
        from solver.program import made_chapters
        from solver.speed import warn_of_old_tables

        made_chapters.refuse_old()
        warn_of_old_tables()


def load_comparing(control: Control, loaded: Loaded) -> Loaded:
    """Load the rules that compare effects, once two effects may clash.

    From then on, `load_rules` loads them together with these other rules: loading twice takes longer.

    Args:
        control: The control that has the other rules.
        loaded: These other rules.

    Returns:
        The rules that are loaded now.
    """
    return _load_more(control, loaded, loaded.comparing, loaded._replace(comparing=()))


def load_weighing(control: Control, loaded: Loaded) -> Loaded:
    """Load the rules about dependencies, once these may decide which effect is next.

    From then on, `load_rules` loads them together with these other rules.

    Args:
        control: The control that has the other rules.
        loaded: These other rules.

    Returns:
        The rules that are loaded now.
    """
    return _load_more(control, loaded, loaded.weighing, loaded._replace(weighing=()))


def _load_more(control: Control, loaded: Loaded, which: tuple[int, ...], left: Loaded) -> Loaded:
    add(control, which, loaded.unfolded)
    _needed_more[loaded] = left._replace(rules=tuple(sorted(loaded.rules + which)))
    return _needed_more[loaded]


_needed_more: dict[Loaded, Loaded] = {}
"""For rules that turned out not to be enough, the rules that were."""


def _letting_wait(loaded: Loaded) -> Loaded:
    """Let the rules wait that compare effects, and the rules about dependencies: many boards need neither."""
    if not is_on(Switch.ON_DEMAND):
        return loaded
    parts = {number: statements()[number].part_name for number in loaded.rules}
    comparing = tuple(number for number, part in parts.items() if part == "compare")
    weighing = tuple(number for number, part in parts.items() if part in ("weigh", "choose_weighed"))
    waiting = {*comparing, *weighing}
    others = tuple(number for number in loaded.rules if number not in waiting)
    return loaded._replace(rules=others, comparing=comparing, weighing=weighing)


class _Sort(NamedTuple):
    """The properties of facts and question that decide which rules are needed."""

    words: frozenset[str]
    outlines: frozenset[str]
    answer_only: bool
    question: bool
    unfolded: bool
    many: bool

    @property
    def asked(self) -> frozenset[str]:
        """The predicates that are asked for; empty if all are."""
        if not self.answer_only:
            return frozenset()
        return ASKED_BY_QUESTION if self.question else ASKED


_MANY = 500
"""The number of facts from which choosing rules pays off at once."""
_UNFOLDED = 16
"""From so many boards of one sort on, their rules are unfolded. That costs what it saves on some thirty boards."""


def _selected(facts: Sequence[str], *, answer_only: bool, unfolded: bool, question: bool) -> Loaded:
    """Select the statements for some facts: the more often facts of their sort come, the more carefully."""
    # Without gates, the first board would get all rules.
    ungated = not has_gates() and is_mostly_sketched()
    if _loads == 0 and not ungated:
        return _by_gates(words_in(facts), answer_only=answer_only)
    sort = _Sort(*told_by(facts), answer_only, question, unfolded and is_on(Switch.UNFOLDING), len(facts) > _MANY)
    if not is_on(Switch.POSSIBLE) or not (sort.many or ungated or _loads >= _WARM):
        return _by_gates(sort.words, answer_only=answer_only)
    unfolds = _loads >= _WARM and (sort.many or _times(sort) >= _UNFOLDED)
    return _loaded(sort if unfolds else sort._replace(unfolded=False))


_seen: dict[int, int] = {}


def _times(sort: _Sort) -> int:
    """Count how often facts of a sort came, this time included."""
    if len(_seen) > 1 << 14:
        _seen.clear()
    times = _seen[hash(sort)] = _seen.get(hash(sort), 0) + 1
    return times


@lru_cache(maxsize=512)
def _by_gates(words: frozenset[str], *, answer_only: bool) -> Loaded:
    """Choose the statements by their gates alone."""
    return Loaded(tuple(open_to(words, answer_only=answer_only)))


@lru_cache(maxsize=512)
def _loaded(sort: _Sort) -> Loaded:
    """Choose the statements that the facts make possible, and unfold them."""
    if not sort.unfolded:
        loaded = Loaded(chosen_for_more(sort.words, sort.outlines, sort.asked))
        return _letting_wait(loaded) if sort.answer_only else loaded
    which = chosen(sort.words, sort.outlines, sort.asked)
    told = frozenset(outline.partition(" ")[0] for outline in sort.outlines)
    loaded = _unfolded(which, told, many=sort.many)
    if not sort.answer_only:
        return loaded
    if is_on(Switch.IDLE):
        from solver.speed import Profile

        loaded = loaded._replace(profile=Profile(which, told, many=sort.many))
    return _letting_wait(loaded)


def suffices(loaded: Loaded, control: Control) -> bool:
    """Tell whether the board needed none of the rules that were left out as idle, and learn from the board.

    Args:
        loaded: The loaded rules.
        control: The grounding, after its last call.
    """
    profile = loaded.profile
    if profile is None:
        return True
    if not loaded.without_idle:
        if profile.learn(control):
            _leave_out_idle(profile, loaded)
        return True
    atoms = control.symbolic_atoms
    if not any(True for name, arity in loaded.unless for _ in atoms.by_signature(name, arity)):
        return True
    profile.fail()
    _enough.pop(profile, None)
    return False


def _leave_out_idle(profile: Profile, loaded: Loaded) -> None:
    """Leave out the rules, from now on, that boards of a sort have not needed."""
    from solver.speed import idle_rules

    # With shared states, the rules that lead to the next state decide what other rules derive, so they all stay.
    stays = ("outcome", "advance", "state") if profile.many else ()
    rules = {number: rule_at(number) for number in profile.which}
    idle, unless = idle_rules(rules, _derived(loaded) - profile.there, profile.told, stays)
    left = tuple(number for number in profile.which if number not in idle)
    asked = (*_READ, *(name for name, _ in unless))
    enough = _unfolded(left, profile.told, many=profile.many, asked=asked, often=True)
    enough = enough._replace(profile=profile, without_idle=True, unless=tuple(sorted(unless)))
    _enough[profile] = _letting_wait(enough)


_READ = ("ahead", "tied")
"""Predicates that the loop over the layers reads, besides those that it shares with the answer."""
_enough: dict[Profile, Loaded] = {}
"""For sorts of boards, their rules without idle ones."""


def _derived(loaded: Loaded) -> set[str]:
    """Return the predicates that loaded rules derive, and no waiting rule does."""
    from solver.speed import names_derived
    from solver.speed.unfolding import Rule, read_rule

    waiting = {*loaded.comparing, *loaded.weighing}
    instead = dict(loaded.unfolded)
    heads: set[str] = set()
    others: set[str] = set()
    for number in (*loaded.rules, *waiting):
        rule, text = rule_at(number), instead.get(number, "")
        if text:
            rule = read_rule(rule.part, (), text)
        if text is not None:
            (others if number in waiting or not isinstance(rule, Rule) else heads).update(names_derived(rule))
    return heads - others


def _unfolded(
    which: tuple[int, ...], told: Collection[str], *, many: bool, asked: Iterable[str] = (), often: bool = False
) -> Loaded:
    """Unfold chosen statements; `asked` are further predicates that Python reads, `often` is that of `unfold`."""
    loaded = Loaded(which)
    from solver.speed import CHANGES, OtherFormError, versioned
    from solver.speed.unfolding import unfold

    rules = {number: rule_at(number) for number in which}
    instead = unfold(rules, told, ASKED.union(CHANGES, asked), staged=many, often=often)
    unfolded = {number: None if one is None else one.text for number, one in instead.items()}
    if not many or not is_on(Switch.SHARED_STATES):
        return loaded._replace(unfolded=tuple(unfolded.items()))
    left = {number: one for number, one in {**rules, **instead}.items() if one is not None}
    try:
        states = versioned(left)
    except OtherFormError:
        if further_chapter() is None:
            raise  # the rules that come with the program have that form
        return loaded._replace(unfolded=tuple(unfolded.items()))
    return loaded._replace(unfolded=tuple({**unfolded, **states.instead}.items()), further=states.further)


@cache
def rule_at(number: int) -> Rule | Other:
    """Return a statement in the form that `unfold` takes.

    Args:
        number: Its place.
    """
    from solver.speed.unfolding import read_rule

    statement = statements()[number]
    return read_rule(statement.part_name, statement.parameters, named(statement))


_loads = 0


def add(
    control: Control,
    which: tuple[int, ...],
    unfolded: tuple[tuple[int, str | None], ...] = (),
    further: tuple[tuple[str, str], ...] = (),
) -> None:
    """Add rules to a control: as text the first few times, later from the syntax tree, which then pays.

    Args:
        control: The control.
        which: The places of the statements.
        unfolded: The replacements for unfolded statements, each after its place; None for nothing.
        further: Further rules to add: ``#program`` lines, each with rules.
    """
    global _loads
    _loads += 1
    if _loads <= _WARM and in_force() is not None:
        control.add("base", [], rules_text(which))
        return
    from clingo.ast import ProgramBuilder

    with ProgramBuilder(control) as builder:
        for tree in syntax_trees(which, unfolded):
            builder.add(tree)
        for part, text in further:
            for tree in trees_within(part, text):
                builder.add(tree)


_WARM = 3


forget_too(
    check_rules.cache_clear,
    _by_gates.cache_clear,
    _loaded.cache_clear,
    rule_at.cache_clear,
    _needed_more.clear,
    _enough.clear,
)
