"""``typeline check``: are the rules consistent, and can a board be as it is written?"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from solver.ask.check.specification import Tally

from facts.cards import DEFAULT_EDITION, EDITIONS, CardSource
from facts.version import stamp
from solver.cli import NO
from solver.cli.board_argument import (
    cards_option,
    edition_option,
    json_option,
    print_answer,
    print_json,
    read_board,
    rules_option,
)
from solver.cli.check_options import refuse_idle_options
from solver.cli.check_scores import print_law_score, print_score
from solver.cli.completing import complete_board, complete_file, complete_folder
from solver.cli.limit_options import limit_options
from solver.cli.progress_bar import progress
from solver.process import usable_cores


class _Count(click.ParamType[int]):
    """A number from 1 on, or ``all``, which is 0."""

    name = "N|all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the option."""
        if value == "all":
            return 0
        try:
            return click.IntRange(1).convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} is neither a number from 1 on nor 'all'", param, ctx)


_size_option = partial(click.option, metavar="N", type=click.IntRange(1, 6), default=2, show_default=True)
"""An option for a size of the boards of the bounded proofs."""


@click.command()
@click.argument("arguments", nargs=-1, metavar="[BOARD|CARD...]", shell_complete=complete_board)
@click.option(
    "--cases",
    metavar="FOLDER",
    shell_complete=complete_folder,
    help="The cases; by default those that come with typeline.",
)
@click.option("--coverage", is_flag=True, help="Also list the rules that fire on no case; takes a minute.")
@click.option("--decisive", is_flag=True, help="Check that the paragraphs that a case cites decide it; takes minutes.")
@click.option("--bounded", is_flag=True, help="Prove the invariants on all boards up to a size.")
@_size_option("--objects", help="The most objects on a board.")
@_size_option("--effects", help="The most effects on a board.")
@click.option("--invariant", "invariants", multiple=True, metavar="NAME", help="Only this invariant; may be repeated.")
@click.option(
    "--mutants",
    type=_Count(),
    help="Break the rules N times, or in all ways, and say whether the invariants notice it, or the cases (with "
    "--bounded, only the invariants). Each rule is broken once before any is broken again.",
)
@click.option(
    "--law",
    is_flag=True,
    help="With --mutants: break the law alone, and say whether the statements about it, the cases or the rulings of "
    "--rulings notice it.",
)
@click.option("--seed", metavar="N", type=int, default=0, show_default=True, help="Sets which rules are broken first.")
@click.option(
    "--kept",
    metavar="FILE",
    shell_complete=complete_file,
    help="With --mutants: keep the outcomes in FILE, a line each, and go on from them.",
)
@click.option("--cores", type=click.IntRange(1), metavar="K", help="The number of cores; by default all.")
@click.option(
    "--output",
    metavar="FOLDER",
    shell_complete=complete_folder,
    help="With --bounded or --editions: write the boards to FOLDER.",
)
@click.option(
    "--rulings",
    metavar="FILE",
    shell_complete=complete_file,
    help="Say whether the rules agree with your own rulings: a file in the form of the cases, or a folder of files.",
)
@click.option("--matrix", is_flag=True, help="Print the rules and cases that cite each paragraph.")
@click.option("--html", "as_html", is_flag=True, help="With --matrix: print an HTML page that needs no other file.")
@click.option(
    "--editions", nargs=2, type=click.Choice(EDITIONS), help="Find the boards on which two editions disagree."
)
@click.option(
    "--size", metavar="N", type=click.IntRange(1, 4), default=3, show_default=True, help="The most steps of a board."
)
@limit_options
@edition_option
@rules_option
@cards_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    arguments: tuple[str, ...],
    cases: str | None,
    coverage: bool,
    decisive: bool,
    bounded: bool,
    objects: int,
    effects: int,
    invariants: tuple[str, ...],
    mutants: int | None,
    law: bool,
    seed: int,
    kept: str | None,
    cores: int | None,
    output: str | None,
    rulings: str | None,
    matrix: bool,
    as_html: bool,
    editions: tuple[str, str] | None,
    size: int,
    edition: str,
    cards: CardSource,
    as_json: bool,
) -> None:
    """Check BOARD; without BOARD, check the rules themselves.

    For a board, the command lists everything that the rules do not allow (an Aura on an object that it cannot enchant,
    two legends of one name) or that cannot have happened (an illegal target, a face that does not turn). Each finding
    is one line with its paragraph. The exit code is 1 if there is a finding.

    For the rules, it prints a line for each check, and the problems below it. The exit code is 1 if a check fails.
    safety, annotations, variables, predicates: the rules are a sound program. strata: no atom depends on its own
    absence within a call. evaluation: on every case all atoms are facts and there is one model. coverage (only with
    --coverage): each rule fires on some case, or says why it fires on none. traceability: rules or cases cite each
    paragraph of 205, 305.6-8, 613, 701.28, 707, 708 and 712, or a list says why it cannot be derived.

    With --bounded, it proves each invariant for all boards of up to --objects and --effects, over a small vocabulary
    (docs/check.md), or prints a smallest board on which the invariant does not hold.
    """
    refuse_idle_options(ctx, bool(arguments))
    cores = cores or usable_cores()
    if arguments:
        _check_board(ctx, arguments, edition, cards, as_json=as_json)
        return
    if mutants is not None and law:
        print_law_score(mutants or None, seed, cases, rulings, kept, as_json=as_json)
        return
    if rulings is not None:
        _print_rulings(ctx, rulings, cards, edition, as_json=as_json)
        return
    if mutants is not None:
        print_score(mutants or None, seed, cases, kept, cores, with_cases=not bounded, as_json=as_json)
        return
    if bounded:
        _prove(ctx, (objects, effects), invariants, output, edition, cores, as_json=as_json)
        return
    if decisive:
        _print_undeclared(ctx, cases, as_json=as_json)
        return
    if editions:
        _print_editions(editions, output, size, as_json=as_json)
        return
    if matrix:
        _print_matrix(cases, as_json=as_json, as_html=as_html)
        return
    from solver.ask.check import check_rules

    passed, told = True, []
    for finding in check_rules(cases, coverage=coverage):
        passed = passed and finding.passed
        told.append(finding.as_data())
        if not as_json:
            mark = "-" if finding.skipped else "ok" if finding.passed else "NO"
            click.echo(f"{mark:<2}  {finding.name:<13} {_skipped(finding.skipped) or finding.said}")
            for problem in finding.problems:
                click.echo(f"      {problem}")
    if as_json:
        print_answer({"passed": passed, "checks": told}, DEFAULT_EDITION)
    if not passed:
        ctx.exit(NO)


def _skipped(why: str) -> str:
    return why and f"skipped: {why}"


def _prove(
    ctx: click.Context,
    size: tuple[int, int],
    names: tuple[str, ...],
    folder: str | None,
    edition: str,
    cores: int,
    *,
    as_json: bool,
) -> None:
    """Print the results of trying to prove the invariants."""
    from facts.text import InputError, did_you_mean, show
    from solver.ask.check.bounded import INVARIANTS, SEARCHED, as_yaml, prove, witnesses, write_board
    from solver.ask.check.refinement import NAME

    known = [*(one.name for one in INVARIANTS), NAME]
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or f"There are {', '.join(known)}"
            raise InputError(f"{show(name)} is no invariant", hint, source="--invariant")
    told, holds = [], True
    searched = "{} objects and {} effects".format(*SEARCHED[-1])
    with ExitStack() as stack:
        report = progress(stack, "Proving")
        proved = [one for one in known if one in names or not names]
        outcomes = (
            [] if proved == [NAME] else list(prove(*size, names, edition=edition, processes=cores, report=report))
        )
    shown = witnesses([one.invariant for one in outcomes], edition=edition, processes=cores) if outcomes else {}
    for one in outcomes:
        witness = shown.get(one.invariant.name)
        vacuous = witness is None or bool(witness.undecided)
        decided = {"holds": one.holds and not vacuous, "vacuous": vacuous}
        holds = holds and decided["holds"]
        boards = {} if witness is None else {"witness": witness.board, "witnesses": list(witness.boards)}
        told.append({**one.as_data(), **boards, **decided})
        if not as_json:
            mark, what = "ok" if decided["holds"] else "NO", one.invariant.says
            click.echo(f"{mark}  {one.invariant.name:<36} {one.seconds:6.1f} s  {what}")
            if one.board is not None:
                click.echo(as_yaml(one.board), nl=False)
            elif not one.holds:
                looked = "" if one.invariant.of_pairs else f"; no board of up to {searched} shows it"
                click.echo(f"      not proved at {', '.join(one.stages)}{looked}")
            elif witness is None or vacuous:
                for rule in witness.undecided if witness is not None else ():
                    click.echo(f"      {rule}")
                click.echo(f"      {_VACUOUS}")
            elif witness.board is not None:
                every = f"each of its {len(witness.boards)} rules has a board, " if len(witness.boards) > 1 else ""
                click.echo(f"      {every}for example {_on_a_line(witness.board)}")
            elif witness.stages:
                click.echo(f"      it comes up in {', '.join(witness.stages)}")
        if one.board is not None and folder is not None:
            write_board(folder, one.invariant.name, one.board)
    tiers: list[dict[str, Any]] = []
    statements: list[dict[str, Any]] = []
    if NAME in proved:
        tiers, statements = _compare(size, folder, edition, cores, as_json=as_json)
        holds = holds and all(one["holds"] for one in (*tiers, *statements))
    if as_json:
        print_answer({"passed": holds, "invariants": told, NAME: tiers, "statements": statements}, edition)
    elif holds and told:
        most = max(one["boards"] for one in told)
        click.echo(
            f"By induction each invariant holds for all boards of up to {size[0]} objects and {size[1]} effects: "
            f"{most:,} boards."
        )
        for data in told:
            if data["boards"] != most:
                click.echo(
                    f"({data['invariant']} for up to {data['objects']} objects and {data['effects']} effects: "
                    f"{data['boards']:,} boards.)"
                )
    if not holds:
        ctx.exit(NO)


def _compare(
    size: tuple[int, int], folder: str | None, edition: str, cores: int, *, as_json: bool
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Print whether the program that users run agrees with the law alone, and which statements hold for the law."""
    from solver.ask.check.bounded import as_yaml, write_board
    from solver.ask.check.refinement import NAME, refine, tallied

    told = []
    with ExitStack() as stack:
        report = progress(stack, "Comparing with the law alone")
        outcomes = list(refine(*size, edition=edition, processes=cores, report=report))
    for one in outcomes:
        told.append(one.as_data())
        if not as_json:
            mark = "ok" if one.holds else "NO"
            boards = f"{one.together} boards" + (f" and {one.claimed} boards of claims" if one.claimed else "")
            click.echo(f"{mark}  {NAME}: {one.tier.name:<18} {one.seconds:6.1f} s  {boards}: {one.tier.says}")
            if one.uses:
                click.echo(f"      the largest have {one.uses}")
            if one.board is not None:
                click.echo(as_yaml(one.board), nl=False)
        if one.board is not None and folder is not None:
            write_board(folder, f"{NAME}_{one.tier.name}", one.board)
    if not as_json:
        together, alone, claimed = (
            sum(each) for each in zip(*((one.together, one.alone, one.claimed) for one in outcomes), strict=True)
        )
        click.echo(
            f"By enumeration the law alone (derive --plain) and batch were compared on {together} boards of up to "
            f"{size[0]} objects and {size[1]} effects, on {alone} of them derive as well, and on {claimed} boards of "
            "claims."
        )
    return told, _print_statements(list(tallied(outcomes).values()), folder, as_json=as_json)


def _print_statements(tallies: list[Tally], folder: str | None, *, as_json: bool) -> list[dict[str, Any]]:
    """Print which statements hold for the law alone, each with a board to which it applies."""
    from solver.ask.check.bounded import as_yaml, write_board
    from solver.ask.check.specification import STATEMENTS

    says = {one.name: one.says for one in STATEMENTS}
    told = []
    for one in tallies:
        told.append(one.as_data())
        if as_json:
            continue
        click.echo(f"{'ok' if one.holds else 'NO'}  {one.name:<40} {one.boards:6d} boards: {says[one.name]}")
        if one.broken is not None:
            click.echo(as_yaml(one.broken), nl=False)
        elif one.witness is None:
            click.echo(f"      {_VACUOUS}")
        else:
            click.echo(f"      for example {_on_a_line(one.witness)}")
        if one.broken is not None and folder is not None:
            write_board(folder, one.name, one.broken)
    if not as_json:
        click.echo(_CHECKED)
    return told


_VACUOUS = "no board gives it anything to decide: it holds of nothing"
_CHECKED = (
    "The statements were checked on each of the enumerated boards to which they apply. Two go further: docs/check.md "
    "proves that the law comes to an end on all boards, and independent_effects_commute is proved by induction."
)


def _on_a_line(board: dict[str, Any]) -> str:
    """Return a board as a line of JSON, which is YAML, too."""
    import json

    return json.dumps(board, ensure_ascii=False)


def _check_board(ctx: click.Context, given: tuple[str, ...], edition: str, cards: CardSource, *, as_json: bool) -> None:
    """Print the findings on a board."""
    from facts.text import printable
    from solver.answer import columns
    from solver.ask.check import check_board

    found = check_board(read_board(given, cards), edition=edition)
    if as_json:
        print_answer(found.as_data(), edition)
    elif found.findings:
        click.echo(columns(("rule", "finding"), [(one.rule, one.said) for one in found.findings]))
    else:
        click.echo("No violations.")
    if not as_json:
        for warning in found.warnings:
            click.echo(f"warning: {printable(warning)}", err=True)
    if found.findings:
        ctx.exit(NO)


def _print_rulings(ctx: click.Context, path: str, cards: CardSource, edition: str, *, as_json: bool) -> None:
    """Print whether the rules agree with rulings, and how many of each paragraph they agree with."""
    from solver.answer import columns
    from solver.ask.check import check_rulings, tallied

    told = []
    for one in check_rulings(path, cards=cards, edition=edition):
        told.append(one)
        if not as_json:
            mark = "-" if one.skipped else "ok" if one.holds else "NO"
            click.echo(f"{mark:<2}  {one.where}  {_skipped(one.skipped) or one.why}".rstrip())
            for problem in one.problems:
                click.echo(f"      {problem}")
    paragraphs = tallied(told)
    passed = all(one.holds for one in told)
    if as_json:
        data = {"rulings": [one.as_data() for one in told], "paragraphs": [one._asdict() for one in paragraphs]}
        print_answer({"passed": passed, **data}, edition)
    else:
        rows = [(one.paragraph, *map(str, (one.hold, one.fail, one.skipped))) for one in paragraphs]
        click.echo()
        click.echo(columns(("paragraph", "hold", "fail", "skipped"), rows))
    if not passed:
        ctx.exit(NO)


def _print_matrix(folder: str | None, *, as_json: bool, as_html: bool) -> None:
    """Print the matrix of paragraphs."""
    from solver.answer import columns
    from solver.ask.check import NO_CASE, NOTHING_DECIDED, case_folder, matrix, matrix_page
    from solver.ask.explain.rules import rulebook

    found = matrix(rulebook(), case_folder(folder))
    if as_json:
        print_answer({"paragraphs": [one.as_data() for one in found]}, DEFAULT_EDITION)
        return
    if as_html:
        click.echo(matrix_page(found))
        return
    rows = [
        (
            one.number,
            "\n".join([*one.rules, *[f"({NOTHING_DECIDED})"] * one.decides_nothing]) or "-",
            "\n".join(one.cases) or one.reason or (f"({NO_CASE})" if one.has_no_case else "-"),
        )
        for one in found
    ]
    click.echo(columns(("paragraph", "rules", "cases"), rows))


def _print_undeclared(ctx: click.Context, folder: str | None, *, as_json: bool) -> None:
    """Print the paragraphs that a case cites and that do not decide it, unless it says so."""
    from solver.ask.check import NO_CASES, boards_of, case_folder
    from solver.ask.check.decisive import pairs, undeclared

    found = case_folder(folder)
    if found is None:
        click.echo(f"cases {_skipped(NO_CASES)}", err=True)
        return
    read = list(boards_of(found))
    cited = list(pairs(read))
    with ExitStack() as stack:
        problems = list(undeclared(read, cited, report=progress(stack, "Taking paragraphs away")))
    if as_json:
        print_answer({"passed": not problems, "cited": len(cited), "problems": problems}, DEFAULT_EDITION)
    else:
        for problem in problems:
            click.echo(problem)
        click.echo(f"{len(cited)} times a case cites a paragraph; {len(problems)} are not as the case says.")
    if problems:
        ctx.exit(NO)


def _print_editions(editions: tuple[str, str], output: str | None, size: int, *, as_json: bool) -> None:
    """Print where two editions disagree, with the boards that show it."""
    import json
    from pathlib import Path

    from facts.text import InputError
    from solver.ask.check import compare

    found = compare(*editions, size=size)
    if output is not None:
        try:
            folder = Path(output)
            folder.mkdir(parents=True, exist_ok=True)
            for one in found:
                if one.board is not None:
                    name = f"{one.difference.replace(' ', '_')}.json"
                    text = json.dumps(one.board, indent=2, ensure_ascii=False)
                    (folder / name).write_text(f"{text}\n", encoding="utf-8")
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", source=output) from None
    if as_json:
        print_json({**stamp(), "editions": editions, "differences": [one.as_data() for one in found]})
        return
    for one in found:
        click.echo(one.difference)
        if one.board is None:
            click.echo(f"  no board of up to {size} steps shows it")
            continue
        for step in one.board["timeline"]:
            click.echo(f"  {json.dumps(step, ensure_ascii=False)}")
        for year, said in one.answers.items():
            click.echo(f"  {year}: {json.dumps(said, ensure_ascii=False)}")
            for line in one.walks.get(year, "").splitlines():
                click.echo(f"      {line}".rstrip())
    if not found:
        click.echo("They do not differ.")
