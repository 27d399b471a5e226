"""``typeline check``: are the rules consistent?"""

from __future__ import annotations

import click

from facts.edition import EDITIONS
from solver.cli import NO
from solver.cli.boards import json_option, print_json


@click.command()
@click.option("--cases", metavar="FOLDER", help="The cases; those of the checkout by default.")
@click.option("--coverage", is_flag=True, help="Also list the rules that fire nowhere, which takes minutes.")
@click.option("--matrix", is_flag=True, help="Print which rules and cases carry each paragraph.")
@click.option("--html", "as_html", is_flag=True, help="With --matrix: print a page that stands alone.")
@click.option("--editions", nargs=2, type=click.Choice(EDITIONS), help="Find the boards on which two disagree.")
@click.option("--output", metavar="DIR", help="With --editions: write the boards there, as files.")
@click.option("--size", type=click.IntRange(1, 4), default=3, show_default=True, help="Steps of a board, at most.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    cases: str | None,
    coverage: bool,
    matrix: bool,
    as_html: bool,
    editions: tuple[str, str] | None,
    output: str | None,
    size: int,
    as_json: bool,
) -> None:
    """Check the rules: one line a check, and below it what is wrong.

    safety, annotations, variables, predicates: the rules as a program. evaluation: on every case all atoms are facts
    and there is one model. coverage: each rule fires on some case or built-in card (only with --coverage; what is asked
    as spells and abilities resolve is not looked at). traceability: each paragraph of
    205, 305.6-8, 613, 701.28, 707, 708 and 712 is carried, or it is said why it cannot be. Exit code 1 where something
    is wrong.
    """
    if editions:
        _print_editions(editions, output, size, as_json=as_json)
        return
    if matrix:
        _print_matrix(cases, as_json=as_json, as_html=as_html)
        return
    from solver.check import check_rules

    passed, told = True, []
    for finding in check_rules(cases, coverage=coverage):
        passed = passed and finding.passed
        told.append(finding.as_data())
        if not as_json:
            mark = "-" if finding.skipped else "ok" if finding.passed else "NO"
            click.echo(f"{mark:<2}  {finding.name:<13} {finding.skipped or finding.said}")
            for problem in finding.problems:
                click.echo(f"      {problem}")
    if as_json:
        print_json({"passed": passed, "checks": told})
    if not passed:
        ctx.exit(NO)


def _print_matrix(folder: str | None, *, as_json: bool, as_html: bool) -> None:
    """Print the matrix of paragraphs."""
    from solver.check.cases import case_folder
    from solver.check.traceability import matrix, matrix_page
    from solver.explain.rulebook import rulebook
    from solver.table import columns

    found = matrix(rulebook(), case_folder(folder))
    if as_json:
        print_json([one.as_data() for one in found])
        return
    if as_html:
        click.echo(matrix_page(found))
        return
    rows = [(one.number, "\n".join(one.rules) or "-", "\n".join(one.cases) or one.reason or "-") for one in found]
    click.echo(columns(("paragraph", "rules", "cases"), rows))


def _print_editions(editions: tuple[str, str], output: str | None, size: int, *, as_json: bool) -> None:
    """Print where two editions disagree, with the boards that show it."""
    import json
    from pathlib import Path

    from facts.errors import InputError
    from solver.check.editions import compare

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
        print_json([one.as_data() for one in found])
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
