"""``typeline case``: writing a case with the answer that the rules give, and running cases by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from facts.cards import DEFAULT_EDITION, CardSource
from facts.text import InputError
from solver.cli import NO, Group
from solver.cli.board_argument import (
    cards_option,
    edition_option,
    json_option,
    print_answer,
    read_board,
    rules_option,
)
from solver.cli.completing import complete_board, complete_folder
from solver.cli.limit_options import limit_options

_folder_option = click.option(
    "--cases",
    metavar="FOLDER",
    shell_complete=complete_folder,
    help="The cases; by default those that come with typeline.",
)


@click.group(cls=Group)
def command() -> None:
    """Write and run cases, which are boards with their right answers (docs/cases.md)."""


@command.command("new")
@click.argument("arguments", nargs=-1, required=True, metavar="BOARD|CARD...", shell_complete=complete_board)
@click.option(
    "--name", metavar="TOPIC/NAME", help="Write the case to this name among the cases, instead of printing it."
)
@_folder_option
@limit_options
@edition_option
@rules_option
@cards_option
def new_command(
    arguments: tuple[str, ...], name: str | None, cases: str | None, edition: str, cards: CardSource
) -> None:
    """Print a case with the actual answer of BOARD, for review.

    BOARD is a YAML or JSON file, '-' for standard input, or the names of cards that enter in that order. The case
    has the answer of the rules as they are today. You decide whether it is right: check each line, say why, and delete
    the lines that do not matter.
    """
    from solver.ask.check import new_case

    path = None if name is None else _free(name, cases)
    text = new_case(read_board(arguments, cards), edition=edition)
    if path is None:
        click.echo(text, nl=False)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise InputError(f"it cannot be written: {error.strerror}", "Name another folder", source=str(path)) from None
    click.echo(f"{path}: say in `why` what decides, and check each line")


def _free(name: str, folder: str | None) -> Path:
    """Return the file of a new case.

    Args:
        name: ``TOPIC/NAME``.
        folder: The folder of the cases, if one was named.

    Raises:
        InputError: It is no name of a case, or there is such a case. There is no folder to write to. The topic is new,
            and its name is almost that of another topic.
    """
    from facts.text import did_you_mean, show, slug
    from solver.ask.check import NO_CASES, case_folder
    from solver.program import root

    parts = name.removesuffix(".yaml").split("/")
    if len(parts) != 2 or any(part != slug(part) for part in parts):
        raise InputError(
            f"{show(name)} is no name of a case", "Write TOPIC/NAME, in small letters: lands/two_moons", source="--name"
        )
    place = Path(folder) if folder is not None else case_folder()
    if place is None:
        raise InputError(NO_CASES, source="--name")
    if not place.is_dir():
        raise InputError("there is no such folder", "Make it first, or name another one", source=f"--cases {folder}")
    if folder is None and place == root() / "cases":
        hint = "Name a folder of yours with --cases: the cases of an installed typeline go with it"
        raise InputError("there is no checkout to write to", hint, source="--name")
    topics = [one.name for one in place.glob("*") if one.is_dir()]
    meant = "" if parts[0] in topics else did_you_mean(parts[0], topics)
    if meant:
        hint = f"{meant} To begin a new topic, make its folder first"
        raise InputError(f"there is no topic {show(parts[0])}", hint, source="--name")
    path = place / parts[0] / f"{parts[1]}.yaml"
    if path.exists():
        raise InputError("is there already", "Choose another name, or delete it first", source=str(path))
    return path


@command.command("run")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@_folder_option
@limit_options
@rules_option
@cards_option
@json_option
@click.pass_context
def run_command(
    ctx: click.Context, names: tuple[str, ...], cases: str | None, cards: CardSource, as_json: bool
) -> None:
    """Run cases by name, and show where they fail.

    NAME is TOPIC/NAME, the last part alone, a TOPIC, a pattern ('lands/*moon*') or a file. For a case that fails, the
    command prints the expected answer, the actual answer, and the walk through the layers. The exit code is 1 if a case
    fails.
    """
    from solver.ask.check import NO_CASES, case_folder, failure, named_cases, read_case, ruling_of

    folder = case_folder(cases)
    if folder is None:
        raise InputError(NO_CASES, source="--cases")
    told: list[dict[str, Any]] = []
    for path in named_cases(names, folder):
        case = read_case(path)
        ruling = ruling_of(case, cards, all_warnings=True)
        name = f"{path.parent.name}/{path.stem}"
        told.append({"case": name, **ruling.as_data()})
        if as_json:
            continue
        mark = "-" if ruling.skipped else "ok" if ruling.holds else "NO"
        click.echo(f"{mark:<2}  {name}  {f'skipped: {ruling.skipped}' if ruling.skipped else ruling.why}".rstrip())
        if not ruling.holds:
            for line in failure(case, ruling.differences, cards).splitlines():
                click.echo(f"      {line}".rstrip())
    passed = all(one["holds"] for one in told)
    if as_json:
        print_answer({"passed": passed, "cases": told}, DEFAULT_EDITION)
    elif len(told) > 1:
        failed = sum(not one["holds"] for one in told)
        click.echo(f"{len(told)} cases, {failed} failed")
    if not passed:
        ctx.exit(NO)
