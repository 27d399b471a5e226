"""Completions in a shell."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.solver.command import ROOT, Typeline, shell

BOARD = {
    "timeline": [
        {"enters": "Forest", "as": "my forest"},
        {"enters": "Forest", "as": "mine"},
        "Island",
        {"leaves": "island"},
        {"resolves": {"text": "Target land becomes a creature."}, "affects": "mine", "as": "my effect"},
    ]
}
COMPLETED: dict[str, tuple[str, list[str]]] = {
    "commands": ("de", ["derive"]),
    "commands of a command": ("cards s", ["search", "show"]),
    "options": ("derive --time", ["--timeout"]),
    "values": ("derive --color a", ["auto", "always"]),
    "cards": ("derive dryad_a", ["dryad_arbor"]),
    "cards after cards": ("query forest urb", ["urborg_tomb_of_yawgmoth"]),
    "cards within quotes": ("derive 'dryad a", ["Dryad Arbor"]),
    "cards by name": ("cards show 'urborg t", ["Urborg, Tomb of Yawgmoth"]),
    "files": ("derive {folder}/bo", ["{folder}/board.json"]),
    "no cards for a path": ("derive ./dryad_ar", []),
    "labels of a file": ("explain {folder}/board.json m", ["my forest", "mine", "my effect"]),
    "labels of cards": ("diff dryad_arbor blood_moon --without b", ["blood_moon"]),
    "labels of a file, for an option": ("diff {folder}/board.json --without mi", ["mine"]),
    "objects": ("explain {folder}/board.json --object my", ["my forest", "my effect"]),
    "nothing of a file that is none": ("explain {folder}/none.json m", []),
}


def _completed(typed: str, folder: Path) -> list[str]:
    words = typed.format(folder=folder).split(" ")
    last = len(words) - (2 if "'" in typed else 1)
    run = shell(
        "typeline",
        COMP_WORDS=f"typeline {' '.join(words)}",
        COMP_CWORD=str(last + 1),
        _TYPELINE_COMPLETE="bash_complete",
        TYPELINE_CARDS="",
        HOME=str(folder),
    )
    assert (run.returncode, run.stderr) == (0, b"")
    return [line.partition(",")[2] for line in run.stdout.decode().splitlines() if line]


@pytest.mark.parametrize("what", COMPLETED)
def test_completed(what: str, tmp_path: Path) -> None:
    (tmp_path / "board.json").write_text(json.dumps(BOARD))
    typed, wanted = COMPLETED[what]
    assert sorted(_completed(typed, tmp_path)) == sorted(one.format(folder=tmp_path) for one in wanted)


def _fish(typed: str, folder: Path) -> list[str]:
    """Return what fish offers, without descriptions."""
    completions = folder / ".config" / "fish" / "completions"
    completions.mkdir(parents=True)
    program = folder / "typeline"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -c 'from solver.cli import main; main()' \"$@\"\n")
    program.chmod(0o755)
    (completions / "typeline.fish").write_bytes(shell("typeline completion fish").stdout)
    given = {
        **os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder / ".config"), "PYTHONPATH": str(ROOT),
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "TYPELINE_CARDS": "",
    }  # fmt: skip
    call = ["fish", "-c", f"complete -C {shlex.quote(typed)}"]
    run = subprocess.run(call, env=given, cwd=folder, check=True, capture_output=True, text=True)
    return [line.partition("\t")[0] for line in run.stdout.splitlines()]


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("typeline cards show 'Urza, Lord", ["Urza, Lord Protector"]), ("typeline batch bo", ["boards.ndjson"])],
)
def test_fish_offers(typed: str, wanted: list[str], tmp_path: Path) -> None:
    (tmp_path / "boards.ndjson").touch()
    assert _fish(typed, tmp_path) == wanted


def test_a_name_with_a_comma_is_not_cut_in_fish() -> None:
    assert b'string split -m 1 ","' in shell("typeline completion fish").stdout


FILES = [
    "batch bo", "batch --output bo", "batch --resume --rules bo", "derive forest --rules bo", "derive --cards bo",
    "cards import bo", "cards coverage bo", "check --kept bo", "explain forest --rules bo",
]  # fmt: skip


@pytest.mark.parametrize("typed", FILES)
def test_the_shell_completes_files(typed: str) -> None:
    words = f"typeline {typed}"
    place = str(words.count(" "))
    run = shell("typeline", COMP_WORDS=words, COMP_CWORD=place, _TYPELINE_COMPLETE="bash_complete")
    assert run.stdout.decode().splitlines() == ["file,bo"]


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(name: str, tmp_path: Path) -> None:
    run = shell(f"typeline completion {name}")
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"_TYPELINE_COMPLETE" in run.stdout
    if shutil.which(name):
        script = tmp_path / "script"
        script.write_bytes(run.stdout)
        subprocess.run([name, "-n", str(script)], check=True)


def test_help_breaks_no_path(typeline: Typeline) -> None:
    told = typeline("completion", "-h").out
    assert "~/.local/share/bash-completion/completions/typeline\n" in told
    assert "~/.config/fish/completions/typeline.fish\n" in told


def test_the_docs_say_how() -> None:
    told = (ROOT / "docs" / "command_line.md").read_text("utf-8")
    for name in ("bash", "zsh", "fish"):
        assert f"typeline completion {name}" in told
