"""Fixtures of the tests of the solver."""

from __future__ import annotations

import io
import sys

import pytest

from tests.solver.command import Run, Typeline


@pytest.fixture
def typeline(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> Typeline:
    """Run the command line in this process, as its entry point does, and without the tester's own card store."""
    from solver.cli import main

    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("TYPELINE_CARDS", raising=False)
    home = str(tmp_path_factory.mktemp("home"))
    for variable in ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, home)

    def run(*arguments: str, stdin: str | bytes = b"") -> Run:
        given = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "argv", ["typeline", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Run(ended.value.code, told.out, told.err)

    return run
