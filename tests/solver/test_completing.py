"""What a shell completes."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.solver.command import ROOT, shell

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


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(name: str, tmp_path: Path) -> None:
    run = shell(f"typeline completion {name}")
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"_TYPELINE_COMPLETE" in run.stdout
    if shutil.which(name):
        script = tmp_path / "script"
        script.write_bytes(run.stdout)
        subprocess.run([name, "-n", str(script)], check=True)


def test_the_docs_say_how() -> None:
    told = (ROOT / "docs" / "command_line.md").read_text("utf-8")
    for name in ("bash", "zsh", "fish"):
        assert f"typeline completion {name}" in told
