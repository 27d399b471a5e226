"""The page about broken rules of the law: ``python -m tests.solver.ask.check.broken_law.page`` writes it.

It is made of `samples.yaml` and the remembered outcomes in `outcomes/`; `asked.py` asks for these.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from solver.ask.check.broken_law.law_verdict import (
    EQUIVALENT,
    NOTICED,
    SILENT,
    SURVIVED,
    UNCHANGED,
    LawVerdict,
    counted,
)  # fmt: skip
from solver.ask.check.broken_law.tried_boards import PROPERTY
from tests.solver.ask.check.broken_law.samples import Sample, samples, told

PAGE = Path(__file__).parents[5] / "docs" / "mutants.md"
_WIDTH = 118
_WORD = re.compile(r'"[^"]*"|\w+')


_ENDS = (
    (SURVIVED, "Survivors", ["An answer changes, and nothing notices."]),
    (
        SILENT,
        "Silent",
        [
            "The rule fires on no board that is derived. Most of these rules are about findings (`check BOARD`), and",
            "they change the findings of no case.",
        ],
    ),
    (
        EQUIVALENT,
        "Equivalent within 2 x 2",
        ["No answer changes on any board of the tiers at 2 x 2, or of the claims."],
    ),
    (
        UNCHANGED,
        "Unchanged on what was tried",
        [
            "No answer changes on any board that was tried. Those with a star derive other atoms on some boards, and",
            "the answers there stay the same. The others derive the same atoms on all boards: most of them are guards",
            "that another literal implies, or that keep rules from deriving what nobody asks for.",
        ],
    ),
)


def page() -> str:
    """Return the page."""
    return "\n".join(_lines(samples())) + "\n"


def _lines(every: Sequence[Sample]) -> Iterator[str]:
    yield "# Broken rules of the law"
    yield ""
    yield from _wrapped(
        "`python -m tests.solver.ask.check.broken_law.page` writes this page. It reads what `samples.yaml` says, "
        "and the outcomes in `outcomes/`, beside it. [check](check.md) says how rules are broken, and who may "
        "notice."
    )
    yield ""
    yield from _table(every)
    yield ""
    yield from _again(every)
    yield ""
    yield from _survivors([one for one in every if one.survivors])
    yield ""
    yield from _argued([one for one in every if one.argued])
    for one in every:
        if one.listed:
            yield ""
            yield from _sample(one)


def _table(every: Sequence[Sample]) -> Iterator[str]:
    yield "## Samples"
    yield ""
    yield from _wrapped(
        "Each sample was drawn at random from the law of its day. *Equivalent within 2 x 2*: no answer changes on any "
        "board of the tiers of up to two objects and two effects, or of any claim: all these boards were searched. "
        "*Equivalent by an argument*: the text of the law shows it; the arguments are below. *Unchanged*: no answer "
        "changes on the boards that were tried. These are fewer, so some of these mutants may not be equivalent. "
        "*Silent*: the rule fires on no board that was tried. *Unknown*: the mutant exceeds the "
        "limits or was not asked further. Some rules have changed or gone since; the page quotes them with the names "
        "that predicates have today."
    )
    yield ""
    yield (
        "| seed | asked on | mutants | equivalent within 2 x 2 | by an argument | unchanged | silent | unknown | "
        "of the rest, a property notices | a property or a case |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for one in every:
        n = one.counted()
        some = f"{n['property']} of {n['of']} ({_share(n['property'], n['of'])})"
        any_test = f"{n['noticed']} of {n['of']} ({_share(n['noticed'], n['of'])})" if "noticed" in n else "not asked"
        equivalent = (n["equivalent"], n["argued"]) if one.is_bound else ("not asked", "")
        ends = (n["unchanged"], n["silent"], n["timeout"])
        cells = (one.seed, one.asked_on, n["mutants"], *equivalent, *ends, some, any_test)
        yield f"| {' | '.join(map(str, cells))} |"
    fresh = [one.seed for one in every[1:]]
    yield ""
    yield from _wrapped(
        f"**The samples of seeds {fresh[0]} to {fresh[-1]} are fresh**: nothing was written for them before they "
        "were asked."
    )
    yield ""
    for one in every:
        yield from _wrapped(f"- *Seed {one.seed}.* {one.said}", "  ")
    yield ""
    yield from _wrapped(
        "Limits: seed 28 was asked about a third of the claims and one in forty boards of the tiers, the others "
        "about all claims (at most 64 of them for each mutant) and one in forty boards of the tiers. The "
        "invariants were not asked. From seed 30 on, cases were asked about all mutants that no property notices. "
        'Where cases are not asked, a mutant that only cases notice counts as "unchanged". From seed 35 on, claims '
        "that name the section of the rule are asked first, and what no property notices at 2 x 2 is asked at 3 x 3. "
        "Mutants of seeds 35 and 36 that change no answer were compared with the law of November 30 on all boards of "
        "the tiers at 2 x 2, and on all boards of claims on which they derived something else by the law of their "
        "sample; 20 newer claims were not asked. Two survivors and 20 mutants that were left were asked about by hand, "
        "and the way of asking is better since then. Four of them a claim or a case notices that had not been asked: "
        "all cases are asked now, and all boards about a mutant that derives something that names no board. One was "
        "taken for a rule that mixes boards up. On single boards, rules that only a broken law needs were left out: "
        "so a mutant that a property notices counted as a survivor, and so did one that changes no answer. With "
        "these rules 40 of the 48 that are equivalent within 2 x 2 were compared again, and on the cases: none differs."
    )


def _again(every: Sequence[Sample]) -> Iterator[str]:
    yield "## Asking a sample again"
    yield ""
    yield from _wrapped(
        "`python -m tests.solver.ask.check.broken_law.asked SEED` asks the sample of a seed again and writes its "
        "outcomes, `outcomes/seed_SEED.jsonl`. It takes the law, the claims and the cases of the commit that "
        "`samples.yaml` names, in a work tree of its own. First it asks the properties at 2 x 2, then, of newer "
        "samples, those at 3 x 3 about what is left, then the cases, and last, if the commit knows this question, all "
        "boards at 2 x 2 about what changes no answer. `asked SEED SECONDS` stops after so many "
        "seconds, and the next call goes on from there; the law before November 29, 23:00 cannot stop in the "
        "middle of a search for boards. All together takes about half an hour of processor time."
    )
    yield ""
    known = ", ".join(f"{one.seed} (`{one.law}`)" for one in every if one.law)
    kept = ", ".join(str(one.seed) for one in every if one.outcomes)
    lost = ", ".join(str(one.seed) for one in every if not one.law)
    yield from _wrapped(
        f"Commits are known for seeds {known}. The outcomes of seed {kept} are in the repository; of the other seeds "
        f"only the counts are. Seeds {lost} were asked while the law changed: no commit gives their samples again. The "
        "commit of seed 32 also has the claims that were written after it had been asked."
    )


def _survivors(some: Sequence[Sample]) -> Iterator[str]:
    yield "## Survivors of the fresh samples"
    yield ""
    yield "An answer changes on some board, and neither a property nor a case noticed it when it was asked."
    yield from _by_chapter((one.seed, name, why) for one in some for name, why in one.survivors.items())


def _argued(some: Sequence[Sample]) -> Iterator[str]:
    yield "## Equivalent by an argument"
    yield ""
    yield "No board was found on which an answer changes, and by the text of the law there is none."
    yield from _by_chapter((one.seed, name, why) for one in some for name, why in one.argued.items())


def _by_chapter(some: Iterable[tuple[int, str, str]]) -> Iterator[str]:
    by_chapter = sorted((_chapter_of(name), seed, name, why) for seed, name, why in some)
    for chapter in dict.fromkeys(each[0] for each in by_chapter):
        yield ""
        yield f"**{_short(chapter)}**"
        yield ""
        for _, seed, name, why in (each for each in by_chapter if each[0] == chapter):
            change, rule = _change(name)
            yield f"- seed {seed}: {change}: `{rule}`"
            yield from _wrapped(f"  {why}", "  ")


def _sample(one: Sample) -> Iterator[str]:
    verdicts = one.outcomes
    told = counted(verdicts)
    of = told["noticed"] + told["survived"]
    yield f"## The sample of seed {one.seed}"
    yield ""
    yield f"The sample has {told['mutants']} mutants that clingo accepts, of each chapter in proportion to its size."
    yield f"{told['unchanged']} make no difference to any board that was tried, {told['silent']} fire on no board, and"
    yield f"{told['timeout']} exceed the limits. **Of the other {of}, {told['noticed']} are noticed"
    by = ", ".join(
        f"{each['noticed']} by a {kind} ({_share(each['noticed'], of)})" for kind, each in told["by_kind"].items()
    )
    yield f"({_share(told['noticed'], of)})**: {by}; {told['by_two']} by two of these or more."
    yield ""
    yield f"### Seed {one.seed} by chapter"
    yield ""
    yield "| chapter | noticed | by a property | by a case | by a ruling | survived | unchanged | silent | timeout |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for chapter, row in told["by_chapter"].items():
        ends = [row.get(NOTICED, 0), row["by_property"], row["by_case"], row["by_ruling"]]
        ends += [row.get(end, 0) for end in (SURVIVED, UNCHANGED, SILENT, "timeout")]
        yield f"| {_short(chapter)} | " + " | ".join(map(str, ends)) + " |"
    yield ""
    yield f"### Seed {one.seed} by property"
    yield ""
    yield "| statement or invariant | notices first |"
    yield "|---|---|"
    for name, number in Counter(_statement(each) for each in verdicts if PROPERTY in each.by).most_common():
        yield f"| {name} | {number} |"
    yield ""
    yield f"### Noticed by no property (seed {one.seed})"
    yield ""
    yield "Only cases or rulings notice these: they tell which claims to add."
    yield ""
    why = {**one.reasons, **one.survivors}
    yield from _list([each for each in verdicts if each.by and PROPERTY not in each.by], why)
    for end, title, says in _ENDS:
        if end == EQUIVALENT and not one.is_bound:
            continue
        yield ""
        yield f"### {title} (seed {one.seed})"
        yield ""
        yield from says
        yield ""
        yield from _list([each for each in verdicts if each.end == end], why)


def _list(some: Sequence[LawVerdict], why: Mapping[str, str]) -> Iterator[str]:
    if not some:
        yield "None."
    for one in sorted(some, key=lambda each: each.name):
        change, rule = _change(one.name)
        star = "\\*" if one.end in (EQUIVALENT, UNCHANGED) and one.infected else ""
        yield f"- {_short(one.chapter)}: {change}: `{rule}`{star}"
        if one.name in why:
            yield f"  {why[one.name]}"


def _statement(one: LawVerdict) -> str:
    """Return the statement that notices a mutant; a broken law may give an answer that nobody can read."""
    name = one.by[PROPERTY]
    return "the answer cannot be read" if " on " in name else f"`{name}`"


def _chapter_of(name: str) -> str:
    return name.partition(": ")[0]


def _change(name: str) -> tuple[str, str]:
    """Split the name of a mutant into the change and the rule, both in the words of today's law."""
    change, _, rule = name.partition(": ")[2].partition(": ")
    return in_todays_words(change), in_todays_words(rule)


def in_todays_words(text: str) -> str:
    """Return a rule, or a change of one, with the names that predicates and parameters have today.

    Args:
        text: The text, in the words of the day on which its sample was drawn.
    """
    names = told()

    def now(found: re.Match[str]) -> str:
        word, is_predicate = found[0], text[found.end() :].startswith("(")
        return str(names["renamed" if is_predicate else "renamed_parameters"].get(word, word))

    return _WORD.sub(now, text)


def _short(chapter: str) -> str:
    return chapter.removeprefix("law/").removesuffix(".lp")


def _share(part: int, of: int) -> str:
    return f"{100 * part / of:.0f} %" if of else "none"


def _wrapped(text: str, indent: str = "") -> Iterator[str]:
    """Break a text into lines; no line begins with a number and a full stop, which would be a list."""
    line = ""
    for word in text.split(" ") if not text.startswith(" ") else [indent + text.split()[0], *text.split()[1:]]:
        if line and len(line) + 1 + len(word) > _WIDTH and not re.match(r"\d+\.$", word):
            yield line
            line = indent + word
        else:
            line = f"{line} {word}" if line else word
    yield line


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
