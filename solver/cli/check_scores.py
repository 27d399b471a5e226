"""What ``typeline check --mutants`` prints: how many broken rules are noticed, by what, and which are not."""

from __future__ import annotations

from contextlib import ExitStack

import click

from facts.cards import DEFAULT_EDITION
from solver.cli.board_argument import print_answer
from solver.cli.progress_bar import progress


def print_score(
    count: int | None, seed: int, folder: str | None, kept: str | None, cores: int, *, with_cases: bool, as_json: bool
) -> None:
    """Print which tests noticed that the rules were broken.

    Args:
        count: The number of mutants; all by default.
        seed: Decides which come first.
        folder: The folder of the cases.
        kept: The file that keeps the outcomes.
        cores: The number of cores.
        with_cases: Try the cases, too.
        as_json: Print JSON.

    Raises:
        InputError: The file of outcomes or a case cannot be read.
    """
    from pathlib import Path

    from facts.text import InputError
    from solver.answer import columns
    from solver.ask.check import NO_CASES, case_folder
    from solver.ask.check.bounded import score

    cases = case_folder(folder) if with_cases else None
    if with_cases and cases is None:
        click.echo(f"cases skipped: {NO_CASES}", err=True)
        with_cases = False
    try:
        with ExitStack() as stack:
            found = score(
                count,
                seed=seed,
                folder=cases,
                kept=None if kept is None else Path(kept),
                processes=cores,
                report=progress(stack, "Breaking rules"),
            ).as_data()
    except (OSError, ValueError, TypeError) as error:
        if kept is None:
            raise
        raise InputError(f"it cannot be read or written: {error}", "Name another file", source=kept) from None
    if as_json:
        print_answer(found, DEFAULT_EDITION)
        return
    by_cases = f", {found['noticed_by_cases']} of the others by a case" if with_cases else ""
    click.echo(
        f"{found['noticed']} of {found['tried']} mutants are noticed ({found['no_program']} more are no programs): "
        f"{found['noticed_by_invariants']} of the {found['in_vocabulary']} within the vocabulary by an invariant"
        f"{by_cases}, {found['endless']} do not end."
    )
    notices = [(name, str(number)) for name, number in found["by_invariant"].items()]
    if notices:
        click.echo(columns(("invariant", "notices"), notices))
    click.echo("\nNot noticed:" if with_cases else "\nNot noticed, though within the vocabulary:")
    for chapter, each in found["survived" if with_cases else "survived_within_vocabulary"].items():
        for one in each:
            click.echo(f"  {chapter}: {one}")


def print_law_score(
    count: int | None, seed: int, folder: str | None, rulings: str | None, kept: str | None, *, as_json: bool
) -> None:
    """Print which tests noticed that the law was broken.

    Args:
        count: The number of mutants; all by default.
        seed: Decides which come first.
        folder: The folder of the cases.
        rulings: A file or folder of rulings.
        kept: The file that keeps the outcomes.
        as_json: Print JSON.

    Raises:
        InputError: The file of outcomes, a case or a ruling cannot be read.
    """
    from pathlib import Path

    from facts.text import InputError
    from solver.answer import columns
    from solver.ask.check import case_folder, read_rulings
    from solver.ask.check.broken_law import BOUND, ENDS, counted, pool, score_law

    given = [] if rulings is None else [one.data for one in read_rulings(rulings)]
    try:
        with ExitStack() as stack:
            verdicts = score_law(
                count,
                seed=seed,
                boards=lambda: pool(case_folder(folder), given),
                kept=None if kept is None else Path(kept),
                report=progress(stack, "Breaking the law"),
            )
    except (OSError, ValueError, TypeError) as error:
        if kept is None:
            raise
        raise InputError(f"it cannot be read or written: {error}", "Name another file", source=kept) from None
    found = counted(verdicts)
    if as_json:
        print_answer(found, DEFAULT_EDITION)
        return
    of = found["noticed"] + found["survived"]
    by = ", ".join(f"{each['noticed']} by a {kind}" for kind, each in found["by_kind"].items())
    click.echo(
        f"{found['noticed']} of {of} mutants are noticed: {by}; {found['by_two']} by two of these or more. "
        f"{found['equivalent']} more are equivalent within {BOUND}: they change no answer on any board of the tiers or "
        f"of the claims. {found['unchanged']} change none on the boards that were tried, {found['silent']} fire "
        f"nowhere, {found['timeout']} do not end."
    )
    rows = [
        (chapter, *(str(ends.get(end, 0)) for end in ENDS)) for chapter, ends in sorted(found["by_chapter"].items())
    ]
    click.echo(columns(("chapter", *ENDS), rows))
    for each in found["survived_in"].values():
        for one in each:
            click.echo(f"  {one}")
