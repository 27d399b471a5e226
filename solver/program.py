"""The rules program: finding it, reading it once per process, and loading what a board needs of it.

A line ``%? word word`` above a rule, or ``%?? word word`` above several (to the next ``%??``), says that the rule
can only fire where one of the words stands in the facts; where none does, it is not even loaded. Of several such
lines each must be met. ``%?= a b c`` says
that with the word ``a`` come ``b`` and ``c``. This changes nothing but the time (a test compares both).
"""

from __future__ import annotations

import atexit
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from clingo import Control, Function, Symbol, parse_term

if TYPE_CHECKING:
    from clingo.ast import AST

    from solver.possible import Sketch, Values
    from solver.unfolding import Other, Rule

_INCLUDE = re.compile(r'^#include "([^"]+)"\.\s*$', re.MULTILINE)
_DOCSTRING = re.compile(r"%\*.*?\*%", re.DOTALL)
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"(?<!\w)\d+")
_ANONYMOUS = re.compile(r'(?<![\w"])_(?![\w"])')
_KEYWORD_EFFECT = re.compile(r'\bkeyword_effect\("([^"]+)"')
LITERAL = re.compile(r"""(?:[^,(){}"]|"[^"]*"|\{[^}]*\}|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+""")
WEIGH = "weigh"
"""The word for the rules of dependency, which are loaded only when an effect could depend on another."""


class Statement(NamedTuple):
    """A rule or directive of the program.

    Attributes:
        part: The ``#program`` line it stands under.
        text: The statement.
        gates: For each gate, the words of which one must be there.
        place: The file it stands in, and the line on which it begins.
    """

    part: str
    text: str
    gates: tuple[frozenset[str], ...]
    place: tuple[str, int]

    @property
    def part_name(self) -> str:
        """The name of its part."""
        return self.part.removeprefix("#program ").rstrip(".").partition("(")[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters of its part."""
        return tuple(filter(None, self.part.rstrip(".").partition("(")[2].rstrip(")").split(",")))


@lru_cache(maxsize=1)
def root() -> Path:
    """Return the folder that has ``rules.lp``: beside this package in a checkout, inside of it in a wheel."""
    inside = Path(__file__).parent
    return inside if (inside / "rules.lp").exists() else inside.parent


def chapters() -> list[Path]:
    """Return the files of the rules, in the order of the table of contents.

    Returns:
        Paths of the files that ``rules.lp`` includes, and of the file of house rules, if one is read too.
    """
    contents = (root() / "rules.lp").read_text(encoding="utf-8")
    return [*(root() / name for name in _INCLUDE.findall(contents)), *_further]


_further: list[Path] = []


def further_chapter() -> str | None:
    """Return the path of the house rules that are read too; None where there are none."""
    return str(_further[0]) if _further else None


def read_too(path: Path | None) -> None:
    """Read a file of house rules as a further chapter from now on, or none.

    Args:
        path: The file, which ``solver.house_rules`` has checked.
    """
    _further[:] = [] if path is None else [path]
    forget()


def forget() -> None:
    """Forget what was made of the rules: they are read anew."""
    for remembered in (
        statements, keywords_with_effects, _implied, _gate_words, _sketches, chosen, _told,
        rules_text, _opened, _by_gates, _loaded, _rule, syntax_trees, _tree, _all_trees, _part_trees,
    ):  # fmt: skip
        remembered.cache_clear()


@lru_cache(maxsize=1)
def statements() -> tuple[Statement, ...]:
    """Return all statements of the rules.

    Returns:
        The statements, chapter by chapter.
    """
    read = tuple(statement for path in chapters() for statement in _read(path.name, path.read_text(encoding="utf-8")))
    return (*read, *(one for watcher in _watchers for one in watcher.further(read)))


FIRES = "fires"
"""What a watcher may have rules derive where their body holds (`solver.check.coverage`)."""


class Watcher(Protocol):
    """Who looks at what rules do: see `watched`."""

    def further(self, read: Sequence[Statement]) -> Iterable[Statement]:
        """Return further statements to load beside those of the rules."""

    def loads(self, control: Control) -> None:
        """Take note of what rules are loaded into."""


_watchers: list[Watcher] = []


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Have someone look at every grounding, as long as this lasts, whoever asks for it.

    Args:
        watcher: Who looks.
    """
    _watchers.append(watcher)
    forget()
    try:
        yield
    finally:
        _watchers.remove(watcher)
        forget()


def _read(chapter: str, text: str) -> Iterable[Statement]:
    """Read a chapter: statements end with a full stop at the end of a line."""
    part, block = "#program base.", frozenset[str]()
    gates: list[frozenset[str]] = []
    lines: list[str] = []
    begins = 0
    for number, line in enumerate(_DOCSTRING.sub(lambda found: "\n" * found[0].count("\n"), text).splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("%??"):
            block = frozenset(stripped[3:].replace("-", "").split())
        elif stripped.startswith("%?") and not stripped.startswith("%?="):
            gates.append(frozenset(stripped[2:].split()))
        elif stripped.startswith("%") or not stripped:
            continue
        elif stripped.startswith("#program"):
            part = stripped
        else:
            begins = begins if lines else number
            lines.append(stripped)
            if stripped.endswith("."):
                needed = tuple(words for words in (block, *gates) if words)
                yield Statement(part, " ".join(lines), needed, (chapter, begins))
                lines, gates = [], []


def named(statement: str) -> str:
    """Give every ``_`` of a body a name of its own, but where it is negated.

    For each ``_`` gringo makes a predicate without that argument, which it brings up to date in every call.

    Args:
        statement: A rule.

    Returns:
        The same rule for gringo, in less time.
    """
    head, arrow, body = statement.partition(":-")
    numbers = count(1)
    literals = [
        literal if literal.lstrip().startswith("not ") else _ANONYMOUS.sub(lambda _: f"Any{next(numbers)}", literal)
        for literal in LITERAL.findall(body)
    ]
    return head + arrow + ",".join(literals)


@lru_cache(maxsize=1)
def keywords_with_effects() -> frozenset[str]:
    """Return the keywords that stand for a continuous effect (702)."""
    return frozenset(word for statement in statements() for word in _KEYWORD_EFFECT.findall(statement.text))


@lru_cache(maxsize=1)
def _implied() -> dict[str, frozenset[str]]:
    """Return the words that come with a word."""
    found: dict[str, frozenset[str]] = {}
    for path in chapters():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("%?="):
                first, *others = line[3:].split()
                found[first] = frozenset(others)
    return found


@lru_cache(maxsize=1)
def _gate_words() -> frozenset[str]:
    """Return every word that a gate asks for, or that implies one."""
    asked = {word for statement in statements() for words in statement.gates for word in words}
    return frozenset(asked | set(_implied()))


@lru_cache(maxsize=1)
def _sketches() -> tuple[Values, tuple[tuple[Sketch, ...], ...]]:
    """Return what says of each statement whether it can fire."""
    from solver.possible import Values, read_sketch

    numbers = {int(number) for one in statements() for number in _NUMBER.findall(one.text)}
    values = Values(sorted({*numbers, *(-number for number in numbers)}))
    told = zip(statements(), _all_trees(), strict=True)
    return values, tuple(read_sketch(trees, statement.parameters, values) for statement, trees in told)


def read_ahead() -> None:
    """Read the rules, and what says which of them can fire: else whoever derives the first boards waits for it."""
    _sketches()


def _open(words: frozenset[str]) -> list[int]:
    """Return the places of the statements whose gates are all met."""
    return [number for number, one in enumerate(statements()) if all(gate & words for gate in one.gates)]


@lru_cache(maxsize=512)
def chosen(words: frozenset[str], outlines: frozenset[str], asked: frozenset[str]) -> tuple[int, ...]:
    """Choose the statements that can fire, by their gates and by what the facts leave possible.

    Args:
        words: The gate words that stand in the facts.
        outlines: What `Values.outline` makes of each fact.
        asked: The predicates that are asked for: what leads to none of them is left out. Empty to ask for all.

    Returns:
        Their places among all statements.
    """
    from solver.possible import Possible

    values, sketches = _sketches()
    opened = _open(words)
    rules = [(number, sketch) for number in opened for sketch in sketches[number]]
    possible = Possible(outlines, values)
    possible.run(rules)
    needed = possible.needed(rules, asked) if asked else possible.fired
    return tuple(number for number in opened if number in needed or not sketches[number])


def needed(facts: Sequence[str]) -> tuple[int, ...]:
    """Choose the statements that the answer needs, by what some facts leave possible.

    Args:
        facts: The facts as text, each with its full stop.

    Returns:
        Their places among all statements.
    """
    told = [_told(fact) for fact in facts]
    words = _opened(frozenset().union(*{words for words, _ in told}))
    return chosen(words | {WEIGH}, frozenset([outline for _, outline in told]), ASKED)


def could_answer(facts: Sequence[str], kinds: Sequence[str], value: str) -> bool:
    """Tell whether rules could say of anything that it has a value, going by what some facts, or any of them, allow.

    Args:
        facts: The facts as text, each with its full stop.
        kinds: What kinds of values are meant: ``type``, ``subtype`` ...
        value: The value, a text.

    Returns:
        False where no part of the facts lets rules derive ``answer(Kind,_,value)`` for one of the kinds, or that
        anything has every subtype of a set, where subtypes are meant.
    """
    from solver.possible import Possible

    values, sketches = _sketches()
    wanted = values.wanted(value)
    if any(
        fact.count(f'"{value}"') > LITERAL.findall(fact[:-2].partition("(")[2]).count(f'"{value}"') for fact in facts
    ):
        return True  # it stands within other terms
    told = frozenset(values.outline(fact, value) for fact in facts)
    words = _opened(frozenset(_WORD.findall("\n".join(facts))) & _gate_words())
    rules = [(number, sketch) for number in _open(words | {WEIGH}) for sketch in sketches[number]]
    possible = Possible(told, values, wanted)
    possible.run(rules)
    if possible.mixed:
        return True
    asked = {values.constant(Function(kind)) for kind in kinds}
    every = values.constant(Function("every")) if "subtype" in kinds else 0
    return any(
        row[0] & every or (row[2] & wanted and any(row[0] & kind for kind in asked))
        for row in possible.derives(rules, ("answer", 3))
    )


def everything() -> tuple[int, ...]:
    """Return the places of all statements."""
    return tuple(range(len(statements())))


WALKING = "walking"
"""The word for the rules of the walk, which apply effects one after the other that the answer applies at once."""


def for_answers() -> tuple[int, ...]:
    """Return the places of all statements that an answer may come of: what only the walk asks for is left out."""
    return tuple(number for number, one in enumerate(statements()) if frozenset((WALKING,)) not in one.gates)


@lru_cache(maxsize=64)
def rules_text(which: tuple[int, ...]) -> str:
    """Return rules as one program.

    Args:
        which: The places of the statements.

    Returns:
        The text, without comments.
    """
    lines: list[str] = []
    part = ""
    for number in which:
        statement = statements()[number]
        if statement.part != part:
            part = statement.part
            lines.append(part)
        lines.append(named(statement.text))
    return "\n".join(lines)


@lru_cache(maxsize=1 << 14)
def _told(fact: str) -> tuple[frozenset[str], str]:
    """Return the gate words of a fact, and what `Values.outline` makes of it: much the same facts come all the time."""
    return _gate_words().intersection(_WORD.findall(fact)), _sketches()[0].outline(fact)


@lru_cache(maxsize=512)
def _opened(words: frozenset[str]) -> frozenset[str]:
    """Return the words with those that come with them."""
    return words.union(*(_implied().get(word, frozenset()) for word in words))


class Loaded(NamedTuple):
    """What of the rules is, or may be, in a control.

    Attributes:
        rules: The places of the statements that are loaded at once.
        dependency: Those that `load_dependency` adds.
        unfolded: What to load instead of statements that were unfolded, each after its place; None for nothing.
        further: What to load at once besides: ``#program`` lines, each with rules.
    """

    rules: tuple[int, ...]
    dependency: tuple[int, ...]
    unfolded: tuple[tuple[int, str | None], ...] = ()
    further: tuple[tuple[str, str], ...] = ()


ASKED = frozenset((FIRES, "answer", "settled", "exists", "contested", "taken", "bestows", "potential", "may_clash"))
"""What the answer, and the loop over the layers, look at."""


def load_rules(control: Control, facts: Sequence[str], *, answer_only: bool = False, unfolded: bool = False) -> Loaded:
    """Load what the facts of some boards need of the rules, and the facts.

    Args:
        control: An empty control.
        facts: Facts as text, each with its full stop.
        answer_only: Leave out what does not lead to the answer.
        unfolded: Unfold what does.

    Returns:
        What is loaded.
    """
    for watcher in _watchers:
        watcher.loads(control)
    # Whoever derives a board once is better off with rules too many than with choosing among them.
    # What a broken rule needs to fire is not what `chosen` knows of the whole one; what a watcher adds changes often.
    if _loads == 0 or _replaced or _watchers:
        loaded = _by_gates(_opened(frozenset(_WORD.findall("\n".join(facts))) & _gate_words()))
    else:
        told = [_told(fact) for fact in facts]
        sort = _Sort(
            _opened(frozenset().union(*{words for words, _ in told})),
            frozenset([outline for _, outline in told]),
            answer_only,
            unfolded,
            len(facts) > _MANY,
        )
        loaded = _loaded(sort) if sort.many or _is_frequent(sort) else _by_gates(sort.words)
    if _loads < _WARM:
        loaded = loaded._replace(unfolded=(), further=())  # They are read as they are written.
    add(control, loaded.rules, loaded.unfolded, loaded.further)
    add_facts(control, facts)
    return loaded


class _Sort(NamedTuple):
    """What of facts, and of what is asked for, says which rules are needed."""

    words: frozenset[str]
    outlines: frozenset[str]
    answer_only: bool
    unfolded: bool
    many: bool


_MANY = 500
"""With so many facts, choosing among the rules pays the first time."""
_seen: dict[int, int] = {}


def _is_frequent(sort: _Sort) -> bool:
    """Tell whether facts of a sort came twice before: then choosing among the rules pays."""
    if len(_seen) > 1 << 14:
        _seen.clear()
    times = _seen[hash(sort)] = _seen.get(hash(sort), 0) + 1
    return times > 2


@lru_cache(maxsize=512)
def _by_gates(words: frozenset[str]) -> Loaded:
    """Choose the statements by their gates alone."""
    return _in_turn(_open(words | {WEIGH}))


@lru_cache(maxsize=512)
def _loaded(sort: _Sort) -> Loaded:
    """Choose the statements by what the facts leave possible, and unfold them."""
    which = chosen(sort.words | {WEIGH}, sort.outlines, ASKED if sort.answer_only else frozenset())
    loaded = _in_turn(which)
    if not sort.unfolded:
        return loaded
    from solver.unfolding import unfold
    from solver.versions import CHANGES, Written, versioned

    told = {outline.partition(" ")[0] for outline in sort.outlines}
    rules = {number: _rule(number) for number in which}
    instead = unfold(rules, told, ASKED.union(CHANGES), staged=sort.many)
    if not sort.many:
        return loaded._replace(unfolded=tuple(instead.items()))
    left = {
        number: Written(statements()[number].part_name, statements()[number].parameters, text)
        for number in which
        if (text := instead.get(number, named(statements()[number].text))) is not None
    }
    states = versioned(left)
    if states is None:
        return loaded._replace(unfolded=tuple(instead.items()))
    return loaded._replace(unfolded=tuple({**instead, **states.instead}.items()), further=states.further)


@cache
def _rule(number: int) -> Rule | Other:
    """Return a statement as `unfold` looks at it."""
    from solver.unfolding import read_rule

    statement = statements()[number]
    return read_rule(statement.part_name, statement.parameters, named(statement.text))


def _in_turn(which: Iterable[int]) -> Loaded:
    """Tell the rules that are loaded at once from those of dependency."""
    now: list[int] = []
    later: list[int] = []
    for number in which:
        (later if any(WEIGH in gate for gate in statements()[number].gates) else now).append(number)
    return Loaded(tuple(now), tuple(later))


def add_facts(control: Control, facts: Sequence[str]) -> None:
    """Add facts to a control: read as one term, which takes half the time of reading them as a program.

    Args:
        control: The control.
        facts: Facts as text, each with its full stop.
    """
    unread = [fact for fact in facts if fact not in _symbols]
    if len(_symbols) + len(unread) > _MOST_SYMBOLS:
        _symbols.clear()
        unread = list(facts)
    if unread:
        read = parse_term(f"({','.join(fact[:-1] for fact in unread)},)").arguments
        _symbols.update(zip(unread, read, strict=True))
    with control.backend() as backend:
        for fact in facts:
            backend.add_rule([backend.add_atom(_symbols[fact])])


_symbols: dict[str, Symbol] = {}
_MOST_SYMBOLS = 1 << 15
"""So many facts are remembered as clingo reads them: those of cards come again and again."""


def load_dependency(control: Control, loaded: Loaded) -> None:
    """Load the rules of dependency (613.8), which `load_rules` leaves out.

    Args:
        control: A control with the other rules.
        loaded: What `load_rules` returned.
    """
    add(control, loaded.dependency, loaded.unfolded)


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
        unfolded: What to add instead of statements that were unfolded, each after its place; None for nothing.
        further: What to add besides: ``#program`` lines, each with rules.
    """
    global _loads
    _loads += 1
    if _loads <= _WARM and not _replaced:
        control.add("base", [], rules_text(which))
        return
    from clingo.ast import ProgramBuilder

    with ProgramBuilder(control) as builder:
        for tree in syntax_trees(which, unfolded):
            builder.add(tree)
        for part, text in further:
            for tree in (_part_trees()[part], *_tree(part, text)):
                builder.add(tree)


_WARM = 3


@lru_cache(maxsize=1 << 13)
def _tree(part: str, text: str) -> tuple[AST, ...]:
    """Return the syntax trees of a rule that was unfolded."""
    from clingo.ast import parse_string

    trees: list[AST] = []
    parse_string(f"{part}\n{text}", trees.append)
    return tuple(trees[2:])


@lru_cache(maxsize=512)
def syntax_trees(which: tuple[int, ...], unfolded: tuple[tuple[int, str | None], ...] = ()) -> tuple[AST, ...]:
    """Return the syntax trees of statements, with those of the ``#program`` lines they need.

    Args:
        which: The places of the statements.
        unfolded: What stands instead of some of them, each after its place; None for nothing.
    """
    instead = dict(unfolded)
    found: list[AST] = []
    part = ""
    for number in which:
        text = instead.get(number, "")
        if text is None:
            continue
        statement = statements()[number]
        if statement.part != part:
            part = statement.part
            found.append(_part_trees()[part])
        found.extend(_tree(part, text) if text else _replaced.get(number, _all_trees()[number]))
    return tuple(found)


_replaced: dict[int, tuple[AST, ...]] = {}


def in_force() -> tuple[Statement, ...] | None:
    """Return the rules in force, always the same object until they change; None while one is replaced."""
    return None if _replaced else statements()


@contextmanager
def replaced(number: int, trees: Sequence[AST]) -> Iterator[None]:
    """Have a statement say something else, as long as this lasts: what if a rule were broken?

    Args:
        number: The place of the statement among all statements.
        trees: What stands there instead.
    """
    _replaced[number] = tuple(trees)
    syntax_trees.cache_clear()
    try:
        yield
    finally:
        del _replaced[number]
        syntax_trees.cache_clear()


def trees_of(number: int) -> tuple[AST, ...]:
    """Return the syntax trees of a statement.

    Args:
        number: Its place among all statements.
    """
    return _all_trees()[number]


def part_tree(statement: Statement) -> AST:
    """Return the syntax tree of the ``#program`` line that a statement stands under.

    Args:
        statement: The statement.
    """
    return _part_trees()[statement.part]


def _forget_trees() -> None:
    """Let go of the trees while clingo is still there: what is left at the end of a process it cannot free."""
    for remembered in (syntax_trees, _tree, _all_trees, _part_trees):
        remembered.cache_clear()


@lru_cache(maxsize=1)
def _all_trees() -> tuple[tuple[AST, ...], ...]:
    """Return the syntax trees of each statement."""
    from clingo.ast import parse_string

    atexit.register(_forget_trees)
    found: list[tuple[AST, ...]] = []
    for statement in statements():
        trees: list[AST] = []
        parse_string(f"{statement.part}\n{named(statement.text)}", trees.append)
        found.append(tuple(trees[2:]))
    return tuple(found)


@lru_cache(maxsize=1)
def _part_trees() -> dict[str, AST]:
    """Return the syntax trees of the ``#program`` lines."""
    from clingo.ast import parse_string

    found: dict[str, AST] = {}
    for part in {statement.part for statement in statements()}:
        trees: list[AST] = []
        parse_string(part, trees.append)
        found[part] = trees[-1]
    return found
